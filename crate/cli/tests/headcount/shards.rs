//! `headcount run --shard`: which runs a process trains, told by its options or by a scheduler.

use crate::test_directory::{CommandOutput, TestDirectory, experiment};

/// Every variable that `--shard auto` reads.
const VARIABLES: [&str; 7] = [
    "HQ_TASK_ID",
    "JOB_COMPLETION_INDEX",
    "SLURM_ARRAY_TASK_COUNT",
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_MAX",
    "SLURM_ARRAY_TASK_MIN",
    "SLURM_ARRAY_TASK_STEP",
];

/// Runs `headcount` with these variables, written "NAME=value NAME=value", and no other of a scheduler's.
fn run_with(directory: &TestDirectory, variables: &str, line: &str) -> CommandOutput {
    let mut command = directory.command(line);
    for name in VARIABLES {
        command.env_remove(name);
    }
    let variables = variables.split_whitespace();
    command.envs(variables.map(|variable| variable.split_once('=').unwrap()));
    command.output().unwrap().into()
}

#[test]
fn a_scheduler_says_which_share_is_trained() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(2, &[0, 1]));
    let shares: Vec<String> = (1..=4)
        .map(|number| {
            directory
                .run(&format!("run e.json --shard {number}/4"))
                .stdout
        })
        .collect();
    assert!(shares.windows(2).all(|pair| pair[0] != pair[1]));
    let slurm =
        |id: u32, rest: &str| format!("SLURM_ARRAY_TASK_ID={id} SLURM_ARRAY_TASK_COUNT=4 {rest}");
    let from_0 = "SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_STEP=1";
    let from_10 = "SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_MAX=16 SLURM_ARRAY_TASK_STEP=2";
    for (variables, option, number) in [
        (slurm(1, ""), "auto", 1),
        (slurm(4, ""), "auto", 4),
        (slurm(0, from_0), "auto", 1),
        (slurm(3, from_0), "auto", 4),
        (slurm(10, from_10), "auto", 1),
        (slurm(14, from_10), "auto", 3),
        // One task of an array, submitted again on its own.
        (
            "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=3".into(),
            "auto/4",
            3,
        ),
        ("HQ_TASK_ID=2".into(), "auto/4", 2),
        // A worker of HyperQueue that is itself a task of an array.
        (format!("HQ_TASK_ID=2 {}", slurm(1, "")), "auto/4", 2),
        ("JOB_COMPLETION_INDEX=0".into(), "auto/4", 1),
        ("JOB_COMPLETION_INDEX=3".into(), "auto/4", 4),
    ] {
        let line = format!("run e.json --shard {option}");
        let output = run_with(&directory, &variables, &line);
        assert_eq!(output.code, Some(0), "{variables}: {}", output.stderr);
        assert!(output.stdout == shares[number - 1], "{variables}");
    }
}

#[test]
fn a_share_that_is_none_is_refused() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(2, &[0]));
    let gaps = "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 \
                SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=1";
    for (variables, option, reason) in [
        ("", "0/4", "--shard is \"0/4\", but must be K/N"),
        ("", "5/4", "--shard is \"5/4\", but must be K/N"),
        ("", "3", "such as 3/16, or auto, or auto/N."),
        ("", "automatic", "but must be K/N"),
        ("", "auto/0", "but must be K/N"),
        ("", "-1/4", "--shard is \"-1/4\""),
        ("", "auto", "finds no task of a scheduler"),
        ("", "auto/4", "finds no task of a scheduler"),
        (
            "HQ_TASK_ID=1",
            "auto",
            "HQ_TASK_ID says which share this is, but not of how many: write --shard auto/N",
        ),
        ("JOB_COMPLETION_INDEX=1", "auto", "but not of how many"),
        ("SLURM_ARRAY_TASK_ID=1", "auto", "but not of how many"),
        (gaps, "auto", "has 3 tasks with numbers from 1 to 7"),
        (
            "JOB_COMPLETION_INDEX=4",
            "auto/4",
            "JOB_COMPLETION_INDEX is 4, but 4 shares are numbered from 0 to 3.",
        ),
        (
            "SLURM_ARRAY_TASK_ID=0",
            "auto/4",
            "SLURM_ARRAY_TASK_ID is 0, but 4 shares are numbered from 1 to 4.",
        ),
        ("HQ_TASK_ID=x", "auto/4", "HQ_TASK_ID is \"x\", but must be"),
    ] {
        let line = format!("run e.json --shard {option}");
        let output = run_with(&directory, variables, &line);
        assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""));
        assert!(output.stderr.contains(reason), "{}", output.stderr);
        assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    }
}

#[test]
fn shares_may_have_one_folder_of_models() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(2, &[0]));
    for number in 1..=2 {
        let line = format!("run e.json -o s{number}.json --shard {number}/2 --models m");
        let output = directory.run(&line);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
    }
    assert_eq!(directory.names("m").len(), 3);
    // Trained anew, one share leaves the models of the other.
    let again = directory.run("run e.json -o s1.json --shard 1/2 --models m --force");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert_eq!(directory.names("m").len(), 3);
}
