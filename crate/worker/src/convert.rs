//! Values and errors across the boundary to JavaScript.

use engine::{CohortError, EngineError, FileError, GpuError, ReadBackError, TrainingError};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A Rust value as JavaScript's: plain objects and nulls, as `JSON.parse` would make them.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, Thrown> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// A plain object of these values, of which some are handles that cannot be serialised.
pub fn object<const N: usize>(entries: [(&str, JsValue); N]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in entries {
        // Setting a property of a new plain object cannot fail.
        let _ = js_sys::Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// An error as JavaScript throws it: its message is a sentence, and its name says whether a GPU is
/// the reason (`GpuErrorName` in types.rs).
#[derive(Debug)]
pub struct Thrown(js_sys::Error);

impl Thrown {
    /// An error that is not the GPU's.
    pub fn new(sentence: &str) -> Self {
        Self(js_sys::Error::new(sentence))
    }

    fn named(self, name: &str) -> Self {
        self.0.set_name(name);
        self
    }
}

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> Self {
        thrown.0.into()
    }
}

impl From<TrainingError> for Thrown {
    fn from(error: TrainingError) -> Self {
        let thrown = Self::new(&error.to_string());
        match error.gpu_error() {
            Some(GpuError::Lost(_)) => thrown.named("DeviceLost"),
            Some(GpuError::OutOfMemory | GpuError::Refused(_)) => thrown.named("GpuError"),
            None => thrown,
        }
    }
}

impl From<CohortError> for Thrown {
    fn from(error: CohortError) -> Self {
        TrainingError::from(error).into()
    }
}

impl From<ReadBackError> for Thrown {
    fn from(error: ReadBackError) -> Self {
        TrainingError::from(error).into()
    }
}

impl From<EngineError> for Thrown {
    fn from(error: EngineError) -> Self {
        Self::new(&error.to_string()).named("GpuError")
    }
}

impl From<FileError> for Thrown {
    fn from(error: FileError) -> Self {
        Self::new(&error.to_string())
    }
}

impl From<lab::Problems> for Thrown {
    fn from(problems: lab::Problems) -> Self {
        Self::new(&problems.to_string())
    }
}

impl From<serde_wasm_bindgen::Error> for Thrown {
    fn from(error: serde_wasm_bindgen::Error) -> Self {
        Self::new(&error.to_string())
    }
}
