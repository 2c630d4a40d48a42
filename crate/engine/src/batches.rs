//! The training set on the device, and which sequences each step takes. Sequences are uploaded
//! once and picked on the device: every upload in a step would stall a GPU.

use burn::tensor::{Device, Int, Tensor, TensorData};
use lab::{Data, Dataset, Purpose, Recipe, Run, Scale, Stream, Task};

use crate::model::Model;
use crate::shape::Shape;

/// Batches for all runs of a cohort.
pub(crate) struct Batches {
    task: Task,
    recipe: Recipe,
    shape: Shape,
    outputs: usize,
    seeds: Vec<u32>,
    device: Device,
    /// Of the training targets. Fresh data are standardised by the first set's numbers.
    pub scale: Scale,
    /// `[S, T·d]`
    inputs: Tensor<2>,
    /// `[S, outputs]`, standardised
    targets: Tensor<2>,
    /// `[steps of the epoch, R·B]`
    order: Tensor<2, Int>,
    epoch: u32,
}

impl Batches {
    /// Draws and uploads the training set. `device` is one without gradients.
    pub fn new(task: &Task, recipe: &Recipe, runs: &[Run], model: &Model, device: &Device) -> Self {
        let shape = model.shape;
        let training = draw(task, recipe, &shape, 0);
        let scale = training.scale();
        let (inputs, targets) = upload(&training, scale, &shape, device);
        let seeds: Vec<u32> = runs.iter().map(|run| run.seed).collect();
        Self {
            order: order(&seeds, recipe, 0, device),
            task: task.clone(),
            recipe: recipe.clone(),
            device: device.clone(),
            epoch: 0,
            shape,
            outputs: model.outputs(),
            seeds,
            scale,
            inputs,
            targets,
        }
    }

    /// Tokens `[R, B·T, d]` and standardised targets `[R, B, outputs]` of one step.
    pub fn at(&mut self, step: u32) -> (Tensor<3>, Tensor<3>) {
        let steps = self.recipe.train_sequences / self.recipe.batch;
        let (epoch, row) = (step / steps, (step % steps) as usize);
        if epoch != self.epoch {
            self.turn_to(epoch);
        }
        let Shape { runs, t, d, .. } = self.shape;
        let b = self.recipe.batch as usize;
        let chosen = self.order.clone().slice(row..row + 1); // [1, R·B]
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
        if self.recipe.data == Data::Fresh {
            let fresh = draw(&self.task, &self.recipe, &self.shape, epoch);
            (self.inputs, self.targets) = upload(&fresh, self.scale, &self.shape, &self.device);
        }
        self.order = order(&self.seeds, &self.recipe, epoch, &self.device);
        self.epoch = epoch;
    }
}

fn draw(task: &Task, recipe: &Recipe, shape: &Shape, epoch: u32) -> Dataset {
    let (t, count) = (shape.t as u32, recipe.train_sequences);
    Dataset::draw(task, Purpose::Training, t, epoch, count)
}

fn upload(set: &Dataset, scale: Scale, shape: &Shape, device: &Device) -> (Tensor<2>, Tensor<2>) {
    let count = set.inputs.len() / (shape.t * shape.d);
    let outputs = set.targets.len() / count;
    let standard = |y: &f32| (y - scale.mean) / scale.deviation;
    let targets: Vec<f32> = set.targets.iter().map(standard).collect();
    let inputs = TensorData::new(set.inputs.clone(), [count, shape.t * shape.d]);
    let targets = TensorData::new(targets, [count, outputs]);
    (
        Tensor::from_data(inputs, device),  // [S, T·d]
        Tensor::from_data(targets, device), // [S, outputs]
    )
}

/// Which sequences each step of an epoch takes, for every run: `[steps, R·B]`. Runs with the same
/// seed see the same order.
fn order(seeds: &[u32], recipe: &Recipe, epoch: u32, device: &Device) -> Tensor<2, Int> {
    let (b, count) = (recipe.batch as usize, recipe.train_sequences as usize);
    let steps = count / b;
    let of_seed = |&seed: &u32| Stream::new(Purpose::Order, seed, u64::from(epoch)).order(count);
    let orders: Vec<Vec<u32>> = seeds.iter().map(of_seed).collect();
    let mut indices: Vec<i32> = Vec::with_capacity(steps * seeds.len() * b);
    for step in 0..steps {
        for order in &orders {
            let batch = &order[step * b..(step + 1) * b];
            indices.extend(batch.iter().map(|&i| i as i32));
        }
    }
    let data = TensorData::new(indices, [steps, seeds.len() * b]);
    Tensor::from_data(data, device)
}
