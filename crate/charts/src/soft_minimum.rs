//! How near a head's soft minimum comes to the true one as it grows sharper: the paper's bound, and
//! the truth on one random sequence. The formulas are `lab`'s.

use lab::{Purpose, Stream, soft_minimum, soft_minimum_bound};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};
use serde::Deserialize;

use crate::axis::{Axis, Tick, ascending, powers_of_ten};
use crate::drawing::{Drawing, Point, width_of};
use crate::figure::{Chart, Figure, Frame, Label, Margins, room_for};
use crate::words::digits;

/// What the chart shows.
#[derive(Clone, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct SoftMinimum {
    /// Where to.
    pub frame: Frame,
    /// How many values the sequence has.
    pub T: u32,
    /// The sharpness, from and to.
    pub betas: (f64, f64),
    /// The sharpness at hand.
    #[serde(default)]
    pub at: Option<f64>,
    /// Which random sequence.
    #[serde(default)]
    pub seed: u32,
}

/// Steps along the curve, and how many of them there are to one with something to say.
const STEPS: u32 = 120;
const EVERY: u32 = 5;

/// Gaps below that are as good as none.
const SMALLEST: f64 = 1e-6;

impl SoftMinimum {
    /// The sequence: T values in [0, 1). Paper 1's features map into that interval.
    fn sequence(&self) -> Vec<f64> {
        let mut stream = Stream::new(Purpose::Theory, self.seed, 1);
        let count = self.T.clamp(1, 100_000);
        (0..count).map(|_| f64::from(stream.uniform())).collect()
    }

    /// The sequence to be read at any sharpness between two that can be drawn.
    pub(crate) fn reading(&self) -> Reading {
        let sequence = self.sequence();
        let least = sequence.iter().copied().fold(f64::INFINITY, f64::min);
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
        Reading {
            betas: (from, to),
            sequence,
            least,
        }
    }
}

/// A sequence, and what there is to say of it at a sharpness.
pub(crate) struct Reading {
    /// From the least sharpness drawn to the largest.
    pub betas: (f64, f64),
    sequence: Vec<f64>,
    least: f64,
}

impl Reading {
    /// How far the soft minimum is above the true one.
    pub fn gap(&self, beta: f64) -> f64 {
        soft_minimum(&self.sequence, beta) - self.least
    }

    /// The same in words.
    pub fn gap_in_words(&self, beta: f64) -> String {
        match self.gap(beta) {
            gap if gap < SMALLEST => "less than 1e-6".into(),
            gap => digits(gap, 2),
        }
    }

    /// How far it may be. Every position may count. Below 1 nothing is proved.
    pub fn bound(&self, beta: f64) -> Option<f64> {
        let count = self.sequence.len();
        (beta >= 1.0).then(|| soft_minimum_bound(count, count, beta))
    }

    /// Both.
    pub fn words(&self, beta: f64) -> String {
        let allowed = match self.bound(beta) {
            Some(bound) => format!("the bound allows {}", digits(bound, 2)),
            None => "below β = 1 there is no bound".into(),
        };
        let (beta, here) = (digits(beta, 3), self.gap_in_words(beta));
        format!("β = {beta}: here {here} above the true minimum, {allowed}")
    }
}

impl Chart for SoftMinimum {
    fn frame(&self) -> Frame {
        self.frame
    }

    fn draw_in(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let theme = frame.theme;
        let reading = self.reading();
        let (from, to) = reading.betas;
        let gap = |beta: f64| reading.gap(beta);
        let bound = |beta: f64| reading.bound(beta);
        let beta_at = |i: u32| from * (to / from).powf(f64::from(i) / f64::from(STEPS));
        let betas: Vec<f64> = (0..=STEPS).map(beta_at).collect();
        let gaps: Vec<f64> = betas.iter().map(|beta| gap(*beta)).collect();
        let highest = betas
            .iter()
            .filter_map(|beta| bound(*beta))
            .chain(gaps.iter().copied());
        let highest = highest.fold(0.1, f64::max);
        let lowest = gaps.iter().copied().fold(0.1, f64::min).max(SMALLEST);
        let lowest = lowest.log10().floor() as i32;
        let y = Axis::Log(10f64.powi(lowest), highest * 1.2);
        let names = ["bound", "this sequence"];
        let right = room_for(names.into_iter(), frame);
        let plot = figure.plot(Axis::Log(from, to), y, Margins::with_right(right));
        let up = powers_of_ten((lowest..=highest.log10().floor() as i32).rev());
        figure.axes(
            &plot,
            ticks(from, to),
            up,
            ("sharpness β of the head", "gap to the true minimum"),
        );

        let truth: Vec<Point> = betas
            .iter()
            .zip(&gaps)
            .map(|(beta, gap)| plot.at(*beta, *gap))
            .collect();
        let allowed = betas
            .iter()
            .filter_map(|beta| Some(plot.at(*beta, bound(*beta)?)));
        let allowed: Vec<Point> = allowed.collect();
        if allowed.len() > 1 {
            let between = truth[truth.len() - allowed.len()..].iter().rev();
            figure.fill(
                allowed.iter().chain(between).copied().collect(),
                theme.quiet().mix(0.1),
            );
            figure.dashed(&allowed, &[7.0, 4.0], theme.quiet().to_rgba(), 1.8);
        }
        // Where it is off the axis there is nothing to see.
        let seen = gaps
            .iter()
            .take_while(|gap| **gap > 10f64.powi(lowest))
            .count();
        let accent = theme.ramp(0.8).0;
        figure.line(truth[..(seen + 1).min(truth.len())].to_vec(), accent, 2.2);

        let at = self.at.filter(|at| (from..=to).contains(at));
        let told: Vec<f64> = betas
            .iter()
            .copied()
            .step_by(EVERY as usize)
            .chain(at)
            .collect();
        for i in ascending(&told) {
            let beta = told[i];
            figure.spot(plot.at(beta, gap(beta)), reading.words(beta));
        }
        if let Some(at) = at {
            let x = plot.x(at);
            figure.dashed(
                &[(x, plot.top), (x, plot.bottom)],
                &[6.0, 4.0],
                theme.quiet().to_rgba(),
                1.0,
            );
            figure.disc(plot.at(at, gap(at)), 5.0, accent);
            if let Some(bound) = bound(at) {
                figure.hollow(
                    0,
                    plot.at(at, bound),
                    4.5,
                    theme.quiet().to_rgba(),
                    theme.ground(),
                );
            }
            // Not over the name of the axis.
            let name = format!("β = {}", digits(at, 3));
            let free = width_of("gap to the true minimum", false) + 14.0;
            let x = x.max(free + width_of(&name, true) / 2.0);
            let (ink, above) = (theme.ink(), (x, plot.top - 4.0));
            figure.text(&name, above, (HPos::Center, VPos::Bottom), ink, true);
        }
        let end = |y: f64, text: &str, colour| Label {
            y,
            text: text.into(),
            note: String::new(),
            colour,
            bold: true,
            mark: None,
        };
        let mut labels = vec![end(truth[seen.min(truth.len() - 1)].1, names[1], accent)];
        if let Some(last) = allowed.last() {
            labels.push(end(last.1, names[0], theme.quiet()));
        }
        figure.labels(&plot, labels);
        figure.drawing
    }
}

/// Ticks of a logarithmic axis: powers of ten, and what lies between where there are few of them.
fn ticks(from: f64, to: f64) -> Vec<Tick> {
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
