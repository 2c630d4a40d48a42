//! Runs on lists of other lengths than they were trained on: error against length, a line for each number
//! of heads. What the errors show in words, `lab` says.

use lab::{Experiment, LengthError, Run};
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use crate::axis::{Axis, ERROR_AXIS_NAME, Tick, ascending, distinct, grouped, powers_of_ten};
use crate::chart::Chart;
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{Label, MARKER_WIDTH, space_for_names};
use crate::marker::{Marker, dashes};
use crate::number_format::{format_error, significant_digits};
use crate::palette::{LineColours, Theme};
use crate::plot::{Margins, Plot};

/// Error against the length of lists.
#[derive(Clone, Debug, Default)]
pub struct OtherLengths {
    /// What its errors are called: "NMSE" or "mean squared distance".
    pub measure: &'static str,
    /// The length that the runs were trained on.
    pub trained: u32,
    /// One per number of heads.
    pub lines: Vec<LengthLine>,
    /// What the errors of one of the runs show, in words.
    pub sentence: String,
    /// The paper that the task is from.
    pub citation: &'static str,
}

/// The errors of one run.
#[derive(Clone, Debug)]
pub struct LengthLine {
    /// Heads.
    pub h: u32,
    /// One per length.
    pub points: Vec<LengthError>,
}

impl LengthLine {
    /// Its name.
    pub(crate) fn name(&self) -> String {
        format!("h = {}", self.h)
    }

    /// The points that have a place on logarithmic axes, in ascending order of length.
    pub(crate) fn points_in_order(&self) -> Vec<&LengthError> {
        let can_be_drawn =
            |point: &&LengthError| point.T > 0 && point.nmse.is_finite() && point.nmse > 0.0;
        let points: Vec<&LengthError> = self.points.iter().filter(can_be_drawn).collect();
        let lengths: Vec<f64> = points.iter().map(|point| point.T.into()).collect();
        ascending(&lengths).into_iter().map(|i| points[i]).collect()
    }
}

/// An error with its standard error, and the attention, in words.
pub(crate) fn in_words(point: &LengthError) -> String {
    let mut words = format_error(point.nmse);
    if point.standard_error.is_finite() {
        words += &format!(" ± {}", significant_digits(point.standard_error, 2));
    }
    words
}

/// The largest share of attention as a percentage.
pub(crate) fn share_in_words(point: &LengthError) -> Option<String> {
    Some(format!("{:.0} %", 100.0 * point.largest_share?))
}

impl OtherLengths {
    /// The chart of runs of an experiment that differ in their heads alone; the words are about `run`.
    pub fn of(experiment: &Experiment, run: &Run, lines: Vec<LengthLine>) -> Self {
        let h = run.architecture.h;
        let own = lines.iter().find(|line| line.h == h);
        let sentence = own.map(|line| lab::length_sentence(experiment, run, &line.points));
        Self {
            measure: experiment.task.measure(),
            trained: run.T,
            lines,
            sentence: sentence.unwrap_or_default(),
            citation: experiment.citation(),
        }
    }
}

impl Chart for OtherLengths {
    fn kind(&self) -> &'static str {
        "other-lengths"
    }

    fn title(&self) -> String {
        "Longer lists than it was trained on".into()
    }

    fn citation(&self) -> &'static str {
        self.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let lines: Vec<(&LengthLine, Vec<&LengthError>)> = self
            .lines
            .iter()
            .map(|line| (line, line.points_in_order()))
            .collect();
        let points = || lines.iter().flat_map(|(_, points)| points);
        // No axis of errors in training reaches so far: at other lengths, errors of 50 are no accident.
        let (low, high) = points().fold((0.05, 1.0), |(low, high): (f64, f64), point| {
            (low.min(point.nmse), high.max(point.nmse))
        });
        let [lowest, highest] = [low, high].map(|end| end.clamp(1e-9, 1e9));
        let lowest = lowest.log10().floor() as i32;
        let error_axis = Axis::Log(10f64.powi(lowest), 1.2 * highest);
        let error_ticks = powers_of_ten((lowest..=highest.log10().floor() as i32).rev());
        let own = self.trained.max(1);
        let lengths = distinct(&mut points().map(|point| point.T).chain([own]));
        let (first, last) = (lengths[0], lengths[lengths.len() - 1]);
        let (first, last) = (f64::from(first), f64::from(last));
        let padding = (last / first).powf(0.06).max(1.1);
        let names: Vec<String> = self.lines.iter().map(LengthLine::name).collect();
        let right = space_for_names(names.iter().map(String::as_str), frame) + MARKER_WIDTH;
        let error_axis_name = format!("{ERROR_AXIS_NAME} ({})", self.measure);
        let margins = Margins::of_axes(frame, &error_axis_name, right);
        let axis_of_lengths = Axis::Log(first / padding, last * padding);
        let plot = Plot::new(frame, axis_of_lengths, error_axis, margins);
        let ticks = lengths
            .iter()
            .map(|t| Tick::new(f64::from(*t), grouped(*t)));
        let axis_names = ("length T of the lists", error_axis_name.as_str());
        figure.axes(&plot, ticks.collect(), error_ticks, axis_names);

        figure.group("trained length");
        let x = plot.x(f64::from(own));
        let muted = figure.theme.muted();
        figure.dashed(
            &[(x, plot.top), (x, plot.bottom)],
            &[6.0, 4.0],
            muted.to_rgba(),
            1.0,
        );
        let name = format!("trained on T = {own}");
        let above = (x - 4.0, plot.top - 4.0);
        figure.text(&name, above, (HPos::Left, VPos::Bottom), muted, false);

        let heads = &mut self.lines.iter().map(|line| line.h);
        let colours = LineColours::of(frame.theme, heads, &mut std::iter::empty());
        let mut labels = Vec::new();
        for (number, (line, points)) in lines.iter().enumerate() {
            figure.series("lines", number, &line.name());
            let colour = colours.colour(line.h, own);
            let Some(end) = draw_line(&mut figure, &plot, line, points, (number, colour)) else {
                continue;
            };
            labels.push(Label {
                y: end.1,
                text: line.name(),
                note: String::new(),
                colour,
                bold: true,
                marker: Some((Marker::Line(number), false)),
                series: Some(number),
            });
        }
        figure.labels(&plot, labels);
        if points().next().is_none() {
            figure.empty(&plot, "Nothing measured yet");
        }
        figure.drawing
    }
}

/// Draws a line with its standard errors, and returns its end.
fn draw_line(
    figure: &mut Figure,
    plot: &Plot,
    line: &LengthLine,
    points: &[&LengthError],
    (number, colour): (usize, RGBColor),
) -> Option<Position> {
    let at = |point: &LengthError, error: f64| plot.at(f64::from(point.T), error);
    let path: Vec<Position> = points.iter().map(|point| at(point, point.nmse)).collect();
    let pattern = match figure.theme {
        // Greys alone do not tell many lines apart.
        Theme::Grey => dashes(number),
        _ => &[],
    };
    figure.dashed(&path, pattern, colour.to_rgba(), 1.8);
    for point in points {
        if point.standard_error.is_finite() {
            let ends = [-1.0, 1.0].map(|sign| point.nmse + sign * point.standard_error);
            let bar = ends.map(|end| at(point, end.max(f64::MIN_POSITIVE)));
            figure.line(bar.to_vec(), colour.mix(0.4), 4.0);
        }
        let place = at(point, point.nmse);
        figure.marker(Marker::Line(number), place, 4.5, colour);
        let (h, t, error) = (line.h, point.T, in_words(point));
        let share = share_in_words(point);
        let share = share.map_or(String::new(), |share| {
            format!(", largest share of attention {share}")
        });
        figure.spot(place, format!("h = {h}, T = {t}: {error}{share}"));
    }
    path.last().copied()
}
