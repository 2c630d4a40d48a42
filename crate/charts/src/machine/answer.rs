//! What a machine says beside the truth: on a line of numbers, or as the token that it names.

use lab::{Dataset, Look, Purpose, Task};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::Machine;
use super::layout::{LINE, Layout};
use crate::drawing::width_of;
use crate::figure::Figure;
use crate::number_format::{significant_digits, with_minus_sign};
use crate::off_scale::OFF_SCALE;

/// Numbers that sequences are drawn of to find the range of answers, at most: it takes milliseconds.
const MOST_NUMBERS: u32 = 40_000;

/// The line of numbers goes so many of the truth's standard deviations to both sides of its mean, or as far as the
/// truth is.
const DEVIATIONS: f64 = 3.0;

/// Larger numbers are written as powers of ten.
const LONG: f64 = 1e4;

/// An answer nearer to the truth than this share of the truth's standard deviation is right.
const RIGHT: f64 = 0.05;

/// What a run says, and the truth.
#[derive(Clone, Debug, PartialEq)]
pub enum MachineAnswer {
    /// A number.
    Number {
        /// What the run says.
        says: f64,
        /// What is true.
        truth: f64,
        /// Mean and standard deviation of the truth over random sequences.
        scale: (f64, f64),
    },
    /// A point, which should be one of the tokens.
    Token {
        /// The token nearest to what the run says.
        nearest: usize,
        /// The token that it should be.
        truth: usize,
        /// How far what the run says is from the truth.
        distance: f64,
    },
}

impl MachineAnswer {
    /// The answer of a task whose target is a number.
    pub(super) fn number(task: &Task, t: u32, look: &Look) -> Self {
        let count = MOST_NUMBERS / (t * task.token_dimension()).max(1);
        let set = Dataset::draw(task, Purpose::Validation, t, 0, count.max(8));
        let scale = set.scale();
        let first = |values: &[f32]| values.first().copied().map_or(f64::NAN, f64::from);
        Self::Number {
            says: first(&look.prediction),
            truth: first(&look.target),
            scale: (scale.mean.into(), scale.deviation.into()),
        }
    }

    /// The answer to one token: the numbers `part` of prediction and target.
    pub(super) fn token(look: &Look, part: std::ops::Range<usize>) -> Self {
        let part_of = |values: &[f32]| values.get(part.clone()).unwrap_or(&[]).to_vec();
        let (says, truth) = (part_of(&look.prediction), part_of(&look.target));
        let distance = |x: &[f32], y: &[f32]| {
            let squares = x.iter().zip(y).map(|(x, y)| f64::from(x - y).powi(2));
            squares.sum::<f64>().sqrt()
        };
        let nearest_to = |point: &[f32]| {
            let distances = look.tokens.iter().map(|token| distance(token, point));
            let nearest = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
            nearest.map_or(0, |(position, _)| position)
        };
        Self::Token {
            nearest: nearest_to(&says),
            truth: nearest_to(&truth),
            distance: distance(&says, &truth),
        }
    }

    /// The answer in words: "says 1.07, truth 1.03: off by 0.04"; of one that has no place on the line of
    /// numbers also that.
    pub fn words(&self) -> String {
        let words = self.words_of_picture();
        match self.off_scale() {
            Some(_) => format!("{words}, {OFF_SCALE}"),
            None => words,
        }
    }

    /// The same without what an arrow says.
    fn words_of_picture(&self) -> String {
        match self {
            Self::Number { says, truth, scale } => {
                if !says.is_finite() {
                    return "says no number: the run has diverged".into();
                }
                let places = places_of(scale.1);
                let is_right = (says - truth).abs() < RIGHT * scale.1;
                let written = |places: usize| [says, truth].map(|x| in_words(*x, places));
                // What is right but rounded apart has one more decimal: else it would look wrong.
                let [said, true_value] = match written(places) {
                    [said, true_value] if is_right && said != true_value => written(places + 1),
                    both => both,
                };
                let verdict = match is_right || said == true_value {
                    true => "right".into(),
                    false => {
                        // Of the numbers as they are written: a reader may subtract them.
                        let unit = 10f64.powi(places as i32);
                        let [a, b] = [says, truth].map(|x| (x * unit).round() / unit);
                        format!("off by {}", in_words((a - b).abs(), places))
                    }
                };
                format!("says {said}, truth {true_value}: {verdict}")
            }
            Self::Token {
                nearest,
                truth,
                distance,
            } => {
                let verdict = match nearest == truth {
                    true => "right".into(),
                    false => format!("not token {}", truth + 1),
                };
                let off = with_minus_sign(*distance, 2);
                format!("names token {}: {verdict}, off by {off}", nearest + 1)
            }
        }
    }

    /// The place of a value on the line of numbers: 0 is its left end and 1 its right one; 0.5 where the answer is
    /// a token.
    fn share(&self, value: f64) -> f64 {
        match self {
            Self::Number {
                truth,
                scale: (mean, deviation),
                ..
            } => {
                let reach = (DEVIATIONS * deviation).max((truth - mean).abs());
                0.5 + 0.5 * (value - mean) / reach.max(f64::MIN_POSITIVE)
            }
            Self::Token { .. } => 0.5,
        }
    }

    /// Whether what the run says is beyond the right end of the line of numbers, or the left one.
    fn off_scale(&self) -> Option<bool> {
        let Self::Number { says, .. } = self else {
            return None;
        };
        match self.share(*says) {
            share if !says.is_finite() || (0.0..=1.0).contains(&share) => None,
            share => Some(share > 1.0),
        }
    }

    /// What a machine without any head could do: "always saying 1.00 is off by about 0.08". None where the answer is
    /// a token.
    pub fn blind_guess(&self) -> Option<String> {
        let Self::Number {
            scale: (mean, deviation),
            ..
        } = self
        else {
            return None;
        };
        let places = places_of(*deviation);
        let [mean, off] = [mean, deviation].map(|x| with_minus_sign(*x, places));
        Some(format!("always saying {mean} is off by about {off}"))
    }
}

/// A number of the answer: 1.07, −0.20, 2.10 × 10⁷.
fn in_words(value: f64, places: usize) -> String {
    match value.abs() < LONG {
        true => with_minus_sign(value, places),
        false => significant_digits(value, 3),
    }
}

/// How many decimals an answer is written with: two digits of the truth's standard deviation.
fn places_of(deviation: f64) -> usize {
    (1.0 - deviation.log10()).round().clamp(0.0, 4.0) as usize
}

/// The line of numbers with truth and answer, and the words below it.
pub(super) fn draw(machine: &Machine, layout: &Layout, figure: &mut Figure) {
    let theme = figure.theme;
    let (left, right, y) = (layout.left, layout.right, layout.answer);
    let answer = &machine.answer;
    let off_scale = answer.off_scale();
    match answer {
        MachineAnswer::Number { says, truth, .. } => {
            figure.line(vec![(left, y), (right, y)], theme.grid(), 1.5);
            let at = |value: f64| left + answer.share(value).clamp(0.0, 1.0) * (right - left);
            let truth_at = at(*truth);
            let tick = vec![(truth_at, y - 8.0), (truth_at, y + 8.0)];
            if says.is_finite() {
                let said_at = at(*says);
                figure.line(vec![(truth_at, y), (said_at, y)], theme.ink(), 3.0);
                figure.line(tick, theme.ink(), 1.5);
                match off_scale {
                    Some(is_right) => {
                        let ink = theme.ink().to_rgba();
                        figure.off_scale_arrow_beside((said_at, y), is_right, ink);
                    }
                    None => figure.disc((said_at, y), 5.5, theme.ink()),
                }
            } else {
                figure.line(tick, theme.ink(), 1.5);
            }
            figure.spot((truth_at, y), answer.words());
        }
        MachineAnswer::Token { nearest, .. } => {
            let positions = machine.positions();
            if positions.contains(nearest) {
                let (x, top) = (layout.x(*nearest), layout.lines_top);
                // Points up at the token that is named.
                let corners = vec![(x, top - 3.0), (x + 5.0, top + 5.0), (x - 5.0, top + 5.0)];
                figure.fill(corners, theme.ink());
            }
            figure.spot(((left + right) / 2.0, y), answer.words());
        }
    }
    let (words, below) = (answer.words_of_picture(), (left, y + 12.0));
    // What does not fit is how far off it is: both numbers are there, and the line between them.
    let words = match words.split_once(": ") {
        Some((short, _)) if width_of(&words, true) > right - left => short,
        _ => &words,
    };
    figure.text(words, below, (HPos::Left, VPos::Top), theme.ink(), true);
    let mut note = answer.blind_guess().unwrap_or_default();
    if off_scale.is_some() {
        let arrow = format!("arrow: {OFF_SCALE}");
        let both = format!("{arrow}; {note}");
        note = match width_of(&both, false) <= right - left {
            true => both,
            false => arrow,
        };
    }
    if !note.is_empty() {
        figure.muted_text(&note, (left, y + 12.0 + LINE), (HPos::Left, VPos::Top));
    }
}
