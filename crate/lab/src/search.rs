//! The search for D: which number of heads to train next, for a task whose D is not known, and when
//! to stop. The number of heads is doubled until more heads do not lower the error; then the largest
//! fall of the error is narrowed down to one head. A pure function of the outcomes so far: it never
//! reads the task's own D, and it trains nothing. What the errors show is decided in `verdict.rs`.

#[cfg(test)]
mod recorded;
mod verdict;

use crate::capacity::fits_anywhere;
use thiserror::Error;

use crate::experiment::Experiment;
use crate::grid::Family;
use crate::outcome::{Outcome, Stopped};
use crate::summary::{Group, summarise};

use verdict::{Decision, decide};

/// Every number of heads is trained with at least this many seeds: a single run may fail to learn by
/// chance.
const LEAST_SEEDS: usize = 3;

/// How far the search is.
///
/// ```
/// use lab::{Experiment, search};
///
/// let search = search(&Experiment::default(), &[]).unwrap();
/// assert_eq!(search.sentence, "Beginning with 1 head.");
/// assert_eq!(search.tally, "Numbers of heads tried: 0, with 3 seeds each.");
/// assert!(search.tried.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// What to do next.
    pub next: Next,
    /// All numbers of heads tried so far, and the next one, as one experiment.
    pub experiment: Experiment,
    /// What is done next and why, or what was found and on which evidence, in words.
    pub sentence: String,
    /// How many runs that rests on, in words.
    pub tally: String,
    /// The evidence: all seeds of each number of heads that was tried.
    pub tried: Vec<Group>,
}

/// What to do next.
///
/// The first thing to do is to train one head with three seeds.
///
/// ```
/// use lab::{Experiment, Next, search};
///
/// let Next::Try { experiment } = search(&Experiment::default(), &[]).unwrap().next else {
///     panic!("nothing was tried yet");
/// };
/// assert_eq!((experiment.grid.h, experiment.seeds), (vec![1], vec![0, 1, 2]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Train this: one number of heads, all seeds.
    Try {
        /// The experiment.
        experiment: Box<Experiment>,
    },
    /// The task needs this many heads.
    Found {
        /// The first number of heads after the cliff.
        h: u32,
    },
    /// The errors do not show D.
    Inconclusive,
}

/// Why the number of heads of an experiment does not show D.
///
/// ```
/// use lab::{Experiment, SearchError, search};
///
/// let error = |text: &str| search(&Experiment::from_json(text).unwrap(), &[]).unwrap_err();
/// assert_eq!(error(r#"{ "task": { "kind": "farthest" } }"#), SearchError::NoDimension);
/// assert_eq!(error(r#"{ "grid": { "L": [2] } }"#), SearchError::SeveralLayers);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// The task has no D.
    #[error("This task is paper 2’s, which has no D: take one of paper 1’s.")]
    NoDimension,
    /// With two layers of attention half as many heads suffice.
    #[error("Layers share the work, so heads do not show D: set layers L to 1.")]
    SeveralLayers,
    /// The memoriser needs one head, whatever D is.
    #[error(
        "This Transformer does without D heads: choose attention followed by a readout instead."
    )]
    OtherForm,
    /// Something else varies than the number of heads.
    #[error("Finding D changes the number of heads alone: give one {sizes}, not {count}.")]
    SeveralSizes {
        /// What varies, in words.
        sizes: &'static str,
        /// How many of them there are.
        count: usize,
    },
}

/// What to do next for `experiment`, of which `outcomes` were trained so far. The search chooses
/// the numbers of heads: those of the experiment do not count.
///
/// The errors are made up here: one head errs 100 times more than two or more.
///
/// ```
/// use lab::{Experiment, Next, results_from_text, search};
///
/// let mut outcomes = Vec::new();
/// let found = loop {
///     match search(&Experiment::default(), &outcomes).unwrap().next {
///         Next::Try { experiment } => {
///             let errors = if experiment.grid.h[0] < 2 { "0.1,0.1,0.1" } else { "1e-3,1e-3,1e-3" };
///             outcomes.extend(results_from_text(&experiment, errors).unwrap());
///         }
///         Next::Found { h } => break Some(h),
///         Next::Inconclusive => break None,
///     }
/// };
/// assert_eq!(found, Some(2));
/// // One, two and four heads were tried, with three seeds each.
/// assert_eq!(outcomes.len(), 9);
/// ```
pub fn search(experiment: &Experiment, outcomes: &[Outcome]) -> Result<Search, SearchError> {
    check_searchable(experiment)?;
    let mut whole = experiment.clone();
    for seed in 0.. {
        if whole.seeds.len() >= LEAST_SEEDS {
            break;
        }
        if !whole.seeds.contains(&seed) {
            whole.seeds.push(seed);
        }
    }
    // A run that was interrupted says nothing about how well its heads can learn.
    let complete: Vec<Outcome> = outcomes
        .iter()
        .filter(|o| o.stopped != Stopped::Interrupted)
        .cloned()
        .collect();
    let mut tried = summarise(&complete).groups;
    tried.retain(|g| g.T == whole.grid.T[0] && g.L == 1);
    tried.dedup_by_key(|g| g.h);
    whole.grid.h = tried.iter().map(|g| g.h).collect();
    let (next, sentence) = match decide(&tried) {
        Decision::Try(h, why) => {
            let mut one = whole.clone();
            one.grid.h = vec![h];
            match fits_anywhere(&one) {
                Ok(()) => {
                    let place = whole.grid.h.partition_point(|known| *known < h);
                    whole.grid.h.insert(place, h);
                    let experiment = Box::new(one);
                    (Next::Try { experiment }, why)
                }
                Err(problem) => (Next::Inconclusive, format!("Inconclusive: {problem}")),
            }
        }
        Decision::Found(h, why) => (Next::Found { h }, why),
        Decision::Inconclusive(why) => (Next::Inconclusive, format!("Inconclusive: {why}")),
    };
    let tally = format!(
        "Numbers of heads tried: {}, with {} seeds each.",
        tried.len(),
        whole.seeds.len()
    );
    Ok(Search {
        tally,
        next,
        experiment: whole,
        sentence,
        tried,
    })
}

/// Refuses an experiment whose D does not show in the number of heads alone.
fn check_searchable(experiment: &Experiment) -> Result<(), SearchError> {
    check_heads_show_d(experiment)?;
    for (sizes, count) in [
        ("sequence length T", experiment.grid.T.len()),
        ("hidden width N", experiment.grid.family.list("N").len()),
    ] {
        if count > 1 {
            return Err(SearchError::SeveralSizes { sizes, count });
        }
    }
    Ok(())
}

/// Refuses an experiment in which the number of heads that the task needs is not its D.
pub(crate) fn check_heads_show_d(experiment: &Experiment) -> Result<(), SearchError> {
    match &experiment.grid.family {
        _ if experiment.task.dimension().is_none() => Err(SearchError::NoDimension),
        Family::Reader { L, .. } if L == &[1] => Ok(()),
        Family::Reader { .. } => Err(SearchError::SeveralLayers),
        _ => Err(SearchError::OtherForm),
    }
}

#[cfg(test)]
mod tests;
