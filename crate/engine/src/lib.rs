//! # engine — how experiments are trained
//!
//! burn models, cohorts and the training loop, on the CPU (feature `cpu`) and on a GPU (feature
//! `webgpu`), with the same API. What is trained is decided in `lab`; nothing here knows
//! JavaScript, a terminal or a pixel.

#![forbid(unsafe_code)]

mod attention_layer;
mod batches;
mod burn_trainer;
mod checkpoint;
mod cohort;
mod cohort_size;
mod deep_reader;
mod device;
mod encoder;
mod error;
mod evaluation;
#[cfg(feature = "cpu")]
mod fused;
#[cfg(feature = "webgpu")]
mod gpu;
mod learner;
mod model;
mod model_file;
mod optimizer;
mod reader;
mod resume;
mod run_state;
mod shape;
mod tensor_file;
mod trained;
mod trainer;
mod training_data;
mod weight_layout;
mod weights;

pub use checkpoint::Checkpoint;
pub use cohort::Cohort;
pub use device::Engine;
pub use error::{
    CohortError, EngineError, FileError, FileKind, FileProblem, GpuError, ReadBackError,
    TrainingError,
};
pub use evaluation::MeasuredError;
pub use learner::Learner;
pub use model::Model;
pub use reader::ComputePath;
pub use resume::{Refused, Resumed};
pub use shape::Shape;
pub use trained::{Predictions, Trained, Weight};
pub use weights::Weights;
