//! Two layers, the memoriser and the encoder against plain loops in double precision; and every
//! form's number of weights against the number of parameters that `lab` reports.

use burn::tensor::{Tensor, TensorData};
use engine::{Engine, Model, Weights};
use lab::{Dataset, Experiment, Purpose, Run};
use serde_json::{Value, json};

use crate::assert_every_form;
use crate::attention::{Matrix, add, normal_cdf};

/// One run of an experiment with random weights, some sequences, and the engine's predictions.
struct Case {
    run: Run,
    d: usize,
    names: Vec<String>,
    weights: Vec<Matrix>,
    sequences: Vec<Vec<Vec<f64>>>,
    found: Vec<f32>,
}

fn case(given: Value) -> Case {
    let engine = Engine::cpu();
    let experiment = Experiment::from_value(given).unwrap();
    let runs = lab::runs(&experiment);
    let model = Model::new(&experiment.task, &runs[..1], engine.device());
    let mut weights = Weights::init(&model, &runs[..1], engine.device());
    // Biases start at zero, which would hide them.
    for tensor in &mut weights.tensors {
        let shift = TensorData::new(vec![0.1f32], [1, 1, 1]);
        let shift: Tensor<3> = Tensor::from_data(shift, engine.device());
        *tensor = tensor.clone() + shift;
    }
    let (t, d) = (runs[0].T as usize, model.shape.d);
    let set = Dataset::draw(&experiment.task, Purpose::Training, runs[0].T, 0, 3);
    let x = TensorData::new(set.inputs.clone(), [1, 3 * t, d]);
    let found = model.forward(&weights, Tensor::from_data(x, engine.device()));
    let token = |token: &[f32]| token.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>();
    Case {
        run: runs[0],
        d,
        names: model.names(),
        weights: weights.tensors.iter().map(Matrix::of).collect(),
        sequences: set
            .inputs
            .chunks_exact(t * d)
            .map(|sequence| sequence.chunks_exact(d).map(token).collect())
            .collect(),
        found: found.inner().into_data().try_into_vec::<f32>().unwrap(),
    }
}

impl Case {
    fn weight(&self, name: &str) -> &Matrix {
        let place = self.names.iter().position(|n| n == name);
        &self.weights[place.unwrap_or_else(|| panic!("there is no {name}"))]
    }

    fn affine(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let product = self.weight(&format!("{name}.weight")).apply(x);
        add(&product, &self.weight(&format!("{name}.bias")).values)
    }

    /// The outputs of textbook attention for the cls token and then all tokens.
    fn attend(&self, layer: &str, cls: &[f64], tokens: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let [q, k, v, o] =
            ["query", "key", "value", "output"].map(|of| self.weight(&format!("{layer}{of}")));
        let (h, n) = (self.run.architecture.h, self.run.architecture.n as usize);
        let queries = std::iter::once(cls).chain(tokens.iter().map(Vec::as_slice));
        queries
            .map(|query| {
                let q = q.apply(query);
                let mut concat = Vec::new();
                for head in 0..h as usize {
                    let part = head * n..(head + 1) * n;
                    let scores = tokens.iter().map(|token| {
                        let key = &k.apply(token)[part.clone()];
                        let dot: f64 = q[part.clone()].iter().zip(key).map(|(a, b)| a * b).sum();
                        (dot / (n as f64).sqrt()).exp()
                    });
                    concat.extend(mean(
                        scores,
                        tokens.iter().map(|t| v.apply(t)[part.clone()].to_vec()),
                    ));
                }
                o.apply(&concat)
            })
            .collect()
    }

    fn assert_close(&self, expected: &[f64]) {
        assert_eq!(self.found.len(), expected.len());
        for (f, e) in self.found.iter().zip(expected) {
            let off = (f64::from(*f) - e).abs();
            assert!(
                off < 3e-5 * e.abs().max(1.0),
                "{:?}: {f} is not {e}",
                self.run
            );
        }
    }
}

/// The mean of `values` by `weights`, which need not add up to 1.
fn mean(weights: impl Iterator<Item = f64>, values: impl Iterator<Item = Vec<f64>>) -> Vec<f64> {
    let (mut total, mut sum) = (0.0, Vec::new());
    for (weight, value) in weights.zip(values) {
        sum.resize(value.len(), 0.0);
        total += weight;
        sum.iter_mut()
            .zip(value)
            .for_each(|(s, v)| *s += weight * v);
    }
    sum.iter().map(|s| s / total).collect()
}

fn relu(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| x.max(0.0)).collect()
}

#[test]
fn two_layers_are_textbook_attention_twice() {
    let case = case(json!({ "grid": { "h": [2], "T": [5], "N": [6], "n": 3, "L": [2] } }));
    let expected: Vec<f64> = case
        .sequences
        .iter()
        .map(|sequence| {
            let embed =
                |x: &Vec<f64>| case.affine("embed.out", &relu(&case.affine("embed.hidden", x)));
            let tokens: Vec<_> = sequence.iter().map(embed).collect();
            let mut first = case.attend("layer1.", &case.weight("cls").values, &tokens);
            let cls = first.remove(0);
            let read = case.attend("layer2.", &cls, &first).remove(0);
            let hidden = case.affine("readout.hidden", &read);
            let hidden: Vec<f64> = hidden.iter().map(|x| x * normal_cdf(*x)).collect();
            case.affine("readout.out", &hidden)[0]
        })
        .collect();
    case.assert_close(&expected);
}

#[test]
fn a_memoriser_knows_positions_and_reads_deeply() {
    let case = case(json!({ "grid": { "form": "memoriser", "T": [5], "N": [6] } }));
    let one_hot = |sequence: &[Vec<f64>]| {
        // The position as a one-hot part of the token, as in the theorem.
        let hidden = |(t, x): (usize, &Vec<f64>)| {
            let position = (0..sequence.len()).map(|s| if s == t { 1.0 } else { 0.0 });
            let at = case
                .weight("embed.position")
                .apply(&position.collect::<Vec<f64>>());
            case.affine(
                "embed.out",
                &relu(&add(&case.affine("embed.hidden", x), &at)),
            )
        };
        sequence.iter().enumerate().map(hidden).collect::<Vec<_>>()
    };
    let expected: Vec<f64> = case
        .sequences
        .iter()
        .map(|sequence| {
            let tokens = one_hot(sequence);
            let mut read = case
                .attend("", &case.weight("cls").values, &tokens)
                .remove(0);
            for layer in 1..=4 {
                read = relu(&case.affine(&format!("readout.hidden{layer}"), &read));
            }
            case.affine("readout.out", &read)[0]
        })
        .collect();
    case.assert_close(&expected);
}

#[test]
fn an_encoder_is_what_its_authors_code_computes() {
    for (task, layers, w) in [
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
            2,
        ),
    ] {
        let grid =
            json!({ "form": "encoder", "h": [3], "T": [5], "N": [7], "L": [layers], "w": [w] });
        let (others, last) = (task["queries"] == "self", task["queries"] == "separate");
        let case = case(json!({ "task": task, "grid": grid }));
        let mut expected = Vec::new();
        for sequence in &case.sequences {
            let mut x = sequence.clone();
            for layer in 1..=layers {
                x = encode(&case, layer, w, &x, others, last);
            }
            let answers = if last { &x[x.len() - 1..] } else { &x[..] };
            expected.extend(answers.concat());
        }
        case.assert_close(&expected);
    }
}

/// One encoder layer over a whole sequence.
fn encode(
    case: &Case,
    layer: u32,
    w: usize,
    x: &[Vec<f64>],
    others: bool,
    last: bool,
) -> Vec<Vec<f64>> {
    let (d, n) = (case.d, case.run.architecture.n as usize);
    let name = |of: &str| format!("layer{layer}.{of}");
    let norm = |x: Vec<f64>, of: &str| -> Vec<f64> {
        let length = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let radius = case.weight(&name(of)).values[0];
        x.iter().map(|x| radius * x / length).collect()
    };
    let project = |of: &str| -> Vec<Vec<f64>> {
        x.iter()
            .map(|token| case.affine(&name(of), token))
            .collect()
    };
    let (q, k, v) = (project("query"), project("key"), project("value"));
    let mut out = Vec::new();
    for (i, token) in x.iter().enumerate() {
        let may = |s: &usize| !(others && *s == i || last && *s == x.len() - 1);
        let candidates: Vec<usize> = (0..x.len()).filter(may).collect();
        let mut concat = Vec::new();
        for head in 0..w * d / n {
            let part = head * n..(head + 1) * n;
            let score = |&s: &usize| {
                let pairs = q[i][part.clone()].iter().zip(&k[s][part.clone()]);
                (pairs.map(|(a, b)| a * b).sum::<f64>() / (n as f64).sqrt()).exp()
            };
            let values = candidates.iter().map(|&s| v[s][part.clone()].to_vec());
            concat.extend(mean(candidates.iter().map(score), values));
        }
        let mixed = case.weight(&name("output.weight")).apply(&concat);
        let mixed: Vec<f64> = mixed.iter().map(|x| x / w as f64).collect();
        let mixed = add(&mixed, &case.weight(&name("output.bias")).values);
        let token = norm(add(token, &mixed), "attention.norm");
        let fed = case.affine(&name("out"), &relu(&case.affine(&name("hidden"), &token)));
        out.push(norm(add(&token, &fed), "feed-forward.norm"));
    }
    out
}

#[test]
fn every_form_has_as_many_weights_as_lab_counts() {
    let engine = Engine::cpu();
    let farthest = json!({ "kind": "farthest", "d": 6 });
    let mut counted = Vec::new();
    for given in [
        json!({ "grid": { "h": [3], "T": [5], "N": [6], "n": 2 } }),
        json!({ "grid": { "h": [3], "T": [5], "N": [6], "E": 7, "L": [2] } }),
        json!({ "grid": { "form": "memoriser", "T": [5], "N": [6] } }),
        json!({ "task": farthest, "grid": { "h": [2], "T": [5], "w": [3] } }),
        json!({ "task": farthest, "grid": { "form": "encoder", "h": [2], "T": [5], "w": [3], "N": [7], "L": [2] } }),
    ] {
        let experiment = Experiment::from_value(given.clone()).unwrap();
        let runs = lab::runs(&experiment);
        let model = Model::new(&experiment.task, &runs, engine.device());
        let weights = Weights::init(&model, &runs, engine.device());
        let count: usize = weights
            .tensors
            .iter()
            .map(|t| t.dims().iter().product::<usize>())
            .sum();
        let d = experiment.task.token_dimension();
        assert_eq!(
            count as u64,
            runs[0].architecture.parameters(d, runs[0].T),
            "{given}"
        );
        assert_eq!(weights.tensors.len(), model.names().len());
        counted.push(experiment);
    }
    assert_every_form(&counted);
}
