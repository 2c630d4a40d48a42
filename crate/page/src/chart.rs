//! `Chart`: one chart as a handle, drawn on a canvas, exported as a figure or described as a table. How it
//! looks and what it says is decided in `charts`.

use charts::{
    AttentionStrips, Chart, Frame, Learning, Machine, MachineOptions, ParametersNeeded, Part,
    PrintSize, RandomHeads, RunField, RunSizes, Scatter, Setting, SingleValue, SoftMinimum,
    SpecialisationMatrix, Theme, TheoryMap, Transition, TransitionOptions, Width,
};
use lab::Look;
use plotters::style::RGBColor;
use serde::Deserialize;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use crate::convert::{from_js, json_of, run_of, to_js};
use crate::experiment::JsExperiment;
use crate::other_lengths::other_lengths;
use crate::random_heads::JsRandomHeads;
use crate::results::JsResultSet;
use crate::sketch::JsSketch;

/// One chart.
#[wasm_bindgen(js_name = Chart)]
pub struct JsChart(Inner);

enum Inner {
    /// It can also be drawn on by the reader.
    Transition(Box<Transition>),
    /// Its bars can be dragged and its heads pressed.
    Machine(Box<Machine>),
    Other(Box<dyn Chart>),
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct TransitionRequest {
    paper: bool,
    prediction: Vec<SingleValue>,
    asked: Vec<u32>,
    shown: Vec<RunSizes>,
    length: Option<u32>,
    included_errors: Vec<f64>,
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

#[derive(Default, Deserialize)]
#[serde(default)]
struct MachineRequest {
    query: usize,
    silenced: Vec<usize>,
    error: Option<f64>,
    first: Option<usize>,
}

fn other(chart: impl Chart + 'static) -> JsChart {
    JsChart(Inner::Other(Box::new(chart)))
}

fn not_of_this_run() -> JsError {
    JsError::new("This look is not of this run.")
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
            shown: request.shown,
            length: request.length,
            included_errors: request.included_errors,
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

    /// How far random heads of rank 1 come, in these numbers of dimensions.
    #[wasm_bindgen(js_name = randomHeads)]
    pub fn random_heads(heads: &JsRandomHeads, dimensions: &[u32]) -> JsChart {
        other(RandomHeads::of(heads.of(dimensions)))
    }

    /// Errors of runs with these numbers of heads at other lengths than they were trained on: for each
    /// run as many times length, error, standard error, and largest share of attention or NaN. The words
    /// are about `run`.
    #[wasm_bindgen(js_name = otherLengths)]
    pub fn other_lengths(
        experiment: &JsExperiment,
        #[wasm_bindgen(unchecked_param_type = "Run")] run: JsValue,
        heads: &[u32],
        numbers: &[f64],
    ) -> Result<JsChart, JsError> {
        Ok(other(other_lengths(experiment, run, heads, numbers)?))
    }

    /// Predictions against targets.
    pub fn scatter(predictions: Vec<f64>, targets: Vec<f64>) -> JsChart {
        other(Scatter {
            predictions,
            targets,
        })
    }

    /// Where the heads of one run of an experiment look in a sequence: the numbers of one token after the
    /// other, and the attention of one head after the other, where every token asks that of the token
    /// `query`. `silenced` are heads that the attention was computed without. As numbers: where every token
    /// asks, a look has thousands more than are drawn.
    pub fn attention(
        experiment: &JsExperiment,
        #[wasm_bindgen(unchecked_param_type = "Run")] run: JsValue,
        tokens: &[f32],
        shares: &[f32],
        query: usize,
        silenced: &[usize],
    ) -> Result<JsChart, JsError> {
        let run = run_of(run)?;
        let chart = AttentionStrips::of(&experiment.inner, &run, tokens, shares, query, silenced);
        chart.map(other).ok_or_else(not_of_this_run)
    }

    /// Which head of one run of an experiment watches which target: the share of its attention that each
    /// head pays to the first target, then to the second, and so on; for each target the head that it is
    /// matched with, or -1; and what that means in words. All three are those of a `Specialisation`.
    pub fn specialisation(
        experiment: &JsExperiment,
        #[wasm_bindgen(unchecked_param_type = "Run")] run: JsValue,
        shares: &[f64],
        matching: &[i32],
        sentence: String,
    ) -> Result<JsChart, JsError> {
        let matching = matching.iter().map(|head| usize::try_from(*head).ok());
        let (experiment, run) = (&experiment.inner, run_of(run)?);
        let matching = matching.collect();
        let chart = SpecialisationMatrix::of(experiment, &run, shares, matching, sentence);
        chart.map(other).ok_or_else(not_of_this_run)
    }

    /// One run of an experiment at work on one sequence.
    pub fn machine(
        experiment: &JsExperiment,
        #[wasm_bindgen(unchecked_param_type = "Run")] run: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Look")] look: JsValue,
        #[wasm_bindgen(unchecked_param_type = "MachineOptions")] options: JsValue,
    ) -> Result<JsChart, JsError> {
        let MachineRequest {
            query,
            silenced,
            error,
            first,
        } = from_js(options)?;
        let options = MachineOptions {
            query,
            silenced,
            error,
            first,
        };
        let run = run_of(run)?;
        let look =
            Look::from_value(&json_of(look)?).filter(|look| look.is_of(&experiment.inner, &run));
        let look = look.ok_or_else(not_of_this_run)?;
        let machine = Machine::of(&experiment.inner, &run, &look, &options);
        Ok(Self(Inner::Machine(Box::new(machine))))
    }

    fn chart(&self) -> &dyn Chart {
        match &self.0 {
            Inner::Transition(chart) => &**chart,
            Inner::Machine(chart) => &**chart,
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

    /// What stands below it in a paper.
    #[wasm_bindgen(getter)]
    pub fn caption(&self) -> String {
        self.chart().caption()
    }

    /// The names of the parts that are shown and can be hidden, or of those that are hidden.
    #[wasm_bindgen(unchecked_return_type = "Part[]")]
    pub fn parts(&self, shown: bool) -> Vec<String> {
        let parts = self.chart().parts().into_iter();
        let parts = parts.filter(|of| of.shown == shown);
        parts.map(|of| of.part.name().into()).collect()
    }

    /// Shows or hides a part; a name that no part has changes nothing.
    pub fn show(&mut self, #[wasm_bindgen(unchecked_param_type = "Part")] part: &str, shown: bool) {
        let Some(part) = Part::from_name(part) else {
            return;
        };
        match &mut self.0 {
            Inner::Transition(chart) => chart.show(part, shown),
            Inner::Machine(chart) => chart.show(part, shown),
            Inner::Other(chart) => chart.show(part, shown),
        }
    }

    /// The chart in a frame, to be painted.
    pub fn sketch(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
    ) -> Result<JsSketch, JsError> {
        let frame: Frame = from_js(frame)?;
        Ok(JsSketch {
            drawing: self.chart().draw(frame),
            frame,
            summary: self.chart().summary(),
            next: Some(0),
        })
    }

    /// Draws it on a canvas, which takes the frame's size. Returns which places have something to
    /// say, and the chart in words.
    #[wasm_bindgen(unchecked_return_type = "Drawn")]
    pub fn draw(
        &self,
        canvas: HtmlCanvasElement,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
    ) -> Result<JsValue, JsError> {
        let mut sketch = self.sketch(frame)?;
        sketch.paint(canvas, usize::MAX)?;
        sketch.drawn()
    }

    /// The chart as a figure of its own, to be painted: on a background, with its caption and citation
    /// below it, if there is a caption.
    pub fn figure(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
        caption: &str,
    ) -> Result<JsSketch, JsError> {
        let frame: Frame = from_js(frame)?;
        Ok(JsSketch {
            drawing: charts::figure_page(
                self.chart(),
                frame,
                caption,
                self.citation_below(caption),
            ),
            frame,
            summary: self.chart().summary(),
            next: Some(0),
        })
    }

    /// A figure without a caption is cited in the text around it.
    fn citation_below(&self, caption: &str) -> &'static str {
        match caption.is_empty() {
            true => "",
            false => self.chart().citation(),
        }
    }

    /// The same figure as a PDF document, in ASCII.
    pub fn pdf(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
        caption: &str,
    ) -> Result<String, JsError> {
        let (chart, frame) = (self.chart(), from_js(frame)?);
        Ok(charts::pdf(
            chart,
            frame,
            caption,
            self.citation_below(caption),
        ))
    }

    /// What is drawn, as comma-separated values.
    pub fn csv(&self) -> String {
        self.chart().csv()
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
            self.citation_below(caption),
        )?)
    }

    /// Its values; of a chart with more lines than fit into a table, those from `first_line` on.
    #[wasm_bindgen(unchecked_return_type = "Table")]
    pub fn table(&self, first_line: usize) -> Result<JsValue, JsError> {
        to_js(&self.chart().table(first_line))
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
            _ => Err(JsError::new("This chart cannot be drawn on.")),
        }
    }

    /// The runs whose point of a transition chart is nearest to a place, in CSS pixels of the frame; null
    /// on a chart without points.
    #[wasm_bindgen(js_name = pointAt, unchecked_return_type = "RunSizes | null")]
    pub fn point_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
        x: f64,
        y: f64,
    ) -> Result<JsValue, JsError> {
        match &self.0 {
            Inner::Transition(chart) => to_js(&chart.point_at(from_js(frame)?, (x, y))),
            _ => Err(JsError::new("This chart has no points of runs.")),
        }
    }

    fn as_machine(&self) -> Result<&Machine, JsError> {
        match &self.0 {
            Inner::Machine(machine) => Ok(machine),
            _ => Err(JsError::new("This chart is no machine.")),
        }
    }

    /// The head or the bar at a place of a machine, in CSS pixels of the frame; null where there is
    /// neither.
    #[wasm_bindgen(unchecked_return_type = "Grip | null")]
    pub fn grip(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
        x: f64,
        y: f64,
    ) -> Result<JsValue, JsError> {
        to_js(&self.as_machine()?.grip(from_js(frame)?, (x, y)))
    }

    /// The number at a height of a row of a machine's bars.
    #[wasm_bindgen(js_name = barValue)]
    pub fn bar_value(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
        row: usize,
        y: f64,
    ) -> Result<f64, JsError> {
        Ok(self.as_machine()?.value(from_js(frame)?, row, y))
    }

    /// What each spot of a machine is about, in their order.
    #[wasm_bindgen(unchecked_return_type = "(Grip | null)[]")]
    pub fn grips(&self) -> Result<JsValue, JsError> {
        to_js(&self.as_machine()?.grips())
    }
}

/// The frame of a printed size: its width and height in CSS pixels, and its width in millimetres.
#[wasm_bindgen(js_name = printSize)]
pub fn print_size(
    #[wasm_bindgen(unchecked_param_type = "PrintSize")] name: &str,
) -> Result<Vec<f64>, JsError> {
    let size = PrintSize::from_name(name).ok_or_else(|| JsError::new("There is no such size."))?;
    let frame = size.frame();
    let wide = frame.millimetres.unwrap_or_default();
    Ok(vec![frame.width, frame.height, wide])
}

/// The colour of a target, counted from 0, as CSS.
#[wasm_bindgen(js_name = targetColour)]
pub fn target_colour(target: usize, dark: bool) -> String {
    css(theme_of(dark).target(target))
}

fn theme_of(dark: bool) -> Theme {
    if dark { Theme::Dark } else { Theme::Light }
}

fn css(RGBColor(r, g, b): RGBColor) -> String {
    format!("rgb({r} {g} {b})")
}

/// The error so many steps up or down from one; ten steps are a power of ten.
#[wasm_bindgen(js_name = stepError)]
pub fn step_error(error: f64, steps: i32) -> f64 {
    lab::step_error(error, steps)
}
