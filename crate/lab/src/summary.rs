//! Outcomes folded by (T, N, h), and what they say about the task: at which number of heads does
//! the error fall off a cliff?

use serde::{Deserialize, Serialize};

use crate::outcome::{Outcome, RunProgress, Stopped};
use crate::plan::Run;

/// Outcomes folded by (T, N, h).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// One group per (T, N, h), in that order.
    pub groups: Vec<Group>,
    /// One verdict per (T, N).
    pub transitions: Vec<Transition>,
}

/// All seeds of one architecture at one sequence length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Group {
    /// Sequence length.
    pub T: u32,
    /// Hidden width.
    pub N: u32,
    /// Heads.
    pub h: u32,
    /// Runs that ended with a number.
    pub count: usize,
    /// Runs that diverged.
    pub diverged: usize,
    /// Smallest NMSE: the papers' headline figure.
    pub min: Option<f64>,
    /// Median NMSE.
    pub median: Option<f64>,
    /// Largest NMSE.
    pub max: Option<f64>,
}

/// Where the error falls most from one number of heads to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Transition {
    /// Sequence length.
    pub T: u32,
    /// Hidden width.
    pub N: u32,
    /// The number of heads at the foot of the cliff; none if the data show no cliff.
    pub h: Option<u32>,
    /// The number of heads before it.
    pub before: Option<u32>,
    /// How many times smaller the median NMSE became there.
    pub drop: Option<f64>,
}

/// A fall smaller than this is not called a cliff.
const LEAST_DROP: f64 = 5.0;

/// Folds outcomes.
pub fn summarise(outcomes: &[Outcome]) -> Summary {
    let measured: Vec<_> = outcomes.iter().map(|o| (o.run, o.nmse)).collect();
    fold(&measured)
}

/// Folds runs that are still in training: each counts with the last point of its curve.
pub fn summarise_progress(runs: &[RunProgress]) -> Summary {
    let measured: Vec<_> = runs
        .iter()
        .filter_map(|r| match r.stopped {
            Some(Stopped::Diverged) => Some((r.run, None)),
            _ => Some((r.run, Some(r.curve.last()?.1))),
        })
        .collect();
    fold(&measured)
}

#[allow(non_snake_case)]
fn fold(measured: &[(Run, Option<f64>)]) -> Summary {
    let mut keys: Vec<(u32, u32, u32)> = measured.iter().map(|(run, _)| key(run)).collect();
    keys.sort_unstable();
    keys.dedup();
    let groups: Vec<Group> = keys
        .iter()
        .map(|&(T, N, h)| {
            let members = measured.iter().filter(|(run, _)| key(run) == (T, N, h));
            let mut values: Vec<f64> = members.clone().filter_map(|(_, nmse)| *nmse).collect();
            values.sort_by(f64::total_cmp);
            Group {
                T,
                N,
                h,
                count: values.len(),
                diverged: members.filter(|(_, nmse)| nmse.is_none()).count(),
                min: values.first().copied(),
                median: median(&values),
                max: values.last().copied(),
            }
        })
        .collect();
    let mut places: Vec<(u32, u32)> = groups.iter().map(|g| (g.T, g.N)).collect();
    places.dedup();
    let transitions = places
        .into_iter()
        .map(|(T, N)| {
            let line: Vec<(u32, f64)> = groups
                .iter()
                .filter(|g| (g.T, g.N) == (T, N))
                .filter_map(|g| Some((g.h, g.median?)))
                .collect();
            transition(T, N, &line)
        })
        .collect();
    Summary {
        groups,
        transitions,
    }
}

impl Summary {
    /// The answer in one sentence, for a task of intrinsic dimension `dimension`. With several
    /// sequence lengths or widths it speaks of the first that shows a cliff.
    pub fn sentence(&self, dimension: u32) -> String {
        let falls = self
            .transitions
            .iter()
            .find_map(|t| Some((t.before?, t.h?, t.drop?)));
        match falls {
            Some((before, h, drop)) => format!(
                "With D = {dimension} the error falls {}-fold from {before} to {h} heads.",
                two_digits(drop)
            ),
            None if self.groups.iter().any(|g| g.count > 0) => {
                format!("With D = {dimension} no cliff shows yet.")
            }
            None => String::new(),
        }
    }
}

/// 38.4 as "38", 7.31 as "7.3", 1234 as "1200": no more digits than seeds support.
fn two_digits(value: f64) -> String {
    if value < 10.0 {
        return format!("{value:.1}");
    }
    let unit = 10f64.powi(value.log10().floor() as i32 - 1);
    format!("{:.0}", (value / unit).round() * unit)
}

fn key(run: &Run) -> (u32, u32, u32) {
    (run.T, run.architecture.N, run.architecture.h)
}

fn median(sorted: &[f64]) -> Option<f64> {
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        len if len % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

#[allow(non_snake_case)]
fn transition(T: u32, N: u32, line: &[(u32, f64)]) -> Transition {
    let steepest = line
        .windows(2)
        .map(|pair| (pair[0].0, pair[1].0, pair[0].1 / pair[1].1))
        .filter(|(_, _, drop)| drop.is_finite() && *drop >= LEAST_DROP)
        .max_by(|a, b| a.2.total_cmp(&b.2));
    Transition {
        T,
        N,
        before: steepest.map(|s| s.0),
        h: steepest.map(|s| s.1),
        drop: steepest.map(|s| s.2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Architecture, CurvePoint};

    fn outcome(h: u32, seed: u32, nmse: Option<f64>) -> Outcome {
        Outcome {
            run: Run {
                T: 16,
                architecture: Architecture { h, n: 8, N: 32 },
                seed,
            },
            parameters: 0,
            steps: 1,
            stopped: Stopped::Finished,
            nmse,
            curve: Vec::new(),
        }
    }

    #[test]
    fn papers_table_2_has_its_cliff_where_the_drop_is_largest() {
        // T=16 of paper 1's table 2: the largest fall is from h=3 to h=4, 14.7-fold.
        let table = [1.09e-1, 8.41e-3, 6.40e-4, 4.36e-5, 1.10e-5];
        let outcomes: Vec<_> = (1..)
            .zip(table)
            .map(|(h, nmse)| outcome(h, 0, Some(nmse)))
            .collect();
        let summary = summarise(&outcomes);
        assert_eq!(summary.transitions[0].h, Some(4));
        assert_eq!(summary.transitions[0].before, Some(3));
        assert!((summary.transitions[0].drop.unwrap() - 6.40e-4 / 4.36e-5).abs() < 1e-9);
    }

    #[test]
    fn a_gentle_slope_is_no_cliff() {
        let outcomes: Vec<_> = (1..=5)
            .map(|h| outcome(h, 0, Some(0.5f64.powi(h as i32))))
            .collect();
        assert_eq!(summarise(&outcomes).transitions[0].h, None);
    }

    #[test]
    fn groups_fold_seeds_and_count_the_diverged() {
        let outcomes = [
            outcome(2, 0, Some(3.0)),
            outcome(2, 1, None),
            outcome(2, 2, Some(1.0)),
            outcome(2, 3, Some(2.0)),
            outcome(2, 4, Some(9.0)),
        ];
        let group = &summarise(&outcomes).groups[0];
        assert_eq!((group.count, group.diverged), (4, 1));
        assert_eq!(
            (group.min, group.median, group.max),
            (Some(1.0), Some(2.5), Some(9.0))
        );
    }

    #[test]
    fn the_sentence_says_what_was_measured() {
        let at = |table: [f64; 2]| {
            let outcomes = [outcome(3, 0, Some(table[0])), outcome(4, 0, Some(table[1]))];
            summarise(&outcomes).sentence(4)
        };
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
        assert_eq!(summarise(&[]).sentence(4), "");
    }

    #[test]
    fn runs_in_training_count_with_their_last_point() {
        let progress = |h, curve: &[f64], stopped| RunProgress {
            index: 0,
            run: outcome(h, 0, None).run,
            step: 10,
            loss: 1.0,
            curve: (0..)
                .zip(curve)
                .map(|(step, nmse)| CurvePoint(step, *nmse))
                .collect(),
            stopped,
        };
        let runs = [
            progress(1, &[1.0, 0.5], None),
            progress(2, &[], None),
            progress(3, &[1.0, 0.25], Some(Stopped::Diverged)),
        ];
        let groups = summarise_progress(&runs).groups;
        assert_eq!(groups.len(), 2);
        assert_eq!(
            (groups[0].h, groups[0].median, groups[0].diverged),
            (1, Some(0.5), 0)
        );
        assert_eq!(
            (groups[1].h, groups[1].median, groups[1].diverged),
            (3, None, 1)
        );
    }

    #[test]
    fn nothing_trained_has_no_verdict() {
        assert_eq!(summarise(&[]), Summary::default());
    }
}
