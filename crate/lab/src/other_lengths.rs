//! A trained run on sequences of another length than it was trained on: which lengths it can read, on how
//! many sequences its error is measured there, and what the errors show, in words. Who measures them is
//! not known here.

use serde::Serialize;

use crate::architecture::Form;
use crate::experiment::Experiment;
use crate::plan::Run;
use crate::summary::needed_heads;
use crate::task::{Subsets, Task};

/// The longest sequences that there are, as in a grid.
const LONGEST: u32 = 1024;

/// How many times the trained length is doubled, where nothing else is asked for.
const DOUBLINGS: u32 = 3;

/// The most multiply-adds of one measurement: about a second of one core.
const MOST_WORK: f64 = 2e9;

/// The most numbers of all tokens of one measurement.
const MOST_NUMBERS: u64 = 8 << 20;

/// Fewer sequences would say nothing.
const FEWEST_SEQUENCES: u32 = 100;

/// Ratios of errors that are nearer to 1 than this are not told apart from it.
const SAME: f64 = 1.2;

/// Shares of attention that differ by less are not told apart.
const SAME_SHARE: f64 = 0.05;

/// The error of a run at one sequence length.
///
/// ```
/// let at = lab::LengthError { T: 32, nmse: 0.01, standard_error: 0.001, largest_share: Some(0.5) };
/// assert_eq!(serde_json::to_value(at).unwrap()["largestShare"], 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(non_snake_case)]
pub struct LengthError {
    /// Sequence length.
    #[serde(rename = "T")]
    pub T: u32,
    /// The error, as [`crate::Dataset::nmse`] has it.
    pub nmse: f64,
    /// Its standard error. Not a number for a single sequence.
    pub standard_error: f64,
    /// The largest share of its attention that a head pays to one token, as the mean over heads and
    /// sequences: 1 for heads that attend to one token, 1/T for heads that attend to all alike. None for
    /// paper 2's forms, whose heads attend for every token separately.
    pub largest_share: Option<f64>,
}

/// Why a run cannot read sequences of a length.
///
/// ```
/// use lab::{Experiment, LengthRefusal, check_length, runs};
///
/// let experiment = Experiment::default();
/// let refused = check_length(&experiment.task, &runs(&experiment)[0], 0).unwrap_err();
/// assert_eq!(refused.to_string(), "T is 0, but must be a whole number from 1 to 1024.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LengthRefusal {
    /// The form has weights for each position.
    #[error(
        "A memoriser has weights for each position: what was trained on T = {trained} reads no other length."
    )]
    Memoriser {
        /// The length that it was trained on.
        trained: u32,
    },
    /// Which positions count depends on the length.
    #[error(
        "Which positions count depends on the length of a sequence here, so another length is another task."
    )]
    Subsets,
    /// The task is not defined for this length, or it is too long.
    #[error("T is {given}, but must be a whole number from {shortest} to {LONGEST}.")]
    Range {
        /// The length.
        given: u32,
        /// The task's shortest.
        shortest: u32,
    },
}

/// Whether a trained run can read sequences of length `t` as it is. Its own length it can always read.
///
/// ```
/// use lab::{Experiment, check_length, runs};
///
/// let of = |text: &str| {
///     let experiment = Experiment::from_json(text).unwrap();
///     check_length(&experiment.task, &runs(&experiment)[0], 64)
/// };
/// assert_eq!(of("{}"), Ok(()));
/// // What it memorised has one length.
/// assert!(of(r#"{ "grid": { "form": "memoriser" } }"#).is_err());
/// // And so have positions that count.
/// assert!(of(r#"{ "task": { "kind": "retrieval", "subsets": "blocks" } }"#).is_err());
/// ```
pub fn check_length(task: &Task, run: &Run, t: u32) -> Result<(), LengthRefusal> {
    if t == run.T {
        return Ok(());
    }
    if run.architecture.form == Form::Memoriser {
        return Err(LengthRefusal::Memoriser { trained: run.T });
    }
    if matches!(task, Task::Retrieval(task) if task.subsets != Subsets::All) {
        return Err(LengthRefusal::Subsets);
    }
    let shortest = task.shortest();
    match (shortest..=LONGEST).contains(&t) {
        true => Ok(()),
        false => Err(LengthRefusal::Range { given: t, shortest }),
    }
}

/// The lengths to try: the one that a run was trained on, and its doublings. Empty where it can read no other.
///
/// ```
/// use lab::{Experiment, lengths_to_try, runs};
///
/// let experiment = Experiment::default();
/// assert_eq!(lengths_to_try(&experiment.task, &runs(&experiment)[0]), [16, 32, 64, 128]);
/// ```
pub fn lengths_to_try(task: &Task, run: &Run) -> Vec<u32> {
    let longer = (1..=DOUBLINGS).map(|doublings| run.T.saturating_mul(1 << doublings));
    let longer = longer.filter(|t| check_length(task, run, *t).is_ok());
    let lengths: Vec<u32> = std::iter::once(run.T).chain(longer).collect();
    match lengths.len() {
        1 => Vec::new(),
        _ => lengths,
    }
}

/// On how many sequences of length `t` the error of a run is measured: on as many as the recipe has for
/// validation, and on fewer where these would take too long.
///
/// ```
/// use lab::{Experiment, runs, sequences_at};
///
/// let experiment = Experiment::default();
/// assert_eq!(sequences_at(&experiment, &runs(&experiment)[3], 128), 2000);
/// ```
pub fn sequences_at(experiment: &Experiment, run: &Run, t: u32) -> u32 {
    let d = experiment.task.token_dimension();
    let by_work = MOST_WORK / run.architecture.forward_cost(d, t);
    let by_size = MOST_NUMBERS / (u64::from(t) * u64::from(d)).max(1);
    let most = by_work.min(by_size as f64).max(f64::from(FEWEST_SEQUENCES));
    experiment.recipe.validation_sequences.min(most as u32)
}

/// What the errors of a run at several lengths show: how its error and its attention at the longest
/// compare with those at the length that it was trained on. Empty where these were not measured.
///
/// ```
/// use lab::{Experiment, LengthError, length_sentence, runs};
///
/// let experiment = Experiment::default();
/// let at = |T: u32, nmse: f64, share: f64| LengthError {
///     T, nmse, standard_error: nmse / 50.0, largest_share: Some(share),
/// };
/// let points = [at(16, 1e-4, 0.8), at(128, 3e-2, 0.4)];
/// assert_eq!(
///     length_sentence(&experiment, &runs(&experiment)[3], &points),
///     "Trained on lists of 16, 4 heads, which are enough for 4 targets, err 300 times as much on lists of 128. \
///      Meanwhile the largest share of a head’s attention falls from 80\u{a0}% to 40\u{a0}%: it spreads over \
///      more tokens."
/// );
/// ```
pub fn length_sentence(experiment: &Experiment, run: &Run, points: &[LengthError]) -> String {
    let trained = points.iter().find(|point| point.T == run.T);
    let longest = points.iter().max_by_key(|point| point.T);
    let (Some(trained), Some(longest)) = (trained, longest) else {
        return String::new();
    };
    if longest.T <= trained.T {
        return String::new();
    }
    let (h, layers) = (run.architecture.h, run.architecture.L);
    let heads = match (h, layers) {
        (1, 1) => "1 head".into(),
        (_, 1) => format!("{h} heads"),
        _ => format!("{h} heads in each of {layers} layers"),
    };
    let dimension = experiment.task.dimension();
    let enough = dimension.filter(|dimension| h >= needed_heads(*dimension, layers));
    let enough = enough.map_or(String::new(), |dimension| {
        let is = if heads == "1 head" { "is" } else { "are" };
        let targets = if dimension == 1 { "target" } else { "targets" };
        format!(", which {is} enough for {dimension} {targets},")
    });
    let err = if heads == "1 head" { "errs" } else { "err" };
    let change = change_in_words(trained, longest);
    let (short, long) = (trained.T, longest.T);
    let error =
        format!("Trained on lists of {short}, {heads}{enough} {err} {change} on lists of {long}.");
    let shares = trained.largest_share.zip(longest.largest_share);
    match shares.map(|(before, after)| attention_in_words(before, after)) {
        Some(attention) => format!("{error} {attention}"),
        None => error,
    }
}

/// How an error compares with the one before, as far as their standard errors tell them apart.
fn change_in_words(before: &LengthError, after: &LengthError) -> String {
    let ratio = after.nmse / before.nmse;
    if !after.nmse.is_finite() {
        return "beyond all numbers".into();
    }
    let apart = (after.nmse - before.nmse).abs();
    let doubt = 2.0 * before.standard_error.hypot(after.standard_error);
    // Where there is no standard error, the ratio decides.
    let is_same = (1.0 / SAME..SAME).contains(&ratio) || apart < doubt;
    let times = |ratio: f64| match ratio {
        ratio if ratio > 1000.0 => "more than 1000 times".into(),
        ratio if ratio < 10.0 => format!("{ratio:.1} times"),
        ratio => format!("{ratio:.0} times"),
    };
    match (is_same || ratio.is_nan(), ratio > 1.0) {
        (true, _) => "about as much".into(),
        (_, true) => format!("{} as much", times(ratio)),
        (_, false) => format!("{} less", times(1.0 / ratio)),
    }
}

/// How the largest shares of attention compare.
fn attention_in_words(before: f64, after: f64) -> String {
    let [from, to] = [before, after].map(|share| format!("{:.0}\u{a0}%", 100.0 * share));
    match after - before {
        change if change < -SAME_SHARE => format!(
            "Meanwhile the largest share of a head’s attention falls from {from} to {to}: it spreads over more tokens."
        ),
        change if change > SAME_SHARE => {
            format!("Meanwhile the largest share of a head’s attention grows from {from} to {to}.")
        }
        _ => format!("The largest share of a head’s attention stays at about {to}."),
    }
}

#[cfg(test)]
mod tests;
