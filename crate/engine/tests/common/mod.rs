//! Checks that native and browser tests share: the CPU natively, the CPU in wasm and WebGPU are all
//! tested against the same numbers.

pub mod divergence;
mod golden;

#[cfg(feature = "webgpu")]
use engine::ComputePath;
use engine::{Checkpoint, Cohort, Engine, Trained};
use lab::Experiment;

#[cfg(feature = "webgpu")]
use golden::assert_close;
pub use golden::{Tolerance, matches_numpy};

/// A tiny experiment, and the NMSE its two runs end with natively: one set of numbers that the
/// CPU natively, the CPU in wasm and WebGPU all must reach.
const TINY: &str = r#"{
    "task": { "D": 2, "d": 2 },
    "grid": { "h": [1, 2], "T": [4], "N": [6], "n": 3 },
    "recipe": { "steps": 6, "batch": 4, "trainSequences": 8, "validationSequences": 10, "curvePoints": 2 }
}"#;
const RECORDED: [f64; 2] = [1.11974, 1.06387];

/// Trains the tiny experiment as one cohort: data, batches, schedule, padding and reporting.
pub async fn trains_as_recorded(engine: &Engine, tolerance: f64) {
    let experiment = Experiment::from_json(TINY).unwrap();
    let mut cohort = Cohort::new(&experiment, &[0, 1], engine).unwrap();
    let mut points = 0;
    while !cohort.is_done() {
        let progress = cohort.advance(4).await.unwrap();
        points += progress[1].curve.len();
        assert!(progress.iter().all(|run| run.loss.is_finite()));
    }
    assert_eq!((cohort.step(), points), (6, 3));
    for (outcome, recorded) in cohort.outcomes().await.unwrap().iter().zip(RECORDED) {
        let nmse = outcome.nmse.expect("a number");
        assert!(
            (nmse / recorded - 1.0).abs() <= tolerance,
            "{nmse} is not {recorded}"
        );
    }
}

/// One head alone, without a wider run beside it: burn has computed wrong gradients for it on GPUs.
pub async fn trains_a_single_head(engine: &Engine, tolerance: f64) {
    let experiment = Experiment::from_json(TINY).unwrap();
    let mut cohort = Cohort::new(&experiment, &[0], engine).unwrap();
    while !cohort.is_done() {
        cohort.advance(6).await.unwrap();
    }
    let nmse = cohort.outcomes().await.unwrap()[0].nmse.unwrap();
    assert!((nmse / RECORDED[0] - 1.0).abs() < tolerance, "{nmse}");
    let trained = cohort.trained(0).await.unwrap();
    let error = trained.error(&[]).await.unwrap();
    assert!((error / nmse - 1.0).abs() < 1e-3, "{error} {nmse}");
}

/// Inspects a run on its own, before any step: on a GPU all of it must be read back without blocking.
pub async fn can_be_inspected(engine: &Engine) {
    let experiment = Experiment::from_json(TINY).unwrap();
    let mut cohort = Cohort::new(&experiment, &[0, 1], engine).unwrap();
    let outcomes = cohort.outcomes().await.unwrap();
    let trained = cohort.trained(1).await.unwrap();
    let look = trained.look_at_random(0, &[]).await.unwrap();
    for head in &look.attention {
        assert!((head[0].iter().sum::<f32>() - 1.0).abs() < 1e-4, "{look:?}");
    }
    let error = trained.error(&[]).await.unwrap();
    let expected = outcomes[1].nmse.unwrap();
    assert!((error / expected - 1.0).abs() < 1e-3, "{error} {expected}");
    assert_ne!(trained.error(&[0]).await.unwrap(), error);
    let found = trained.specialisation().await.unwrap().unwrap();
    assert_eq!((found.matrix.len(), found.matrix[0].len()), (2, 2));
    let file = trained.to_safetensors().await.unwrap();
    let again = Trained::from_safetensors(&file, engine).unwrap();
    assert_eq!(
        again.weights().await.unwrap(),
        trained.weights().await.unwrap()
    );
    let [ours, again] = [
        trained.predictions(5, &[]).await,
        again.predictions(5, &[]).await,
    ];
    assert_eq!(ours.unwrap(), again.unwrap());
}

/// A tiny training of every form that burn's operations train, and the NMSE it ends with natively.
/// One head each where paper 1 allows it: see [`trains_a_single_head`].
const FORMS: [(&str, f64); 4] = [
    (
        r#"{
            "task": { "D": 2, "d": 2 }, "grid": { "h": [1], "T": [4], "N": [6], "n": 3, "L": [2] },
            "recipe": { "steps": 3, "batch": 4, "trainSequences": 8, "validationSequences": 10 }
        }"#,
        1.17544,
    ),
    (
        r#"{
            "task": { "D": 2, "d": 2 }, "grid": { "form": "memoriser", "T": [3], "N": [5] },
            "recipe": { "steps": 3, "batch": 4, "trainSequences": 8, "validationSequences": 10 }
        }"#,
        1.00706,
    ),
    (
        r#"{
            "task": { "kind": "farthest", "d": 4 }, "grid": { "h": [2], "T": [4], "w": [2] },
            "recipe": { "steps": 3, "batch": 4, "trainSequences": 8, "validationSequences": 10 }
        }"#,
        1.06384,
    ),
    (
        r#"{
            "task": { "kind": "nearest", "d": 4, "queries": "separate" },
            "grid": { "form": "encoder", "h": [2], "T": [4], "N": [5], "L": [2] },
            "recipe": { "steps": 3, "batch": 4, "trainSequences": 8, "validationSequences": 10 }
        }"#,
        1.53392,
    ),
];

/// Trains every form a few steps.
pub async fn trains_every_form(engine: &Engine, tolerance: f64) {
    let mut trained = Vec::new();
    for (text, recorded) in FORMS {
        let experiment = Experiment::from_json(text).unwrap();
        trained.push(experiment.grid.family.form().name());
        let mut cohort = Cohort::new(&experiment, &[0], engine).unwrap();
        cohort.advance(3).await.unwrap();
        let nmse = cohort.outcomes().await.unwrap()[0].nmse.unwrap();
        assert!(
            (nmse / recorded - 1.0).abs() <= tolerance,
            "{nmse} is not {recorded}: {text}"
        );
    }
    for (_, form) in lab::kinds_and_forms() {
        assert!(trained.contains(&form), "FORMS has no {form}");
    }
}

/// The same experiment on the same device gives the same bits: every sum has a fixed order.
pub async fn trains_the_same_twice(engine: &Engine) {
    let experiment = Experiment::from_json(TINY).unwrap();
    let mut outcomes = Vec::new();
    for _ in 0..2 {
        let mut cohort = Cohort::new(&experiment, &[0, 1], engine).unwrap();
        while !cohort.is_done() {
            cohort.advance(4).await.unwrap();
        }
        outcomes.push(cohort.outcomes().await.unwrap());
    }
    assert_eq!(outcomes[0], outcomes[1]);
}

/// Stops in the middle, writes checkpoints, and continues from them: it ends as if it had not
/// stopped. It stops behind the first epoch, so that the sequences of a later epoch are uploaded.
pub async fn resumes_from_checkpoints(engine: &Engine) {
    let experiment = Experiment::from_json(TINY).unwrap();
    let mut whole = Cohort::new(&experiment, &[0, 1], engine).unwrap();
    while whole.step() < 3 {
        whole.advance(3 - whole.step()).await.unwrap();
    }
    let mut files = Vec::new();
    for checkpoint in whole.checkpoints().await.unwrap() {
        files.push(checkpoint.to_bytes(engine).unwrap());
    }
    let read = |file: &Vec<u8>| Checkpoint::from_bytes(file, engine).unwrap();
    let checkpoints = files.iter().map(read).collect();
    let mut resumed = Cohort::resume(&experiment, &[0, 1], checkpoints, engine).unwrap();
    assert_eq!(resumed.step(), 3);
    let mut outcomes = Vec::new();
    for cohort in [&mut whole, &mut resumed] {
        while !cohort.is_done() {
            cohort.advance(4).await.unwrap();
        }
        outcomes.push(cohort.outcomes().await.unwrap());
    }
    assert_eq!(outcomes[0], outcomes[1]);
}

/// Cohorts that the GPU's shaders must train as burn does: heads, widths and head sizes that
/// differ within a cohort, sequences longer than a tile, tokens of one number, fresh data, decay.
#[cfg(feature = "webgpu")]
const SHADER_CASES: [&str; 3] = [
    r#"{
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [1, 3, 2], "T": [6], "N": [5, 8], "E": 6 },
        "recipe": { "steps": 7, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 3, "weightDecay": 0.1 },
        "seeds": [3, 9]
    }"#,
    r#"{
        "task": { "kind": "min-max" },
        "grid": { "h": [2], "T": [70], "N": [8], "n": 3 },
        "recipe": { "steps": 4, "batch": 4, "trainSequences": 8, "validationSequences": 10, "curvePoints": 2, "data": "fresh" }
    }"#,
    r#"{
        "grid": { "h": [1, 5], "T": [16], "N": [32], "n": 8 },
        "recipe": { "steps": 3, "batch": 4, "trainSequences": 16, "validationSequences": 10, "curvePoints": 1 }
    }"#,
];

/// Trains each both ways, and compares learning curves, losses and weights.
#[cfg(feature = "webgpu")]
pub async fn shaders_match_burn(engine: &Engine, tolerance: f64) {
    for text in SHADER_CASES {
        let experiment = Experiment::from_json(text).unwrap();
        let all: Vec<usize> = (0..lab::runs(&experiment).len()).collect();
        let mut shaders = Cohort::new(&experiment, &all, engine).unwrap();
        let mut burn = Cohort::reference(&experiment, &all, engine).unwrap();
        assert_eq!(
            [shaders.path(), burn.path()],
            [ComputePath::Fused, ComputePath::Reference]
        );
        while !burn.is_done() {
            let [ours, theirs] = [
                shaders.advance(3).await.unwrap(),
                burn.advance(3).await.unwrap(),
            ];
            for (ours, theirs) in ours.iter().zip(&theirs) {
                assert_close("loss", &[ours.loss as f32], &[theirs.loss], tolerance);
                assert_eq!(ours.curve.len(), theirs.curve.len());
                for (a, b) in ours.curve.iter().zip(&theirs.curve) {
                    assert_close("curve", &[a.1 as f32], &[b.1], tolerance);
                }
            }
        }
        for (place, run) in lab::runs(&experiment).iter().enumerate() {
            let ours = shaders.trained(place).await.unwrap();
            let theirs = burn.trained(place).await.unwrap();
            let [ours, theirs] = [
                ours.weights().await.unwrap(),
                theirs.weights().await.unwrap(),
            ];
            for ((name, ours), (_, theirs)) in ours.iter().zip(&theirs) {
                let theirs: Vec<f64> = theirs.values.iter().map(|x| f64::from(*x)).collect();
                // AdamW turns a gradient that is all rounding into a step of full size; such
                // weights may differ by a few steps.
                assert_close(&format!("{name} of {run:?}"), &ours.values, &theirs, 0.05);
            }
        }
        let [ours, theirs] = [
            shaders.outcomes().await.unwrap(),
            burn.outcomes().await.unwrap(),
        ];
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_close(
                "outcome",
                &[ours.nmse.unwrap() as f32],
                &[theirs.nmse.unwrap()],
                tolerance,
            );
        }
    }
}
