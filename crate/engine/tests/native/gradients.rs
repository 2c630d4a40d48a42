//! Gradients of every weight against central differences, for every task and form. Along random
//! directions, so that single precision's rounding averages out, except those across the kink of a
//! ReLU; the numpy golden numbers check every single entry of the reader.

use burn::tensor::{Tensor, TensorData};
use engine::{Engine, Learner, Model, Weights};
use lab::{Dataset, Experiment, Purpose, Recipe, Stream};
use serde_json::json;

use crate::{assert_every_form, assert_every_kind};

fn numbers(tensor: &Tensor<3>) -> Vec<f32> {
    let data = tensor.clone().inner().into_data();
    data.try_into_vec::<f32>().unwrap()
}

/// Everything of one run and one batch, at small sizes.
struct Case {
    name: String,
    learner: Learner,
    x: Tensor<3>,
    y: Tensor<3>,
}

fn case(task: serde_json::Value, grid: serde_json::Value, engine: &Engine) -> Case {
    let given = json!({ "task": task, "grid": grid });
    let experiment = Experiment::from_value(given.clone()).unwrap();
    let runs = &lab::runs(&experiment)[..1];
    let model = Model::new(&experiment.task, runs, engine.device());
    let b = 3;
    let set = Dataset::draw(&experiment.task, Purpose::Training, runs[0].T, 0, b);
    let scale = set.scale();
    let y: Vec<f32> = set
        .targets
        .iter()
        .map(|y| (y - scale.mean) / scale.deviation)
        .collect();
    let (b, shape) = (b as usize, model.shape);
    let x = TensorData::new(set.inputs, [1, b * shape.t, shape.d]);
    let y = TensorData::new(y, [1, b, model.outputs()]);
    let mut weights = Weights::init(&model, runs, engine.device());
    // Biases start at zero, the kink of a ReLU behind a dead layer.
    let mut stream = Stream::new(Purpose::Order, 2, 0);
    for tensor in &mut weights.tensors {
        let moved = numbers(tensor)
            .iter()
            .map(|w| w + 0.2 * stream.normal())
            .collect();
        let data = TensorData::new(moved, tensor.dims());
        *tensor = Tensor::from_data(data, engine.device()).require_grad();
    }
    Case {
        name: given.to_string(),
        learner: Learner::new(model, weights, &Recipe::default()),
        x: Tensor::from_data(x, engine.device()),
        y: Tensor::from_data(y, engine.device()),
    }
}

impl Case {
    fn loss(&self) -> f64 {
        let (losses, _) = self.learner.gradients(self.x.clone(), self.y.clone());
        f64::from(losses.into_data().try_into_vec::<f32>().unwrap()[0])
    }

    fn check(&mut self, engine: &Engine) {
        let (_, gradients) = self.learner.gradients(self.x.clone(), self.y.clone());
        let mut stream = Stream::new(Purpose::Order, 1, 0);
        for (i, gradient) in gradients.iter().enumerate() {
            let name = &self.learner.model.names()[i];
            let start = self.learner.weights.tensors[i].clone();
            let (values, gradient) = (numbers(&start), numbers(gradient));
            let (mut checked, mut drawn) = (0, 0);
            while checked < 3 {
                drawn += 1;
                assert!(drawn <= 30, "{name} of {} has kinks everywhere", self.name);
                let direction: Vec<f32> = values.iter().map(|_| stream.normal()).collect();
                let length = direction.iter().map(|v| v * v).sum::<f32>().sqrt();
                let step = 2e-3;
                let mut at = |by: f32| {
                    let moved = values
                        .iter()
                        .zip(&direction)
                        .map(|(w, v)| w + by * v / length);
                    let data = TensorData::new(moved.collect::<Vec<f32>>(), start.dims());
                    self.learner.weights.tensors[i] =
                        Tensor::from_data(data, engine.device()).require_grad();
                    self.loss()
                };
                let here = at(0.0);
                // Slope by central differences, and how much it differs between the two sides.
                let mut sides = |step: f32| {
                    let [left, right] = [here - at(-step), at(step) - here];
                    let by = f64::from(step);
                    ((left + right) / (2.0 * by), (right - left) / by)
                };
                let ((slope, far), (_, near)) = (sides(step), sides(step / 2.0));
                self.learner.weights.tensors[i] = start.clone();
                // The sides of a smooth curve differ half as much at half the step. Otherwise there
                // is the kink of a ReLU between, and no slope to compare with.
                if (far - 2.0 * near).abs() > 1e-3 + 0.02 * slope.abs() {
                    continue;
                }
                checked += 1;
                let along: f64 = gradient
                    .iter()
                    .zip(&direction)
                    .map(|(g, v)| f64::from(g * v / length))
                    .sum();
                let off = (slope - along).abs();
                assert!(
                    off < 1e-3 + 0.02 * along.abs(),
                    "{name} of {}: {along} is not {slope}",
                    self.name
                );
            }
        }
    }
}

#[test]
fn every_gradient_is_the_slope_of_its_loss() {
    let engine = Engine::cpu();
    let reader = json!({ "h": [2], "T": [8], "N": [6], "n": 3 });
    let shared = json!({ "h": [3], "T": [8], "N": [6], "E": 8 });
    let two_layers = json!({ "h": [2], "T": [5], "N": [6], "n": 3, "L": [2] });
    let memoriser = json!({ "form": "memoriser", "T": [4], "N": [6] });
    let attention = |w: u32| json!({ "h": [2], "T": [5], "w": [w] });
    let encoder = |layers: u32, w: u32| json!({ "form": "encoder", "h": [2], "T": [5], "w": [w], "N": [7], "L": [layers] });
    let cases = [
        (json!({ "kind": "max-sum", "D": 3 }), &reader),
        (
            json!({ "kind": "max-sum", "directions": "gaussian" }),
            &shared,
        ),
        (
            json!({ "kind": "retrieval", "subsets": "blocks", "outer": "smooth" }),
            &reader,
        ),
        (
            json!({ "kind": "retrieval", "feature": "well", "outer": "product" }),
            &shared,
        ),
        (json!({ "kind": "min-max" }), &reader),
        (json!({ "kind": "max-sum", "D": 3 }), &two_layers),
        (
            json!({ "kind": "retrieval", "subsets": "random", "seed": 1 }),
            &two_layers,
        ),
        (json!({ "kind": "min-max" }), &memoriser),
        (json!({ "kind": "max-sum", "D": 3 }), &memoriser),
        (json!({ "kind": "farthest", "d": 6 }), &encoder(1, 1)),
        (json!({ "kind": "farthest", "d": 6 }), &encoder(3, 2)),
        (
            json!({ "kind": "nearest", "d": 6, "queries": "self" }),
            &encoder(2, 1),
        ),
        (
            json!({ "kind": "nearest", "d": 6, "queries": "separate" }),
            &encoder(2, 2),
        ),
        (json!({ "kind": "farthest", "d": 6 }), &attention(1)),
        (json!({ "kind": "farthest", "d": 6 }), &attention(3)),
        (
            json!({ "kind": "nearest", "d": 6, "queries": "self" }),
            &attention(1),
        ),
        (
            json!({ "kind": "nearest", "d": 6, "queries": "separate" }),
            &attention(2),
        ),
    ];
    let mut checked = Vec::new();
    for (task, grid) in cases {
        let given = json!({ "task": task, "grid": grid });
        checked.push(Experiment::from_value(given).unwrap());
        case(task, grid.clone(), &engine).check(&engine);
    }
    assert_every_form(&checked);
    assert_every_kind(&checked);
}
