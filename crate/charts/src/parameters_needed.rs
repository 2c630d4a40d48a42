//! How many parameters paper 1's theorems ask for as the allowed error ε shrinks: how many suffice
//! with enough heads, and how many are needed with too few. The constants of the theorems are unknown,
//! so only the growth is drawn, from 1 at ε = 1. A vacuous bound has a sentence in place of a curve.

use lab::Theorems;
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use crate::axis::{Axis, powers_of_ten};
use crate::chart::Chart;
use crate::drawing::{Drawing, FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{Label, space_for_names};
use crate::marker::dashes;
use crate::number_format::{significant_digits, superscript, with_minus_sign};
use crate::palette::LineColours;
use crate::plot::{Margins, Plot};

/// Parameters needed against the allowed error.
#[derive(Clone, Debug)]
#[allow(non_snake_case)]
pub struct ParametersNeeded {
    /// Sequence length.
    pub T: u32,
    /// Heads.
    pub h: u32,
    /// Dimension of one head.
    pub n: u32,
    /// The task's intrinsic dimension.
    pub D: u32,
    /// Dimension of one token.
    pub d: u32,
}

/// The smallest error drawn is 10 to the power of minus this.
pub(crate) const DECADES: f64 = 3.0;

/// The axis of parameters ends at 10 to the power of this at most.
pub(crate) const MOST_DECADES: f64 = 12.0;

/// A curve of parameters that grow as a power of 1/ε.
pub(crate) struct Curve {
    pub exponent: f64,
    /// The number of heads that it is about, which sets its colour.
    h: u32,
    pub name: String,
    pub note: String,
    /// What follows "so many times" in a sentence, such as "the parameters suffice".
    pub claim: &'static str,
    /// Whether it is a lower bound: fewer parameters cannot reach the error.
    is_lower_bound: bool,
}

impl Chart for ParametersNeeded {
    fn kind(&self) -> &'static str {
        "needed"
    }

    fn title(&self) -> String {
        "Parameters needed for an error".into()
    }

    fn citation(&self) -> &'static str {
        lab::PAPER_1.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let (curves, sentences) = self.curves();
        let steepest = curves
            .iter()
            .map(|curve| curve.exponent)
            .fold(1.0, f64::max);
        let top = (DECADES * steepest).min(MOST_DECADES).ceil();
        let names = curves
            .iter()
            .flat_map(|curve| [curve.name.as_str(), curve.note.as_str()]);
        let axis_names = (
            "error ε allowed, smaller to the right",
            "parameters, as multiples of those at ε = 1",
        );
        let margins = Margins::of_axes(frame, axis_names.1, space_for_names(names, frame));
        let axis_of_errors = Axis::Log(1.0, 10f64.powf(-DECADES));
        let axis_of_parameters = Axis::Log(1.0, 10f64.powf(top));
        let plot = Plot::new(frame, axis_of_errors, axis_of_parameters, margins);
        let error_ticks = powers_of_ten((-(DECADES as i32)..=0).rev());
        let parameter_ticks = powers_of_ten(0..=top as i32);
        figure.axes(&plot, error_ticks, parameter_ticks, axis_names);

        let mut labels = Vec::new();
        // Where the steepest curve reaches the top of the plot.
        let mut steepest_end = plot.right;
        let heads = &mut curves.iter().map(|curve| curve.h);
        let colours = LineColours::of(figure.theme, heads, &mut std::iter::empty());
        for (i, curve) in curves.iter().enumerate() {
            let colour = colours.colour(curve.h, 0);
            figure.series("lines", i, &curve.name);
            // Up to the end of the axis.
            let decades = (top / curve.exponent).min(DECADES);
            let value = |decade: f64| 10f64.powf(curve.exponent * decade);
            let end = plot.at(10f64.powf(-decades), value(decades));
            let start = plot.at(1.0, 1.0);
            steepest_end = steepest_end.min(end.0);
            if curve.is_lower_bound {
                let below = vec![start, end, (plot.right, end.1), (plot.right, plot.bottom)];
                figure.fill(below, colour.mix(0.12));
            }
            figure.dashed(&[start, end], dashes(i), colour.to_rgba(), 2.0);
            for half in 1..=(2.0 * DECADES) as u32 {
                let decade = f64::from(half) / 2.0;
                if decade > decades + 1e-9 {
                    break;
                }
                let (allowed, times) = (10f64.powf(-decade), value(decade));
                let (note, claim) = (&curve.note, curve.claim);
                let text = format!(
                    "ε = {}, {note}: {} times {claim}",
                    significant_digits(allowed, 2),
                    significant_digits(times, 2)
                );
                figure.spot(plot.at(allowed, times), text);
            }
            labels.push(Label {
                y: end.1,
                text: curve.name.clone(),
                note: curve.note.clone(),
                colour,
                bold: true,
                marker: None,
                series: Some(i),
            });
        }
        figure.labels(&plot, labels);
        figure.group("sentences");
        draw_sentences(&mut figure, &plot, &sentences, steepest_end);
        figure.drawing
    }
}

/// An exponent with two digits, and never as a power of ten: it is one itself.
pub(crate) fn exponent_in_words(k: f64) -> String {
    let places = (1.0 - k.log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{k:.places$}");
    text.trim_end_matches(".0").into()
}

impl ParametersNeeded {
    /// The curves, and a sentence for each theorem that has no curve here.
    pub(crate) fn curves(&self) -> (Vec<Curve>, Vec<String>) {
        let (mut curves, mut sentences) = (Vec::new(), Vec::new());
        // The other regime is shown by its nearest number of heads.
        let (enough, too_few) = (self.h.max(self.D), self.h.min(self.D.saturating_sub(1)));
        let theorems = |h: u32| Theorems::of(self.T, h, self.n, self.D, self.d, None);
        match theorems(enough).sufficient_exponent {
            Some(exponent) => {
                let mut add_upper_bound = |exponent: u32, note: &str| {
                    curves.push(Curve {
                        exponent: exponent.into(),
                        h: enough,
                        name: format!("1/ε{} suffices", superscript(exponent as i32)),
                        note: format!("h = {enough}{note}"),
                        claim: "the parameters suffice",
                        is_lower_bound: false,
                    });
                };
                add_upper_bound(exponent.barron, ", smooth");
                if exponent.worst != exponent.barron {
                    add_upper_bound(exponent.worst, ", at worst");
                }
            }
            None => sentences.push(format!(
                "With h = {enough} there is no promise: the theorem needs n ≥ 2."
            )),
        }
        match theorems(too_few).lower_bound {
            Some(bound) if !bound.vacuous => curves.push(Curve {
                exponent: bound.k,
                h: too_few,
                name: format!("1/ε^{} needed", exponent_in_words(bound.k)),
                note: format!("h = {too_few}"),
                claim: "the parameters are needed at least",
                is_lower_bound: true,
            }),
            Some(bound) => sentences.push(format!(
                "h = {too_few}: the lower bound is vacuous, k = {}. It binds from T = {}.",
                with_minus_sign(bound.k, 2),
                bound.holds_from
            )),
            None => sentences.push("D = 1: one head is enough.".into()),
        }
        (curves, sentences)
    }
}

/// Writes sentences in the upper left, left of all curves: these rise to the right, and the steepest
/// reaches the top of the plot at `steepest_end`.
fn draw_sentences(figure: &mut Figure, plot: &Plot, sentences: &[String], steepest_end: f64) {
    // From the left end of the plot to the steepest curve.
    let line_width = |y: f64| {
        let share = (plot.bottom - y - 2.0 * FONT_SIZE) / (plot.bottom - plot.top);
        share * (steepest_end - plot.left) - 24.0
    };
    let mut y = plot.top + 10.0;
    for sentence in sentences {
        figure.spot((plot.left + 12.0, y), sentence.clone());
        let mut line = String::new();
        // "T = 16" stays together.
        let sentence = sentence.replace(" = ", "\u{a0}=\u{a0}");
        for word in sentence.split(' ').chain([""]) {
            let longer = if line.is_empty() {
                word.into()
            } else {
                format!("{line} {word}")
            };
            if word.is_empty() || width_of(&longer, false) > line_width(y) && !line.is_empty() {
                let at = (plot.left + 10.0, y);
                figure.text(
                    &line,
                    at,
                    (HPos::Left, VPos::Top),
                    figure.theme.ink(),
                    false,
                );
                y += 1.3 * FONT_SIZE;
                line = word.into();
            } else {
                line = longer;
            }
        }
        y += 0.5 * FONT_SIZE;
    }
}
