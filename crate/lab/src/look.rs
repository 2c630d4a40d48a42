//! `Look`: one sequence and what a run makes of it. Who computes it is not known here: an engine, or
//! [`crate::PlainModel`]. What is said of its heads is in `look/heads.rs`.

mod heads;

use serde::Serialize;
use serde_json::Value;

use crate::experiment::Experiment;
use crate::plan::Run;

pub use heads::{HeadReading, read_heads};

/// One sequence with a run's attention and prediction.
///
/// One head looks at three numbers. It pays half of its attention to the largest, at position 1.
///
/// ```
/// use lab::{Look, MinMax, Task};
///
/// let task = Task::MinMax(MinMax::default());
/// let sequence = [0.5, 0.75, 0.25];
/// let look = Look {
///     tokens: sequence.map(|x| vec![x]).to_vec(),
///     attention: vec![vec![vec![0.25, 0.5, 0.25]]],
///     extrema: task.extrema(3, &sequence),
///     prediction: vec![0.9],
///     target: task.targets(3, &sequence),
/// };
/// assert_eq!((look.extrema, look.target), (vec![1, 2], vec![1.0]));
/// assert_eq!(look.attention[0][0][1], 0.5);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Look {
    /// Its tokens: T lists of d numbers.
    pub tokens: Vec<Vec<f32>>,
    /// For each head and each query token (one, for a task of paper 1): the attention paid to each
    /// position. Each innermost list adds up to 1.
    pub attention: Vec<Vec<Vec<f32>>>,
    /// For each target of the task, its position.
    pub extrema: Vec<u32>,
    /// The run's prediction.
    pub prediction: Vec<f32>,
    /// The true value.
    pub target: Vec<f32>,
}

impl Look {
    /// Reads what JavaScript hands back; none if it is no look. By hand: a derived reader of nested lists
    /// would be downloaded before the first chart.
    ///
    /// ```
    /// use lab::Look;
    ///
    /// let given = serde_json::json!({
    ///     "tokens": [[0.5], [0.75]], "attention": [[[0.25, 0.75]]], "extrema": [1, 0],
    ///     "prediction": [1.2], "target": [1.25],
    /// });
    /// assert_eq!(Look::from_value(&given).unwrap().extrema, [1, 0]);
    /// assert_eq!(Look::from_value(&serde_json::json!({ "tokens": [] })), None);
    /// ```
    pub fn from_value(given: &Value) -> Option<Self> {
        let extrema = numbers(&given["extrema"])?;
        Some(Self {
            tokens: lists(&given["tokens"], numbers)?,
            attention: lists(&given["attention"], |rows| lists(rows, numbers))?,
            extrema: extrema.into_iter().map(|at| at as u32).collect(),
            prediction: numbers(&given["prediction"])?,
            target: numbers(&given["target"])?,
        })
    }

    /// Whether it has the sizes of a look of `run`, and finite tokens.
    ///
    /// ```
    /// use lab::{Experiment, Look, runs};
    ///
    /// let text = r#"{ "task": { "kind": "min-max" }, "grid": { "h": [1, 2], "T": [2] } }"#;
    /// let experiment = Experiment::from_json(text).unwrap();
    /// let look = Look {
    ///     tokens: vec![vec![0.5], vec![0.75]],
    ///     attention: vec![vec![vec![0.25, 0.75]]],
    ///     extrema: vec![1, 0],
    ///     prediction: vec![1.2],
    ///     target: vec![1.25],
    /// };
    /// let runs = runs(&experiment);
    /// assert!(look.is_of(&experiment, &runs[0]));
    /// // The second run has two heads, and the look has the attention of one.
    /// assert!(!look.is_of(&experiment, &runs[1]));
    /// ```
    pub fn is_of(&self, experiment: &Experiment, run: &Run) -> bool {
        let task = &experiment.task;
        let (t, d) = (run.T as usize, task.token_dimension() as usize);
        let architecture = run.architecture;
        let heads =
            u64::from(architecture.h) * u64::from(architecture.w) * u64::from(architecture.L);
        let scored = task.scored_tokens(run.T) as usize;
        let is_token = |token: &Vec<f32>| token.len() == d && token.iter().all(|x| x.is_finite());
        let answers = scored * task.target_dimension() as usize;
        self.tokens.len() == t
            && self.tokens.iter().all(is_token)
            && self.attention.len() as u64 == heads
            && self.attention.iter().all(|rows| rows.len() == scored)
            && self.prediction.len() == answers
            && self.target.len() == answers
    }
}

fn lists<T>(given: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    given.as_array()?.iter().map(read).collect()
}

fn numbers(given: &Value) -> Option<Vec<f32>> {
    lists(given, |x| x.as_f64().map(|x| x as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_survives_json_and_what_is_none_is_refused() {
        let look = Look {
            tokens: vec![vec![0.5], vec![-1.25]],
            attention: vec![vec![vec![0.25, 0.75]]],
            extrema: vec![0, 1],
            prediction: vec![-0.75],
            target: vec![-0.5],
        };
        let mut json = serde_json::to_value(&look).unwrap();
        assert_eq!(Look::from_value(&json), Some(look));
        json["attention"] = serde_json::json!([[["a"]]]);
        assert_eq!(Look::from_value(&json), None);
        assert_eq!(Look::from_value(&Value::Null), None);
    }
}
