//! Runs that diverge: each is marked at its step, and the other runs of its cohort are what they
//! would be without it, to the last bit.

use engine::{Cohort, Engine};
use lab::{Experiment, Outcome, Stopped};

/// Three runs of different widths, one cohort.
const THREE: &str = r#"{
    "task": { "D": 2, "d": 3 },
    "grid": { "h": [1, 3, 2], "T": [6], "N": [8], "n": 4 },
    "recipe": { "steps": 9, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 3 }
}"#;

/// The step at which a run is spoiled.
const STEP: u32 = 4;

/// Spoils one weight of the middle run in its checkpoint, goes on from there, and compares with the
/// same cohort without the fault. The weight is in front of a ReLU, for max(NaN, 0) is 0 on some GPUs,
/// or right before the prediction.
pub async fn a_run_of_nans_leaves_the_others(engine: &Engine) {
    let experiment = Experiment::from_json(THREE).unwrap();
    let mut cohort = Cohort::new(&experiment, &[0, 1, 2], engine).unwrap();
    while cohort.step() < STEP {
        cohort.advance(STEP - cohort.step()).await.unwrap();
    }
    let mut files = Vec::new();
    for checkpoint in cohort.checkpoints().await.unwrap() {
        files.push(Some(checkpoint.to_bytes(engine).unwrap()));
    }
    let sound = finish(&experiment, &files, engine).await;
    for (tensor, value) in [
        ("weight.embed.hidden.weight", f32::NAN),
        ("weight.readout.out.weight", f32::NAN),
        ("weight.readout.out.bias", f32::INFINITY),
    ] {
        let mut spoiled = files.clone();
        spoil(spoiled[1].as_mut().unwrap(), tensor, value);
        let outcomes = finish(&experiment, &spoiled, engine).await;
        let diverged = &outcomes[1];
        assert_eq!(
            (diverged.stopped, diverged.steps, diverged.nmse),
            (Stopped::Diverged, STEP, None),
            "{value} in {tensor}"
        );
        assert_eq!(diverged.curve, sound[1].curve[..diverged.curve.len()]);
        for other in [0, 2] {
            assert_eq!(outcomes[other], sound[other], "{value} in {tensor}");
        }
    }
}

/// Trains with the largest learning rate that is accepted, until every run has diverged: each is
/// marked at a step of its own, and its curve has numbers only.
pub async fn an_absurd_rate_diverges(engine: &Engine) {
    let mut experiment = Experiment::from_json(THREE).unwrap();
    experiment.recipe.learning_rate = 10.0;
    experiment.recipe.weight_decay = 1.0;
    experiment.recipe.steps = 400;
    let mut cohort = Cohort::new(&experiment, &[0, 1, 2], engine).unwrap();
    while !cohort.is_done() {
        for run in cohort.advance(50).await.unwrap() {
            assert!(run.curve.iter().all(|point| point.1.is_finite()), "{run:?}");
        }
    }
    for outcome in cohort.outcomes().await.unwrap() {
        assert_eq!(
            (outcome.stopped, outcome.nmse),
            (Stopped::Diverged, None),
            "{outcome:?}"
        );
        assert!(outcome.steps > 0 && outcome.steps < 400, "{outcome:?}");
    }
}

/// Goes on from files to the end.
async fn finish(
    experiment: &Experiment,
    files: &[Option<Vec<u8>>],
    engine: &Engine,
) -> Vec<Outcome> {
    let resumed = Cohort::resume_files(experiment, &[0, 1, 2], files, engine).unwrap();
    assert!(resumed.refused.is_empty(), "{:?}", resumed.refused);
    let [(_, mut cohort)] = <[_; 1]>::try_from(resumed.cohorts).ok().unwrap();
    while !cohort.is_done() {
        cohort.advance(3).await.unwrap();
    }
    cohort.outcomes().await.unwrap()
}

/// Overwrites the first number of a tensor in a safetensors file.
pub fn spoil(file: &mut [u8], tensor: &str, value: f32) {
    let header_size = u64::from_le_bytes(file[..8].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&file[8..8 + header_size]).unwrap();
    let offset = header[tensor]["data_offsets"][0].as_u64().unwrap() as usize;
    let place = 8 + header_size + offset;
    file[place..place + 4].copy_from_slice(&value.to_le_bytes());
}
