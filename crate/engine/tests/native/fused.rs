//! The fused operations of the CPU against the same function made of burn's operations: predictions
//! and every gradient, at sizes that are not multiples of the number of lanes.

use burn::optim::{AdamWConfig, Optimizer};
use burn::tensor::{Tensor, TensorData};
use engine::{ComputePath, Engine, Learner, Model, Weights};
use lab::{Architecture, Form, Purpose, Recipe, Run, Stream};

use crate::place_of;

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

fn compare(case: &Case) {
    let engine = Engine::cpu();
    let runs = case.runs();
    let fused = Model::reader(&runs, case.d, engine.device());
    let reference = fused.clone().by_reference();
    assert_eq!(fused.path(), ComputePath::Fused);
    assert_eq!(reference.path(), ComputePath::Reference);
    let weights = weights(&fused, &runs, &engine);
    let mut stream = Stream::new(Purpose::Training, 3, 0);
    let seen = if case.shared { 1 } else { runs.len() };
    let x = draw(
        &mut stream,
        [seen, case.b * case.t as usize, case.d as usize],
        &engine,
    );
    let y = draw(&mut stream, [runs.len(), case.b, 1], &engine);

    let untracked = |model: &Model| numbers(model.forward(&weights.inner(), x.clone().inner()));
    assert_close(
        &format!("{case:?}: prediction"),
        &untracked(&fused),
        &untracked(&reference),
        1e-5,
    );
    let learn = |model: Model| {
        let learner = Learner::new(model, weights.clone(), &Recipe::default());
        let (losses, gradients) = learner.gradients(x.clone(), y.clone());
        let gradients: Vec<_> = gradients.into_iter().map(numbers).collect();
        (numbers(losses), gradients)
    };
    let names = fused.names();
    let (losses, gradients) = learn(fused);
    let (expected_losses, expected) = learn(reference);
    assert_close(&format!("{case:?}: loss"), &losses, &expected_losses, 1e-5);
    for ((name, found), expected) in names.iter().zip(gradients).zip(expected) {
        assert_close(&format!("{case:?}: {name}"), &found, &expected, 2e-5);
    }
}

#[test]
fn fused_operations_match_burns() {
    let case = |heads: &[u32], [n, hidden, t, d]: [u32; 4], b: usize, shared: bool| Case {
        heads: heads.to_vec(),
        n,
        hidden,
        t,
        d,
        b,
        shared,
    };
    for case in [
        case(&[1], [1, 1, 1, 1], 1, false),
        case(&[4], [8, 32, 16, 4], 24, false),
        case(&[5], [3, 7, 37, 3], 5, false),
        case(&[2], [8, 33, 64, 5], 3, false),
        case(&[3], [2, 5, 8, 2], 9, false),
        case(&[1], [8, 32, 7, 4], 4, false),
        case(&[2, 5, 1], [3, 9, 19, 3], 6, false),
        case(&[4, 3], [4, 12, 23, 1], 7, true),
        case(&[3, 3, 3], [5, 6, 9, 7], 2, true),
    ] {
        compare(&case);
    }
}

#[test]
fn large_scores_do_not_overflow() {
    // Scores of hundreds, where a naive softmax overflows and small weights vanish.
    let engine = Engine::cpu();
    let case = Case {
        heads: vec![2],
        n: 4,
        hidden: 8,
        t: 11,
        d: 3,
        b: 6,
        shared: false,
    };
    let runs = case.runs();
    let fused = Model::reader(&runs, case.d, engine.device());
    let reference = fused.clone().by_reference();
    let mut weights = weights(&fused, &runs, &engine).inner();
    let key = place_of(&fused, "key");
    weights.tensors[key] = weights.tensors[key].clone() * 300.0;
    let x = draw(
        &mut Stream::new(Purpose::Training, 3, 0),
        [1, 66, 3],
        &engine,
    )
    .inner();
    let found = numbers(fused.forward(&weights, x.clone()));
    let expected = numbers(reference.forward(&weights, x));
    assert_close("prediction", &found, &expected, 1e-4);
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
