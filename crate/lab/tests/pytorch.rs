//! Runs the PyTorch scripts: wherever there is a python3, with a stand-in for torch that knows only
//! shapes, and where torch is installed (`TORCH_PYTHON` names an interpreter that has it), with torch
//! too. Without python3 the test is skipped. The errors that the scripts reach are not tested here.

use std::path::{Path, PathBuf};
use std::process::Command;

use lab::{Experiment, pytorch};

/// Every kind of task in every form that it has, as small as can be.
const EXPERIMENTS: [(&str, &str); 15] = [
    (
        "reader",
        r#""grid": { "h": [1, 3], "T": [3], "N": [5], "n": 2, "L": [1, 2] }"#,
    ),
    (
        "gaussian",
        r#""task": { "directions": "gaussian", "D": 5, "d": 2 }, "grid": { "h": [2], "T": [3], "E": 5 }"#,
    ),
    (
        "given",
        r#""task": { "directions": [[1, 2, 3], [-1, 0, 0.5]] }, "grid": { "h": [2], "T": [1] }"#,
    ),
    (
        "memoriser",
        r#""task": { "D": 2, "d": 2 }, "grid": { "form": "memoriser", "T": [3], "N": [5] }"#,
    ),
    (
        "min-max",
        r#""task": { "kind": "min-max" }, "grid": { "h": [1, 2], "T": [4] }"#,
    ),
    (
        "min-max-memoriser",
        r#""task": { "kind": "min-max" }, "grid": { "form": "memoriser", "T": [4] }"#,
    ),
    (
        "retrieval",
        r#""task": { "kind": "retrieval", "outer": "product", "feature": "well" }, "grid": { "h": [2], "T": [4, 6] }"#,
    ),
    (
        "retrieval-memoriser",
        r#""task": { "kind": "retrieval" }, "grid": { "form": "memoriser", "T": [4] }"#,
    ),
    (
        "blocks",
        r#""task": { "kind": "retrieval", "subsets": "blocks", "outer": "smooth" }, "grid": { "h": [2], "T": [1, 9] }"#,
    ),
    (
        "random",
        r#""task": { "kind": "retrieval", "subsets": "random", "feature": "log" }, "grid": { "h": [2], "T": [7], "L": [2] }"#,
    ),
    (
        "farthest",
        r#""task": { "kind": "farthest", "d": 4 }, "grid": { "h": [1, 2], "T": [3], "w": [1, 2] }"#,
    ),
    (
        "farthest-encoder",
        r#""task": { "kind": "farthest", "d": 4 }, "grid": { "form": "encoder", "h": [2], "T": [3], "w": [2], "N": [5], "L": [2] }"#,
    ),
    (
        "nearest",
        r#""task": { "kind": "nearest", "d": 4 }, "grid": { "h": [2], "T": [3] }"#,
    ),
    (
        "separate",
        r#""task": { "kind": "nearest", "d": 4, "queries": "separate" }, "grid": { "h": [2], "T": [3] }"#,
    ),
    (
        "separate-encoder",
        r#""task": { "kind": "nearest", "d": 4, "queries": "separate" }, "grid": { "form": "encoder", "h": [2], "T": [3], "N": [5], "L": [1, 2] }"#,
    ),
];

const RECIPE: &str = r#""recipe": { "steps": 5, "batch": 4, "trainSequences": 9, "validationSequences": 7, "curvePoints": 2"#;

/// Writes every script, with fresh data every other time; returns where, and how many runs each has.
fn scripts(folder: &str) -> Vec<(PathBuf, usize)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let write = |(i, (name, parts)): (usize, &(&str, &str))| {
        let data = ["fixed", "fresh"][i % 2];
        let text = format!(r#"{{ {parts}, {RECIPE}, "data": "{data}" }} }}"#);
        let experiment = Experiment::from_json(&text).unwrap();
        // Not `random.py`: that would hide a module of Python's own.
        let path = folder.join(format!("train-{name}.py"));
        std::fs::write(&path, pytorch(&experiment)).unwrap();
        (path, lab::runs(&experiment).len())
    };
    EXPERIMENTS.iter().enumerate().map(write).collect()
}

fn succeeds(python: &str, arguments: &[&str]) -> bool {
    let ran = Command::new(python).args(arguments).output();
    ran.is_ok_and(|output| output.status.success())
}

/// Runs them all in one process, because torch takes seconds to load.
const RUN_ALL: &str =
    "import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path, run_name='__main__')";

/// Runs every script, with `modules` before Python's own, and counts the lines of trained runs.
fn run(python: &str, folder: &str, modules: Option<&Path>) {
    let scripts = scripts(folder);
    let mut command = Command::new(python);
    command.args(["-B", "-c", RUN_ALL]);
    command.args(scripts.iter().map(|(path, _)| path));
    if let Some(modules) = modules {
        command.env("PYTHONPATH", modules);
    }
    let ran = command.output().unwrap();
    let [output, errors] = [ran.stdout, ran.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(ran.status.success(), "{output}\n{errors}");
    let runs: usize = scripts.iter().map(|(_, runs)| runs).sum();
    assert_eq!(output.matches(" seed=").count(), runs, "{output}");
}

#[test]
fn every_kind_of_task_has_a_script_in_every_form() {
    let experiments =
        EXPERIMENTS.map(|(_, parts)| Experiment::from_json(&format!("{{ {parts} }}")));
    for (kind, form) in lab::kinds_and_forms() {
        let is_of =
            |of: &Experiment| of.task.kind() == kind && of.grid.family.form().name() == form;
        let found = experiments.iter().flatten().any(is_of);
        assert!(found, "EXPERIMENTS has no {kind} with form {form}");
    }
}

#[test]
fn every_script_parses_and_its_shapes_match() {
    if !succeeds("python3", &["--version"]) {
        return eprintln!("skipped: there is no python3 to run the PyTorch scripts with");
    }
    let stand_in = std::env::current_dir().unwrap().join("tests/stand-in");
    run("python3", "shapes", Some(&stand_in));
}

#[test]
fn every_script_runs_with_torch_where_it_is_installed() {
    let python = std::env::var("TORCH_PYTHON").unwrap_or("python3".into());
    if !succeeds(&python, &["-c", "import torch"]) {
        return eprintln!("skipped: {python} has no torch");
    }
    run(&python, "torch", None);
}
