//! `Trained`: one run on its own after (or while) it is trained, to look into: where its heads
//! look, which feature each watches, what is lost without one. It does not learn.

use burn::tensor::{Tensor, TensorData, Transaction};
use lab::{Architecture, Dataset, Experiment, Purpose, Run, Scale, Specialisation};
use serde::Serialize;

use crate::cohort::TrainingError;
use crate::device::Engine;
use crate::measure;
use crate::model::Model;
use crate::weights::{Weights, sizes};

/// Heads are judged by this many validation sequences.
const SEQUENCES: usize = 512;

/// One run, with its weights.
pub struct Trained {
    pub(crate) experiment: Experiment,
    pub(crate) run: Run,
    pub(crate) scale: Scale,
    pub(crate) model: Model,
    pub(crate) weights: Weights,
    engine: Engine,
    validation: Dataset,
    /// `[S, T, d]`
    inputs: Tensor<3>,
}

/// One sequence, and what the run makes of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Look {
    /// Its tokens: T lists of d numbers.
    pub tokens: Vec<Vec<f32>>,
    /// For each head and each token that asks (one, for a task of paper 1): the attention paid to
    /// each position. Each innermost list adds up to 1.
    pub attention: Vec<Vec<Vec<f32>>>,
    /// For each feature of the task, the position where it is extremal.
    pub extrema: Vec<u32>,
    /// What the run predicts.
    pub prediction: Vec<f32>,
    /// What is true.
    pub target: Vec<f32>,
}

/// One weight: rows of numbers, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weight {
    /// Rows and columns.
    pub shape: [usize; 2],
    /// Its numbers, row by row.
    pub values: Vec<f32>,
}

/// What a run makes of its first validation sequences, and what is true, number by number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predictions {
    /// What the run predicts.
    pub predictions: Vec<f32>,
    /// What is true.
    pub targets: Vec<f32>,
}

impl Trained {
    /// The run `run` of `experiment` with these weights, each `[1, rows, columns]` without padding.
    pub(crate) fn new(
        experiment: Experiment,
        run: Run,
        values: Vec<Vec<f32>>,
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
            weights: Weights::single(&model, &run, values, &device),
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

    /// The experiment that the run is one of.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Its heads: those of all layers, one layer after the other.
    pub fn heads(&self) -> usize {
        let Architecture { h, w, L, .. } = self.run.architecture;
        (h * w * L) as usize
    }

    /// What the run makes of the `index`-th random sequence of its task.
    pub async fn look_at_random(&self, index: u32) -> Result<Look, TrainingError> {
        // Set 0 is what the run is validated on; the others are nobody's.
        let index = index.wrapping_add(1);
        let set = Dataset::draw(
            &self.experiment.task,
            Purpose::Validation,
            self.run.T,
            index,
            1,
        );
        self.look_at(&set.inputs).await
    }

    /// What the run makes of a sequence, given as its tokens.
    pub async fn look_at_tokens(&self, tokens: &[Vec<f32>]) -> Result<Look, TrainingError> {
        let (t, d) = (self.model.shape.t, self.model.shape.d);
        if tokens.len() != t {
            let given = tokens.len();
            let why = format!("The sequence has {given} tokens, but must have {t}.");
            return Err(TrainingError(why));
        }
        if let Some(place) = tokens.iter().position(|token| token.len() != d) {
            let given = tokens[place].len();
            let why = format!("Token {place} has {given} numbers, but must have {d}.");
            return Err(TrainingError(why));
        }
        let odd = |token: &Vec<f32>| token.iter().any(|x| !x.is_finite());
        if let Some(place) = tokens.iter().position(odd) {
            let why = format!("Token {place} holds a number that is not finite.");
            return Err(TrainingError(why));
        }
        self.look_at(&tokens.concat()).await
    }

    /// What the run makes of a sequence, given number by number: `[T, d]`.
    pub async fn look_at(&self, sequence: &[f32]) -> Result<Look, TrainingError> {
        let task = &self.experiment.task;
        let (t, d) = (self.model.shape.t, self.model.shape.d);
        if sequence.len() != t * d || sequence.iter().any(|x| !x.is_finite()) {
            let given = sequence.len();
            return Err(TrainingError(format!(
                "The sequence has {given} numbers, but must have {} finite ones: {t} tokens of {d}.",
                t * d
            )));
        }
        let device = self.engine.device.clone().inner();
        let x = TensorData::new(sequence.to_vec(), [1, t, d]);
        let x: Tensor<3> = Tensor::from_data(x, &device); // [1, T, d]
        let attention = self.model.attention(&self.weights, x.clone()); // [heads, asking, positions]
        let [_, asking, positions] = attention.dims();
        let prediction = self.model.forward(&self.weights, x); // [1, 1, outputs]
        let both = Transaction::default()
            .register(attention)
            .register(prediction);
        let both = measure::read(both).await?;
        let raw = |p: &f32| p * self.scale.deviation + self.scale.mean;
        Ok(Look {
            tokens: sequence.chunks_exact(d).map(<[f32]>::to_vec).collect(),
            attention: both[0]
                .chunks_exact(asking * positions)
                .map(|head| head.chunks_exact(positions).map(<[f32]>::to_vec).collect())
                .collect(),
            extrema: task.extrema(self.run.T, sequence),
            prediction: both[1].iter().map(raw).collect(),
            target: task.targets(self.run.T, sequence),
        })
    }

    /// Which head watches which feature, over the first validation sequences; none for a task
    /// without features to watch.
    pub async fn specialisation(&self) -> Result<Option<Specialisation>, TrainingError> {
        let Some(dimension) = self.experiment.task.dimension() else {
            return Ok(None);
        };
        let (t, d) = (self.model.shape.t, self.model.shape.d);
        let (features, heads) = (dimension as usize, self.heads());
        let count = SEQUENCES.min(self.experiment.recipe.validation_sequences as usize);
        let x = self.inputs.clone().slice(0..count); // [B, T, d]
        let x = x.reshape([1, count * t, d]); // [1, B·T, d]
        let Some(attention) = self.model.attention_of_many(&self.weights, x) else {
            return Ok(None);
        }; // [B, h, T]
        let read = measure::read(Transaction::default().register(attention)).await?;
        let sequences = &self.validation.inputs[..count * t * d];
        let extrema = self.experiment.task.extrema(self.run.T, sequences); // [B, D]
        let mut matrix = vec![vec![0.0; heads]; features];
        for (attention, extrema) in read[0]
            .chunks_exact(heads * t)
            .zip(extrema.chunks_exact(features))
        {
            for (row, at) in matrix.iter_mut().zip(extrema) {
                for (cell, of_head) in row.iter_mut().zip(attention.chunks_exact(t)) {
                    *cell += f64::from(of_head[*at as usize]) / count as f64;
                }
            }
        }
        Ok(Some(Specialisation::of(matrix, self.run.T)))
    }

    /// The error on the whole validation set, as it is or with one head silenced.
    pub async fn error_without(&self, head: Option<usize>) -> Result<f64, TrainingError> {
        let weights = match head {
            None => self.weights.clone(),
            Some(head) if head < self.heads() => self.weights.without(&self.model, head),
            Some(head) => {
                let last = self.heads() - 1;
                let why =
                    format!("Head {head} does not exist: heads are counted from 0 to {last}.");
                return Err(TrainingError(why));
            }
        };
        let count = self.experiment.recipe.validation_sequences as usize;
        let found =
            measure::predictions(&self.model, &weights, &self.inputs, count, self.scale).await?;
        Ok(measure::errors(&self.validation, &found)[0])
    }

    /// What the run makes of its first `count` validation sequences.
    pub async fn predictions(&self, count: usize) -> Result<Predictions, TrainingError> {
        let all = self.experiment.recipe.validation_sequences as usize;
        if !(1..=all).contains(&count) {
            let why = format!(
                "The count is {count}, but must be from 1 to {all}: there are no more validation sequences."
            );
            return Err(TrainingError(why));
        }
        let (model, weights, inputs) = (&self.model, &self.weights, &self.inputs);
        let found = measure::predictions(model, weights, inputs, count, self.scale).await?;
        let predictions: Vec<f32> = found.into_iter().flatten().collect();
        let targets = self.validation.targets[..predictions.len()].to_vec();
        Ok(Predictions {
            predictions,
            targets,
        })
    }

    /// Its weights, by name.
    pub async fn weights(&self) -> Result<Vec<(String, Weight)>, TrainingError> {
        let all = self.weights.tensors.iter().cloned();
        let all = all.fold(Transaction::default(), |all, tensor| all.register(tensor));
        let values = measure::read(all).await?;
        let names = self.model.names().into_iter();
        let weights = sizes(&self.model, &self.run)
            .into_iter()
            .zip(values)
            .map(|(shape, values)| Weight { shape, values });
        Ok(names.zip(weights).collect())
    }
}
