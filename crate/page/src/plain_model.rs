//! `PlainModel`: a recorded model as a handle, for pictures before any engine is there. What it computes
//! is decided in `lab`.

use lab::{PlainError, PlainModel};
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::experiment::JsExperiment;

/// A recorded model.
#[wasm_bindgen(js_name = PlainModel)]
pub struct JsPlainModel(PlainModel);

#[wasm_bindgen(js_class = PlainModel)]
impl JsPlainModel {
    /// Reads a model file.
    #[wasm_bindgen(js_name = fromSafetensors)]
    pub fn from_safetensors(bytes: &[u8]) -> Result<JsPlainModel, JsError> {
        Ok(Self(PlainModel::from_safetensors(bytes)?))
    }

    /// The experiment that it was trained for.
    #[wasm_bindgen(getter)]
    pub fn experiment(&self) -> JsExperiment {
        JsExperiment::open(self.0.experiment.clone())
    }

    /// The run that it is.
    #[wasm_bindgen(getter, unchecked_return_type = "Run")]
    pub fn run(&self) -> Result<JsValue, JsError> {
        to_js(&self.0.run)
    }

    /// Attention and prediction for the `index`-th random sequence, without some heads.
    #[wasm_bindgen(js_name = lookAtRandom, unchecked_return_type = "Look")]
    pub fn look_at_random(&self, index: u32, without: Vec<usize>) -> Result<JsValue, JsError> {
        to_js(&self.0.look_at_random(index, &without)?)
    }

    /// Attention and prediction for a sequence of tokens, without some heads.
    #[wasm_bindgen(js_name = lookAt, unchecked_return_type = "Look")]
    pub fn look_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number[][]")] sequence: JsValue,
        without: Vec<usize>,
    ) -> Result<JsValue, JsError> {
        let tokens: Vec<Vec<f32>> = from_js(sequence)?;
        to_js(&self.0.look(&tokens.concat(), &without)?)
    }

    /// Begins to measure its error on unseen sequences, without some heads.
    #[wasm_bindgen(js_name = errorWithout)]
    pub fn error_without(&self, without: Vec<usize>) -> JsPlainError {
        JsPlainError(self.0.error_without(&without))
    }
}

/// An error in the making: measured in parts, between which the page lives on.
#[wasm_bindgen(js_name = PlainError)]
pub struct JsPlainError(PlainError);

#[wasm_bindgen(js_class = PlainError)]
impl JsPlainError {
    /// Goes on with so many sequences. The error, once all are computed; undefined before.
    pub fn advance(&mut self, sequences: usize) -> Result<Option<f64>, JsError> {
        Ok(self.0.advance(sequences)?)
    }
}
