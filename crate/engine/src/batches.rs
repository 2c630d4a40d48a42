//! The training set on burn's device, and which sequences each step takes. Sequences are uploaded
//! once and picked on the device: every upload in a step would stall a GPU.

use burn::tensor::{Device, Int, Tensor, TensorData};

use crate::model::Model;
use crate::shape::Shape;
use crate::source::{Sequences, Source};

/// Batches for all runs of a cohort.
pub(crate) struct Batches {
    pub source: Source,
    shape: Shape,
    outputs: usize,
    device: Device,
    /// `[S, T·d]`
    inputs: Tensor<2>,
    /// `[S, outputs]`, standardised
    targets: Tensor<2>,
    /// `[steps of the epoch, R·B]`
    order: Tensor<2, Int>,
    epoch: u32,
}

impl Batches {
    /// Uploads the training set. `device` is one without gradients.
    pub fn new(source: Source, first: Sequences, model: &Model, device: &Device) -> Self {
        let (shape, outputs) = (model.shape, model.outputs());
        let (inputs, targets) = upload(first, outputs, device);
        Self {
            order: order(&source, 0, device),
            source,
            shape,
            outputs,
            device: device.clone(),
            inputs,
            targets,
            epoch: 0,
        }
    }

    /// Tokens `[R, B·T, d]` and standardised targets `[R, B, outputs]` of one step.
    pub fn at(&mut self, step: u32) -> (Tensor<3>, Tensor<3>) {
        let steps = self.source.steps();
        let (epoch, row) = (step / steps, (step % steps) as usize);
        if epoch != self.epoch {
            self.turn_to(epoch);
        }
        let Shape { runs, t, d, .. } = self.shape;
        let chosen = self.order.clone().slice(row..row + 1); // [1, R·B]
        let b = chosen.dims()[1] / runs;
        let chosen: Tensor<1, Int> = chosen.reshape([runs * b]); // [R·B]
        let x = self.inputs.clone().select(0, chosen.clone()); // [R·B, T·d]
        let y = self.targets.clone().select(0, chosen); // [R·B, outputs]
        let (x, y) = (
            x.reshape([runs, b * t, d]),
            y.reshape([runs, b, self.outputs]),
        );
        (Tensor::from_inner(x), Tensor::from_inner(y))
    }

    fn turn_to(&mut self, epoch: u32) {
        if let Some(fresh) = self.source.fresh(epoch) {
            (self.inputs, self.targets) = upload(fresh, self.outputs, &self.device);
        }
        self.order = order(&self.source, epoch, &self.device);
        self.epoch = epoch;
    }
}

fn upload(set: Sequences, outputs: usize, device: &Device) -> (Tensor<2>, Tensor<2>) {
    let count = set.targets.len() / outputs;
    let size = set.inputs.len() / count;
    let inputs = TensorData::new(set.inputs, [count, size]);
    let targets = TensorData::new(set.targets, [count, outputs]);
    (
        Tensor::from_data(inputs, device),  // [S, T·d]
        Tensor::from_data(targets, device), // [S, outputs]
    )
}

/// `[steps, R·B]`
fn order(source: &Source, epoch: u32, device: &Device) -> Tensor<2, Int> {
    let order = source.order(epoch);
    let (rows, columns) = (
        source.steps() as usize,
        order.len() / source.steps() as usize,
    );
    let order: Vec<i32> = order.into_iter().map(|i| i as i32).collect();
    Tensor::from_data(TensorData::new(order, [rows, columns]), device)
}
