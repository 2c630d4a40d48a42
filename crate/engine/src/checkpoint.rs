//! `Checkpoint`: the state of one run's training, from which it continues as if it had never
//! stopped: after a reload, in another Worker, on another engine. Its file is a safetensors file
//! with the weights and AdamW's two moments of each. When checkpoints are made and where they are
//! stored is the caller's decision.

use lab::{Experiment, Run};
use serde::{Deserialize, Serialize};

use crate::device::Engine;
use crate::error::{FileError, FileKind, FileProblem};
use crate::model::Model;
use crate::run_state::{EarlyStop, RunHistory};
use crate::tensor_file::{TensorFile, write_file};
use crate::weights::{RunValues, names_and_sizes};

/// A run's weights, and AdamW's first and second moments of them.
#[derive(Clone, Debug)]
pub(crate) struct WeightsAndMoments {
    pub weights: RunValues,
    pub first_moments: RunValues,
    pub second_moments: RunValues,
}

/// Names of tensors in the file begin with one of these and a dot.
const WEIGHTS: &str = "weight";
const FIRST_MOMENTS: &str = "first";
const SECOND_MOMENTS: &str = "second";
/// The weights with which a run reached its target.
const REACHED: &str = "reached";

/// The state of one run's training.
pub struct Checkpoint {
    pub(crate) experiment: Experiment,
    pub(crate) run: Run,
    pub(crate) step: u32,
    pub(crate) history: RunHistory,
    pub(crate) state: WeightsAndMoments,
}

/// The file's metadata.
#[derive(Serialize, Deserialize)]
struct Metadata {
    version: u32,
    experiment: Experiment,
    run: Run,
    step: u32,
    #[serde(rename = "past")]
    history: RunHistory,
}

impl Checkpoint {
    /// Steps that the run's cohort has done.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The experiment of its run.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The run.
    pub fn run(&self) -> Run {
        self.run
    }

    /// The checkpoint as a file.
    pub fn to_bytes(&self, engine: &Engine) -> Result<Vec<u8>, FileError> {
        let model = Model::new(&self.experiment.task, &[self.run], &engine.device);
        let weights = names_and_sizes(&model, &self.run);
        let mut groups = vec![
            (WEIGHTS, &self.state.weights),
            (FIRST_MOMENTS, &self.state.first_moments),
            (SECOND_MOMENTS, &self.state.second_moments),
        ];
        if let Some(EarlyStop::Reached { weights, .. }) = &self.history.early_stop {
            groups.push((REACHED, weights));
        }
        let tensors = groups.into_iter().flat_map(|(group, values)| {
            let tensors = weights.iter().zip(values);
            tensors.map(move |((name, size), values)| {
                (format!("{group}.{name}"), *size, values.as_slice())
            })
        });
        let metadata = Metadata {
            version: lab::VERSION,
            experiment: self.experiment.clone(),
            run: self.run,
            step: self.step,
            history: self.history.clone(),
        };
        write_file(FileKind::Checkpoint, tensors, &metadata)
    }

    /// Reads such a file.
    pub fn from_bytes(bytes: &[u8], engine: &Engine) -> Result<Self, FileError> {
        let (mut file, metadata): (_, Metadata) = TensorFile::open(FileKind::Checkpoint, bytes)?;
        file.check_run(metadata.version, &metadata.experiment, &metadata.run)?;
        let (steps, step) = (metadata.experiment.recipe.steps, metadata.step);
        if step > steps {
            return Err(file.refuse(FileProblem::StepBeyondEnd { step, steps }));
        }
        if !metadata
            .history
            .is_possible(&metadata.experiment.recipe, step)
        {
            return Err(file.refuse(FileProblem::BadHistory));
        }
        let model = Model::new(&metadata.experiment.task, &[metadata.run], &engine.device);
        let weights = names_and_sizes(&model, &metadata.run);
        let mut history = metadata.history;
        let mut take = |group: &str, must_be_finite: bool| {
            weights
                .iter()
                .map(|(name, size)| file.take(&format!("{group}.{name}"), *size, must_be_finite))
                .collect::<Result<RunValues, _>>()
        };
        // They need not be finite. At a high learning rate a second moment overflows long before
        // the loss does, and weights become NaN one step before the loss says so; the run goes on
        // and diverges at the same step as if it had never stopped.
        let state = WeightsAndMoments {
            weights: take(WEIGHTS, false)?,
            first_moments: take(FIRST_MOMENTS, false)?,
            second_moments: take(SECOND_MOMENTS, false)?,
        };
        if let Some(EarlyStop::Reached { weights, .. }) = &mut history.early_stop {
            *weights = take(REACHED, true)?;
        }
        file.finish()?;
        Ok(Self {
            experiment: metadata.experiment,
            run: metadata.run,
            step,
            history,
            state,
        })
    }
}
