//! A cohort's training on the GPU by shaders of our own: three dispatches a step for all runs, no
//! upload and no read-back inside a step. burn trains the cohorts that the shaders do not cover
//! (`ShaderTrainer::upload` returns `None`), and is the reference: `tests/common` compares the two.

mod buffer_layout;
mod open;
mod pipelines;
mod program;
mod read_back;
mod shader_trainer;

use std::sync::{Arc, OnceLock};

pub use open::open;
pub use shader_trainer::ShaderTrainer;

use crate::error::GpuError;

/// A device and its queue, shared with burn.
#[derive(Clone)]
pub struct Gpu {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    /// The first error that was reported; results after it may be wrong, so it stays.
    error: Arc<OnceLock<GpuError>>,
}

impl Gpu {
    /// Listens to what `device` reports from now on, in place of burn, which would panic.
    pub fn watch(device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let error = Arc::new(OnceLock::new());
        let first = error.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            // Only the first is kept: others follow from it.
            let _ = first.set(match error {
                wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory,
                wgpu::Error::Validation { description, .. }
                | wgpu::Error::Internal { description, .. } => GpuError::Refused(description),
            });
        }));
        let first = error.clone();
        device.set_device_lost_callback(move |_, message| {
            let _ = first.set(GpuError::Lost(message));
        });
        Self {
            device,
            queue,
            error,
        }
    }

    /// The error that the device has reported, if any.
    pub fn check(&self) -> Result<(), GpuError> {
        self.error.get().map_or(Ok(()), |error| Err(error.clone()))
    }
}
