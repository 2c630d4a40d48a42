//! `Chart`: one chart as a handle, drawn on a canvas, exported as SVG or described as a table. How it
//! looks and what it says is decided in `charts`.

use charts::{
    Chart, Frame, Learning, ParametersNeeded, RunField, Scatter, Setting, SingleValue, SoftMinimum,
    Spot, Theme, TheoryMap, Transition, TransitionOptions, Width,
};
use plotters::style::RGBColor;
use plotters_canvas::CanvasBackend;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use crate::convert::{from_js, to_js};
use crate::experiment::JsExperiment;
use crate::results::JsResultSet;

/// One chart.
#[wasm_bindgen(js_name = Chart)]
pub struct JsChart(Inner);

enum Inner {
    /// It can also be drawn on by the reader.
    Transition(Box<Transition>),
    Other(Box<dyn Chart>),
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TransitionRequest {
    paper: bool,
    prediction: Vec<SingleValue>,
    asked: Vec<u32>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
#[allow(non_snake_case)]
struct RunFilter {
    T: Option<u32>,
    N: Option<u32>,
    w: Option<u32>,
    L: Option<u32>,
    seed: Option<u32>,
}

#[derive(Serialize)]
struct Drawn {
    spots: Vec<Spot>,
    summary: String,
}

fn other(chart: impl Chart + 'static) -> JsChart {
    JsChart(Inner::Other(Box::new(chart)))
}

#[wasm_bindgen(js_class = Chart)]
#[allow(non_snake_case)]
impl JsChart {
    /// Error against heads.
    pub fn transition(
        experiment: &JsExperiment,
        results: &JsResultSet,
        #[wasm_bindgen(unchecked_param_type = "TransitionOptions")] options: JsValue,
    ) -> Result<JsChart, JsError> {
        let request: TransitionRequest = from_js(options)?;
        let options = TransitionOptions {
            dimension_is_secret: experiment.is_secret,
            paper: request.paper,
            prediction: request.prediction,
            asked: request.asked,
        };
        let chart = results.with(|entries| Transition::of(&experiment.inner, entries, options));
        Ok(Self(Inner::Transition(Box::new(chart))))
    }

    /// Error against training step, of runs with these sizes.
    pub fn learning(
        experiment: &JsExperiment,
        results: &JsResultSet,
        #[wasm_bindgen(unchecked_param_type = "RunFilter")] only: JsValue,
    ) -> Result<JsChart, JsError> {
        let RunFilter { T, N, w, L, seed } = from_js(only)?;
        let wanted = [
            (RunField::T, T),
            (RunField::N, N),
            (RunField::W, w),
            (RunField::L, L),
            (RunField::Seed, seed),
        ];
        let only: Vec<(RunField, u32)> = wanted
            .into_iter()
            .filter_map(|(field, value)| Some((field, value?)))
            .collect();
        let chart = results.with(|entries| Learning::of(&experiment.inner, entries, &only));
        Ok(other(chart))
    }

    /// Error against hidden width, with fitted lines.
    pub fn width(experiment: &JsExperiment, results: &JsResultSet) -> JsChart {
        other(results.with(|entries| Width::of(&experiment.inner, entries)))
    }

    /// What the lower bound says at every number of heads and sequence length; `h` and `T` are marked.
    #[wasm_bindgen(js_name = theoryMap)]
    pub fn theory_map(
        n: u32,
        D: u32,
        heads: Vec<u32>,
        lengths: Vec<u32>,
        h: u32,
        T: u32,
    ) -> JsChart {
        other(TheoryMap {
            n,
            D,
            heads,
            lengths,
            at: Some(Setting { h, T }),
        })
    }

    /// How near a head's soft minimum is to the true one, for sharpness `from` to `to`; `at` is marked.
    #[wasm_bindgen(js_name = softMinimum)]
    pub fn soft_minimum(T: u32, from: f64, to: f64, at: f64) -> JsChart {
        other(SoftMinimum {
            T,
            betas: (from, to),
            at: Some(at),
            seed: 0,
        })
    }

    /// How the parameters needed grow as the error allowed shrinks.
    #[wasm_bindgen(js_name = parametersNeeded)]
    pub fn parameters_needed(T: u32, h: u32, n: u32, D: u32, d: u32) -> JsChart {
        other(ParametersNeeded { T, h, n, D, d })
    }

    /// Predictions against targets.
    pub fn scatter(predictions: Vec<f64>, targets: Vec<f64>) -> JsChart {
        other(Scatter {
            predictions,
            targets,
        })
    }

    fn chart(&self) -> &dyn Chart {
        match &self.0 {
            Inner::Transition(chart) => &**chart,
            Inner::Other(chart) => &**chart,
        }
    }

    /// Its kind, for file names.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.chart().kind().into()
    }

    /// Its title.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.chart().title()
    }

    /// The paper that it is about.
    #[wasm_bindgen(getter)]
    pub fn citation(&self) -> String {
        self.chart().citation().into()
    }

    /// Draws it on a canvas, which takes the frame's size. Returns which places have something to
    /// say, and the chart in words.
    #[wasm_bindgen(unchecked_return_type = "Drawn")]
    pub fn draw(
        &self,
        canvas: HtmlCanvasElement,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
    ) -> Result<JsValue, JsError> {
        let frame: Frame = from_js(frame)?;
        let (width, height) = frame.pixels();
        // This also clears it.
        canvas.set_width(width);
        canvas.set_height(height);
        let mut backend = CanvasBackend::with_canvas_object(canvas).ok_or_else(|| {
            JsError::new("This canvas cannot be drawn on: it gives no 2d context.")
        })?;
        let drawing = self.chart().draw(frame);
        drawing.paint(&mut backend, frame, 1.0)?;
        to_js(&Drawn {
            spots: drawing.spots,
            summary: self.chart().summary(),
        })
    }

    /// The chart as SVG text with its caption and citation in it; the frame is the whole document.
    pub fn svg(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
        caption: &str,
    ) -> Result<String, JsError> {
        let chart = self.chart();
        Ok(charts::svg(
            chart,
            from_js(frame)?,
            caption,
            chart.citation(),
        )?)
    }

    /// Its values.
    #[wasm_bindgen(unchecked_return_type = "Table")]
    pub fn table(&self) -> Result<JsValue, JsError> {
        to_js(&self.chart().table())
    }

    /// What a stroke of the reader's pen, from one place to another in CSS pixels of the frame, makes
    /// of the prediction that is being drawn on a transition chart.
    #[wasm_bindgen(unchecked_return_type = "ExpectedError[]")]
    pub fn stroke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
        from_x: f64,
        from_y: f64,
        to_x: f64,
        to_y: f64,
    ) -> Result<JsValue, JsError> {
        match &self.0 {
            Inner::Transition(chart) => {
                to_js(&chart.stroke(from_js(frame)?, (from_x, from_y), (to_x, to_y)))
            }
            Inner::Other(_) => Err(JsError::new("This chart cannot be drawn on.")),
        }
    }
}

/// The colour of `h` heads, as CSS.
#[wasm_bindgen(js_name = colourOf)]
pub fn colour_of(h: u32, dark: bool) -> String {
    let RGBColor(r, g, b) = charts::colour_of(h, if dark { Theme::Dark } else { Theme::Light });
    format!("rgb({r} {g} {b})")
}

/// The error so many steps up or down from one; ten steps are a power of ten.
#[wasm_bindgen(js_name = stepError)]
pub fn step_error(error: f64, steps: i32) -> f64 {
    lab::step_error(error, steps)
}
