//! Error against hidden width, both logarithmic, with the line that fits: how fast does it help to
//! make the network wider? The slopes are `lab`'s, computed from the same medians.

use plotters::style::Color;
use serde::Deserialize;

use crate::axis::{Axis, ERRORS, Errors, Tick, ascending, distinct, grouped};
use crate::drawing::{Drawing, Point};
use crate::figure::{Chart, Figure, Frame, Label, Margins, room_for};
use crate::marker::dashes;
use crate::palette::colour_of;
use crate::words::{number, signed, spread_of};

/// What the chart shows.
#[derive(Clone, Debug, Deserialize)]
pub struct Width {
    /// Where to.
    pub frame: Frame,
    /// What its errors are; NMSE without it.
    #[serde(default)]
    pub measure: Option<String>,
    /// One per number of heads and sequence length.
    pub lines: Vec<WidthLine>,
}

/// Errors that differ in the hidden width alone.
#[derive(Clone, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct WidthLine {
    /// Heads.
    pub h: u32,
    /// Sequence length.
    pub T: u32,
    /// Its name.
    pub label: String,
    /// One per width.
    pub points: Vec<WidthPoint>,
    /// The slope of ln NMSE on ln N.
    #[serde(default)]
    pub slope: Option<f64>,
    /// Its standard error.
    #[serde(default)]
    pub error: Option<f64>,
}

/// The error of all runs of one width.
#[derive(Clone, Copy, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct WidthPoint {
    /// Hidden width.
    pub N: u32,
    /// Smallest NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub min: f64,
    /// Median NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub median: f64,
    /// Largest NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub max: f64,
    /// How many seeds.
    #[serde(default)]
    pub count: Option<usize>,
}

impl WidthPoint {
    fn can_be_drawn(&self) -> bool {
        let errors = [self.min, self.median, self.max];
        self.N > 0 && errors.iter().all(|y| y.is_finite() && *y > 0.0)
    }
}

impl WidthLine {
    /// In ascending order of width.
    pub(crate) fn drawn(&self) -> Vec<WidthPoint> {
        let drawn = self.points.iter().filter(|point| point.can_be_drawn());
        let drawn: Vec<WidthPoint> = drawn.copied().collect();
        let widths: Vec<f64> = drawn.iter().map(|point| point.N.into()).collect();
        ascending(&widths).into_iter().map(|i| drawn[i]).collect()
    }

    /// "slope −1.2 ± 0.1", or nothing.
    pub(crate) fn fit(&self) -> String {
        match (self.slope.filter(|slope| slope.is_finite()), self.error) {
            (None, _) => String::new(),
            (Some(slope), None) => format!("slope {}", signed(slope, 1)),
            (Some(slope), Some(error)) => {
                // As many places as the error has to say something.
                let places = if error < 0.095 { 2 } else { 1 };
                format!("slope {} ± {error:.places$}", signed(slope, places))
            }
        }
    }

    /// The fitted error at a width: a least-squares line passes through the mean of its points.
    fn fitted(&self, points: &[WidthPoint]) -> Option<impl Fn(f64) -> f64 + use<>> {
        let slope = self.slope.filter(|slope| slope.is_finite())?;
        let count = points.len() as f64;
        let mean = |of: &dyn Fn(&WidthPoint) -> f64| {
            points.iter().map(|p| of(p).ln()).sum::<f64>() / count
        };
        let (x, y) = (mean(&|p| f64::from(p.N)), mean(&|p| p.median));
        Some(move |width: f64| (y + slope * (width.ln() - x)).exp())
    }
}

impl Chart for Width {
    fn frame(&self) -> Frame {
        self.frame
    }

    fn draw_in(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let theme = frame.theme;
        let lines: Vec<_> = self.lines.iter().map(|line| (line, line.drawn())).collect();
        let points = || lines.iter().flat_map(|(_, points)| points);
        let errors = Errors::of(points().flat_map(|p| [p.min, p.median, p.max]));
        let widths = distinct(&mut points().map(|point| point.N));
        let first = f64::from(widths.first().copied().unwrap_or(8));
        let last = f64::from(widths.last().copied().unwrap_or(64));
        // A little air at both ends, and room for one width alone.
        let air = (last / first).powf(0.06).max(1.1);
        let notes: Vec<String> = self.lines.iter().map(WidthLine::fit).collect();
        let names = self.lines.iter().map(|line| line.label.as_str());
        let right = room_for(names.chain(notes.iter().map(String::as_str)), frame);
        let axis = Axis::Log(first / air, last * air);
        let plot = figure.plot(axis, errors.axis(), Margins::with_right(right));
        let ticks = widths.iter().map(|n| Tick::new(f64::from(*n), grouped(*n)));
        let measure = self.measure.as_deref().unwrap_or("NMSE");
        let errors_name = format!("{ERRORS} ({measure})");
        let axis_names = ("hidden width N", errors_name.as_str());
        figure.axes(&plot, ticks.collect(), errors.ticks(), axis_names);

        let lengths = distinct(&mut self.lines.iter().map(|line| line.T));
        let mut labels = Vec::new();
        for ((line, points), note) in lines.iter().zip(notes) {
            let (Some(from), Some(to)) = (points.first(), points.last()) else {
                continue;
            };
            let colour = colour_of(line.h, theme);
            let style = lengths.iter().position(|t| *t == line.T).unwrap_or(0);
            let at = |point: &WidthPoint| plot.at(f64::from(point.N), point.median);
            let mut end = at(to);
            match line.fitted(points) {
                Some(fitted) => {
                    let ends = [from.N, to.N].map(|n| plot.at(f64::from(n), fitted(f64::from(n))));
                    figure.dashed(&ends, dashes(style), colour.to_rgba(), 1.6);
                    end = ends[1];
                }
                None => {
                    let path: Vec<Point> = points.iter().map(at).collect();
                    figure.dashed(&path, dashes(style), colour.mix(0.6), 1.2);
                }
            }
            for point in points {
                let n = f64::from(point.N);
                if point.min < point.max {
                    let bar = vec![plot.at(n, point.min), plot.at(n, point.max)];
                    figure.line(bar, colour.mix(0.4), 4.0);
                }
                figure.mark(style, at(point), 5.0, colour);
                let value = spread_of(point.min, point.median, point.max, point.count);
                let slope = if note.is_empty() {
                    String::new()
                } else {
                    format!("; {note}")
                };
                let (h, length) = (line.h, line.T);
                let text = format!("h = {h}, T = {length}, N = {}: {value}{slope}", point.N);
                figure.spot(at(point), text);
            }
            labels.push(Label {
                y: end.1,
                text: line.label.clone(),
                note,
                colour,
                bold: true,
                mark: None,
            });
        }
        figure.labels(&plot, labels);
        if widths.is_empty() {
            figure.nothing(&plot, "Nothing trained yet");
        }
        figure.drawing
    }
}
