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
}

impl Default for Task {
    fn default() -> Self {
        Self::MaxSum(MaxSum::default())
    }
}

impl Task {
    /// Reads a task; problems go to the findings of `fields`.
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

    /// The name of its error measure, which [`Dataset::nmse`](crate::Dataset::nmse) computes.
    pub fn measure(&self) -> &'static str {
        match self.inner().vector() {
            None => "NMSE",
            Some(_) => "mean squared distance",
        }
    }

    /// The least sequence length for which the task is defined.
    pub fn shortest(&self) -> u32 {
        self.inner().shortest()
    }

    /// The task in one or two plain sentences.
    pub fn sentence(&self) -> String {
        self.inner().sentence()
    }

    /// The targets of `inputs`, which has one sequence of `t` tokens after another:
    /// `[sequences, scored_tokens · target_dimension]`.
    pub fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32> {
        self.inner().targets(t, inputs)
    }

    /// For each feature i, the position at which it attains its extremum in `sequence`,
    /// `[T, token_dimension]`: the position that some head has to attend to. Of equal values, the
    /// first.
    ///
    /// `sequence` may be several sequences, one after another; then the result is `[sequences, D]`,
    /// and the task's own parameters are drawn only once. Empty for the tasks of paper 2.
    pub fn extrema(&self, t: u32, sequence: &[f32]) -> Vec<u32> {
        self.inner().extrema(t, sequence)
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
