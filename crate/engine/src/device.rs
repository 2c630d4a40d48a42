//! `Engine`: the device that trainings are computed on, its name as people read it, and the way
//! values come back from it. One per build: burn's flex backend on the CPU, or WebGPU.

use burn::tensor::{Device, Transaction};

#[cfg(feature = "webgpu")]
use crate::error::EngineError;
use crate::error::{GpuError, ReadBackError};
#[cfg(feature = "cpu")]
use crate::fused;
#[cfg(feature = "webgpu")]
use crate::gpu::{self, Gpu};

/// A device, ready to train on.
#[derive(Clone)]
pub struct Engine {
    /// burn's device, with gradients.
    pub(crate) device: Device,
    name: String,
    /// The device and queue of burn, for shaders of our own.
    #[cfg(feature = "webgpu")]
    gpu: Option<Gpu>,
}

impl Engine {
    /// burn's device, with gradients.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The device's name, such as "CPU · SIMD", "CPU · AVX2" or "WebGPU · adapter".
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads all tensors of a transaction at once.
    pub(crate) async fn read_back(
        &self,
        transaction: Transaction,
    ) -> Result<Vec<Vec<f32>>, ReadBackError> {
        let tensors = transaction.execute_async().await;
        // What the GPU reported comes before what followed from it, which may look like a success.
        self.check_gpu()?;
        let tensors = match tensors {
            Ok(tensors) => tensors,
            Err(error) => return Err(self.unreadable(format!("{error:?}")).await),
        };
        tensors
            .into_iter()
            .map(|data| data.try_into_vec::<f32>())
            .map(|values| values.map_err(|error| ReadBackError::Tensor(format!("{error:?}"))))
            .collect()
    }
}

#[cfg(feature = "cpu")]
impl Engine {
    /// The CPU, through burn's flex backend.
    pub fn cpu() -> Self {
        let set = fused::InstructionSet::detect();
        Self {
            device: Device::flex().autodiff(),
            name: set
                .name()
                .map_or("CPU".into(), |set| format!("CPU · {set}")),
            #[cfg(feature = "webgpu")]
            gpu: None,
        }
    }
}

#[cfg(feature = "webgpu")]
impl Engine {
    /// The GPU, through burn-wgpu. burn never releases the device.
    pub async fn webgpu() -> Result<Self, EngineError> {
        let (device, gpu, name) = gpu::open().await?;
        let name = if name.is_empty() {
            "unnamed adapter"
        } else {
            &name
        };
        Ok(Self {
            device: device.autodiff(),
            name: format!("WebGPU · {name}"),
            gpu: Some(gpu),
        })
    }

    /// Whether it computes on a GPU.
    pub(crate) fn is_gpu(&self) -> bool {
        self.gpu.is_some()
    }

    /// The device and queue that burn computes on.
    pub(crate) fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    /// What the GPU has reported, if anything: WebGPU does not fail at an invalid command or after
    /// its device was lost, it reports that separately. Without this check results would silently
    /// be wrong.
    pub(crate) fn check_gpu(&self) -> Result<(), GpuError> {
        self.gpu.as_ref().map_or(Ok(()), Gpu::check)
    }

    /// Why burn could not read tensors, if it says `said`.
    async fn unreadable(&self, said: String) -> ReadBackError {
        match &self.gpu {
            Some(gpu) => gpu.why_unreadable(said).await.into(),
            None => ReadBackError::Tensor(said),
        }
    }
}

#[cfg(not(feature = "webgpu"))]
impl Engine {
    /// There is no GPU in this build.
    pub(crate) fn is_gpu(&self) -> bool {
        false
    }

    /// There is no GPU in this build.
    pub(crate) fn check_gpu(&self) -> Result<(), GpuError> {
        Ok(())
    }

    async fn unreadable(&self, said: String) -> ReadBackError {
        ReadBackError::Tensor(said)
    }
}
