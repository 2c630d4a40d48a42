//! Results as a link has them: one entry for each run, in the order of [`runs`], with commas between.
//! `1.5e-2` is the error of a run that did all its steps, `1.5e-2~120` of one that reached its
//! target after 120 steps, and `~57` is a run that diverged at step 57. Learning curves are left
//! out: they are too long for a link.

use crate::decimal::parse_number;
use crate::experiment::Experiment;
use crate::outcome::{Outcome, Stopped};
use crate::plan::{Run, runs};
use crate::problem::{Problem, Problems};

/// The results as a link has them; `None` where a run was interrupted, because such an error is no
/// result.
///
/// ```
/// use lab::{Experiment, Stopped, results_from_text, results_to_text};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] } }"#).unwrap();
/// let mut outcomes = results_from_text(&experiment, "0.1,0.004").unwrap();
/// assert_eq!(results_to_text(&outcomes).unwrap(), "1e-1,4e-3");
/// outcomes[1].stopped = Stopped::Interrupted;
/// assert_eq!(results_to_text(&outcomes), None);
/// ```
pub fn results_to_text(outcomes: &[Outcome]) -> Option<String> {
    let entry = |outcome: &Outcome| match (outcome.stopped, outcome.nmse) {
        (Stopped::Finished, Some(nmse)) => Some(format!("{nmse:e}")),
        (Stopped::Reached, Some(nmse)) => Some(format!("{nmse:e}~{}", outcome.steps)),
        (Stopped::Diverged, _) => Some(format!("~{}", outcome.steps)),
        _ => None,
    };
    let entries: Option<Vec<String>> = outcomes.iter().map(entry).collect();
    entries.map(|entries| entries.join(","))
}

/// Reads such a text as the results of `experiment`, without learning curves.
///
/// One head ended with an error of 0.1, two reached their target after 120 steps, three diverged.
///
/// ```
/// use lab::{Experiment, Stopped, results_from_text};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2, 3] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "0.1,0.004~120,~57").unwrap();
/// assert_eq!(outcomes[0].nmse, Some(0.1));
/// assert_eq!((outcomes[1].stopped, outcomes[1].steps), (Stopped::Reached, 120));
/// assert_eq!((outcomes[2].stopped, outcomes[2].nmse), (Stopped::Diverged, None));
/// ```
pub fn results_from_text(experiment: &Experiment, text: &str) -> Result<Vec<Outcome>, Problems> {
    let runs = runs(experiment);
    let entries: Vec<&str> = text.split(',').collect();
    if entries.len() != runs.len() {
        let allowed = match runs.len() {
            1 => "one number, for the one run".into(),
            count => format!("one number for each of the {count} runs"),
        };
        return Err(Problem::new("results", text, allowed).into());
    }
    let mut outcomes = Vec::with_capacity(runs.len());
    let mut problems = Problems::default();
    for (place, (entry, run)) in entries.into_iter().zip(runs).enumerate() {
        match read_outcome(experiment, run, entry) {
            Some(outcome) => outcomes.push(outcome),
            None => problems.push(entry_problem(place, entry, experiment)),
        }
    }
    problems.none_or(outcomes)
}

fn entry_problem(place: usize, entry: &str, experiment: &Experiment) -> Problem {
    let steps = experiment.recipe.steps;
    let allowed = format!(
        "an error not below 0, with ~ and a step of at most {steps} if the run ended early, or only those if it diverged"
    );
    Problem::new(format!("results[{place}]"), entry, allowed)
}

fn read_outcome(experiment: &Experiment, run: Run, entry: &str) -> Option<Outcome> {
    let most = experiment.recipe.steps;
    let (error, step) = match entry.split_once('~') {
        Some((error, step)) => (error, Some(step.parse().ok().filter(|s| *s <= most)?)),
        None => (entry, None),
    };
    let nmse = match error {
        "" => None,
        _ => Some(parse_number(error)?).filter(|e| *e >= 0.0),
    };
    let (stopped, steps) = match (nmse, step) {
        (Some(_), None) => (Stopped::Finished, most),
        (Some(_), Some(step)) => (Stopped::Reached, step),
        (None, Some(step)) if error.is_empty() => (Stopped::Diverged, step),
        _ => return None,
    };
    let d = experiment.task.token_dimension();
    Some(Outcome {
        run,
        parameters: run.architecture.parameters(d, run.T),
        steps,
        stopped,
        nmse,
        standard_error: None,
        curve: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment() -> Experiment {
        let json = r#"{ "grid": { "h": [1, 2, 3] }, "recipe": { "steps": 200 } }"#;
        Experiment::from_json(json).unwrap()
    }

    #[test]
    fn results_go_into_a_link_and_come_back() {
        let text = "1.5e-2,3.25e-4~120,~57";
        let outcomes = results_from_text(&experiment(), text).unwrap();
        let read: Vec<_> = outcomes
            .iter()
            .map(|o| (o.run.architecture.h, o.nmse, o.steps, o.stopped))
            .collect();
        assert_eq!(
            read,
            [
                (1, Some(1.5e-2), 200, Stopped::Finished),
                (2, Some(3.25e-4), 120, Stopped::Reached),
                (3, None, 57, Stopped::Diverged),
            ]
        );
        assert_eq!(results_to_text(&outcomes).unwrap(), text);
        // It needs no escape in a URL.
        assert_eq!(super::super::escape(text), text);
    }

    #[test]
    fn an_interrupted_run_is_no_result() {
        let mut outcomes = results_from_text(&experiment(), "1,2,3").unwrap();
        outcomes[1].stopped = Stopped::Interrupted;
        assert_eq!(results_to_text(&outcomes), None);
    }

    #[test]
    fn a_wrong_entry_is_refused_with_its_place() {
        let refusal = |text: &str| {
            results_from_text(&experiment(), text)
                .unwrap_err()
                .to_string()
        };
        let count = "results is \"1,2\", but must be one number for each of the 3 runs.";
        assert_eq!(refusal("1,2"), count);
        for bad in [
            "-1", "NaN", "inf", "blue", "", "1~", "1~201", "~-3", "1~2~3", "~",
        ] {
            let refusal = refusal(&format!("1,{bad},3"));
            assert!(
                refusal.starts_with(&format!("results[1] is \"{bad}\", but must be an error")),
                "{refusal}"
            );
        }
    }
}
