//! The name of an experiment's results: its task, and what else differs from the defaults, in words. Not
//! a link: it need not tell all.

use crate::experiment::Experiment;
use crate::task::Task;

/// The most things that a name says beside the task.
const MOST_PARTS: usize = 4;

/// What tells results apart best, by their keys in a link; whatever is not listed comes after these.
const TELLING: [&str; 10] = [
    "T",
    "N",
    "L",
    "w",
    "form",
    "E",
    "steps",
    "learningRate",
    "seeds",
    "h",
];

impl Experiment {
    /// "Largest + smallest, 600 steps": the task, and what else differs from the defaults.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// assert_eq!(Experiment::default().name(), "4 maxima");
    /// let text = r#"{ "grid": { "T": [8, 16] }, "recipe": { "steps": 600 }, "seeds": [0, 1, 2] }"#;
    /// let experiment = Experiment::from_json(text).unwrap();
    /// assert_eq!(experiment.name(), "4 maxima, T = 8, 16, 600 steps, 3 seeds");
    /// ```
    pub fn name(&self) -> String {
        let mut name = match &self.task {
            Task::MaxSum(task) if task.D == 1 => "1 maximum".into(),
            Task::MaxSum(task) => format!("{} maxima", task.D),
            Task::Retrieval(task) if task.D == 1 => "1 hidden spot".into(),
            Task::Retrieval(task) => format!("{} hidden spots", task.D),
            Task::MinMax(_) => "Largest + smallest".into(),
            Task::Farthest(_) => "Farthest point".into(),
            Task::Nearest(_) => "Nearest point".into(),
        };
        let query = self.to_query();
        let pairs: Vec<(&str, &str)> = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .filter(|(key, _)| !["v", "kind", "D"].contains(key))
            .collect();
        let telling = TELLING
            .iter()
            .filter_map(|key| pairs.iter().find(|pair| pair.0 == *key));
        let others = pairs.iter().filter(|pair| !TELLING.contains(&pair.0));
        for (key, value) in telling.chain(others).take(MOST_PARTS) {
            name += ", ";
            name += &self.in_words(key, value);
        }
        name
    }

    /// One setting of a link in words.
    fn in_words(&self, key: &str, value: &str) -> String {
        let list = value.replace(',', ", ");
        let (before, after) = match key {
            "steps" => ("", " step"),
            "h" => match &self.grid.h[..] {
                [first, .., last] if self.grid.h.is_sorted_by(|a, b| a + 1 == *b) => {
                    return format!("{first} to {last} heads");
                }
                _ => ("h = ", ""),
            },
            "seeds" => match self.seeds.len() {
                1 => ("seed ", ""),
                count => return format!("{count} seeds"),
            },
            "learningRate" => ("learning rate ", ""),
            "trainSequences" => ("", " training sequence"),
            "validationSequences" => ("", " unseen sequence"),
            "curvePoints" => {
                let points = if value == "1" { "point" } else { "points" };
                return format!("{list} {points} a curve");
            }
            "weightDecay" => ("weight decay ", ""),
            "warmUp" => ("warm-up ", ""),
            "target" => ("stops at ", ""),
            "seed" => ("data seed ", ""),
            "data" => ("", " data"),
            // A matrix of weights. Those at right angles are the default.
            "directions" if value.contains('~') => return "given weights".into(),
            "directions" => return "random weights".into(),
            "form" | "outer" | "subsets" | "queries" | "feature" => ("", ""),
            _ => return format!("{key} = {list}"),
        };
        // What is counted has its number before it.
        let is_counted = before.is_empty() && !after.is_empty() && key != "data";
        let plural = if is_counted && value != "1" { "s" } else { "" };
        format!("{before}{list}{after}{plural}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::arbitrary::any_experiment;

    #[test]
    fn a_name_is_the_task_and_what_differs_in_words() {
        let name = |given: Value| Experiment::from_value(given).unwrap().name();
        assert_eq!(name(json!({})), "4 maxima");
        assert_eq!(name(json!({ "task": { "D": 1 } })), "1 maximum");
        let smallest = json!({ "task": { "kind": "min-max" }, "recipe": { "steps": 600 } });
        assert_eq!(name(smallest), "Largest + smallest, 600 steps");
        let recipe = json!({ "steps": 1, "batch": 1, "trainSequences": 1, "curvePoints": 1 });
        assert_eq!(
            name(json!({ "recipe": recipe })),
            "4 maxima, 1 step, batch = 1, 1 training sequence, 1 point a curve"
        );
        let many = json!({
            "task": { "kind": "farthest", "d": 8 },
            "grid": { "h": [1, 2] },
            "recipe": { "learningRate": 0.01, "data": "fresh", "steps": 20 },
            "seeds": [0, 1, 2],
        });
        assert_eq!(
            name(many),
            "Farthest point, 20 steps, learning rate 0.01, 3 seeds, 1 to 2 heads"
        );
        let lists = json!({ "grid": { "T": [8, 16], "E": 32 }, "seeds": [7] });
        assert_eq!(name(lists), "4 maxima, T = 8, 16, E = 32, seed 7");
        let given = json!({ "task": { "directions": [[1, 0], [0, 1]] } });
        assert_eq!(name(given), "2 maxima, given weights");
        let drawn = json!({ "task": { "directions": "gaussian" } });
        assert_eq!(name(drawn), "4 maxima, random weights");
        let spots = json!({ "task": { "kind": "retrieval", "D": 2, "d": 2, "outer": "product" } });
        assert_eq!(name(spots), "2 hidden spots, product");
    }

    proptest! {
        #[test]
        fn no_name_is_a_query(experiment in any_experiment()) {
            let name = experiment.name();
            prop_assert!(!name.contains('&') && !name.contains("kind="), "{}", name);
            prop_assert!(name.split(", ").next().is_some_and(|task| !task.contains('=')));
        }
    }
}
