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
//! | `other_lengths` | errors of runs at other lengths than they were trained on |
//! | `plain_model` | `PlainModel`: a recorded model, for pictures before any engine is there |
//! | `chart` | `Chart`: exported as a figure, described as a table |
//! | `random_heads` | `RandomHeads`: paper 2's random heads of rank 1, in the making |
//! | `sketch` | `Sketch`: a chart laid out in a frame, painted on a canvas |
//! | `theory` | what paper 1's theorems say at given sizes |
//! | `convert` | values and errors across the boundary |
//! | `types` | TypeScript declarations of the plain objects that cross it |
#![cfg(target_family = "wasm")]

mod chart;
mod convert;
mod experiment;
mod other_lengths;
mod plain_model;
mod random_heads;
mod results;
mod sketch;
mod theory;
mod types;

use wasm_bindgen::prelude::*;

pub use chart::{JsChart, print_size, step_error, target_colour};
pub use experiment::{JsExperiment, field_specs};
pub use other_lengths::length_sentence;
pub use plain_model::JsPlainModel;
pub use random_heads::JsRandomHeads;
pub use results::{JsResultSet, JsResults, read_partial_results, read_results};
pub use sketch::JsSketch;
pub use theory::theory_sentence;

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}
