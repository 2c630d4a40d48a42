//! Which experiments and which results can be compared with each other. How a prediction is compared
//! with results is in `prediction.rs`.

use crate::experiment::Experiment;
use crate::outcome::Outcome;

impl Experiment {
    /// Whether both have the same task, whatever the seed of its data.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let of = |task: &str| Experiment::from_json(&format!(r#"{{ "task": {task} }}"#)).unwrap();
    /// assert!(of(r#"{ "seed": 0 }"#).same_task(&of(r#"{ "seed": 7 }"#)));
    /// assert!(!of(r#"{ "D": 4 }"#).same_task(&of(r#"{ "D": 3 }"#)));
    /// ```
    pub fn same_task(&self, other: &Self) -> bool {
        let mut task = self.task.clone();
        task.set_seed(other.task.seed());
        task == other.task
    }

    /// Whether results that were recorded for another experiment can be shown beside those of this
    /// one: the same task, whatever its data, the same form, size of heads and layers, and no
    /// sequence length or hidden width that this experiment does not have.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let at = |lengths: &str| {
    ///     Experiment::from_json(&format!(r#"{{ "grid": {{ "T": {lengths} }} }}"#)).unwrap()
    /// };
    /// assert!(at("[8, 16]").is_comparable_with(&at("[16]")));
    /// // Results at T = 8 have no place beside those at T = 16.
    /// assert!(!at("[16]").is_comparable_with(&at("[8, 16]")));
    /// ```
    pub fn is_comparable_with(&self, recorded: &Self) -> bool {
        let (own, other) = (&self.grid, &recorded.grid);
        let sizes = |experiment: &Self| {
            let family = &experiment.grid.family;
            (family.form(), family.head_size(), family.list("L").to_vec())
        };
        let has_all = |own: &[u32], others: &[u32]| others.iter().all(|size| own.contains(size));
        self.same_task(recorded)
            && sizes(self) == sizes(recorded)
            && has_all(&own.T, &other.T)
            && has_all(own.family.list("N"), other.family.list("N"))
    }

    /// How far recorded results that are comparable are from what this experiment trains: another draw of
    /// the task's data counts more than other lengths or widths. Zero where they differ in neither; `None`
    /// where they are not comparable.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let at = |seed: u32, lengths: &str| {
    ///     let text = format!(r#"{{ "task": {{ "seed": {seed} }}, "grid": {{ "T": {lengths} }} }}"#);
    ///     Experiment::from_json(&text).unwrap()
    /// };
    /// let own = at(3, "[8, 16]");
    /// let distances = [at(3, "[8, 16]"), at(3, "[16]"), at(1, "[8, 16]"), at(3, "[32]")]
    ///     .map(|recorded| own.distance_to_recorded(&recorded));
    /// assert_eq!(distances, [Some(0), Some(1), Some(2), None]);
    /// ```
    pub fn distance_to_recorded(&self, recorded: &Self) -> Option<u32> {
        let (own, other) = (&self.grid, &recorded.grid);
        let has_same_sizes = own.T == other.T && own.family.list("N") == other.family.list("N");
        let is_same_draw = self.task == recorded.task;
        self.is_comparable_with(recorded)
            .then_some(u32::from(!has_same_sizes) + 2 * u32::from(!is_same_draw))
    }
}

/// An experiment and its outcomes.
type Trained<'a> = (&'a Experiment, &'a [Outcome]);

/// Whether both are the same experiment with the same errors, whether it was trained once or twice.
///
/// ```
/// use lab::{Experiment, results_from_text, same_results};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] } }"#).unwrap();
/// let first = results_from_text(&experiment, "0.5,0.1").unwrap();
/// let second = results_from_text(&experiment, "0.5,0.2").unwrap();
/// assert!(same_results((&experiment, &first), (&experiment, &first)));
/// assert!(!same_results((&experiment, &first), (&experiment, &second)));
/// ```
pub fn same_results(one: Trained<'_>, other: Trained<'_>) -> bool {
    let errors = |of: Trained<'_>| -> Vec<_> { of.1.iter().map(|outcome| outcome.nmse).collect() };
    one.0 == other.0 && errors(one) == errors(other)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{kinds_and_forms, results_from_text};

    fn experiment(given: Value) -> Experiment {
        Experiment::from_value(given).unwrap()
    }

    #[test]
    fn tasks_are_the_same_whatever_their_data() {
        for (kind, _) in kinds_and_forms() {
            let of_seed = |seed: u32| experiment(json!({ "task": { "kind": kind, "seed": seed } }));
            assert!(of_seed(0).same_task(&of_seed(7)), "{kind}");
        }
        let default = Experiment::default();
        assert!(default.same_task(&experiment(json!({ "recipe": { "steps": 1 } }))));
        assert!(!default.same_task(&experiment(json!({ "task": { "D": 3 } }))));
        assert!(!default.same_task(&experiment(json!({ "task": { "kind": "min-max" } }))));
    }

    #[test]
    fn results_are_comparable_if_all_their_sizes_are_asked_for() {
        let own = experiment(json!({ "grid": { "T": [8, 16], "N": [16, 32] } }));
        let is_comparable = |task: Value, grid: Value| {
            own.is_comparable_with(&experiment(json!({ "task": task, "grid": grid })))
        };
        assert!(own.is_comparable_with(&own));
        for (task, grid) in [
            (json!({}), json!({})),
            (json!({ "seed": 3 }), json!({ "T": [8], "N": [32, 16] })),
            (json!({}), json!({ "h": [7, 9] })),
        ] {
            assert!(is_comparable(task.clone(), grid.clone()), "{task} {grid}");
        }
        for (task, grid) in [
            (json!({ "D": 3 }), json!({})),
            (json!({}), json!({ "T": [16, 32] })),
            (json!({}), json!({ "N": [64] })),
            (json!({}), json!({ "n": 4 })),
            (json!({}), json!({ "E": 8 })),
            (json!({}), json!({ "L": [2] })),
            (json!({}), json!({ "L": [1, 2] })),
            (json!({}), json!({ "form": "memoriser", "T": [8] })),
            (json!({ "kind": "farthest" }), json!({})),
        ] {
            assert!(!is_comparable(task.clone(), grid.clone()), "{task} {grid}");
        }
    }

    #[test]
    fn attention_has_neither_widths_nor_layers_to_compare() {
        let of = |h: &[u32]| {
            experiment(json!({ "task": { "kind": "farthest" }, "grid": { "h": h, "w": [1, 8] } }))
        };
        assert!(of(&[1, 2]).is_comparable_with(&of(&[4])));
    }

    #[test]
    fn results_are_the_same_if_their_errors_are() {
        let results = |given: Value, text: &str| {
            let experiment = experiment(given);
            let outcomes = results_from_text(&experiment, text).unwrap();
            (experiment, outcomes)
        };
        let grid = json!({ "grid": { "h": [1, 2] } });
        let one = results(grid.clone(), "0.5,~7");
        let same = |other: (Experiment, Vec<Outcome>)| {
            same_results((&one.0, &one.1), (&other.0, &other.1))
        };
        assert!(same(results(grid.clone(), "0.5,~9")));
        assert!(!same(results(grid, "0.5,0.1")));
        let other = json!({ "grid": { "h": [1, 3] } });
        assert!(!same(results(other, "0.5,~7")));
    }
}
