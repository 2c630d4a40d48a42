//! The device that an engine computes on, and its name as people read it. One per build: flex on
//! the CPU, or WebGPU.

use burn::tensor::Device;

/// A device, ready to train on.
#[derive(Clone)]
pub struct Engine {
    /// Where tensors live, with gradients.
    pub(crate) device: Device,
    name: String,
    /// Whether it is a GPU.
    pub(crate) gpu: bool,
    #[cfg(feature = "webgpu")]
    faults: faults::Faults,
}

/// Why there is no engine.
#[derive(Debug)]
pub struct EngineError(pub String);

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EngineError {}

impl Engine {
    /// Where tensors live, with gradients.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// What computes, such as "CPU · SIMD" or "WebGPU · adapter".
    pub fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(feature = "cpu")]
impl Engine {
    /// The CPU, through burn's flex backend.
    pub fn cpu() -> Self {
        // Natively flex picks its SIMD instructions when it starts; wasm has simd128 or nothing.
        let simd = cfg!(any(not(target_family = "wasm"), target_feature = "simd128"));
        Self {
            device: Device::flex().autodiff(),
            name: if simd { "CPU · SIMD" } else { "CPU" }.into(),
            gpu: false,
            #[cfg(feature = "webgpu")]
            faults: faults::Faults::default(),
        }
    }
}

#[cfg(feature = "webgpu")]
impl Engine {
    /// The GPU, through burn-wgpu. Once a page or worker: burn registers the device for good.
    pub async fn webgpu() -> Result<Self, EngineError> {
        use burn_wgpu::WgpuSetup;

        let (device, setup): (Device, WgpuSetup) = Device::wgpu_options()
            // Gathers launches into few submissions; every submission has a fixed cost.
            .tasks_max(64)
            .init_with_setup_async()
            .await
            .map_err(|error| EngineError(format!("WebGPU did not start: {error}")))?;
        let faults = faults::Faults::watch(&setup.device);
        let info = setup.adapter.get_info();
        let name = if info.name.is_empty() {
            "unnamed adapter"
        } else {
            &info.name
        };
        Ok(Self {
            device: device.autodiff(),
            name: format!("WebGPU · {name}"),
            gpu: true,
            faults,
        })
    }

    /// What the GPU complained about since it was last asked. WebGPU reports invalid commands
    /// aside and computes on; without this, numbers would silently be wrong.
    pub(crate) fn fault(&self) -> Option<String> {
        self.faults.take()
    }
}

#[cfg(not(feature = "webgpu"))]
impl Engine {
    /// A CPU that computes wrongly does not say so.
    pub(crate) fn fault(&self) -> Option<String> {
        None
    }
}

#[cfg(feature = "webgpu")]
mod faults {
    use std::sync::{Arc, Mutex};

    /// The first uncaptured error of a device.
    #[derive(Clone, Default)]
    pub struct Faults(Arc<Mutex<Option<String>>>);

    impl Faults {
        /// Listens to `device`.
        pub fn watch(device: &wgpu::Device) -> Self {
            let faults = Self::default();
            let first = faults.0.clone();
            device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
                if let Ok(mut first) = first.lock() {
                    first.get_or_insert_with(|| error.to_string());
                }
            }));
            faults
        }

        /// The error, once.
        pub fn take(&self) -> Option<String> {
            self.0.lock().ok()?.take()
        }
    }
}
