//! How near a head's soft minimum comes to the true minimum as its sharpness β grows: the paper's
//! bound, and the gap on one random sequence. The formulas are `lab`'s.

use lab::{Purpose, Stream, soft_minimum, soft_minimum_bound};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use crate::axis::{Axis, Tick, ascending, powers_of_ten};
use crate::chart::Chart;
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{Label, space_for_names};
use crate::marker::Marker;
use crate::number_format::significant_digits;
use crate::plot::{Margins, Plot};

/// The gap between a soft minimum and the true minimum, against sharpness.
#[derive(Clone, Debug)]
#[allow(non_snake_case)]
pub struct SoftMinimum {
    /// How many values the sequence has.
    pub T: u32,
    /// The smallest and the largest sharpness drawn.
    pub betas: (f64, f64),
    /// The sharpness that is marked.
    pub at: Option<f64>,
    /// The seed of the random sequence.
    pub seed: u32,
}

/// Steps along the curve.
const STEPS: u32 = 120;

/// Every so many steps there is a spot.
const STEPS_PER_SPOT: usize = 5;

/// Smaller gaps are not told apart from 0.
const SMALLEST_GAP: f64 = 1e-6;

/// The name of the axis of gaps.
const GAP_AXIS_NAME: &str = "gap to the true minimum";

impl SoftMinimum {
    /// The sequence: T values in [0, 1). Paper 1's features map into that interval.
    fn sequence(&self) -> Vec<f64> {
        let mut stream = Stream::new(Purpose::Theory, self.seed, 1);
        let count = self.T.clamp(1, 100_000);
        (0..count).map(|_| f64::from(stream.uniform())).collect()
    }

    /// The sequence and the range of sharpness, which is corrected where it cannot be drawn.
    pub(crate) fn gaps(&self) -> Gaps {
        let sequence = self.sequence();
        let minimum = sequence.iter().copied().fold(f64::INFINITY, f64::min);
        let from = if self.betas.0 > 0.0 {
            self.betas.0.min(1e9)
        } else {
            1.0
        };
        let to = if self.betas.1 > from {
            self.betas.1.min(1e12)
        } else {
            100.0 * from
        };
        Gaps {
            betas: (from, to),
            sequence,
            minimum,
        }
    }
}

/// The gaps between the soft minimum and the true minimum of one sequence.
pub(crate) struct Gaps {
    /// The smallest and the largest sharpness drawn.
    pub betas: (f64, f64),
    sequence: Vec<f64>,
    minimum: f64,
}

impl Gaps {
    /// How far the soft minimum is above the true minimum.
    pub fn gap(&self, beta: f64) -> f64 {
        soft_minimum(&self.sequence, beta) - self.minimum
    }

    /// The same as text.
    pub fn gap_text(&self, beta: f64) -> String {
        self.gap_in(beta, &significant_digits)
    }

    /// The same, with a number of so many digits written by `digits`.
    pub fn gap_in(&self, beta: f64, digits: &dyn Fn(f64, usize) -> String) -> String {
        match self.gap(beta) {
            gap if gap < SMALLEST_GAP => format!("less than {}", digits(SMALLEST_GAP, 1)),
            gap => digits(gap, 2),
        }
    }

    /// The largest gap that the paper's bound allows, for features that look at every position. None
    /// below β = 1, where nothing is proved.
    pub fn bound(&self, beta: f64) -> Option<f64> {
        let count = self.sequence.len();
        (beta >= 1.0).then(|| soft_minimum_bound(count, count, beta))
    }

    /// The gap and its bound, in words.
    pub fn sentence(&self, beta: f64) -> String {
        let allowed = match self.bound(beta) {
            Some(bound) => format!("the bound allows {}", significant_digits(bound, 2)),
            None => "below β = 1 there is no bound".into(),
        };
        let (beta, here) = (significant_digits(beta, 3), self.gap_text(beta));
        format!("β = {beta}: here {here} above the true minimum, {allowed}")
    }
}

impl Chart for SoftMinimum {
    fn kind(&self) -> &'static str {
        "soft-minimum"
    }

    fn title(&self) -> String {
        "One head as a soft minimum".into()
    }

    fn citation(&self) -> &'static str {
        lab::PAPER_1.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let theme = frame.theme;
        let gaps = self.gaps();
        let (from, to) = gaps.betas;
        let beta_at = |i: u32| from * (to / from).powf(f64::from(i) / f64::from(STEPS));
        let betas: Vec<f64> = (0..=STEPS).map(beta_at).collect();
        let gap_values: Vec<f64> = betas.iter().map(|beta| gaps.gap(*beta)).collect();
        let highest = betas
            .iter()
            .filter_map(|beta| gaps.bound(*beta))
            .chain(gap_values.iter().copied());
        let highest = highest.fold(0.1, f64::max);
        let lowest = gap_values.iter().copied().fold(0.1, f64::min);
        let lowest = lowest.max(SMALLEST_GAP).log10().floor() as i32;
        let gap_axis = Axis::Log(10f64.powi(lowest), highest * 1.2);
        let names = ["bound", "this sequence"];
        let margins = Margins::of_axes(
            frame,
            GAP_AXIS_NAME,
            space_for_names(names.into_iter(), frame),
        );
        let plot = Plot::new(frame, Axis::Log(from, to), gap_axis, margins);
        let gap_ticks = powers_of_ten((lowest..=highest.log10().floor() as i32).rev());
        let axis_names = ("sharpness β of the head", GAP_AXIS_NAME);
        figure.axes(&plot, beta_ticks(from, to), gap_ticks, axis_names);

        figure.group("lines");
        let gap_path: Vec<Position> = betas
            .iter()
            .zip(&gap_values)
            .map(|(beta, gap)| plot.at(*beta, *gap))
            .collect();
        let bound_path = betas
            .iter()
            .filter_map(|beta| Some(plot.at(*beta, gaps.bound(*beta)?)));
        let bound_path: Vec<Position> = bound_path.collect();
        if bound_path.len() > 1 {
            let below = gap_path[gap_path.len() - bound_path.len()..].iter().rev();
            figure.fill(
                bound_path.iter().chain(below).copied().collect(),
                theme.muted().mix(0.1),
            );
            figure.dashed(&bound_path, &[7.0, 4.0], theme.muted().to_rgba(), 1.8);
        }
        // The curve ends where it leaves the axis.
        let on_axis = gap_values
            .iter()
            .take_while(|gap| **gap > 10f64.powi(lowest))
            .count();
        let accent = theme.ramp(0.8).0;
        let drawn = (on_axis + 1).min(gap_path.len());
        figure.line(gap_path[..drawn].to_vec(), accent, 2.2);

        let at = self.at.filter(|at| (from..=to).contains(at));
        let spots = betas.iter().copied().step_by(STEPS_PER_SPOT).chain(at);
        let spots: Vec<f64> = spots.collect();
        for i in ascending(&spots) {
            let beta = spots[i];
            figure.spot(plot.at(beta, gaps.gap(beta)), gaps.sentence(beta));
        }
        if let Some(beta) = at {
            draw_marked_beta(&mut figure, &plot, &gaps, beta);
        }
        let label = |y: f64, text: &str, colour| Label {
            y,
            text: text.into(),
            note: String::new(),
            colour,
            bold: true,
            marker: None,
            series: None,
        };
        let end = gap_path[on_axis.min(gap_path.len() - 1)];
        let mut labels = vec![label(end.1, names[1], accent)];
        if let Some(end) = bound_path.last() {
            labels.push(label(end.1, names[0], theme.muted()));
        }
        figure.labels(&plot, labels);
        figure.drawing
    }
}

/// Draws a line at one sharpness, with the gap and the bound on it and its name above.
fn draw_marked_beta(figure: &mut Figure, plot: &Plot, gaps: &Gaps, beta: f64) {
    let theme = figure.theme;
    let x = plot.x(beta);
    let line = [(x, plot.top), (x, plot.bottom)];
    figure.dashed(&line, &[6.0, 4.0], theme.muted().to_rgba(), 1.0);
    figure.disc(plot.at(beta, gaps.gap(beta)), 5.0, theme.ramp(0.8).0);
    if let Some(bound) = gaps.bound(beta) {
        let (colour, at) = (theme.muted().to_rgba(), plot.at(beta, bound));
        figure.hollow_marker(Marker::Line(0), at, 4.5, colour, theme.background());
    }
    let name = format!("β = {}", significant_digits(beta, 3));
    let (ink, above) = (theme.ink(), (x, plot.top - 4.0));
    figure.text(&name, above, (HPos::Center, VPos::Bottom), ink, true);
}

/// Ticks of the axis of sharpness: powers of ten, and twice and five times these where they are few.
fn beta_ticks(from: f64, to: f64) -> Vec<Tick> {
    let (first, last) = (from.log10().ceil() as i32, to.log10().floor() as i32);
    if last - first >= 2 {
        return powers_of_ten(first..=last);
    }
    (first - 1..=last)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|m| m * 10f64.powi(power)))
        .filter(|value| (from..=to).contains(value))
        .map(|value| Tick::new(value, format!("{value}")))
        .collect()
}
