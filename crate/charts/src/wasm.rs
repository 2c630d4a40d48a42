//! What JavaScript may call: charts on a canvas, and the parts of `lab` that the page needs before
//! any engine is loaded. Thin wrappers, errors as sentences, no logic.

use lab::{EngineKind, Experiment, Outcome, Outcomes, RunProgress, VERSION};
use plotters::prelude::*;
use plotters_canvas::CanvasBackend;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use crate::{Frame, Learning, Theme, Transition, colour_of};

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    Ok(serde_wasm_bindgen::from_value(value)?)
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    // Plain objects and nulls, as JSON.parse would make them.
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// Sizes the canvas to its frame, which also clears it.
fn area(
    canvas: HtmlCanvasElement,
    frame: Frame,
) -> Result<DrawingArea<CanvasBackend, plotters::coord::Shift>, JsError> {
    let (width, height) = frame.pixels();
    canvas.set_width(width);
    canvas.set_height(height);
    let backend = CanvasBackend::with_canvas_object(canvas)
        .ok_or_else(|| JsError::new("This canvas cannot be drawn on: it gives no 2d context."))?;
    Ok(backend.into_drawing_area())
}

/// Draws learning curves.
#[wasm_bindgen(js_name = drawLearning)]
pub fn draw_learning(canvas: HtmlCanvasElement, chart: JsValue) -> Result<(), JsError> {
    let chart: Learning = from_js(chart)?;
    Ok(chart.draw(&area(canvas, chart.frame)?)?)
}

/// Draws error against heads.
#[wasm_bindgen(js_name = drawTransition)]
pub fn draw_transition(canvas: HtmlCanvasElement, chart: JsValue) -> Result<(), JsError> {
    let chart: Transition = from_js(chart)?;
    Ok(chart.draw(&area(canvas, chart.frame)?)?)
}

/// The colour of `h` heads, as CSS.
#[wasm_bindgen(js_name = colourOf)]
pub fn js_colour_of(h: u32, dark: bool) -> String {
    let RGBColor(r, g, b) = colour_of(h, if dark { Theme::Dark } else { Theme::Light });
    format!("rgb({r} {g} {b})")
}

/// Checks an experiment given as JSON text and fills in every default; throws what is wrong.
#[wasm_bindgen]
pub fn validate(experiment: &str) -> Result<JsValue, JsError> {
    to_js(&Experiment::from_json(experiment)?)
}

/// The query of a link to an experiment, without a leading `?`: only what differs from the defaults.
#[wasm_bindgen(js_name = toQuery)]
pub fn to_query(experiment: &str) -> Result<String, JsError> {
    Ok(Experiment::from_json(experiment)?.to_query())
}

/// The experiment, in full, of a link's query; throws what is wrong with it.
#[wasm_bindgen(js_name = fromQuery)]
pub fn from_query(query: &str) -> Result<JsValue, JsError> {
    to_js(&Experiment::from_query(query)?)
}

/// The experiment's task in a sentence or two.
#[wasm_bindgen(js_name = taskSentence)]
pub fn task_sentence(experiment: &str) -> Result<String, JsError> {
    Ok(Experiment::from_json(experiment)?.task.sentence())
}

/// The runs of an experiment, in the order of the plan.
#[wasm_bindgen]
pub fn runs(experiment: &str) -> Result<JsValue, JsError> {
    to_js(&lab::runs(&Experiment::from_json(experiment)?))
}

/// Shares the runs out: a list of places in the plan for each worker.
#[wasm_bindgen]
pub fn split(experiment: &str, workers: usize) -> Result<JsValue, JsError> {
    to_js(&lab::split(&Experiment::from_json(experiment)?, workers))
}

/// The runs that one GPU program can train together: lists of places in the plan.
#[wasm_bindgen]
pub fn cohorts(experiment: &str) -> Result<JsValue, JsError> {
    to_js(&lab::cohorts(&Experiment::from_json(experiment)?))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Need {
    #[serde(flatten)]
    memory: lab::Memory,
    cpu_problem: Option<String>,
    webgpu_problem: Option<String>,
}

/// How many bytes an experiment needs on each engine, and for each a sentence that says what to
/// lower if that is too much, else null. On the CPU for this many Workers, by default one; on
/// WebGPU with buffers of this many bytes, by default what every device has. Not called `memory`:
/// that name among wasm's exports is taken by its own.
#[wasm_bindgen(js_name = memoryOf)]
pub fn memory_of(
    experiment: &str,
    workers: Option<usize>,
    buffer: Option<f64>,
) -> Result<JsValue, JsError> {
    let experiment = Experiment::from_json(experiment)?;
    let workers = workers.unwrap_or(1);
    let buffer = buffer.map_or(lab::GUARANTEED_BUFFER, |bytes| bytes as u64);
    let problem = |engine| lab::fits(&experiment, engine).err().map(|p| p.to_string());
    to_js(&Need {
        memory: lab::memory(&experiment, workers),
        cpu_problem: problem(EngineKind::Cpu { workers }),
        webgpu_problem: problem(EngineKind::WebGpu { buffer }),
    })
}

/// The document of all outcomes, as the native binary writes it.
#[wasm_bindgen(js_name = outcomesDocument)]
pub fn outcomes_document(
    experiment: &str,
    engine: String,
    outcomes: JsValue,
) -> Result<JsValue, JsError> {
    let outcomes: Vec<Outcome> = from_js(outcomes)?;
    to_js(&Outcomes {
        version: VERSION,
        experiment: Experiment::from_json(experiment)?,
        engine,
        summary: lab::summarise(&outcomes),
        outcomes,
    })
}

#[derive(Serialize)]
struct Verdict {
    summary: lab::Summary,
    sentence: String,
}

/// Folds outcomes, and says in one sentence what they show for a task of dimension D.
#[wasm_bindgen]
pub fn summarise(outcomes: JsValue, dimension: u32) -> Result<JsValue, JsError> {
    let outcomes: Vec<Outcome> = from_js(outcomes)?;
    verdict(lab::summarise(&outcomes), dimension)
}

/// As [`summarise`], for runs still in training: each counts with the last point of its curve.
#[wasm_bindgen(js_name = summariseProgress)]
pub fn summarise_progress(runs: JsValue, dimension: u32) -> Result<JsValue, JsError> {
    let runs: Vec<RunProgress> = from_js(runs)?;
    verdict(lab::summarise_progress(&runs), dimension)
}

fn verdict(summary: lab::Summary, dimension: u32) -> Result<JsValue, JsError> {
    let sentence = summary.sentence(dimension);
    to_js(&Verdict { summary, sentence })
}

/// A PyTorch script that trains what the experiment trains, on its own.
#[wasm_bindgen]
pub fn pytorch(experiment: &str) -> Result<String, JsError> {
    Ok(lab::pytorch(&Experiment::from_json(experiment)?))
}
