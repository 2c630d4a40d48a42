//! The model file: a trained run as a safetensors file. It carries its experiment, its run and the
//! scale of its targets, so that a few lines of numpy reproduce its predictions (docs/model-file.md).

use lab::{Experiment, Run, Scale};
use serde::{Deserialize, Serialize};

use crate::cohort_size;
use crate::device::Engine;
use crate::error::{FileError, FileKind, FileProblem, TrainingError};
use crate::model::Model;
use crate::tensor_file::{TensorFile, write_file};
use crate::trained::Trained;
use crate::weights::names_and_sizes;

/// The file's metadata.
#[derive(Serialize, Deserialize)]
struct Metadata {
    version: u32,
    experiment: Experiment,
    run: Run,
    mean: f32,
    deviation: f32,
}

impl Trained {
    /// The run as a model file.
    pub async fn to_safetensors(&self) -> Result<Vec<u8>, TrainingError> {
        let weights = self.weights().await?;
        let tensors = weights
            .iter()
            .map(|(name, weight)| (name.clone(), weight.shape, weight.values.as_slice()));
        let metadata = Metadata {
            version: lab::VERSION,
            experiment: self.experiment.clone(),
            run: self.run,
            mean: self.scale.mean,
            deviation: self.scale.deviation,
        };
        Ok(write_file(FileKind::Model, tensors, &metadata)?)
    }

    /// The experiment and the run of a model file, without its weights.
    pub fn origin(bytes: &[u8]) -> Result<(Experiment, Run), FileError> {
        let (_, metadata) = open(bytes)?;
        Ok((metadata.experiment, metadata.run))
    }

    /// Reads a model file.
    pub fn from_safetensors(bytes: &[u8], engine: &Engine) -> Result<Self, FileError> {
        let (mut file, metadata) = open(bytes)?;
        cohort_size::check_validation(&metadata.experiment, &metadata.run)
            .map_err(|problem| file.refuse(problem))?;
        let model = Model::new(&metadata.experiment.task, &[metadata.run], &engine.device);
        let mut values = Vec::new();
        for (name, size) in names_and_sizes(&model, &metadata.run) {
            values.push(file.take(&name, size, true)?);
        }
        file.finish()?;
        let scale = Scale {
            mean: metadata.mean,
            deviation: metadata.deviation,
        };
        let Metadata {
            experiment, run, ..
        } = metadata;
        Ok(Self::new(experiment, run, values, scale, engine))
    }
}

fn open(bytes: &[u8]) -> Result<(TensorFile<'_>, Metadata), FileError> {
    let (file, metadata): (_, Metadata) = TensorFile::open(FileKind::Model, bytes)?;
    file.check_run(metadata.version, &metadata.experiment, &metadata.run)?;
    if !(metadata.mean.is_finite() && metadata.deviation.is_finite()) {
        return Err(file.refuse(FileProblem::BadScale));
    }
    Ok((file, metadata))
}
