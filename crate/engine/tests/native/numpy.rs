//! The README's numpy reads model files and predicts what the engine predicts. The lines are taken
//! from the README, so that what is documented is what is tested.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::now;
use crate::trained::train;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

/// Prints what the README's functions predict for the sequences in x.json.
const ASK: &str = r#"
about, weights = load("model.safetensors")
x = np.array(json.load(open("x.json")), dtype=np.float64)
print(json.dumps(np.asarray(predict(about, weights, x)).reshape(len(x), -1).tolist()))
"#;

/// Whether numpy can be asked. Where it cannot, that is said past the test's captured output: this
/// is the only test that needs something beyond Rust, and nobody should think that it ran.
fn there_is_numpy() -> bool {
    let asked = Command::new("python3")
        .args(["-c", "import numpy"])
        .output();
    let there = asked.is_ok_and(|said| said.status.success());
    if !there {
        let _ = writeln!(
            std::io::stderr(),
            "\nSKIPPED: the README's numpy was not tested, because python3 with numpy is not here."
        );
    }
    there
}

fn snippet() -> String {
    let readme = std::fs::read_to_string(README).unwrap();
    let (_, code) = readme.split_once("```python\n").expect("python in README");
    let (code, rest) = code.split_once("```").unwrap();
    assert!(!rest.contains("```python"), "more python, and untested");
    code.into()
}

fn ask_numpy(folder: &Folder) -> Vec<Vec<f64>> {
    let mut python = Command::new("python3")
        .arg("-")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let program = snippet() + ASK;
    let mut stdin = python.stdin.take().unwrap();
    stdin.write_all(program.as_bytes()).unwrap();
    drop(stdin);
    let said = python.wait_with_output().unwrap();
    assert!(said.status.success(), "its own words stand above");
    serde_json::from_slice(&said.stdout).unwrap()
}

fn agrees(experiment: Value) {
    let what = experiment.to_string();
    let (mut cohort, _) = train(experiment);
    // The last run of each cohort is the one that is padded.
    let place = cohort.model().shape.runs - 1;
    let trained = now(cohort.trained(place)).unwrap();
    let looks: Vec<_> = (0..3)
        .map(|index| now(trained.look_at_random(index)).unwrap())
        .collect();
    let tokens: Vec<_> = looks.iter().map(|look| &look.tokens).collect();
    let folder = Folder::new("numpy").with("x.json", &json!(tokens));
    let file = now(trained.to_safetensors()).unwrap();
    std::fs::write(folder.path().join("model.safetensors"), file).unwrap();
    let found = ask_numpy(&folder);
    for (look, found) in looks.iter().zip(found) {
        assert_eq!(look.prediction.len(), found.len(), "{what}");
        for (ours, numpys) in look.prediction.iter().zip(found) {
            let off = (f64::from(*ours) - numpys).abs();
            assert!(off < 1e-4, "{what}: {ours} is not {numpys}");
        }
    }
}

#[test]
fn numpy_predicts_the_same_by_the_readme() {
    if !there_is_numpy() {
        return;
    }
    let recipe = json!({ "steps": 20, "batch": 8, "trainSequences": 20, "validationSequences": 10, "curvePoints": 1 });
    agrees(json!({
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [3, 2], "T": [6], "N": [8, 5], "n": 4 },
        "recipe": recipe,
    }));
    for task in [
        json!({ "kind": "farthest", "d": 6 }),
        json!({ "kind": "nearest", "d": 6, "queries": "self" }),
        json!({ "kind": "nearest", "d": 6, "queries": "separate" }),
    ] {
        let grid = json!({ "h": [2], "T": [5], "w": [2] });
        agrees(json!({ "task": task, "grid": grid, "recipe": recipe }));
    }
}
