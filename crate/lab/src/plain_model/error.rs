//! The error of a recorded model without some of its heads, on the validation set that engines measure on.
//! It is measured a few sequences at a time, because whoever asks has one thread for all it does.

use super::{PlainModel, PlainModelError};
use crate::dataset::Dataset;
use crate::random::Purpose;

/// An error in the making.
///
/// ```
/// use lab::PlainModel;
///
/// let file = std::fs::read("../../www/content/recorded/models/min-max-h2.safetensors").unwrap();
/// let model = PlainModel::from_safetensors(&file).unwrap();
/// let mut measuring = model.error_without(&[]);
/// // 2000 sequences, 500 at a time.
/// let answers = [(); 4].map(|_| measuring.advance(500).unwrap());
/// assert_eq!(answers[..3], [None; 3]);
/// assert!(answers[3].unwrap() < 1e-3);
/// ```
#[derive(Debug)]
pub struct PlainError {
    model: PlainModel,
    without: Vec<usize>,
    set: Dataset,
    /// Of the sequences so far.
    predictions: Vec<f32>,
}

impl PlainModel {
    /// Begins to measure the error without some heads (counted from 0).
    ///
    /// Two targets need two heads: without one of them the error is far larger.
    ///
    /// ```
    /// use lab::PlainModel;
    ///
    /// let file = std::fs::read("../../www/content/recorded/models/min-max-h2.safetensors").unwrap();
    /// let model = PlainModel::from_safetensors(&file).unwrap();
    /// let error = |without: &[usize]| model.error_without(without).advance(2000).unwrap().unwrap();
    /// assert!(error(&[1]) > 100.0 * error(&[]));
    /// ```
    pub fn error_without(&self, without: &[usize]) -> PlainError {
        let (task, count) = (
            &self.experiment.task,
            self.experiment.recipe.validation_sequences,
        );
        PlainError {
            set: Dataset::draw(task, Purpose::Validation, self.run.T, 0, count),
            model: self.clone(),
            without: without.to_vec(),
            predictions: Vec::new(),
        }
    }
}

impl PlainError {
    /// Computes the answers to the next `count` sequences. The error, once all are answered.
    ///
    /// ```
    /// use lab::PlainModel;
    ///
    /// let file = std::fs::read("../../www/content/recorded/models/min-max-h2.safetensors").unwrap();
    /// let mut measuring = PlainModel::from_safetensors(&file).unwrap().error_without(&[]);
    /// assert_eq!(measuring.advance(100).unwrap(), None);
    /// let error = loop {
    ///     if let Some(error) = measuring.advance(100).unwrap() {
    ///         break error;
    ///     }
    /// };
    /// assert!(error < 1e-3);
    /// ```
    pub fn advance(&mut self, count: usize) -> Result<Option<f64>, PlainModelError> {
        let Self { model, set, .. } = self;
        let sequences = model.experiment.recipe.validation_sequences as usize;
        let answers = set.targets.len() / sequences.max(1);
        let done = self.predictions.len() / answers.max(1);
        let tokens = set.inputs.len() / sequences.max(1);
        let next = set.inputs.chunks_exact(tokens.max(1)).skip(done);
        for sequence in next.take(count) {
            let (_, prediction) = model.compute(sequence, &self.without)?;
            self.predictions.extend(prediction);
        }
        let is_done = self.predictions.len() == set.targets.len();
        // Not rounded as outcomes are: that parses a number, which would be downloaded before the first chart.
        Ok(is_done.then(|| set.nmse(&self.predictions)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model that the page has, and the error that its engine measured.
    fn recorded(kind: &str, h: u32) -> (PlainModel, f64) {
        let folder = "../../www/content/recorded";
        let file = std::fs::read(format!("{folder}/models/{kind}-h{h}.safetensors")).unwrap();
        let model = PlainModel::from_safetensors(&file).unwrap();
        let text = std::fs::read_to_string(format!("{folder}/{kind}.json")).unwrap();
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let outcomes = document["outcomes"].as_array().unwrap();
        let run = serde_json::to_value(model.run).unwrap();
        let own = outcomes.iter().find(|outcome| outcome["run"] == run);
        (model, own.unwrap()["nmse"].as_f64().unwrap())
    }

    fn measured(model: &PlainModel, without: &[usize], slice: usize) -> f64 {
        let mut error = model.error_without(without);
        loop {
            if let Some(error) = error.advance(slice).unwrap() {
                return error;
            }
        }
    }

    #[test]
    fn with_all_heads_it_is_the_error_that_the_engine_measured() {
        for (kind, h) in [("min-max", 2), ("max-sum", 1), ("farthest", 4)] {
            let (model, engine) = recorded(kind, h);
            let error = measured(&model, &[], 300);
            assert!(
                (error / engine - 1.0).abs() < 2e-3,
                "{kind}: {error} {engine}"
            );
        }
    }

    #[test]
    fn without_a_head_that_is_needed_it_is_far_larger_however_it_is_sliced() {
        let (model, engine) = recorded("min-max", 2);
        let error = measured(&model, &[1], 7);
        assert!(error > 100.0 * engine, "{error} {engine}");
        assert_eq!(error, measured(&model, &[1], usize::MAX));
    }
}
