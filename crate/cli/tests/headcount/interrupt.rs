//! Ctrl-C during `headcount run`, and the command that it prints to continue.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::test_directory::{CommandOutput, TestDirectory, experiment};

/// Sends Ctrl-C to a running `headcount` and waits for its end.
fn interrupt(child: Child) -> CommandOutput {
    let pid = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(kill.success(), "it had ended before it was stopped");
    child.wait_with_output().unwrap().into()
}

#[test]
fn a_resumed_sweep_ends_as_one_that_was_never_stopped() {
    // Enough steps, and on any machine few enough threads, to be stopped between the first run and
    // the last.
    let directory = TestDirectory::new().with_json("e.json", &experiment(2000, &[0, 1]));
    let mut command = directory.command("run e.json -o part.json --jobs 2");
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !directory.path("part.json").exists() && start.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(1));
    }
    let output = interrupt(child);
    assert_eq!(output.code, Some(130), "{}", output.stderr);
    let (_, messages) = output.progress_and_messages();
    assert!(messages[0].starts_with("Stopped with "), "{messages:?}");
    let resuming = "headcount run e.json -o part.json --jobs 2 --resume\n";
    assert!(output.stderr.ends_with(resuming), "{}", output.stderr);

    let part = directory.outcomes("part.json");
    let stopped: Vec<_> = part.outcomes.iter().map(|o| o.stopped).collect();
    assert!(stopped.contains(&lab::Stopped::Finished));
    assert!(stopped.len() < 6 || stopped.contains(&lab::Stopped::Interrupted));
    if let Some(cut) = part.outcomes.iter().find(|o| o.steps < 2000) {
        assert_eq!(cut.stopped, lab::Stopped::Interrupted);
    }

    let resume = "run e.json -o part.json --resume";
    assert_eq!(directory.run(resume).code, Some(0));
    let whole = directory.run("run e.json -o whole.json");
    assert_eq!((whole.code, whole.stdout.as_str()), (Some(0), ""));
    assert_eq!(directory.text("part.json"), directory.text("whole.json"));
    let names = [
        "e.json",
        "part.json",
        "part.provenance.json",
        "whole.json",
        "whole.provenance.json",
    ];
    assert_eq!(directory.names(""), names);
    // With nothing left to train, --resume succeeds and changes nothing.
    assert_eq!(directory.run(resume).code, Some(0));
    assert_eq!(directory.text("part.json"), directory.text("whole.json"));
}

/// Interrupts `headcount run e.json -o o.json --models <models>` during its first run.
fn interrupt_first_run(directory: &TestDirectory, models: &str) -> CommandOutput {
    let mut command = directory.command("run e.json -o o.json --models");
    let child = command.arg(models).stderr(Stdio::piped()).spawn().unwrap();
    // The directory is created just before the handler of Ctrl-C is installed.
    while !directory.path(models).exists() {
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(500));
    interrupt(child)
}

#[test]
fn an_interrupted_run_has_no_model() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(1_000_000, &[0]));
    let output = interrupt_first_run(&directory, "m");
    assert_eq!(output.code, Some(130), "{}", output.stderr);
    let resuming = "headcount run e.json -o o.json --models m --resume\n";
    assert!(output.stderr.ends_with(resuming), "{}", output.stderr);
    assert!(directory.names("m").is_empty());
}

#[test]
fn the_command_that_continues_is_quoted_for_a_shell() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(1_000_000, &[0]));
    let output = interrupt_first_run(&directory, "my models");
    let resuming = "headcount run e.json -o o.json --models 'my models' --resume\n";
    assert!(output.stderr.ends_with(resuming), "{}", output.stderr);
}
