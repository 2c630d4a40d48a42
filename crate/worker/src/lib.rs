//! # worker — the door of a Worker
//!
//! What JavaScript may call of the engine: thin wrappers, and errors as sentences. No logic here.
#![cfg(target_family = "wasm")]

use std::cell::RefCell;
use std::collections::BTreeMap;

use lab::{Experiment, Run};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use engine::{Checkpoint, Cohort, Engine, Trained, Weight};

thread_local! {
    /// Wasm cannot unwind: after a panic only its message is left, for whoever caught the trap.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        let said = match (info.payload_as_str(), info.location()) {
            (Some(text), Some(place)) => format!("{text} ({place})"),
            _ => info.to_string(),
        };
        PANIC.with(|panic| *panic.borrow_mut() = Some(said));
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
        let cohort = Cohort::new(&experiment, &indices, &self.0)?;
        Ok(JsCohort(cohort, self.0.clone()))
    }

    /// A cohort that goes on from checkpoints, one for each of `indices`.
    pub fn resume(
        &self,
        experiment: &str,
        indices: Vec<usize>,
        checkpoints: Vec<js_sys::Uint8Array>,
    ) -> Result<JsCohort, JsError> {
        let experiment = Experiment::from_json(experiment)?;
        let read = |bytes: js_sys::Uint8Array| Checkpoint::from_bytes(&bytes.to_vec(), &self.0);
        let checkpoints: Result<Vec<_>, _> = checkpoints.into_iter().map(read).collect();
        let cohort = Cohort::resume(&experiment, &indices, checkpoints?, &self.0)?;
        Ok(JsCohort(cohort, self.0.clone()))
    }

    /// Opens a model file.
    pub fn open(&self, file: &[u8]) -> Result<JsTrained, JsError> {
        Ok(JsTrained(Trained::from_safetensors(file, &self.0)?))
    }
}

/// Runs that are trained together.
#[wasm_bindgen(js_name = Cohort)]
pub struct JsCohort(Cohort, Engine);

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

    /// Resolves to the run at `place` in this cohort, as it is now.
    pub async fn trained(&mut self, place: usize) -> Result<JsTrained, JsError> {
        Ok(JsTrained(self.0.trained(place).await?))
    }

    /// Resolves to a checkpoint file of every run.
    pub async fn checkpoints(&mut self) -> Result<Vec<js_sys::Uint8Array>, JsError> {
        let mut files = Vec::new();
        for checkpoint in self.0.checkpoints().await? {
            let bytes = checkpoint.to_bytes(&self.1)?;
            files.push(js_sys::Uint8Array::from(bytes.as_slice()));
        }
        Ok(files)
    }

    /// Whether there is nothing left to train.
    #[wasm_bindgen(getter, js_name = isDone)]
    pub fn is_done(&self) -> bool {
        self.0.is_done()
    }

    /// How its steps are computed: "fused" or "reference".
    #[wasm_bindgen(getter)]
    pub fn path(&self) -> String {
        self.0.path().to_string()
    }

    /// Steps done.
    #[wasm_bindgen(getter)]
    pub fn step(&self) -> u32 {
        self.0.step()
    }
}

/// One run on its own, to look into.
#[wasm_bindgen(js_name = Trained)]
pub struct JsTrained(Trained);

/// What is known of a run without computing anything.
#[derive(Serialize)]
struct About<'a> {
    experiment: &'a Experiment,
    run: Run,
    heads: usize,
}

#[wasm_bindgen(js_class = Trained)]
impl JsTrained {
    /// Its experiment, its run, and how many heads it has.
    pub fn about(&self) -> Result<JsValue, JsError> {
        to_js(&About {
            experiment: self.0.experiment(),
            run: self.0.run(),
            heads: self.0.heads(),
        })
    }

    /// Resolves to the `Look` at the `index`-th random sequence.
    #[wasm_bindgen(js_name = lookAtRandom)]
    pub async fn look_at_random(&self, index: u32) -> Result<JsValue, JsError> {
        to_js(&self.0.look_at_random(index).await?)
    }

    /// Resolves to the `Look` at a sequence, a list of lists of numbers.
    #[wasm_bindgen(js_name = lookAt)]
    pub async fn look_at(&self, sequence: JsValue) -> Result<JsValue, JsError> {
        let tokens: Vec<Vec<f32>> = serde_wasm_bindgen::from_value(sequence)
            .map_err(|_| JsError::new("The sequence must be a list of lists of numbers."))?;
        to_js(&self.0.look_at_tokens(&tokens).await?)
    }

    /// Resolves to the `Specialisation`, or null for a task without features.
    pub async fn specialisation(&self) -> Result<JsValue, JsError> {
        to_js(&self.0.specialisation().await?)
    }

    /// Resolves to the error on the whole validation set, with one head silenced or none.
    pub async fn error(&self, without: Option<u32>) -> Result<f64, JsError> {
        let without = without.map(|head| head as usize);
        Ok(self.0.error_without(without).await?)
    }

    /// Resolves to `{ predictions, targets }` of the first `count` validation sequences.
    pub async fn predictions(&self, count: usize) -> Result<JsValue, JsError> {
        to_js(&self.0.predictions(count).await?)
    }

    /// Resolves to the weights: name to `{ shape, values }`.
    pub async fn weights(&self) -> Result<JsValue, JsError> {
        let weights: BTreeMap<String, Weight> = self.0.weights().await?.into_iter().collect();
        to_js(&weights)
    }

    /// Resolves to the run as a model file.
    #[wasm_bindgen(js_name = toSafetensors)]
    pub async fn to_safetensors(&self) -> Result<Vec<u8>, JsError> {
        Ok(self.0.to_safetensors().await?)
    }
}
