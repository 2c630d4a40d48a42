//! # engine — how it is trained
//!
//! burn models, cohorts and the training loop, on the CPU (feature `cpu`) and on a GPU (feature
//! `webgpu`), with the same API. What is trained is decided in `lab`; nothing here knows
//! JavaScript, a terminal or a pixel.

mod batches;
mod checkpoint;
mod cohort;
mod device;
mod encoder;
mod file;
#[cfg(feature = "cpu")]
mod fused;
#[cfg(feature = "webgpu")]
mod gpu;
mod learner;
mod measure;
mod member;
mod model;
mod reader;
mod selector;
mod shape;
mod source;
mod stack;
mod trained;
mod trainer;
mod weights;

pub use checkpoint::Checkpoint;
pub use cohort::{Cohort, TrainingError};
pub use device::{Engine, EngineError};
pub use learner::Learner;
pub use model::Model;
pub use reader::Path;
pub use shape::Shape;
pub use trained::{Look, Predictions, Trained, Weight};
pub use weights::Weights;
