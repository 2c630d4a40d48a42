//! Error against hidden width, both logarithmic, with the fitted line: how fast does the error fall as
//! the network gets wider? The slopes are `lab`'s, computed from the same medians.

mod from_results;

use plotters::style::{Color, RGBColor};

use crate::axis::{Axis, ERROR_AXIS_NAME, ErrorAxis, Tick, ascending, distinct, grouped};
use crate::chart::Chart;
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{Label, space_for_names};
use crate::marker::{Marker, dashes};
use crate::number_format::{median_and_range, with_minus_sign};
use crate::off_scale::{arrow_colour, off_scale, off_scale_suffix};
use crate::palette::{LineColours, Theme};
use crate::plot::{Margins, Plot};

/// Error against hidden width.
#[derive(Clone, Debug, Default)]
pub struct Width {
    /// What its errors are called: "NMSE" or "mean squared distance".
    pub measure: &'static str,
    /// One per number of heads, sequence length and other sizes that vary.
    pub lines: Vec<WidthLine>,
    /// The longest name and the longest slope that a line of the experiment may have: the plot keeps space
    /// for them, so that it is as wide before the training as after it.
    pub reserved_names: Vec<String>,
    /// The paper that the task is from.
    pub citation: &'static str,
}

/// Errors that differ in the hidden width alone.
#[derive(Clone, Debug)]
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
    /// The slope of the fitted line: of the logarithm of the error on that of N.
    pub slope: Option<f64>,
    /// The standard error of the slope.
    pub error: Option<f64>,
}

/// The error of all runs of one width.
#[derive(Clone, Copy, Debug)]
#[allow(non_snake_case)]
pub struct WidthPoint {
    /// Hidden width.
    pub N: u32,
    /// Smallest error over seeds.
    pub min: f64,
    /// Median error over seeds.
    pub median: f64,
    /// Largest error over seeds.
    pub max: f64,
}

impl WidthPoint {
    /// Whether it has a place on logarithmic axes.
    fn can_be_drawn(&self) -> bool {
        let errors = [self.min, self.median, self.max];
        self.N > 0 && errors.iter().all(|y| y.is_finite() && *y > 0.0)
    }
}

impl WidthLine {
    /// The points that can be drawn, in ascending order of width.
    pub(crate) fn points_in_order(&self) -> Vec<WidthPoint> {
        let points = self.points.iter().filter(|point| point.can_be_drawn());
        let points: Vec<WidthPoint> = points.copied().collect();
        let widths: Vec<f64> = points.iter().map(|point| point.N.into()).collect();
        ascending(&widths).into_iter().map(|i| points[i]).collect()
    }

    /// "slope −1.2 ± 0.1", or an empty text.
    pub(crate) fn slope_text(&self) -> String {
        match (self.slope.filter(|slope| slope.is_finite()), self.error) {
            (None, _) => String::new(),
            (Some(slope), None) => format!("slope {}", with_minus_sign(slope, 1)),
            (Some(slope), Some(error)) => {
                // Enough places that the standard error is not 0.0.
                let places = if error < 0.095 { 2 } else { 1 };
                format!(
                    "slope {} ± {error:.places$}",
                    with_minus_sign(slope, places)
                )
            }
        }
    }

    /// The fitted line as a function from width to error. A least-squares line passes through the mean
    /// of its points.
    fn fitted_line(&self, points: &[WidthPoint]) -> Option<impl Fn(f64) -> f64 + use<>> {
        let slope = self.slope.filter(|slope| slope.is_finite())?;
        let count = points.len() as f64;
        let mean = |value: &dyn Fn(&WidthPoint) -> f64| {
            points.iter().map(|p| value(p).ln()).sum::<f64>() / count
        };
        let (mean_x, mean_y) = (mean(&|p| f64::from(p.N)), mean(&|p| p.median));
        Some(move |width: f64| (mean_y + slope * (width.ln() - mean_x)).exp())
    }
}

impl Chart for Width {
    fn kind(&self) -> &'static str {
        "width"
    }

    fn title(&self) -> String {
        "Error for each hidden width".into()
    }

    fn citation(&self) -> &'static str {
        self.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let with_points = |line| (line, WidthLine::points_in_order(line));
        let lines: Vec<_> = self.lines.iter().map(with_points).collect();
        let points = || lines.iter().flat_map(|(_, points)| points);
        let error_axis = ErrorAxis::of(points().flat_map(|p| [p.min, p.median, p.max]));
        let widths = distinct(&mut points().map(|point| point.N));
        let first = f64::from(widths.first().copied().unwrap_or(8));
        let last = f64::from(widths.last().copied().unwrap_or(64));
        // Some space at both ends, also where there is only one width.
        let padding = (last / first).powf(0.06).max(1.1);
        let notes: Vec<String> = self.lines.iter().map(WidthLine::slope_text).collect();
        let names = self.lines.iter().map(|line| line.label.as_str());
        let later = notes.iter().chain(&self.reserved_names);
        let right = space_for_names(names.chain(later.map(String::as_str)), frame);
        let axis_of_widths = Axis::Log(first / padding, last * padding);
        let error_axis_name = format!("{ERROR_AXIS_NAME} ({})", self.measure);
        let margins = Margins::of_axes(frame, &error_axis_name, right);
        let plot = Plot::new(frame, axis_of_widths, error_axis.axis(), margins);
        let ticks = widths.iter().map(|n| Tick::new(f64::from(*n), grouped(*n)));
        let axis_names = ("hidden width N", error_axis_name.as_str());
        figure.axes(&plot, ticks.collect(), error_axis.ticks(), axis_names);

        let heads = &mut self.lines.iter().map(|line| line.h);
        let lengths = &mut self.lines.iter().map(|line| line.T);
        let colours = LineColours::of(frame.theme, heads, lengths);
        // What colour does not say, dashes and markers do.
        let heads = distinct(&mut self.lines.iter().map(|line| line.h));
        let mut labels = Vec::new();
        for (number, ((line, points), note)) in lines.iter().zip(notes).enumerate() {
            let style = match colours.are_lengths() || frame.theme == Theme::Grey {
                true => heads.binary_search(&line.h).unwrap_or(0),
                false => 0,
            };
            figure.series("lines", number, &line.label);
            let colour = colours.colour(line.h, line.T);
            let label = line.draw(&mut figure, &plot, points, (style, colour), note);
            labels.extend(label.map(|label| Label {
                series: Some(number),
                ..label
            }));
        }
        figure.group("annotations");
        figure.off_scale_note(&plot, &mut points().map(|point| point.median));
        figure.labels(&plot, labels);
        if widths.is_empty() {
            figure.empty(&plot, "Nothing trained yet");
        }
        figure.drawing
    }
}

impl WidthLine {
    /// Draws the line through its points, and returns its label; none where it has no points.
    fn draw(
        &self,
        figure: &mut Figure,
        plot: &Plot,
        points: &[WidthPoint],
        (style, colour): (usize, RGBColor),
        note: String,
    ) -> Option<Label> {
        let (first, last) = (points.first()?, points.last()?);
        let at = |point: &WidthPoint| plot.at(f64::from(point.N), point.median);
        let mut end = at(last);
        match self.fitted_line(points) {
            Some(error_at) => {
                let slope = self.slope.unwrap_or_default();
                // Beyond the axis it would be drawn along its end, with a slope that is not its own.
                let position = |n: u32| {
                    let (width, error) = (f64::from(n), error_at(f64::from(n)));
                    let on_axis = plot.y.value(plot.y.share(error));
                    let moved = width * (on_axis / error).powf(1.0 / slope);
                    let inside = f64::from(first.N)..=f64::from(last.N);
                    match inside.contains(&moved) {
                        true => plot.at(moved, on_axis),
                        false => plot.at(width, error),
                    }
                };
                let ends = [first.N, last.N].map(position);
                figure.dashed(&ends, dashes(style), colour.to_rgba(), 1.6);
                end = ends[1];
            }
            None => {
                let path: Vec<Position> = points.iter().map(at).collect();
                figure.dashed(&path, dashes(style), colour.mix(0.6), 1.2);
            }
        }
        for point in points {
            let n = f64::from(point.N);
            if point.min < point.max {
                let bar = vec![plot.at(n, point.min), plot.at(n, point.max)];
                figure.line(bar, colour.mix(0.4), 4.0);
            }
            match off_scale(point.median) {
                Some(is_above) => {
                    let colour = arrow_colour(colour, false);
                    figure.off_scale_arrow(at(point), is_above, colour);
                }
                None => figure.marker(Marker::Line(style), at(point), 5.0, colour),
            }
            let beyond = off_scale_suffix(point.median);
            let value = median_and_range(point.min, point.median, point.max, None);
            let slope = if note.is_empty() {
                String::new()
            } else {
                format!("; {note}")
            };
            let (h, length) = (self.h, self.T);
            let text = format!(
                "h = {h}, T = {length}, N = {}: {value}{beyond}{slope}",
                point.N
            );
            figure.spot(at(point), text);
        }
        Some(Label {
            y: end.1,
            text: self.label.clone(),
            note,
            colour,
            bold: true,
            marker: None,
            series: None,
        })
    }
}
