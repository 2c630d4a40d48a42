//! The results in one sentence. It mentions the cliff that theory expects, but does not use it:
//! whether there is a cliff is decided in `transition.rs`.

use super::{Group, Summary, Transition, two_digits};
use crate::task::Task;

/// The cliff that theory expects of a task, and whether the sentence may mention its D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A cliff at h = D.
    At(u32),
    /// A cliff at a D that must not be shown.
    Secret,
    /// No cliff: the task has no D.
    Nowhere,
}

impl Expected {
    /// What is expected of `task`. With `secret` its D is not shown.
    pub fn of(task: &Task, secret: bool) -> Self {
        match task.dimension() {
            Some(_) if secret => Self::Secret,
            Some(dimension) => Self::At(dimension),
            None => Self::Nowhere,
        }
    }
}

impl Summary {
    /// The results in one sentence: the first cliff, in order of sequence length and width. Where no
    /// cliff is expected, or where there is one number of heads alone, it lists the errors.
    pub fn sentence(&self, expected: Expected) -> String {
        let measured: Vec<(&Group, f64)> = self
            .groups
            .iter()
            .filter_map(|group| Some((group, group.median?)))
            .collect();
        let Some((first, _)) = measured.first() else {
            return String::new();
        };
        if expected == Expected::Nowhere || measured.iter().all(|(group, _)| group.h == first.h) {
            return errors(&measured);
        }
        let falls = self
            .transitions
            .iter()
            .find_map(|t| Some((t.before?, t.h?, t.drop?, self.place_of(t))));
        // Both cases are spelled out: str::to_uppercase would need tables of all alphabets.
        let (opening, capital) = match expected {
            Expected::At(dimension) => (format!("With D = {dimension} "), false),
            _ => (String::new(), true),
        };
        match falls {
            Some((from, h, drop, at)) => {
                let the = if capital { "The" } else { "the" };
                let fold = two_digits(drop);
                format!("{opening}{the} error falls {fold}-fold from {from} to {h} heads{at}.")
            }
            None if capital => "No cliff shows yet.".into(),
            None => format!("{opening}no cliff shows yet."),
        }
    }
}

impl Summary {
    /// The sizes by which a transition differs from the others, as in " at N = 8"; empty where there
    /// are no others.
    fn place_of(&self, transition: &Transition) -> String {
        let sizes = |t: &Transition| [("T", t.T), ("N", t.N), ("w", t.w), ("L", t.L)];
        let varied = sizes(transition)
            .into_iter()
            .enumerate()
            .filter(|(i, (_, own))| {
                let others = self.transitions.iter();
                others.map(|t| sizes(t)[*i].1).any(|other| other != *own)
            });
        let named: Vec<String> = varied
            .map(|(_, (name, own))| format!("{name} = {own}"))
            .collect();
        match named.is_empty() {
            true => String::new(),
            false => format!(" at {}", named.join(", ")),
        }
    }
}

/// Lists the errors of every number of heads, or where there is one number of heads alone, of every
/// value of the first size that varies.
fn errors(measured: &[(&Group, f64)]) -> String {
    let Some(((first, _), others)) = measured.split_first() else {
        return String::new();
    };
    let heads = match first.h {
        1 => "1 head".into(),
        h => format!("{h} heads"),
    };
    let same_heads = others.iter().all(|(group, _)| group.h == first.h);
    let sizes = |group: &Group| {
        [
            ("T", group.T),
            ("N", group.N),
            ("w", group.w),
            ("L", group.L),
        ]
    };
    let varied = (0..4).find(|i| others.iter().any(|(g, _)| sizes(g)[*i] != sizes(first)[*i]));
    let mut text = format!("With {heads} the error is");
    for (i, (group, error)) in measured.iter().enumerate() {
        let error = three_digits(*error);
        let between = if i > 0 { "," } else { "" };
        match varied.filter(|_| same_heads) {
            Some(size) => {
                let (name, value) = sizes(group)[size];
                text += &format!("{between} {error} at {name} = {value}");
            }
            None if i == 0 => text += &format!(" {error}"),
            None if group.line() == first.line() => {
                text += &format!(", with {} it is {error}", group.h);
            }
            None => {}
        }
    }
    text + "."
}

/// Three significant digits: 0.00123 as "1.23 × 10⁻³", 0.0712 as "0.0712".
fn three_digits(value: f64) -> String {
    let short = format!("{value:.2e}");
    let (mantissa, exponent) = short.split_once('e').unwrap_or((&short, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 || (-2..3).contains(&power) {
        let places = (2 - power).max(0) as usize;
        return format!("{value:.places$}");
    }
    let mut text = format!("{mantissa} × 10");
    for c in exponent.chars() {
        text.push(match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            digit => char::from_u32(0x2070 + digit as u32 - '0' as u32).unwrap_or(digit),
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::summarise;
    use crate::summary::tables::{TABLE_2, outcome, summary_of};

    fn of(errors: &[(u32, f64)], expected: Expected) -> String {
        let outcomes: Vec<_> = errors
            .iter()
            .map(|(h, nmse)| outcome(16, 32, *h, 0, Some(*nmse)))
            .collect();
        summarise(&outcomes).sentence(expected)
    }

    #[test]
    fn a_cliff_is_described_with_its_d() {
        let at = |table: [f64; 2]| of(&[(3, table[0]), (4, table[1])], Expected::At(4));
        assert_eq!(
            at([6.40e-4, 4.36e-5]),
            "With D = 4 the error falls 15-fold from 3 to 4 heads."
        );
        assert_eq!(
            at([7.3e-1, 1e-1]),
            "With D = 4 the error falls 7.3-fold from 3 to 4 heads."
        );
        assert_eq!(
            at([1.234, 1e-3]),
            "With D = 4 the error falls 1200-fold from 3 to 4 heads."
        );
        assert_eq!(at([1e-3, 1e-3]), "With D = 4 no cliff shows yet.");
        assert_eq!(of(&[], Expected::At(4)), "");
    }

    #[test]
    fn a_secret_d_is_not_told() {
        assert_eq!(
            summary_of(&TABLE_2).sentence(Expected::Secret),
            "The error falls 11-fold from 3 to 4 heads at T = 8."
        );
        assert_eq!(
            of(&[(1, 0.1), (2, 0.1)], Expected::Secret),
            "No cliff shows yet."
        );
    }

    #[test]
    fn where_no_cliff_is_expected_the_errors_are_said() {
        let falling = [(1, 0.0153), (2, 0.69), (4, 0.8)];
        assert_eq!(
            of(&falling, Expected::Nowhere),
            "With 1 head the error is 0.0153, with 2 it is 0.690, with 4 it is 0.800."
        );
        assert_eq!(of(&[], Expected::Nowhere), "");
    }

    #[test]
    fn of_several_lines_the_first_is_listed() {
        let table = [[0.5, 0.6], [0.25, 0.3]];
        assert_eq!(
            summary_of(&table).sentence(Expected::Nowhere),
            "With 1 head the error is 0.500, with 2 it is 0.250."
        );
    }

    #[test]
    fn one_number_of_heads_has_no_cliff_to_speak_of() {
        let one = summary_of(&[[3.2e-4, 0.05]]);
        assert_eq!(
            one.sentence(Expected::At(2)),
            "With 1 head the error is 3.20 × 10⁻⁴ at T = 8, 0.0500 at T = 16."
        );
        assert_eq!(
            of(&[(3, 0.05)], Expected::Secret),
            "With 3 heads the error is 0.0500."
        );
        // A group without a number is left out.
        let diverged = [
            outcome(16, 32, 1, 0, None),
            outcome(16, 32, 2, 0, Some(0.5)),
        ];
        assert_eq!(
            summarise(&diverged).sentence(Expected::At(2)),
            "With 2 heads the error is 0.500."
        );
    }

    #[test]
    fn what_is_expected_follows_from_the_task() {
        let task = |text: &str| crate::Experiment::from_json(text).unwrap().task;
        let few = task(r#"{ "task": { "D": 3 } }"#);
        assert_eq!(Expected::of(&few, false), Expected::At(3));
        assert_eq!(Expected::of(&few, true), Expected::Secret);
        let smallest = task(r#"{ "task": { "kind": "min-max" } }"#);
        assert_eq!(Expected::of(&smallest, false), Expected::At(2));
        let many = task(r#"{ "task": { "kind": "farthest" } }"#);
        assert_eq!(Expected::of(&many, true), Expected::Nowhere);
    }

    #[test]
    fn numbers_have_three_significant_digits() {
        for (value, words) in [
            (0.0, "0.00"),
            (0.01, "0.0100"),
            (0.0099999, "0.0100"),
            (1.0, "1.00"),
            (12.34, "12.3"),
            (999.9, "1.00 × 10³"),
            (0.00123, "1.23 × 10⁻³"),
            (4.5e-12, "4.50 × 10⁻¹²"),
        ] {
            assert_eq!(three_digits(value), words);
        }
    }
}
