//! The transition: error against number of heads, with the line at D. This is the picture of the
//! first cliff and, with heads in powers of two at a fixed width, of the second. Here its parts come
//! together; each has its file.

mod given;
mod heads;
mod lines;
mod names;
mod prediction;
mod regimes;

use serde::Deserialize;

use crate::axis::{ERRORS, Errors, Tick, distinct};
use crate::drawing::{Drawing, Point};
use crate::figure::{Chart, Figure, Frame, MARK, Margins, Plot, room_for};

pub use given::{Heads, Mark, PaperLine, PlainMark, TransitionLine};
use lines::Drawn;
use names::Owner;

/// What the chart shows.
#[derive(Clone, Debug, Default, Deserialize)]
#[allow(non_snake_case)]
pub struct Transition {
    /// Where to.
    pub frame: Frame,
    /// The task's intrinsic dimension; none for the tasks of paper 2, which have no line to draw.
    #[serde(default)]
    pub D: Option<u32>,
    /// What its errors are; without it, as the papers have them: NMSE where the task has a D, and the
    /// mean squared distance where it has none.
    #[serde(default)]
    pub measure: Option<String>,
    /// One per sequence length, or whatever else sets them apart. Ghosts are drawn behind.
    #[serde(default)]
    pub lines: Vec<TransitionLine>,
    /// A paper's own values.
    #[serde(default)]
    pub paper: Vec<PaperLine>,
    /// How heads stand on their axis.
    #[serde(default)]
    pub heads: Heads,
    /// The width that the heads share; then the axis also says the rank of each.
    #[serde(default)]
    pub width: Option<u32>,
    /// Marks without a line of their own: those that are no ghosts make one, the ghosts another.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// What the reader expects, as far as that is known.
    #[serde(default)]
    pub prediction: Vec<PlainMark>,
    /// The numbers of heads that the reader is asked for while the prediction is being drawn: then
    /// the axes hold still, and every one of these has something to say.
    #[serde(default)]
    pub asked: Vec<u32>,
}

/// Where everything stands in a frame, before any of it is drawn.
struct Layout<'a> {
    lines: Vec<Drawn<'a>>,
    heads: Vec<u32>,
    ticks: Vec<Tick>,
    errors: Errors,
    names: Vec<(Owner, String)>,
    plot: Plot,
}

impl Transition {
    /// The name of the error axis.
    fn errors(&self) -> String {
        let measure = match (&self.measure, self.D) {
            (Some(measure), _) => measure,
            (None, Some(_)) => "NMSE",
            (None, None) => "mean squared distance",
        };
        format!("{ERRORS} ({measure})")
    }

    fn layout(&self, figure: &Figure) -> Layout<'_> {
        let lines = self.drawn();
        // All that the axes have to hold.
        let mut known: Vec<(u32, f64)> = Vec::new();
        for mark in lines.iter().flat_map(|line| &line.marks) {
            known.extend(mark.errors().map(|error| (mark.h, error)));
        }
        let paper = self.paper.iter().flat_map(|line| &line.marks);
        for mark in paper.chain(&self.prediction) {
            if mark.can_be_drawn() {
                known.push((mark.h, mark.value));
            }
        }
        // While one draws, all that can be expected: so they hold still, and tell nothing.
        known.extend(
            self.asked
                .iter()
                .map(|h| (*h, *lab::PREDICTABLE_ERRORS.start())),
        );
        let errors = Errors::of(known.iter().map(|of| of.1));
        let heads = distinct(&mut known.iter().map(|of| of.0));
        let (axis, ticks) = self.heads_axis(&heads);

        let names = self.names(&lines, figure.frame);
        let mut right = room_for(names.iter().map(|(_, name)| name.as_str()), figure.frame);
        if !names.is_empty() {
            right += MARK;
        }
        let mut margins = Margins::with_right(right);
        if self.width.is_some() {
            margins.bottom += 14.0;
        }
        Layout {
            plot: figure.plot(axis, errors.axis(), margins),
            lines,
            heads,
            ticks,
            errors,
            names,
        }
    }
}

impl Chart for Transition {
    fn frame(&self) -> Frame {
        self.frame
    }

    fn draw_in(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let Layout {
            lines,
            heads,
            ticks,
            errors,
            names,
            plot,
        } = self.layout(&figure);
        let axis_name = match self.width {
            Some(_) => "attention heads h, and the rank of each",
            None => "attention heads h",
        };
        self.ground(&mut figure, &plot);
        let errors_name = self.errors();
        figure.axes(
            &plot,
            ticks.clone(),
            errors.ticks(),
            (axis_name, &errors_name),
        );
        if let Some(width) = self.width {
            self.ranks(&mut figure, &plot, &ticks, width);
        }
        self.regimes(&mut figure, &plot);
        self.line_at_dimension(&mut figure, &plot);

        let styles = lines.iter().map(|line| line.style + 1).max().unwrap_or(1);
        let slot = (plot.right - plot.left) / heads.len().max(1) as f64;
        // Side by side, or marks of several lines would hide each other.
        let step = (0.6 * slot / styles as f64).min(8.0);
        // Bands over each other add up.
        let band = if styles > 1 { 0.06 } else { 0.1 };
        let aside = |style: usize| (style as f64 - (styles as f64 - 1.0) / 2.0) * step;
        let place = |style: usize, h: u32, value: f64| -> Point {
            let (x, y) = plot.at(f64::from(h), value);
            (x + aside(style), y)
        };
        for ghost in [true, false] {
            for line in lines.iter().filter(|line| line.ghost == ghost) {
                self.line(&mut figure, line, band, &place);
            }
        }
        for line in &self.paper {
            let same = |of: &&Drawn<'_>| of.length.is_some() && of.length == line.T;
            let style = lines.iter().find(same).map_or(styles / 2, |of| of.style);
            self.paper(&mut figure, line, &|h, value| place(style, h, value));
        }
        self.predicted(&mut figure, &plot);
        let labels = self.labels(&figure, &plot, &lines, names);
        figure.labels(&plot, labels);
        if heads.is_empty() {
            figure.nothing(&plot, "Nothing trained yet");
        }
        figure.drawing
    }
}
