//! The fused operations of the CPU against the same function made of burn's operations: predictions
//! and every gradient, at sizes that are not multiples of the number of lanes. And the same operations
//! with the instructions of this machine against those of every machine, to the last bit.

use burn::optim::{AdamWConfig, Optimizer};
use burn::tensor::{Tensor, TensorData};
use engine::{Cohort, ComputePath, Engine, Learner, Model, Weights};
use lab::{Architecture, Experiment, Form, Purpose, Recipe, Run, Stream};
use serde_json::json;

use crate::{now, place_of};

/// Sizes of one comparison.
#[derive(Debug)]
struct Case {
    /// Heads of every run.
    heads: Vec<u32>,
    n: u32,
    hidden: u32,
    t: u32,
    d: u32,
    b: usize,
    /// Whether all runs see the same sequences.
    shared: bool,
}

impl Case {
    fn runs(&self) -> Vec<Run> {
        let run = |(i, h): (usize, &u32)| Run {
            T: self.t,
            architecture: Architecture {
                form: Form::Reader,
                h: *h,
                n: self.n,
                N: self.hidden,
                w: 1,
                L: 1,
            },
            seed: 7 + i as u32,
        };
        self.heads.iter().enumerate().map(run).collect()
    }
}

fn draw(stream: &mut Stream, dims: [usize; 3], engine: &Engine) -> Tensor<3> {
    let values: Vec<f32> = (0..dims.iter().product())
        .map(|_| stream.normal())
        .collect();
    Tensor::from_data(TensorData::new(values, dims), engine.device())
}

/// Weights with biases that are not zero.
fn weights(model: &Model, runs: &[Run], engine: &Engine) -> Weights {
    let mut weights = Weights::init(model, runs, engine.device());
    let mut stream = Stream::new(Purpose::Weights, 99, 1);
    for name in [
        "embed.hidden.bias",
        "embed.out.bias",
        "readout.hidden.bias",
        "readout.out.bias",
    ] {
        let i = place_of(model, name);
        let drawn = draw(&mut stream, weights.tensors[i].dims(), engine);
        weights.tensors[i] = (drawn.inner() * 0.3).autodiff().require_grad();
    }
    weights
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.inner().into_data().try_into_vec::<f32>().unwrap()
}

/// Compares each number, with a tolerance relative to the largest of them.
fn assert_close(what: &str, found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1e-3_f32, |size, x| size.max(x.abs()));
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= tolerance * size,
            "{what}[{i}] is {found}, not {expected} (of {size})"
        );
    }
}

/// A model with the numbers of one step.
struct Batch {
    name: String,
    model: Model,
    weights: Weights,
    x: Tensor<3>,
    y: Tensor<3>,
}

impl Batch {
    fn reader(case: &Case) -> Self {
        let engine = Engine::cpu();
        let runs = case.runs();
        let model = Model::reader(&runs, case.d, engine.device());
        let mut stream = Stream::new(Purpose::Training, 3, 0);
        let seen = if case.shared { 1 } else { runs.len() };
        let tokens = case.b * case.t as usize;
        Self {
            name: format!("{case:?}"),
            weights: weights(&model, &runs, &engine),
            model,
            x: draw(&mut stream, [seen, tokens, case.d as usize], &engine),
            y: draw(&mut stream, [runs.len(), case.b, 1], &engine),
        }
    }

    /// Paper 2's attention layer with `h` heads on `b` sequences of `t` tokens, for the runs of two seeds.
    fn layer(task: serde_json::Value, [h, w, t]: [u32; 3], b: usize, shared: bool) -> Self {
        let engine = Engine::cpu();
        let grid = json!({ "form": "attention", "h": [h], "T": [t], "w": [w] });
        let given = json!({ "task": task, "grid": grid, "seeds": [3, 9] });
        let experiment = Experiment::from_value(given.clone()).unwrap();
        let runs = lab::runs(&experiment);
        let model = Model::new(&experiment.task, &runs, engine.device());
        let mut stream = Stream::new(Purpose::Training, 3, 0);
        let seen = if shared { 1 } else { runs.len() };
        let (tokens, d) = (b * t as usize, model.shape.d);
        Self {
            name: format!("{given} on {b} sequences"),
            weights: Weights::init(&model, &runs, engine.device()),
            x: draw(&mut stream, [seen, tokens, d], &engine),
            y: draw(&mut stream, [runs.len(), b, model.outputs()], &engine),
            model,
        }
    }

    /// The same with keys, and so scores, of another size.
    fn with_scores_times(mut self, scale: f32) -> Self {
        let key = place_of(&self.model, "key");
        let scaled = self.weights.tensors[key].clone().inner() * scale;
        self.weights.tensors[key] = scaled.autodiff().require_grad();
        self
    }

    /// Everything that a path computes, by name: predictions with and without gradients, losses and the
    /// gradient of every weight.
    fn computed_by(&self, path: ComputePath) -> Vec<(String, Vec<f32>)> {
        let model = self.model.clone().by(path);
        assert_eq!(model.path(), path);
        let mut found = vec![(
            "prediction".into(),
            numbers(model.forward(&self.weights.inner(), self.x.clone().inner())),
        )];
        let names = model.names();
        let learner = Learner::new(model, self.weights.clone(), &Recipe::default());
        let (losses, gradients) = learner.gradients(self.x.clone(), self.y.clone());
        found.push(("loss".into(), numbers(losses)));
        found.extend(names.into_iter().zip(gradients.into_iter().map(numbers)));
        found
    }
}

/// All sizes that have a path of their own in the kernels: fewer than eight, eight, and a rest.
fn cases() -> Vec<Case> {
    let case = |heads: &[u32], [n, hidden, t, d]: [u32; 4], b: usize, shared: bool| Case {
        heads: heads.to_vec(),
        n,
        hidden,
        t,
        d,
        b,
        shared,
    };
    vec![
        case(&[1], [1, 1, 1, 1], 1, false),
        case(&[4], [8, 32, 16, 4], 24, false),
        case(&[5], [3, 7, 37, 3], 5, false),
        case(&[2], [8, 33, 64, 5], 3, false),
        case(&[3], [2, 5, 8, 2], 9, false),
        case(&[1], [8, 32, 7, 4], 4, false),
        case(&[2, 5, 1], [3, 9, 19, 3], 6, false),
        case(&[4, 3], [4, 12, 23, 1], 7, true),
        case(&[3, 3, 3], [5, 6, 9, 7], 2, true),
    ]
}

fn batches() -> Vec<Batch> {
    let farthest = |d: u32| json!({ "kind": "farthest", "d": d });
    let nearest = |d: u32, queries: &str| json!({ "kind": "nearest", "d": d, "queries": queries });
    let layers = [
        Batch::layer(farthest(4), [2, 2, 4], 3, false),
        Batch::layer(farthest(16), [1, 1, 16], 24, true),
        Batch::layer(farthest(12), [4, 1, 5], 11, false),
        Batch::layer(farthest(3), [3, 1, 2], 8, true),
        Batch::layer(farthest(6), [2, 3, 9], 1, false),
        Batch::layer(nearest(7, "self"), [1, 1, 7], 9, false),
        Batch::layer(nearest(10, "self"), [2, 2, 3], 17, true),
        Batch::layer(nearest(8, "separate"), [1, 1, 8], 5, false),
        Batch::layer(nearest(9, "separate"), [3, 2, 2], 13, true),
    ];
    let readers = cases();
    let readers = readers.iter().map(Batch::reader);
    readers.chain(layers).collect()
}

#[test]
fn fused_operations_match_burns() {
    for batch in batches() {
        let expected = batch.computed_by(ComputePath::Reference);
        let found = batch.computed_by(ComputePath::Fused);
        for ((name, found), (_, expected)) in found.iter().zip(&expected) {
            let tolerance = match name.as_str() {
                "prediction" | "loss" => 1e-5,
                _ => 2e-5,
            };
            let what = format!("{}: {name}", batch.name);
            assert_close(&what, found, expected, tolerance);
        }
    }
}

#[test]
fn all_instructions_compute_the_same_bits() {
    // With a large scale most weights of the softmax are exactly zero; with NaN all of it is NaN.
    for scale in [1.0, 300.0, f32::NAN] {
        for batch in batches() {
            let batch = batch.with_scores_times(scale);
            let fastest = batch.computed_by(ComputePath::Fused);
            let portable = batch.computed_by(ComputePath::Portable);
            for ((name, fastest), (_, portable)) in fastest.iter().zip(&portable) {
                assert_eq!(fastest.len(), portable.len());
                // Which NaN it is may differ.
                let is_same =
                    |(a, b): (&f32, &f32)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
                let is_all_same = fastest.iter().zip(portable).all(is_same);
                assert!(is_all_same, "{}, scores times {scale}: {name}", batch.name);
            }
        }
    }
}

#[test]
fn all_instructions_train_the_same() {
    let recipe = json!({ "steps": 40, "batch": 13, "trainSequences": 50, "validationSequences": 40, "weightDecay": 0.1 });
    let reader = json!({
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [1, 3], "T": [11], "N": [5], "n": 4 },
        "recipe": recipe,
    });
    let layer = json!({
        "task": { "kind": "farthest", "d": 6 },
        "grid": { "form": "attention", "h": [2], "T": [5] },
        "recipe": recipe,
        "seeds": [0, 1],
    });
    for experiment in [reader, layer] {
        all_train_the_same(&Experiment::from_value(experiment).unwrap());
    }
}

fn all_train_the_same(experiment: &Experiment) {
    let engine = Engine::cpu();
    let [fastest, portable] = [Cohort::new, Cohort::portable].map(|cohort| {
        let mut cohort = cohort(experiment, &[0, 1], &engine).unwrap();
        now(cohort.advance(40)).unwrap();
        let checkpoints = now(cohort.checkpoints()).unwrap();
        let files = checkpoints.iter().map(|run| run.to_bytes(&engine).unwrap());
        (cohort.path(), files.collect::<Vec<_>>())
    });
    assert_eq!(
        [fastest.0, portable.0],
        [ComputePath::Fused, ComputePath::Portable]
    );
    // Weights, moments and learning curves.
    assert_eq!(fastest.1, portable.1);
}

#[test]
fn large_scores_do_not_overflow() {
    // Scores of hundreds, where a naive softmax overflows and small weights vanish.
    let case = Case {
        heads: vec![2],
        n: 4,
        hidden: 8,
        t: 11,
        d: 3,
        b: 6,
        shared: false,
    };
    let layer = Batch::layer(json!({ "kind": "farthest", "d": 4 }), [2, 1, 11], 6, false);
    for batch in [Batch::reader(&case), layer] {
        let batch = batch.with_scores_times(300.0);
        let [found, expected] = [ComputePath::Fused, ComputePath::Reference]
            .map(|path| batch.computed_by(path).swap_remove(0).1);
        let what = format!("{}: prediction", batch.name);
        assert_close(&what, &found, &expected, 1e-4);
    }
}

#[test]
fn fused_adamw_matches_burns() {
    let engine = Engine::cpu();
    let case = Case {
        heads: vec![2, 3],
        n: 3,
        hidden: 7,
        t: 5,
        d: 2,
        b: 6,
        shared: false,
    };
    let runs = case.runs();
    for (weight_decay, beta2) in [(0.0, 0.999), (0.3, 0.95)] {
        let recipe = Recipe {
            weight_decay,
            beta2,
            ..Recipe::default()
        };
        let burns = AdamWConfig::new()
            .with_beta_1(recipe.beta1 as f32)
            .with_beta_2(beta2 as f32)
            .with_epsilon(1e-8)
            .with_weight_decay(weight_decay as f32)
            .build();
        let model = Model::reader(&runs, case.d, engine.device());
        let weights = weights(&model, &runs, &engine);
        let names = model.names();
        let mut learner = Learner::new(model, weights, &recipe);
        let mut moments = vec![None; names.len()];
        let mut stream = Stream::new(Purpose::Training, 3, 0);
        for step in 0..5 {
            let x = draw(&mut stream, [2, 30, 2], &engine);
            let y = draw(&mut stream, [2, 6, 1], &engine);
            let rate = 0.01 * f64::from(step + 1);
            // burn's step with the same gradients.
            let (_, gradients) = learner.gradients(x.clone(), y.clone());
            let before = learner.weights.inner().tensors;
            let expected: Vec<_> = before
                .into_iter()
                .zip(gradients)
                .zip(&mut moments)
                .map(|((weight, gradient), moments)| {
                    let (updated, state) = burns.step(rate, weight, gradient, moments.take());
                    *moments = state;
                    numbers(updated)
                })
                .collect();
            learner.train_step(x, y, rate);
            let found = learner.weights.inner().tensors;
            for ((name, found), expected) in names.iter().zip(found).zip(expected) {
                assert_close(
                    &format!("{name} after step {step}"),
                    &numbers(found),
                    &expected,
                    1e-6,
                );
            }
        }
    }
}
