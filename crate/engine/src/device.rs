//! `Engine`: the device that trainings are computed on, and its name as people read it. One per
//! build: burn's flex backend on the CPU, or WebGPU.

use burn::tensor::Device;

#[cfg(feature = "webgpu")]
use crate::error::EngineError;
#[cfg(feature = "webgpu")]
use crate::gpu::{Gpu, GpuErrors};

/// A device, ready to train on.
#[derive(Clone)]
pub struct Engine {
    /// burn's device, with gradients.
    pub(crate) device: Device,
    name: String,
    #[cfg(feature = "webgpu")]
    gpu_errors: GpuErrors,
    /// The device and queue of burn, for shaders of our own.
    #[cfg(feature = "webgpu")]
    gpu: Option<Gpu>,
}

impl Engine {
    /// burn's device, with gradients.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The device's name, such as "CPU · SIMD" or "WebGPU · adapter".
    pub fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(feature = "cpu")]
impl Engine {
    /// The CPU, through burn's flex backend.
    pub fn cpu() -> Self {
        // Natively flex selects its SIMD instructions at start; wasm has simd128 or none.
        let has_simd = cfg!(any(not(target_family = "wasm"), target_feature = "simd128"));
        Self {
            device: Device::flex().autodiff(),
            name: if has_simd { "CPU · SIMD" } else { "CPU" }.into(),
            #[cfg(feature = "webgpu")]
            gpu_errors: GpuErrors::default(),
            #[cfg(feature = "webgpu")]
            gpu: None,
        }
    }
}

#[cfg(feature = "webgpu")]
impl Engine {
    /// The GPU, through burn-wgpu. Only once for each page or Worker: burn registers the device and
    /// never releases it.
    pub async fn webgpu() -> Result<Self, EngineError> {
        use burn_wgpu::WgpuSetup;

        let (device, setup): (Device, WgpuSetup) = Device::wgpu_options()
            // Gathers dispatches into few submissions; every submission has a fixed cost.
            .tasks_max(64)
            .init_with_setup_async()
            .await
            .map_err(|error| EngineError::WebGpu(error.to_string()))?;
        let info = setup.adapter.get_info();
        let name = if info.name.is_empty() {
            "unnamed adapter"
        } else {
            &info.name
        };
        Ok(Self {
            device: device.autodiff(),
            name: format!("WebGPU · {name}"),
            gpu_errors: GpuErrors::watch(&setup.device),
            gpu: Some(Gpu {
                device: setup.device.clone(),
                queue: setup.queue.clone(),
            }),
        })
    }

    /// The device and queue that burn computes on.
    pub(crate) fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    /// The first error that WebGPU reported since the last call. WebGPU does not fail at an invalid
    /// command, it reports it separately; without this check results would silently be wrong.
    pub(crate) fn take_gpu_error(&self) -> Option<String> {
        self.gpu_errors.take()
    }
}

#[cfg(not(feature = "webgpu"))]
impl Engine {
    /// There is no GPU in this build.
    pub(crate) fn take_gpu_error(&self) -> Option<String> {
        None
    }
}
