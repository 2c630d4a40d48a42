//! `Trainer`: computes a cohort's steps and predictions: by burn's operations everywhere, or on a
//! GPU by shaders of our own if they cover the cohort. Work is queued, and its results are read
//! back together: a GPU that is read often mostly waits.

use burn::tensor::{Tensor, TensorData, Transaction};
#[cfg(feature = "webgpu")]
use lab::Form;
use lab::{Dataset, Experiment, Run, Scale, learning_rate};

use crate::batches::Batches;
use crate::checkpoint::WeightsAndMoments;
use crate::device::Engine;
use crate::error::ReadBackError;
#[cfg(feature = "webgpu")]
use crate::evaluation::unstandardise;
use crate::evaluation::{forward_in_chunks, join_chunks, read_back};
#[cfg(feature = "webgpu")]
use crate::gpu;
use crate::learner::Learner;
use crate::model::Model;
use crate::reader::ComputePath;
#[cfg(feature = "webgpu")]
use crate::shape::score_scales;
use crate::training_data::TrainingData;
use crate::weights::{RunValues, Weights, initial_values};
#[cfg(feature = "webgpu")]
use crate::weights::{pad_and_flatten, unflatten_and_unpad};

/// Losses of each step, `[steps][R]`, and predictions of each queued evaluation,
/// `[R][count · outputs]` on the scale of the task.
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

/// Weights and AdamW's moments of all runs.
struct InitialState {
    /// Steps done.
    step: u32,
    weights: Vec<RunValues>,
    /// First and second; empty lists before the first step.
    moments: [Vec<RunValues>; 2],
}

impl InitialState {
    fn new(model: &Model, runs: &[Run], resume: Option<ResumePoint>) -> Self {
        let Some(resume) = resume else {
            return Self {
                step: 0,
                weights: runs.iter().map(|run| initial_values(model, run)).collect(),
                moments: Default::default(),
            };
        };
        let mut state = Self {
            step: resume.step,
            weights: Vec::new(),
            moments: Default::default(),
        };
        for run in resume.runs {
            state.weights.push(run.weights);
            state.moments[0].push(run.first_moments);
            state.moments[1].push(run.second_moments);
        }
        state
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

impl Trainer {
    /// A trainer of `runs`, which share their sequence length. [`ComputePath::Reference`] asks for
    /// burn's operations alone; otherwise fused operations are used if they cover the cohort.
    pub fn new(
        experiment: &Experiment,
        runs: &[Run],
        validation: &Dataset,
        engine: &Engine,
        path: ComputePath,
        resume: Option<ResumePoint>,
    ) -> Self {
        let mut model = Model::new(&experiment.task, runs, &engine.device);
        if path == ComputePath::Reference {
            model = model.by_reference();
        }
        let state = InitialState::new(&model, runs, resume);
        let (data, first) = TrainingData::new(&experiment.task, &experiment.recipe, runs);
        #[cfg(feature = "webgpu")]
        if let (ComputePath::Fused, Some(gpu)) = (path, engine.gpu()) {
            let upload = gpu::Upload {
                step: state.step,
                weights: &pad_and_flatten(&model, runs, &state.weights),
                moments: &state
                    .moments
                    .each_ref()
                    .map(|moments| pad_and_flatten(&model, runs, moments))
                    .concat(),
                score_scales: &score_scales(runs),
                inputs: &first.inputs,
                targets: &first.targets,
                order: &data.batch_order(0),
                validation: &validation.inputs,
            };
            let program = gpu::TrainingProgram::new(gpu, &model, &experiment.recipe, &upload);
            if let Some(program) = program {
                return Self::Shaders(Box::new(ShaderTrainer {
                    model,
                    data,
                    program,
                    epoch: 0,
                }));
            }
        }
        // On a GPU burn 0.22.1 computes wrong gradients for paper 1's model with a single head (the
        // values are right, and paper 2's gradients too). A second head of zeros changes nothing
        // else.
        #[cfg(feature = "webgpu")]
        if engine.gpu().is_some() && matches!(model.form, Form::Reader | Form::Memoriser) {
            model.shape.h = model.shape.h.max(2);
        }
        let (recipe, shape) = (&experiment.recipe, model.shape);
        let count = recipe.validation_sequences as usize;
        let inputs = TensorData::new(validation.inputs.clone(), [count, shape.t, shape.d]);
        let device = engine.device.clone().inner();
        let weights = Weights::from_values(&model, runs, &state.weights, &engine.device);
        let mut learner = Learner::new(model, weights.require_grad(), recipe);
        if state.step > 0 {
            let model = &learner.model;
            let moments = state
                .moments
                .map(|moments| Weights::from_values(model, runs, &moments, &device));
            learner = learner.resume(state.step, moments);
        }
        Self::Burn(Box::new(BurnTrainer {
            batches: Batches::new(data, first, &learner.model, &device),
            learner,
            inputs: Tensor::from_data(inputs, &device),
            losses: Vec::new(),
            predictions: Vec::new(),
        }))
    }

    /// The function that is trained.
    pub fn model(&self) -> &Model {
        match self {
            Self::Burn(trainer) => &trainer.learner.model,
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => &trainer.model,
        }
    }

    /// How its steps are computed.
    pub fn path(&self) -> ComputePath {
        match self {
            Self::Burn(trainer) => trainer.learner.model.path(),
            #[cfg(feature = "webgpu")]
            Self::Shaders(_) => ComputePath::Fused,
        }
    }

    /// The weights of all runs, if burn trains them.
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            Self::Burn(trainer) => Some(&trainer.learner.weights),
            #[cfg(feature = "webgpu")]
            Self::Shaders(_) => None,
        }
    }

    /// Mean and deviation of the training targets.
    pub fn scale(&self) -> Scale {
        match self {
            Self::Burn(trainer) => trainer.batches.data.scale,
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => trainer.data.scale,
        }
    }

    /// Queues the steps from `first` on: at most `steps`, and fewer if the queue is full before.
    /// Returns how many.
    pub fn queue_steps(&mut self, experiment: &Experiment, first: u32, steps: u32) -> u32 {
        match self {
            Self::Burn(trainer) => {
                for step in first..first + steps {
                    let (x, y) = trainer.batches.batch(step);
                    let rate = learning_rate(&experiment.recipe, step);
                    let losses = trainer.learner.train_step(x, y, rate); // [R]
                    trainer.losses.push(losses);
                }
                steps
            }
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => trainer.queue_steps(first, steps),
        }
    }

    /// Queues predictions for the first `count` validation sequences with the present weights.
    pub fn queue_predictions(&mut self, count: usize) {
        match self {
            Self::Burn(trainer) => {
                let Learner { model, weights, .. } = &trainer.learner;
                let chunks = forward_in_chunks(model, &weights.inner(), &trainer.inputs, count);
                trainer.predictions.push(chunks);
            }
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => trainer.program.queue_predictions(count),
        }
    }

    /// Whether results must be read back before more can be queued.
    pub fn is_full(&self) -> bool {
        match self {
            Self::Burn(_) => false,
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => trainer.program.is_full(),
        }
    }

    /// Reads back the results of everything queued since the last call.
    pub async fn read_back(&mut self) -> Result<Results, ReadBackError> {
        match self {
            Self::Burn(trainer) => trainer.read_back().await,
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => trainer.read_back().await,
        }
    }

    /// Weights and moments of the run at `place`.
    pub async fn state_of(
        &mut self,
        run: &Run,
        place: usize,
    ) -> Result<WeightsAndMoments, ReadBackError> {
        match self {
            Self::Burn(trainer) => {
                let Learner { model, weights, .. } = &trainer.learner;
                let [first, second] = trainer.learner.moments();
                Ok(WeightsAndMoments {
                    weights: weights.values_of(model, run, place).await?,
                    first_moments: first.values_of(model, run, place).await?,
                    second_moments: second.values_of(model, run, place).await?,
                })
            }
            #[cfg(feature = "webgpu")]
            Self::Shaders(trainer) => {
                let state = trainer.program.read_weights_and_moments(place).await?;
                let [weights, first_moments, second_moments] =
                    state.map(|flat| unflatten_and_unpad(&trainer.model, run, &flat));
                Ok(WeightsAndMoments {
                    weights,
                    first_moments,
                    second_moments,
                })
            }
        }
    }
}

/// Training by burn.
pub(crate) struct BurnTrainer {
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
    async fn read_back(&mut self) -> Result<Results, ReadBackError> {
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
        let mut values = read_back(transaction).await?.into_iter();
        let losses: Vec<f32> = match steps {
            0 => Vec::new(),
            _ => values.next().unwrap_or_default(),
        };
        let scale = self.batches.data.scale;
        let predictions = chunk_counts
            .into_iter()
            .map(|count| join_chunks(values.by_ref().take(count), runs, scale))
            .collect();
        Ok(Results {
            losses: losses.chunks_exact(runs).map(<[f32]>::to_vec).collect(),
            predictions,
        })
    }
}

/// Training by shaders.
#[cfg(feature = "webgpu")]
pub(crate) struct ShaderTrainer {
    model: Model,
    data: TrainingData,
    program: gpu::TrainingProgram,
    epoch: u32,
}

#[cfg(feature = "webgpu")]
impl ShaderTrainer {
    fn queue_steps(&mut self, first: u32, steps: u32) -> u32 {
        let end = first + steps.min(self.program.free_steps() as u32);
        let steps_per_epoch = self.data.steps_per_epoch();
        let mut step = first;
        while step < end {
            let epoch = step / steps_per_epoch;
            if epoch != self.epoch {
                let fresh = self.data.fresh_sequences(epoch);
                self.program
                    .start_epoch(&self.data.batch_order(epoch), fresh.as_ref());
                self.epoch = epoch;
            }
            let end_of_part = end.min((epoch + 1) * steps_per_epoch);
            self.program.queue_steps((end_of_part - step) as usize);
            step = end_of_part;
        }
        end - first
    }

    async fn read_back(&mut self) -> Result<Results, ReadBackError> {
        let mut results = self.program.read_back().await?;
        let scale = self.data.scale;
        for prediction in results.predictions.iter_mut().flatten().flatten() {
            *prediction = unstandardise(*prediction, scale);
        }
        Ok(results)
    }
}
