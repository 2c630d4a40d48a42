//! The engine natively, on the CPU.

#[path = "../common/mod.rs"]
mod common;

mod attention;
mod checkpoint;

mod cliff;
mod cohort;
#[path = "../../../cli/tests/folder.rs"]
mod folder;
mod forms;
mod fused;
mod gradients;
mod numpy;
mod selector;
mod trained;

use common::{
    Tolerance, can_be_looked_into, goes_on_from_checkpoints, holds_to_numpy, trains_a_single_head,
    trains_as_recorded, trains_every_form, trains_the_same_twice,
};
use engine::Engine;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The flex backend never waits: its futures are ready when first asked.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the CPU engine waited"),
    }
}

#[test]
fn the_cpu_engine_holds_to_numpy() {
    let tolerance = Tolerance {
        gradients: 2e-5,
        losses: 5e-6,
    };
    now(holds_to_numpy(&Engine::cpu(), tolerance));
}

#[test]
fn the_cpu_engine_trains_as_recorded() {
    now(trains_as_recorded(&Engine::cpu(), 1e-4));
}

#[test]
fn a_run_can_be_looked_into() {
    now(can_be_looked_into(&Engine::cpu()));
}

#[test]
fn the_cpu_engine_trains_the_same_twice() {
    now(trains_the_same_twice(&Engine::cpu()));
}

#[test]
fn a_training_goes_on_from_its_checkpoints() {
    now(goes_on_from_checkpoints(&Engine::cpu()));
}

#[test]
fn every_form_trains_as_recorded() {
    now(trains_every_form(&Engine::cpu(), 1e-4));
}

#[test]
fn a_single_head_trains_as_recorded() {
    now(trains_a_single_head(&Engine::cpu(), 1e-4));
}
