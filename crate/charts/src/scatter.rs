//! Predictions against the truth, with the diagonal on which a perfect run has them all.

use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use crate::axis::{Axis, round_ticks};
use crate::chart::Chart;
use crate::drawing::Drawing;
use crate::figure::Figure;
use crate::frame::Frame;
use crate::number_format::with_minus_sign;
use crate::plot::{Margins, Plot};

/// Predictions of one run against the truth.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// What the run predicts.
    pub predictions: Vec<f64>,
    /// The true values, in the same order.
    pub targets: Vec<f64>,
}

/// More points than this would hide each other; every second, third … is drawn.
const MOST_POINTS: usize = 2000;

impl Scatter {
    /// Target and prediction of the points that are drawn.
    pub(crate) fn pairs(&self) -> Vec<(f64, f64)> {
        let predictions = self.predictions.iter().copied();
        let pairs = self.targets.iter().copied().zip(predictions);
        let every = self.targets.len().div_ceil(MOST_POINTS).max(1);
        pairs
            .filter(|(target, prediction)| target.is_finite() && prediction.is_finite())
            .step_by(every)
            .collect()
    }
}

impl Chart for Scatter {
    fn kind(&self) -> &'static str {
        "scatter"
    }

    fn title(&self) -> String {
        "Prediction against truth".into()
    }

    fn citation(&self) -> &'static str {
        ""
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let theme = frame.theme;
        let pairs = self.pairs();
        let both = || pairs.iter().flat_map(|pair| [pair.0, pair.1]);
        let (low, high) = (
            both().fold(f64::INFINITY, f64::min),
            both().fold(f64::NEG_INFINITY, f64::max),
        );
        let (low, high) = if low < high {
            (low, high)
        } else {
            (low.min(0.0), high.max(1.0))
        };
        let (low, high) = if low.is_finite() {
            (low, high)
        } else {
            (0.0, 1.0)
        };
        let padding = 0.04 * (high - low);
        let axis = Axis::Linear(low - padding, high + padding);
        let plot = Plot::new(
            frame,
            axis,
            axis,
            Margins::of_axes(frame, "prediction", 14.0),
        );
        let ticks = |length: f64, distance: f64| {
            let most = (length / distance).clamp(2.0, 8.0) as usize;
            round_ticks(low - padding, high + padding, most)
        };
        let (x, y) = (
            ticks(plot.right - plot.left, 70.0),
            ticks(plot.bottom - plot.top, 45.0),
        );
        figure.axes(&plot, x, y, ("truth", "prediction"));
        figure.group("diagonal");
        let ends = [(plot.left, plot.bottom), (plot.right, plot.top)];
        figure.dashed(&ends, &[6.0, 4.0], theme.muted().to_rgba(), 1.0);
        if pairs.is_empty() {
            figure.empty(&plot, "Nothing trained yet");
            return figure.drawing;
        }
        figure.group("points");
        let opacity = if pairs.len() > 500 { 0.3 } else { 0.55 };
        for (target, prediction) in pairs {
            let at = plot.at(target, prediction);
            figure.disc(at, 2.5, theme.ramp(0.75).0.mix(opacity));
            let [target, prediction] = [target, prediction].map(|value| with_minus_sign(value, 3));
            figure.spot(at, format!("truth {target}, prediction {prediction}"));
        }
        figure.group("names");
        let corner = (plot.left + 8.0, plot.top + 8.0);
        figure.muted_text(
            "on the line: exactly right",
            corner,
            (HPos::Left, VPos::Top),
        );
        figure.drawing
    }
}
