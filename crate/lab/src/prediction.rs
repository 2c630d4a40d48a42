//! Predict first: what a reader expected, held against what was measured. Also the errors that can
//! be expected at all, and the ladder on which a key moves one. Nothing here knows D, and nothing
//! judges: it says where the two differ and by how much.

use std::ops::RangeInclusive;

use crate::decimal::parse_number;
use crate::summary::{Group, quantile, two_digits};

/// Errors that a reader can expect: from below what a long training reaches to above what no
/// training does.
pub const EXPECTABLE: RangeInclusive<f64> = 1e-6..=2.5;

/// Falls smaller than this are none: a hand is no steadier, and seeds scatter more.
const LEAST_FALL: f64 = 1.2;

/// Factors smaller than this are called right.
const RIGHT: f64 = 1.1;

/// A prediction beside the results of one (T, N, w, L).
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What sets these results apart from the others, as in "T = 16"; nothing where there are no
    /// others.
    pub name: String,
    /// The largest fall that was expected, from one number of heads to the next; none if none was.
    pub expected: Option<Fall>,
    /// The largest fall of the median error; none if it fell nowhere.
    pub measured: Option<Fall>,
    /// The factor by which the prediction was off, typically: the median of |ln(predicted /
    /// measured)|, as a factor. None if there is nothing to compare.
    pub typical: Option<f64>,
    /// Where it was off most.
    pub worst: Option<Miss>,
    /// All of this in words.
    pub sentence: String,
}

/// A fall of the error from one number of heads to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// Heads before it.
    pub before: u32,
    /// Heads after it.
    pub h: u32,
    /// How many times smaller the error became.
    pub factor: f64,
}

/// A prediction that was off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// Heads.
    pub h: u32,
    /// How many times too high or too low.
    pub factor: f64,
    /// Whether it was too high.
    pub high: bool,
}

/// What was expected and what was measured at one number of heads.
#[derive(Clone, Copy)]
struct Pair {
    h: u32,
    expected: f64,
    measured: f64,
}

/// Holds a prediction, one error per number of heads in any order, against groups in the order of a
/// summary: one comparison per (T, N, w, L). Numbers of heads that only one of the two knows do not
/// count.
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
        let told = varied.iter().zip(values).filter(|((_, varies), _)| *varies);
        let told = told.map(|((key, _), value)| format!("{key} = {value}"));
        told.collect::<Vec<_>>().join(", ")
    };
    groups
        .chunk_by(|a, b| a.line() == b.line())
        .map(|line| compared(predicted, line, name(&line[0])))
        .collect()
}

fn compared(predicted: &[(u32, f64)], line: &[Group], name: String) -> Comparison {
    // Of 0 there is no logarithm, and of what is beyond these no ratio.
    let sound = |error: &f64| (1e-100..1e100).contains(error);
    let pairs: Vec<Pair> = line
        .iter()
        .filter_map(|group| {
            let (h, measured) = (group.h, group.median.filter(sound)?);
            let (_, expected) = predicted.iter().find(|(of, e)| *of == h && sound(e))?;
            let expected = *expected;
            Some(Pair {
                h,
                expected,
                measured,
            })
        })
        .collect();
    let mut misses: Vec<f64> = pairs
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
    misses.sort_by(f64::total_cmp);
    let mut told = Comparison {
        name,
        expected: largest_fall(&pairs, |pair| pair.expected),
        measured: largest_fall(&pairs, |pair| pair.measured),
        typical: quantile(&misses, 0.5).map(f64::exp),
        worst,
        sentence: String::new(),
    };
    told.sentence = told.words(&pairs, line.len());
    told
}

/// The first of the largest falls.
fn largest_fall(pairs: &[Pair], of: fn(&Pair) -> f64) -> Option<Fall> {
    let falls = pairs.windows(2).map(|pair| Fall {
        before: pair[0].h,
        h: pair[1].h,
        factor: of(&pair[0]) / of(&pair[1]),
    });
    falls
        .filter(|fall| fall.factor >= LEAST_FALL)
        .reduce(|most, fall| match fall.factor > most.factor {
            true => fall,
            false => most,
        })
}

impl Comparison {
    fn words(&self, pairs: &[Pair], measured: usize) -> String {
        let mut words = match self.name.as_str() {
            "" => String::new(),
            name => format!("For {name}. "),
        };
        let (Some(typical), Some(worst)) = (self.typical, self.worst) else {
            return words + "There is no result for what you predicted.";
        };
        if pairs.len() > 1 {
            words += &self.falls();
        }
        words += "Your prediction was ";
        if worst.factor < RIGHT {
            words += "right.";
        } else {
            if pairs.len() > 1 {
                let (off, at) = (two_digits(typical), heads(worst.h));
                words += &format!("typically {off}-fold off, and most at {at}: ");
            }
            let high = if worst.high { "high" } else { "low" };
            words += &format!("{}-fold too {high}.", two_digits(worst.factor));
        }
        if pairs.len() < measured {
            let heads: Vec<String> = pairs.iter().map(|pair| pair.h.to_string()).collect();
            words += &format!(" Only h = {} could be compared.", heads.join(", "));
        }
        words
    }

    /// Where the largest falls were, and a space.
    fn falls(&self) -> String {
        let expected = match self.expected {
            Some(fall) => format!("You expected the largest fall {}", fall.words()),
            None => "You expected no fall".into(),
        };
        let measured = match (self.expected, self.measured) {
            (Some(a), Some(b)) if a.h == b.h => {
                format!(", and there it was: {}-fold. ", two_digits(b.factor))
            }
            (_, Some(b)) => {
                let (words, fold) = (b.words(), two_digits(b.factor));
                format!("; the largest was {words}, {fold}-fold. ")
            }
            (Some(_), None) => "; the error fell nowhere. ".into(),
            (None, None) => ", and there was none. ".into(),
        };
        expected + &measured
    }
}

impl Fall {
    fn words(&self) -> String {
        format!("from {} to {}", self.before, heads(self.h))
    }
}

fn heads(h: u32) -> String {
    format!("{h} {}", if h == 1 { "head" } else { "heads" })
}

/// An error as one can draw it: among those that can be expected, and with two digits, so that what
/// is said of it is all there is.
pub fn expectable(error: f64) -> f64 {
    let inside = if error.is_nan() {
        1.0
    } else {
        error.clamp(*EXPECTABLE.start(), *EXPECTABLE.end())
    };
    parse_number(&format!("{inside:.1e}")).unwrap_or(inside)
}

/// The error so many steps up or down from one, on a ladder with ten steps to a power of ten: 1, 1.3,
/// 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 7.9, 10.
pub fn stepped(error: f64, steps: i32) -> f64 {
    let rung = (10.0 * expectable(error).log10()).round() + f64::from(steps);
    expectable(10f64.powf(rung / 10.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::summarise;
    use crate::summary::tables::outcome;

    /// Errors at 1, 2, 3, … heads, as one group each.
    fn measured(errors: &[f64]) -> Vec<Group> {
        let outcomes: Vec<_> = (1..)
            .zip(errors)
            .map(|(h, error)| outcome(16, 32, h, 0, Some(*error)))
            .collect();
        summarise(&outcomes).groups
    }

    fn drawn(errors: &[f64]) -> Vec<(u32, f64)> {
        (1..).zip(errors.iter().copied()).collect()
    }

    fn of(predicted: &[f64], results: &[f64]) -> Comparison {
        let mut found = compare(&drawn(predicted), &measured(results));
        assert_eq!(found.len(), 1);
        found.remove(0)
    }

    #[test]
    fn the_numbers_are_those_that_can_be_worked_out_by_hand() {
        // Off by 2, 5, 1, 20 and 4 times: the median is 4.
        let told = of(
            &[0.2, 0.1, 0.01, 0.02, 2e-4],
            &[0.1, 0.02, 0.01, 1e-3, 8e-4],
        );
        let (expected, measured) = (told.expected.unwrap(), told.measured.unwrap());
        assert_eq!((expected.before, expected.h), (4, 5));
        assert!((expected.factor - 100.0).abs() < 1e-9);
        assert_eq!((measured.before, measured.h), (3, 4));
        assert!((measured.factor - 10.0).abs() < 1e-9);
        assert!((told.typical.unwrap() - 4.0).abs() < 1e-9);
        let worst = told.worst.unwrap();
        assert_eq!((worst.h, worst.high), (4, true));
        assert!((worst.factor - 20.0).abs() < 1e-9);
        assert_eq!(
            told.sentence,
            "You expected the largest fall from 4 to 5 heads; the largest was from 3 to 4 heads, 10-fold. \
             Your prediction was typically 4.0-fold off, and most at 4 heads: 20-fold too high."
        );
    }

    #[test]
    fn of_an_even_number_the_median_is_between_the_middle_two() {
        // Off by 2 and by 8 times: between them, on a scale of factors, is 4.
        let told = of(&[0.2, 0.01], &[0.1, 0.08]);
        assert!((told.typical.unwrap() - 4.0).abs() < 1e-9);
        assert!(!told.worst.unwrap().high);
    }

    #[test]
    fn falls_are_said_as_they_were() {
        let said = |predicted: &[f64], results: &[f64]| {
            let sentence = of(predicted, results).sentence;
            let (falls, _) = sentence.split_once(" Your prediction").unwrap();
            falls.to_string()
        };
        let (flat, cliff) = ([0.1, 0.1, 0.1], [0.1, 0.1, 0.001]);
        assert_eq!(
            said(&cliff, &cliff),
            "You expected the largest fall from 2 to 3 heads, and there it was: 100-fold."
        );
        assert_eq!(
            said(&flat, &cliff),
            "You expected no fall; the largest was from 2 to 3 heads, 100-fold."
        );
        assert_eq!(
            said(&cliff, &flat),
            "You expected the largest fall from 2 to 3 heads; the error fell nowhere."
        );
        // Rising, or falling no more than a hand trembles, is no fall.
        assert_eq!(
            said(&[0.10, 0.09, 0.2], &flat),
            "You expected no fall, and there was none."
        );
        // Of equal falls the first is named.
        assert_eq!(of(&[1.0, 0.1, 0.01], &flat).expected.unwrap().h, 2);
    }

    #[test]
    fn one_number_of_heads_has_no_fall_and_no_middle() {
        let of_one = |predicted: f64| of(&[predicted], &[0.1]).sentence;
        assert_eq!(of_one(0.5), "Your prediction was 5.0-fold too high.");
        assert_eq!(of_one(0.01), "Your prediction was 10-fold too low.");
        assert_eq!(of_one(0.1), "Your prediction was right.");
        assert!(
            of(&[0.1, 0.01], &[0.101, 0.0099])
                .sentence
                .ends_with("Your prediction was right.")
        );
    }

    #[test]
    fn what_only_one_side_knows_does_not_count() {
        let results = measured(&[0.1, 0.1, 0.1, 0.001, 0.001]);
        let told = &compare(&[(5, 0.001), (1, 0.2), (3, 0.1), (9, 1.0)], &results)[0];
        assert_eq!(
            (told.measured.unwrap().before, told.measured.unwrap().h),
            (3, 5)
        );
        assert!(
            told.sentence
                .ends_with("2.0-fold too high. Only h = 1, 3, 5 could be compared."),
            "{}",
            told.sentence
        );
        let nothing = &compare(&[(9, 1.0)], &results)[0];
        assert_eq!((nothing.typical, nothing.worst), (None, None));
        assert_eq!(
            nothing.sentence,
            "There is no result for what you predicted."
        );
        assert!(compare(&[(1, 1.0)], &[]).is_empty());
    }

    #[test]
    fn every_length_and_width_is_compared_and_named_by_what_varies() {
        let mut outcomes = Vec::new();
        for (length, worse) in [(8, 1.0), (64, 10.0)] {
            for (h, error) in [(1, 0.01), (2, 0.001)] {
                outcomes.push(outcome(length, 32, h, 0, Some(worse * error)));
            }
        }
        let found = compare(&drawn(&[0.01, 0.001]), &summarise(&outcomes).groups);
        let names: Vec<&str> = found.iter().map(|told| told.name.as_str()).collect();
        assert_eq!(names, ["T = 8", "T = 64"]);
        assert_eq!(found[0].typical, Some(1.0));
        assert!((found[1].typical.unwrap() - 10.0).abs() < 1e-9);
        assert!(found[1].sentence.starts_with("For T = 64. You expected"));
    }

    #[test]
    fn medians_are_over_seeds() {
        let outcomes = [0.1, 0.2, 0.9].map(|error| outcome(16, 32, 1, 0, Some(error)));
        let told = &compare(&[(1, 0.2)], &summarise(&outcomes).groups)[0];
        assert_eq!(told.typical, Some(1.0));
    }

    #[test]
    fn a_ladder_has_ten_steps_to_a_power_of_ten_and_ends() {
        let up: Vec<f64> = (0..=10).map(|steps| stepped(0.01, steps)).collect();
        let rungs = [
            0.01, 0.013, 0.016, 0.02, 0.025, 0.032, 0.04, 0.05, 0.063, 0.079, 0.1,
        ];
        assert_eq!(up, rungs);
        // Every rung leads to the next and back: no key press is lost.
        for pair in rungs.windows(2) {
            assert_eq!(stepped(pair[0], 1), pair[1]);
            assert_eq!(stepped(pair[1], -1), pair[0]);
        }
        // What was drawn between two rungs moves too.
        assert!(stepped(0.011, 1) > 0.011 && stepped(0.0115, -1) < 0.0115);
        assert_eq!((stepped(2.5, 1), stepped(1e-6, -10)), (2.5, 1e-6));
        assert_eq!(expectable(0.071_23), 0.071);
        assert_eq!(expectable(f64::NAN), 1.0);
    }

    fn any_error() -> impl Strategy<Value = f64> {
        prop_oneof![Just(0.0), Just(f64::MAX), 1e-9..10.0f64, any::<f64>()]
    }

    proptest! {
        #[test]
        fn nothing_drawn_or_measured_panics(
            predicted in prop::collection::vec((0u32..6, any_error()), 0..8),
            results in prop::collection::vec((0u32..3, 0u32..6, any_error()), 0..20),
            steps in any::<i32>(),
        ) {
            let outcomes: Vec<_> = results
                .iter()
                .map(|&(length, h, nmse)| outcome(length, 32, h, 0, Some(nmse)))
                .collect();
            for told in compare(&predicted, &summarise(&outcomes).groups) {
                prop_assert!(!told.sentence.contains("NaN"), "{}", told.sentence);
                prop_assert!(told.typical.is_none_or(|factor| factor >= 1.0));
            }
            for (_, error) in predicted {
                prop_assert!(EXPECTABLE.contains(&expectable(error)));
                prop_assert!(EXPECTABLE.contains(&stepped(error, steps)));
            }
        }
    }
}
