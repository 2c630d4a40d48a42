//! `Task`: what is to be learned — a target function, its input distribution and, where paper 1
//! defines one, its intrinsic dimension D. Each kind has its own file; here is what all of them share.
//! How a task is trained is not known here.

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
mod target_rows;

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
pub use target_rows::TargetRow;

/// A target function and its input distribution.
///
/// In JSON the field `kind` comes first and says what the other fields mean; each of those may be
/// left out and then takes the default of its kind.
///
/// ```
/// use lab::{Experiment, Farthest, Task};
///
/// let task = Experiment::from_json(r#"{ "task": { "kind": "farthest", "d": 8 } }"#).unwrap().task;
/// assert_eq!(task, Task::Farthest(Farthest { d: 8, seed: 0 }));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Task {
    /// Paper 1's experiment: the sum of D targets, each a maximum of weighted sums.
    MaxSum(MaxSum),
    /// Paper 1's target class: D targets, each a minimum, made into one number.
    Retrieval(Retrieval),
    /// Paper 1's smallest example: the largest number plus the smallest.
    MinMax(MinMax),
    /// Paper 2's experiment: for every point on a sphere, the farthest one.
    Farthest(Farthest),
    /// Paper 2's other form: for every query, the nearest point.
    Nearest(Nearest),
}

/// What every kind of task implements. `inputs` and `targets` have one sequence after another.
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
    /// See [`Task::seed`].
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
    /// See [`Task::target_name`].
    fn target_name(&self, target: usize) -> String {
        format!("target {}", target + 1)
    }
    /// See [`Task::target_rows`].
    fn target_rows(&self, t: u32, sequence: &[f32], query: usize) -> Vec<TargetRow>;
    /// See [`Task::moved_token`]. `token` is changed in place; `query` is the token that asks.
    fn move_token(&self, row: usize, token: &mut [f32], query: &[f32], value: f64);
}

/// Every kind: its word in JSON and how it is read. The first is the default.
pub(crate) const KINDS: [(&str, Read); 5] = [
    ("max-sum", |fields| Task::MaxSum(MaxSum::read(fields))),
    ("retrieval", |fields| {
        Task::Retrieval(Retrieval::read(fields))
    }),
    ("min-max", |fields| Task::MinMax(MinMax::read(fields))),
    ("farthest", |fields| Task::Farthest(Farthest::read(fields))),
    ("nearest", |fields| Task::Nearest(Nearest::read(fields))),
];

type Read = fn(&mut Fields<'_>) -> Task;

impl Default for Task {
    fn default() -> Self {
        Self::MaxSum(MaxSum::default())
    }
}

impl Task {
    /// Reads a task; problems go to the findings of `fields`.
    pub(crate) fn read(mut fields: Fields<'_>) -> Self {
        let read = fields.choice("kind", &KINDS);
        let task = read(&mut fields);
        fields.finish();
        task
    }

    /// The task as the trait that all kinds implement.
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
    ///
    /// ```
    /// assert_eq!(lab::Task::default().kind(), "max-sum");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Self::MaxSum(_) => "max-sum",
            Self::Retrieval(_) => "retrieval",
            Self::MinMax(_) => "min-max",
            Self::Farthest(_) => "farthest",
            Self::Nearest(_) => "nearest",
        }
    }

    /// Intrinsic dimension D: how many targets the task has. `None` where paper 1 does not
    /// define it: in the tasks of paper 2.
    ///
    /// ```
    /// use lab::{Farthest, MinMax, Task};
    ///
    /// // The largest number and the smallest.
    /// assert_eq!(Task::MinMax(MinMax::default()).dimension(), Some(2));
    /// assert_eq!(Task::Farthest(Farthest::default()).dimension(), None);
    /// ```
    pub fn dimension(&self) -> Option<u32> {
        self.inner().dimension()
    }

    /// How many numbers a token has, its position included where it carries one.
    ///
    /// ```
    /// use lab::{Retrieval, Subsets, Task};
    ///
    /// let token = |subsets| {
    ///     let task = Retrieval { subsets, ..Retrieval::default() };
    ///     Task::Retrieval(task).token_dimension()
    /// };
    /// assert_eq!(token(Subsets::All), 2);
    /// // Where not all positions count, a token carries its own.
    /// assert_eq!(token(Subsets::Blocks), 3);
    /// ```
    pub fn token_dimension(&self) -> u32 {
        self.inner().token_dimension()
    }

    /// How many tokens of a sequence of length `t` have a target: 1 for the tasks of paper 1,
    /// whose one target belongs to the whole sequence.
    ///
    /// ```
    /// use lab::{Farthest, Task};
    ///
    /// assert_eq!(Task::default().scored_tokens(16), 1);
    /// assert_eq!(Task::Farthest(Farthest::default()).scored_tokens(16), 16);
    /// ```
    pub fn scored_tokens(&self, t: u32) -> u32 {
        self.inner().scored_tokens(t)
    }

    /// How many numbers one scored token's target has.
    ///
    /// ```
    /// use lab::{Farthest, Task};
    ///
    /// assert_eq!(Task::default().target_dimension(), 1);
    /// // A point on a sphere in 16 dimensions.
    /// assert_eq!(Task::Farthest(Farthest::default()).target_dimension(), 16);
    /// ```
    pub fn target_dimension(&self) -> u32 {
        self.inner().vector().unwrap_or(1)
    }

    /// The name of its error measure, which [`Dataset::nmse`](crate::Dataset::nmse) computes.
    ///
    /// ```
    /// use lab::{Farthest, Task};
    ///
    /// assert_eq!(Task::default().measure(), "NMSE");
    /// assert_eq!(Task::Farthest(Farthest::default()).measure(), "mean squared distance");
    /// ```
    pub fn measure(&self) -> &'static str {
        match self.inner().vector() {
            None => "NMSE",
            Some(_) => "mean squared distance",
        }
    }

    /// The least sequence length for which the task is defined.
    ///
    /// ```
    /// use lab::{Farthest, Task};
    ///
    /// assert_eq!(Task::default().shortest(), 1);
    /// // A single point has no other that could be the farthest.
    /// assert_eq!(Task::Farthest(Farthest::default()).shortest(), 2);
    /// ```
    pub fn shortest(&self) -> u32 {
        self.inner().shortest()
    }

    /// The task in one or two plain sentences.
    ///
    /// ```
    /// use lab::{MinMax, Task};
    ///
    /// assert_eq!(
    ///     Task::MinMax(MinMax::default()).sentence(),
    ///     "Find the largest and the smallest number of the sequence, and add the two."
    /// );
    /// ```
    pub fn sentence(&self) -> String {
        self.inner().sentence()
    }

    /// The targets of `inputs`, which has one sequence of `t` tokens after another:
    /// `[sequences, scored_tokens · target_dimension]`.
    ///
    /// ```
    /// use lab::{MinMax, Task};
    ///
    /// // Two sequences of three numbers.
    /// let inputs = [0.5, 0.25, 0.75, 0.0, 0.25, 0.5];
    /// assert_eq!(Task::MinMax(MinMax::default()).targets(3, &inputs), [1.0, 0.5]);
    /// ```
    pub fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32> {
        self.inner().targets(t, inputs)
    }

    /// For each target, its position in `sequence`, `[T, token_dimension]`, which is the position of an
    /// extremum: the position that some head has to attend to. Of equal values, the
    /// first.
    ///
    /// `sequence` may be several sequences, one after another; then the result is `[sequences, D]`,
    /// and the task's own parameters are drawn only once. Empty for the tasks of paper 2.
    ///
    /// ```
    /// use lab::{MinMax, Task};
    ///
    /// // The largest number is at position 2, the smallest at position 1.
    /// assert_eq!(Task::MinMax(MinMax::default()).extrema(3, &[0.5, 0.25, 0.75]), [2, 1]);
    /// ```
    pub fn extrema(&self, t: u32, sequence: &[f32]) -> Vec<u32> {
        self.inner().extrema(t, sequence)
    }

    /// What a target, counted from 0, is called: "largest", "target 2".
    ///
    /// ```
    /// use lab::{MinMax, Task};
    ///
    /// assert_eq!(Task::MinMax(MinMax::default()).target_name(1), "smallest");
    /// assert_eq!(Task::default().target_name(1), "target 2");
    /// ```
    pub fn target_name(&self, target: usize) -> String {
        self.inner().target_name(target)
    }

    /// What there is to find in `sequence`, `[T, token_dimension]`, as rows of numbers in which the
    /// targets are extremes. In the tasks of paper 2 it depends on the token `query` that asks.
    ///
    /// Four targets of `max-sum` are in four rows, and each is the largest number of its row.
    ///
    /// ```
    /// use lab::{Dataset, Purpose, Task};
    ///
    /// let task = Task::default();
    /// let sequence = Dataset::draw(&task, Purpose::Validation, 16, 0, 1).inputs;
    /// let rows = task.target_rows(16, &sequence, 0);
    /// assert_eq!((rows.len(), rows[0].values.len()), (4, 16));
    /// let [(target, position)] = rows[2].targets[..] else { panic!("one target a row") };
    /// assert_eq!((target, position as u32), (2, task.extrema(16, &sequence)[2]));
    /// ```
    pub fn target_rows(&self, t: u32, sequence: &[f32], query: usize) -> Vec<TargetRow> {
        self.inner().target_rows(t, sequence, query)
    }

    /// `sequence` with another token at `position`: one whose number in row `row` of
    /// [`Self::target_rows`] is `value`, or as near to it as the task's tokens can be, and which is
    /// otherwise as it was as far as possible.
    ///
    /// ```
    /// use lab::{MinMax, Task};
    ///
    /// let task = Task::MinMax(MinMax::default());
    /// let sequence = [0.5, 0.25, 0.75];
    /// assert_eq!(task.moved_token(&sequence, 0, 0, 1, 0.9), [0.5, 0.9, 0.75]);
    /// // Tokens of this task lie between 0 and 1.
    /// assert_eq!(task.moved_token(&sequence, 0, 0, 1, 7.0), [0.5, 1.0, 0.75]);
    /// ```
    pub fn moved_token(
        &self,
        sequence: &[f32],
        query: usize,
        row: usize,
        position: usize,
        value: f64,
    ) -> Vec<f32> {
        let d = self.token_dimension() as usize;
        let mut moved = sequence.to_vec();
        let query = sequence.chunks_exact(d).nth(query).unwrap_or(&[]);
        if let Some(token) = moved.chunks_exact_mut(d).nth(position) {
            self.inner().move_token(row, token, query, value);
        }
        moved
    }
}

/// The first position of the least value, and the value.
fn least(values: impl Iterator<Item = f64>) -> (usize, f64) {
    values
        .enumerate()
        .fold((0, f64::INFINITY), |best, (i, value)| {
            if value < best.1 { (i, value) } else { best }
        })
}

#[cfg(test)]
mod tests;
