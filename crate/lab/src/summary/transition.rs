//! At which number of heads does the error fall off a cliff? One verdict per (T, N, w, L), which may be
//! that the data show no cliff. No curve is fitted, and D is not used.

use serde::{Deserialize, Serialize};

use super::group::Group;
use super::reversal::{Reversal, ReversalHeads};
use crate::architecture::{is_one, one};

/// Where the error falls most from one number of heads to the next.
///
/// Not decided (`h`, `before` and `drop` are none) unless the largest fall of the median is at
/// least 5-fold, and larger than the spread between seeds: every run at `h` must err less than
/// every run at `before`. If the largest fall fails this, no smaller one is named instead.
///
/// ```
/// use lab::{Experiment, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [3, 4] } }"#).unwrap();
/// let cliff = |errors: &str| {
///     let summary = summarise(&results_from_text(&experiment, errors).unwrap());
///     let transition = &summary.transitions[0];
///     (transition.before, transition.h)
/// };
/// assert_eq!(cliff("0.02,0.0004"), (Some(3), Some(4)));
/// // An error that is only twice as low is no cliff.
/// assert_eq!(cliff("0.02,0.01"), (None, None));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Transition {
    /// Sequence length.
    pub T: u32,
    /// Hidden width.
    pub N: u32,
    /// Attention layers side by side.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub w: u32,
    /// Layers.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub L: u32,
    /// The first number of heads after the cliff; `None` if the data show no cliff.
    pub h: Option<u32>,
    /// The number of heads before it.
    pub before: Option<u32>,
    /// How many times smaller the median NMSE became there.
    pub drop: Option<f64>,
    /// Whether the reversal score names the same number of heads; `None` where there is no such score
    /// at this N, or no cliff.
    #[serde(default)]
    pub agrees: Option<bool>,
}

/// A fall smaller than this is not called a cliff.
pub(crate) const LEAST_DROP: f64 = 5.0;

/// One verdict per (T, N, w, L), in that order.
#[allow(non_snake_case)]
pub(super) fn transitions(
    groups: &[Group],
    reversals: &[Reversal],
    heads: &[ReversalHeads],
) -> Vec<Transition> {
    groups
        .chunk_by(|a, b| a.line() == b.line())
        .map(|line| {
            let (T, N, w, L) = line[0].line();
            let cliff = cliff(line);
            // Both are in order of these sizes.
            let from = reversals.partition_point(|r| (r.N, r.w, r.L) < (N, w, L));
            let own = reversals[from..].iter();
            let scored = own
                .take_while(|r| (r.N, r.w, r.L) == (N, w, L))
                .any(|r| r.score.is_some());
            let place = heads.binary_search_by(|r| (r.N, r.w, r.L).cmp(&(N, w, L)));
            let named = place.ok().and_then(|place| heads[place].h);
            Transition {
                T,
                N,
                w,
                L,
                h: cliff.map(|c| c.h),
                before: cliff.map(|c| c.before),
                drop: cliff.map(|c| c.drop),
                agrees: cliff.filter(|_| scored).map(|c| named == Some(c.h)),
            }
        })
        .collect()
}

#[derive(Clone, Copy)]
struct Cliff {
    before: u32,
    h: u32,
    drop: f64,
}

/// The cliff along groups that differ in h only, if they show one.
fn cliff(line: &[Group]) -> Option<Cliff> {
    // Where all runs of a group diverged, its neighbours are compared with each other.
    let line: Vec<(&Group, f64)> = line.iter().filter_map(|g| Some((g, g.median?))).collect();
    let (high, low, drop) = line
        .windows(2)
        .map(|pair| (pair[0].0, pair[1].0, pair[0].1 / pair[1].1))
        // After an error of zero the ratio is not finite.
        .filter(|(_, _, drop)| drop.is_finite())
        .max_by(|a, b| a.2.total_cmp(&b.2))?;
    let seeds_separated = low.max < high.min;
    (drop >= LEAST_DROP && seeds_separated).then_some(Cliff {
        before: high.h,
        h: low.h,
        drop,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::tables::{TABLE_2, TABLE_3, TABLE_4, TABLE_5, outcome, summary_of};
    use crate::summary::{Summary, summarise};

    /// By T: the detected h, the drop in whole numbers, and whether the reversal score agrees.
    fn verdicts(summary: &Summary) -> Vec<(u32, f64, bool)> {
        let verdict = |t: &Transition| Some((t.h?, t.drop?.round(), t.agrees?));
        let found = summary.transitions.iter().map(verdict);
        found.map(|v| v.expect("decided")).collect()
    }

    #[test]
    fn paper_1s_tables_have_their_cliff_at_d_for_every_length() {
        // One number per cell: the paper's means, without their spread.
        let table_2 = [11.0, 15.0, 19.0, 150.0, 302.0].map(|drop| (4, drop, false));
        assert_eq!(verdicts(&summary_of(&TABLE_2)), table_2);
        let table_3 = [160.0, 388.0, 803.0, 1072.0, 837.0].map(|drop| (4, drop, true));
        assert_eq!(verdicts(&summary_of(&TABLE_3)), table_3);
        let table_4 = [2608.0, 4116.0, 6188.0, 2168.0, 5261.0].map(|drop| (3, drop, false));
        assert_eq!(verdicts(&summary_of(&TABLE_4)), table_4);
    }

    #[test]
    fn two_layers_have_their_cliff_at_half_as_many_heads() {
        // D = 4; the score of h = 1 is 0.11 already, so the two do not agree.
        let table_5 = [29.0, 69.0, 63.0, 102.0, 112.0].map(|drop| (2, drop, false));
        assert_eq!(verdicts(&summary_of(&TABLE_5)), table_5);
    }

    #[test]
    fn the_drop_is_the_ratio_of_medians() {
        let transition = &summary_of(&TABLE_2).transitions[1];
        assert_eq!((transition.T, transition.before), (16, Some(3)));
        assert!((transition.drop.unwrap() - 6.40e-4 / 4.36e-5).abs() < 1e-9);
    }

    #[test]
    fn a_gentle_slope_is_no_cliff() {
        let outcomes: Vec<_> = (1..=5)
            .map(|h| outcome(16, 32, h, 0, Some(0.5f64.powi(h as i32))))
            .collect();
        assert_eq!(summarise(&outcomes).transitions[0].h, None);
    }

    #[test]
    fn seeds_that_overlap_are_undecided() {
        // Medians fall 100-fold from h=3 to h=4; what the worst seed does there decides.
        let verdict = |worst: f64| {
            let errors = [[0.5, 0.5, 0.5], [0.2, 0.1, 0.09], [1e-3, worst, 9e-4]];
            let outcomes: Vec<_> = (2..)
                .zip(errors)
                .flat_map(|(h, seeds)| {
                    (0..)
                        .zip(seeds)
                        .map(move |(seed, nmse)| outcome(16, 32, h, seed, Some(nmse)))
                })
                .collect();
            summarise(&outcomes).transitions[0].clone()
        };
        assert_eq!(verdict(0.08).h, Some(4));
        let undecided = verdict(0.095);
        // Nor is the smaller fall from h=2 to h=3 named in its place.
        assert_eq!(
            (undecided.h, undecided.before, undecided.drop),
            (None, None, None)
        );
        assert_eq!(undecided.agrees, None);
    }

    #[test]
    fn without_a_reversal_score_there_is_nothing_to_agree_with() {
        let one_length = summary_of(&[[0.1], [0.001]]);
        assert_eq!(one_length.transitions[0].h, Some(2));
        assert_eq!(one_length.transitions[0].agrees, None);
        // Scores that are all zero name no number of heads, which does not agree.
        let two_lengths = summary_of(&[[0.1, 0.2], [0.001, 0.002]]);
        assert_eq!(two_lengths.transitions[0].agrees, Some(false));
    }

    #[test]
    fn earlier_recordings_can_be_read() {
        let old = r#"{"T":16,"N":32,"h":4,"before":3,"drop":43.3}"#;
        let read: Transition = serde_json::from_str(old).unwrap();
        assert_eq!((read.h, read.agrees), (Some(4), None));
    }
}
