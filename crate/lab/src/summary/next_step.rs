//! The one thing to do next after an answer, as data that a page makes a button of. Every change is
//! checked here: a step that the validator refuses is not offered. Of a secret task no step depends on
//! D.

use serde::Serialize;
use serde_json::json;

use crate::architecture::Form;
use crate::change::Change;
use crate::decimal::parse_number;
use crate::experiment::Experiment;
use crate::grid::MOST_HEADS;

/// What to do next.
///
/// Four targets, and only one head was trained: the answer offers to train more.
///
/// ```
/// use lab::{Experiment, RunState, answer, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "task": { "D": 4 }, "grid": { "h": [1] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "0.1").unwrap();
/// let states: Vec<RunState> = outcomes.iter().map(RunState::from).collect();
/// let next = answer(&experiment, &summarise(&outcomes), &states, false).next.unwrap();
/// assert_eq!(next.label, "Train 1 to 5 heads");
/// assert_eq!(experiment.changed(&next.changes).unwrap().grid.h, [1, 2, 3, 4, 5]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextStep {
    /// What it does, as the name of a button.
    pub label: String,
    /// What is done.
    pub action: Action,
    /// What is changed before: fields of the experiment that the answer is about. It is valid with them.
    pub changes: Vec<Change>,
}

/// What a next step does.
///
/// After a cliff there is nothing to train: the heads are to be looked at.
///
/// ```
/// use lab::{Action, Experiment, RunState, answer, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [3, 4] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "0.02,4e-4").unwrap();
/// let states: Vec<RunState> = outcomes.iter().map(RunState::from).collect();
/// let next = answer(&experiment, &summarise(&outcomes), &states, false).next.unwrap();
/// assert_eq!((next.action, next.label.as_str()), (Action::Inspect, "Look into the heads"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Train the experiment, with the changes.
    Train,
    /// Look into the heads of the runs.
    Inspect,
}

/// A learning rate that every task trains with.
const SAFE_LEARNING_RATE: f64 = 0.01;

impl NextStep {
    /// Looking into the heads.
    pub(super) fn inspect() -> Option<Self> {
        Some(Self {
            label: "Look into the heads".into(),
            action: Action::Inspect,
            changes: Vec::new(),
        })
    }

    /// Training once more, as it is.
    pub(super) fn train_to_the_end() -> Option<Self> {
        Some(Self {
            label: "Train to the end".into(),
            action: Action::Train,
            changes: Vec::new(),
        })
    }

    /// Training with changes; `None` where they are refused.
    fn train(experiment: &Experiment, label: String, changes: Vec<Change>) -> Option<Self> {
        experiment.changed(&changes)?;
        let action = Action::Train;
        Some(Self {
            label,
            action,
            changes,
        })
    }

    /// A third of the learning rate, or far less where it is far too high.
    pub(super) fn lower_learning_rate(experiment: &Experiment) -> Option<Self> {
        let rate = experiment.recipe.learning_rate;
        let lower = match rate > 3.0 * SAFE_LEARNING_RATE {
            true => SAFE_LEARNING_RATE,
            false => parse_number(&format!("{:.0e}", rate / 3.0))?,
        };
        let label = format!("Train with learning rate {lower}");
        Self::train(
            experiment,
            label,
            vec![Change::new("recipe.learningRate", lower)],
        )
    }

    /// Four times as many steps or a few more: the next of 1, 2 or 5 times a power of ten.
    pub(super) fn more_steps(experiment: &Experiment) -> Option<Self> {
        let wanted = 4 * u64::from(experiment.recipe.steps);
        let mut more = 1;
        while more < wanted {
            // 1, 2, 5, 10, …
            let begins_with_two = more.to_string().starts_with('2');
            more = if begins_with_two {
                more / 2 * 5
            } else {
                2 * more
            };
        }
        let label = format!("Train {more} steps");
        Self::train(experiment, label, vec![Change::new("recipe.steps", more)])
    }

    /// Twice as many seeds, and three at least.
    pub(super) fn more_seeds(experiment: &Experiment) -> Option<Self> {
        let mut seeds = experiment.seeds.clone();
        let wanted = (2 * seeds.len()).max(3);
        let unused = (0u32..).filter(|seed| !experiment.seeds.contains(seed));
        seeds.extend(unused.take(wanted - seeds.len()));
        let label = format!("Train {wanted} seeds");
        Self::train(experiment, label, vec![Change::new("seeds", json!(seeds))])
    }

    /// More numbers of heads, so that a cliff can show: around the heads that are needed. Where these
    /// are secret, or not known, twice as many.
    pub(super) fn more_heads(experiment: &Experiment, is_secret: bool) -> Option<Self> {
        let known = &experiment.grid.h;
        let most = known.iter().copied().max()?;
        let d = experiment.task.token_dimension();
        let wanted: Vec<u32> = match experiment.needed_heads() {
            _ if experiment.grid.family.form() == Form::Memoriser => return Self::inspect(),
            Some(needed) if !is_secret => (1..=needed + 1).collect(),
            Some(_) => (1..=(2 * most).max(5)).collect(),
            // Heads share the token's size: their number divides it.
            None => (1..=4.max(2 * most))
                .filter(|h| d.is_multiple_of(*h))
                .collect(),
        };
        // Inserted one by one: the standard library's sort would make the download larger.
        let mut heads: Vec<u32> = Vec::new();
        for h in known.iter().copied().chain(wanted) {
            if let Err(place) = heads.binary_search(&h)
                && h <= MOST_HEADS
            {
                heads.insert(place, h);
            }
        }
        if heads.len() == known.len() {
            return Self::more_steps(experiment);
        }
        let (first, last) = (heads[0], heads[heads.len() - 1]);
        let label = format!("Train {first} to {last} heads");
        Self::train(experiment, label, vec![Change::new("grid.h", json!(heads))])
    }

    /// More of the heads that are too small: layers side by side.
    pub(super) fn more_small_heads(experiment: &Experiment) -> Option<Self> {
        let mut beside = experiment.grid.family.list("w").to_vec();
        let more = 4 * beside.iter().copied().max()?;
        beside.push(more);
        let label = format!("Try {more} times as many of the small heads");
        let step = Self::train(
            experiment,
            label,
            vec![Change::new("grid.w", json!(beside))],
        );
        step.or_else(Self::inspect)
    }
}
