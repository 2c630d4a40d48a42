//! A reader's prediction of the errors, compared with the results: where the two differ, and by how
//! much. Also which errors can be drawn as a prediction, and the steps between them. Nothing here
//! reads D.

use crate::order::sorted;
use std::ops::RangeInclusive;

use crate::decimal::parse_number;
use crate::summary::{Group, heads, quantile, times};

/// The errors that can be predicted: from below what a long training reaches to above the error of no
/// training at all.
///
/// ```
/// use lab::PREDICTABLE_ERRORS;
///
/// // A run that always answers with the mean has an error of 1.
/// assert!(PREDICTABLE_ERRORS.contains(&1.0));
/// assert!(!PREDICTABLE_ERRORS.contains(&0.0));
/// ```
pub const PREDICTABLE_ERRORS: RangeInclusive<f64> = 1e-6..=2.5;

/// Falls of the error by a smaller factor do not count: a hand-drawn prediction is no more precise, and
/// seeds differ by more.
const LEAST_FALL: f64 = 1.2;

/// A prediction that is off by a smaller factor is called right.
const RIGHT_WITHIN: f64 = 1.1;

/// A prediction, compared with the results of one (T, N, w, L).
///
/// ```
/// use lab::{Experiment, compare, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] } }"#).unwrap();
/// let groups = summarise(&results_from_text(&experiment, "0.1,0.001").unwrap()).groups;
/// let comparison = &compare(&[(1, 0.1), (2, 0.001)], &groups)[0];
/// assert_eq!(comparison.name, "");
/// assert!(comparison.sentence.ends_with("Your prediction was right."));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The sizes by which these results differ from the others, as in "T = 16"; empty where there are
    /// no others.
    pub name: String,
    /// The largest predicted fall, from one number of heads to the next; `None` if there is none.
    pub expected: Option<Fall>,
    /// The largest fall of the median error; `None` if it falls nowhere.
    pub measured: Option<Fall>,
    /// The factor by which the prediction is typically off: e to the median of |ln(predicted /
    /// measured)|. `None` if there is nothing to compare.
    pub typical: Option<f64>,
    /// Where it is off most.
    pub worst: Option<Miss>,
    /// The comparison in words.
    pub sentence: String,
}

/// A fall of the error from one number of heads to the next.
///
/// ```
/// use lab::{Experiment, compare, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2, 3] } }"#).unwrap();
/// let groups = summarise(&results_from_text(&experiment, "0.1,0.08,0.001").unwrap()).groups;
/// let fall = compare(&[(1, 0.1), (2, 0.1), (3, 0.1)], &groups)[0].measured.unwrap();
/// assert_eq!((fall.before, fall.h, fall.factor.round()), (2, 3, 80.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// Heads before it.
    pub before: u32,
    /// Heads after it.
    pub h: u32,
    /// How many times smaller the error became.
    pub factor: f64,
}

/// A predicted error that differs from the measured one.
///
/// ```
/// use lab::{Experiment, compare, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] } }"#).unwrap();
/// let groups = summarise(&results_from_text(&experiment, "0.1,0.001").unwrap()).groups;
/// let worst = compare(&[(1, 0.1), (2, 0.05)], &groups)[0].worst.unwrap();
/// assert_eq!((worst.h, worst.factor.round(), worst.high), (2, 50.0, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// Heads.
    pub h: u32,
    /// How many times too high or too low.
    pub factor: f64,
    /// Whether it was too high.
    pub high: bool,
}

/// The predicted and the measured error at one number of heads.
#[derive(Clone, Copy)]
struct Pair {
    h: u32,
    expected: f64,
    measured: f64,
}

/// Compares a prediction, one error per number of heads in any order, with groups in the order of a
/// summary: one comparison per (T, N, w, L). Numbers of heads that only one of the two has are left
/// out.
///
/// A reader expected the cliff at two heads; it was at three.
///
/// ```
/// use lab::{Experiment, compare, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2, 3] } }"#).unwrap();
/// let groups = summarise(&results_from_text(&experiment, "0.1,0.1,0.001").unwrap()).groups;
/// let comparison = &compare(&[(1, 0.1), (2, 0.001), (3, 0.001)], &groups)[0];
/// assert_eq!(comparison.expected.unwrap().h, 2);
/// assert_eq!(comparison.measured.unwrap().h, 3);
/// assert_eq!(comparison.worst.unwrap().factor.round(), 100.0);
/// ```
pub fn compare(predicted: &[(u32, f64)], groups: &[Group]) -> Vec<Comparison> {
    let varies = |of: fn(&Group) -> u32| groups.iter().any(|group| of(group) != of(&groups[0]));
    let varied = [
        ("T", varies(|group| group.T)),
        ("N", varies(|group| group.N)),
        ("w", varies(|group| group.w)),
        ("L", varies(|group| group.L)),
    ];
    let name = |group: &Group| {
        let values = [group.T, group.N, group.w, group.L];
        let differing = varied.iter().zip(values).filter(|((_, varies), _)| *varies);
        let named = differing.map(|((key, _), value)| format!("{key} = {value}"));
        named.collect::<Vec<_>>().join(", ")
    };
    groups
        .chunk_by(|a, b| a.line() == b.line())
        .map(|line| compare_line(predicted, line, name(&line[0])))
        .collect()
}

fn compare_line(predicted: &[(u32, f64)], line: &[Group], name: String) -> Comparison {
    // 0 has no logarithm, and the ratio of numbers beyond these bounds may not be finite.
    let has_ratio = |error: &f64| (1e-100..1e100).contains(error);
    let pairs: Vec<Pair> = line
        .iter()
        .filter_map(|group| {
            let (h, measured) = (group.h, group.median.filter(has_ratio)?);
            let (_, expected) = predicted
                .iter()
                .find(|(heads, e)| *heads == h && has_ratio(e))?;
            let expected = *expected;
            Some(Pair {
                h,
                expected,
                measured,
            })
        })
        .collect();
    let misses: Vec<f64> = pairs
        .iter()
        .map(|pair| (pair.expected.ln() - pair.measured.ln()).abs())
        .collect();
    let worst = pairs
        .iter()
        .zip(&misses)
        .max_by(|a, b| a.1.total_cmp(b.1))
        .map(|(pair, miss)| Miss {
            h: pair.h,
            factor: miss.exp(),
            high: pair.expected > pair.measured,
        });
    let misses = sorted(&misses, &f64::total_cmp);
    let mut comparison = Comparison {
        name,
        expected: largest_fall(&pairs, |pair| pair.expected),
        measured: largest_fall(&pairs, |pair| pair.measured),
        typical: quantile(&misses, 0.5).map(f64::exp),
        worst,
        sentence: String::new(),
    };
    comparison.sentence = comparison.in_words(&pairs, line.len());
    comparison
}

/// The largest fall of the error that `error` reads; of equal ones, the first.
fn largest_fall(pairs: &[Pair], error: fn(&Pair) -> f64) -> Option<Fall> {
    let falls = pairs.windows(2).map(|pair| Fall {
        before: pair[0].h,
        h: pair[1].h,
        factor: error(&pair[0]) / error(&pair[1]),
    });
    falls
        .filter(|fall| fall.factor >= LEAST_FALL)
        .reduce(|most, fall| match fall.factor > most.factor {
            true => fall,
            false => most,
        })
}

impl Comparison {
    fn in_words(&self, pairs: &[Pair], measured: usize) -> String {
        let mut words = match self.name.as_str() {
            "" => String::new(),
            name => format!("For {name}. "),
        };
        let (Some(typical), Some(worst)) = (self.typical, self.worst) else {
            return words + "There is no result for what you predicted.";
        };
        if pairs.len() > 1 {
            words += &self.falls_in_words();
        }
        words += "Your prediction was ";
        if worst.factor < RIGHT_WITHIN {
            words += "right.";
        } else {
            if pairs.len() > 1 {
                let (off, at) = (times(typical), heads(worst.h));
                words += &format!("typically off by a factor of {off}, and most at {at}: ");
            }
            let high = if worst.high { "high" } else { "low" };
            words += &format!("{} times too {high}.", times(worst.factor));
        }
        if pairs.len() < measured {
            let heads: Vec<String> = pairs.iter().map(|pair| pair.h.to_string()).collect();
            words += &format!(" Only h = {} could be compared.", heads.join(", "));
        }
        words
    }

    /// Where the largest falls are, in words, with a space at the end.
    fn falls_in_words(&self) -> String {
        let expected = match self.expected {
            Some(fall) => format!("You expected the largest fall {}", fall.in_words()),
            None => "You expected no fall".into(),
        };
        let measured = match (self.expected, self.measured) {
            (Some(a), Some(b)) if a.h == b.h => {
                format!(", and there it was: {}. ", b.size_in_words())
            }
            (_, Some(b)) => {
                let (place, size) = (b.in_words(), b.size_in_words());
                format!("; the largest was {place}: {size}. ")
            }
            (Some(_), None) => "; the error fell nowhere. ".into(),
            (None, None) => ", and there was none. ".into(),
        };
        expected + &measured
    }
}

impl Fall {
    fn in_words(&self) -> String {
        format!("from {} to {}", self.before, heads(self.h))
    }

    fn size_in_words(&self) -> String {
        format!("the error is {} times lower", times(self.factor))
    }
}

/// The nearest error that can be predicted: among [`PREDICTABLE_ERRORS`], and with two digits, so that
/// its text shows it exactly.
///
/// ```
/// assert_eq!(lab::predictable_error(0.1234), 0.12);
/// assert_eq!(lab::predictable_error(0.0), 1e-6);
/// ```
pub fn predictable_error(error: f64) -> f64 {
    let inside = if error.is_nan() {
        1.0
    } else {
        error.clamp(*PREDICTABLE_ERRORS.start(), *PREDICTABLE_ERRORS.end())
    };
    parse_number(&format!("{inside:.1e}")).unwrap_or(inside)
}

/// The predictable error that is so many steps above (or, if negative, below) `error`, with ten steps
/// to a power of ten: 1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 7.9, 10.
///
/// ```
/// // Ten steps are a power of ten.
/// assert!((lab::step_error(1e-3, 10) - 1e-2).abs() < 1e-9);
/// ```
pub fn step_error(error: f64, steps: i32) -> f64 {
    let place = (10.0 * predictable_error(error).log10()).round() + f64::from(steps);
    predictable_error(10f64.powf(place / 10.0))
}

#[cfg(test)]
mod tests;
