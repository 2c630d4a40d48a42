//! The engine in a real browser, in a Worker, as the page runs it: the CPU engine or the WebGPU
//! engine, whichever this is built as.
#![cfg(target_family = "wasm")]

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use common::{
    Tolerance, can_be_looked_into, goes_on_from_checkpoints, holds_to_numpy, trains_a_single_head,
    trains_as_recorded, trains_every_form, trains_the_same_twice,
};
use engine::Engine;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// How exactly this engine must follow double precision.
#[cfg(not(feature = "webgpu"))]
const TOLERANCE: Tolerance = Tolerance {
    gradients: 2e-5,
    losses: 5e-6,
};
#[cfg(feature = "webgpu")]
const TOLERANCE: Tolerance = Tolerance {
    gradients: 2e-4,
    losses: 1e-4,
};

/// How far a short training may be from the recorded one. wasm leaves nothing open: the CPU engine
/// gives these very numbers on every machine. GPUs round in their own ways.
const RECORDED: f64 = if cfg!(feature = "webgpu") { 1e-3 } else { 0.0 };

#[cfg(not(feature = "webgpu"))]
async fn engine() -> Engine {
    Engine::cpu()
}

#[cfg(feature = "webgpu")]
async fn engine() -> Engine {
    use std::cell::RefCell;
    thread_local! {
        // burn registers a device once; all tests share it.
        static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
    }
    if let Some(engine) = ENGINE.with(|engine| engine.borrow().clone()) {
        return engine;
    }
    // No adapter is a failure here, never a reason to skip.
    let engine = Engine::webgpu().await.expect("a WebGPU adapter");
    ENGINE.with(|kept| *kept.borrow_mut() = Some(engine.clone()));
    engine
}

#[wasm_bindgen_test]
async fn the_engine_is_what_it_says() {
    let engine = engine().await;
    let expected = if cfg!(feature = "webgpu") {
        "WebGPU · "
    } else {
        "CPU · SIMD"
    };
    assert!(
        engine.name().starts_with(expected),
        "it says {:?}",
        engine.name()
    );
    let there = js_sys::Reflect::get(&js_sys::global(), &"navigator".into())
        .and_then(|navigator| js_sys::Reflect::has(&navigator, &"gpu".into()))
        .unwrap();
    assert!(there || !cfg!(feature = "webgpu"));
}

#[wasm_bindgen_test]
async fn it_holds_to_numpy() {
    holds_to_numpy(&engine().await, TOLERANCE).await;
}

#[wasm_bindgen_test]
async fn a_cohort_trains_as_it_does_natively() {
    trains_as_recorded(&engine().await, RECORDED).await;
}

#[wasm_bindgen_test]
async fn it_trains_the_same_twice() {
    trains_the_same_twice(&engine().await).await;
}

#[wasm_bindgen_test]
async fn a_training_goes_on_from_its_checkpoints() {
    goes_on_from_checkpoints(&engine().await).await;
}

#[wasm_bindgen_test]
async fn a_run_can_be_looked_into() {
    can_be_looked_into(&engine().await).await;
}

#[wasm_bindgen_test]
async fn a_single_head_trains_as_it_does_natively() {
    trains_a_single_head(&engine().await, TOLERANCE.losses * 10.0).await;
}

#[wasm_bindgen_test]
async fn every_form_trains_as_it_does_natively() {
    // AdamW makes full steps of gradients that are all rounding, as some of an encoder's are.
    trains_every_form(&engine().await, 5e-3).await;
}

#[cfg(feature = "webgpu")]
#[wasm_bindgen_test]
async fn its_shaders_hold_to_burn() {
    common::shaders_hold_to_burn(&engine().await, TOLERANCE.losses * 10.0).await;
}
