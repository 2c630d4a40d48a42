//! `TrainingProgram`: the buffers of a cohort on the GPU, and the commands that train and evaluate
//! it. Commands are recorded and submitted together; their results are read back on request.

use lab::{Recipe, learning_rate};

use super::Gpu;
use super::buffer_layout::{BufferLayout, LOSS_SLOTS};
use super::pipelines::{Pipelines, bind_group_layout};
use super::read_back::{BufferRange, read_back};
use crate::error::ReadBackError;
use crate::model::Model;
use crate::trainer::Results;
use crate::training_data::Sequences;

/// Predictions are kept on the device for this many points of the learning curve.
const PREDICTION_SLOTS: usize = 8;

/// Threads of a workgroup of the `gradients` kernel: THREADS in step.wgsl.
const GRADIENT_THREADS: u32 = 64;

/// The initial contents of a cohort's buffers.
pub struct Upload<'a> {
    /// Steps done before.
    pub step: u32,
    /// The weights of all runs, one run after the other, padded and in the order of their layout.
    pub weights: &'a [f32],
    /// Their moments in the same order, the first and then the second; empty before the first step.
    pub moments: &'a [f32],
    /// 1/√n of every run.
    pub score_scales: &'a [f32],
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
pub struct TrainingProgram {
    gpu: Gpu,
    layout: BufferLayout,
    runs: usize,
    batch: usize,
    weights: wgpu::Buffer,
    moments: wgpu::Buffer,
    state: wgpu::Buffer,
    data: wgpu::Buffer,
    order: wgpu::Buffer,
    predictions: wgpu::Buffer,
    /// Bytes of one slot of predictions.
    slot_size: u64,
    pipelines: Pipelines,
    training_bindings: wgpu::BindGroup,
    /// One for each slot of predictions.
    validation_bindings: Vec<wgpu::BindGroup>,
    /// Steps whose losses were not read back yet.
    unread_steps: std::ops::Range<usize>,
    /// Validation sequences in each slot that was not read back yet.
    unread_predictions: Vec<usize>,
    /// Commands that were not submitted yet: every submission has a fixed cost.
    pending: Option<wgpu::CommandEncoder>,
}

impl TrainingProgram {
    /// A program for `model`; `None` if the shaders do not cover it, or its buffers are larger than
    /// the device allows.
    pub fn new(gpu: &Gpu, model: &Model, recipe: &Recipe, upload: &Upload<'_>) -> Option<Self> {
        let layout = BufferLayout::new(model.form, model.shape, recipe)?;
        let (runs, batch) = (model.shape.runs, recipe.batch as usize);
        let count = upload.validation.len() / (model.shape.t * model.shape.d);
        let slot_size = bytes(&[runs, count]).next_multiple_of(256);
        let sizes = [
            bytes(&[runs, layout.weights(), 3]),
            bytes(&[runs, layout.folded() + layout.sums()]),
            bytes(&[runs, batch, layout.parts()]),
            bytes(&[upload.inputs.len() + upload.targets.len()]),
            bytes(&[upload.order.len()]),
            bytes(&[upload.validation.len()]),
            bytes(&[runs + 3 * recipe.steps as usize]),
            bytes(&[runs, LOSS_SLOTS + 1]),
            slot_size.saturating_mul(PREDICTION_SLOTS as u64),
        ];
        let limits = gpu.device.limits();
        let max_size = limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size)
            // Offsets in the shader are u32, and count numbers of four bytes.
            .min(4 * u64::from(u32::MAX));
        let max_workgroups = limits.max_compute_workgroups_per_dimension as usize;
        let fits = sizes.iter().all(|size| *size <= max_size)
            && [runs, batch, count].iter().all(|n| *n <= max_workgroups);
        fits.then(|| Self::build(gpu, layout, recipe, upload, [runs, batch], slot_size))
    }

    fn build(
        gpu: &Gpu,
        layout: BufferLayout,
        recipe: &Recipe,
        upload: &Upload<'_>,
        [runs, batch]: [usize; 2],
        slot_size: u64,
    ) -> Self {
        let (device, queue) = (&gpu.device, &gpu.queue);
        // New buffers hold zeros, the initial value of moments and step counts.
        let zeros = |label, sizes: &[usize]| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: bytes(sizes),
                usage: USAGE,
                mapped_at_creation: false,
            })
        };
        // Written, not mapped: a browser throws where it cannot map a large buffer.
        let filled = |label, contents: &[u8]| {
            let buffer = zeros(label, &[contents.len() / 4]);
            queue.write_buffer(&buffer, 0, contents);
            buffer
        };
        let data: Vec<f32> = [upload.inputs, upload.targets].concat();
        let weights = filled("weights", bytemuck::cast_slice(upload.weights));
        let moments = zeros("moments", &[3, runs, layout.weights()]);
        let folded = zeros("folded", &[runs, layout.folded() + layout.sums()]);
        let parts = zeros("parts", &[runs, batch, layout.parts()]);
        let data = filled("data", bytemuck::cast_slice(&data));
        let order = filled("order", bytemuck::cast_slice(upload.order));
        let rates = step_rates(upload.score_scales, recipe);
        let rates = filled("rates", bytemuck::cast_slice(&rates));
        let state = zeros("state", &[runs, LOSS_SLOTS + 1]);
        let validation = filled("validation", bytemuck::cast_slice(upload.validation));
        let predictions = zeros("predictions", &[slot_size as usize / 4, PREDICTION_SLOTS]);

        if !upload.moments.is_empty() {
            let step_counts = vec![upload.step; runs];
            queue.write_buffer(&moments, 0, bytemuck::cast_slice(upload.moments));
            queue.write_buffer(&state, 0, bytemuck::cast_slice(&step_counts));
        }

        let bind_group_layout = bind_group_layout(device);
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
                layout: &bind_group_layout,
                entries: &entries,
            })
        };
        let training_bindings = bind(parts.as_entire_binding(), &data);
        let validation_bindings = (0..PREDICTION_SLOTS as u64)
            .map(|slot| {
                let range = wgpu::BufferBinding {
                    buffer: &predictions,
                    offset: slot * slot_size,
                    size: std::num::NonZeroU64::new(slot_size),
                };
                bind(wgpu::BindingResource::Buffer(range), &validation)
            })
            .collect();
        let mut program = Self {
            gpu: gpu.clone(),
            runs,
            batch,
            weights,
            moments,
            state,
            data,
            order,
            predictions,
            slot_size,
            pipelines: Pipelines::new(device, &bind_group_layout, &layout),
            layout,
            training_bindings,
            validation_bindings,
            unread_steps: upload.step as usize..upload.step as usize,
            unread_predictions: Vec::new(),
            pending: None,
        };
        let bindings = program.training_bindings.clone();
        let begin = program.pipelines.begin.clone();
        program.record(|pass| {
            pass.set_bind_group(0, &bindings, &[]);
            pass.set_pipeline(&begin);
            pass.dispatch_workgroups(runs as u32, 1, 1);
        });
        program
    }

    /// Records one compute pass.
    fn record(&mut self, record: impl FnOnce(&mut wgpu::ComputePass<'_>)) {
        let device = &self.gpu.device;
        let encoder = self
            .pending
            .get_or_insert_with(|| device.create_command_encoder(&Default::default()));
        record(&mut encoder.begin_compute_pass(&Default::default()));
    }

    /// Queues `steps` training steps, which must lie within one epoch.
    pub fn queue_steps(&mut self, steps: usize) {
        let [runs, batch] = [self.runs, self.batch].map(|size| size as u32);
        let gradient_workgroups = (self.layout.sums() as u32).div_ceil(GRADIENT_THREADS);
        let (bindings, pipelines) = (self.training_bindings.clone(), self.pipelines.clone());
        self.record(|pass| {
            pass.set_bind_group(0, &bindings, &[]);
            for _ in 0..steps {
                pass.set_pipeline(&pipelines.sequences);
                pass.dispatch_workgroups(batch, runs, 1);
                pass.set_pipeline(&pipelines.gradients);
                pass.dispatch_workgroups(gradient_workgroups, runs, 1);
                pass.set_pipeline(&pipelines.update);
                pass.dispatch_workgroups(runs, 1, 1);
            }
        });
        self.unread_steps.end += steps;
    }

    /// Queues predictions for the first `count` validation sequences with the present weights.
    pub fn queue_predictions(&mut self, count: usize) {
        let bindings = self.validation_bindings[self.unread_predictions.len()].clone();
        let (predict, runs) = (self.pipelines.predict.clone(), self.runs as u32);
        self.record(|pass| {
            pass.set_bind_group(0, &bindings, &[]);
            pass.set_pipeline(&predict);
            pass.dispatch_workgroups(count as u32, runs, 1);
        });
        self.unread_predictions.push(count);
    }

    /// Whether results must be read back before more can be queued.
    pub fn is_full(&self) -> bool {
        self.unread_predictions.len() == PREDICTION_SLOTS || self.free_steps() == 0
    }

    /// How many steps can be queued before results must be read back.
    pub fn free_steps(&self) -> usize {
        LOSS_SLOTS - self.unread_steps.len()
    }

    /// Reads back the results of everything queued since the last call; predictions are
    /// standardised.
    pub async fn read_back(&mut self) -> Result<Results, ReadBackError> {
        let (runs, steps) = (self.runs, self.unread_steps.clone());
        let row = runs as u64 * 4; // bytes of one number for each run
        // The slots of losses are a ring: the unread ones are one range, or two.
        let first = steps.start % LOSS_SLOTS;
        let end = first + steps.len();
        let slots = [
            first..end.min(LOSS_SLOTS),
            0..end.saturating_sub(LOSS_SLOTS),
        ];
        let mut ranges: Vec<BufferRange<'_>> = slots
            .iter()
            .filter(|slots| !slots.is_empty())
            .map(|slots| BufferRange {
                buffer: &self.state,
                // Behind the step counts.
                offset: row + slots.start as u64 * row,
                size: slots.len() as u64 * row,
            })
            .collect();
        let slots = (0..).zip(&self.unread_predictions);
        ranges.extend(slots.map(|(slot, count)| BufferRange {
            buffer: &self.predictions,
            offset: slot * self.slot_size,
            size: *count as u64 * row,
        }));
        if ranges.is_empty() {
            return Ok(Results::default());
        }
        let pending = self.pending.take();
        let numbers = read_back(&self.gpu, pending, &ranges).await?;
        let (losses, mut rest) = numbers.split_at(steps.len() * runs);
        let mut predictions = Vec::new();
        for count in &self.unread_predictions {
            let (slot, behind) = rest.split_at(count * runs);
            predictions.push(slot.chunks_exact(*count).map(<[f32]>::to_vec).collect());
            rest = behind;
        }
        self.unread_steps = steps.end..steps.end;
        self.unread_predictions.clear();
        Ok(Results {
            losses: losses.chunks_exact(runs).map(<[f32]>::to_vec).collect(),
            predictions,
        })
    }

    /// The weights of the run at `place`, their first and their second moments, each padded and in
    /// the order of its layout.
    pub async fn read_weights_and_moments(
        &mut self,
        place: usize,
    ) -> Result<[Vec<f32>; 3], ReadBackError> {
        let size = self.layout.weights();
        let range = |buffer, place: usize| BufferRange {
            buffer,
            offset: bytes(&[place, size]),
            size: bytes(&[size]),
        };
        let ranges = [
            range(&self.weights, place),
            range(&self.moments, place),
            range(&self.moments, self.runs + place),
        ];
        let pending = self.pending.take();
        let numbers = read_back(&self.gpu, pending, &ranges).await?;
        Ok([0, 1, 2].map(|i| numbers[i * size..(i + 1) * size].to_vec()))
    }

    /// Uploads the order of the next epoch, and its sequences if they are fresh.
    pub fn start_epoch(&mut self, order: &[u32], fresh: Option<&Sequences>) {
        // Recorded commands must still see the present contents of the buffers.
        let queue = &self.gpu.queue;
        queue.submit(self.pending.take().map(wgpu::CommandEncoder::finish));
        queue.write_buffer(&self.order, 0, bytemuck::cast_slice(order));
        if let Some(Sequences { inputs, targets }) = fresh {
            let behind_inputs = inputs.len() as u64 * 4;
            queue.write_buffer(&self.data, 0, bytemuck::cast_slice(inputs));
            queue.write_buffer(&self.data, behind_inputs, bytemuck::cast_slice(targets));
        }
    }
}

/// The bytes of a list with these sizes. In a browser a usize has 32 bits: a product that does not fit
/// must not wrap before it is compared with a limit.
fn bytes(sizes: &[usize]) -> u64 {
    let product = |all: u64, size: &usize| all.saturating_mul(*size as u64);
    sizes.iter().fold(4, product)
}

const USAGE: wgpu::BufferUsages = wgpu::BufferUsages::STORAGE
    .union(wgpu::BufferUsages::COPY_SRC)
    .union(wgpu::BufferUsages::COPY_DST);

/// The runs' score scales, and for every step its learning rate and the factors that correct the
/// bias of the two moments towards zero.
fn step_rates(score_scales: &[f32], recipe: &Recipe) -> Vec<f32> {
    let mut rates = score_scales.to_vec();
    for step in 0..recipe.steps {
        let bias_correction = |beta: f64| 1.0 / (1.0 - beta.powf(f64::from(step) + 1.0));
        let row = [
            learning_rate(recipe, step),
            bias_correction(recipe.beta1),
            bias_correction(recipe.beta2),
        ];
        rates.extend(row.map(|x| x as f32));
    }
    rates
}
