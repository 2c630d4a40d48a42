//! The golden numbers of golden/make.py, compared with an engine's.

use burn::tensor::{Tensor, TensorData, Transaction};
use engine::{Engine, Learner, Model, Weights};
use lab::{Architecture, Form, Recipe, Run};
use serde_json::Value;

/// The golden numbers.
struct Golden(Value);

/// How much an engine may differ from numpy's double precision.
#[derive(Clone, Copy)]
pub struct Tolerance {
    pub gradients: f64,
    pub losses: f64,
}

impl Golden {
    fn load() -> Self {
        Self(serde_json::from_str(include_str!("../golden/learning.json")).unwrap())
    }

    fn numbers(&self, path: &str) -> Vec<f64> {
        let list = self
            .0
            .pointer(path)
            .unwrap_or_else(|| panic!("there is no {path}"));
        list.as_array()
            .unwrap()
            .iter()
            .map(|x| x.as_f64().unwrap())
            .collect()
    }

    fn number(&self, path: &str) -> f64 {
        self.0.pointer(path).unwrap().as_f64().unwrap()
    }

    fn size(&self, name: &str) -> u32 {
        self.number(&format!("/shape/{name}")) as u32
    }

    fn model(&self, engine: &Engine) -> Model {
        let architecture = Architecture {
            form: Form::Reader,
            h: self.size("h"),
            n: self.size("n"),
            N: self.size("hidden"),
            w: 1,
            L: 1,
        };
        let run = Run {
            T: self.size("t"),
            architecture,
            seed: 0,
        };
        Model::reader(&[run], self.size("d"), engine.device())
    }

    fn tensor(&self, path: &str, shape: [usize; 3], engine: &Engine) -> Tensor<3> {
        let values: Vec<f32> = self.numbers(path).iter().map(|x| *x as f32).collect();
        Tensor::from_data(TensorData::new(values, shape), engine.device())
    }

    fn batch(&self, engine: &Engine) -> (Tensor<3>, Tensor<3>) {
        let (shape, b) = (self.model(engine).shape, self.size("batch") as usize);
        let x = self.tensor("/x", [1, b * shape.t, shape.d], engine);
        (x, self.tensor("/y", [1, b, 1], engine))
    }

    fn learner(&self, engine: &Engine) -> Learner {
        let model = self.model(engine);
        let shape = model.shape;
        let (d, n, e) = (shape.d, shape.hidden, shape.embedding());
        let sizes = [
            [d, n],
            [1, n],
            [n, e],
            [1, e],
            [1, e],
            [e, e],
            [e, e],
            [e, e],
            [e, e],
            [e, n],
            [1, n],
            [n, 1],
            [1, 1],
        ];
        let tensors = model
            .names()
            .iter()
            .zip(sizes)
            .map(|(name, [rows, columns])| {
                let path = format!("/weights/{name}");
                self.tensor(&path, [1, rows, columns], engine)
                    .require_grad()
            })
            .collect();
        let recipe = Recipe {
            beta1: self.number("/recipe/beta1"),
            beta2: self.number("/recipe/beta2"),
            weight_decay: self.number("/recipe/weightDecay"),
            ..Recipe::default()
        };
        Learner::new(model, Weights { tensors }, &recipe)
    }
}

async fn read(tensors: impl IntoIterator<Item = Tensor<3>>) -> Vec<Vec<f32>> {
    let all = tensors
        .into_iter()
        .fold(Transaction::default(), |all, t| all.register(t));
    let data = all.execute_async().await.unwrap();
    data.into_iter()
        .map(|d| d.try_into_vec::<f32>().unwrap())
        .collect()
}

pub fn assert_close(what: &str, found: &[f32], golden: &[f64], tolerance: f64) {
    assert_eq!(found.len(), golden.len(), "{what}");
    for (i, (f, g)) in found.iter().zip(golden).enumerate() {
        let difference = (f64::from(*f) - g).abs();
        assert!(
            difference <= tolerance * g.abs().max(1.0),
            "{what}[{i}] is {f}, numpy has {g}"
        );
    }
}

/// Forward values, every gradient, ten losses and the weights after three steps of AdamW.
pub async fn matches_numpy(engine: &Engine, tolerance: Tolerance) {
    let golden = Golden::load();
    let mut learner = golden.learner(engine);
    let (x, y) = golden.batch(engine);

    let prediction = learner.model.forward(&learner.weights, x.clone()).inner();
    let found = read([prediction]).await;
    assert_close(
        "prediction",
        &found[0],
        &golden.numbers("/prediction"),
        tolerance.losses,
    );

    let (_, gradients) = learner.gradients(x.clone(), y.clone());
    let names = learner.model.names();
    for (name, found) in names.iter().zip(read(gradients).await) {
        let expected = golden.numbers(&format!("/gradients/{name}"));
        assert_close(
            &format!("gradient of {name}"),
            &found,
            &expected,
            tolerance.gradients,
        );
    }

    let rate = golden.number("/recipe/rate");
    let expected = golden.numbers("/losses");
    let mut losses = Vec::new();
    for step in 0..expected.len() {
        losses.push(
            learner
                .train_step(x.clone(), y.clone(), rate)
                .reshape([1, 1, 1]),
        );
        if step == 2 {
            for (name, found) in names
                .iter()
                .zip(read(learner.weights.inner().tensors).await)
            {
                let expected = golden.numbers(&format!("/weightsAfterThree/{name}"));
                assert_close(
                    &format!("{name} after three steps"),
                    &found,
                    &expected,
                    tolerance.gradients,
                );
            }
        }
    }
    let found: Vec<f32> = read(losses).await.concat();
    assert_close("loss", &found, &expected, tolerance.losses);
}
