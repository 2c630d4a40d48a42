//! Values and errors across the boundary to JavaScript.

use lab::{Problem, Problems};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A Rust value as JavaScript's: plain objects and nulls, as `JSON.parse` would make them.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// One problem of an experiment, with its sentence.
#[derive(Serialize)]
struct ProblemWithSentence<'a> {
    #[serde(flatten)]
    problem: &'a Problem,
    sentence: String,
}

/// The problems of an experiment as an `Error` whose message has one sentence a line and whose
/// `problems` lists `{ field, given, allowed, sentence }`.
pub fn experiment_error(problems: &Problems) -> JsValue {
    let list: Vec<_> = problems
        .0
        .iter()
        .map(|problem| ProblemWithSentence {
            problem,
            sentence: problem.to_string(),
        })
        .collect();
    let error = js_sys::Error::new(&problems.to_string());
    error.set_name("ExperimentError");
    if let Ok(list) = to_js(&list) {
        // An Error takes any field, so there is no failure to pass on.
        let _ = js_sys::Reflect::set(&error, &"problems".into(), &list);
    }
    error.into()
}
