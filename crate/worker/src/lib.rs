//! # worker — the door of a Worker
//!
//! What JavaScript may call of the engine: thin wrappers that convert types and turn errors into
//! JavaScript's. No logic here.
#![cfg(target_family = "wasm")]

mod convert;
mod trained;
mod types;

use std::cell::RefCell;

use engine::{Cohort, Engine, Trained};
use lab::Experiment;
use wasm_bindgen::prelude::*;

pub use convert::Thrown;
use convert::{object, to_js};
use trained::JsTrained;

thread_local! {
    /// Wasm cannot unwind: after a panic this message is all that is left of it.
    static PANIC_MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        let message = match (info.payload_as_str(), info.location()) {
            (Some(text), Some(location)) => format!("{text} ({location})"),
            _ => info.to_string(),
        };
        error(&message);
        PANIC_MESSAGE.with(|panic| *panic.borrow_mut() = Some(message));
    }));
}

/// The message of the panic that stopped this engine, if one did.
#[wasm_bindgen(js_name = panicMessage)]
pub fn panic_message() -> Option<String> {
    PANIC_MESSAGE.with(|panic| panic.borrow().clone())
}

/// A checked experiment. It is parsed and validated once, here.
#[wasm_bindgen(js_name = Experiment)]
pub struct JsExperiment(Experiment);

#[wasm_bindgen(js_class = Experiment)]
impl JsExperiment {
    /// Reads JSON text; missing fields take their defaults. Throws the validator's sentences: the page
    /// has checked the experiment before (crate/page), with a list of its problems.
    #[wasm_bindgen(js_name = fromJson)]
    pub fn from_json(text: &str) -> Result<JsExperiment, Thrown> {
        Ok(Self(Experiment::from_json(text)?))
    }
}

/// A device to train on.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine(Engine);

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Starts the engine of this build.
    pub async fn create() -> Result<JsEngine, Thrown> {
        #[cfg(feature = "webgpu")]
        return Ok(Self(Engine::webgpu().await?));
        #[cfg(not(feature = "webgpu"))]
        return Ok(Self(Engine::cpu()));
    }

    /// The device's name, such as "CPU · SIMD".
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().into()
    }

    /// A cohort of the experiment's runs at `indices`.
    pub fn cohort(
        &self,
        experiment: &JsExperiment,
        indices: Vec<usize>,
    ) -> Result<JsCohort, Thrown> {
        let cohort = Cohort::new(&experiment.0, &indices, &self.0)?;
        Ok(JsCohort::new(cohort, &self.0))
    }

    /// Continues from checkpoint files, one for each of `indices`, or undefined for a run that begins
    /// anew. So does a run whose file is damaged; the others go on.
    #[wasm_bindgen(unchecked_return_type = "Resumed")]
    pub fn resume(
        &self,
        experiment: &JsExperiment,
        indices: Vec<usize>,
        #[wasm_bindgen(unchecked_param_type = "(Uint8Array | undefined)[]")] files: Vec<JsValue>,
    ) -> Result<JsValue, Thrown> {
        let bytes = |file: JsValue| file.dyn_into::<js_sys::Uint8Array>().ok();
        let files: Vec<_> = files
            .into_iter()
            .map(|file| bytes(file).map(|file| file.to_vec()))
            .collect();
        let resumed = Cohort::resume_files(&experiment.0, &indices, &files, &self.0)?;
        let cohorts = js_sys::Array::new();
        for (indices, cohort) in resumed.cohorts {
            let entry = object([
                ("indices", to_js(&indices)?),
                ("cohort", JsCohort::new(cohort, &self.0).into()),
            ]);
            cohorts.push(&entry);
        }
        let refused = js_sys::Array::new();
        for run in resumed.refused {
            refused.push(&object([
                ("index", JsValue::from(run.index as u32)),
                ("sentence", run.error.to_string().into()),
            ]));
        }
        Ok(object([
            ("cohorts", cohorts.into()),
            ("refused", refused.into()),
        ]))
    }

    /// Opens a model file.
    pub fn open(&self, file: &[u8]) -> Result<JsTrained, Thrown> {
        Ok(JsTrained::new(Trained::from_safetensors(file, &self.0)?))
    }
}

/// Runs that are trained together.
#[wasm_bindgen(js_name = Cohort)]
pub struct JsCohort {
    cohort: Cohort,
    engine: Engine,
}

impl JsCohort {
    fn new(cohort: Cohort, engine: &Engine) -> Self {
        let engine = engine.clone();
        Self { cohort, engine }
    }
}

#[wasm_bindgen(js_class = Cohort)]
impl JsCohort {
    /// Trains at most `steps` further steps.
    #[wasm_bindgen(unchecked_return_type = "RunProgress[]")]
    pub async fn advance(&mut self, steps: u32) -> Result<JsValue, Thrown> {
        to_js(&self.cohort.advance(steps).await?)
    }

    /// The outcome of every run so far.
    #[wasm_bindgen(unchecked_return_type = "Outcome[]")]
    pub async fn outcomes(&mut self) -> Result<JsValue, Thrown> {
        to_js(&self.cohort.outcomes().await?)
    }

    /// The run at `place` in this cohort, as it is now.
    pub async fn trained(&mut self, place: usize) -> Result<JsTrained, Thrown> {
        Ok(JsTrained::new(self.cohort.trained(place).await?))
    }

    /// A checkpoint file of every run.
    pub async fn checkpoints(&mut self) -> Result<Vec<js_sys::Uint8Array>, Thrown> {
        let mut files = Vec::new();
        for checkpoint in self.cohort.checkpoints().await? {
            let bytes = checkpoint.to_bytes(&self.engine)?;
            files.push(js_sys::Uint8Array::from(bytes.as_slice()));
        }
        Ok(files)
    }

    /// Whether there is nothing left to train.
    #[wasm_bindgen(getter, js_name = isDone)]
    pub fn is_done(&self) -> bool {
        self.cohort.is_done()
    }

    /// How its steps are computed.
    #[wasm_bindgen(getter, unchecked_return_type = "'fused' | 'reference'")]
    pub fn path(&self) -> String {
        self.cohort.path().to_string()
    }

    /// Steps done.
    #[wasm_bindgen(getter)]
    pub fn step(&self) -> u32 {
        self.cohort.step()
    }
}
