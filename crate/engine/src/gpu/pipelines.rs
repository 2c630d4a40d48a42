//! The compute pipelines of `step.wgsl`, and the bind group layout that all of them share.

use super::buffer_layout::BufferLayout;

/// The kernels of `step.wgsl`.
#[derive(Clone)]
pub struct Pipelines {
    pub sequences: wgpu::ComputePipeline,
    pub gradients: wgpu::ComputePipeline,
    pub update: wgpu::ComputePipeline,
    pub predict: wgpu::ComputePipeline,
    /// Folds the initial weights.
    pub begin: wgpu::ComputePipeline,
}

impl Pipelines {
    pub fn new(
        device: &wgpu::Device,
        bind_group_layout: &wgpu::BindGroupLayout,
        layout: &BufferLayout,
    ) -> Self {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("step.wgsl"),
            source: wgpu::ShaderSource::Wgsl(layout.shader().into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(bind_group_layout)],
            ..Default::default()
        });
        let pipeline = |name: &str| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(name),
                layout: Some(&layout),
                module: &module,
                entry_point: Some(name),
                compilation_options: Default::default(),
                cache: None,
            })
        };
        Self {
            sequences: pipeline("sequences"),
            gradients: pipeline("gradients"),
            update: pipeline("update"),
            predict: pipeline("predict"),
            begin: pipeline("begin"),
        }
    }
}

/// Eight storage buffers, the minimum of every WebGPU device; all kernels share one layout.
pub fn bind_group_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    // In the order of the bindings in step.wgsl.
    let read_only = [false, false, false, false, true, true, true, false];
    let entries: Vec<_> = (0..)
        .zip(read_only)
        .map(|(binding, read_only)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    })
}
