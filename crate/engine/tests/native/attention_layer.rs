//! Paper 2's attention layer against plain loops in double precision, and its paper's claim that one
//! full-rank head can answer.

use burn::tensor::{Tensor, TensorData};
use engine::{Engine, Model, Weights};
use lab::{Dataset, Experiment, Purpose};
use serde_json::json;

use crate::place_of;

fn numbers(tensor: &Tensor<3>) -> Vec<f64> {
    let data = tensor.clone().inner().into_data();
    data.try_into_vec::<f32>()
        .unwrap()
        .into_iter()
        .map(f64::from)
        .collect()
}

/// `row · matrix`, of a matrix with `columns` columns, for the columns in `part`.
fn apply(row: &[f64], matrix: &[f64], columns: usize, part: std::ops::Range<usize>) -> Vec<f64> {
    part.map(|c| {
        row.iter()
            .enumerate()
            .map(|(r, x)| x * matrix[r * columns + c])
            .sum()
    })
    .collect()
}

#[test]
fn the_layer_is_what_its_formula_says() {
    let engine = Engine::cpu();
    for (task, h, w) in [
        (json!({ "kind": "farthest", "d": 6 }), 1, 1),
        (json!({ "kind": "farthest", "d": 6 }), 3, 2),
        (
            json!({ "kind": "nearest", "d": 6, "queries": "self" }),
            2,
            1,
        ),
        (
            json!({ "kind": "nearest", "d": 6, "queries": "separate" }),
            2,
            3,
        ),
    ] {
        let alone = task["queries"] == "separate";
        let others = task["queries"] == "self";
        let given = json!({ "task": task, "grid": { "h": [h], "T": [5], "w": [w] } });
        let experiment = Experiment::from_value(given).unwrap();
        let runs = lab::runs(&experiment);
        let model = Model::new(&experiment.task, &runs, engine.device());
        let weights = Weights::init(&model, &runs, engine.device());
        let (t, d, n) = (5, 6, 6 / h);
        let set = Dataset::draw(&experiment.task, Purpose::Training, 5, 0, 3);
        let x = TensorData::new(set.inputs.clone(), [1, 3 * t, d]);
        let found = numbers(&model.forward(&weights, Tensor::from_data(x, engine.device())));

        let [query, key, value, output] = ["query", "key", "value", "output"]
            .map(|name| numbers(&weights.tensors[place_of(&model, name)]));
        let mut expected = Vec::new();
        for sequence in set.inputs.chunks_exact(t * d) {
            let token = |i: usize| -> Vec<f64> {
                sequence[i * d..(i + 1) * d]
                    .iter()
                    .map(|x| f64::from(*x))
                    .collect()
            };
            for query_token in if alone { t - 1..t } else { 0..t } {
                let mut answer = vec![0.0; d];
                for layer in 0..w {
                    let mut concat = Vec::new();
                    for head in 0..h {
                        let part = layer * d + head * n..layer * d + (head + 1) * n;
                        let q = apply(&token(query_token), &query, w * d, part.clone());
                        let candidates =
                            (0..t).filter(|s| !((others || alone) && *s == query_token));
                        let (mut total, mut seen) = (0.0, vec![0.0; n]);
                        for s in candidates {
                            let k = apply(&token(s), &key, w * d, part.clone());
                            let dot: f64 = q.iter().zip(&k).map(|(a, b)| a * b).sum();
                            let weight = (dot / (n as f64).sqrt()).exp();
                            total += weight;
                            let v = apply(&token(s), &value, w * d, part.clone());
                            seen.iter_mut()
                                .zip(v)
                                .for_each(|(sum, v)| *sum += weight * v);
                        }
                        concat.extend(seen.iter().map(|sum| sum / total));
                    }
                    let own = &output[layer * d * d..(layer + 1) * d * d];
                    let given = apply(&concat, own, d, 0..d);
                    answer
                        .iter_mut()
                        .zip(given)
                        .for_each(|(sum, x)| *sum += x / w as f64);
                }
                expected.extend(answer);
            }
        }
        assert_eq!(found.len(), expected.len());
        for (f, e) in found.iter().zip(&expected) {
            assert!(
                (f - e).abs() < 1e-5,
                "h={h} w={w} {}: {f} is not {e}",
                experiment.task.kind()
            );
        }
    }
}

#[test]
fn one_sharp_full_rank_head_answers_without_training() {
    let engine = Engine::cpu();
    // W_Q'W_K = ∓large·I and W_V = W_O = I: the papers' construction, for any number of points.
    for (task, sign) in [
        (json!({ "kind": "farthest", "d": 8 }), -1.0),
        (json!({ "kind": "nearest", "d": 8, "queries": "self" }), 1.0),
        (
            json!({ "kind": "nearest", "d": 8, "queries": "separate" }),
            1.0,
        ),
    ] {
        let given = json!({ "task": task, "grid": { "h": [1], "T": [12] } });
        let experiment = Experiment::from_value(given).unwrap();
        let runs = lab::runs(&experiment);
        let model = Model::new(&experiment.task, &runs, engine.device());
        let identity = |by: f32| {
            let values: Vec<f32> = (0..64)
                .map(|i| if i / 8 == i % 8 { by } else { 0.0 })
                .collect();
            Tensor::from_data(TensorData::new(values, [1, 8, 8]), engine.device())
        };
        let tensors = vec![
            identity(sign * 5000.0),
            identity(1.0),
            identity(1.0),
            identity(1.0),
        ];
        let set = Dataset::draw(&experiment.task, Purpose::Validation, 12, 0, 200);
        let x = TensorData::new(set.inputs.clone(), [1, 200 * 12, 8]);
        let found = model.forward(&Weights { tensors }, Tensor::from_data(x, engine.device()));
        let found: Vec<f32> = numbers(&found).into_iter().map(|x| x as f32).collect();
        let error = set.nmse(&found);
        assert!(error < 0.01, "{}: {error}", experiment.task.kind());
        assert!((set.nmse(&vec![0.0; found.len()]) - 1.0).abs() < 1e-5);
    }
}
