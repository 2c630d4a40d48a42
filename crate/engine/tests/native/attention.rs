//! The folded form against textbook attention: T+1 tokens, full query, key and value matrices,
//! written out with plain loops in double precision.

use burn::tensor::{Tensor, TensorData};
use engine::{Engine, Model, Weights};
use lab::{Architecture, Form, Purpose, Run, Stream};

use crate::place_of;

/// Row-major matrices.
pub struct Matrix {
    columns: usize,
    pub values: Vec<f64>,
}

impl Matrix {
    pub fn of(tensor: &Tensor<3>) -> Self {
        let [_, _, columns] = tensor.dims();
        let data = tensor.clone().inner().into_data();
        let values = data.try_into_vec::<f32>().unwrap();
        Self {
            columns,
            values: values.into_iter().map(f64::from).collect(),
        }
    }

    /// row · self
    pub fn apply(&self, row: &[f64]) -> Vec<f64> {
        (0..self.columns)
            .map(|c| {
                row.iter()
                    .enumerate()
                    .map(|(r, x)| x * self.values[r * self.columns + c])
                    .sum()
            })
            .collect()
    }
}

pub fn add(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x + y).collect()
}

/// Φ by Simpson's rule: no formula shared with the engine.
pub fn normal_cdf(x: f64) -> f64 {
    let steps = 2000;
    let width = x / f64::from(steps);
    let density = |t: f64| (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let mut sum = density(0.0) + density(x);
    for i in 1..steps {
        sum += density(f64::from(i) * width) * if i % 2 == 1 { 4.0 } else { 2.0 };
    }
    0.5 + sum * width / 3.0
}

fn textbook(model: &Model, weights: &Weights, x: &[f32]) -> f64 {
    let shape = model.shape;
    let weight = |name: &str| Matrix::of(&weights.tensors[place_of(model, name)]);
    let [w1, b1] = ["embed.hidden.weight", "embed.hidden.bias"].map(weight);
    let [w2, b2] = ["embed.out.weight", "embed.out.bias"].map(weight);
    let cls = weight("cls");
    let [query, key, value, output] = ["query", "key", "value", "output"].map(weight);
    let [w3, b3] = ["readout.hidden.weight", "readout.hidden.bias"].map(weight);
    let [w4, b4] = ["readout.out.weight", "readout.out.bias"].map(weight);
    let mut tokens = vec![cls.values.clone()];
    for token in x.chunks_exact(shape.d) {
        let token: Vec<f64> = token.iter().map(|v| f64::from(*v)).collect();
        let hidden: Vec<f64> = add(&w1.apply(&token), &b1.values)
            .iter()
            .map(|v| v.max(0.0))
            .collect();
        tokens.push(add(&w2.apply(&hidden), &b2.values));
    }
    let q: Vec<_> = tokens.iter().map(|t| query.apply(t)).collect();
    let k: Vec<_> = tokens.iter().map(|t| key.apply(t)).collect();
    let v: Vec<_> = tokens.iter().map(|t| value.apply(t)).collect();
    let mut concat = Vec::new();
    for head in 0..shape.h {
        let part = head * shape.n..(head + 1) * shape.n;
        // Row 0 of softmax(QK'/√n)V; the cls token is a query, not a key.
        let scores: Vec<f64> = (1..tokens.len())
            .map(|t| {
                let dot: f64 = q[0][part.clone()]
                    .iter()
                    .zip(&k[t][part.clone()])
                    .map(|(a, b)| a * b)
                    .sum();
                (dot / (shape.n as f64).sqrt()).exp()
            })
            .collect();
        let total: f64 = scores.iter().sum();
        for column in part {
            concat.push(
                (1..tokens.len())
                    .map(|t| scores[t - 1] / total * v[t][column])
                    .sum(),
            );
        }
    }
    let hidden = add(&w3.apply(&output.apply(&concat)), &b3.values);
    let hidden: Vec<f64> = hidden.iter().map(|x| x * normal_cdf(*x)).collect();
    w4.apply(&hidden)[0] + b4.values[0]
}

#[test]
fn the_folded_form_is_textbook_attention() {
    let engine = Engine::cpu();
    for (t, h, n, hidden) in [(1, 1, 1, 1), (5, 2, 3, 4), (16, 4, 8, 32), (7, 5, 2, 6)] {
        let run = Run {
            T: t,
            architecture: Architecture {
                form: Form::Reader,
                h,
                n,
                N: hidden,
                w: 1,
                L: 1,
            },
            seed: 11,
        };
        let model = Model::reader(&[run], 3, engine.device());
        let shape = model.shape;
        let weights = Weights::init(&model, &[run], engine.device());
        let b = 4;
        let mut stream = Stream::new(Purpose::Training, 5, 0);
        let x: Vec<f32> = (0..b * shape.t * shape.d)
            .map(|_| stream.normal())
            .collect();
        let data = TensorData::new(x.clone(), [1, b * shape.t, shape.d]);
        let folded = model.forward(&weights, Tensor::from_data(data, engine.device()));
        let folded = folded.inner().into_data().try_into_vec::<f32>().unwrap();
        for (sequence, folded) in x.chunks_exact(shape.t * shape.d).zip(folded) {
            let expected = textbook(&model, &weights, sequence);
            let off = (f64::from(folded) - expected).abs();
            assert!(
                off < 2e-5 * expected.abs().max(1.0),
                "h={h} T={t}: {folded} is not {expected}"
            );
        }
    }
}
