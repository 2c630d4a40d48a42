//! `headcount run --models`.

use std::fs;

use serde_json::json;

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn models_are_written_and_kept() {
    let directory = TestDirectory::new()
        .with_json("e.json", &experiment(6, &[0]))
        .with_json("longer.json", &experiment(7, &[0]));
    let run = "run e.json -o o.json --models m";
    let output = directory.run(run);
    assert_eq!(
        (output.code, output.stdout.as_str()),
        (Some(0), ""),
        "{}",
        output.stderr
    );
    let files = [1, 2, 3].map(|h| format!("T6-h{h}-n4-N8-seed0.safetensors"));
    assert_eq!(directory.names("m"), files);
    let bytes = |h: usize| fs::read(directory.path("m").join(&files[h - 1])).unwrap();
    let (outcomes, second) = (directory.text("o.json"), bytes(2));

    // A missing model file is written again, with the same bytes, and the user is told.
    fs::remove_file(directory.path("m").join(&files[1])).unwrap();
    let output = directory.run(&format!("{run} --resume"));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let (progress, messages) = output.progress_and_messages();
    let told = "A finished run has no model file yet: it is trained again.";
    assert_eq!((progress.len(), messages), (1, vec![told]));
    assert_eq!(
        (bytes(2), directory.text("o.json")),
        (second, outcomes.clone())
    );
    let output = directory.run(&format!("{run} --resume"));
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));

    // An existing model file is neither overwritten without --force nor kept for another experiment.
    let refused = |line: &str, reason: &str| directory.assert_refused(line, reason);
    refused("run e.json -o new.json --models m", "is there already");
    refused(
        "run longer.json -o new.json --models m --resume",
        "another experiment: recipe.steps is 7 here, but 6 there.",
    );
    refused(
        "run e.json -o n.json --models e.json",
        "Cannot write models",
    );
    assert_eq!(directory.run(&format!("{run} --force")).code, Some(0));
    assert_eq!(directory.text("o.json"), outcomes);

    // A file that is not a model is refused too, and not overwritten.
    fs::write(directory.path("m").join(&files[0]), "something").unwrap();
    refused(
        &format!("{run} --resume"),
        "cannot be kept. This is no model",
    );
}

#[test]
fn a_run_that_diverges_has_no_model_and_the_user_is_told() {
    let mut diverging = experiment(400, &[0]);
    diverging["recipe"]["learningRate"] = json!(10);
    diverging["recipe"]["weightDecay"] = json!(0.9);
    let directory = TestDirectory::new()
        .with_json("e.json", &experiment(6, &[0]))
        .with_json("diverging.json", &diverging);
    assert_eq!(directory.run("run e.json --models m").code, Some(0));
    // --force removes the model files of the earlier training; --resume does not train a diverged
    // run again.
    for option in ["--force", "--resume"] {
        let output = directory.run(&format!("run diverging.json -o o.json --models m {option}"));
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let outcomes = directory.outcomes("o.json").outcomes;
        let diverged = |o: &&lab::Outcome| o.stopped == lab::Stopped::Diverged;
        let count = outcomes.iter().filter(diverged).count();
        assert!(count > 0, "no run diverged at a learning rate of 10");
        let sentence = "diverged, so it has no model file.";
        let (progress, messages) = output.progress_and_messages();
        assert!(messages.iter().all(|line| line.ends_with(sentence)));
        assert_eq!(messages.len(), count);
        let ended_so = progress.iter().filter(|line| line.ends_with(", diverged"));
        // With --resume they are not trained again.
        assert_eq!(
            ended_so.count(),
            if option == "--force" { count } else { 0 }
        );
        assert_eq!(directory.names("m").len(), 3 - count);
    }
}
