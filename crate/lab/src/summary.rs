//! Outcomes folded by (T, N, w, L, h), and what they show of the task: at which number of heads does
//! the error fall off a cliff? Each question has its file in this folder. Only the sentence reads D:
//! a verdict must follow from the measurements alone.

mod answer;
mod expected;
mod group;
mod next_step;
mod reversal;
mod sentence;
mod slope;
#[cfg(test)]
pub(crate) mod tables;
mod training_check;
mod transition;
mod words;

use serde::{Deserialize, Serialize};

pub use answer::{Answer, answer};
pub use expected::needed_heads;
pub use group::{Group, quantile};
pub use next_step::{Action, NextStep};
pub use reversal::{Reversal, ReversalHeads};
pub use slope::Slope;
pub use training_check::RunState;
pub(crate) use transition::LEAST_DROP;
pub use transition::Transition;
pub(crate) use words::heads;
pub use words::times;

use crate::architecture::Architecture;
use crate::outcome::{Outcome, RunProgress, Stopped};
use crate::plan::Run;

/// Outcomes folded by (T, N, w, L, h).
///
/// ```
/// use lab::{Experiment, results_from_text, summarise};
///
/// let experiment = Experiment::default();
/// let summary = summarise(&results_from_text(&experiment, "0.1,0.05,0.02,4e-4,4e-4").unwrap());
/// // Five numbers of heads, and one cliff among them.
/// assert_eq!((summary.groups.len(), summary.transitions.len()), (5, 1));
/// assert_eq!(summary.transitions[0].h, Some(4));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
// A missing list is empty: results that earlier versions recorded can still be read.
#[serde(default, rename_all = "camelCase")]
pub struct Summary {
    /// One group per (T, N, w, L, h), in that order.
    pub groups: Vec<Group>,
    /// One verdict per (T, N, w, L).
    pub transitions: Vec<Transition>,
    /// One reversal score per (N, w, L, h).
    pub reversals: Vec<Reversal>,
    /// The number of heads that the reversal scores name: one per (N, w, L).
    pub reversal_heads: Vec<ReversalHeads>,
    /// One slope of ln NMSE on ln N per (T, w, L, h).
    pub slopes: Vec<Slope>,
}

/// Folds outcomes.
///
/// Three seeds of one number of heads are one group.
///
/// ```
/// use lab::{Experiment, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [4] }, "seeds": [0, 1, 2] }"#).unwrap();
/// let summary = summarise(&results_from_text(&experiment, "0.3,0.1,0.2").unwrap());
/// assert_eq!(summary.groups.len(), 1);
/// assert_eq!((summary.groups[0].count, summary.groups[0].median), (3, Some(0.2)));
/// ```
pub fn summarise(outcomes: &[Outcome]) -> Summary {
    fold(outcomes.iter().map(|o| (key(&o.run), o.nmse)).collect())
}

/// Folds runs that are still in training: each counts with the last point of its curve.
///
/// ```
/// use lab::{CurvePoint, Experiment, RunProgress, runs, summarise_progress};
///
/// let progress = |index: usize, error: f64| RunProgress {
///     index,
///     run: runs(&Experiment::default())[index],
///     step: 100,
///     loss: error,
///     curve: vec![CurvePoint(0, 1.2), CurvePoint(100, error)],
///     stopped: None,
/// };
/// let summary = summarise_progress(&[progress(2, 0.2), progress(3, 0.01)]);
/// assert_eq!(summary.groups[1].median, Some(0.01));
/// assert_eq!(summary.transitions[0].h, Some(4));
/// ```
pub fn summarise_progress(runs: &[RunProgress]) -> Summary {
    let measured = runs
        .iter()
        .filter_map(|r| match r.stopped {
            Some(Stopped::Diverged) => Some((key(&r.run), None)),
            _ => Some((key(&r.run), Some(r.curve.last()?.1))),
        })
        .collect();
    fold(measured)
}

fn key(run: &Run) -> group::Key {
    let Architecture { h, N, w, L, .. } = run.architecture;
    (run.T, N, w, L, h)
}

fn fold(measured: Vec<(group::Key, Option<f64>)>) -> Summary {
    let groups = group::groups(&measured);
    let reversals = reversal::reversals(&groups);
    let reversal_heads = reversal::reversal_heads(&reversals);
    Summary {
        transitions: transition::transitions(&groups, &reversals, &reversal_heads),
        slopes: slope::slopes(&groups),
        groups,
        reversals,
        reversal_heads,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::CurvePoint;
    use tables::{TABLE_2, outcome, summary_of};

    #[test]
    fn runs_in_training_count_with_their_last_point() {
        let progress = |h, curve: &[f64], stopped| RunProgress {
            index: 0,
            run: outcome(16, 32, h, 0, None).run,
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
    fn other_layers_are_not_folded_together() {
        let at = |layers, w, h, nmse| {
            let mut one = outcome(16, 32, h, 0, Some(nmse));
            (one.run.architecture.L, one.run.architecture.w) = (layers, w);
            one
        };
        let outcomes = [
            at(1, 1, 1, 0.1),
            at(1, 1, 2, 0.09),
            at(2, 1, 1, 0.1),
            at(2, 1, 2, 0.001),
            at(1, 4, 1, 0.1),
            at(1, 4, 2, 0.01),
        ];
        let summary = summarise(&outcomes);
        assert!(summary.groups.iter().all(|g| g.count == 1));
        let found: Vec<_> = summary
            .transitions
            .iter()
            .map(|t| (t.w, t.L, t.h))
            .collect();
        assert_eq!(found, [(1, 1, None), (1, 2, Some(2)), (4, 1, Some(2))]);
        assert_eq!((summary.slopes.len(), summary.reversals.len()), (6, 6));
        assert_eq!(summary.reversal_heads.len(), 3);
    }

    #[test]
    fn no_outcomes_have_an_empty_summary() {
        assert_eq!(summarise(&[]), Summary::default());
    }

    #[test]
    fn a_summary_survives_json_in_camel_case() {
        let summary = summary_of(&TABLE_2);
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(json["reversalHeads"][0]["N"], 32);
        assert_eq!(json["slopes"][0]["T"], 8);
        assert_eq!(serde_json::from_value::<Summary>(json).unwrap(), summary);
    }

    #[test]
    fn earlier_recordings_can_be_read() {
        let old = r#"{
            "groups": [{"T":16,"N":32,"h":3,"count":3,"diverged":0,"min":0.0149,"median":0.0154,"max":0.016},
                       {"T":16,"N":32,"h":4,"count":3,"diverged":0,"min":0.000321468,"median":0.000356478,"max":0.000391698}],
            "transitions": [{"T":16,"N":32,"h":4,"before":3,"drop":43.29720207137607}]
        }"#;
        let read: Summary = serde_json::from_str(old).unwrap();
        assert_eq!(read.transitions[0].h, Some(4));
        assert_eq!(read.groups[1].upper_quartile, None);
        assert!(read.reversals.is_empty() && read.slopes.is_empty());
    }

    /// Few values, so that runs share groups, and the largest values of the type.
    fn any_size() -> impl Strategy<Value = u32> {
        prop_oneof![0u32..4, Just(u32::MAX), Just(u32::MAX - 1), any::<u32>()]
    }

    fn any_nmse() -> impl Strategy<Value = Option<f64>> {
        prop_oneof![
            Just(None),
            Just(Some(0.0)),
            Just(Some(-0.0)),
            Just(Some(f64::NAN)),
            Just(Some(f64::MAX)),
            Just(Some(f64::MIN_POSITIVE)),
            (1e-8..1.0f64).prop_map(Some),
            any::<f64>().prop_map(Some),
        ]
    }

    proptest! {
        #[test]
        fn nothing_measured_panics(
            runs in prop::collection::vec((any_size(), any_size(), any_size(), any_nmse()), 0..60),
            dimension in 1u32..32,
            is_secret in any::<bool>(),
        ) {
            let outcomes: Vec<_> = runs
                .iter()
                .map(|&(length, width, h, nmse)| outcome(length, width, h, 0, nmse))
                .collect();
            let summary = summarise(&outcomes);
            let states: Vec<_> = outcomes.iter().map(RunState::from).collect();
            for task in [json!({ "D": dimension, "d": 64 }), json!({ "kind": "farthest" })] {
                let experiment = json!({ "task": task });
                let experiment = crate::Experiment::from_value(experiment).unwrap();
                let found = answer(&experiment, &summary, &states, is_secret);
                // Whatever is offered can be trained.
                let changes = found.next.map(|next| next.changes);
                prop_assert!(changes.is_none_or(|of| experiment.changed(&of).is_some()));
            }
            let counted: usize = summary.groups.iter().map(|g| g.count + g.diverged).sum();
            prop_assert_eq!(counted, runs.len());
            for t in &summary.transitions {
                prop_assert_eq!(t.h.is_some(), t.drop.is_some());
                prop_assert!(t.drop.is_none_or(|drop| drop >= 5.0 && drop.is_finite()));
            }
            prop_assert!(summary.reversals.iter().all(|r| r.score.is_none_or(|x| x >= 0.0)));
            let known = |x: Option<f64>| x.is_none_or(f64::is_finite);
            prop_assert!(summary.slopes.iter().all(|s| known(s.slope) && known(s.error)));
            prop_assert!(serde_json::to_string(&summary).is_ok());
        }
    }
}
