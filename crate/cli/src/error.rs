//! Why a command failed, as the text that is printed to standard error before exit code 1.

use std::io;
use std::path::{Path, PathBuf};

use engine::TrainingError;
use lab::Problems;

use crate::merge::MissingRuns;
use crate::number_option::InvalidNumber;
use crate::shard_option::ShardError;

/// Why a command failed. `Display` is the whole message for the user: one or more sentences, one
/// per line.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A file cannot be read.
    #[error("Cannot read {path}: {error}.")]
    Read { path: PathBuf, error: io::Error },

    /// A file cannot be written.
    #[error("Cannot write {path}: {error}.")]
    Write { path: PathBuf, error: io::Error },

    /// A file is not an outcome document.
    #[error("{path} holds no outcomes: {problems}")]
    NoOutcomes { path: PathBuf, problems: Problems },

    /// A file named as the provenance of outcomes is something else.
    #[error(
        "{path} is not the provenance of outcomes, whose name it has: rename it, or use --force."
    )]
    NoProvenance { path: PathBuf },

    /// A result cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),

    /// An experiment is invalid: one line per field.
    #[error(transparent)]
    Experiment(#[from] Problems),

    /// The engine failed.
    #[error(transparent)]
    Training(#[from] TrainingError),

    /// An option has a value outside its range.
    #[error(transparent)]
    Number(#[from] InvalidNumber),

    /// `--shard` names no share.
    #[error(transparent)]
    Shard(#[from] ShardError),

    /// Merged outcomes are not those of every run.
    #[error("{0}")]
    Missing(MissingRuns),

    /// `--jobs` with a GPU.
    #[error("--jobs is for the CPU: a GPU trains one cohort of runs at a time.")]
    JobsOnGpu,

    /// Any other reason. Its sentence is written where it is detected, because no caller
    /// distinguishes these.
    #[error("{0}")]
    Other(String),
}

impl CliError {
    pub fn read(path: &Path, error: io::Error) -> Self {
        let path = path.into();
        Self::Read { path, error }
    }

    pub fn write(path: &Path, error: io::Error) -> Self {
        let path = path.into();
        Self::Write { path, error }
    }
}

impl From<String> for CliError {
    fn from(sentence: String) -> Self {
        Self::Other(sentence)
    }
}
