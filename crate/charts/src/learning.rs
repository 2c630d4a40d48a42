//! Learning curves: error against step, one line per run, coloured by its number of heads.

use lab::CurvePoint;
use plotters::style::Color;
use serde::Deserialize;

use crate::axis::{Axis, ERRORS, Errors, Tick, grouped, round_steps};
use crate::drawing::{Drawing, Point};
use crate::figure::{Chart, Figure, Frame, Label, Margins, room_for};
use crate::palette::colour_of;
use crate::words::error;

/// What the chart shows.
#[derive(Clone, Debug, Deserialize)]
pub struct Learning {
    /// Where to.
    pub frame: Frame,
    /// The last step of the recipe: the right end of the axis.
    pub steps: u32,
    /// One per run. Ghosts are drawn behind.
    pub lines: Vec<Line>,
}

/// One run's learning curve.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Line {
    /// Heads of the run.
    pub h: u32,
    /// Its name; without one, its heads.
    #[serde(default)]
    pub label: Option<String>,
    /// Its curve.
    pub curve: Vec<CurvePoint>,
    /// Recorded earlier, and drawn as a shadow.
    #[serde(default)]
    pub ghost: bool,
}

impl Line {
    fn name(&self) -> String {
        match &self.label {
            Some(label) => label.clone(),
            None => format!("h = {}", self.h),
        }
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = &CurvePoint> {
        self.curve.iter().filter(|p| p.1.is_finite() && p.1 > 0.0)
    }

    /// Which run it is, for who points at it.
    pub(crate) fn words(&self) -> String {
        let name = self.name();
        let heads = match name.contains("h =") {
            true => String::new(),
            false => format!("h = {}, ", self.h),
        };
        let recorded = match self.ghost && !name.contains("recorded") {
            true => "recorded, ",
            false => "",
        };
        format!("{recorded}{heads}{name}")
    }
}

impl Chart for Learning {
    fn frame(&self) -> Frame {
        self.frame
    }

    fn draw_in(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let theme = frame.theme;
        let points = self.lines.iter().flat_map(|line| line.points());
        let errors = Errors::of(points.map(|point| point.1));
        let names: Vec<String> = self.lines.iter().map(Line::name).collect();
        let right = room_for(names.iter().map(String::as_str), frame).max(50.0);
        let axis = Axis::Linear(0.0, f64::from(self.steps.max(1)));
        let plot = figure.plot(axis, errors.axis(), Margins::with_right(right));

        let room = ((plot.right - plot.left) / 80.0).clamp(1.0, 8.0) as usize;
        let ticks = round_steps(self.steps, room);
        let ticks = ticks
            .into_iter()
            .map(|step| Tick::new(step.into(), grouped(step)));
        // Which error it is stands beside the chart: a curve has the same shape in either.
        let axis_names = ("training step", ERRORS);
        figure.axes(&plot, ticks.collect(), errors.ticks(), axis_names);

        let on_plot = |line: &Line| -> Vec<Point> {
            line.points()
                .map(|p| plot.at(f64::from(p.0), p.1))
                .collect()
        };
        // Shadows step back only when there is something in front of them.
        let live = self
            .lines
            .iter()
            .any(|line| !line.ghost && line.points().next().is_some());
        let (strength, width) = if live { (0.5, 1.2) } else { (0.95, 1.8) };
        for line in self.lines.iter().filter(|line| line.ghost) {
            let colour = colour_of(line.h, theme).mix(strength);
            figure.dashed(&on_plot(line), &[5.0, 3.0], colour, width);
        }
        for line in self.lines.iter().filter(|line| !line.ghost) {
            figure.line(on_plot(line), colour_of(line.h, theme), 2.0);
        }

        // Names stand in the margin, each where the line of its name that reaches farthest ends:
        // beside a shadow at first, beside the live line in the end, and never over a line.
        let mut ends: Vec<(String, u32, Point)> = Vec::new();
        let shadows_first = [true, false].map(|g| self.lines.iter().filter(move |l| l.ghost == g));
        for line in shadows_first.into_iter().flatten() {
            let path = on_plot(line);
            let Some(&end) = path.last() else {
                continue;
            };
            let name = line.name();
            match ends.iter_mut().find(|(known, ..)| *known == name) {
                Some(known) if known.2.0 <= end.0 => known.2 = end,
                Some(_) => {}
                None => ends.push((name, line.h, end)),
            }
            let words = line.words();
            for (point, at) in line.points().zip(path) {
                let (step, error) = (grouped(point.0), error(point.1));
                figure.spot(at, format!("{words}, step {step}: {error}"));
            }
        }
        if ends.is_empty() {
            figure.nothing(&plot, "Nothing trained yet");
        }
        let label = |(text, h, end): (String, u32, Point)| Label {
            y: end.1,
            text,
            note: String::new(),
            colour: colour_of(h, theme),
            bold: true,
            mark: None,
        };
        figure.labels(&plot, ends.into_iter().map(label).collect());
        figure.drawing
    }
}
