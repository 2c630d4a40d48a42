//! `headcount inspect`.

use std::fs;

use serde_json::{Value, json};

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn an_inspection_agrees_with_the_outcome() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    let run = directory.run("run e.json -o o.json --models m");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let files = [1, 2, 3].map(|h| format!("T6-h{h}-n4-N8-seed0.safetensors"));
    let inspect = |name: &str| {
        let output = directory.run(&format!("inspect m/{name} --json"));
        assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
        serde_json::from_str::<Value>(&output.stdout).unwrap()
    };
    for (file, outcome) in files.iter().zip(directory.outcomes("o.json").outcomes) {
        let found = inspect(file);
        let h = outcome.run.architecture.h as usize;
        assert_eq!(found["nmse"], json!(outcome.nmse));
        assert_eq!(found["standardError"], json!(outcome.standard_error));
        assert_eq!(found["run"], json!(outcome.run));
        assert_eq!(found["without"].as_array().unwrap().len(), h);
        let errors = found["withoutStandardErrors"].as_array().unwrap();
        assert!(errors.iter().all(|error| error.as_f64().unwrap() > 0.0));
        assert_eq!(errors.len(), h);
        let matrix = found["specialisation"]["matrix"].as_array().unwrap();
        assert_eq!((matrix.len(), matrix[0].as_array().unwrap().len()), (2, h));
    }
    let text = directory.run(&format!("inspect m/{}", files[2])).stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "max-sum · D = 2 · T6-h3-n4-N8-seed0");
    assert!(lines[1].starts_with("NMSE on 40 validation sequences: "));
    assert!(lines[4].starts_with("  without head 3: "), "{text}");
    assert!(
        lines[1..5].iter().all(|line| line.contains(" ± ")),
        "{text}"
    );
    // The last line is a sentence, the same as in JSON.
    assert_eq!(lines.len(), 2 + 3 + 2 + 2 + 1 + 1, "{text}");
    assert!(
        lines[10].contains("target") && lines[10].ends_with('.'),
        "{text}"
    );
}

#[test]
fn an_inspection_of_a_task_without_targets_has_no_table() {
    let farthest = json!({
        "task": { "kind": "farthest", "d": 4 },
        "grid": { "h": [2], "T": [5], "w": [1, 2] },
        "recipe": { "steps": 2, "batch": 4, "trainSequences": 8, "validationSequences": 8, "curvePoints": 2 },
    });
    let directory = TestDirectory::new().with_json("f.json", &farthest);
    assert_eq!(directory.run("run f.json --models f").code, Some(0));
    let names = ["", "-w2"].map(|w| format!("attention-T5-h2-n2{w}-seed0.safetensors"));
    let mut found = directory.names("f");
    found.sort_by_key(String::len);
    assert_eq!(found, names);
    let text = directory.run(&format!("inspect f/{}", names[1])).stdout;
    assert!(text.contains("mean squared distance") && !text.contains("target"));
    assert!(text.contains("without head 4"), "{text}");
}

#[test]
fn a_file_that_is_not_a_model_is_refused() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    assert_eq!(directory.run("run e.json --models m").code, Some(0));
    let model = fs::read(directory.path("m/T6-h1-n4-N8-seed0.safetensors")).unwrap();
    fs::write(directory.path("cut"), &model[..100]).unwrap();
    let refused = |line: &str, reason: &str| directory.assert_refused(line, reason);
    refused("inspect cut", "cut: This is no model of ours: ");
    refused("inspect e.json", "e.json: This is no model of ours: ");
    refused("inspect nowhere", "Cannot read nowhere");
}

#[test]
fn errors_at_other_lengths_are_measured_where_they_are_asked_for() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    assert_eq!(directory.run("run e.json --models m").code, Some(0));
    let model = "m/T6-h2-n4-N8-seed0.safetensors";
    let json = directory
        .run(&format!("inspect {model} --lengths 12,9 --json"))
        .stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    let lengths = json["lengths"].as_array().unwrap();
    let all: Vec<&Value> = lengths.iter().map(|of| &of["T"]).collect();
    assert_eq!(all, [6, 9, 12]);
    assert_eq!(lengths[0]["nmse"], json["nmse"]);
    assert!(lengths[2]["standardError"].as_f64().unwrap() > 0.0);
    assert!(lengths[2]["largestShare"].as_f64().unwrap() > 1.0 / 12.0);
    let text = directory
        .run(&format!("inspect {model} --lengths 12"))
        .stdout;
    assert!(text.contains("\n  T = 12: "), "{text}");
    assert!(
        text.contains("\nTrained on lists of 6, 2 heads, which are enough for 2 targets, err ")
    );
    let without = directory.run(&format!("inspect {model} --json")).stdout;
    assert!(!without.contains("lengths"));
    directory.assert_refused(
        &format!("inspect {model} --lengths 0"),
        "--lengths is \"0\", but must be a whole number from 1 to 1024.",
    );
}
