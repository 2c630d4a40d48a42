//! `BurnTrainer`: a cohort's training by burn's operations (and the fused ones on the CPU).

use burn::tensor::{Tensor, TensorData, Transaction};
use lab::{Recipe, Run, Scale, learning_rate};

use crate::batches::Batches;
use crate::checkpoint::WeightsAndMoments;
use crate::device::Engine;
use crate::error::ReadBackError;
use crate::evaluation::{forward_in_chunks, join_chunks};
use crate::learner::Learner;
use crate::model::Model;
use crate::trainer::{Results, TrainingStart};
use crate::weights::Weights;

/// Training by burn.
pub(crate) struct BurnTrainer {
    engine: Engine,
    learner: Learner,
    batches: Batches,
    /// Validation tokens: `[S, T, d]`.
    inputs: Tensor<3>,
    /// One for each queued step: `[R]`.
    losses: Vec<Tensor<1>>,
    /// For each queued evaluation its chunks: `[R, B, outputs]`.
    predictions: Vec<Vec<Tensor<3>>>,
}

impl BurnTrainer {
    pub fn new(model: Model, start: TrainingStart<'_>, engine: &Engine) -> Self {
        let (recipe, runs, shape) = (start.recipe, start.runs, model.shape);
        let count = recipe.validation_sequences as usize;
        let inputs = start.validation.inputs.clone();
        let inputs = TensorData::new(inputs, [count, shape.t, shape.d]);
        let device = engine.device.clone().inner();
        let weights = Weights::from_values(&model, runs, &start.weights, &engine.device);
        let mut learner = Learner::new(model, weights, recipe);
        if start.step > 0 {
            let model = &learner.model;
            let moments = start
                .moments
                .map(|moments| Weights::from_values(model, runs, &moments, &device));
            learner = learner.resume(start.step, moments);
        }
        Self {
            engine: engine.clone(),
            batches: Batches::new(start.data, start.first_epoch, &learner.model, &device),
            learner,
            inputs: Tensor::from_data(inputs, &device),
            losses: Vec::new(),
            predictions: Vec::new(),
        }
    }

    pub fn model(&self) -> &Model {
        &self.learner.model
    }

    pub fn weights(&self) -> &Weights {
        &self.learner.weights
    }

    pub fn scale(&self) -> Scale {
        self.batches.data.scale
    }

    pub fn queue_steps(&mut self, recipe: &Recipe, first: u32, steps: u32) -> u32 {
        for step in first..first + steps {
            let (x, y) = self.batches.batch(step);
            let rate = learning_rate(recipe, step);
            self.losses.push(self.learner.train_step(x, y, rate)); // [R]
        }
        steps
    }

    pub fn queue_predictions(&mut self, count: usize) {
        let Learner { model, weights, .. } = &self.learner;
        let chunks = forward_in_chunks(model, &weights.inner(), &self.inputs, count);
        self.predictions.push(chunks);
    }

    pub async fn read_back(&mut self) -> Result<Results, ReadBackError> {
        let losses = std::mem::take(&mut self.losses);
        let predictions = std::mem::take(&mut self.predictions);
        let (runs, steps) = (self.learner.model.shape.runs, losses.len());
        let mut transaction = Transaction::default();
        if steps > 0 {
            transaction = transaction.register(Tensor::cat(losses, 0)); // [steps·R]
        }
        let chunk_counts: Vec<usize> = predictions.iter().map(Vec::len).collect();
        for chunk in predictions.into_iter().flatten() {
            transaction = transaction.register(chunk); // [R, B, outputs]
        }
        let mut values = self.engine.read_back(transaction).await?.into_iter();
        let losses: Vec<f32> = match steps {
            0 => Vec::new(),
            _ => values.next().unwrap_or_default(),
        };
        let predictions = chunk_counts
            .into_iter()
            .map(|count| join_chunks(values.by_ref().take(count), runs, self.scale()))
            .collect();
        Ok(Results {
            losses: losses.chunks_exact(runs).map(<[f32]>::to_vec).collect(),
            predictions,
        })
    }

    pub async fn state_of(
        &self,
        run: &Run,
        place: usize,
    ) -> Result<WeightsAndMoments, ReadBackError> {
        let Learner { model, weights, .. } = &self.learner;
        let [first, second] = self.learner.moments();
        let engine = &self.engine;
        Ok(WeightsAndMoments {
            weights: weights.values_of(engine, model, run, place).await?,
            first_moments: first.values_of(engine, model, run, place).await?,
            second_moments: second.values_of(engine, model, run, place).await?,
        })
    }
}
