//! The documentation's numpy code reads model files and predicts the same as the engine. The code is taken
//! from docs/model-file.md, so that the documentation is tested.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::now;
use crate::trained::train;

const DOCUMENTATION: &str = "../../docs/model-file.md";

/// Prints the predictions of the documented functions for the sequences in x.json.
const PRINT_PREDICTIONS: &str = r#"
about, weights = load("model.safetensors")
x = np.array(json.load(open("x.json")), dtype=np.float64)
print(json.dumps(np.asarray(predict(about, weights, x)).reshape(len(x), -1).tolist()))
"#;

/// Whether numpy is installed. If not, a line says so past the test's captured output: this is the
/// only test that needs something beyond Rust, and it must not seem to have run.
fn has_numpy() -> bool {
    let output = Command::new("python3")
        .args(["-c", "import numpy"])
        .output();
    let is_installed = output.is_ok_and(|output| output.status.success());
    if !is_installed {
        let _ = writeln!(
            std::io::stderr(),
            "\nSKIPPED: the documented numpy was not tested, because python3 with numpy is not here."
        );
    }
    is_installed
}

fn snippet() -> String {
    let text = fs::read_to_string(DOCUMENTATION).unwrap();
    let (_, code) = text
        .split_once("```python\n")
        .expect("python in the documentation");
    let (code, rest) = code.split_once("```").unwrap();
    assert!(!rest.contains("```python"), "more python, and untested");
    code.into()
}

fn predict_with_numpy(folder: &Path) -> Vec<Vec<f64>> {
    let mut python = Command::new("python3")
        .arg("-")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let program = snippet() + PRINT_PREDICTIONS;
    let mut stdin = python.stdin.take().unwrap();
    stdin.write_all(program.as_bytes()).unwrap();
    drop(stdin);
    let output = python.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "python failed, see its error above"
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn agrees(experiment: Value) {
    let what = experiment.to_string();
    let (mut cohort, _) = train(experiment);
    // The last run of each cohort is the one that is padded.
    let place = cohort.model().shape.runs - 1;
    let trained = now(cohort.trained(place)).unwrap();
    let looks: Vec<_> = (0..3)
        .map(|index| now(trained.look_at_random(index, &[])).unwrap())
        .collect();
    let tokens: Vec<_> = looks.iter().map(|look| &look.tokens).collect();
    let folder = tempfile::tempdir().unwrap();
    let model = now(trained.to_safetensors()).unwrap();
    fs::write(folder.path().join("x.json"), json!(tokens).to_string()).unwrap();
    fs::write(folder.path().join("model.safetensors"), model).unwrap();
    let found = predict_with_numpy(folder.path());
    for (look, found) in looks.iter().zip(found) {
        assert_eq!(look.prediction.len(), found.len(), "{what}");
        for (ours, numpys) in look.prediction.iter().zip(found) {
            let off = (f64::from(*ours) - numpys).abs();
            assert!(off < 1e-4, "{what}: {ours} is not {numpys}");
        }
    }
}

#[test]
fn numpy_predicts_the_same_by_the_documentation() {
    if !has_numpy() {
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
