//! Everything that can go wrong, as enums that a caller can match. Their `Display` texts are the
//! sentences that people read.

use safetensors::SafeTensorError;
use thiserror::Error;

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
}

/// Why values could not be read back from the device that computed them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadBackError {
    /// burn could not read a tensor.
    #[error("The engine's numbers could not be read: {0}")]
    Tensor(String),
    /// A mapped GPU buffer could not be read.
    #[error("The GPU's numbers could not be read: {0}")]
    Buffer(String),
    /// The GPU did not map a buffer.
    #[error("The GPU gave no numbers back: it may be lost.")]
    GpuLost,
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
    /// WebGPU reported an invalid command; results after it may be wrong.
    #[error("The GPU refused a command: {0}")]
    GpuRefused(String),
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
    /// A head's index is beyond the run's heads.
    #[error("Head {head} does not exist: heads are counted from 0 to {last}.")]
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
    #[error("Token {token} has {count} numbers, but must have {expected}.")]
    TokenSize {
        /// The token's position.
        token: usize,
        /// Its number of numbers.
        count: usize,
        /// The task's token dimension d.
        expected: usize,
    },
    /// A token holds a NaN or an infinity.
    #[error("Token {token} holds a number that is not finite.")]
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

/// Why a file could not be read or written.
#[derive(Debug, Error)]
pub enum FileError {
    /// It is not a file of this kind.
    #[error("This is no {kind} of ours: {problem}.")]
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
