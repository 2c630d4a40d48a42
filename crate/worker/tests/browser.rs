//! The engine in a real browser, in a Worker, as the page runs it: the CPU engine or the WebGPU
//! engine, by the features of the build.
#![cfg(target_family = "wasm")]

#[path = "../../engine/tests/common/mod.rs"]
mod common;
#[cfg(feature = "webgpu")]
mod gpu_faults;

use common::divergence::{a_run_of_nans_leaves_the_others, an_absurd_rate_diverges};
use common::{
    Tolerance, can_be_inspected, matches_numpy, resumes_from_checkpoints, trains_a_single_head,
    trains_as_recorded, trains_every_form, trains_the_same_twice,
};
use engine::{Cohort, CohortError, Engine};
use lab::Experiment;
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

/// How much a short training may differ from the recorded one. wasm leaves no freedom to round: the
/// CPU engine computes exactly these numbers on every machine. GPUs round differently.
const RECORDED: f64 = if cfg!(feature = "webgpu") { 1e-3 } else { 0.0 };

#[cfg(not(feature = "webgpu"))]
async fn engine() -> Engine {
    Engine::cpu()
}

#[cfg(feature = "webgpu")]
async fn engine() -> Engine {
    use std::cell::RefCell;
    thread_local! {
        // burn registers a device once; all tests share it. It is the poorer kind, which everything must be trained on
        // too; devices with timestamps train in gpu_faults and in tests/browsers.
        static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
    }
    if let Some(engine) = ENGINE.with(|engine| engine.borrow().clone()) {
        return engine;
    }
    let engine = gpu_faults::engine_without_timestamps().await;
    ENGINE.with(|shared| *shared.borrow_mut() = Some(engine.clone()));
    engine
}

#[wasm_bindgen_test]
async fn the_engine_has_the_right_name() {
    let engine = engine().await;
    let expected = if cfg!(feature = "webgpu") {
        "WebGPU · "
    } else {
        "CPU · SIMD"
    };
    assert!(
        engine.name().starts_with(expected),
        "it is {:?}",
        engine.name()
    );
    let has_gpu = js_sys::Reflect::get(&js_sys::global(), &"navigator".into())
        .and_then(|navigator| js_sys::Reflect::has(&navigator, &"gpu".into()))
        .unwrap();
    assert!(has_gpu || !cfg!(feature = "webgpu"));
}

#[wasm_bindgen_test]
async fn it_matches_numpy() {
    matches_numpy(&engine().await, TOLERANCE).await;
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
async fn a_training_continues_from_its_checkpoints() {
    resumes_from_checkpoints(&engine().await).await;
}

#[wasm_bindgen_test]
async fn a_run_can_be_inspected() {
    can_be_inspected(&engine().await).await;
}

#[wasm_bindgen_test]
async fn a_single_head_trains_as_it_does_natively() {
    trains_a_single_head(&engine().await, TOLERANCE.losses * 10.0).await;
}

#[wasm_bindgen_test]
async fn every_form_trains_as_it_does_natively() {
    // Some gradients of an encoder are rounding errors, which AdamW turns into steps of full size.
    trains_every_form(&engine().await, 5e-3).await;
}

#[wasm_bindgen_test]
async fn a_run_of_nans_leaves_the_others_of_its_cohort_untouched() {
    a_run_of_nans_leaves_the_others(&engine().await).await;
}

#[wasm_bindgen_test]
async fn an_absurd_learning_rate_marks_runs_as_diverged() {
    an_absurd_rate_diverges(&engine().await).await;
}

#[wasm_bindgen_test]
async fn a_cohort_beyond_four_gibibytes_is_refused_in_a_sentence() {
    let engine = engine().await;
    let mut experiment = Experiment::default();
    experiment.grid.T = vec![1024];
    experiment.recipe.train_sequences = 1_000_000;
    let refused = Cohort::new(&experiment, &[0], &engine).err().unwrap();
    let sentence = refused.to_string();
    assert!(
        sentence.contains(" GiB at once, and an engine in a browser can have 4 GiB: train fewer"),
        "{sentence}"
    );
    // Sizes that would be small again if they wrapped at 32 bits: 2^32 numbers in one list.
    experiment.recipe.train_sequences = 1 << 20;
    let refused = Cohort::new(&experiment, &[0], &engine).err();
    assert!(matches!(refused, Some(CohortError::TooLarge { .. })));
}

#[cfg(feature = "webgpu")]
#[wasm_bindgen_test]
async fn its_shaders_match_burn() {
    common::shaders_match_burn(&engine().await, TOLERANCE.losses * 10.0).await;
}
