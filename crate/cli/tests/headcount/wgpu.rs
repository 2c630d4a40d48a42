//! `headcount run --device wgpu`, of a binary built with GPU support: it trains what the CPU trains, to
//! the tolerance that `crate/worker/tests` has for WebGPU. `npm test -- gpu` runs it on lavapipe.

use serde_json::{Value, json};

use crate::test_directory::{TestDirectory, experiment};

/// How much an NMSE may differ: GPUs round differently, and AdamW turns rounding into steps.
const TOLERANCE: f64 = 5e-3;

/// The errors of all runs, trained on a device.
fn errors(directory: &TestDirectory, device: &str) -> Vec<f64> {
    let output = directory.run(&format!("run e.json --device {device} -o {device}.json"));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let outcomes = directory.outcomes(&format!("{device}.json"));
    let is_gpu = outcomes.engine.starts_with("WebGPU · ");
    assert_eq!(is_gpu, device == "wgpu", "{}", outcomes.engine);
    let nmse = outcomes.outcomes.iter().map(|outcome| outcome.nmse);
    nmse.collect::<Option<_>>().expect("every run is finished")
}

fn assert_trains_alike(experiment: &Value) {
    let directory = TestDirectory::new().with_json("e.json", experiment);
    let (cpu, gpu) = (errors(&directory, "cpu"), errors(&directory, "wgpu"));
    assert_eq!(cpu.len(), gpu.len());
    for (cpu, gpu) in cpu.iter().zip(&gpu) {
        assert!((gpu / cpu - 1.0).abs() < TOLERANCE, "{gpu} is not {cpu}");
    }
}

#[test]
fn what_our_shaders_train_agrees_with_the_cpu() {
    assert_trains_alike(&experiment(20, &[0, 1]));
}

#[test]
fn what_burn_trains_agrees_with_the_cpu() {
    assert_trains_alike(&json!({
        "task": { "kind": "farthest", "d": 4 },
        "grid": { "h": [1, 2], "T": [4] },
        "recipe": { "steps": 5, "batch": 4, "trainSequences": 8, "validationSequences": 10 },
    }));
}
