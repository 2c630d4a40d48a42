//! `Experiment`: everything needed to reproduce a result, and the one place where it is checked.
//! Whatever its source, an experiment is read by [`Experiment::from_value`].

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::capacity::fits_anywhere;
use crate::fields::{Fields, Findings};
use crate::grid::Grid;
use crate::problem::{Problems, not_json};
use crate::recipe::Recipe;
use crate::task::Task;

/// The version of the JSON form that this code writes, and the newest it reads.
///
/// ```
/// use lab::{Experiment, VERSION};
///
/// assert_eq!(Experiment::default().version, VERSION);
/// let newer = serde_json::json!({ "version": VERSION + 1 });
/// assert!(Experiment::from_value(newer).is_err());
/// ```
pub const VERSION: u32 = 1;

/// Task + architecture grid + recipe + seeds.
///
/// The default is paper 1's: D = 4 maxima, learned with one to five heads at T = 16.
///
/// ```
/// use lab::{Experiment, runs};
///
/// let experiment = Experiment::default();
/// assert_eq!(experiment.task.dimension(), Some(4));
/// assert_eq!((experiment.grid.h.len(), experiment.grid.T.len(), experiment.seeds.len()), (5, 1, 1));
/// assert_eq!(runs(&experiment).len(), 5);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Experiment {
    /// Version of the JSON form.
    pub version: u32,
    /// What is to be learned.
    pub task: Task,
    /// Which Transformers are trained on it.
    pub grid: Grid,
    /// How they are trained.
    pub recipe: Recipe,
    /// One run per architecture and seed. A seed sets the initial weights of a run and the order of
    /// its batches; the data are the same for every run.
    pub seeds: Vec<u32>,
}

impl Default for Experiment {
    fn default() -> Self {
        Self {
            version: VERSION,
            task: Task::default(),
            grid: Grid::default(),
            recipe: Recipe::default(),
            seeds: vec![0],
        }
    }
}

/// The most runs that one experiment may have.
const MOST_RUNS: u64 = 2000;

impl Experiment {
    /// Reads and checks an experiment. Missing fields take their defaults, unknown ones are
    /// refused, and every problem is reported, not only the first.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] }, "seeds": [0, 1, 2] }"#).unwrap();
    /// assert_eq!((experiment.grid.h, experiment.seeds), (vec![1, 2], vec![0, 1, 2]));
    ///
    /// let problems = Experiment::from_json(r#"{ "grid": { "h": [0] }, "recipe": { "steps": -1 } }"#).unwrap_err();
    /// assert!(problems.to_string().contains("grid.h") && problems.to_string().contains("recipe.steps"));
    /// ```
    pub fn from_json(text: &str) -> Result<Self, Problems> {
        match serde_json::from_str(text) {
            Ok(value) => Self::from_value(value),
            Err(error) => Err(not_json("experiment", text, &error).into()),
        }
    }

    /// As [`Self::from_json`], from JSON already parsed.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let experiment = Experiment::from_value(serde_json::json!({ "seeds": [7] })).unwrap();
    /// assert_eq!(experiment.seeds, [7]);
    /// ```
    pub fn from_value(value: Value) -> Result<Self, Problems> {
        let experiment = Self::read(value)?;
        match fits_anywhere(&experiment) {
            Ok(()) => Ok(experiment),
            Err(problem) => Err(problem.into()),
        }
    }

    /// As [`Self::from_value`], but without the check whether any engine has the memory for it.
    pub(crate) fn read(value: Value) -> Result<Self, Problems> {
        let mut findings = Findings::default();
        let experiment = Self::read_fields(value, &mut findings);
        findings.problems.none_or(experiment)
    }

    /// Reads every field. What is refused goes to the findings, and its default takes its place: an
    /// experiment that was read with problems is not valid.
    pub(crate) fn read_fields(value: Value, findings: &mut Findings) -> Self {
        let mut fields = Fields::new("", value, findings);
        let version = fields.whole("version", VERSION, 1..=VERSION);
        let task = Task::read(fields.object("task"));
        let experiment = Self {
            version,
            grid: Grid::read(fields.object("grid"), &task),
            task,
            recipe: Recipe::read(fields.object("recipe")),
            seeds: fields.wholes("seeds", &[0], 0..=u32::MAX, 100),
        };
        let shortest = experiment.task.shortest();
        let place = fields.problems();
        for t in experiment.grid.T.iter().filter(|t| **t < shortest) {
            fields.refuse(
                "grid.T",
                (*t).into(),
                format!(
                    "at least {shortest} where task.kind is \"{}\": shorter sequences have no answer",
                    experiment.task.kind()
                ),
            );
        }
        if fields.problems() > place {
            let long = experiment.grid.T.iter().copied();
            let mut long: Vec<u32> = long.filter(|t| *t >= shortest).collect();
            if long.is_empty() {
                long.push(shortest);
            }
            fields.offer_list("grid.T", place, &long);
        }
        let runs = crate::plan::count(&experiment);
        if runs > MOST_RUNS {
            fields.refuse(
                "grid",
                Value::String(format!("{runs} runs")),
                format!("at most {MOST_RUNS} runs: shorten a list in grid, or seeds"),
            );
            let first = experiment.seeds[..1].to_vec();
            fields.offer("Train one seed".into(), "seeds", first.into());
        }
        fields.finish();
        experiment
    }

    /// The JSON form, with every field.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let experiment = Experiment::from_json(r#"{ "seeds": [7] }"#).unwrap();
    /// let text = experiment.to_json();
    /// assert!(text.contains(r#""steps":2000"#) && text.ends_with(r#""seeds":[7]}"#));
    /// assert_eq!(Experiment::from_json(&text).unwrap(), experiment);
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an experiment has no keys but strings")
    }

    /// The experiment as a value of JSON. By way of its text: a second serialiser would be downloaded by
    /// every reader of the page.
    pub(crate) fn to_value(&self) -> Value {
        serde_json::from_str(&self.to_json()).expect("what was written as JSON is JSON")
    }
}

impl<'de> Deserialize<'de> for Experiment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbitrary::any_experiment;
    use proptest::prelude::*;
    use serde_json::json;

    fn problems(value: Value) -> Vec<String> {
        match Experiment::from_value(value) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.listed().iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn an_empty_experiment_is_the_default() {
        assert_eq!(Experiment::from_json("{}"), Ok(Experiment::default()));
    }

    #[test]
    fn every_problem_is_named_with_its_value_and_what_is_allowed() {
        let given = json!({
            "version": 9,
            "task": { "D": 5 },
            "grid": { "h": [1, 0, 1], "m": 3 },
            "recipe": { "steps": "many", "learningRate": -1, "batch": 9000, "data": "riddle" },
            "seeds": [],
        });
        assert_eq!(
            problems(given),
            [
                "version is 9, but must be a whole number from 1 to 1.",
                "task.D is 5, but must be at most 4: tokens of 4 numbers have room for only 4 targets whose weights are at right angles.",
                "grid.h[1] is 0, but must be a whole number from 1 to 64.",
                "grid.h[2] is 1, but must be a value that the list does not hold already.",
                "grid.m is 3, but must be left out: there is no such field here, only form, h, T, N, n, E, L.",
                "recipe.steps is \"many\", but must be a whole number from 1 to 1000000.",
                "recipe.batch is 9000, but must be a whole number from 1 to 8192.",
                "recipe.learningRate is -1, but must be a number above 0 and at most 10.",
                "recipe.data is \"riddle\", but must be \"fixed\" or \"fresh\".",
                "seeds is [], but must be a list of 1 to 100 entries.",
            ]
        );
    }

    #[test]
    fn too_many_runs_are_refused_with_their_number() {
        let heads: Vec<u32> = (1..=64).collect();
        let given = json!({ "grid": { "h": heads, "T": (1..=32).collect::<Vec<u32>>() } });
        let refusal = problems(given).join(" ");
        assert!(
            refusal.contains("2048 runs") && refusal.contains("at most 2000"),
            "{refusal}"
        );
    }

    #[test]
    fn sequences_too_short_for_the_task_are_refused() {
        let given = json!({ "task": { "kind": "nearest" }, "grid": { "T": [4, 1] } });
        assert_eq!(
            problems(given),
            [
                "grid.T is 1, but must be at least 2 where task.kind is \"nearest\": shorter sequences have no answer."
            ]
        );
    }

    #[test]
    fn text_that_is_not_json_is_refused() {
        assert!(Experiment::from_json("h=4").is_err());
        assert!(Experiment::from_json("[1]").is_err());
        assert!(Experiment::from_json("").is_err());
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            (0u32..70).prop_map(Value::from),
            "[a-z-]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            let key = prop_oneof![
                Just("task".to_string()),
                Just("grid".into()),
                Just("recipe".into()),
                Just("seeds".into()),
                Just("h".into()),
                Just("T".into()),
                Just("steps".into()),
                Just("batch".into()),
                Just("D".into()),
                Just("kind".into()),
                "[a-z]{1,5}",
            ];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::vec((key, inner), 0..6)
                    .prop_map(|pairs| pairs.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_json_panics(value in any_json()) {
            let _ = Experiment::from_value(value);
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,200}") {
            let _ = Experiment::from_json(&text);
        }

        #[test]
        fn valid_experiments_survive_json(experiment in any_experiment()) {
            prop_assert_eq!(Experiment::from_json(&experiment.to_json()), Ok(experiment));
        }
    }
}
