//! What results show, in one sentence that reasons, and the one thing to do next. The order of the
//! cases is that of what has to be mended first: runs that went wrong, a training that was too short,
//! and only then what the errors show. Each case is decided in a file of its own.

use serde::Serialize;

use super::Summary;
use super::expected::Expected;
use super::next_step::NextStep;
use super::sentence::Lines;
use super::training_check::{RunState, too_short, went_wrong};
use crate::experiment::Experiment;
use crate::outcome::Stopped;

/// What results show.
///
/// Before anything is measured there is nothing to say.
///
/// ```
/// use lab::{Answer, Experiment, Summary, answer};
///
/// let nothing = answer(&Experiment::default(), &Summary::default(), &[], false);
/// assert_eq!(nothing, Answer { sentence: String::new(), next: None });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answer {
    /// In one sentence; empty while nothing is measured.
    pub sentence: String,
    /// What to do next; `None` before the end of the training, and where a secret leaves nothing to offer.
    pub next: Option<NextStep>,
}

/// What the results of an experiment show: `summary`, and each of its runs. Of a secret task nothing
/// that is said, or offered, depends on D.
///
/// ```
/// use lab::{Experiment, RunState, answer, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [3, 4] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "0.02,4e-4").unwrap();
/// let states: Vec<RunState> = outcomes.iter().map(RunState::from).collect();
/// let answer = |is_secret| answer(&experiment, &summarise(&outcomes), &states, is_secret).sentence;
/// assert_eq!(
///     answer(false),
///     "4 targets need 4 heads: the error is 50 times lower with 4 heads than with 3."
/// );
/// assert_eq!(answer(true), "The error is 50 times lower with 4 heads than with 3.");
/// ```
pub fn answer(
    experiment: &Experiment,
    summary: &Summary,
    runs: &[RunState<'_>],
    is_secret: bool,
) -> Answer {
    let is_over = !runs.is_empty() && runs.iter().all(|run| run.stopped.is_some());
    // Where the step that would help is refused, because it is beyond a limit, there is another one.
    let instead = || NextStep::more_seeds(experiment).or_else(NextStep::inspect);
    let say = |sentence: String, next: Option<NextStep>| Answer {
        next: match next {
            // What the heads look at would tell D.
            None if is_secret || sentence.is_empty() => None,
            next => next.or_else(instead).filter(|_| is_over),
        },
        sentence,
    };
    if let Some(sentence) = went_wrong(runs) {
        return say(sentence, NextStep::lower_learning_rate(experiment));
    }
    let expected = Expected::of(&experiment.task, is_secret);
    let lines = Lines::new(summary, experiment, expected);
    let shows_nothing = lines.cliffs() == 0 && lines.rise().is_none();
    if shows_nothing && let Some(sentence) = too_short(summary, experiment, runs, is_secret) {
        return say(sentence, NextStep::more_steps(experiment));
    }
    let was_stopped = runs
        .iter()
        .any(|run| run.stopped == Some(Stopped::Interrupted));
    // What a training that was stopped does not show, it may have shown later.
    let (sentence, next) = lines.sentence(is_over && !was_stopped);
    match was_stopped {
        true => say(sentence, NextStep::train_to_the_end()),
        false => say(sentence, next),
    }
}

#[cfg(test)]
mod tests;
