//! Opens the GPU and hands it to burn. In a browser the device is opened here, because burn's own way
//! panics where the adapter has no `timestamp-query` (Chrome on Android, some Macs).

use burn::tensor::Device;

use super::Gpu;
use crate::error::EngineError;

/// Gathers burn's dispatches into few submissions; every submission has a fixed cost.
const TASKS_MAX: usize = 64;

/// burn's device, its handles for shaders of our own, and the adapter's name.
#[cfg(not(target_family = "wasm"))]
pub async fn open() -> Result<(Device, Gpu, String), EngineError> {
    let options = Device::wgpu_options().tasks_max(TASKS_MAX);
    let opened: Result<(_, burn_wgpu::WgpuSetup), _> = options.init_with_setup_async().await;
    let (burn, setup) = opened.map_err(not_started)?;
    let name = setup.adapter.get_info().name;
    Ok((burn, Gpu::watch(setup.device, setup.queue), name))
}

/// burn's device, its handles for shaders of our own, and the adapter's name.
#[cfg(target_family = "wasm")]
pub async fn open() -> Result<(Device, Gpu, String), EngineError> {
    use burn_wgpu::WgpuSetup;

    let backend = wgpu::Backend::BrowserWebGpu;
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: backend.into(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapter = instance
        .request_adapter(&wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        })
        .await
        .map_err(not_started)?;
    // burn makes use of every feature and limit of the adapter, so the device must have them all.
    let (device, queue) = adapter
        .request_device(&wgpu::DeviceDescriptor {
            required_features: adapter.features(),
            required_limits: adapter.limits(),
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        })
        .await
        .map_err(not_started)?;
    let name = adapter.get_info().name;
    let setup = WgpuSetup {
        instance,
        adapter: wgpu::Adapter::from_custom(untimed::UntimedAdapter(adapter)),
        device: device.clone(),
        queue: queue.clone(),
        backend,
    };
    let options = Device::wgpu_options().tasks_max(TASKS_MAX).setup(setup);
    let burn = options.init().map_err(not_started)?;
    Ok((burn, Gpu::watch(device, queue), name))
}

fn not_started(error: impl std::fmt::Display) -> EngineError {
    let text = error.to_string();
    // wgpu quotes a browser's error with its stack: "JsValue(OperationError: why\n…)".
    let quoted = text.split_once("JsValue(").map_or(&*text, |of| of.1);
    let first = quoted.lines().next().unwrap_or_default();
    EngineError::WebGpu(first.trim_end_matches(')').into())
}

#[cfg(target_family = "wasm")]
mod untimed {
    //! An adapter that burn takes for one with timestamp queries.
    //!
    //! Without them cubecl-wgpu would measure kernels by the host's clock, which cannot be done in a
    //! browser, and panics as soon as it makes a stream. It measures only what is autotuned, and
    //! nothing here is: so it is told that there are timestamps, and never asks for one.

    use std::pin::Pin;

    use wgpu::custom::{AdapterInterface, DispatchSurface, RequestDeviceFuture};

    #[derive(Debug)]
    pub struct UntimedAdapter(pub wgpu::Adapter);

    impl AdapterInterface for UntimedAdapter {
        fn features(&self) -> wgpu::Features {
            self.0.features() | wgpu::Features::TIMESTAMP_QUERY
        }

        fn request_device(
            &self,
            _: &wgpu::DeviceDescriptor<'_>,
        ) -> Pin<Box<dyn RequestDeviceFuture>> {
            unreachable!("burn was given a device")
        }

        fn is_surface_supported(&self, _: &DispatchSurface) -> bool {
            false
        }

        fn limits(&self) -> wgpu::Limits {
            self.0.limits()
        }

        fn downlevel_capabilities(&self) -> wgpu::DownlevelCapabilities {
            self.0.get_downlevel_capabilities()
        }

        fn get_info(&self) -> wgpu::AdapterInfo {
            self.0.get_info()
        }

        fn get_texture_format_features(
            &self,
            format: wgpu::TextureFormat,
        ) -> wgpu::TextureFormatFeatures {
            self.0.get_texture_format_features(format)
        }

        fn get_presentation_timestamp(&self) -> wgpu::PresentationTimestamp {
            self.0.get_presentation_timestamp()
        }

        fn cooperative_matrix_properties(&self) -> Vec<wgpu::wgt::CooperativeMatrixProperties> {
            self.0.cooperative_matrix_properties()
        }
    }
}
