//! `Batches`: the training set on burn's device, and the batch of each step. Sequences are uploaded
//! once for each epoch and selected on the device: an upload in every step would stall a GPU.

use burn::tensor::{Device, Int, Tensor, TensorData};

use crate::model::Model;
use crate::shape::Shape;
use crate::training_data::{Sequences, TrainingData};

/// Batches for all runs of a cohort.
pub(crate) struct Batches {
    pub data: TrainingData,
    shape: Shape,
    outputs: usize,
    device: Device,
    /// `[S, T·d]`
    inputs: Tensor<2>,
    /// `[S, outputs]`, standardised
    targets: Tensor<2>,
    /// Indices of sequences: `[steps of the epoch, R·B]`.
    order: Tensor<2, Int>,
    epoch: u32,
}

impl Batches {
    /// Uploads the sequences of the first epoch. `device` is one without gradients.
    pub fn new(data: TrainingData, first: Sequences, model: &Model, device: &Device) -> Self {
        let (shape, outputs) = (model.shape, model.outputs());
        let (inputs, targets) = upload_sequences(first, outputs, device);
        Self {
            order: upload_order(&data, 0, device),
            data,
            shape,
            outputs,
            device: device.clone(),
            inputs,
            targets,
            epoch: 0,
        }
    }

    /// Tokens `[R, B·T, d]` and standardised targets `[R, B, outputs]` of one step.
    pub fn batch(&mut self, step: u32) -> (Tensor<3>, Tensor<3>) {
        let steps = self.data.steps_per_epoch();
        let (epoch, row) = (step / steps, (step % steps) as usize);
        if epoch != self.epoch {
            self.start_epoch(epoch);
        }
        let Shape { runs, t, d, .. } = self.shape;
        let indices = self.order.clone().slice(row..row + 1); // [1, R·B]
        let b = indices.dims()[1] / runs;
        let indices: Tensor<1, Int> = indices.reshape([runs * b]); // [R·B]
        let x = self.inputs.clone().select(0, indices.clone()); // [R·B, T·d]
        let y = self.targets.clone().select(0, indices); // [R·B, outputs]
        let (x, y) = (
            x.reshape([runs, b * t, d]),
            y.reshape([runs, b, self.outputs]),
        );
        (Tensor::from_inner(x), Tensor::from_inner(y))
    }

    fn start_epoch(&mut self, epoch: u32) {
        if let Some(fresh) = self.data.fresh_sequences(epoch) {
            (self.inputs, self.targets) = upload_sequences(fresh, self.outputs, &self.device);
        }
        self.order = upload_order(&self.data, epoch, &self.device);
        self.epoch = epoch;
    }
}

/// Inputs `[S, T·d]` and targets `[S, outputs]`.
fn upload_sequences(set: Sequences, outputs: usize, device: &Device) -> (Tensor<2>, Tensor<2>) {
    let count = set.targets.len() / outputs;
    let size = set.inputs.len() / count;
    let inputs = TensorData::new(set.inputs, [count, size]);
    let targets = TensorData::new(set.targets, [count, outputs]);
    (
        Tensor::from_data(inputs, device),
        Tensor::from_data(targets, device),
    )
}

/// Indices of sequences: `[steps, R·B]`.
fn upload_order(data: &TrainingData, epoch: u32, device: &Device) -> Tensor<2, Int> {
    let order = data.batch_order(epoch);
    let rows = data.steps_per_epoch() as usize;
    let columns = order.len() / rows;
    let order: Vec<i32> = order.into_iter().map(|i| i as i32).collect();
    Tensor::from_data(TensorData::new(order, [rows, columns]), device)
}
