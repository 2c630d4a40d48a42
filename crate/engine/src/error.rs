//! Everything that can go wrong, as enums that a caller can match. Their `Display` texts are the
//! sentences that people read.

use lab::{LengthRefusal, in_units, shortened};
use safetensors::SafeTensorError;
use thiserror::Error;

/// What a GPU reported on its own, apart from any call. The engine is of no use after it: results
/// that follow may be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GpuError {
    /// The device is gone: its driver was reset, its process ended, or it was destroyed.
    #[error("The GPU was lost{}", reason(.0))]
    Lost(String),
    /// A buffer could not be made.
    #[error("The GPU has too little memory for this training.")]
    OutOfMemory,
    /// A command was invalid.
    #[error("The GPU refused a command{}", reason(.0))]
    Refused(String),
}

/// The end of a sentence, with what the browser or the driver said if it said anything.
fn reason(said: &str) -> String {
    match said.trim().trim_end_matches('.') {
        "" => ".".into(),
        said => format!(": {said}."),
    }
}

/// Why there is no engine.
#[derive(Debug, Error)]
pub enum EngineError {
    /// There is no adapter, or it gave no device.
    #[error("WebGPU did not start: {0}")]
    WebGpu(String),
}

/// Why runs cannot be trained as one cohort.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CohortError {
    /// An index is beyond the experiment's runs.
    #[error("Run {index} does not exist: there are {count}.")]
    NoSuchRun {
        /// The index.
        index: usize,
        /// The experiment's number of runs.
        count: usize,
    },
    /// The list of runs is empty.
    #[error("A cohort needs at least one run.")]
    NoRuns,
    /// Their sequence lengths differ.
    #[error("The runs of a cohort must share their sequence length.")]
    MixedLengths,
    /// Their forms differ, or sizes that cannot be padded.
    #[error("The runs of a cohort must share what they compute.")]
    MixedForms,
    /// The checkpoints are of another experiment, of other runs, or in another order.
    #[error("The checkpoints are of other runs than these.")]
    OtherRuns,
    /// A cohort trains all of its runs by one step, or none.
    #[error("The checkpoints of a cohort must be of the same step.")]
    MixedSteps,
    /// Its numbers exceed what the engine can address, or what a buffer of the GPU can hold.
    #[error(
        "These runs need {} at once, and {holder} can have {}: train fewer together, or shorter sequences, or smaller batches.",
        in_units(*need),
        in_units(*most)
    )]
    TooLarge {
        /// The bytes that are needed.
        need: u64,
        /// The bytes that there can be.
        most: u64,
        /// What has them, in words.
        holder: &'static str,
    },
    /// A tensor of it is larger than a buffer of the GPU: the field to lower.
    #[error("{0}")]
    TooLargeForGpu(String),
    /// The GPU cannot be used any more.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Why values could not be read back from the device that computed them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadBackError {
    /// burn could not read a tensor.
    #[error("The engine's numbers could not be read: {0}")]
    Tensor(String),
    /// The GPU failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Why a training, or a question about a trained run, failed.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// The runs cannot be trained together.
    #[error(transparent)]
    Cohort(#[from] CohortError),
    /// Values could not be read back.
    #[error(transparent)]
    ReadBack(#[from] ReadBackError),
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A place is beyond the cohort's runs.
    #[error("Place {place} does not exist: the cohort has {count} runs.")]
    NoSuchPlace {
        /// The place.
        place: usize,
        /// The cohort's number of runs.
        count: usize,
    },
    /// The run's weights are not finite.
    #[error("This run diverged: its weights are no longer numbers to look into.")]
    Diverged,
    /// A head's index is beyond the run's heads. Indices are counted from 0; sentences count heads and tokens
    /// from 1, as charts and controls do.
    #[error("Head {} does not exist: heads are counted from 1 to {}.", head + 1, last + 1)]
    NoSuchHead {
        /// The index.
        head: usize,
        /// The index of the last head.
        last: usize,
    },
    /// A sequence has too few or too many tokens.
    #[error("The sequence has {count} tokens, but must have {expected}.")]
    TokenCount {
        /// Its number of tokens.
        count: usize,
        /// The run's sequence length T.
        expected: usize,
    },
    /// A token has too few or too many numbers.
    #[error("Token {} has {count} numbers, but must have {expected}.", token + 1)]
    TokenSize {
        /// The token's position.
        token: usize,
        /// Its number of numbers.
        count: usize,
        /// The task's token dimension d.
        expected: usize,
    },
    /// A token holds a NaN or an infinity.
    #[error("Token {} holds a number that is not finite.", token + 1)]
    TokenNotFinite {
        /// The token's position.
        token: usize,
    },
    /// A flat sequence has another length than T·d, or holds a NaN or an infinity.
    #[error(
        "The sequence has {count} numbers, but must have {} finite ones: {t} tokens of {d}.",
        t * d
    )]
    Sequence {
        /// Its number of numbers.
        count: usize,
        /// The run's sequence length T.
        t: usize,
        /// The task's token dimension d.
        d: usize,
    },
    /// The run cannot read sequences of a length.
    #[error(transparent)]
    Length(#[from] LengthRefusal),
    /// The count is zero, or larger than the number of validation sequences.
    #[error(
        "The count is {count}, but must be from 1 to {sequences}: there are no more validation sequences."
    )]
    PredictionCount {
        /// The count.
        count: usize,
        /// The experiment's number of validation sequences.
        sequences: usize,
    },
}

impl TrainingError {
    /// What the GPU reported, if that is the reason.
    pub fn gpu_error(&self) -> Option<&GpuError> {
        match self {
            Self::Cohort(CohortError::Gpu(error)) | Self::ReadBack(ReadBackError::Gpu(error)) => {
                Some(error)
            }
            _ => None,
        }
    }
}

/// The kinds of files that the engine writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A trained run.
    Model,
    /// A run in training.
    Checkpoint,
}

impl std::fmt::Display for FileKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Model => "model",
            Self::Checkpoint => "checkpoint",
        })
    }
}

/// The most characters of a reason that is told: a reason may quote the file.
const MESSAGE_CHARACTERS: usize = 1000;

/// Why a file could not be read or written.
#[derive(Debug, Error)]
pub enum FileError {
    /// It is not a file of this kind.
    #[error("This is no {kind} of ours: {}.", shortened(&problem.to_string(), MESSAGE_CHARACTERS))]
    Refused {
        /// The kind of file that was expected.
        kind: FileKind,
        /// The reason.
        problem: FileProblem,
    },
    /// The file could not be put together.
    #[error("The {kind} cannot be written: {reason}")]
    NotWritten {
        /// The kind of file.
        kind: FileKind,
        /// What the serialiser reported.
        reason: String,
    },
}

/// Why a file was refused.
#[derive(Debug, Error)]
pub enum FileProblem {
    /// Its bytes are not a safetensors file.
    #[error("it is not a safetensors file ({0})")]
    NotSafetensors(SafeTensorError),
    /// Its metadata lacks the entry that describes it.
    #[error("its metadata has no \"{0}\"")]
    NoMetadata(&'static str),
    /// That entry is not the JSON it must be.
    #[error("its metadata cannot be read ({0})")]
    BadMetadata(serde_json::Error),
    /// A newer version of this program wrote it.
    #[error("it is of version {version}, and the newest known here is {newest}")]
    NewerVersion {
        /// The file's version.
        version: u32,
        /// The newest version that can be read.
        newest: u32,
    },
    /// Its run is not one of the runs of its experiment.
    #[error("its run is none of its experiment's")]
    ForeignRun,
    /// Its step is beyond the last step of its experiment.
    #[error("it is at step {step} of {steps}")]
    StepBeyondEnd {
        /// The file's step.
        step: u32,
        /// The steps of its experiment.
        steps: u32,
    },
    /// Its validation set exceeds what the engine can address.
    #[error("its validation set needs {}, and this engine can have {}", in_units(*need), in_units(*most))]
    TooLarge {
        /// The bytes that are needed.
        need: u64,
        /// The bytes that there can be.
        most: u64,
    },
    /// Its learning curve or its early stop is one that no training gives.
    #[error("its learning curve or its end does not fit its experiment and its step")]
    BadHistory,
    /// The scale of its targets is not finite.
    #[error("its mean or deviation is not a finite number")]
    BadScale,
    /// A tensor is missing.
    #[error("it has no tensor \"{0}\"")]
    NoTensor(String),
    /// A tensor has another type or shape.
    #[error("\"{name}\" is {found}, but must be F32 [{rows}, {columns}]")]
    WrongTensor {
        /// The tensor's name.
        name: String,
        /// Its type and shape.
        found: String,
        /// The rows it must have.
        rows: usize,
        /// The columns it must have.
        columns: usize,
    },
    /// A tensor holds a NaN or an infinity.
    #[error("\"{0}\" holds numbers that are not finite")]
    NotFinite(String),
    /// The file holds a tensor that its run does not have.
    #[error("it has a tensor \"{0}\" that nothing needs")]
    UnknownTensor(String),
}
