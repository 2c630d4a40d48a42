//! Trained runs on their own, and their files: against the cohort they come from, and against the
//! definitions of attention, error and specialisation.

use engine::{Cohort, Engine, Trained};
use lab::{Experiment, PlainModel};
use serde_json::{Value, json};

use crate::now;

pub fn train(experiment: Value) -> (Cohort, Vec<f64>) {
    let experiment = Experiment::from_value(experiment).unwrap();
    let all: Vec<usize> = (0..lab::runs(&experiment).len()).collect();
    let mut cohort = Cohort::new(&experiment, &all, &Engine::cpu()).unwrap();
    while !cohort.is_done() {
        now(cohort.advance(100)).unwrap();
    }
    let outcomes = now(cohort.outcomes()).unwrap();
    let errors = outcomes.iter().map(|o| o.nmse.unwrap()).collect();
    (cohort, errors)
}

fn small() -> Value {
    json!({
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [3, 1], "T": [6], "N": [5, 8], "E": 6 },
        "recipe": { "steps": 20, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 1 },
    })
}

#[test]
fn a_run_alone_is_the_run_in_its_cohort() {
    let (mut cohort, errors) = train(small());
    for (place, expected) in errors.iter().enumerate() {
        let trained = now(cohort.trained(place)).unwrap();
        let error = now(trained.error(&[])).unwrap();
        assert!(
            (error / expected - 1.0).abs() < 1e-4,
            "{place}: {error} is not {expected}"
        );
    }
    let error = now(cohort.trained(4)).err().unwrap().to_string();
    assert_eq!(error, "Place 4 does not exist: the cohort has 4 runs.");
}

#[test]
fn a_file_holds_the_whole_run() {
    let engine = Engine::cpu();
    let attention = json!({
        "task": { "kind": "farthest", "d": 6 },
        "grid": { "h": [2], "T": [5], "w": [2] },
        "recipe": { "steps": 5, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 1 },
    });
    for experiment in [small(), attention] {
        let (mut cohort, _) = train(experiment);
        let trained = now(cohort.trained(0)).unwrap();
        let file = now(trained.to_safetensors()).unwrap();
        let again = Trained::from_safetensors(&file, &engine).unwrap();
        assert_eq!(again.run(), trained.run());
        let look = |trained: &Trained| now(trained.look_at_random(7, &[])).unwrap();
        assert_eq!(look(&again), look(&trained));
        assert_eq!(
            now(again.error(&[])).unwrap(),
            now(trained.error(&[])).unwrap()
        );
        // A truncated file is refused with a sentence.
        for broken in [&file[..20], &file[..file.len() - 4], b"{}", &[]] {
            let message = Trained::from_safetensors(broken, &engine)
                .err()
                .unwrap()
                .to_string();
            assert!(
                message.starts_with("This is no model of ours: "),
                "{message}"
            );
        }
    }
}

#[test]
fn attention_adds_up_and_odd_sequences_are_refused() {
    let (mut cohort, _) = train(small());
    let trained = now(cohort.trained(0)).unwrap();
    let look = now(trained.look_at_random(0, &[])).unwrap();
    assert_eq!(
        (look.attention.len(), look.tokens.len(), look.extrema.len()),
        (3, 6, 2)
    );
    for head in &look.attention {
        assert!((head[0].iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
    let flat: Vec<f32> = look.tokens.concat();
    assert_eq!(now(trained.look_at(&flat, &[])).unwrap(), look);
    assert_ne!(
        now(trained.look_at_random(1, &[])).unwrap().tokens,
        look.tokens
    );
    let message = now(trained.look_at(&flat[1..], &[]))
        .err()
        .unwrap()
        .to_string();
    assert!(
        message.contains("17 numbers, but must have 18"),
        "{message}"
    );
    let message = now(trained.error(&[3])).err().unwrap().to_string();
    assert_eq!(
        message,
        "Head 4 does not exist: heads are counted from 1 to 3."
    );
}

#[test]
fn tokens_are_refused_by_place() {
    let (mut cohort, _) = train(small());
    let trained = now(cohort.trained(0)).unwrap();
    let look = now(trained.look_at_random(3, &[])).unwrap();
    assert_eq!(
        now(trained.look_at_tokens(&look.tokens, &[])).unwrap(),
        look
    );
    let refused = |change: &dyn Fn(&mut Vec<Vec<f32>>)| {
        let mut tokens = look.tokens.clone();
        change(&mut tokens);
        let error = now(trained.look_at_tokens(&tokens, &[])).err().unwrap();
        error.to_string()
    };
    assert_eq!(
        refused(&|tokens| drop(tokens.pop())),
        "The sequence has 5 tokens, but must have 6."
    );
    assert_eq!(
        refused(&|tokens| tokens[2].push(0.0)),
        "Token 3 has 4 numbers, but must have 3."
    );
    assert_eq!(
        refused(&|tokens| tokens[4][1] = f32::NAN),
        "Token 5 holds a number that is not finite."
    );
}

#[test]
fn predictions_give_the_error_and_weights_the_parameters() {
    let (mut cohort, errors) = train(small());
    let outcomes = now(cohort.outcomes()).unwrap();
    for (place, outcome) in outcomes.iter().enumerate() {
        let trained = now(cohort.trained(place)).unwrap();
        let found = now(trained.predictions(40, &[])).unwrap();
        let mean = found.targets.iter().sum::<f32>() / 40.0;
        let squares = |of: &dyn Fn(usize) -> f32| (0..40).map(|i| of(i).powi(2)).sum::<f32>();
        let error = squares(&|i| found.targets[i] - found.predictions[i])
            / squares(&|i| found.targets[i] - mean);
        let off = f64::from(error) / errors[place] - 1.0;
        assert!(
            off.abs() < 1e-4,
            "{place}: {error} is not {}",
            errors[place]
        );
        let first = now(trained.predictions(7, &[])).unwrap();
        assert_eq!(first.targets, found.targets[..7]);

        let weights = now(trained.weights()).unwrap();
        let count: usize = weights.iter().map(|(_, weight)| weight.values.len()).sum();
        assert_eq!(count as u64, outcome.parameters);
        for (name, weight) in &weights {
            let [rows, columns] = weight.shape;
            assert_eq!(rows * columns, weight.values.len(), "{name}");
        }
        for count in [0, 41] {
            let message = now(trained.predictions(count, &[]))
                .err()
                .unwrap()
                .to_string();
            assert!(message.contains("must be from 1 to 40"), "{message}");
        }
    }
}

#[test]
fn a_run_that_diverged_cannot_be_inspected() {
    let mut experiment = small();
    experiment["recipe"]["learningRate"] = json!(10);
    experiment["recipe"]["steps"] = json!(400);
    experiment["recipe"]["weightDecay"] = json!(0.9);
    let experiment = Experiment::from_value(experiment).unwrap();
    let mut cohort = Cohort::new(&experiment, &[0, 1], &Engine::cpu()).unwrap();
    while !cohort.is_done() {
        now(cohort.advance(100)).unwrap();
    }
    let outcomes = now(cohort.outcomes()).unwrap();
    let diverged = outcomes.iter().position(|o| o.nmse.is_none());
    let place = diverged.expect("a rate of 10 is too much");
    let message = now(cohort.trained(place)).err().unwrap().to_string();
    assert!(message.starts_with("This run diverged"), "{message}");
}

#[test]
fn with_enough_heads_each_watches_a_feature_of_its_own() {
    let (mut cohort, errors) =
        train(json!({ "task": { "D": 2, "d": 2 }, "grid": { "h": [2, 1] } }));
    let [two, one] = [0, 1].map(|place| now(cohort.trained(place)).unwrap());
    let own = now(two.specialisation()).unwrap().unwrap();
    let shared = now(one.specialisation()).unwrap().unwrap();
    assert!(own.matching.iter().all(Option::is_some));
    assert_eq!(shared.matching.iter().flatten().count(), 1);
    // A matched head pays its feature most of its attention, and the other little.
    assert!(own.score > 0.6, "{own:?}");
    assert!(
        own.score > 1.5 * shared.score,
        "{} and {}",
        own.score,
        shared.score
    );
    // Either head is needed: without it the error is that of guessing, or worse.
    for head in [0, 1] {
        let without = now(two.error(&[head])).unwrap();
        assert!(
            without > 20.0 * errors[0],
            "head {head}: {without} after {}",
            errors[0]
        );
    }
}

#[test]
fn the_plain_model_reads_the_same_file_and_sees_the_same() {
    let recipe = json!({ "steps": 20, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 1 });
    let of = |task: Value, grid: Value| json!({ "task": task, "grid": grid, "recipe": recipe });
    let separate = json!({ "kind": "nearest", "d": 4, "queries": "separate" });
    for experiment in [
        small(),
        of(
            json!({ "kind": "min-max" }),
            json!({ "h": [2], "T": [9], "n": 2 }),
        ),
        of(
            json!({ "kind": "farthest", "d": 6 }),
            json!({ "h": [2], "T": [5], "w": [2] }),
        ),
        of(
            json!({ "kind": "nearest", "d": 4 }),
            json!({ "h": [2], "T": [6] }),
        ),
        of(separate, json!({ "h": [1], "T": [6] })),
        of(json!({}), json!({ "h": [2], "T": [5], "L": [2] })),
        of(
            json!({ "kind": "min-max" }),
            json!({ "h": [3], "T": [4], "n": 2, "L": [2] }),
        ),
    ] {
        let (mut cohort, _) = train(experiment);
        let trained = now(cohort.trained(0)).unwrap();
        let file = now(trained.to_safetensors()).unwrap();
        let plain = PlainModel::from_safetensors(&file).unwrap();
        assert_eq!(plain.run, trained.run());
        // The last head is that of the last layer.
        for without in [vec![], vec![0], vec![trained.heads() - 1]] {
            let ours = now(trained.look_at_random(3, &without)).unwrap();
            let textbook = plain.look_at_random(3, &without).unwrap();
            assert_eq!(ours.tokens, textbook.tokens);
            assert_eq!(ours.extrema, textbook.extrema);
            assert_eq!(ours.target, textbook.target);
            let ours_flat = ours.attention.concat().concat();
            let attention = ours_flat.iter().zip(textbook.attention.concat().concat());
            let close = |(a, b): (&f32, f32)| assert!((a - b).abs() < 2e-5, "{a} is not {b}");
            attention.for_each(close);
            assert_eq!(ours.prediction.len(), textbook.prediction.len());
            let predictions = ours.prediction.iter().zip(textbook.prediction.clone());
            predictions.for_each(close);
        }
    }
    // The memoriser is not covered, and it says so.
    let memoriser = json!({ "form": "memoriser", "h": [1], "T": [4] });
    let (mut cohort, _) = train(of(json!({ "D": 2, "d": 2 }), memoriser));
    let file = now(now(cohort.trained(0)).unwrap().to_safetensors()).unwrap();
    assert_eq!(
        PlainModel::from_safetensors(&file).err(),
        Some(lab::PlainModelError::Form)
    );
}

#[test]
fn at_its_own_length_the_error_is_the_known_one() {
    let (mut cohort, errors) = train(small());
    for (place, expected) in errors.iter().enumerate() {
        let trained = now(cohort.trained(place)).unwrap();
        let own = now(trained.error_at_length(6)).unwrap();
        assert_eq!(own.nmse, now(trained.error(&[])).unwrap());
        assert!((own.nmse / expected - 1.0).abs() < 1e-4);
        assert!(own.standard_error > 0.0);
        let share = own.largest_share.unwrap();
        assert!((1.0 / 6.0..=1.0).contains(&share), "{share}");
    }
}

#[test]
fn at_other_lengths_errors_and_attention_are_those_of_plain_loops() {
    let (mut cohort, _) = train(json!({
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [2], "T": [6], "N": [8], "n": 3 },
        "recipe": { "steps": 60, "batch": 16, "trainSequences": 100, "validationSequences": 40, "curvePoints": 1 },
    }));
    let trained = now(cohort.trained(0)).unwrap();
    let file = now(trained.to_safetensors()).unwrap();
    let mut plain = PlainModel::from_safetensors(&file).unwrap();
    let task = &trained.experiment().task;
    for t in [1, 4, 9, 500] {
        let measured = now(trained.error_at_length(t)).unwrap();
        let set = lab::Dataset::draw(task, lab::Purpose::Validation, t, 0, 40);
        plain.run.T = t;
        let sequences = set.inputs.chunks_exact(3 * t as usize);
        let looks: Vec<lab::Look> = sequences.map(|of| plain.look(of, &[]).unwrap()).collect();
        let predictions: Vec<f32> = looks
            .iter()
            .flat_map(|look| look.prediction.clone())
            .collect();
        let (nmse, error) = (set.nmse(&predictions), set.standard_error(&predictions, 40));
        assert_eq!(measured.T, t);
        assert!(
            (measured.nmse / nmse - 1.0).abs() < 1e-3,
            "T = {t}: {measured:?}, {nmse}"
        );
        assert!(
            (measured.standard_error / error - 1.0).abs() < 1e-3,
            "T = {t}: {measured:?}, {error}"
        );
        let heads = looks.iter().flat_map(|look| &look.attention).flatten();
        let largest = heads.map(|head| head.iter().copied().fold(0.0, f32::max));
        let share = f64::from(largest.sum::<f32>()) / 80.0;
        assert!(
            (measured.largest_share.unwrap() / share - 1.0).abs() < 1e-3,
            "T = {t}: {measured:?}"
        );
    }
}

#[test]
fn every_form_reads_other_lengths_but_the_memoriser() {
    let of = |task: Value, grid: Value| {
        let recipe = json!({ "steps": 3, "batch": 8, "trainSequences": 20, "validationSequences": 30, "curvePoints": 1 });
        let (mut cohort, _) = train(json!({ "task": task, "grid": grid, "recipe": recipe }));
        now(cohort.trained(0)).unwrap()
    };
    let sum = json!({ "D": 2, "d": 3 });
    for (task, grid) in [
        (
            sum.clone(),
            json!({ "h": [2], "T": [6], "N": [8], "n": 3, "L": [2] }),
        ),
        (
            json!({ "kind": "farthest", "d": 4 }),
            json!({ "h": [2], "T": [6] }),
        ),
        (
            json!({ "kind": "farthest", "d": 4 }),
            json!({ "form": "encoder", "h": [2], "T": [6], "N": [8] }),
        ),
        (
            json!({ "kind": "nearest", "d": 4 }),
            json!({ "h": [2], "T": [6] }),
        ),
    ] {
        let trained = of(task.clone(), grid);
        for t in [3, 11] {
            let at = now(trained.error_at_length(t)).unwrap();
            assert!(
                at.nmse.is_finite() && at.standard_error > 0.0,
                "{task}: {at:?}"
            );
            assert_eq!(
                at.largest_share.is_some(),
                trained.experiment().task.dimension().is_some()
            );
        }
    }
    let memoriser = of(
        sum,
        json!({ "form": "memoriser", "h": [1], "T": [6], "N": [8] }),
    );
    assert!(now(memoriser.error_at_length(6)).is_ok());
    let refusal = now(memoriser.error_at_length(7)).unwrap_err().to_string();
    assert_eq!(
        refusal,
        "A memoriser has weights for each position: what was trained on T = 6 reads no other length."
    );
}
