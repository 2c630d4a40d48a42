//! # page — the door of the page's thread
//!
//! `lab` and `charts` for JavaScript: experiments, results and charts as typed handles. A door only
//! converts types and turns errors into JavaScript's; whatever has to be decided is decided in a
//! library. Nothing here trains: that is the `worker` door.
//!
//! | file | what it holds |
//! |---|---|
//! | `experiment` | `Experiment`: checked once, then asked for its runs, links, memory, Find D … |
//! | `results` | `Results` of one experiment, and `ResultSet`: what one chart shows |
//! | `chart` | `Chart`: drawn on a canvas, exported as SVG, described as a table |
//! | `theory` | what paper 1's theorems say at given sizes |
//! | `convert` | values and errors across the boundary |
//! | `types` | TypeScript declarations of the plain objects that cross it |
#![cfg(target_family = "wasm")]

mod chart;
mod convert;
mod experiment;
mod results;
mod theory;
mod types;

use wasm_bindgen::prelude::*;

pub use chart::{JsChart, colour_of, step_error};
pub use experiment::{JsExperiment, field_specs};
pub use results::{JsResultSet, JsResults};
pub use theory::theory_sentence;

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}
