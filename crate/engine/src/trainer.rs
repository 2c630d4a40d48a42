//! `Trainer`: computes a cohort's steps and predictions: by burn's operations everywhere, or on a
//! GPU by shaders of our own if they cover the cohort. Work is queued, and its results are read
//! back together: a GPU that is read often mostly waits.

use lab::{Dataset, Experiment, Recipe, Run, Scale};

use crate::burn_trainer::BurnTrainer;
use crate::checkpoint::WeightsAndMoments;
#[cfg(feature = "webgpu")]
use crate::cohort_size;
use crate::device::Engine;
use crate::error::{CohortError, ReadBackError};
#[cfg(feature = "webgpu")]
use crate::gpu::ShaderTrainer;
use crate::model::Model;
use crate::reader::ComputePath;
use crate::training_data::{Sequences, TrainingData};
use crate::weights::{RunValues, Weights, initial_values};

/// Losses of each step, `[steps][R]`, and predictions of each queued evaluation,
/// `[R][count · outputs]` on the scale of the task.
#[derive(Default)]
pub(crate) struct Results {
    pub losses: Vec<Vec<f32>>,
    pub predictions: Vec<Vec<Vec<f32>>>,
}

/// The state that a training continues from.
pub(crate) struct ResumePoint {
    /// Steps done.
    pub step: u32,
    /// Of each run.
    pub runs: Vec<WeightsAndMoments>,
}

/// Everything that a training starts from, on the host.
pub(crate) struct TrainingStart<'a> {
    pub recipe: &'a Recipe,
    pub runs: &'a [Run],
    pub validation: &'a Dataset,
    /// Steps done before.
    pub step: u32,
    /// Of each run.
    pub weights: Vec<RunValues>,
    /// AdamW's moments of each run, the first and the second; empty lists before the first step.
    pub moments: [Vec<RunValues>; 2],
    pub data: TrainingData,
    /// The sequences of the first epoch.
    pub first_epoch: Sequences,
}

impl<'a> TrainingStart<'a> {
    fn new(
        experiment: &'a Experiment,
        runs: &'a [Run],
        validation: &'a Dataset,
        model: &Model,
        resume: Option<ResumePoint>,
    ) -> Self {
        let (data, first_epoch) = TrainingData::new(&experiment.task, &experiment.recipe, runs);
        let mut start = Self {
            recipe: &experiment.recipe,
            runs,
            validation,
            step: 0,
            weights: Vec::new(),
            moments: Default::default(),
            data,
            first_epoch,
        };
        match resume {
            Some(resume) => {
                start.step = resume.step;
                for run in resume.runs {
                    start.weights.push(run.weights);
                    start.moments[0].push(run.first_moments);
                    start.moments[1].push(run.second_moments);
                }
            }
            None => start.weights = runs.iter().map(|run| initial_values(model, run)).collect(),
        }
        start
    }
}

/// A cohort's training.
pub(crate) enum Trainer {
    /// By burn's operations.
    Burn(Box<BurnTrainer>),
    /// By shaders of our own.
    #[cfg(feature = "webgpu")]
    Shaders(Box<ShaderTrainer>),
}

/// Calls the same method of whichever trainer it is.
macro_rules! either {
    ($self:expr, $trainer:ident => $call:expr) => {
        match $self {
            Trainer::Burn($trainer) => $call,
            #[cfg(feature = "webgpu")]
            Trainer::Shaders($trainer) => $call,
        }
    };
}

impl Trainer {
    /// A trainer of `runs`, which share their sequence length. With [`ComputePath::Reference`] it
    /// uses burn's operations alone; otherwise fused operations if they cover the cohort. Fails if
    /// a GPU's buffers are too small for it.
    pub fn new(
        experiment: &Experiment,
        runs: &[Run],
        validation: &Dataset,
        engine: &Engine,
        path: ComputePath,
        resume: Option<ResumePoint>,
    ) -> Result<Self, CohortError> {
        let mut model = Model::new(&experiment.task, runs, &engine.device);
        if path != ComputePath::Fused {
            model = model.by(path);
        }
        let start = TrainingStart::new(experiment, runs, validation, &model, resume);
        #[cfg(feature = "webgpu")]
        if let Some(gpu) = engine.gpu() {
            if path == ComputePath::Fused
                && let Some(program) = ShaderTrainer::upload(gpu, &model, &start)
            {
                let trainer = ShaderTrainer::new(model, start.data, program);
                return Ok(Self::Shaders(Box::new(trainer)));
            }
            // burn panics where a tensor is larger than a buffer can be.
            cohort_size::check_buffers(experiment, runs, &gpu.device.limits())?;
            // On a GPU burn 0.22.1 computes wrong gradients for paper 1's model with a single head
            // (the values are right, and paper 2's gradients too). A second head of zeros changes
            // nothing else.
            if model.reads_cls_token() {
                model.shape.h = model.shape.h.max(2);
            }
        }
        Ok(Self::Burn(Box::new(BurnTrainer::new(model, start, engine))))
    }

    /// The function that is trained.
    pub fn model(&self) -> &Model {
        either!(self, trainer => trainer.model())
    }

    /// How its steps are computed.
    pub fn path(&self) -> ComputePath {
        match self {
            Self::Burn(trainer) => trainer.model().path(),
            #[cfg(feature = "webgpu")]
            Self::Shaders(_) => ComputePath::Fused,
        }
    }

    /// The weights of all runs, if burn trains them.
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            Self::Burn(trainer) => Some(trainer.weights()),
            #[cfg(feature = "webgpu")]
            Self::Shaders(_) => None,
        }
    }

    /// Mean and deviation of the training targets.
    pub fn scale(&self) -> Scale {
        either!(self, trainer => trainer.scale())
    }

    /// Queues the steps from `first` on: at most `steps`, and fewer if the queue is full before.
    /// Returns how many.
    pub fn queue_steps(&mut self, recipe: &Recipe, first: u32, steps: u32) -> u32 {
        match self {
            Self::Burn(trainer) => trainer.queue_steps(recipe, first, steps),
            // The learning rates of all steps are on the GPU already.
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => trainer.queue_steps(first, steps),
        }
    }

    /// Queues predictions for the first `count` validation sequences with the present weights.
    pub fn queue_predictions(&mut self, count: usize) {
        either!(self, trainer => trainer.queue_predictions(count));
    }

    /// Whether results must be read back before more can be queued.
    pub fn is_full(&self) -> bool {
        match self {
            Self::Burn(_) => false,
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => trainer.is_full(),
        }
    }

    /// Reads back the results of everything queued since the last call.
    pub async fn read_back(&mut self) -> Result<Results, ReadBackError> {
        either!(self, trainer => trainer.read_back().await)
    }

    /// Weights and moments of the run at `place`.
    pub async fn state_of(
        &mut self,
        run: &Run,
        place: usize,
    ) -> Result<WeightsAndMoments, ReadBackError> {
        either!(self, trainer => trainer.state_of(run, place).await)
    }
}
