//! `Trained`: one run on its own after (or during) its training, to inspect: the attention of its
//! heads, which target each head watches, its error without some heads. It does not train.

use burn::tensor::{Tensor, TensorData, Transaction};
use lab::{
    Architecture, Dataset, Experiment, LengthError, Look, Purpose, Run, Scale, Specialisation,
    six_digits,
};
use serde::Serialize;

use crate::device::Engine;
use crate::error::{ReadBackError, TrainingError};
use crate::evaluation::{self, MeasuredError, unstandardise};
use crate::model::Model;
use crate::weights::{RunValues, Weights, names_and_sizes};

/// Validation sequences that the specialisation of heads is averaged over.
const SPECIALISATION_SEQUENCES: usize = 512;

/// One run, with its weights.
pub struct Trained {
    pub(crate) experiment: Experiment,
    pub(crate) run: Run,
    pub(crate) scale: Scale,
    model: Model,
    weights: Weights,
    engine: Engine,
    validation: Dataset,
    /// `[S, T, d]`
    inputs: Tensor<3>,
}

/// The values of one weight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weight {
    /// Rows and columns.
    pub shape: [usize; 2],
    /// Its values, row by row.
    pub values: Vec<f32>,
}

/// Predictions for the first validation sequences, and the true values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predictions {
    /// The run's predictions.
    pub predictions: Vec<f32>,
    /// The true values.
    pub targets: Vec<f32>,
}

impl Trained {
    /// The run `run` of `experiment` with these weights.
    pub(crate) fn new(
        experiment: Experiment,
        run: Run,
        values: RunValues,
        scale: Scale,
        engine: &Engine,
    ) -> Self {
        let device = engine.device.clone().inner();
        let model = Model::new(&experiment.task, &[run], &device);
        let count = experiment.recipe.validation_sequences;
        let validation = Dataset::draw(&experiment.task, Purpose::Validation, run.T, 0, count);
        let shape = [count as usize, model.shape.t, model.shape.d];
        let inputs = TensorData::new(validation.inputs.clone(), shape);
        Self {
            weights: Weights::from_values(&model, &[run], &[values], &device),
            inputs: Tensor::from_data(inputs, &device),
            engine: engine.clone(),
            validation,
            experiment,
            run,
            scale,
            model,
        }
    }

    /// The run.
    pub fn run(&self) -> Run {
        self.run
    }

    /// The run's experiment.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Its number of heads: those of all layers, one layer after the other.
    pub fn heads(&self) -> usize {
        let Architecture { h, w, L, .. } = self.run.architecture;
        (h * w * L) as usize
    }

    /// The lengths that are worth trying in [`Self::error_at_length`]: its own, and longer ones. Empty where
    /// it can read no other.
    pub fn lengths(&self) -> Vec<u32> {
        lab::lengths_to_try(&self.experiment.task, &self.run)
    }

    /// The weights without some heads (of all layers, counted from 0); empty for all heads.
    fn weights_without(&self, without: &[usize]) -> Result<Weights, TrainingError> {
        match without.iter().find(|&&head| head >= self.heads()) {
            Some(&head) => {
                let last = self.heads() - 1;
                Err(TrainingError::NoSuchHead { head, last })
            }
            None => Ok(self.weights.without_heads(&self.model, without)),
        }
    }

    /// Attention and prediction for the `index`-th random sequence of the task, without some heads.
    pub async fn look_at_random(
        &self,
        index: u32,
        without: &[usize],
    ) -> Result<Look, TrainingError> {
        // Set 0 is the validation set, so it is skipped.
        let (set, t) = (index.wrapping_add(1), self.run.T);
        let set = Dataset::draw(&self.experiment.task, Purpose::Validation, t, set, 1);
        self.look_at(&set.inputs, without).await
    }

    /// Attention and prediction for a sequence given as a list of tokens, without some heads.
    pub async fn look_at_tokens(
        &self,
        tokens: &[Vec<f32>],
        without: &[usize],
    ) -> Result<Look, TrainingError> {
        let (t, d) = (self.model.shape.t, self.model.shape.d);
        if tokens.len() != t {
            return Err(TrainingError::TokenCount {
                count: tokens.len(),
                expected: t,
            });
        }
        if let Some(token) = tokens.iter().position(|token| token.len() != d) {
            return Err(TrainingError::TokenSize {
                token,
                count: tokens[token].len(),
                expected: d,
            });
        }
        let is_not_finite = |token: &Vec<f32>| token.iter().any(|x| !x.is_finite());
        if let Some(token) = tokens.iter().position(is_not_finite) {
            return Err(TrainingError::TokenNotFinite { token });
        }
        self.look_at(&tokens.concat(), without).await
    }

    /// Attention and prediction for a sequence given as a flat list, `[T, d]`, without some heads.
    pub async fn look_at(
        &self,
        sequence: &[f32],
        without: &[usize],
    ) -> Result<Look, TrainingError> {
        let task = &self.experiment.task;
        let (t, d) = (self.model.shape.t, self.model.shape.d);
        if sequence.len() != t * d || sequence.iter().any(|x| !x.is_finite()) {
            let count = sequence.len();
            return Err(TrainingError::Sequence { count, t, d });
        }
        let weights = self.weights_without(without)?;
        let device = self.engine.device.clone().inner();
        let x = TensorData::new(sequence.to_vec(), [1, t, d]);
        let x: Tensor<3> = Tensor::from_data(x, &device); // [1, T, d]
        let attention = self.model.attention(&weights, x.clone()); // [heads, queries, keys]
        let [_, queries, keys] = attention.dims();
        let prediction = self.model.forward(&weights, x); // [1, 1, outputs]
        let transaction = Transaction::default()
            .register(attention)
            .register(prediction);
        let values = self.engine.read_back(transaction).await?;
        let by_query = |head: &[f32]| head.chunks_exact(keys).map(<[f32]>::to_vec).collect();
        Ok(Look {
            tokens: sequence.chunks_exact(d).map(<[f32]>::to_vec).collect(),
            attention: values[0]
                .chunks_exact(queries * keys)
                .map(by_query)
                .collect(),
            extrema: task.extrema(self.run.T, sequence),
            prediction: values[1]
                .iter()
                .map(|p| unstandardise(*p, self.scale))
                .collect(),
            target: task.targets(self.run.T, sequence),
        })
    }

    /// Which head watches which target, over the first validation sequences; `None` for a task whose heads
    /// do not have targets of their own.
    pub async fn specialisation(&self) -> Result<Option<Specialisation>, TrainingError> {
        let Some(dimension) = self.experiment.task.dimension() else {
            return Ok(None);
        };
        let (t, d) = (self.model.shape.t, self.model.shape.d);
        let (targets, heads) = (dimension as usize, self.heads());
        let sequences = self.experiment.recipe.validation_sequences as usize;
        let count = SPECIALISATION_SEQUENCES.min(sequences);
        let x = self.inputs.clone().slice(0..count); // [B, T, d]
        let x = x.reshape([1, count * t, d]); // [1, B·T, d]
        let Some(attention) = self.model.cls_attention(&self.weights, x) else {
            return Ok(None);
        }; // [B, heads, T]
        let transaction = Transaction::default().register(attention);
        let values = self.engine.read_back(transaction).await?;
        let sequences = &self.validation.inputs[..count * t * d];
        let extrema = self.experiment.task.extrema(self.run.T, sequences); // [B, D]
        let mut matrix = vec![vec![0.0; heads]; targets]; // [D, heads]
        for (attention, extrema) in values[0]
            .chunks_exact(heads * t)
            .zip(extrema.chunks_exact(targets))
        {
            for (row, position) in matrix.iter_mut().zip(extrema) {
                for (cell, of_head) in row.iter_mut().zip(attention.chunks_exact(t)) {
                    *cell += f64::from(of_head[*position as usize]) / count as f64;
                }
            }
        }
        Ok(Some(Specialisation::of(matrix, self.run.T)))
    }

    /// The error on the whole validation set, without some heads.
    pub async fn error(&self, without: &[usize]) -> Result<f64, TrainingError> {
        let count = self.experiment.recipe.validation_sequences as usize;
        let predictions = self.predict(count, without).await?;
        Ok(evaluation::errors(&self.validation, &predictions)[0])
    }

    /// The same with its standard error.
    pub async fn measured_error(&self, without: &[usize]) -> Result<MeasuredError, TrainingError> {
        let count = self.experiment.recipe.validation_sequences as usize;
        let predictions = self.predict(count, without).await?;
        Ok(evaluation::measured_errors(&self.validation, &predictions, count)[0])
    }

    /// The error on unseen sequences of length `t` of the same task, without any training on it. At the
    /// length that it was trained on, the error on the whole validation set.
    pub async fn error_at_length(&self, t: u32) -> Result<LengthError, TrainingError> {
        let (task, device) = (&self.experiment.task, self.engine.device.clone().inner());
        lab::check_length(task, &self.run, t)?;
        if t == self.run.T {
            let count = self.experiment.recipe.validation_sequences as usize;
            let predictions = self.predict(count, &[]).await?;
            let sequences = (&self.model, &self.inputs);
            return self
                .measured_at(t, &self.validation, sequences, &predictions)
                .await;
        }
        // No weight depends on the length: the function alone is made anew.
        let run = Run { T: t, ..self.run };
        let model = Model::new(task, &[run], &device);
        let count = lab::sequences_at(&self.experiment, &self.run, t);
        let set = Dataset::draw(task, Purpose::Validation, t, 0, count);
        let shape = [count as usize, model.shape.t, model.shape.d];
        let inputs = Tensor::from_data(TensorData::new(set.inputs.clone(), shape), &device); // [S, T, d]
        let (engine, weights, trained) = (&self.engine, &self.weights, self.model.shape.t);
        let predictions =
            evaluation::predict_at_length(engine, &model, weights, &inputs, trained, self.scale);
        let predictions = predictions.await?;
        self.measured_at(t, &set, (&model, &inputs), &predictions)
            .await
    }

    /// The error of predictions for all of a set, and how far the attention is spread over the first of
    /// its sequences.
    async fn measured_at(
        &self,
        t: u32,
        set: &Dataset,
        (model, inputs): (&Model, &Tensor<3>),
        predictions: &[Vec<f32>],
    ) -> Result<LengthError, TrainingError> {
        let [count, ..] = inputs.dims();
        let MeasuredError {
            nmse,
            standard_error,
        } = evaluation::measured_errors(set, predictions, count)[0];
        let largest_share = self.largest_share(model, inputs).await?;
        Ok(LengthError {
            T: t,
            nmse,
            standard_error,
            largest_share,
        })
    }

    /// The largest share of its attention that a head pays to one token, as the mean over heads and the
    /// first sequences; `None` for paper 2's forms.
    async fn largest_share(
        &self,
        model: &Model,
        inputs: &Tensor<3>,
    ) -> Result<Option<f64>, TrainingError> {
        let [count, t, d] = inputs.dims();
        let (some, chunk) = (
            SPECIALISATION_SEQUENCES.min(count),
            evaluation::chunk_at_length(model, self.model.shape.t),
        );
        let mut transaction = Transaction::default();
        for start in (0..some).step_by(chunk) {
            let b = chunk.min(some - start);
            let x = inputs.clone().slice(start..start + b); // [B, T, d]
            let x = x.reshape([1, b * t, d]); // [1, B·T, d]
            let Some(attention) = model.cls_attention(&self.weights, x) else {
                return Ok(None);
            }; // [B, heads, T]
            transaction = transaction.register(attention);
        }
        // In plain loops: burn's maximum along a dimension would be downloaded for this alone.
        let attention = self.engine.read_back(transaction).await?.concat(); // [B, heads, T]
        let largest = |of_head: &[f32]| f64::from(of_head.iter().copied().fold(0.0, f32::max));
        let sum: f64 = attention.chunks_exact(t).map(largest).sum();
        Ok(Some(six_digits(sum * t as f64 / attention.len() as f64)))
    }

    /// Predictions for the first `count` validation sequences, without some heads.
    pub async fn predictions(
        &self,
        count: usize,
        without: &[usize],
    ) -> Result<Predictions, TrainingError> {
        let sequences = self.experiment.recipe.validation_sequences as usize;
        if !(1..=sequences).contains(&count) {
            return Err(TrainingError::PredictionCount { count, sequences });
        }
        let predictions = self.predict(count, without).await?.concat();
        let targets = self.validation.targets[..predictions.len()].to_vec();
        Ok(Predictions {
            predictions,
            targets,
        })
    }

    /// `[1][count · outputs]`
    async fn predict(
        &self,
        count: usize,
        without: &[usize],
    ) -> Result<Vec<Vec<f32>>, TrainingError> {
        let weights = self.weights_without(without)?;
        let (engine, model, inputs) = (&self.engine, &self.model, &self.inputs);
        let predictions = evaluation::predict(engine, model, &weights, inputs, count, self.scale);
        Ok(predictions.await?)
    }

    /// Its weights, by name.
    pub async fn weights(&self) -> Result<Vec<(String, Weight)>, ReadBackError> {
        let (engine, model) = (&self.engine, &self.model);
        let values = self.weights.values_of(engine, model, &self.run, 0).await?;
        let weights = names_and_sizes(&self.model, &self.run).into_iter();
        Ok(weights
            .zip(values)
            .map(|((name, shape), values)| (name, Weight { shape, values }))
            .collect())
    }
}
