//! Learning curves: error against step. One line per run or, of three and more seeds, their median with a
//! band from the best to the worst. Coloured by number of heads or, where there are several, by sequence
//! length.

mod bundle;
mod from_results;
mod legend;

use lab::CurvePoint;
use plotters::style::Color;

use crate::axis::{Axis, ERROR_AXIS_NAME, ErrorAxis, Tick, distinct, grouped, round_steps};
use crate::chart::Chart;
use crate::curve::{Curve, can_be_drawn};
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{Label, MOST_LABELS, space_for_names};
use crate::marker::dashes;
use crate::off_scale::{arrow_colour, off_scale, off_scale_suffix};
use crate::palette::{LineColours, Theme};
use crate::part::{Part, PartShown};
use crate::plot::{Margins, Plot};
pub(crate) use bundle::bundles;
use bundle::{BandPoint, Bundle};
use legend::Legend;

/// Error during training.
#[derive(Clone, Debug, Default)]
pub struct Learning {
    /// The last step of the recipe: the right end of the axis.
    pub steps: u32,
    /// What its errors are called: "NMSE" or "mean squared distance".
    pub measure: &'static str,
    /// One per run. Recorded ones are drawn behind.
    pub lines: Vec<LearningLine>,
    /// Runs of the experiment that were not begun, without points: the plot keeps space for their names, so
    /// that it is as wide before the training as after it.
    pub expected: Vec<LearningLine>,
    /// The paper that the task is from.
    pub citation: &'static str,
    /// Whether medians are drawn without their bands.
    pub hides_band: bool,
}

/// One run's learning curve.
#[derive(Clone, Debug, Default)]
#[allow(non_snake_case)]
pub struct LearningLine {
    /// Heads of the run.
    pub h: u32,
    /// Its sequence length.
    pub T: u32,
    /// Its name; without one, its heads.
    pub label: Option<String>,
    /// Its curve.
    pub curve: Curve,
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
        self.curve
            .points()
            .iter()
            .filter(|point| can_be_drawn(point))
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

    fn parts(&self) -> Vec<PartShown> {
        let mut parts = Vec::new();
        if bundles(&self.lines).iter().any(|bundle| bundle.is_band) {
            let shown = !self.hides_band;
            let part = Part::Band;
            parts.push(PartShown { part, shown });
        }
        let has = |recorded: bool| self.lines.iter().any(|line| line.recorded == recorded);
        // A chart of recorded results alone would be empty without them.
        if has(false) && has(true) {
            let part = Part::Recorded;
            parts.push(PartShown { part, shown: true });
        }
        parts
    }

    fn show(&mut self, part: Part, shown: bool) {
        match part {
            Part::Band => self.hides_band = !shown,
            Part::Recorded if !shown => self.lines.retain(|line| !line.recorded),
            _ => {}
        }
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let theme = frame.theme;
        let bundles = bundles(&self.lines);
        let points = bundles.iter().flat_map(|bundle| &bundle.points);
        let shown = |point: &BandPoint| match self.hides_band {
            true => [point.median; 3],
            false => [point.min, point.median, point.max],
        };
        let error_axis = ErrorAxis::of(points.flat_map(shown));
        let all: Vec<&LearningLine> = self.lines.iter().chain(&self.expected).collect();
        let legend = Legend::of(&all, frame);
        let names: Vec<String> = all.iter().map(|line| line.name()).collect();
        let right = match &legend {
            Some(legend) => legend.width(),
            None => space_for_names(names.iter().map(String::as_str), frame).max(50.0),
        };
        let axis_of_steps = Axis::Linear(0.0, f64::from(self.steps.max(1)));
        let margins = Margins::of_axes(frame, ERROR_AXIS_NAME, right);
        let plot = Plot::new(frame, axis_of_steps, error_axis.axis(), margins);

        let most_ticks = ((plot.right - plot.left) / 80.0).clamp(1.0, 8.0) as usize;
        let ticks = round_steps(self.steps, most_ticks);
        let ticks = ticks
            .into_iter()
            .map(|step| Tick::new(step.into(), grouped(step)));
        // The measure is in the title: a curve has the same shape in either.
        let axis_names = ("training step", ERROR_AXIS_NAME);
        figure.axes(&plot, ticks.collect(), error_axis.ticks(), axis_names);

        let heads = &mut all.iter().map(|line| line.h);
        let lengths = &mut all.iter().map(|line| line.T);
        let colours = LineColours::of(theme, heads, lengths);
        self.draw_bundles(&mut figure, &plot, &bundles, &colours);
        let points = bundles.iter().flat_map(|bundle| &bundle.points);
        figure.group("annotations");
        figure.off_scale_note(&plot, &mut points.map(|point| point.median));
        let ends = draw_spots(&bundles, &mut figure, &plot);
        if ends.is_empty() {
            figure.empty(&plot, "Nothing trained yet");
        }
        let label = |(number, end): (usize, Position)| Label {
            y: end.1,
            text: bundles[number].name.clone(),
            note: String::new(),
            colour: colours.colour(bundles[number].line.h, bundles[number].line.T),
            bold: true,
            marker: None,
            series: Some(number),
        };
        match legend {
            Some(_) if ends.is_empty() => {}
            Some(legend) => legend.draw(&mut figure, &plot, &colours),
            None => figure.labels(&plot, ends.into_iter().map(label).collect()),
        }
        figure.drawing
    }
}

/// The most places that can be pointed at.
const MOST_SPOTS: usize = 2_000;

/// More lines than this are drawn thinner.
const CROWD: usize = 12;

impl Learning {
    fn draw_bundles(
        &self,
        figure: &mut Figure,
        plot: &Plot,
        bundles: &[Bundle<'_>],
        colours: &LineColours,
    ) {
        // Recorded lines are drawn lighter only where there are others in front of them.
        let has_trained = bundles.iter().any(|bundle| !bundle.line.recorded);
        let recorded_style = if has_trained { (0.5, 1.2) } else { (0.95, 1.8) };
        let width = if bundles.len() > CROWD { 1.4 } else { 2.0 };
        // Bands that overlap add up to a darker one.
        let band_opacity = (0.6 / bundles.len().max(1) as f64).clamp(0.03, 0.15);
        // What colour does not say, dashes do.
        let all = self.lines.iter().chain(&self.expected);
        let heads = distinct(&mut all.map(|line| line.h));
        let has_dashes = colours.are_lengths() || figure.theme == Theme::Grey;
        for (number, bundle) in bundles.iter().enumerate() {
            let LearningLine { h, T, recorded, .. } = *bundle.line;
            let colour = colours.colour(h, T);
            figure.series("lines", number, &bundle.full_name());
            let path = |error: fn(&BandPoint) -> f64| -> Vec<Position> {
                let points = bundle.points.iter();
                let at = |point: &BandPoint| plot.at(f64::from(point.step), error(point));
                points.map(at).collect()
            };
            if bundle.is_band && !self.hides_band {
                let mut band = path(|point| point.max);
                band.extend(path(|point| point.min).into_iter().rev());
                figure.fill(band, colour.mix(band_opacity));
            }
            let path = path(|point| point.median);
            match recorded {
                true => {
                    let (opacity, width) = recorded_style;
                    figure.dashed(&path, &[5.0, 3.0], colour.mix(opacity), width);
                }
                false => {
                    let place = heads.binary_search(&h).unwrap_or(0);
                    let pattern = if has_dashes { dashes(place) } else { &[] };
                    figure.dashed(&path, pattern, colour.to_rgba(), width);
                }
            }
            let colour = arrow_colour(colour, recorded);
            for (point, is_above) in excursions(&bundle.points) {
                let at = plot.at(f64::from(point.step), point.median);
                figure.off_scale_arrow(at, is_above, colour);
            }
        }
    }
}

/// The worst point of each stretch of a line that is beyond the axis, and whether it is above it.
fn excursions(points: &[BandPoint]) -> Vec<(&BandPoint, bool)> {
    let mut found: Vec<(&BandPoint, bool)> = Vec::new();
    let mut before = None;
    for point in points {
        let side = off_scale(point.median);
        match (side, found.last_mut()) {
            (None, _) => {}
            (Some(is_above), Some((worst, _))) if before == side => {
                if (point.median > worst.median) == is_above {
                    *worst = point;
                }
            }
            (Some(is_above), _) => found.push((point, is_above)),
        }
        before = side;
    }
    found
}

/// Adds a spot for every point, or where there are too many for some of each line. Returns the number and
/// the place of every label: several lines may share a name, and their label is where the longest of them
/// ends; of equally long ones, where the last ends, so that it moves from a recorded line to the line in
/// training.
fn draw_spots(bundles: &[Bundle<'_>], figure: &mut Figure, plot: &Plot) -> Vec<(usize, Position)> {
    let drawn: usize = bundles.iter().map(|bundle| bundle.points.len()).sum();
    let most = match drawn > MOST_SPOTS {
        true => MOST_SPOTS / bundles.len(),
        false => usize::MAX,
    };
    let position = |point: &BandPoint| plot.at(f64::from(point.step), point.median);
    let mut ends: Vec<(usize, Position)> = Vec::new();
    for (number, bundle) in bundles.iter().enumerate() {
        let points = &bundle.points;
        let Some(end) = points.last().map(position) else {
            continue;
        };
        let has_space = ends.len() < MOST_LABELS;
        let is_same = |known: &&mut (usize, Position)| bundles[known.0].name == bundle.name;
        match ends.iter_mut().find(is_same) {
            Some(known) if known.1.0 <= end.0 => *known = (number, end),
            None if has_space => ends.push((number, end)),
            _ => {}
        }
        let name = bundle.full_name();
        figure.series("spots", number, &name);
        // Evenly, and always the last: where a line ends is what is asked most.
        let every = points.len().div_ceil(most.max(1));
        for (i, point) in points.iter().enumerate() {
            if (points.len() - 1 - i).is_multiple_of(every) {
                let (step, error) = (grouped(point.step), point.text());
                let beyond = off_scale_suffix(point.median);
                let text = format!("{name}, step {step}: {error}{beyond}");
                figure.spot(position(point), text);
            }
        }
    }
    figure.group("");
    ends
}

#[cfg(test)]
mod tests;
