//! The transition: error against number of heads, with the line at D. This is the picture of the
//! first cliff and, with heads in powers of two at a fixed width, of the second. Here its parts come
//! together; each has its file.

mod annotations;
mod data;
mod diverged;
mod from_results;
mod heads_axis;
mod lines;
mod names;
mod parts;
mod prediction;
mod regimes;

use crate::axis::{ERROR_AXIS_NAME, ErrorAxis, Tick, distinct};
use crate::chart::Chart;
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{MARKER_WIDTH, space_for_names};
use crate::palette::LineColours;
use crate::part::{Part, PartShown};
use crate::plot::{Margins, Plot};

pub use annotations::Drop;
pub use data::{
    Diverged, HeadsAxis, PaperLine, RunSizes, SingleValue, TransitionLine, TransitionPoint,
};
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
    /// The layers that share the D targets among them: the line then stands at h = D/L, which is
    /// conjectured.
    pub layers: u32,
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
    /// The fall of the error that is written on the chart.
    pub drop: Option<Drop>,
    /// Runs that are shown beside the chart: their points are ringed.
    pub shown: Vec<RunSizes>,
    /// The numbers of heads of the experiment: the axis has a place for each, trained or not.
    pub heads: Vec<u32>,
    /// Whether it stands beside others that show the same of other lengths: what its lines are is said
    /// once for all of them.
    pub is_one_of_several: bool,
    /// Errors that the axis includes beside its own: charts that stand side by side have one scale.
    pub included_errors: Vec<f64>,
    /// The longest name that a line of the experiment may have, where lines will have names: the plot
    /// keeps space for it, so that it is as wide before the training as after it. Else empty.
    pub reserved_name: String,
    /// The paper that the task, or the published values, are from.
    pub citation: &'static str,
    /// Parts that are not drawn.
    pub hidden: Vec<Part>,
    /// The paper's own values while they are hidden, and how they are cited; while they are shown, how the
    /// task alone is.
    pub hidden_paper: Vec<PaperLine>,
    #[allow(missing_docs)]
    pub hidden_citation: &'static str,
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

/// Where the points of lines are that stand side by side: their markers would hide each other.
#[derive(Clone, Copy)]
struct Places {
    plot: Plot,
    styles: usize,
    /// The distance of neighbouring lines, in CSS pixels.
    step: f64,
}

impl Places {
    /// The place of an error at a number of heads on a line of this style.
    fn at(&self, style: usize, h: u32, value: f64) -> Position {
        let (x, y) = self.plot.at(f64::from(h), value);
        let shift = style as f64 - (self.styles as f64 - 1.0) / 2.0;
        (x + shift * self.step, y)
    }
}

impl Layout<'_> {
    fn places(&self) -> Places {
        let styles = self.lines.iter().map(|line| line.style + 1).max();
        let styles = styles.unwrap_or(1);
        let column = (self.plot.right - self.plot.left) / self.heads.len().max(1) as f64;
        Places {
            plot: self.plot,
            styles,
            step: (0.6 * column / styles as f64).min(8.0),
        }
    }
}

impl Transition {
    /// The number of heads from which on there are enough.
    pub(crate) fn enough_from(&self) -> Option<u32> {
        Some(lab::needed_heads(self.D?, self.layers))
    }

    /// What the line there is called.
    pub(crate) fn name_of_line(&self) -> Option<String> {
        let from = self.enough_from()?;
        Some(match self.layers {
            0 | 1 => format!("D = {from}"),
            _ => format!("D/L = {from}, conjectured"),
        })
    }

    fn error_axis_name(&self) -> String {
        format!("{ERROR_AXIS_NAME} ({})", self.measure)
    }

    fn layout(&self, frame: Frame) -> Layout<'_> {
        let lines = self.styled_lines();
        // All pairs of heads and error that the axes must include.
        let mut included: Vec<(u32, f64)> = Vec::new();
        for point in lines.iter().flat_map(|line| &line.points) {
            let errors = match self.hides(Part::Band) {
                true => [point.median; 3],
                false => point.errors(),
            };
            included.extend(errors.map(|error| (point.h, error)));
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
        let errors = included.iter().map(|of| of.1);
        let error_axis = ErrorAxis::of(errors.chain(self.included_errors.iter().copied()));
        let heads = distinct(&mut included.iter().map(|of| of.0));
        let diverged = lines.iter().flat_map(|line| line.diverged);
        let own = self.heads.iter().copied();
        let own = own.chain(diverged.map(|of| of.h));
        let all_heads = distinct(&mut heads.iter().copied().chain(own));
        let (axis_of_heads, ticks) = self.axis_of_heads(&all_heads);

        let names = self.names(&lines, frame);
        let shown = names.iter().map(|(_, name)| name.as_str());
        let mut right = space_for_names(shown.chain([&*self.reserved_name]), frame);
        if !names.is_empty() || !self.reserved_name.is_empty() {
            right += MARKER_WIDTH;
        }
        let mut margins = Margins::of_axes(frame, &self.error_axis_name(), right);
        if self.shared_width.is_some() {
            margins.bottom += 14.0;
        }
        self.make_space_for_diverged(&mut margins);
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

    fn parts(&self) -> Vec<PartShown> {
        self.own_parts()
    }

    fn show(&mut self, part: Part, shown: bool) {
        self.show_part(part, shown);
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let layout = self.layout(frame);
        let places = layout.places();
        let styles = places.styles;
        let Layout {
            lines,
            heads,
            ticks,
            error_axis,
            names,
            plot,
        } = layout;
        let axis_name = match self.shared_width {
            Some(_) => "attention heads h, and the rank of each",
            None => "attention heads h",
        };
        if !self.hides(Part::Zones) {
            figure.group("zones");
            self.draw_backgrounds(&mut figure, &plot);
        }
        let axis_names = (axis_name, &*self.error_axis_name());
        figure.axes(&plot, ticks.clone(), error_axis.ticks(), axis_names);
        if let Some(width) = self.shared_width {
            self.draw_ranks(&mut figure, &plot, &ticks, width);
        }
        if !self.hides(Part::Zones) {
            figure.group("zone names");
            self.draw_regime_names(&mut figure, &plot);
        }
        if !self.hides(Part::Dimension) {
            figure.group("line at D");
            self.draw_line_at_dimension(&mut figure, &plot);
        }

        // Bands that overlap add up to a darker one.
        let band_opacity = if styles > 1 { 0.06 } else { 0.1 };
        let position = |style: usize, h: u32, value: f64| places.at(style, h, value);
        let lengths = lines.iter().map(|line| line.length);
        let published = self.paper.iter().map(|line| line.T);
        let diverged = lines.iter().flat_map(|line| line.diverged);
        let diverged_heads = diverged.map(|of| of.h);
        let colours = LineColours::of(
            frame.theme,
            &mut heads.iter().copied().chain(diverged_heads),
            &mut lengths.chain(published),
        );
        for recorded in [true, false] {
            let of = |(_, line): &(usize, &StyledLine<'_>)| line.recorded == recorded;
            for (number, line) in lines.iter().enumerate().filter(of) {
                let name = match recorded {
                    true => format!("{} recorded", line.label),
                    false => line.label.into(),
                };
                figure.series("lines", number, &name);
                self.draw_line(&mut figure, line, &colours, band_opacity, &position);
            }
        }
        for (line, number) in self.paper.iter().zip(lines.len()..) {
            let measured = lines.iter().find(|measured| measured.length == line.T);
            let style = measured.map_or(styles / 2, |measured| measured.style);
            figure.series("lines", number, &line.label);
            let colour = colours.of_length(line.T).unwrap_or(frame.theme.ink());
            let position = |h: u32, value: f64| position(style, h, value);
            self.draw_paper_line(&mut figure, line, colour, &position);
        }
        self.draw_diverged(&mut figure, &plot, &lines, &colours, &position);
        figure.group("annotations");
        self.draw_annotations(&mut figure, &plot, &lines, &position);
        let points = lines.iter().flat_map(|line| &line.points);
        figure.off_scale_note(&plot, &mut points.map(|point| point.median));
        figure.group("prediction");
        self.draw_prediction(&mut figure, &plot);
        let labels = self.labels(&figure, &plot, &lines, &colours, names);
        figure.labels(&plot, labels);
        if heads.is_empty() {
            let why = match self.diverged_row() > 0.0 {
                true => "Every run diverged",
                false => "Nothing trained yet",
            };
            figure.empty(&plot, why);
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
            layers: 1,
            measure: "NMSE",
            lines: Vec::new(),
            paper: Vec::new(),
            heads_axis: HeadsAxis::Linear,
            shared_width: None,
            prediction: Vec::new(),
            asked: Vec::new(),
            drop: None,
            shown: Vec::new(),
            heads: Vec::new(),
            is_one_of_several: false,
            included_errors: Vec::new(),
            reserved_name: String::new(),
            citation: lab::PAPER_1.citation,
            hidden: Vec::new(),
            hidden_paper: Vec::new(),
            hidden_citation: "",
        }
    }
}
