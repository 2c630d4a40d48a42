//! A run without some of its heads equals the run whose output rows of these heads are zero, for
//! every form and every method that takes heads to leave out.

use engine::{Engine, Trained, TrainingError};
use safetensors::SafeTensors;
use serde_json::{Value, json};

use crate::now;
use crate::trained::train;

/// A trained run of two layers or two parallel layers, of each form that has several heads.
fn experiments() -> [(Value, &'static [&'static str]); 4] {
    let recipe = json!({ "steps": 5, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 1 });
    let reader = json!({ "D": 2, "d": 3 });
    let nearest = json!({ "kind": "nearest", "d": 6, "queries": "self" });
    let given = |task: &Value, grid: Value| json!({ "task": task, "grid": grid, "recipe": recipe });
    [
        (
            given(&reader, json!({ "h": [3], "T": [6], "N": [5], "n": 2 })),
            &["output"],
        ),
        (
            given(
                &reader,
                json!({ "h": [3], "T": [6], "N": [5], "n": 2, "L": [2] }),
            ),
            &["layer1.output", "layer2.output"],
        ),
        (
            given(&nearest, json!({ "h": [2], "T": [5], "w": [2] })),
            &["output"],
        ),
        (
            given(
                &nearest,
                json!({ "form": "encoder", "h": [3], "T": [5], "N": [7], "L": [2] }),
            ),
            &["layer1.output.weight", "layer2.output.weight"],
        ),
    ]
}

/// The same run, read from a file in which the rows of `heads` are zero.
fn with_zero_rows(trained: &Trained, outputs: &[&str], heads: &[usize]) -> Trained {
    let mut file = now(trained.to_safetensors()).unwrap();
    let architecture = trained.run().architecture;
    let (per_layer, n) = (
        (architecture.h * architecture.w) as usize,
        architecture.n as usize,
    );
    for head in heads {
        let (layer, head) = (head / per_layer, head % per_layer);
        let tensors = SafeTensors::deserialize(&file).unwrap();
        let tensor = tensors.tensor(outputs[layer]).unwrap();
        assert_eq!(tensor.shape()[0], per_layer * n);
        let row = tensor.shape()[1] * 4; // bytes
        let start = tensor.data().as_ptr() as usize - file.as_ptr() as usize + head * n * row;
        file[start..start + n * row].fill(0);
    }
    Trained::from_safetensors(&file, &Engine::cpu()).unwrap()
}

#[test]
fn a_run_without_heads_is_a_run_whose_output_rows_are_zero() {
    for (experiment, outputs) in experiments() {
        let (mut cohort, _) = train(experiment.clone());
        let trained = now(cohort.trained(0)).unwrap();
        let last = trained.heads() - 1;
        for without in [vec![0], vec![0, last], vec![last, 1], (0..=last).collect()] {
            let silenced = with_zero_rows(&trained, outputs, &without);
            let what = format!("{experiment} without {without:?}");
            let error = now(trained.error(&without)).unwrap();
            assert_eq!(error, now(silenced.error(&[])).unwrap(), "{what}");
            assert_ne!(error, now(trained.error(&[])).unwrap(), "{what}");
            let look = now(trained.look_at_random(3, &without)).unwrap();
            assert_eq!(
                look,
                now(silenced.look_at_random(3, &[])).unwrap(),
                "{what}"
            );
            let by_tokens = now(trained.look_at_tokens(&look.tokens, &without)).unwrap();
            assert_eq!(by_tokens, look, "{what}");
            let flat = now(trained.look_at(&look.tokens.concat(), &without)).unwrap();
            assert_eq!(flat, look, "{what}");
            let predictions = now(trained.predictions(7, &without)).unwrap();
            assert_eq!(
                predictions,
                now(silenced.predictions(7, &[])).unwrap(),
                "{what}"
            );
        }
    }
}

#[test]
fn the_order_and_repetition_of_heads_change_nothing() {
    let [(experiment, _), ..] = experiments();
    let (mut cohort, _) = train(experiment);
    let trained = now(cohort.trained(0)).unwrap();
    let expected = now(trained.error(&[0, 2])).unwrap();
    assert_eq!(now(trained.error(&[2, 0])).unwrap(), expected);
    assert_eq!(now(trained.error(&[0, 2, 0])).unwrap(), expected);
}

#[test]
fn a_head_that_does_not_exist_is_refused_everywhere() {
    let [(experiment, _), ..] = experiments();
    let (mut cohort, _) = train(experiment);
    let trained = now(cohort.trained(0)).unwrap();
    let sequence = now(trained.look_at_random(0, &[])).unwrap().tokens;
    let without = [1, 3];
    let errors = [
        now(trained.error(&without)).err(),
        now(trained.predictions(3, &without)).err(),
        now(trained.look_at_random(0, &without)).err(),
        now(trained.look_at_tokens(&sequence, &without)).err(),
        now(trained.look_at(&sequence.concat(), &without)).err(),
    ];
    for error in errors {
        let error = error.expect("head 4 of 3 was accepted");
        assert!(matches!(
            error,
            TrainingError::NoSuchHead { head: 3, last: 2 }
        ));
        assert_eq!(
            error.to_string(),
            "Head 4 does not exist: heads are counted from 1 to 3."
        );
    }
}
