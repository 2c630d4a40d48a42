//! The transition: error against number of heads, with the line at D. This is the picture of the
//! first cliff and, with heads in powers of two at a fixed width, of the second. Here its parts come
//! together; each has its file.

mod data;
mod from_results;
mod heads_axis;
mod lines;
mod names;
mod prediction;
mod regimes;

use crate::axis::{ERROR_AXIS_NAME, ErrorAxis, Tick, distinct};
use crate::chart::Chart;
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{MARKER_WIDTH, space_for_names};
use crate::plot::{Margins, Plot};

pub use data::{HeadsAxis, PaperLine, SingleValue, TransitionLine, TransitionPoint};
pub use from_results::TransitionOptions;
use lines::StyledLine;
use names::Named;

/// Error against number of heads.
#[derive(Clone, Debug)]
#[allow(non_snake_case)]
pub struct Transition {
    /// The task's intrinsic dimension, where a line is drawn; none for the tasks of paper 2, and
    /// where it is a secret.
    pub D: Option<u32>,
    /// What its errors are called: "NMSE" or "mean squared distance".
    pub measure: &'static str,
    /// One per sequence length and other sizes that vary. Recorded ones are drawn behind.
    pub lines: Vec<TransitionLine>,
    /// A paper's own values.
    pub paper: Vec<PaperLine>,
    /// The scale of the axis of heads.
    pub heads_axis: HeadsAxis,
    /// The width that the heads share; then the axis also shows the rank of each.
    pub shared_width: Option<u32>,
    /// What the reader predicts, as far as that is drawn.
    pub prediction: Vec<SingleValue>,
    /// The numbers of heads that the reader is asked to predict: then the axes do not change with the
    /// prediction, and every one of these numbers has a spot.
    pub asked: Vec<u32>,
    /// The paper that the task, or the published values, are from.
    pub citation: &'static str,
}

/// Everything that has a place in a frame, before any of it is drawn.
struct Layout<'a> {
    lines: Vec<StyledLine<'a>>,
    heads: Vec<u32>,
    ticks: Vec<Tick>,
    error_axis: ErrorAxis,
    names: Vec<(Named, String)>,
    plot: Plot,
}

impl Transition {
    fn error_axis_name(&self) -> String {
        format!("{ERROR_AXIS_NAME} ({})", self.measure)
    }

    fn layout(&self, frame: Frame) -> Layout<'_> {
        let lines = self.styled_lines();
        // All pairs of heads and error that the axes must include.
        let mut included: Vec<(u32, f64)> = Vec::new();
        for point in lines.iter().flat_map(|line| &line.points) {
            included.extend(point.errors().map(|error| (point.h, error)));
        }
        let paper = self.paper.iter().flat_map(|line| &line.points);
        for point in paper.chain(&self.prediction) {
            if point.can_be_drawn() {
                included.push((point.h, point.value));
            }
        }
        // While the reader predicts, every error that can be predicted: so the axes do not change,
        // and do not give the result away.
        included.extend(
            self.asked
                .iter()
                .map(|h| (*h, *lab::PREDICTABLE_ERRORS.start())),
        );
        let error_axis = ErrorAxis::of(included.iter().map(|of| of.1));
        let heads = distinct(&mut included.iter().map(|of| of.0));
        let (axis_of_heads, ticks) = self.axis_of_heads(&heads);

        let names = self.names(&lines, frame);
        let mut right = space_for_names(names.iter().map(|(_, name)| name.as_str()), frame);
        if !names.is_empty() {
            right += MARKER_WIDTH;
        }
        let mut margins = Margins::with_right(right);
        if self.shared_width.is_some() {
            margins.bottom += 14.0;
        }
        Layout {
            plot: Plot::new(frame, axis_of_heads, error_axis.axis(), margins),
            lines,
            heads,
            ticks,
            error_axis,
            names,
        }
    }
}

impl Chart for Transition {
    fn kind(&self) -> &'static str {
        "transition"
    }

    fn title(&self) -> String {
        match self.asked.is_empty() {
            true => "Error for each number of heads".into(),
            false => "The error you expect".into(),
        }
    }

    fn citation(&self) -> &'static str {
        self.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let Layout {
            lines,
            heads,
            ticks,
            error_axis,
            names,
            plot,
        } = self.layout(frame);
        let axis_name = match self.shared_width {
            Some(_) => "attention heads h, and the rank of each",
            None => "attention heads h",
        };
        self.draw_backgrounds(&mut figure, &plot);
        let axis_names = (axis_name, &*self.error_axis_name());
        figure.axes(&plot, ticks.clone(), error_axis.ticks(), axis_names);
        if let Some(width) = self.shared_width {
            self.draw_ranks(&mut figure, &plot, &ticks, width);
        }
        self.draw_regime_names(&mut figure, &plot);
        self.draw_line_at_dimension(&mut figure, &plot);

        let styles = lines.iter().map(|line| line.style + 1).max().unwrap_or(1);
        let column = (plot.right - plot.left) / heads.len().max(1) as f64;
        // Lines stand side by side: markers of several lines would hide each other.
        let step = (0.6 * column / styles as f64).min(8.0);
        // Bands that overlap add up to a darker one.
        let band_opacity = if styles > 1 { 0.06 } else { 0.1 };
        let shift = |style: usize| (style as f64 - (styles as f64 - 1.0) / 2.0) * step;
        let position = |style: usize, h: u32, value: f64| -> Position {
            let (x, y) = plot.at(f64::from(h), value);
            (x + shift(style), y)
        };
        for recorded in [true, false] {
            for line in lines.iter().filter(|line| line.recorded == recorded) {
                self.draw_line(&mut figure, line, band_opacity, &position);
            }
        }
        for line in &self.paper {
            let measured = lines.iter().find(|measured| measured.length == line.T);
            let style = measured.map_or(styles / 2, |measured| measured.style);
            self.draw_paper_line(&mut figure, line, &|h, value| position(style, h, value));
        }
        self.draw_prediction(&mut figure, &plot);
        let labels = self.labels(&figure, &plot, &lines, names);
        figure.labels(&plot, labels);
        if heads.is_empty() {
            figure.empty(&plot, "Nothing trained yet");
        }
        figure.drawing
    }
}

/// An empty chart of a task of paper 1 whose D is not known.
#[cfg(test)]
impl Default for Transition {
    fn default() -> Self {
        Self {
            D: None,
            measure: "NMSE",
            lines: Vec::new(),
            paper: Vec::new(),
            heads_axis: HeadsAxis::Linear,
            shared_width: None,
            prediction: Vec::new(),
            asked: Vec::new(),
            citation: lab::PAPER_1.citation,
        }
    }
}
