//! `TrainingData`: a cohort's training sequences on the host: the sequences of an epoch, with
//! standardised targets, and the order in which each run takes them. Uploading them to a device is
//! the part of `batches` and `gpu`.

use lab::{Data, Dataset, Purpose, Recipe, Run, Scale, Stream, Task};

/// Draws the training sequences of a cohort.
pub(crate) struct TrainingData {
    task: Task,
    recipe: Recipe,
    t: u32,
    seeds: Vec<u32>,
    /// Mean and deviation of the first epoch's targets, by which all epochs are standardised.
    pub scale: Scale,
}

/// Tokens `[S, T·d]` and standardised targets `[S, outputs]`.
pub(crate) struct Sequences {
    pub inputs: Vec<f32>,
    pub targets: Vec<f32>,
}

impl TrainingData {
    /// The training data of `runs`, which share their sequence length, and the sequences of the
    /// first epoch.
    pub fn new(task: &Task, recipe: &Recipe, runs: &[Run]) -> (Self, Sequences) {
        let t = runs[0].T;
        let first = Dataset::draw(task, Purpose::Training, t, 0, recipe.train_sequences);
        let data = Self {
            task: task.clone(),
            recipe: recipe.clone(),
            t,
            seeds: runs.iter().map(|run| run.seed).collect(),
            scale: first.scale(),
        };
        let first = data.standardise(first);
        (data, first)
    }

    /// Steps of an epoch.
    pub fn steps_per_epoch(&self) -> u32 {
        self.recipe.train_sequences / self.recipe.batch
    }

    /// The new sequences of an epoch after the first; `None` if all epochs share one set.
    pub fn fresh_sequences(&self, epoch: u32) -> Option<Sequences> {
        (self.recipe.data == Data::Fresh).then(|| {
            let count = self.recipe.train_sequences;
            let set = Dataset::draw(&self.task, Purpose::Training, self.t, epoch, count);
            self.standardise(set)
        })
    }

    fn standardise(&self, set: Dataset) -> Sequences {
        let Scale { mean, deviation } = self.scale;
        Sequences {
            targets: set.targets.iter().map(|y| (y - mean) / deviation).collect(),
            inputs: set.inputs,
        }
    }

    /// Which sequences each step of an epoch takes, for every run: `[steps, R·B]`. Runs with the
    /// same seed take them in the same order.
    pub fn batch_order(&self, epoch: u32) -> Vec<u32> {
        let (b, count) = (
            self.recipe.batch as usize,
            self.recipe.train_sequences as usize,
        );
        let shuffle =
            |&seed: &u32| Stream::new(Purpose::Order, seed, u64::from(epoch)).order(count);
        let orders: Vec<Vec<u32>> = self.seeds.iter().map(shuffle).collect();
        let steps = self.steps_per_epoch() as usize;
        let mut indices = Vec::with_capacity(steps * orders.len() * b);
        for step in 0..steps {
            for order in &orders {
                indices.extend(&order[step * b..(step + 1) * b]);
            }
        }
        indices
    }
}
