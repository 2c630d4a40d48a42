//! `Task`: what is to be learned — a target function, its input distribution and, where paper 1
//! defines one, its intrinsic dimension D. One file per kind; here is only what all of them share.
//! How a task is trained, and what its errors mean, is not known here.

mod directions;
mod farthest;
mod feature;
mod max_sum;
mod min_max;
mod nearest;
mod outer;
mod retrieval;
mod sphere;
mod subsets;

use serde::Serialize;

use crate::fields::Fields;
use crate::random::Stream;

pub use directions::Directions;
pub use farthest::Farthest;
pub use feature::Feature;
pub use max_sum::MaxSum;
pub use min_max::MinMax;
pub use nearest::{Nearest, Queries};
pub use outer::Outer;
pub use retrieval::Retrieval;
pub use subsets::Subsets;

/// A target function and its input distribution.
///
/// In JSON the field `kind` comes first and says what the other fields mean; each of those may be
/// left out and then takes the default of its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Task {
    /// Paper 1's experiment: a sum of maxima along D directions.
    MaxSum(MaxSum),
    /// Paper 1's target class: D minima of D features, made into one number.
    Retrieval(Retrieval),
    /// Paper 1's smallest example: the largest number plus the smallest.
    MinMax(MinMax),
    /// Paper 2's experiment: for every point on a sphere, the farthest one.
    Farthest(Farthest),
    /// Paper 2's other form: for every query, the nearest point.
    Nearest(Nearest),
}

/// What every kind of task answers. `inputs` and `targets` hold one sequence after another.
pub(crate) trait Kind {
    /// See [`Task::dimension`].
    fn dimension(&self) -> Option<u32>;
    /// See [`Task::token_dimension`].
    fn token_dimension(&self) -> u32;
    /// See [`Task::scored_tokens`].
    fn scored_tokens(&self, _t: u32) -> u32 {
        1
    }
    /// The dimension of one scored token's target if that is a vector, `None` if it is a number.
    fn vector(&self) -> Option<u32> {
        None
    }
    /// See [`Task::shortest`].
    fn shortest(&self) -> u32 {
        1
    }
    /// Sets the task's own parameters and the data.
    fn seed(&self) -> u32;
    /// See [`Task::sentence`].
    fn sentence(&self) -> String;
    /// `count` sequences of length `t`: `[count, t, token_dimension]`.
    fn inputs(&self, stream: &mut Stream, t: u32, count: u32) -> Vec<f32>;
    /// Their targets: `[count, scored_tokens · target_dimension]`.
    fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32>;
    /// See [`Task::extrema`].
    fn extrema(&self, _t: u32, _inputs: &[f32]) -> Vec<u32> {
        Vec::new()
    }
}

impl Default for Task {
    fn default() -> Self {
        Self::MaxSum(MaxSum::default())
    }
}

impl Task {
    /// Reads a task; what is wrong with it goes to the fields' problems.
    pub(crate) fn read(mut fields: Fields<'_>) -> Self {
        type Read = fn(&mut Fields<'_>) -> Task;
        let kinds: [(&str, Read); 5] = [
            ("max-sum", |fields| Self::MaxSum(MaxSum::read(fields))),
            ("retrieval", |fields| {
                Self::Retrieval(Retrieval::read(fields))
            }),
            ("min-max", |fields| Self::MinMax(MinMax::read(fields))),
            ("farthest", |fields| Self::Farthest(Farthest::read(fields))),
            ("nearest", |fields| Self::Nearest(Nearest::read(fields))),
        ];
        let read = fields.choice("kind", &kinds);
        let task = read(&mut fields);
        fields.finish();
        task
    }

    pub(crate) fn inner(&self) -> &dyn Kind {
        match self {
            Self::MaxSum(task) => task,
            Self::Retrieval(task) => task,
            Self::MinMax(task) => task,
            Self::Farthest(task) => task,
            Self::Nearest(task) => task,
        }
    }

    /// The seed of the task's own parameters and of its data.
    pub(crate) fn seed(&self) -> u32 {
        self.inner().seed()
    }

    /// Gives the task other parameters and data.
    pub(crate) fn set_seed(&mut self, seed: u32) {
        *match self {
            Self::MaxSum(task) => &mut task.seed,
            Self::Retrieval(task) => &mut task.seed,
            Self::MinMax(task) => &mut task.seed,
            Self::Farthest(task) => &mut task.seed,
            Self::Nearest(task) => &mut task.seed,
        } = seed;
    }

    /// The word for this kind of task, as in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::MaxSum(_) => "max-sum",
            Self::Retrieval(_) => "retrieval",
            Self::MinMax(_) => "min-max",
            Self::Farthest(_) => "farthest",
            Self::Nearest(_) => "nearest",
        }
    }

    /// Intrinsic dimension D: how many features the task retrieves. `None` where paper 1 does not
    /// define it: in the tasks of paper 2.
    pub fn dimension(&self) -> Option<u32> {
        self.inner().dimension()
    }

    /// How many numbers a token has, its position included where it carries one.
    pub fn token_dimension(&self) -> u32 {
        self.inner().token_dimension()
    }

    /// How many tokens of a sequence of length `t` have a target: 1 for the tasks of paper 1,
    /// whose one target belongs to the whole sequence.
    pub fn scored_tokens(&self, t: u32) -> u32 {
        self.inner().scored_tokens(t)
    }

    /// How many numbers one scored token's target has.
    pub fn target_dimension(&self) -> u32 {
        self.inner().vector().unwrap_or(1)
    }

    /// What its errors are: see [`Dataset::nmse`](crate::Dataset::nmse).
    pub fn measure(&self) -> &'static str {
        match self.inner().vector() {
            None => "NMSE",
            Some(_) => "mean squared distance",
        }
    }

    /// The least sequence length for which the task has an answer.
    pub fn shortest(&self) -> u32 {
        self.inner().shortest()
    }

    /// The task in one or two plain sentences.
    pub fn sentence(&self) -> String {
        self.inner().sentence()
    }

    /// The targets of `inputs`, which holds one sequence of `t` tokens after another:
    /// `[sequences, scored_tokens · target_dimension]`.
    pub fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32> {
        self.inner().targets(t, inputs)
    }

    /// For each feature i, the position at which it attains its extremum in `sequence`,
    /// `[T, token_dimension]`: the place that some head has to look at. Of equals, the first.
    ///
    /// `sequence` may hold several sequences, one after another; then the answer is
    /// `[sequences, D]`, and the task's own parameters are drawn only once. Empty for the tasks
    /// of paper 2.
    pub fn extrema(&self, t: u32, sequence: &[f32]) -> Vec<u32> {
        self.inner().extrema(t, sequence)
    }
}

/// The first position of the least value.
fn least(values: impl Iterator<Item = f64>) -> (usize, f64) {
    values
        .enumerate()
        .fold((0, f64::INFINITY), |best, (i, value)| {
            if value < best.1 { (i, value) } else { best }
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dataset, Experiment, Purpose};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    const KINDS: [&str; 5] = ["max-sum", "retrieval", "min-max", "farthest", "nearest"];

    /// The task in `value`, or all problems as lines.
    pub fn read(value: Value) -> Result<Task, String> {
        Experiment::from_value(json!({ "task": value }))
            .map(|experiment| experiment.task)
            .map_err(|problems| problems.to_string())
    }

    #[test]
    fn every_kind_has_defaults_and_its_name_comes_first() {
        let defaults = [
            Task::MaxSum(MaxSum::default()),
            Task::Retrieval(Retrieval::default()),
            Task::MinMax(MinMax::default()),
            Task::Farthest(Farthest::default()),
            Task::Nearest(Nearest::default()),
        ];
        for (kind, default) in KINDS.into_iter().zip(defaults) {
            let task = read(json!({ "kind": kind })).unwrap();
            assert_eq!(task, default);
            assert_eq!(task.kind(), kind);
            let text = serde_json::to_string(&task).unwrap();
            assert!(
                text.starts_with(&format!(r#"{{"kind":"{kind}","#)),
                "{text}"
            );
        }
        assert_eq!(read(json!({})), Ok(Task::default()));
        assert_eq!(
            serde_json::to_string(&Task::default()).unwrap(),
            r#"{"kind":"max-sum","D":4,"d":4,"directions":"orthonormal","seed":0}"#
        );
    }

    #[test]
    fn dimensions_are_those_of_the_papers() {
        let sizes = KINDS.map(|kind| {
            let task = read(json!({ "kind": kind })).unwrap();
            (
                task.dimension(),
                task.token_dimension(),
                task.scored_tokens(9),
                task.target_dimension(),
            )
        });
        assert_eq!(
            sizes,
            [
                (Some(4), 4, 1, 1),
                (Some(4), 2, 1, 1),
                (Some(2), 1, 1, 1),
                (None, 16, 9, 16),
                (None, 16, 9, 16),
            ]
        );
    }

    #[test]
    fn errors_are_called_what_they_are() {
        let measures = KINDS.map(|kind| read(json!({ "kind": kind })).unwrap().measure());
        let [paper_1, paper_2] = ["NMSE", "mean squared distance"];
        assert_eq!(measures, [paper_1, paper_1, paper_1, paper_2, paper_2]);
    }

    #[test]
    fn a_field_of_another_kind_is_refused() {
        assert_eq!(
            read(json!({ "kind": "min-max", "D": 2 })).unwrap_err(),
            "task.D is 2, but must be left out: there is no such field here, only kind, seed."
        );
    }

    /// Tasks of every kind, most of them valid, with words and numbers that mean something.
    fn any_task() -> impl Strategy<Value = Value> {
        let word = |words: &'static [&'static str]| prop::sample::select(words).prop_map(json_word);
        let row = prop::collection::vec(-3.0..3.0, 3);
        let directions = prop_oneof![
            word(&["orthonormal", "gaussian", "riddle"]),
            prop::collection::vec(row, 1..4).prop_map(|rows| json!(rows)),
        ];
        let seed = any::<u32>();
        prop_oneof![
            (0u32..34, 0u32..66, directions.clone(), seed).prop_map(|(dim, d, a, seed)| {
                json!({ "kind": "max-sum", "D": dim, "d": d, "directions": a, "seed": seed })
            }),
            (directions, seed).prop_map(|(a, seed)| {
                json!({ "kind": "max-sum", "directions": a, "seed": seed })
            }),
            (
                (1u32..8, 1u32..6, seed),
                word(&["bowl", "well", "log"]),
                word(&["all", "blocks", "random"]),
                word(&["sum", "product", "smooth"]),
            )
                .prop_map(|((dim, d, seed), feature, subsets, outer)| {
                    json!({
                        "kind": "retrieval", "D": dim, "d": d, "seed": seed,
                        "feature": feature, "subsets": subsets, "outer": outer,
                    })
                }),
            seed.prop_map(|seed| json!({ "kind": "min-max", "seed": seed })),
            (1u32..66, seed)
                .prop_map(|(d, seed)| json!({ "kind": "farthest", "d": d, "seed": seed })),
            (1u32..66, word(&["self", "separate"]), seed).prop_map(|(d, queries, seed)| {
                json!({ "kind": "nearest", "d": d, "queries": queries, "seed": seed })
            }),
        ]
    }

    fn json_word(word: &str) -> Value {
        word.into()
    }

    /// Anything at all, under the names that tasks have.
    fn any_fields() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<f64>().prop_map(Value::from),
            (0u32..70).prop_map(Value::from),
            prop::sample::select(&KINDS[..]).prop_map(json_word),
            prop::sample::select(&["gaussian", "blocks", "self", "log"][..]).prop_map(json_word),
        ];
        let any = leaf.prop_recursive(3, 30, 5, |inner| {
            prop::collection::vec(inner, 0..5).prop_map(Value::from)
        });
        let names = &[
            "kind",
            "D",
            "d",
            "directions",
            "seed",
            "feature",
            "subsets",
            "outer",
            "queries",
        ];
        let name = prop::sample::select(&names[..]).prop_map(String::from);
        (
            prop::sample::select(&KINDS[..]),
            prop::collection::vec((name, any), 0..6),
        )
            .prop_map(|(kind, fields)| {
                let kind = ("kind".to_string(), kind.into());
                std::iter::once(kind).chain(fields).collect()
            })
    }

    proptest! {
        #[test]
        fn no_task_panics(value in any_fields()) {
            let _ = read(value);
        }

        #[test]
        fn valid_tasks_survive_json_and_give_data(value in any_task(), t in 2u32..9) {
            if let Ok(task) = read(value) {
                let text = serde_json::to_string(&task).unwrap();
                prop_assert_eq!(read(serde_json::from_str(&text).unwrap()), Ok(task.clone()));
                let set = Dataset::draw(&task, Purpose::Training, t, 0, 3);
                let tokens = 3 * t * task.token_dimension();
                prop_assert_eq!(set.inputs.len(), tokens as usize);
                let targets = 3 * task.scored_tokens(t) * task.target_dimension();
                prop_assert_eq!(set.targets.len(), targets as usize);
                prop_assert!(set.targets.iter().all(|y| y.is_finite()));
                let extrema = task.extrema(t, &set.inputs);
                prop_assert_eq!(extrema.len(), 3 * task.dimension().unwrap_or(0) as usize);
                prop_assert!(extrema.iter().all(|at| *at < t));
                prop_assert!(task.sentence().ends_with('.'));
            }
        }
    }
}
