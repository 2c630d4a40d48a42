//! What paper 1's theorems say, for the page's Theory tab.

use lab::Theorems;
use wasm_bindgen::prelude::*;

use crate::convert::{object, to_js};

/// What the theorems say at these sizes: the same as the native binary's `theory --json`, and a
/// `sentence`.
#[wasm_bindgen(unchecked_return_type = "Theory")]
#[allow(non_snake_case)]
pub fn theory(T: u32, h: u32, n: u32, D: u32, d: u32) -> Result<JsValue, JsError> {
    let theorems = Theorems::of(T, h, n, D, d, None);
    Ok(object(&[
        ("theorems", to_js(&theorems)?),
        ("sentence", theorems.sentence().into()),
    ]))
}
