//! # engine — how experiments are trained
//!
//! burn models, cohorts and the training loop, on the CPU (feature `cpu`) and on a GPU (feature
//! `webgpu`), with the same API. What is trained is decided in `lab`; nothing here knows
//! JavaScript, a terminal or a pixel.

mod attention_layer;
mod batches;
mod burn_trainer;
mod checkpoint;
mod cohort;
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
    CohortError, EngineError, FileError, FileKind, FileProblem, ReadBackError, TrainingError,
};
pub use learner::Learner;
pub use model::Model;
pub use reader::ComputePath;
pub use shape::Shape;
pub use trained::{Look, Predictions, Trained, Weight};
pub use weights::Weights;
