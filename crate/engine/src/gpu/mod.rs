//! A cohort's training on the GPU by shaders of our own: three dispatches a step for all runs, no
//! upload and no read-back inside a step. burn trains the cohorts that the shaders do not cover
//! (`ShaderTrainer::upload` returns `None`), and is the reference: `tests/common` compares the two.

mod buffer_layout;
mod pipelines;
mod program;
mod read_back;
mod shader_trainer;

use std::sync::{Arc, Mutex};

pub use shader_trainer::ShaderTrainer;

/// A device and its queue, shared with burn.
#[derive(Clone)]
pub struct Gpu {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
}

/// The first uncaptured error of a device.
#[derive(Clone, Default)]
pub struct GpuErrors(Arc<Mutex<Option<String>>>);

impl GpuErrors {
    /// Listens to `device`.
    pub fn watch(device: &wgpu::Device) -> Self {
        let errors = Self::default();
        let first = errors.0.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            if let Ok(mut first) = first.lock() {
                first.get_or_insert_with(|| error.to_string());
            }
        }));
        errors
    }

    /// The error since the last call.
    pub fn take(&self) -> Option<String> {
        self.0.lock().ok()?.take()
    }
}
