//! # page — the door of the page's thread
//!
//! What JavaScript may call: charts on a canvas, and the parts of `lab` that the page needs before
//! any engine is loaded. Thin wrappers, errors as sentences, no logic.
#![cfg(target_family = "wasm")]

use lab::{EngineKind, Experiment, Next, Outcome, Outcomes, RunProgress, VERSION};
use plotters::style::RGBColor;
use plotters_canvas::CanvasBackend;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use charts::{
    Chart, Learning, Needed, PlainMark, Scatter, SoftMinimum, Spot, Theme, TheoryMap, Transition,
    Width, colour_of, svg,
};

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

#[derive(Serialize)]
struct Drawn {
    spots: Vec<Spot>,
    summary: String,
}

/// Draws a chart on a canvas, and tells which places have something to say, `spots: [{ x, y, text }]`,
/// and what the chart shows, as a `summary` in words.
fn draw<C: Chart + DeserializeOwned>(
    canvas: HtmlCanvasElement,
    chart: JsValue,
) -> Result<JsValue, JsError> {
    show(canvas, &from_js::<C>(chart)?)
}

fn show(canvas: HtmlCanvasElement, chart: &dyn Chart) -> Result<JsValue, JsError> {
    let frame = chart.frame();
    let (width, height) = frame.pixels();
    // This also clears it.
    canvas.set_width(width);
    canvas.set_height(height);
    let mut backend = CanvasBackend::with_canvas_object(canvas)
        .ok_or_else(|| JsError::new("This canvas cannot be drawn on: it gives no 2d context."))?;
    let drawing = chart.draw_in(frame);
    drawing.paint(&mut backend, frame, 1.0)?;
    to_js(&Drawn {
        spots: drawing.spots,
        summary: chart.summary(),
    })
}

/// Draws learning curves.
#[wasm_bindgen(js_name = drawLearning)]
pub fn draw_learning(canvas: HtmlCanvasElement, chart: JsValue) -> Result<JsValue, JsError> {
    draw::<Learning>(canvas, chart)
}

/// Draws error against heads.
#[wasm_bindgen(js_name = drawTransition)]
pub fn draw_transition(canvas: HtmlCanvasElement, chart: JsValue) -> Result<JsValue, JsError> {
    draw::<Transition>(canvas, chart)
}

/// What a stroke across such a chart, from one place to another in CSS pixels of its frame, makes of
/// the prediction that is being drawn there: `[{ h, value }]`.
#[wasm_bindgen(js_name = strokeOf)]
pub fn stroke_of(chart: JsValue, x: f64, y: f64, to_x: f64, to_y: f64) -> Result<JsValue, JsError> {
    to_js(&from_js::<Transition>(chart)?.stroke((x, y), (to_x, to_y)))
}

/// The error so many steps up or down from one, ten of them to a power of ten.
#[wasm_bindgen]
pub fn stepped(error: f64, steps: i32) -> f64 {
    lab::step_error(error, steps)
}

/// Holds a prediction, `[{ h, value }]`, against outcomes: for each line of the chart, the name that
/// sets it apart and what there is to say.
#[wasm_bindgen]
pub fn compare(prediction: JsValue, outcomes: JsValue) -> Result<JsValue, JsError> {
    let marks: Vec<PlainMark> = from_js(prediction)?;
    let marks: Vec<(u32, f64)> = marks.iter().map(|mark| (mark.h, mark.value)).collect();
    let outcomes: Vec<Outcome> = from_js(outcomes)?;
    let told = lab::compare(&marks, &lab::summarise(&outcomes).groups);
    let told: Vec<[String; 2]> = told.into_iter().map(|of| [of.name, of.sentence]).collect();
    to_js(&told)
}

/// Draws error against hidden width, with fitted lines.
#[wasm_bindgen(js_name = drawWidth)]
pub fn draw_width(canvas: HtmlCanvasElement, chart: JsValue) -> Result<JsValue, JsError> {
    draw::<Width>(canvas, chart)
}

/// Draws what the lower bound says at every number of heads and sequence length.
#[wasm_bindgen(js_name = drawTheoryMap)]
pub fn draw_theory_map(canvas: HtmlCanvasElement, chart: JsValue) -> Result<JsValue, JsError> {
    draw::<TheoryMap>(canvas, chart)
}

/// Draws how near a head's soft minimum is to the true one.
#[wasm_bindgen(js_name = drawSoftMinimum)]
pub fn draw_soft_minimum(canvas: HtmlCanvasElement, chart: JsValue) -> Result<JsValue, JsError> {
    draw::<SoftMinimum>(canvas, chart)
}

/// Draws how the parameters needed grow as the error allowed shrinks.
#[wasm_bindgen(js_name = drawNeeded)]
pub fn draw_needed(canvas: HtmlCanvasElement, chart: JsValue) -> Result<JsValue, JsError> {
    draw::<Needed>(canvas, chart)
}

/// Draws predictions against targets.
#[wasm_bindgen(js_name = drawScatter)]
pub fn draw_scatter(canvas: HtmlCanvasElement, chart: JsValue) -> Result<JsValue, JsError> {
    draw::<Scatter>(canvas, chart)
}

/// A chart by its kind: `"transition"`, `"learning"`, `"width"`, `"theory-map"`, `"soft-minimum"`, `"needed"`
/// or `"scatter"`.
fn chart_of(kind: &str, chart: JsValue) -> Result<Box<dyn Chart>, JsError> {
    Ok(match kind {
        "transition" => Box::new(from_js::<Transition>(chart)?),
        "learning" => Box::new(from_js::<Learning>(chart)?),
        "width" => Box::new(from_js::<Width>(chart)?),
        "theory-map" => Box::new(from_js::<TheoryMap>(chart)?),
        "soft-minimum" => Box::new(from_js::<SoftMinimum>(chart)?),
        "needed" => Box::new(from_js::<Needed>(chart)?),
        "scatter" => Box::new(from_js::<Scatter>(chart)?),
        _ => {
            return Err(JsError::new(&format!(
                "There is no chart of kind {kind:?}."
            )));
        }
    })
}

/// A chart of some kind as SVG text, with its caption and a citation in it; the frame is the whole
/// document.
#[wasm_bindgen(js_name = svgOf)]
pub fn svg_of(
    kind: &str,
    chart: JsValue,
    caption: &str,
    citation: &str,
) -> Result<String, JsError> {
    Ok(svg(chart_of(kind, chart)?.as_ref(), caption, citation)?)
}

/// The values of a chart of some kind: `{ head, rows }`, all of them texts.
#[wasm_bindgen(js_name = tableOf)]
pub fn table_of(kind: &str, chart: JsValue) -> Result<JsValue, JsError> {
    to_js(&chart_of(kind, chart)?.table())
}

/// What paper 1's theorems say at these sizes, as the native binary's `theory --json` has it; on top
/// of that `k` and `from`, the smallest T at which it is above 0 (both null where h ≥ D), whether it
/// is `vacuous`, what suffices, `upper`, or null, and a `sentence`. `d` is 4 where it is not given.
#[wasm_bindgen]
#[allow(non_snake_case)]
pub fn theory(T: u32, h: u32, n: u32, D: u32, d: Option<u32>) -> Result<JsValue, JsError> {
    let theorems = lab::Theorems::of(T, h, n, D, d.unwrap_or(4), None);
    let bound = theorems.lower_bound;
    let number = |value: Option<f64>| value.map_or(JsValue::NULL, JsValue::from);
    let answer = to_js(&theorems)?;
    let fields = [
        ("k", number(bound.map(|bound| bound.k))),
        ("from", number(bound.map(|bound| bound.holds_from as f64))),
        ("vacuous", bound.is_some_and(|bound| bound.vacuous).into()),
        ("upper", get(&answer, "sufficientExponent")?),
        ("sentence", theorems.sentence().into()),
    ];
    set(&answer, &fields)?;
    Ok(answer)
}

fn set(object: &JsValue, fields: &[(&str, JsValue)]) -> Result<(), JsError> {
    for (name, value) in fields {
        js_sys::Reflect::set(object, &(*name).into(), value).map_err(refused)?;
    }
    Ok(())
}

fn refused(_: JsValue) -> JsError {
    JsError::new("This is not the object it should be.")
}

fn get(object: &JsValue, name: &str) -> Result<JsValue, JsError> {
    js_sys::Reflect::get(object, &name.into()).map_err(refused)
}

/// The papers' published values for what an experiment asks, or null.
#[wasm_bindgen(js_name = paperValues)]
pub fn paper_values(experiment: &str) -> Result<JsValue, JsError> {
    to_js(&lab::published(&Experiment::from_json(experiment)?))
}

/// A document of outcomes, or its JSON text, as CSV: one row per run.
#[wasm_bindgen(js_name = csvOf)]
pub fn csv_of(document: JsValue) -> Result<String, JsError> {
    let document = match document.as_string() {
        Some(text) => js_sys::JSON::parse(&text).map_err(refused)?,
        None => document,
    };
    // Part by part, as they are read elsewhere: reading it as one would need its own kilobytes.
    let experiment = get(&document, "experiment")?;
    let experiment = String::from(js_sys::JSON::stringify(&experiment).map_err(refused)?);
    Ok(lab::csv(&Outcomes {
        version: VERSION,
        experiment: Experiment::from_json(&experiment)?,
        engine: get(&document, "engine")?.as_string().unwrap_or_default(),
        outcomes: from_js(get(&document, "outcomes")?)?,
        summary: lab::Summary::default(),
    }))
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
    to_js(&lab::worker_shares(
        &Experiment::from_json(experiment)?,
        workers,
    ))
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

/// Outcomes as a link has them; nothing where a run was interrupted.
#[wasm_bindgen(js_name = resultsToText)]
pub fn results_to_text(outcomes: JsValue) -> Result<Option<String>, JsError> {
    let outcomes: Vec<Outcome> = from_js(outcomes)?;
    Ok(lab::results_to_text(&outcomes))
}

/// The document of the outcomes that a link has.
#[wasm_bindgen(js_name = resultsFromText)]
pub fn results_from_text(experiment: &str, text: &str) -> Result<JsValue, JsError> {
    let experiment = Experiment::from_json(experiment)?;
    let outcomes = lab::results_from_text(&experiment, text)?;
    to_js(&Outcomes {
        version: VERSION,
        experiment,
        engine: "as a link says".into(),
        summary: lab::summarise(&outcomes),
        outcomes,
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

/// Folds outcomes, and says in one sentence what they show for the experiment's task: what its D is
/// only where that is no `secret`.
#[wasm_bindgen]
pub fn summarise(
    outcomes: JsValue,
    experiment: &str,
    secret: Option<bool>,
) -> Result<JsValue, JsError> {
    let outcomes: Vec<Outcome> = from_js(outcomes)?;
    verdict(lab::summarise(&outcomes), experiment, secret)
}

/// As [`summarise`], for runs still in training: each counts with the last point of its curve.
#[wasm_bindgen(js_name = summariseProgress)]
pub fn summarise_progress(
    runs: JsValue,
    experiment: &str,
    secret: Option<bool>,
) -> Result<JsValue, JsError> {
    let runs: Vec<RunProgress> = from_js(runs)?;
    verdict(lab::summarise_progress(&runs), experiment, secret)
}

fn verdict(
    summary: lab::Summary,
    experiment: &str,
    secret: Option<bool>,
) -> Result<JsValue, JsError> {
    let task = Experiment::from_json(experiment)?.task;
    let expected = lab::Expected::of(&task, secret.unwrap_or(false));
    let sentence = summary.sentence(expected);
    to_js(&Verdict { summary, sentence })
}

#[derive(Serialize)]
#[allow(non_snake_case)]
struct Facts {
    D: Option<u32>,
    measure: &'static str,
}

/// What is known of the experiment's task: `D`, or null where it has none, and what its errors are
/// called, `measure`.
#[wasm_bindgen(js_name = factsOf)]
pub fn facts_of(experiment: &str) -> Result<JsValue, JsError> {
    let task = Experiment::from_json(experiment)?.task;
    to_js(&Facts {
        D: task.dimension(),
        measure: task.measure(),
    })
}

/// A PyTorch script that trains what the experiment trains, on its own.
#[wasm_bindgen]
pub fn pytorch(experiment: &str) -> Result<String, JsError> {
    Ok(lab::pytorch(&Experiment::from_json(experiment)?))
}

/// Which number of heads to train next to find D, given what was trained so far: `{ train, h,
/// experiment, sentence, tally, tried }`. `train` is the experiment to train next, or null at the end; `h`
/// is what was found, or null; `experiment` is all that was tried, and `train`, as one. Throws why
/// where D cannot be found this way.
#[wasm_bindgen]
pub fn search(experiment: &str, outcomes: JsValue) -> Result<JsValue, JsError> {
    let outcomes: Vec<Outcome> = from_js(outcomes)?;
    let found = lab::search(&Experiment::from_json(experiment)?, &outcomes)?;
    let (train, h) = match found.next {
        Next::Try { experiment } => (to_js(&*experiment)?, JsValue::NULL),
        Next::Found { h } => (JsValue::NULL, h.into()),
        Next::Inconclusive => (JsValue::NULL, JsValue::NULL),
    };
    // Part by part: each of them is written elsewhere too, and needs no kilobytes of its own.
    let answer = js_sys::Object::new().into();
    let fields = [
        ("train", train),
        ("h", h),
        ("experiment", to_js(&found.experiment)?),
        ("sentence", found.sentence.into()),
        ("tally", found.tally.into()),
        ("tried", to_js(&found.tried)?),
    ];
    set(&answer, &fields)?;
    Ok(answer)
}

/// A mystery: an experiment whose D is drawn by `seed`.
#[wasm_bindgen(js_name = drawnMystery)]
pub fn drawn_mystery(seed: u32) -> Result<JsValue, JsError> {
    to_js(&Experiment::mystery(seed))
}

/// The experiment as a word for a link that does not show its D; throws why where it is no mystery.
#[wasm_bindgen(js_name = toMystery)]
pub fn to_mystery(experiment: &str) -> Result<String, JsError> {
    Ok(Experiment::from_json(experiment)?.to_mystery()?)
}

/// The experiment, in full, of such a word; throws what is wrong with it.
#[wasm_bindgen(js_name = fromMystery)]
pub fn from_mystery(word: &str) -> Result<JsValue, JsError> {
    to_js(&Experiment::from_mystery(word)?)
}

/// What to say to a guess of D, given what was trained.
#[wasm_bindgen]
pub fn judge(experiment: &str, guess: u32, outcomes: JsValue) -> Result<String, JsError> {
    let outcomes: Vec<Outcome> = from_js(outcomes)?;
    let experiment = Experiment::from_json(experiment)?;
    Ok(lab::judge_guess(&experiment, guess, &outcomes))
}
