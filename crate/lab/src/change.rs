//! Changes of single fields of an experiment, as data: what a suggestion or a repair does when the
//! reader takes it. Whether the result is allowed is decided by the one validator
//! ([`Experiment::from_value`]): what it refuses is never offered.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::experiment::Experiment;
use crate::problem::Problem;

/// One field and its new value.
///
/// ```
/// use lab::{Change, Experiment};
///
/// let change = Change { path: "recipe.steps".into(), value: 500.into() };
/// let shorter = Experiment::default().changed(&[change]).unwrap();
/// assert_eq!(shorter.recipe.steps, 500);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The field's path, such as `recipe.steps`.
    pub path: String,
    /// Its value, as JSON.
    pub value: Value,
}

impl Change {
    pub(crate) fn new(path: impl Into<String>, value: impl Into<Value>) -> Self {
        let (path, value) = (path.into(), value.into());
        Self { path, value }
    }
}

/// A way to mend what was refused.
///
/// ```
/// use lab::Experiment;
///
/// let problems = Experiment::from_json(r#"{ "recipe": { "steps": 0 } }"#).unwrap_err();
/// let repair = &problems.listed()[0].repairs[0];
/// assert_eq!(repair.label, "Set to 1");
/// assert_eq!(repair.changes[0].path, "recipe.steps");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repair {
    /// What it does, as the name of a button beside the field.
    pub label: String,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// Those of a problem's repairs after which fewer things are wrong with `draft`.
///
/// Tokens of 4 numbers have no room for 32 targets at right angles: there are two ways out.
///
/// ```
/// use lab::{Experiment, repairs_of};
///
/// let draft = serde_json::json!({ "task": { "D": 32 } });
/// let problems = Experiment::from_value(draft.clone()).unwrap_err();
/// let repairs = repairs_of(&draft, &problems.listed()[0]);
/// let labels: Vec<&str> = repairs.iter().map(|repair| repair.label.as_str()).collect();
/// assert_eq!(labels, ["Set d = 32", "Use random weights"]);
/// ```
pub fn repairs_of(draft: &Value, problem: &Problem) -> Vec<Repair> {
    let wrong = |draft: Value| match Experiment::from_value(draft) {
        Ok(_) => 0,
        Err(problems) => problems.count(),
    };
    let before = wrong(draft.clone());
    let helps = |repair: &&Repair| {
        let mut mended = draft.clone();
        apply(&mut mended, &repair.changes);
        wrong(mended) < before
    };
    problem.repairs.iter().filter(helps).cloned().collect()
}

/// Puts every value at its path; objects on the way that are missing are made.
pub(crate) fn apply(draft: &mut Value, changes: &[Change]) {
    for Change { path, value } in changes {
        let mut place = &mut *draft;
        for name in path.split('.') {
            if !place.is_object() {
                *place = Value::Object(Map::new());
            }
            place = &mut place[name];
        }
        *place = value.clone();
    }
}

impl Experiment {
    /// The experiment with some fields changed; `None` if it would be refused.
    ///
    /// ```
    /// use lab::{Change, Experiment};
    ///
    /// let with_steps = |steps: u32| {
    ///     let change = Change { path: "recipe.steps".into(), value: steps.into() };
    ///     Experiment::default().changed(&[change])
    /// };
    /// assert_eq!(with_steps(10).unwrap().recipe.steps, 10);
    /// // A run has at least one step.
    /// assert_eq!(with_steps(0), None);
    /// ```
    pub fn changed(&self, changes: &[Change]) -> Option<Self> {
        let mut json = self.to_value();
        apply(&mut json, changes);
        Self::from_value(json).ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_change_is_made_at_its_path_and_checked() {
        let default = Experiment::default();
        let changed = default.changed(&[
            Change::new("recipe.steps", 10),
            Change::new("seeds", json!([1, 2])),
        ]);
        let changed = changed.unwrap();
        assert_eq!((changed.recipe.steps, changed.seeds), (10, vec![1, 2]));
        assert_eq!(default.changed(&[Change::new("recipe.steps", 0)]), None);
        // One that belongs to another kind of task is refused as well.
        assert_eq!(default.changed(&[Change::new("task.outer", "sum")]), None);
    }

    /// The labels of the repairs of the first problem of a draft, each of which must help.
    fn labels(draft: Value) -> Vec<String> {
        let refused = Experiment::from_value(draft.clone()).unwrap_err();
        let repairs = repairs_of(&draft, &refused.listed()[0]);
        for Repair { label, changes } in &repairs {
            let mut mended = draft.clone();
            apply(&mut mended, changes);
            let left = Experiment::from_value(mended).map_or_else(|p| p.count(), |_| 0);
            assert!(left < refused.count(), "{label}");
        }
        repairs.into_iter().map(|repair| repair.label).collect()
    }

    #[test]
    fn what_is_refused_can_be_mended_by_what_is_offered() {
        for (draft, offered) in [
            (
                json!({ "task": { "D": 32 } }),
                vec!["Set d = 32", "Use random weights"],
            ),
            (
                json!({ "grid": { "h": [1, 0, 99, 3] } }),
                vec!["Use 1, 64, 3"],
            ),
            (json!({ "grid": { "h": [2, 2, 3] } }), vec!["Use 2, 3"]),
            (json!({ "grid": { "h": [] } }), vec!["Use 1, 2, 3, 4, 5"]),
            (
                json!({ "seeds": (0..200).collect::<Vec<u32>>() }),
                vec!["Use the 100 that are allowed"],
            ),
            (json!({ "recipe": { "steps": 0 } }), vec!["Set to 1"]),
            (
                json!({ "recipe": { "steps": 2e9 } }),
                vec!["Set to 1000000"],
            ),
            (json!({ "recipe": { "steps": 99.6 } }), vec!["Set to 100"]),
            (
                json!({ "recipe": { "learningRate": 20 } }),
                vec!["Set to 10"],
            ),
            (
                json!({ "recipe": { "batch": 100, "trainSequences": 60 } }),
                vec!["Set to 100", "Set the batch to 60"],
            ),
            (
                json!({ "grid": { "n": 8, "E": 8 } }),
                vec!["Leave it out", "Leave n out"],
            ),
            (
                json!({ "task": { "kind": "farthest", "d": 16 }, "grid": { "h": [1, 2, 3, 5] } }),
                vec!["Use 1, 2"],
            ),
            (
                json!({ "task": { "kind": "nearest" }, "grid": { "T": [1, 8] } }),
                vec!["Use 8"],
            ),
            (
                json!({ "grid": { "form": "memoriser", "h": [2], "T": [4] } }),
                vec!["Use 1"],
            ),
            (
                json!({ "grid": { "form": "memoriser", "h": [1], "T": [4], "n": 3 } }),
                vec!["Set to 16"],
            ),
            (
                json!({ "task": { "kind": "retrieval", "D": 9, "d": 1 } }),
                vec!["Set d = 2"],
            ),
            (
                json!({ "grid": { "T": [1024] }, "recipe": { "batch": 8192, "trainSequences": 8192 } }),
                vec!["Lower to 3938"],
            ),
            (
                json!({ "grid": { "h": (1..=64).collect::<Vec<u32>>() }, "seeds": (0..40).collect::<Vec<u32>>() }),
                vec!["Train one seed"],
            ),
            // Nothing is obvious here.
            (json!({ "recipe": { "steps": "many" } }), vec![]),
            (json!({ "recipe": { "learningRate": -1 } }), vec![]),
            (json!({ "colour": "red" }), vec![]),
        ] {
            assert_eq!(labels(draft.clone()), offered, "{draft}");
        }
    }

    #[test]
    fn a_repair_that_does_not_help_is_not_offered() {
        // So many seeds are too many with one of them, too.
        let heads: Vec<u32> = (1..=64).collect();
        let lengths: Vec<u32> = (1..=32).collect();
        assert!(labels(json!({ "grid": { "h": heads, "T": lengths } })).is_empty());
    }

    #[test]
    fn missing_objects_are_made() {
        let mut draft = json!({ "grid": 3 });
        let changes = [Change::new("grid.h", json!([1])), Change::new("task.D", 2)];
        apply(&mut draft, &changes);
        assert_eq!(draft, json!({ "grid": { "h": [1] }, "task": { "D": 2 } }));
    }
}
