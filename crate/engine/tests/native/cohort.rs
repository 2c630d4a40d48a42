//! A run in a cohort is trained as it is alone: padding, other runs and their divergence change
//! nothing.

use burn::tensor::{Tensor, TensorData};
use engine::{Cohort, Engine, Learner, Model, Weights};
use lab::{Experiment, Outcome, Purpose, Recipe, Stopped, Stream};
use serde_json::json;

use crate::now;

fn experiment() -> Experiment {
    Experiment::from_value(json!({
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [1, 3, 2], "T": [6], "N": [5, 8], "n": 4 },
        "recipe": { "steps": 12, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 4 },
        "seeds": [3, 9],
    }))
    .unwrap()
}

fn train(experiment: &Experiment, indices: &[usize]) -> (Cohort, Vec<Outcome>) {
    let mut cohort = Cohort::new(experiment, indices, &Engine::cpu()).unwrap();
    while !cohort.is_done() {
        now(cohort.advance(5)).unwrap();
    }
    let outcomes = now(cohort.outcomes()).unwrap();
    (cohort, outcomes)
}

#[test]
fn a_cohort_equals_its_runs_one_by_one() {
    let experiment = experiment();
    let all: Vec<usize> = (0..lab::runs(&experiment).len()).collect();
    let (_, together) = train(&experiment, &all);
    for (index, outcome) in together.iter().enumerate() {
        let (_, alone) = train(&experiment, &[index]);
        assert_eq!(outcome.run, alone[0].run);
        assert_eq!(outcome.curve.len(), 5);
        for (a, b) in outcome.curve.iter().zip(&alone[0].curve) {
            assert_eq!(a.0, b.0);
            // Sums run over other lengths, so the last bits may differ.
            assert!(
                (a.1 / b.1 - 1.0).abs() < 1e-4,
                "{:?}: {} is not {}",
                outcome.run,
                a.1,
                b.1
            );
        }
    }
}

#[test]
fn heads_of_different_sizes_share_a_cohort() {
    let mut experiment = experiment();
    // n = 6, 2 and 3 for 1, 3 and 2 heads.
    experiment.grid.family = lab::Family::Reader {
        N: vec![5],
        size: lab::HeadSize::Shared(6),
        L: vec![1],
    };
    experiment.seeds = vec![3];
    let (_, together) = train(&experiment, &[0, 1, 2]);
    for (index, outcome) in together.iter().enumerate() {
        let (_, alone) = train(&experiment, &[index]);
        let (a, b) = (outcome.nmse.unwrap(), alone[0].nmse.unwrap());
        assert!(
            (a / b - 1.0).abs() < 1e-4,
            "{:?}: {a} is not {b}",
            outcome.run
        );
    }
}

#[test]
fn the_same_experiment_gives_the_same_bits() {
    let experiment = experiment();
    assert_eq!(
        train(&experiment, &[0, 2, 5]).1,
        train(&experiment, &[0, 2, 5]).1
    );
}

#[test]
fn padding_stays_exactly_zero() {
    let experiment = experiment();
    // One head of N=5 padded to three heads of N=8.
    let runs = lab::runs(&experiment);
    let narrow = runs
        .iter()
        .position(|r| r.architecture.h == 1 && r.architecture.N == 5)
        .unwrap();
    let wide = runs
        .iter()
        .position(|r| r.architecture.h == 3 && r.architecture.N == 8)
        .unwrap();
    let (cohort, _) = train(&experiment, &[narrow, wide]);
    let (n, hidden) = (4, 5);
    // For every weight: how many rows and columns the narrow run owns.
    let own = [
        [3, hidden],
        [1, hidden],
        [hidden, n],
        [1, n],
        [1, n],
        [n, n],
        [n, n],
        [n, n],
        [n, n],
        [n, hidden],
        [1, hidden],
        [hidden, 1],
        [1, 1],
    ];
    let names = cohort.model().names();
    let mut padded = 0;
    for ((name, tensor), [rows, columns]) in names
        .iter()
        .zip(&cohort.weights().unwrap().tensors)
        .zip(own)
    {
        let [_, wide_rows, wide_columns] = tensor.dims();
        let data = tensor
            .clone()
            .inner()
            .into_data()
            .try_into_vec::<f32>()
            .unwrap();
        for (i, value) in data[..wide_rows * wide_columns].iter().enumerate() {
            if i / wide_columns >= rows || i % wide_columns >= columns {
                assert_eq!(*value, 0.0, "{name}[{i}]");
                padded += 1;
            }
        }
    }
    assert!(padded > 500, "only {padded} numbers were padding");
}

#[test]
fn runs_that_diverge_are_marked_with_their_step() {
    let mut experiment = experiment();
    experiment.grid.h = vec![1, 3];
    experiment.seeds = vec![3];
    experiment.grid.family = lab::Family::Reader {
        N: vec![8],
        size: lab::HeadSize::PerHead(4),
        L: vec![1],
    };
    let calm = train(&experiment, &[0, 1]).1;
    assert!(calm.iter().all(|o| o.stopped == Stopped::Finished));
    // A learning rate at which every run diverges: it is reported with its step and without NMSE.
    experiment.recipe.learning_rate = 10.0;
    experiment.recipe.steps = 400;
    experiment.recipe.weight_decay = 1.0;
    let wild = train(&experiment, &[0, 1]).1;
    for outcome in &wild {
        assert_eq!(outcome.stopped, Stopped::Diverged);
        assert_eq!(outcome.nmse, None);
        assert!(outcome.steps < 400);
    }
}

#[test]
fn a_run_of_nans_leaves_its_neighbour_untouched() {
    let engine = Engine::cpu();
    let runs = &lab::runs(&experiment())[..2];
    // The same cohort twice; in one, a weight of the first run is NaN.
    let losses = |poisoned: bool| -> Vec<f32> {
        let model = Model::reader(runs, 3, engine.device());
        let mut weights = Weights::init(&model, runs, engine.device());
        let (dims, data) = (
            weights.tensors[0].dims(),
            weights.tensors[0].clone().inner(),
        );
        let mut values = data.into_data().try_into_vec::<f32>().unwrap();
        if poisoned {
            values[0] = f32::NAN;
        }
        let data = TensorData::new(values, dims);
        weights.tensors[0] = Tensor::from_data(data, engine.device()).require_grad();
        let mut learner = Learner::new(model, weights, &Recipe::default());
        let mut stream = Stream::new(Purpose::Training, 1, 0);
        let mut draw = |dims: [usize; 3]| -> Tensor<3> {
            let values: Vec<f32> = (0..dims.iter().product())
                .map(|_| stream.normal())
                .collect();
            Tensor::from_data(TensorData::new(values, dims), engine.device())
        };
        let (x, y) = (draw([2, 8 * 6, 3]), draw([2, 8, 1])); // [R, B·T, d], [R, B, 1]
        let mut step = |_| {
            learner
                .train_step(x.clone(), y.clone(), 0.01)
                .into_data()
                .try_into_vec::<f32>()
        };
        (0..4).flat_map(|i| step(i).unwrap()).collect()
    };
    let (sound, poisoned) = (losses(false), losses(true));
    for (i, (sound, poisoned)) in sound.iter().zip(&poisoned).enumerate() {
        match i % 2 {
            0 => assert!(sound.is_finite() && poisoned.is_nan(), "step {}", i / 2),
            _ => assert_eq!(sound, poisoned, "step {}", i / 2),
        }
    }
}

#[test]
fn what_cannot_be_trained_together_is_refused() {
    let mut experiment = experiment();
    experiment.grid.T = vec![4, 6];
    let refused = |indices: &[usize]| match Cohort::new(&experiment, indices, &Engine::cpu()) {
        Ok(_) => panic!("{indices:?} was accepted"),
        Err(error) => error.to_string(),
    };
    assert!(refused(&[]).contains("at least one run"));
    assert!(refused(&[99]).contains("Run 99 does not exist"));
    assert!(refused(&[0, 23]).contains("share their sequence length"));
}

#[test]
fn a_run_that_reaches_its_target_stops_and_the_others_go_on() {
    let mut experiment = experiment();
    experiment.grid.family = lab::Family::Reader {
        N: vec![8],
        size: lab::HeadSize::PerHead(4),
        L: vec![1],
    };
    experiment.seeds = vec![3];
    experiment.recipe.steps = 200;
    experiment.recipe.curve_points = 20;
    let (_, free) = train(&experiment, &[0, 1, 2]);
    // A target that the best run reaches on its way and the worst does not.
    let last = |outcome: &Outcome| outcome.curve.last().unwrap().1;
    let ends: Vec<f64> = free.iter().map(last).collect();
    let best = ends.iter().copied().fold(f64::INFINITY, f64::min);
    let worst = ends.iter().copied().fold(0.0, f64::max);
    experiment.recipe.target = (best * worst).sqrt();
    let (mut cohort, aimed) = train(&experiment, &[0, 1, 2]);
    let mut reached = 0;
    for (place, (aimed, free)) in aimed.iter().zip(&free).enumerate() {
        let target = experiment.recipe.target;
        let crossing = free.curve.iter().position(|point| point.1 <= target);
        let Some(crossing) = crossing else {
            assert_eq!(aimed, free);
            continue;
        };
        reached += 1;
        assert_eq!(aimed.stopped, Stopped::Reached);
        assert_eq!(aimed.steps, free.curve[crossing].0);
        assert_eq!(aimed.curve, free.curve[..=crossing]);
        // It can be inspected as it was when it stopped.
        let trained = now(cohort.trained(place)).unwrap();
        let error = now(trained.error(&[])).unwrap();
        assert!((error / aimed.nmse.unwrap() - 1.0).abs() < 1e-4);
    }
    assert!((1..3).contains(&reached), "{reached} of 3 reached it");
}

#[test]
fn runs_of_every_form_of_paper_1_share_cohorts() {
    for grid in [
        json!({ "h": [1, 3, 2], "T": [6], "N": [5, 8], "E": 6, "L": [2] }),
        json!({ "form": "memoriser", "T": [4], "N": [5, 8] }),
    ] {
        let experiment = Experiment::from_value(json!({
            "task": { "D": 2, "d": 3 },
            "grid": grid,
            "recipe": { "steps": 12, "batch": 8, "trainSequences": 20, "validationSequences": 40 },
        }))
        .unwrap();
        let cohorts = lab::cohorts(&experiment);
        assert_eq!(cohorts.len(), 1);
        let (_, together) = train(&experiment, &cohorts[0]);
        for (index, outcome) in together.iter().enumerate() {
            let (_, alone) = train(&experiment, &[index]);
            let (a, b) = (outcome.nmse.unwrap(), alone[0].nmse.unwrap());
            assert!(
                (a / b - 1.0).abs() < 1e-4,
                "{:?}: {a} is not {b}",
                outcome.run
            );
        }
    }
}
