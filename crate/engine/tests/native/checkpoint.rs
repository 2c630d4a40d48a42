//! A training that was stopped and continues from its checkpoints ends as one that never stopped, to
//! the last bit; a file that is not a checkpoint is refused with a sentence.

use engine::{Checkpoint, Cohort, CohortError, Engine};
use lab::{Experiment, Outcome};
use serde_json::{Value, json};

use crate::now;

/// A small experiment, with `changes` in some of its parts.
fn experiment(changes: Value) -> Experiment {
    let mut given = json!({
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [1, 3], "T": [6], "N": [5], "n": 4 },
        "recipe": { "steps": 23, "batch": 8, "trainSequences": 40, "validationSequences": 60, "curvePoints": 7 },
        "seeds": [3, 9],
    });
    if changes["task"]["kind"] == "farthest" {
        given["task"] = json!({});
        given["grid"] = json!({ "h": [2], "T": [5] });
    }
    for (place, fields) in changes.as_object().unwrap() {
        for (name, value) in fields.as_object().unwrap() {
            given[place][name] = value.clone();
        }
    }
    Experiment::from_value(given).unwrap()
}

fn finish(cohort: &mut Cohort) -> Vec<Outcome> {
    while !cohort.is_done() {
        now(cohort.advance(4)).unwrap();
    }
    now(cohort.outcomes()).unwrap()
}

/// Trains `steps` steps, and writes a file of every run.
fn files(experiment: &Experiment, indices: &[usize], steps: u32) -> Vec<Vec<u8>> {
    let engine = Engine::cpu();
    let mut cohort = Cohort::new(experiment, indices, &engine).unwrap();
    while cohort.step() < steps && !cohort.is_done() {
        now(cohort.advance(steps - cohort.step())).unwrap();
    }
    let checkpoints = now(cohort.checkpoints()).unwrap();
    let bytes = checkpoints.iter().map(|c| c.to_bytes(&engine).unwrap());
    bytes.collect()
}

fn read(files: &[Vec<u8>]) -> Vec<Checkpoint> {
    let engine = Engine::cpu();
    let all = files
        .iter()
        .map(|file| Checkpoint::from_bytes(file, &engine));
    all.collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_training_goes_on_as_if_it_had_never_stopped() {
    let forms = [
        // Fused operations on the CPU, with a new epoch between; then forms that burn trains.
        json!({}),
        json!({ "recipe": { "data": "fresh", "weightDecay": 0.1 } }),
        json!({ "grid": { "L": [2] } }),
        json!({ "task": { "kind": "farthest", "d": 4 } }),
    ];
    for changes in forms {
        let experiment = experiment(changes);
        let engine = Engine::cpu();
        let all: Vec<usize> = (0..lab::runs(&experiment).len()).collect();
        let whole = finish(&mut Cohort::new(&experiment, &all, &engine).unwrap());
        for stop in [0, 1, 5, 13, 23] {
            let files = files(&experiment, &all, stop);
            let checkpoints = read(&files);
            assert!(checkpoints.iter().all(|c| c.step() == stop));
            let mut cohort = Cohort::resume(&experiment, &all, checkpoints, &engine).unwrap();
            assert_eq!(cohort.step(), stop);
            // The first progress repeats the whole curve.
            let progress = now(cohort.advance(0)).unwrap();
            let points = |step: u32| (0..=7).filter(|p| step > 0 && 23 * p <= 7 * step).count();
            for (run, outcome) in progress.iter().zip(&whole) {
                assert_eq!(run.curve, outcome.curve[..run.curve.len()]);
                assert_eq!(run.curve.len(), points(stop), "after {stop} steps");
            }
            assert_eq!(finish(&mut cohort), whole, "stopped at {stop}");
        }
    }
}

#[test]
fn runs_of_a_cohort_may_go_on_apart() {
    let experiment = experiment(json!({}));
    let engine = Engine::cpu();
    let files = files(&experiment, &[0, 1, 2, 3], 9);
    for index in 0..4 {
        let checkpoints = read(&files[index..=index]);
        let alone = Cohort::resume(&experiment, &[index], checkpoints, &engine);
        let alone = finish(&mut alone.unwrap());
        let whole = finish(&mut Cohort::new(&experiment, &[index], &engine).unwrap());
        // The size of a cohort changes the order of sums, and with it the last bits.
        let (a, b) = (alone[0].nmse.unwrap(), whole[0].nmse.unwrap());
        assert!((a / b - 1.0).abs() < 1e-3, "{a} is not {b}");
    }
}

#[test]
fn a_run_that_stopped_early_stays_stopped() {
    // A target that any run reaches; a rate that makes every run diverge.
    for (changes, stopped) in [
        (
            json!({ "recipe": { "target": 0.99, "steps": 200 } }),
            lab::Stopped::Reached,
        ),
        (
            json!({ "recipe": { "learningRate": 10.0, "weightDecay": 1.0, "steps": 400 } }),
            lab::Stopped::Diverged,
        ),
    ] {
        let experiment = experiment(changes);
        let engine = Engine::cpu();
        let whole = finish(&mut Cohort::new(&experiment, &[0, 3], &engine).unwrap());
        if !whole.iter().all(|outcome| outcome.stopped == stopped) {
            panic!("not all {stopped:?}: {whole:?}");
        }
        let files = files(&experiment, &[0, 3], experiment.recipe.steps);
        let mut cohort = Cohort::resume(&experiment, &[0, 3], read(&files), &engine).unwrap();
        assert!(cohort.is_done());
        assert_eq!(finish(&mut cohort), whole);
    }
}

#[test]
fn what_does_not_fit_is_refused_in_a_sentence() {
    let engine = Engine::cpu();
    let ours = experiment(json!({}));
    let message = |result: Result<Cohort, CohortError>| match result {
        Err(error) => error.to_string(),
        Ok(_) => panic!("was accepted"),
    };
    let [early, late] = [3, 5].map(|steps| files(&ours, &[0, 1], steps));
    let other = experiment(json!({ "recipe": { "batch": 10 } }));
    let of_others = Cohort::resume(&other, &[0, 1], read(&early), &engine);
    assert_eq!(
        message(of_others),
        "The checkpoints are of other runs than these."
    );
    let swapped = Cohort::resume(&ours, &[1, 0], read(&early), &engine);
    assert_eq!(
        message(swapped),
        "The checkpoints are of other runs than these."
    );
    let mixed = read(&[early[0].clone(), late[1].clone()]);
    let mixed = Cohort::resume(&ours, &[0, 1], mixed, &engine);
    assert_eq!(
        message(mixed),
        "The checkpoints of a cohort must be of the same step."
    );

    let broken = |bytes: &[u8]| match Checkpoint::from_bytes(bytes, &engine) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("was accepted"),
    };
    assert!(
        broken(b"meow").starts_with("This is no checkpoint of ours: it is not a safetensors file")
    );
    let half = &early[0][..early[0].len() - 8];
    assert!(broken(half).starts_with("This is no checkpoint of ours: "));
    let model = now(now(Cohort::new(&ours, &[0], &engine).unwrap().trained(0))
        .unwrap()
        .to_safetensors());
    let why = broken(&model.unwrap());
    assert_eq!(
        why,
        "This is no checkpoint of ours: its metadata has no \"headcount-checkpoint\"."
    );
}

/// The metadata of a checkpoint file.
fn metadata(file: &[u8]) -> Value {
    let (_, header) = safetensors::SafeTensors::read_metadata(file).unwrap();
    let metadata = header.metadata().as_ref().unwrap();
    serde_json::from_str(&metadata["headcount-checkpoint"]).unwrap()
}

#[test]
fn the_names_in_a_file_never_change() {
    // Files that browsers stored long ago must still be read.
    let experiment = experiment(json!({ "recipe": { "target": 0.99, "steps": 200 } }));
    let file = &files(&experiment, &[0], 200)[0];
    let about = metadata(file);
    let keys = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(
        keys(&about),
        ["experiment", "past", "run", "step", "version"]
    );
    assert_eq!(keys(&about["past"]), ["curve", "end", "loss"]);
    assert_eq!(keys(&about["past"]["end"]), ["reached"]);
    assert_eq!(keys(&about["past"]["end"]["reached"]), ["nmse", "step"]);
    let tensors = safetensors::SafeTensors::deserialize(file).unwrap();
    for group in ["weight", "first", "second", "reached"] {
        let name = format!("{group}.embed.hidden.weight");
        assert_eq!(tensors.tensor(&name).unwrap().shape(), [3, 5]);
    }

    let changes = json!({ "recipe": { "learningRate": 10.0, "weightDecay": 1.0, "steps": 400 } });
    let experiment = self::experiment(changes);
    let about = metadata(&files(&experiment, &[0], 400)[0]);
    assert_eq!(keys(&about["past"]["end"]["diverged"]), ["step"]);
    assert_eq!(
        metadata(&files(&experiment, &[0], 0)[0])["past"]["end"],
        Value::Null
    );
}
