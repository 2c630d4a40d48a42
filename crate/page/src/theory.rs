//! What paper 1's theorems say, for the page's Theory tab.

use lab::Theorems;
use wasm_bindgen::prelude::*;

/// What the theorems say at these sizes, in a sentence or two.
#[wasm_bindgen(js_name = theorySentence)]
#[allow(non_snake_case)]
pub fn theory_sentence(T: u32, h: u32, n: u32, D: u32, d: u32) -> String {
    Theorems::of(T, h, n, D, d, None).sentence()
}
