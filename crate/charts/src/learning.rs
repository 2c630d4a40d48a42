//! Learning curves: error against step, one line per run, coloured by its number of heads.

mod from_results;

use lab::CurvePoint;
use plotters::style::Color;

use crate::axis::{Axis, ERROR_AXIS_NAME, ErrorAxis, Tick, grouped, round_steps};
use crate::chart::Chart;
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{Label, space_for_names};
use crate::number_format::format_error;
use crate::palette::colour_of;
use crate::plot::{Margins, Plot};

/// Error during training.
#[derive(Clone, Debug)]
pub struct Learning {
    /// The last step of the recipe: the right end of the axis.
    pub steps: u32,
    /// What its errors are called: "NMSE" or "mean squared distance".
    pub measure: &'static str,
    /// One per run. Recorded ones are drawn behind.
    pub lines: Vec<LearningLine>,
    /// The paper that the task is from.
    pub citation: &'static str,
}

/// One run's learning curve.
#[derive(Clone, Debug)]
pub struct LearningLine {
    /// Heads of the run.
    pub h: u32,
    /// Its name; without one, its heads.
    pub label: Option<String>,
    /// Its curve.
    pub curve: Vec<CurvePoint>,
    /// Whether it was recorded earlier; then it is drawn dashed.
    pub recorded: bool,
}

impl LearningLine {
    fn name(&self) -> String {
        match &self.label {
            Some(label) => label.clone(),
            None => format!("h = {}", self.h),
        }
    }

    /// The points that have a place on a logarithmic axis.
    pub(crate) fn points(&self) -> impl Iterator<Item = &CurvePoint> {
        self.curve.iter().filter(|p| p.1.is_finite() && p.1 > 0.0)
    }

    fn path(&self, plot: &Plot) -> Vec<Position> {
        let position = |point: &CurvePoint| plot.at(f64::from(point.0), point.1);
        self.points().map(position).collect()
    }

    /// Which run it is, for the text of its spots and for the description of the chart.
    pub(crate) fn full_name(&self) -> String {
        let name = self.name();
        let heads = match name.contains("h =") {
            true => String::new(),
            false => format!("h = {}, ", self.h),
        };
        let recorded = match self.recorded && !name.contains("recorded") {
            true => "recorded, ",
            false => "",
        };
        format!("{recorded}{heads}{name}")
    }
}

impl Chart for Learning {
    fn kind(&self) -> &'static str {
        "learning"
    }

    fn title(&self) -> String {
        format!("Error during training ({})", self.measure)
    }

    fn citation(&self) -> &'static str {
        self.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let theme = frame.theme;
        let points = self.lines.iter().flat_map(|line| line.points());
        let error_axis = ErrorAxis::of(points.map(|point| point.1));
        let names: Vec<String> = self.lines.iter().map(LearningLine::name).collect();
        let right = space_for_names(names.iter().map(String::as_str), frame).max(50.0);
        let axis_of_steps = Axis::Linear(0.0, f64::from(self.steps.max(1)));
        let margins = Margins::with_right(right);
        let plot = Plot::new(frame, axis_of_steps, error_axis.axis(), margins);

        let most_ticks = ((plot.right - plot.left) / 80.0).clamp(1.0, 8.0) as usize;
        let ticks = round_steps(self.steps, most_ticks);
        let ticks = ticks
            .into_iter()
            .map(|step| Tick::new(step.into(), grouped(step)));
        // The measure is in the title: a curve has the same shape in either.
        let axis_names = ("training step", ERROR_AXIS_NAME);
        figure.axes(&plot, ticks.collect(), error_axis.ticks(), axis_names);

        // Recorded lines are drawn lighter only where there are others in front of them.
        let has_trained = self
            .lines
            .iter()
            .any(|line| !line.recorded && line.points().next().is_some());
        let (opacity, width) = if has_trained { (0.5, 1.2) } else { (0.95, 1.8) };
        for line in self.lines.iter().filter(|line| line.recorded) {
            let colour = colour_of(line.h, theme).mix(opacity);
            figure.dashed(&line.path(&plot), &[5.0, 3.0], colour, width);
        }
        for line in self.lines.iter().filter(|line| !line.recorded) {
            figure.line(line.path(&plot), colour_of(line.h, theme), 2.0);
        }
        let ends = self.draw_spots(&mut figure, &plot);
        if ends.is_empty() {
            figure.empty(&plot, "Nothing trained yet");
        }
        let label = |(text, h, end): (String, u32, Position)| Label {
            y: end.1,
            text,
            note: String::new(),
            colour: colour_of(h, theme),
            bold: true,
            marker: None,
        };
        figure.labels(&plot, ends.into_iter().map(label).collect());
        figure.drawing
    }
}

impl Learning {
    /// Adds a spot for every point, recorded lines first. Returns name, heads and place of every
    /// label: several lines may share a name, and their label is where the longest of them ends; of
    /// equally long ones, where the last ends, so that it moves from a recorded line to the line in
    /// training.
    fn draw_spots(&self, figure: &mut Figure, plot: &Plot) -> Vec<(String, u32, Position)> {
        let mut ends: Vec<(String, u32, Position)> = Vec::new();
        let recorded_first = [true, false]
            .map(|recorded| self.lines.iter().filter(move |of| of.recorded == recorded));
        for line in recorded_first.into_iter().flatten() {
            let path = line.path(plot);
            let Some(&end) = path.last() else {
                continue;
            };
            let name = line.name();
            match ends.iter_mut().find(|(known, ..)| *known == name) {
                Some(known) if known.2.0 <= end.0 => known.2 = end,
                Some(_) => {}
                None => ends.push((name, line.h, end)),
            }
            let name = line.full_name();
            for (point, at) in line.points().zip(path) {
                let (step, error) = (grouped(point.0), format_error(point.1));
                figure.spot(at, format!("{name}, step {step}: {error}"));
            }
        }
        ends
    }
}
