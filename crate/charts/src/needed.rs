//! How many parameters paper 1's theorems ask for as the error allowed shrinks: what suffices with
//! enough heads, and what is needed with too few. Their constants are unknown, so that only growth is
//! drawn, from 1 at ε = 1; where a bound is vacuous, words stand in place of a curve.

use lab::Theorems;
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};
use serde::Deserialize;

use crate::axis::{Axis, powers_of_ten};
use crate::drawing::{Drawing, LABEL, width_of};
use crate::figure::{Chart, Figure, Frame, Label, Margins, Plot, room_for};
use crate::marker::dashes;
use crate::palette::colour_of;
use crate::words::{digits, signed};

/// What the chart shows.
#[derive(Clone, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct Needed {
    /// Where to.
    pub frame: Frame,
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

/// The smallest error drawn is 10 to minus this.
pub(crate) const DECADES: f64 = 3.0;

/// However steep, the axis ends at 10 to this.
pub(crate) const MOST: f64 = 12.0;

/// A power of 1/ε.
pub(crate) struct Curve {
    pub exponent: f64,
    /// Whose heads it is about: they give the colour.
    h: u32,
    pub name: String,
    pub note: String,
    /// What it says of so many times the parameters.
    pub says: &'static str,
    /// Whether less is forbidden, rather than that much enough.
    lower: bool,
}

impl Chart for Needed {
    fn frame(&self) -> Frame {
        self.frame
    }

    fn draw_in(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let (curves, sentences) = self.curves();
        let steepest = curves
            .iter()
            .map(|curve| curve.exponent)
            .fold(1.0, f64::max);
        let top = (DECADES * steepest).min(MOST).ceil();
        let names = curves
            .iter()
            .flat_map(|curve| [curve.name.as_str(), curve.note.as_str()]);
        let right = room_for(names, frame);
        let (x, y) = (
            Axis::Log(1.0, 10f64.powf(-DECADES)),
            Axis::Log(1.0, 10f64.powf(top)),
        );
        let plot = figure.plot(x, y, Margins::with_right(right));
        let (along, up) = (
            powers_of_ten((-(DECADES as i32)..=0).rev()),
            powers_of_ten(0..=top as i32),
        );
        let names = (
            "error ε allowed, smaller to the right",
            "parameters, as multiples of those at ε = 1",
        );
        figure.axes(&plot, along, up, names);

        let mut labels = Vec::new();
        let mut farthest = plot.right;
        for (i, curve) in curves.iter().enumerate() {
            let colour = colour_of(curve.h, figure.theme);
            // As far as the axis goes.
            let decades = (top / curve.exponent).min(DECADES);
            let value = |decade: f64| 10f64.powf(curve.exponent * decade);
            let end = plot.at(10f64.powf(-decades), value(decades));
            let start = plot.at(1.0, 1.0);
            farthest = farthest.min(end.0);
            if curve.lower {
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
                let (note, says) = (&curve.note, curve.says);
                let text = format!(
                    "ε = {}, {note}: {} times {says}",
                    digits(allowed, 2),
                    digits(times, 2)
                );
                figure.spot(plot.at(allowed, times), text);
            }
            labels.push(Label {
                y: end.1,
                text: curve.name.clone(),
                note: curve.note.clone(),
                colour,
                bold: true,
                mark: None,
            });
        }
        figure.labels(&plot, labels);
        write(&mut figure, &plot, &sentences, farthest);
        figure.drawing
    }
}

impl Needed {
    /// What can be drawn, and what can only be said.
    pub(crate) fn curves(&self) -> (Vec<Curve>, Vec<String>) {
        let (mut curves, mut sentences) = (Vec::new(), Vec::new());
        // The other regime is shown by its nearest number of heads.
        let (enough, few) = (self.h.max(self.D), self.h.min(self.D.saturating_sub(1)));
        let at = |h: u32| Theorems::of(self.T, h, self.n, self.D, self.d, None);
        match at(enough).sufficient_exponent {
            Some(exponent) => {
                let mut upper = |exponent: u32, note: &str| {
                    curves.push(Curve {
                        exponent: exponent.into(),
                        h: enough,
                        name: format!("1/ε{} suffices", raised(exponent)),
                        note: format!("h = {enough}{note}"),
                        says: "the parameters suffice",
                        lower: false,
                    });
                };
                upper(exponent.barron, ", smooth");
                if exponent.worst != exponent.barron {
                    upper(exponent.worst, ", at worst");
                }
            }
            None => sentences.push(format!(
                "With h = {enough} there is no promise: the theorem needs n ≥ 2."
            )),
        }
        match at(few).lower_bound {
            Some(bound) if !bound.vacuous => curves.push(Curve {
                exponent: bound.k,
                h: few,
                name: format!("1/ε^{} needed", digits(bound.k, 2).trim_end_matches(".0")),
                note: format!("h = {few}"),
                says: "the parameters are needed at least",
                lower: true,
            }),
            Some(bound) => sentences.push(format!(
                "h = {few}: the lower bound is vacuous, k = {}. It binds from T = {}.",
                signed(bound.k, 2),
                bound.holds_from
            )),
            None => sentences.push("D = 1: one head is enough.".into()),
        }
        (curves, sentences)
    }
}

/// Sentences in the upper left, where no curve comes: curves rise to the right.
fn write(figure: &mut Figure, plot: &Plot, sentences: &[String], steepest: f64) {
    // As far as the steepest curve, which runs from corner to corner.
    let room = |y: f64| {
        let share = (plot.bottom - y - 2.0 * LABEL) / (plot.bottom - plot.top);
        share * (steepest - plot.left) - 24.0
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
            if word.is_empty() || width_of(&longer, false) > room(y) && !line.is_empty() {
                let at = (plot.left + 10.0, y);
                figure.text(
                    &line,
                    at,
                    (HPos::Left, VPos::Top),
                    figure.theme.ink(),
                    false,
                );
                y += 1.3 * LABEL;
                line = word.into();
            } else {
                line = longer;
            }
        }
        y += 0.5 * LABEL;
    }
}

/// 2 as "²".
fn raised(exponent: u32) -> String {
    let small = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = exponent.to_string();
    digits
        .bytes()
        .map(|digit| small[usize::from(digit - b'0')])
        .collect()
}
