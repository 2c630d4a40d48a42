//! Where a cohort's training sequences come from, on the host: the sequences of an epoch, with
//! standardised targets, and the order in which each run takes them. On which device they end up is
//! not known here.

use lab::{Data, Dataset, Purpose, Recipe, Run, Scale, Stream, Task};

/// The training sequences of a cohort.
pub(crate) struct Source {
    task: Task,
    recipe: Recipe,
    t: u32,
    seeds: Vec<u32>,
    /// Of the training targets. Fresh data are standardised by the first set's numbers.
    pub scale: Scale,
}

/// Tokens `[S, T·d]` and standardised targets `[S, outputs]`.
pub(crate) struct Sequences {
    pub inputs: Vec<f32>,
    pub targets: Vec<f32>,
}

impl Source {
    /// The source for `runs`, which share their sequence length, and its first sequences.
    pub fn new(task: &Task, recipe: &Recipe, runs: &[Run]) -> (Self, Sequences) {
        let t = runs[0].T;
        let first = Dataset::draw(task, Purpose::Training, t, 0, recipe.train_sequences);
        let source = Self {
            task: task.clone(),
            recipe: recipe.clone(),
            t,
            seeds: runs.iter().map(|run| run.seed).collect(),
            scale: first.scale(),
        };
        let first = source.standardised(first);
        (source, first)
    }

    /// Steps of an epoch.
    pub fn steps(&self) -> u32 {
        self.recipe.train_sequences / self.recipe.batch
    }

    /// The sequences of an epoch after the first, where they are fresh.
    pub fn fresh(&self, epoch: u32) -> Option<Sequences> {
        (self.recipe.data == Data::Fresh).then(|| {
            let count = self.recipe.train_sequences;
            let set = Dataset::draw(&self.task, Purpose::Training, self.t, epoch, count);
            self.standardised(set)
        })
    }

    fn standardised(&self, set: Dataset) -> Sequences {
        let Scale { mean, deviation } = self.scale;
        Sequences {
            targets: set.targets.iter().map(|y| (y - mean) / deviation).collect(),
            inputs: set.inputs,
        }
    }

    /// Which sequences each step of an epoch takes, for every run: `[steps, R·B]`. Runs with the
    /// same seed see the same order.
    pub fn order(&self, epoch: u32) -> Vec<u32> {
        let (b, count) = (
            self.recipe.batch as usize,
            self.recipe.train_sequences as usize,
        );
        let of_seed =
            |&seed: &u32| Stream::new(Purpose::Order, seed, u64::from(epoch)).order(count);
        let orders: Vec<Vec<u32>> = self.seeds.iter().map(of_seed).collect();
        let mut indices = Vec::with_capacity(self.steps() as usize * orders.len() * b);
        for step in 0..self.steps() as usize {
            for order in &orders {
                indices.extend(&order[step * b..(step + 1) * b]);
            }
        }
        indices
    }
}
