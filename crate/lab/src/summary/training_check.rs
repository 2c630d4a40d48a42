//! Whether runs say anything about the task at all, or only about their training: runs that went wrong,
//! and trainings that were too short. Decided from errors and learning curves; the next thing to do
//! about it is in `next_step.rs`.
//!
//! The thresholds were read off trainings of every task. With a learning rate of 0.05 or more, runs end
//! at an error of 1.00 after they had been better, or after errors of 30 to 10²²; runs that are only
//! short end below 1, or have never been anywhere else. The error of runs that have converged falls by
//! less than 0.2 % in the last third of their steps, that of runs that have hardly begun by 1 % to 10 %.

use super::Summary;
use super::words::{heads, three_digits};
use crate::experiment::Experiment;
use crate::outcome::{CurvePoint, Outcome, Stopped};

/// How a run stands: what is known of its training beside the group that it is counted in.
///
/// ```
/// use lab::{Experiment, RunState, Stopped, results_from_text};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [4] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "4e-4").unwrap();
/// let ended = RunState::from(&outcomes[0]);
/// assert_eq!((ended.nmse, ended.stopped), (Some(4e-4), Some(Stopped::Finished)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RunState<'a> {
    /// Its error on all of the unseen data; `None` while it trains, and if it diverged.
    pub nmse: Option<f64>,
    /// Its learning curve; empty where that is not known.
    pub curve: &'a [CurvePoint],
    /// Why it stopped; `None` while it trains.
    pub stopped: Option<Stopped>,
}

impl<'a> From<&'a Outcome> for RunState<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        Self {
            nmse: outcome.nmse,
            curve: &outcome.curve,
            stopped: Some(outcome.stopped),
        }
    }
}

/// NMSE from which on a run is no better than the guess that is best without looking: the mean, whose
/// NMSE is 1.
const GUESSING: f64 = 0.99;
/// A run that ended above this has learned next to nothing.
const NEXT_TO_NOTHING: f64 = 0.9;
/// A run of fewer steps has hardly left its warm-up: whatever it did says nothing of the learning rate.
const LEAST_STEPS: u32 = 50;
/// Below this share of the error of guessing, a run has learned something.
const LEARNED_SOMETHING: f64 = 0.5;
/// Runs with enough heads get below this error where they are trained long enough.
const LEARNED: f64 = 1e-2;
/// Where the last third of the steps lowers the error by this factor, it still falls.
const STILL_FALLS: f64 = 1.01;

impl RunState<'_> {
    /// Whether training has made the run worse than it could have been without any.
    fn went_wrong(&self) -> bool {
        let Some(nmse) = self.nmse.filter(|nmse| nmse.is_finite()) else {
            return self.stopped == Some(Stopped::Diverged);
        };
        let (Some(first), Some(last)) = (self.curve.first(), self.curve.last()) else {
            // Untrained runs have errors of 1 to 2.5.
            return nmse > 3.0;
        };
        let errors = || self.curve.iter().map(|point| point.1);
        let was_better = errors().any(|error| error < 0.95 * nmse.min(last.1));
        let was_far_worse = errors().any(|error| error > 2.0 * first.1.max(1.0));
        let ended_badly =
            nmse >= GUESSING && was_better || nmse >= NEXT_TO_NOTHING && was_far_worse;
        last.0 >= LEAST_STEPS && ended_badly
    }

    /// Whether the last third of its steps has lowered the error.
    fn still_falls(&self) -> bool {
        let Some(last) = self.curve.last() else {
            return false;
        };
        let early = |point: &&CurvePoint| 3 * u64::from(point.0) <= 2 * u64::from(last.0);
        let before = self.curve.iter().rfind(early);
        before.is_some_and(|before| before.0 < last.0 && before.1 > STILL_FALLS * last.1)
    }
}

/// What to say if runs went wrong: how many, and that the learning rate is too high.
pub(super) fn went_wrong(runs: &[RunState<'_>]) -> Option<String> {
    let wrong: Vec<&RunState<'_>> = runs.iter().filter(|run| run.went_wrong()).collect();
    let count = wrong.len();
    if count == 0 {
        return None;
    }
    let all_above = |least: f64| {
        wrong
            .iter()
            .all(|run| run.nmse.is_none_or(|nmse| nmse >= least))
    };
    let compared = match () {
        () if all_above(1.05) => "worse than",
        () if all_above(GUESSING) => "no better than",
        () => "hardly better than",
    };
    let of_all = match (count, runs.len()) {
        (1, 1) => "The run is".into(),
        (2, 2) => "Both runs are".into(),
        (_, all) if count == all => format!("All {all} runs are"),
        (1, all) => format!("1 of {all} runs is"),
        (_, all) => format!("{count} of {all} runs are"),
    };
    Some(format!(
        "{of_all} {compared} guessing: lower the learning rate."
    ))
}

/// What to say if the training was too short. Never before its end, nor where a run was stopped early:
/// then the number of steps is not what was tried. Too short means that no line of `summary` has a
/// cliff, and that
/// - no run is below half of the error of guessing, and the best one was still falling; or
/// - the task has a D, there are runs with as many heads as it needs, and none of these has learned it.
///   Not said of a secret D, which it would tell: of too few heads, too, no number of steps is enough.
pub(super) fn too_short(
    summary: &Summary,
    experiment: &Experiment,
    runs: &[RunState<'_>],
    is_secret: bool,
) -> Option<String> {
    if runs
        .iter()
        .any(|run| run.stopped != Some(Stopped::Finished))
    {
        return None;
    }
    let best = runs
        .iter()
        .filter_map(|run| Some((run, run.nmse?)))
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    let steps = experiment.recipe.steps;
    let were = if steps == 1 {
        "1 step was"
    } else {
        &*format!("{steps} steps were")
    };
    if best.1 > LEARNED_SOMETHING && best.0.still_falls() {
        return Some(format!(
            "{were} too few: no run has come below half of the error of guessing."
        ));
    }
    let least = experiment.needed_heads().filter(|_| !is_secret)?;
    let enough = summary
        .groups
        .iter()
        .filter(|group| group.h >= least)
        .filter_map(|group| Some((group.h, group.min?)))
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    (enough.1 > LEARNED).then(|| {
        let (enough_heads, error) = (heads(enough.0), three_digits(enough.1));
        format!("{were} too few: even with {enough_heads} the error is still {error}.")
    })
}
