//! Faults of the GPU, made from JavaScript as a browser makes them: a device without timestamps, one
//! that is lost, one that refuses a command or runs out of memory. Every question that is asked then
//! ends with an error that says so; none waits for ever.

use engine::{Cohort, CohortError, Engine, GpuError, ReadBackError, TrainingError};
use lab::Experiment;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::{JsEngine, JsExperiment};

const EXPERIMENT: &str = r#"{
    "task": { "D": 2, "d": 2 },
    "grid": { "h": [1, 2], "T": [4], "N": [6], "n": 3 },
    "recipe": { "steps": 400, "batch": 4, "trainSequences": 8, "validationSequences": 10 }
}"#;

/// Runs the body of a JavaScript function.
fn js(body: &str) -> JsValue {
    let function = js_sys::Function::new_no_args(body);
    function.call0(&JsValue::UNDEFINED).unwrap()
}

/// Keeps every device that is opened from now on as `newestDevice`.
fn keep_devices() {
    js("const { prototype } = GPUAdapter;
        globalThis.requestDevice ??= prototype.requestDevice;
        prototype.requestDevice = async function (descriptor) {
          globalThis.newestDevice = await requestDevice.call(this, descriptor);
          return newestDevice;
        };");
}

/// A new engine, whose device is `newestDevice`.
async fn new_engine() -> Engine {
    keep_devices();
    Engine::webgpu().await.expect("a WebGPU adapter")
}

/// Two cohorts of the same runs: one that our shaders train, one that burn trains.
fn cohorts(engine: &Engine) -> [Cohort; 2] {
    let experiment = Experiment::from_json(EXPERIMENT).unwrap();
    [
        Cohort::new(&experiment, &[0, 1], engine).unwrap(),
        Cohort::reference(&experiment, &[0, 1], engine).unwrap(),
    ]
}

/// The fault of the GPU that a question failed with.
fn fault<T>(result: Result<T, impl Into<TrainingError>>) -> GpuError {
    let error: TrainingError = result.err().expect("an error").into();
    let fault = error.gpu_error().cloned();
    fault.unwrap_or_else(|| panic!("not the GPU's: {error}"))
}

fn assert_lost<T>(result: Result<T, impl Into<TrainingError>>) {
    let fault = fault(result);
    assert!(matches!(fault, GpuError::Lost(_)), "{fault}");
    assert!(fault.to_string().starts_with("The GPU was lost"), "{fault}");
}

/// An engine whose adapter has no timestamp queries, as on many phones: burn would panic there if nobody told it.
pub async fn engine_without_timestamps() -> Engine {
    keep_devices();
    js("const { prototype } = GPUAdapter;
        globalThis.features = Object.getOwnPropertyDescriptor(prototype, 'features');
        Object.defineProperty(prototype, 'features', {
          configurable: true,
          get() {
            return new Set([...globalThis.features.get.call(this)].filter((name) => name !== 'timestamp-query'));
          },
        });");
    let engine = Engine::webgpu().await;
    js("Object.defineProperty(GPUAdapter.prototype, 'features', globalThis.features);");
    // No adapter is a failure here, never a reason to skip.
    let engine = engine.expect("an engine without timestamps");
    assert_eq!(
        js("return newestDevice.features.has('timestamp-query');"),
        false
    );
    engine
}

#[wasm_bindgen_test]
async fn a_lost_device_fails_every_question() {
    let engine = new_engine().await;
    let experiment = Experiment::from_json(EXPERIMENT).unwrap();
    let mut both = cohorts(&engine);
    let mut inspected = Vec::new();
    for cohort in &mut both {
        cohort.advance(3).await.unwrap();
        inspected.push(cohort.trained(1).await.unwrap());
    }
    js("newestDevice.destroy();");
    for cohort in &mut both {
        assert_lost(cohort.advance(3).await);
        assert_lost(cohort.outcomes().await);
        assert_lost(cohort.checkpoints().await);
        assert_lost(cohort.trained(0).await);
    }
    for trained in &inspected {
        assert_lost(trained.error(&[]).await);
        assert_lost(trained.look_at_random(0, &[]).await);
        assert_lost(trained.specialisation().await);
        assert_lost(trained.to_safetensors().await);
    }
    // A new cohort is refused at once, not only when it is trained.
    let refused = Cohort::new(&experiment, &[0], &engine).err();
    assert!(matches!(refused, Some(CohortError::Gpu(GpuError::Lost(_)))));
}

#[wasm_bindgen_test]
async fn a_device_that_is_lost_while_it_computes_ends_the_wait() {
    for place in 0..2 {
        let engine = new_engine().await;
        let mut cohort = cohorts(&engine).into_iter().nth(place).unwrap();
        cohort.advance(1).await.unwrap();
        // It runs when the training first waits.
        spawn_local(async {
            js("newestDevice.destroy();");
        });
        assert_lost(cohort.advance(20).await);
    }
}

#[wasm_bindgen_test]
async fn an_invalid_command_fails_the_training_for_good() {
    let engine = new_engine().await;
    for cohort in &mut cohorts(&engine) {
        js("newestDevice.createBuffer({ size: 4, usage: 0 });");
        // Its results may be wrong from here on, so it never goes on.
        for _ in 0..2 {
            let fault = fault(cohort.advance(3).await);
            assert!(matches!(fault, GpuError::Refused(_)), "{fault}");
        }
    }
}

#[wasm_bindgen_test]
async fn too_little_memory_on_the_gpu_is_said_in_a_sentence() {
    let engine = new_engine().await;
    let [mut cohort, _] = cohorts(&engine);
    js("const error = new GPUOutOfMemoryError('no memory');
        newestDevice.dispatchEvent(new GPUUncapturedErrorEvent('uncapturederror', { error }));");
    let error = cohort.advance(3).await.unwrap_err();
    assert!(matches!(
        error,
        TrainingError::ReadBack(ReadBackError::Gpu(GpuError::OutOfMemory))
    ));
    assert_eq!(
        error.to_string(),
        "The GPU has too little memory for this training."
    );
}

#[wasm_bindgen_test]
async fn a_tensor_larger_than_a_buffer_is_refused() {
    let engine = new_engine().await;
    let mut experiment = Experiment::from_json(
        r#"{ "task": { "kind": "farthest", "d": 2 }, "grid": { "h": [1] } }"#,
    )
    .unwrap();
    // 32 GiB of attention weights.
    experiment.grid.T = vec![1024];
    experiment.recipe.batch = 8192;
    experiment.recipe.train_sequences = 8192;
    let refused = Cohort::new(&experiment, &[0], &engine).err().unwrap();
    let sentence = refused.to_string();
    // What the field is to be lowered to depends on the GPU.
    let [start, reason] = ["grid.T is 1024, but must be at most ", " on WebGPU: "];
    assert!(
        sentence.starts_with(start) && sentence.contains(reason),
        "{sentence}"
    );
}

/// The `name` of what a function of the door throws.
fn name_of<T>(result: Result<T, impl Into<JsValue>>) -> String {
    let error: JsValue = result.err().expect("an error").into();
    let error = js_sys::Error::from(error);
    assert!(error.message().length() > 0);
    error.name().into()
}

#[wasm_bindgen_test]
async fn the_door_names_what_was_the_gpus_fault() {
    keep_devices();
    let Ok(engine) = JsEngine::create().await else {
        panic!("an engine starts")
    };
    let experiment = JsExperiment::from_json(EXPERIMENT).ok().unwrap();
    assert_eq!(name_of(engine.cohort(&experiment, vec![99])), "Error");
    let mut cohort = engine.cohort(&experiment, vec![0, 1]).ok().unwrap();
    cohort.advance(3).await.ok().unwrap();
    let trained = cohort.trained(0).await.ok().unwrap();
    js("newestDevice.destroy();");
    assert_eq!(name_of(cohort.advance(3).await), "DeviceLost");
    assert_eq!(name_of(cohort.checkpoints().await), "DeviceLost");
    assert_eq!(name_of(trained.error(vec![]).await), "DeviceLost");
    assert_eq!(name_of(engine.cohort(&experiment, vec![0])), "DeviceLost");

    let Ok(other) = JsEngine::create().await else {
        panic!("another engine starts")
    };
    let mut cohort = other.cohort(&experiment, vec![0, 1]).ok().unwrap();
    js("newestDevice.createBuffer({ size: 4, usage: 0 });");
    assert_eq!(name_of(cohort.advance(3).await), "GpuError");

    js("navigator.gpu.requestAdapter = async () => null;");
    let none = JsEngine::create().await;
    js("delete navigator.gpu.requestAdapter;");
    assert_eq!(name_of(none), "GpuError");
}
