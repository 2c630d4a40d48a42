//! A cohort's training on the GPU in shaders of our own: three dispatches a step for all runs, no
//! upload and no readback inside a step. burn trains what this does not cover (`Trainer::new` gives
//! none then), and is the reference: `tests/common` holds the two equal.

mod plan;
mod readback;

use lab::{Recipe, learning_rate};
use plan::{LOSSES, Plan};
use readback::{Part, read};
use wgpu::util::{BufferInitDescriptor, DeviceExt};

use crate::cohort::TrainingError;
use crate::model::Model;
use crate::source::Sequences;

/// Predictions are kept on the device for this many points of the learning curve.
const SLOTS: usize = 8;

/// A device and its queue, shared with burn.
#[derive(Clone)]
pub struct Gpu {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
}

/// What a cohort is trained on, on the host.
pub struct Material<'a> {
    /// Steps that were trained before.
    pub steps: u32,
    /// The weights of all runs, one run after the other, in the order of their layout.
    pub weights: &'a [f32],
    /// Their moments in the same order, the first and then the second; none before the first step.
    pub moments: &'a [f32],
    /// 1/√n of every run.
    pub scales: &'a [f32],
    /// Training tokens, one sequence after the other.
    pub inputs: &'a [f32],
    /// Their targets, standardised.
    pub targets: &'a [f32],
    /// Which sequences each step of the first epoch takes, for every run.
    pub order: &'a [u32],
    /// Validation tokens.
    pub validation: &'a [f32],
}

/// A cohort in training.
pub struct Trainer {
    gpu: Gpu,
    plan: Plan,
    runs: usize,
    batch: usize,
    weights: wgpu::Buffer,
    moments: wgpu::Buffer,
    state: wgpu::Buffer,
    data: wgpu::Buffer,
    order: wgpu::Buffer,
    predictions: wgpu::Buffer,
    /// Bytes of one slot of predictions.
    slot: u64,
    pipelines: Pipelines,
    training: wgpu::BindGroup,
    validating: Vec<wgpu::BindGroup>,
    /// Steps whose losses were not read yet.
    unread: std::ops::Range<usize>,
    /// Validation sequences in each slot that was not read yet.
    marked: Vec<usize>,
    /// Commands that were not submitted yet: every submission has a cost of its own.
    pending: Option<wgpu::CommandEncoder>,
}

#[derive(Clone)]
struct Pipelines {
    sequences: wgpu::ComputePipeline,
    gradients: wgpu::ComputePipeline,
    update: wgpu::ComputePipeline,
    predict: wgpu::ComputePipeline,
}

/// What was read: losses step by step, `[steps][R]`, and predictions mark by mark, each
/// `[R][count]`, standardised.
pub struct Read {
    pub losses: Vec<Vec<f32>>,
    pub predictions: Vec<Vec<Vec<f32>>>,
}

impl Trainer {
    /// A trainer for `model`; none where the shaders do not cover it, or its buffers are larger
    /// than the device allows.
    pub fn new(gpu: &Gpu, model: &Model, recipe: &Recipe, material: &Material<'_>) -> Option<Self> {
        let plan = Plan::new(model.form, model.shape, recipe)?;
        let (runs, batch) = (model.shape.runs, recipe.batch as usize);
        let count = material.validation.len() / (model.shape.t * model.shape.d);
        let slot = (runs * count * 4).next_multiple_of(256);
        let sizes = [
            runs * plan.weights() * 3 * 4,
            runs * (plan.folded() + plan.sums()) * 4,
            runs * batch * plan.parts() * 4,
            (material.inputs.len() + material.targets.len()) * 4,
            material.order.len() * 4,
            (runs + 3 * recipe.steps as usize) * 4,
            slot * SLOTS,
        ];
        let limits = gpu.device.limits();
        let most = limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size);
        let dispatches = limits.max_compute_workgroups_per_dimension as usize;
        let fits = sizes.iter().all(|size| *size as u64 <= most)
            && [runs, batch, count].iter().all(|size| *size <= dispatches);
        fits.then(|| Self::build(gpu, plan, recipe, material, [runs, batch, slot]))
    }

    fn build(
        gpu: &Gpu,
        plan: Plan,
        recipe: &Recipe,
        material: &Material<'_>,
        [runs, batch, slot]: [usize; 3],
    ) -> Self {
        let device = &gpu.device;
        let filled = |label, bytes: &[u8]| {
            device.create_buffer_init(&BufferInitDescriptor {
                label: Some(label),
                contents: bytes,
                usage: USAGE,
            })
        };
        // New buffers hold zeros: as moments and counts have to start.
        let empty = |label, numbers: usize| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: numbers as u64 * 4,
                usage: USAGE,
                mapped_at_creation: false,
            })
        };
        let data: Vec<f32> = [material.inputs, material.targets].concat();
        let weights = filled("weights", &bytes(material.weights));
        let moments = empty("moments", 3 * runs * plan.weights());
        let folded = empty("folded", runs * (plan.folded() + plan.sums()));
        let parts = empty("parts", runs * batch * plan.parts());
        let data = filled("data", &bytes(&data));
        let order = filled("order", &words(material.order));
        let rates = filled("rates", &bytes(&rates(material.scales, recipe)));
        let state = empty("state", runs + LOSSES * runs);
        let validation = filled("validation", &bytes(material.validation));
        let predictions = empty("predictions", slot * SLOTS / 4);

        if !material.moments.is_empty() {
            let counts = vec![material.steps; runs];
            gpu.queue
                .write_buffer(&moments, 0, &bytes(material.moments));
            gpu.queue.write_buffer(&state, 0, &words(&counts));
        }

        let layout = layout(device);
        let bind = |parts: wgpu::BindingResource<'_>, data: &wgpu::Buffer| {
            let whole = [&weights, &moments, &folded, data, &order, &rates, &state];
            let [weights, moments, folded, data, order, rates, state] =
                whole.map(wgpu::Buffer::as_entire_binding);
            let resources = [weights, moments, folded, parts, data, order, rates, state];
            let entries: Vec<_> = (0..)
                .zip(resources)
                .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
                .collect();
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &layout,
                entries: &entries,
            })
        };
        let training = bind(parts.as_entire_binding(), &data);
        let slots = 0..SLOTS as u64;
        let validating = slots
            .map(|i| {
                let part = wgpu::BufferBinding {
                    buffer: &predictions,
                    offset: i * slot as u64,
                    size: std::num::NonZeroU64::new(slot as u64),
                };
                bind(wgpu::BindingResource::Buffer(part), &validation)
            })
            .collect();
        let (pipelines, begin) = pipelines(device, &layout, &plan);
        let mut trainer = Self {
            gpu: gpu.clone(),
            plan,
            runs,
            batch,
            weights,
            moments,
            state,
            data,
            order,
            predictions,
            slot: slot as u64,
            pipelines,
            training,
            validating,
            unread: material.steps as usize..material.steps as usize,
            marked: Vec::new(),
            pending: None,
        };
        let group = trainer.training.clone();
        trainer.compute(|pass| {
            pass.set_bind_group(0, &group, &[]);
            pass.set_pipeline(&begin);
            pass.dispatch_workgroups(runs as u32, 1, 1);
        });
        trainer
    }

    /// Records one pass of commands.
    fn compute(&mut self, record: impl FnOnce(&mut wgpu::ComputePass<'_>)) {
        let device = &self.gpu.device;
        let encoder = self
            .pending
            .get_or_insert_with(|| device.create_command_encoder(&Default::default()));
        record(&mut encoder.begin_compute_pass(&Default::default()));
    }

    /// Trains `steps` steps, which must lie within one epoch.
    pub fn train(&mut self, steps: usize) {
        let [runs, batch] = [self.runs, self.batch].map(|size| size as u32);
        let sums = (self.plan.sums() as u32).div_ceil(64);
        let (group, pipelines) = (self.training.clone(), self.pipelines.clone());
        self.compute(|pass| {
            pass.set_bind_group(0, &group, &[]);
            for _ in 0..steps {
                pass.set_pipeline(&pipelines.sequences);
                pass.dispatch_workgroups(batch, runs, 1);
                pass.set_pipeline(&pipelines.gradients);
                pass.dispatch_workgroups(sums, runs, 1);
                pass.set_pipeline(&pipelines.update);
                pass.dispatch_workgroups(runs, 1, 1);
            }
        });
        self.unread.end += steps;
    }

    /// Notes the predictions for the first `count` validation sequences, to be read later.
    pub fn mark(&mut self, count: usize) {
        let group = self.validating[self.marked.len()].clone();
        let (predict, runs) = (self.pipelines.predict.clone(), self.runs as u32);
        self.compute(|pass| {
            pass.set_bind_group(0, &group, &[]);
            pass.set_pipeline(&predict);
            pass.dispatch_workgroups(count as u32, runs, 1);
        });
        self.marked.push(count);
    }

    /// Whether nothing more may be trained or marked before it is read.
    pub fn is_full(&self) -> bool {
        self.marked.len() == SLOTS || self.unread.len() == LOSSES
    }

    /// How many steps may be trained before it is read.
    pub fn room(&self) -> usize {
        LOSSES - self.unread.len()
    }

    /// Losses and predictions since this was last asked.
    pub async fn read(&mut self) -> Result<Read, TrainingError> {
        let (runs, unread) = (self.runs, self.unread.clone());
        let row = runs as u64 * 4;
        // The losses wrap around: they are read in one part, or in two.
        let (first, last) = (unread.start % LOSSES, unread.start % LOSSES + unread.len());
        let losses = [first..last.min(LOSSES), 0..last.saturating_sub(LOSSES)];
        let mut parts: Vec<Part<'_>> = losses
            .iter()
            .filter(|part| !part.is_empty())
            .map(|part| Part {
                buffer: &self.state,
                from: row + part.start as u64 * row,
                size: part.len() as u64 * row,
            })
            .collect();
        parts.extend((0..).zip(&self.marked).map(|(slot, count)| Part {
            buffer: &self.predictions,
            from: slot * self.slot,
            size: *count as u64 * row,
        }));
        if parts.is_empty() {
            return Ok(Read {
                losses: Vec::new(),
                predictions: Vec::new(),
            });
        }
        let pending = self.pending.take();
        let numbers = read(&self.gpu, pending, &parts).await?;
        let (losses, mut rest) = numbers.split_at(unread.len() * runs);
        let mut predictions = Vec::new();
        for count in &self.marked {
            let (own, others) = rest.split_at(count * runs);
            predictions.push(own.chunks_exact(*count).map(<[f32]>::to_vec).collect());
            rest = others;
        }
        self.unread = unread.end..unread.end;
        self.marked.clear();
        Ok(Read {
            losses: losses.chunks_exact(runs).map(<[f32]>::to_vec).collect(),
            predictions,
        })
    }

    /// The weights of the run at `place`, their first and their second moments, each padded and in
    /// the order of its layout.
    pub async fn numbers(&mut self, place: usize) -> Result<[Vec<f32>; 3], TrainingError> {
        let size = self.plan.weights();
        let part = |buffer, place: usize| Part {
            buffer,
            from: (place * size) as u64 * 4,
            size: size as u64 * 4,
        };
        let parts = [
            part(&self.weights, place),
            part(&self.moments, place),
            part(&self.moments, self.runs + place),
        ];
        let pending = self.pending.take();
        let numbers = read(&self.gpu, pending, &parts).await?;
        Ok([0, 1, 2].map(|i| numbers[i * size..(i + 1) * size].to_vec()))
    }

    /// Turns to the next epoch's order, and to its sequences where they are fresh.
    pub fn turn_to(&mut self, order: &[u32], fresh: Option<&Sequences>) {
        // What was recorded is meant for what is there now.
        let queue = &self.gpu.queue;
        queue.submit(self.pending.take().map(wgpu::CommandEncoder::finish));
        queue.write_buffer(&self.order, 0, &words(order));
        if let Some(Sequences { inputs, targets }) = fresh {
            queue.write_buffer(&self.data, 0, &bytes(inputs));
            queue.write_buffer(&self.data, inputs.len() as u64 * 4, &bytes(targets));
        }
    }
}

const USAGE: wgpu::BufferUsages = wgpu::BufferUsages::STORAGE
    .union(wgpu::BufferUsages::COPY_SRC)
    .union(wgpu::BufferUsages::COPY_DST);

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// The runs' scales, and for every step its rate and what undoes the moments' bias towards zero.
fn rates(scales: &[f32], recipe: &Recipe) -> Vec<f32> {
    let mut rates = scales.to_vec();
    for step in 0..recipe.steps {
        let unbias = |beta: f64| 1.0 / (1.0 - beta.powf(f64::from(step) + 1.0));
        let row = [
            learning_rate(recipe, step),
            unbias(recipe.beta1),
            unbias(recipe.beta2),
        ];
        rates.extend(row.map(|x| x as f32));
    }
    rates
}

/// Eight storage buffers, as many as every device has; all kernels share one layout.
fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
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

/// The pipelines, and the one that folds the initial weights.
fn pipelines(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    plan: &Plan,
) -> (Pipelines, wgpu::ComputePipeline) {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("step.wgsl"),
        source: wgpu::ShaderSource::Wgsl(plan.shader().into()),
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
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
    let pipelines = Pipelines {
        sequences: pipeline("sequences"),
        gradients: pipeline("gradients"),
        update: pipeline("update"),
        predict: pipeline("predict"),
    };
    (pipelines, pipeline("begin"))
}
