//! `headcount run` with an output file that exists: `--resume` and `--force`.

use std::fs;

use serde_json::{Value, json};

use crate::test_directory::{TestDirectory, engine_name, experiment};

#[test]
fn outcomes_of_another_instruction_set_are_resumed() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    let resume = "run e.json -o o.json --resume";
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    let whole = directory.text("o.json");
    // As versions that named no instruction set wrote it.
    let earlier = whole.replacen(&engine_name(), "CPU · SIMD · native", 1);
    fs::write(directory.path("o.json"), &earlier).unwrap();
    // Nothing is trained, so the file stays as it is.
    assert_eq!(directory.run(resume).code, Some(0));
    assert_eq!(directory.text("o.json"), earlier);

    let mut part: Value = serde_json::from_str(&earlier).unwrap();
    let outcomes = part["outcomes"].as_array_mut().unwrap();
    outcomes.truncate(2);
    let directory = directory.with_json("o.json", &part);
    assert_eq!(directory.run(resume).code, Some(0));
    // The same numbers, and the name of both engines.
    assert_eq!(directory.text("o.json"), earlier);

    // Of a file without a finished run nothing is kept.
    part["outcomes"] = json!([]);
    let directory = directory.with_json("o.json", &part);
    assert_eq!(directory.run(resume).code, Some(0));
    assert_eq!(directory.text("o.json"), whole);
}

#[test]
fn only_outcomes_of_the_same_experiment_and_engine_are_resumed() {
    let directory = TestDirectory::new()
        .with_json("e.json", &experiment(6, &[0]))
        .with_json("longer.json", &experiment(7, &[0]))
        .with_json("farthest.json", &json!({ "task": { "kind": "farthest" } }));
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    let before = directory.text("o.json");

    let refused = |line: &str, reason: &str| directory.assert_refused(line, reason);
    let resume = "-o o.json --resume";
    refused(
        &format!("run longer.json {resume}"),
        "recipe.steps is 7 here, but 6 there",
    );
    refused(
        &format!("run farthest.json {resume}"),
        "task.kind is \"farthest\" here, but \"max-sum\" there",
    );
    refused("run e.json -o o.json", "--resume keeps");
    refused("run e.json -o o.json", "--force overwrites");
    refused("run e.json -o e.json --resume", "e.json holds no outcomes");
    refused(
        "run e.json -o nowhere/o.json",
        "Cannot write nowhere/o.json",
    );
    assert_eq!(directory.text("o.json"), before);

    let other = before.replacen("· native", "· elsewhere", 1);
    fs::write(directory.path("o.json"), other).unwrap();
    refused(&format!("run e.json {resume}"), "another engine");
    assert_eq!(directory.run("run e.json -o o.json --force").code, Some(0));
    assert_eq!(directory.text("o.json"), before);
    // Without an output file, --resume trains every run.
    assert_eq!(
        directory.run("run e.json -o new.json --resume").code,
        Some(0)
    );
    assert_eq!(directory.text("new.json"), before);
    assert_eq!(directory.run("run e.json").stdout, before);
}
