//! `headcount merge`: shares of an experiment become the file that one process writes.

use std::fs;

use crate::test_directory::{TestDirectory, engine_name, experiment};

/// A directory with an experiment of six runs, the outcomes of all in `whole.json`, and those of three
/// shares in `s1.json` to `s3.json`.
fn trained_in_shares() -> TestDirectory {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0, 1]));
    for line in [
        "run e.json -o whole.json",
        "run e.json --shard 1/3 -o s1.json --resume",
        "run e.json --shard 2/3 -o s2.json --jobs 1",
        "run e.json --shard 3/3 -o s3.json --jobs 2",
    ] {
        let output = directory.run(line);
        assert_eq!(output.code, Some(0), "{line}: {}", output.stderr);
    }
    directory
}

fn assert_merges(directory: &TestDirectory, line: &str) {
    let output = directory.run(line);
    let printed = (output.stdout.as_str(), output.stderr.as_str());
    assert_eq!((output.code, printed), (Some(0), ("", "")), "{line}");
}

#[test]
fn merged_shares_are_the_file_of_one_process() {
    let directory = trained_in_shares();
    let whole = directory.text("whole.json");
    assert_merges(&directory, "merge s1.json s2.json s3.json -o a.json");
    assert_merges(
        &directory,
        "merge s3.json s1.json s2.json s1.json -o b.json",
    );
    // What the output file holds already is one of the parts.
    fs::copy(directory.path("s2.json"), directory.path("c.json")).unwrap();
    assert_merges(&directory, "merge s1.json s3.json -o c.json");
    for name in ["a.json", "b.json", "c.json"] {
        assert_eq!(directory.text(name), whole, "{name}");
    }
    // More shares than runs: the last ones are empty.
    let empty = directory.run("run e.json --shard 9/9 -o s9.json");
    assert_eq!(empty.code, Some(0), "{}", empty.stderr);
    let told = "Share 9/9 is empty: the experiment has 6 runs.\n";
    assert_eq!(empty.stderr, told);
    assert_merges(&directory, "merge s9.json a.json -o d.json");
    assert_eq!(directory.text("d.json"), whole);
}

#[test]
fn shares_of_two_instruction_sets_are_merged() {
    let directory = trained_in_shares();
    // As versions that named no instruction set wrote it.
    let earlier = |name: &str| {
        let text = directory.text(name);
        text.replacen(&engine_name(), "CPU · SIMD · native", 1)
    };
    fs::write(directory.path("s2.json"), earlier("s2.json")).unwrap();
    let whole = earlier("whole.json");
    for files in ["s1.json s2.json s3.json", "s2.json s3.json s1.json"] {
        assert_merges(&directory, &format!("merge {files} -o o.json --force"));
        assert_eq!(directory.text("o.json"), whole);
    }
}

#[test]
fn what_is_missing_is_listed_with_the_command_that_trains_it() {
    let directory = trained_in_shares();
    let output = directory.run("merge s3.json s1.json -o o.json");
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""));
    let missing = directory.outcomes("s2.json").outcomes;
    let mut expected = format!("{} of 6 runs are missing:\n", missing.len());
    for outcome in &missing {
        expected += &format!("  {}\n", outcome.run.name());
    }
    let command = "headcount run o.json -o o.json --resume";
    expected += &format!("This trains them: {command}\n");
    assert_eq!(output.stderr, expected);
    let there = directory.outcomes("o.json").outcomes.len();
    assert_eq!(there + missing.len(), 6);
    // The command does what is said of it.
    let line = command.strip_prefix("headcount ").unwrap();
    assert_eq!(directory.run(line).code, Some(0));
    assert_eq!(directory.text("o.json"), directory.text("whole.json"));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let directory = trained_in_shares().with_json("longer.json", &experiment(7, &[0, 1]));
    assert_eq!(directory.run("run longer.json -o l.json").code, Some(0));
    let replaced = |name: &str, from: &str, to: &str| {
        let text = directory.text("s1.json");
        assert!(text.contains(from), "{text}");
        fs::write(directory.path(name), text.replacen(from, to, 1)).unwrap();
    };
    replaced("engine.json", "· native", "· elsewhere");
    let nmse = directory.outcomes("s1.json").outcomes[0].nmse.unwrap();
    replaced("bits.json", &format!("\"nmse\":{nmse}"), "\"nmse\":0.5");
    fs::write(directory.path("notes.txt"), "three months of notes").unwrap();
    for (line, reason) in [
        (
            "merge s1.json l.json -o o.json",
            "l.json holds outcomes of another experiment than s1.json: recipe.steps is 6 here, \
             but 7 there.",
        ),
        (
            "merge s2.json engine.json -o o.json",
            "engine.json was computed by another engine than s2.json",
        ),
        (
            "merge s1.json s2.json bits.json -o o.json",
            "s1.json and bits.json hold different outcomes of T6-h",
        ),
        ("merge e.json -o o.json", "e.json holds no outcomes"),
        ("merge s1.json gone.json -o o.json", "Cannot read gone.json"),
        (
            "merge s1.json -o notes.txt",
            "notes.txt holds something else than outcomes",
        ),
        (
            "merge s1.json s2.json s3.json -o l.json",
            "l.json holds outcomes of another experiment: name another file",
        ),
        (
            "merge s1.json s2.json -o bits.json",
            "s1.json and bits.json hold different outcomes",
        ),
    ] {
        directory.assert_refused(line, reason);
    }
    assert_eq!(directory.text("notes.txt"), "three months of notes");
    assert!(!directory.path("o.json").exists());
    assert_merges(
        &directory,
        "merge s1.json s2.json s3.json -o notes.txt --force",
    );
    assert_eq!(directory.text("notes.txt"), directory.text("whole.json"));
}
