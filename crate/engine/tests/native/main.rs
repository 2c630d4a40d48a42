//! The engine natively, on the CPU.

#[path = "../common/mod.rs"]
mod common;

mod attention;
mod attention_layer;
mod checkpoint;
mod cliff;
mod cohort;
mod forms;
mod fused;
mod gradients;
mod heads;
mod numpy;
mod trained;

use common::divergence::{a_run_of_nans_leaves_the_others, an_absurd_rate_diverges};
use common::{
    Tolerance, can_be_inspected, matches_numpy, resumes_from_checkpoints, trains_a_single_head,
    trains_as_recorded, trains_every_form, trains_the_same_twice,
};
use engine::{Engine, Model};
use lab::Experiment;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Runs a future of the CPU engine: flex never waits, so its futures are ready at the first poll.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the CPU engine waited"),
    }
}

/// Fails unless every form of Transformer is among the experiments.
fn assert_every_form(tested: &[Experiment]) {
    for (_, form) in lab::kinds_and_forms() {
        let is_form = |of: &Experiment| of.grid.family.form().name() == form;
        assert!(tested.iter().any(is_form), "no {form} among these");
    }
}

/// Fails unless every kind of task is among the experiments.
fn assert_every_kind(tested: &[Experiment]) {
    for (kind, _) in lab::kinds_and_forms() {
        let is_kind = |of: &Experiment| of.task.kind() == kind;
        assert!(tested.iter().any(is_kind), "no {kind} among these");
    }
}

/// The place of a weight among the tensors of `Weights`.
fn place_of(model: &Model, name: &str) -> usize {
    let names = model.names();
    let place = names.iter().position(|n| n == name);
    place.unwrap_or_else(|| panic!("there is no {name} among {names:?}"))
}

#[test]
fn the_cpu_engine_matches_numpy() {
    let tolerance = Tolerance {
        gradients: 2e-5,
        losses: 5e-6,
    };
    now(matches_numpy(&Engine::cpu(), tolerance));
}

#[test]
fn the_cpu_engine_trains_as_recorded() {
    now(trains_as_recorded(&Engine::cpu(), 1e-4));
}

#[test]
fn a_run_can_be_inspected() {
    now(can_be_inspected(&Engine::cpu()));
}

#[test]
fn the_cpu_engine_trains_the_same_twice() {
    now(trains_the_same_twice(&Engine::cpu()));
}

#[test]
fn a_training_continues_from_its_checkpoints() {
    now(resumes_from_checkpoints(&Engine::cpu()));
}

#[test]
fn a_run_of_nans_leaves_the_others_of_its_cohort_untouched() {
    now(a_run_of_nans_leaves_the_others(&Engine::cpu()));
}

#[test]
fn an_absurd_learning_rate_marks_runs_as_diverged() {
    now(an_absurd_rate_diverges(&Engine::cpu()));
}

#[test]
fn every_form_trains_as_recorded() {
    now(trains_every_form(&Engine::cpu(), 1e-4));
}

#[test]
fn a_single_head_trains_as_recorded() {
    now(trains_a_single_head(&Engine::cpu(), 1e-4));
}
