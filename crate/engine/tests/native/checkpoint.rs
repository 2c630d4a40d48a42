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
fn a_run_that_overflows_goes_on_as_if_it_had_never_stopped() {
    // At this rate second moments become infinite, then weights NaN, and one step later the loss.
    let experiment = experiment(json!({
        "recipe": { "learningRate": 10.0, "weightDecay": 1.0, "steps": 400, "warmUp": 0.0 }
    }));
    let engine = Engine::cpu();
    let whole = finish(&mut Cohort::new(&experiment, &[0, 3], &engine).unwrap());
    let last = whole.iter().map(|outcome| outcome.steps).max().unwrap();
    let mut not_finite = 0;
    for stop in 0..=last + 1 {
        let files = files(&experiment, &[0, 3], stop);
        not_finite += files
            .iter()
            .filter(|file| metadata(file)["past"]["end"].is_null() && has_infinity(file))
            .count();
        let files: Vec<_> = files.into_iter().map(Some).collect();
        let resumed = Cohort::resume_files(&experiment, &[0, 3], &files, &engine).unwrap();
        assert!(resumed.refused.is_empty(), "{:?}", resumed.refused);
        let [(_, mut cohort)] = <[_; 1]>::try_from(resumed.cohorts).ok().unwrap();
        assert_eq!(finish(&mut cohort), whole, "stopped at {stop}");
    }
    assert!(not_finite > 0, "no run overflowed before it diverged");
}

/// Whether a number in a file is NaN or infinite.
fn has_infinity(file: &[u8]) -> bool {
    let tensors = safetensors::SafeTensors::deserialize(file).unwrap();
    let is_infinite = |bytes: &[u8]| !f32::from_le_bytes(bytes.try_into().unwrap()).is_finite();
    let tensors = tensors.tensors();
    tensors
        .iter()
        .any(|(_, tensor)| tensor.data().chunks_exact(4).any(is_infinite))
}

#[test]
fn a_damaged_file_costs_its_own_run_only() {
    let experiment = experiment(json!({}));
    let engine = Engine::cpu();
    let whole = finish(&mut Cohort::new(&experiment, &[0, 1, 2, 3], &engine).unwrap());
    let mut files: Vec<_> = files(&experiment, &[0, 1, 2, 3], 9)
        .into_iter()
        .map(Some)
        .collect();
    // Cut off, not a file of ours, and not there.
    files[1].as_mut().unwrap().truncate(700);
    files[2] = Some(b"meow".to_vec());
    files[3] = None;
    let resumed = Cohort::resume_files(&experiment, &[0, 1, 2, 3], &files, &engine).unwrap();
    let refused: Vec<_> = resumed
        .refused
        .iter()
        .map(|run| (run.index, run.error.to_string()))
        .collect();
    assert_eq!([refused[0].0, refused[1].0], [1, 2]);
    for (_, sentence) in &refused {
        assert!(
            sentence.starts_with("This is no checkpoint of ours: "),
            "{sentence}"
        );
    }
    let steps = resumed
        .cohorts
        .iter()
        .map(|(indices, cohort)| (indices.clone(), cohort.step()));
    assert_eq!(
        steps.collect::<Vec<_>>(),
        [(vec![0], 9), (vec![1, 2, 3], 0)]
    );
    for (indices, mut cohort) in resumed.cohorts {
        for (index, outcome) in indices.into_iter().zip(finish(&mut cohort)) {
            // The size of a cohort changes the order of sums, and with it the last bits.
            let (a, b) = (outcome.nmse.unwrap(), whole[index].nmse.unwrap());
            assert!((a / b - 1.0).abs() < 1e-3, "{a} is not {b}");
        }
    }
    let none = Cohort::resume_files(&experiment, &[0, 1], &[None], &engine);
    assert_eq!(none.err(), Some(CohortError::OtherRuns));
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
    // However long a name in the file is, the sentence is not.
    let (header, values) = early[0].split_at(8 + header_length(&early[0]));
    let long = format!(
        "\"{}\":{{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}},",
        "x".repeat(100_000)
    );
    let header = format!("{{{long}{}", std::str::from_utf8(&header[9..]).unwrap());
    let length = (header.len() as u64).to_le_bytes();
    let why = broken(&[&length[..], header.as_bytes(), values].concat());
    assert!(
        why.starts_with("This is no checkpoint of ours: it has a tensor \"xxx"),
        "{why}"
    );
    assert!(why.len() < 2000, "{} bytes", why.len());
}

/// The length of a file's header, which its first eight bytes are.
fn header_length(file: &[u8]) -> usize {
    u64::from_le_bytes(file[..8].try_into().unwrap()) as usize
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
    assert_eq!(
        keys(&about["past"]["end"]["reached"]),
        ["nmse", "standardError", "step"]
    );
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

/// The file with other metadata.
fn with_metadata(file: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut about = metadata(file);
    change(&mut about);
    let end = 8 + header_length(file);
    let mut header: Value = serde_json::from_slice(&file[8..end]).unwrap();
    header["__metadata__"]["headcount-checkpoint"] = Value::String(about.to_string());
    let header = header.to_string();
    let length = (header.len() as u64).to_le_bytes();
    [&length[..], header.as_bytes(), &file[end..]].concat()
}

#[test]
fn a_history_that_no_training_has_is_refused() {
    let engine = Engine::cpu();
    let file = &files(&experiment(json!({})), &[0], 5)[0];
    assert!(Checkpoint::from_bytes(&with_metadata(file, |_| {}), &engine).is_ok());
    let changes: [fn(&mut Value); 6] = [
        |past| past["curve"] = json!([[3, 1.0], [3, 1.0]]),
        |past| past["curve"] = json!([[6, 1.0]]),
        |past| past["curve"] = json!([[0, -1.0]]),
        |past| past["curve"] = (0..2000).map(|step| json!([step, 1.0])).collect(),
        |past| past["end"] = json!({ "diverged": { "step": 6 } }),
        |past| past["end"] = json!({ "reached": { "step": 4, "nmse": -1.0 } }),
    ];
    for change in changes {
        let changed = with_metadata(file, |about| change(&mut about["past"]));
        let error = Checkpoint::from_bytes(&changed, &engine).err().unwrap();
        assert_eq!(
            error.to_string(),
            "This is no checkpoint of ours: its learning curve or its end does not fit its experiment \
             and its step."
        );
    }
}
