//! What JavaScript may call: thin wrappers, and errors as sentences. No logic here.

use std::cell::RefCell;

use lab::Experiment;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Cohort, Engine};

thread_local! {
    /// Wasm cannot unwind: after a panic only its message is left, for whoever caught the trap.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        PANIC.with(|panic| *panic.borrow_mut() = Some(info.to_string()));
        console_error_panic_hook::hook(info);
    }));
}

/// The message of the panic that stopped this engine, if one did.
#[wasm_bindgen(js_name = panicMessage)]
pub fn panic_message() -> Option<String> {
    PANIC.with(|panic| panic.borrow().clone())
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    // Plain objects and nulls, as JSON.parse would make them.
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// A device to train on.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine(Engine);

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Starts the engine of this build.
    pub async fn create() -> Result<JsEngine, JsError> {
        #[cfg(feature = "webgpu")]
        return Ok(Self(Engine::webgpu().await?));
        #[cfg(not(feature = "webgpu"))]
        return Ok(Self(Engine::cpu()));
    }

    /// What computes, such as "CPU · SIMD".
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().into()
    }

    /// A cohort of the runs at `indices` of an experiment given as JSON text.
    pub fn cohort(&self, experiment: &str, indices: Vec<usize>) -> Result<JsCohort, JsError> {
        let experiment = Experiment::from_json(experiment)?;
        Ok(JsCohort(Cohort::new(&experiment, &indices, &self.0)?))
    }
}

/// Runs that are trained together.
#[wasm_bindgen(js_name = Cohort)]
pub struct JsCohort(Cohort);

#[wasm_bindgen(js_class = Cohort)]
impl JsCohort {
    /// Trains at most `steps` steps; resolves to a list of `RunProgress`.
    pub async fn advance(&mut self, steps: u32) -> Result<JsValue, JsError> {
        to_js(&self.0.advance(steps).await?)
    }

    /// Resolves to the list of `Outcome`s so far.
    pub async fn outcomes(&mut self) -> Result<JsValue, JsError> {
        to_js(&self.0.outcomes().await?)
    }

    /// Whether there is nothing left to train.
    #[wasm_bindgen(getter, js_name = isDone)]
    pub fn is_done(&self) -> bool {
        self.0.is_done()
    }

    /// Steps done.
    #[wasm_bindgen(getter)]
    pub fn step(&self) -> u32 {
        self.0.step()
    }
}
