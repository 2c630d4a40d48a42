//! `Trained`: one run on its own, for JavaScript to inspect.

use std::collections::BTreeMap;

use engine::{Trained, Weight};
use lab::{Experiment, Run};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{Thrown, to_js};

/// One run on its own, to inspect.
#[wasm_bindgen(js_name = Trained)]
pub struct JsTrained(Trained);

impl JsTrained {
    pub(crate) fn new(trained: Trained) -> Self {
        Self(trained)
    }
}

/// Facts of a run that need no computation.
#[derive(Serialize)]
struct TrainedAbout<'a> {
    experiment: &'a Experiment,
    run: Run,
    heads: usize,
    lengths: Vec<u32>,
}

#[wasm_bindgen(js_class = Trained)]
impl JsTrained {
    /// Its experiment, its run, its number of heads, and the lengths to try.
    #[wasm_bindgen(unchecked_return_type = "TrainedAbout")]
    pub fn about(&self) -> Result<JsValue, Thrown> {
        to_js(&TrainedAbout {
            experiment: self.0.experiment(),
            run: self.0.run(),
            heads: self.0.heads(),
            lengths: self.0.lengths(),
        })
    }

    /// Attention and prediction for the `index`-th random sequence, without some heads.
    #[wasm_bindgen(js_name = lookAtRandom, unchecked_return_type = "Look")]
    pub async fn look_at_random(&self, index: u32, without: Vec<usize>) -> Result<JsValue, Thrown> {
        to_js(&self.0.look_at_random(index, &without).await?)
    }

    /// Attention and prediction for a sequence of tokens, without some heads.
    #[wasm_bindgen(js_name = lookAt, unchecked_return_type = "Look")]
    pub async fn look_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number[][]")] sequence: JsValue,
        without: Vec<usize>,
    ) -> Result<JsValue, Thrown> {
        let tokens: Vec<Vec<f32>> = serde_wasm_bindgen::from_value(sequence)
            .map_err(|_| Thrown::new("The sequence must be a list of lists of numbers."))?;
        to_js(&self.0.look_at_tokens(&tokens, &without).await?)
    }

    /// Which head watches which target; null for a task whose heads do not have targets of their own.
    #[wasm_bindgen(unchecked_return_type = "Specialisation | null")]
    pub async fn specialisation(&self) -> Result<JsValue, Thrown> {
        to_js(&self.0.specialisation().await?)
    }

    /// The error on the whole validation set, without some heads.
    pub async fn error(&self, without: Vec<usize>) -> Result<f64, Thrown> {
        Ok(self.0.error(&without).await?)
    }

    /// The error on unseen sequences of `T` tokens, without any training on them.
    #[wasm_bindgen(js_name = errorAtLength, unchecked_return_type = "LengthError")]
    #[allow(non_snake_case)]
    pub async fn error_at_length(&self, T: u32) -> Result<JsValue, Thrown> {
        to_js(&self.0.error_at_length(T).await?)
    }

    /// Predictions for the first `count` validation sequences, without some heads.
    #[wasm_bindgen(unchecked_return_type = "Predictions")]
    pub async fn predictions(&self, count: usize, without: Vec<usize>) -> Result<JsValue, Thrown> {
        to_js(&self.0.predictions(count, &without).await?)
    }

    /// Its weights, by name.
    #[wasm_bindgen(unchecked_return_type = "Record<string, Weight>")]
    pub async fn weights(&self) -> Result<JsValue, Thrown> {
        let weights: BTreeMap<String, Weight> = self.0.weights().await?.into_iter().collect();
        to_js(&weights)
    }

    /// The run as a model file.
    #[wasm_bindgen(js_name = toSafetensors)]
    pub async fn to_safetensors(&self) -> Result<Vec<u8>, Thrown> {
        Ok(self.0.to_safetensors().await?)
    }
}
