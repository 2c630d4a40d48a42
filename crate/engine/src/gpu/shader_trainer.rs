//! `ShaderTrainer`: a cohort's training by a [`TrainingProgram`], epoch by epoch.

use lab::{Run, Scale};

use super::Gpu;
use super::program::{TrainingProgram, Upload};
use crate::checkpoint::WeightsAndMoments;
use crate::error::ReadBackError;
use crate::evaluation::unstandardise;
use crate::model::Model;
use crate::shape::score_scales;
use crate::trainer::{Results, TrainingStart};
use crate::training_data::TrainingData;
use crate::weights::{pad_and_flatten, unflatten_and_unpad};

/// Training by shaders.
pub struct ShaderTrainer {
    model: Model,
    data: TrainingData,
    program: TrainingProgram,
    epoch: u32,
}

impl ShaderTrainer {
    /// Uploads a cohort; `None` if the shaders do not cover it.
    pub fn upload(gpu: &Gpu, model: &Model, start: &TrainingStart<'_>) -> Option<TrainingProgram> {
        let runs = start.runs;
        let upload = Upload {
            step: start.step,
            weights: &pad_and_flatten(model, runs, &start.weights),
            moments: &start
                .moments
                .each_ref()
                .map(|moments| pad_and_flatten(model, runs, moments))
                .concat(),
            score_scales: &score_scales(runs),
            inputs: &start.first_epoch.inputs,
            targets: &start.first_epoch.targets,
            order: &start.data.batch_order(0),
            validation: &start.validation.inputs,
        };
        TrainingProgram::new(gpu, model, start.recipe, &upload)
    }

    pub fn new(model: Model, data: TrainingData, program: TrainingProgram) -> Self {
        Self {
            model,
            data,
            program,
            epoch: 0,
        }
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    pub fn scale(&self) -> Scale {
        self.data.scale
    }

    pub fn queue_steps(&mut self, first: u32, steps: u32) -> u32 {
        let end = first + steps.min(self.program.free_steps() as u32);
        let steps_per_epoch = self.data.steps_per_epoch();
        let mut step = first;
        while step < end {
            let epoch = step / steps_per_epoch;
            if epoch != self.epoch {
                let fresh = self.data.fresh_sequences(epoch);
                let order = self.data.batch_order(epoch);
                self.program.start_epoch(&order, fresh.as_ref());
                self.epoch = epoch;
            }
            let end_in_epoch = end.min((epoch + 1) * steps_per_epoch);
            self.program.queue_steps((end_in_epoch - step) as usize);
            step = end_in_epoch;
        }
        end - first
    }

    pub fn queue_predictions(&mut self, count: usize) {
        self.program.queue_predictions(count);
    }

    pub fn is_full(&self) -> bool {
        self.program.is_full()
    }

    pub async fn read_back(&mut self) -> Result<Results, ReadBackError> {
        let mut results = self.program.read_back().await?;
        let scale = self.data.scale;
        for prediction in results.predictions.iter_mut().flatten().flatten() {
            *prediction = unstandardise(*prediction, scale);
        }
        Ok(results)
    }

    pub async fn state_of(
        &mut self,
        run: &Run,
        place: usize,
    ) -> Result<WeightsAndMoments, ReadBackError> {
        let state = self.program.read_weights_and_moments(place).await?;
        let [weights, first_moments, second_moments] =
            state.map(|flat| unflatten_and_unpad(&self.model, run, &flat));
        Ok(WeightsAndMoments {
            weights,
            first_moments,
            second_moments,
        })
    }
}
