//! `Trainer`: who computes a cohort's steps. burn everywhere, or on a GPU shaders of our own where
//! they cover the cohort. Steps and marks are only noted until they are read: a device that is asked
//! often is a device that waits.

use burn::tensor::{Tensor, TensorData, Transaction};
#[cfg(feature = "webgpu")]
use lab::Form;
use lab::{Dataset, Experiment, Run, Scale, learning_rate};

use crate::batches::Batches;
use crate::checkpoint::Numbers;
use crate::cohort::TrainingError;
use crate::device::Engine;
#[cfg(feature = "webgpu")]
use crate::gpu;
use crate::learner::Learner;
use crate::measure;
use crate::model::Model;
use crate::reader::Path;
#[cfg(feature = "webgpu")]
use crate::shape::scales;
use crate::source::Source;
use crate::weights::{Weights, initial};

/// What was read: losses step by step, `[steps][R]`, and predictions mark by mark, each
/// `[R][count · outputs]` on the raw scale.
pub(crate) struct Read {
    pub losses: Vec<Vec<f32>>,
    pub predictions: Vec<Vec<Vec<f32>>>,
}

/// A cohort's training.
pub(crate) enum Trainer {
    /// By burn's operations.
    Burn(Box<Burn>),
    /// By shaders of our own.
    #[cfg(feature = "webgpu")]
    Shaders(Box<Shaders>),
}

/// Training by burn.
pub(crate) struct Burn {
    pub learner: Learner,
    batches: Batches,
    /// `[S, T, d]`
    inputs: Tensor<3>,
    /// One for each step that was not read: `[R]`.
    losses: Vec<Tensor<1>>,
    /// For each mark that was not read, its parts: `[R, B, outputs]`.
    marks: Vec<Vec<Tensor<3>>>,
}

/// Training by shaders.
#[cfg(feature = "webgpu")]
pub(crate) struct Shaders {
    model: Model,
    source: Source,
    trainer: gpu::Trainer,
    epoch: u32,
}

impl Trainer {
    /// A trainer of `runs`, which share their sequence length. `path` may ask for burn's operations
    /// alone; the fused ones are taken only where they cover the cohort. It goes on from `past`:
    /// steps done, and of every run the numbers that they left.
    pub fn new(
        experiment: &Experiment,
        runs: &[Run],
        validation: &Dataset,
        engine: &Engine,
        path: Path,
        past: Option<(u32, Vec<Numbers>)>,
    ) -> Self {
        let (task, recipe) = (&experiment.task, &experiment.recipe);
        let mut model = Model::new(task, runs, &engine.device);
        if path == Path::Reference {
            model = model.by_reference();
        }
        let (source, first) = Source::new(task, recipe, runs);
        let (steps, [weights, moments @ ..]) = match past {
            Some((steps, numbers)) => (steps, transposed(numbers)),
            None => {
                let weights = runs.iter().map(|run| initial(&model, run)).collect();
                (0, [weights, Vec::new(), Vec::new()])
            }
        };
        #[cfg(feature = "webgpu")]
        if let (Path::Fused, Some(gpu)) = (path, engine.gpu()) {
            let material = gpu::Material {
                steps,
                weights: &Weights::flat(&model, runs, &weights),
                moments: &moments
                    .each_ref()
                    .map(|of| Weights::flat(&model, runs, of))
                    .concat(),
                scales: &scales(runs),
                inputs: &first.inputs,
                targets: &first.targets,
                order: &source.order(0),
                validation: &validation.inputs,
            };
            if let Some(trainer) = gpu::Trainer::new(gpu, &model, recipe, &material) {
                return Self::Shaders(Box::new(Shaders {
                    model,
                    source,
                    trainer,
                    epoch: 0,
                }));
            }
        }
        // On a GPU burn 0.22.1 gives wrong gradients where paper 1's model has a single head (its
        // values are right, and so is paper 2's). A second one, of zeros, changes nothing else.
        #[cfg(feature = "webgpu")]
        if engine.gpu().is_some() && matches!(model.form, Form::Reader | Form::Memoriser) {
            model.shape.h = model.shape.h.max(2);
        }
        let shape = model.shape;
        let count = recipe.validation_sequences as usize;
        let inputs = TensorData::new(validation.inputs.clone(), [count, shape.t, shape.d]);
        let device = engine.device.clone().inner();
        let weights = Weights::of(&model, runs, &weights, &engine.device).require_grad();
        let mut learner = Learner::new(model, weights, recipe);
        if steps > 0 {
            let moments = moments.map(|of| Weights::of(&learner.model, runs, &of, &device));
            learner = learner.resume(steps, moments);
        }
        Self::Burn(Box::new(Burn {
            batches: Batches::new(source, first, &learner.model, &device),
            learner,
            inputs: Tensor::from_data(inputs, &device),
            losses: Vec::new(),
            marks: Vec::new(),
        }))
    }

    /// The function that is trained.
    pub fn model(&self) -> &Model {
        match self {
            Self::Burn(burn) => &burn.learner.model,
            #[cfg(feature = "webgpu")]
            Self::Shaders(shaders) => &shaders.model,
        }
    }

    /// How its steps are computed.
    pub fn path(&self) -> Path {
        match self {
            Self::Burn(burn) => burn.learner.model.path(),
            #[cfg(feature = "webgpu")]
            Self::Shaders(_) => Path::Fused,
        }
    }

    /// The weights of all runs, where burn trains them.
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            Self::Burn(burn) => Some(&burn.learner.weights),
            #[cfg(feature = "webgpu")]
            Self::Shaders(_) => None,
        }
    }

    /// Mean and deviation of the training targets.
    pub fn scale(&self) -> Scale {
        match self {
            Self::Burn(burn) => burn.batches.source.scale,
            #[cfg(feature = "webgpu")]
            Self::Shaders(shaders) => shaders.source.scale,
        }
    }

    /// Trains step number `from` and those after it, as many of `steps` as may be noted before
    /// they are read; says how many.
    pub fn train(&mut self, experiment: &Experiment, from: u32, steps: u32) -> u32 {
        match self {
            Self::Burn(burn) => {
                for step in from..from + steps {
                    let (x, y) = burn.batches.at(step);
                    let rate = learning_rate(&experiment.recipe, step);
                    burn.losses.push(burn.learner.learn(x, y, rate)); // [R]
                }
                steps
            }
            #[cfg(feature = "webgpu")]
            Self::Shaders(shaders) => shaders.train(from, steps),
        }
    }

    /// Notes the predictions for the first `count` validation sequences, to be read later.
    pub fn mark(&mut self, count: usize) {
        match self {
            Self::Burn(burn) => {
                let Learner { model, weights, .. } = &burn.learner;
                let weights = weights.inner();
                let parts = measure::forward(model, &weights, &burn.inputs, count);
                burn.marks.push(parts);
            }
            #[cfg(feature = "webgpu")]
            Self::Shaders(shaders) => shaders.trainer.mark(count),
        }
    }

    /// Whether nothing more may be noted before it is read.
    pub fn is_full(&self) -> bool {
        match self {
            Self::Burn(_) => false,
            #[cfg(feature = "webgpu")]
            Self::Shaders(shaders) => shaders.trainer.is_full(),
        }
    }

    /// Everything noted since this was last asked, in one go.
    pub async fn read(&mut self) -> Result<Read, TrainingError> {
        let scale = self.scale();
        match self {
            Self::Burn(burn) => burn.read(scale).await,
            #[cfg(feature = "webgpu")]
            Self::Shaders(shaders) => {
                let read = shaders.trainer.read().await?;
                let mut predictions = read.predictions;
                let raw = predictions.iter_mut().flatten().flatten();
                raw.for_each(|p| *p = *p * scale.deviation + scale.mean);
                Ok(Read {
                    losses: read.losses,
                    predictions,
                })
            }
        }
    }

    /// What the training of the run at `place` has left, without padding.
    pub async fn numbers_of(&mut self, run: &Run, place: usize) -> Result<Numbers, TrainingError> {
        match self {
            Self::Burn(burn) => {
                let Learner { model, weights, .. } = &burn.learner;
                let [first, second] = burn.learner.moments();
                Ok([
                    weights.of_one(model, run, place).await?,
                    first.of_one(model, run, place).await?,
                    second.of_one(model, run, place).await?,
                ])
            }
            #[cfg(feature = "webgpu")]
            Self::Shaders(shaders) => {
                let numbers = shaders.trainer.numbers(place).await?;
                Ok(numbers.map(|flat| Weights::unflatten(&shaders.model, run, &flat)))
            }
        }
    }
}

/// From run by run to kind by kind: weights, first moments, second moments of all runs.
fn transposed(runs: Vec<Numbers>) -> [Vec<Vec<Vec<f32>>>; 3] {
    let mut kinds: [Vec<_>; 3] = Default::default();
    for numbers in runs {
        for (kind, own) in kinds.iter_mut().zip(numbers) {
            kind.push(own);
        }
    }
    kinds
}

impl Burn {
    async fn read(&mut self, scale: Scale) -> Result<Read, TrainingError> {
        let (losses, marks) = (
            std::mem::take(&mut self.losses),
            std::mem::take(&mut self.marks),
        );
        let (runs, steps) = (self.learner.model.shape.runs, losses.len());
        let mut all = Transaction::default();
        if steps > 0 {
            all = all.register(Tensor::cat(losses, 0)); // [steps·R]
        }
        let counts: Vec<usize> = marks.iter().map(Vec::len).collect();
        for part in marks.into_iter().flatten() {
            all = all.register(part); // [R, B, outputs]
        }
        let mut read = measure::read(all).await?.into_iter();
        let losses = read
            .by_ref()
            .take(steps.min(1))
            .flatten()
            .collect::<Vec<f32>>();
        let predictions = counts
            .into_iter()
            .map(|count| measure::by_run(read.by_ref().take(count), runs, scale))
            .collect();
        Ok(Read {
            losses: losses.chunks_exact(runs).map(<[f32]>::to_vec).collect(),
            predictions,
        })
    }
}

#[cfg(feature = "webgpu")]
impl Shaders {
    fn train(&mut self, from: u32, steps: u32) -> u32 {
        let room = self.trainer.room() as u32;
        let until = from + steps.min(room);
        let mut step = from;
        while step < until {
            let epoch = step / self.source.steps();
            if epoch != self.epoch {
                let fresh = self.source.fresh(epoch);
                self.trainer
                    .turn_to(&self.source.order(epoch), fresh.as_ref());
                self.epoch = epoch;
            }
            let end = until.min((epoch + 1) * self.source.steps());
            self.trainer.train((end - step) as usize);
            step = end;
        }
        until - from
    }
}
