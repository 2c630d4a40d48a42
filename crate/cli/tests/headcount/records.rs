//! What `headcount run` writes besides outcomes: `--log`, and the provenance beside an outcome file.

use std::fs;

use serde_json::Value;

use crate::test_directory::{TestDirectory, engine_name, experiment};

/// The lines of a log.
fn log_lines(directory: &TestDirectory, name: &str) -> Vec<Value> {
    let text = directory.text(name);
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The sessions in a provenance file.
fn sessions(directory: &TestDirectory, name: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(&directory.text(name)).unwrap();
    assert_eq!(document["version"], 1);
    document["sessions"].as_array().unwrap().clone()
}

#[test]
fn a_log_has_every_point_and_the_end_of_every_run() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(40, &[0, 1]));
    let output = directory.run("run e.json -o o.json --log l.jsonl --jobs 2");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let lines = log_lines(&directory, "l.jsonl");
    assert_eq!(
        (&lines[0]["event"], &lines[0]["pending"], &lines[0]["jobs"]),
        (&"begin".into(), &6.into(), &2.into())
    );
    // The longest runs are begun first.
    let started = lines.iter().filter(|line| line["event"] == "start");
    let started: Vec<_> = started
        .map(|line| line["run"].as_str().unwrap()[3..5].to_string())
        .collect();
    assert_eq!(started, ["h3", "h3", "h2", "h2", "h1", "h1"]);
    for outcome in directory.outcomes("o.json").outcomes {
        let name = outcome.run.name();
        let of = |event: &str| {
            let of_run = lines.iter().filter(|line| line["run"] == name.as_str());
            let of_run = of_run.filter(|line| line["event"] == event);
            of_run.collect::<Vec<_>>()
        };
        let point = |line: &&Value| {
            let step = line["step"].as_u64().unwrap() as u32;
            lab::CurvePoint(step, line["nmse"].as_f64().unwrap())
        };
        let points: Vec<_> = of("point").iter().map(point).collect();
        assert_eq!(points, outcome.curve);
        let end = of("end");
        assert_eq!(end.len(), 1);
        assert_eq!(end[0]["nmse"].as_f64(), outcome.nmse);
        assert_eq!(end[0]["stopped"], "finished");
        assert!(end[0]["seconds"].as_f64().unwrap() >= 0.0);
    }
    let is_utc = |line: &Value| line["time"].as_str().unwrap().ends_with('Z');
    assert!(lines.iter().all(is_utc));

    // It is not overwritten unasked, and a resumed training goes on with it.
    directory.assert_refused(
        "run e.json -o new.json --log l.jsonl",
        "l.jsonl is there already: --resume appends to it, --force overwrites it.",
    );
    let again = directory.run("run e.json -o o.json --log l.jsonl --resume");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    let longer = log_lines(&directory, "l.jsonl");
    assert_eq!(longer.len(), lines.len() + 1);
    assert_eq!(longer[lines.len()]["pending"], 0);
    directory.assert_refused(
        "run e.json -o new.json --log nowhere/l.jsonl",
        "Cannot write nowhere/l.jsonl",
    );
}

#[test]
fn a_resumed_training_appends_to_nothing_but_a_log() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    fs::write(directory.path("notes.txt"), "no newline").unwrap();
    for name in ["e.json", "o.json", "o.provenance.json", "notes.txt"] {
        let before = directory.text(name);
        directory.assert_refused(
            &format!("run e.json -o o.json --resume --log {name}"),
            &format!("{name} is not the log of a training, so nothing is appended to it"),
        );
        assert_eq!(directory.text(name), before);
    }
    // One that is there and empty becomes a log.
    fs::write(directory.path("l.jsonl"), "").unwrap();
    for lines in 1..=2 {
        let again = directory.run("run e.json -o o.json --resume --log l.jsonl");
        assert_eq!(again.code, Some(0), "{}", again.stderr);
        assert_eq!(log_lines(&directory, "l.jsonl").len(), lines);
    }
}

#[test]
fn provenance_says_which_program_and_machine_and_when() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    let output = directory.run("run e.json -o o.json --jobs 2");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let first = sessions(&directory, "o.provenance.json");
    assert_eq!(first.len(), 1);
    let session = &first[0];
    assert_eq!(session["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(session["engine"], engine_name());
    assert_eq!(session["jobs"], 2);
    assert_eq!(session["shard"], Value::Null);
    assert_eq!(session["instructionSet"][0], std::env::consts::ARCH);
    assert_eq!(session["runs"].as_array().unwrap().len(), 3);
    let time = |name: &str| session[name].as_str().unwrap().to_string();
    assert!(time("started") <= time("ended"));
    // Nothing of it is in the outcome.
    let outcome: Value = serde_json::from_str(&directory.text("o.json")).unwrap();
    let mut fields: Vec<_> = outcome.as_object().unwrap().keys().collect();
    fields.sort();
    let expected = ["engine", "experiment", "outcomes", "summary", "version"];
    assert_eq!(fields, expected);

    // A training that goes on adds a session; one that finds nothing to do adds none.
    let part = directory.text("o.json");
    let mut part: Value = serde_json::from_str(&part).unwrap();
    part["outcomes"].as_array_mut().unwrap().truncate(2);
    let directory = directory.with_json("o.json", &part);
    for _ in 0..2 {
        assert_eq!(directory.run("run e.json -o o.json --resume").code, Some(0));
        let both = sessions(&directory, "o.provenance.json");
        assert_eq!(both.len(), 2);
        assert_eq!(both[0], first[0]);
        assert_eq!(both[1]["runs"][0]["name"], "T6-h3-n4-N8-seed0");
    }
}

#[test]
fn merged_outcomes_have_the_provenance_of_every_part() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    for number in 1..=2 {
        let line = format!("run e.json -o s{number}.json --shard {number}/2");
        assert_eq!(directory.run(&line).code, Some(0));
    }
    // As a shell gives them for s*.json.
    let files = "s1.json s1.provenance.json s2.json s2.provenance.json";
    for _ in 0..2 {
        let merged = directory.run(&format!("merge {files} -o o.json"));
        assert_eq!(merged.code, Some(0), "{}", merged.stderr);
        let sessions = sessions(&directory, "o.provenance.json");
        let mut shards: Vec<_> = sessions.iter().map(|s| s["shard"].as_str()).collect();
        shards.sort();
        assert_eq!(shards, [Some("1/2"), Some("2/2")]);
    }
    directory.assert_refused(
        "merge s1.provenance.json -o new.json",
        "There is nothing to merge.",
    );
}

#[test]
fn a_file_that_is_no_provenance_is_left_alone() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    fs::write(directory.path("o.provenance.json"), "my notes").unwrap();
    let reason = "o.provenance.json is not the provenance of outcomes, whose name it has";
    directory.assert_refused("run e.json -o o.json", reason);
    directory.assert_refused("run e.json -o o.json --resume", reason);
    assert_eq!(directory.text("o.provenance.json"), "my notes");
    assert_eq!(directory.run("run e.json -o o.json --force").code, Some(0));
    assert_eq!(sessions(&directory, "o.provenance.json").len(), 1);
}
