//! Values across the boundary to JavaScript.

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A Rust value as JavaScript's: plain objects and nulls, as `JSON.parse` would make them.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}
