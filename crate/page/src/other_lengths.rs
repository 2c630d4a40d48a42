//! Errors of runs at other lengths, as typed arrays of JavaScript's.

use charts::{LengthLine, OtherLengths};
use lab::LengthError;
use wasm_bindgen::prelude::*;

use crate::convert::run_of;
use crate::experiment::JsExperiment;

/// The numbers of one error: its length, the error, its standard error, and the largest share of
/// attention or NaN.
const NUMBERS: usize = 4;

/// The chart of errors of runs with these numbers of heads, of as many each. Read as numbers: objects
/// would be read field by field, by code that is downloaded before the first chart.
pub(crate) fn other_lengths(
    experiment: &JsExperiment,
    run: JsValue,
    heads: &[u32],
    numbers: &[f64],
) -> Result<OtherLengths, JsError> {
    let run = run_of(run)?;
    let of_each = numbers.len() / NUMBERS / heads.len().max(1);
    let point = |of: &[f64]| LengthError {
        T: of[0] as u32,
        nmse: of[1],
        standard_error: of[2],
        largest_share: Some(of[3]).filter(|share| !share.is_nan()),
    };
    let points = numbers.chunks_exact((NUMBERS * of_each).max(1));
    let lines = heads.iter().zip(points).map(|(h, own)| LengthLine {
        h: *h,
        points: own.chunks_exact(NUMBERS).map(point).collect(),
    });
    Ok(OtherLengths::of(&experiment.inner, &run, lines.collect()))
}

/// What errors of a run at several lengths show, in a sentence or two.
#[wasm_bindgen(js_name = lengthSentence)]
pub fn length_sentence(
    experiment: &JsExperiment,
    #[wasm_bindgen(unchecked_param_type = "Run")] run: JsValue,
    heads: &[u32],
    numbers: &[f64],
) -> Result<String, JsError> {
    Ok(other_lengths(experiment, run, heads, numbers)?.sentence)
}
