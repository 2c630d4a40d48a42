//! How much memory an experiment needs, counted from the shapes of the tensors that training takes.
//! Right within a factor of two: enough to say in advance what cannot be trained, not a measurement.
//! Which field to lower is found in `capacity.rs`.
//!
//! At any moment an engine holds the data, the weights and AdamW's two moments of *all* its runs, and
//! in addition what one step, one evaluation or one drawing of data needs. On the CPU every run is a
//! program of its own; on WebGPU a whole cohort is one program, padded to its widest run.

mod cohort;

use serde::Serialize;

pub use cohort::{CohortMemory, cohort_memory, largest_buffer};

use crate::architecture::{Architecture, Form};
use crate::experiment::Experiment;
use crate::plan::{Run, cohorts, runs, worker_shares};
use crate::task::{Queries, Task};

/// Bytes of a number: every number is an f32 or an i32.
const NUMBER: u64 = 4;

/// Engines evaluate this many sequences at a time: enough to keep a device busy, few enough for the
/// memory of any device.
///
/// ```
/// // The default validation set is evaluated in four parts.
/// let sequences = lab::Experiment::default().recipe.validation_sequences as usize;
/// assert_eq!(sequences.div_ceil(lab::EVALUATION_CHUNK), 4);
/// ```
pub const EVALUATION_CHUNK: usize = 512;

/// What an experiment needs at its worst moment, in bytes.
///
/// ```
/// use lab::{Experiment, in_units, memory};
///
/// let memory = memory(&Experiment::default(), 1);
/// assert_eq!(in_units(memory.largest_buffer), "5 MiB");
/// assert_eq!(memory.largest_buffer_is, "hidden activations");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    /// On the CPU, the Worker that needs most.
    pub cpu: u64,
    /// On WebGPU, device and host together.
    pub webgpu: u64,
    /// The largest single buffer on WebGPU.
    pub largest_buffer: u64,
    /// What that buffer has in it, in words.
    pub largest_buffer_is: &'static str,
}

/// What the experiment needs, on the CPU with `workers` Workers, at least one.
///
/// ```
/// use lab::{Experiment, memory};
///
/// let small = Experiment::from_json(r#"{ "grid": { "h": [1] } }"#).unwrap();
/// let large = Experiment::from_json(r#"{ "grid": { "h": [8] } }"#).unwrap();
/// assert!(memory(&large, 1).cpu > memory(&small, 1).cpu);
/// ```
pub fn memory(experiment: &Experiment, workers: usize) -> Memory {
    let (webgpu, largest) = webgpu(experiment);
    Memory {
        cpu: fullest_worker(experiment, workers),
        webgpu,
        largest_buffer: largest.bytes(),
        largest_buffer_is: largest.what,
    }
}

/// The bytes of the Worker that needs most, of `workers` Workers.
pub(crate) fn fullest_worker(experiment: &Experiment, workers: usize) -> u64 {
    let runs = runs(experiment);
    let each: Vec<Program> = runs
        .iter()
        .map(|run| Program::new(experiment, &[run]))
        .collect();
    let bytes = |share: &Vec<usize>| bytes_of(share.iter().map(|&i| &each[i]));
    let shares = worker_shares(experiment, workers);
    shares.iter().map(bytes).max().unwrap_or(0)
}

/// The bytes of a Worker that trains the largest run and no other: training needs at least these.
pub(crate) fn largest_run(experiment: &Experiment) -> u64 {
    // Runs that differ in their seed alone are next to each other, and need the same.
    let runs = runs(experiment).into_iter();
    let each = runs.step_by(experiment.seeds.len().max(1));
    each.map(|run| bytes_of([&Program::new(experiment, &[&run])].into_iter()))
        .max()
        .unwrap_or(0)
}

/// The bytes that WebGPU needs, and the largest buffer.
pub(crate) fn webgpu(experiment: &Experiment) -> (u64, Tensor) {
    let runs = runs(experiment);
    let program = |cohort: Vec<usize>| {
        let runs: Vec<&Run> = cohort.into_iter().map(|i| &runs[i]).collect();
        Program::new(experiment, &runs)
    };
    let programs: Vec<Program> = cohorts(experiment).into_iter().map(program).collect();
    let buffers = programs.iter().flat_map(Program::buffers);
    let largest = buffers.max_by_key(|buffer| buffer.numbers);
    let nothing = Tensor::new("nothing", &[0]);
    (bytes_of(programs.iter()), largest.unwrap_or(nothing))
}

/// The bytes of programs that are all in memory, of which one at a time computes.
fn bytes_of<'a>(programs: impl Iterator<Item = &'a Program>) -> u64 {
    let add = |(resident, peak): (u64, u64), program: &Program| {
        (
            resident.saturating_add(program.resident()),
            peak.max(program.peak()),
        )
    };
    let (resident, peak) = programs.fold((0, 0), add);
    resident.saturating_add(peak).saturating_mul(NUMBER)
}

/// One kind of tensor: what it is, in words, and how many numbers it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tensor {
    pub what: &'static str,
    numbers: u64,
}

impl Tensor {
    fn new(what: &'static str, sizes: &[u64]) -> Self {
        Self {
            what,
            numbers: product(sizes),
        }
    }

    pub fn bytes(&self) -> u64 {
        self.numbers.saturating_mul(NUMBER)
    }
}

fn product(sizes: &[u64]) -> u64 {
    sizes.iter().fold(1, |all, size| all.saturating_mul(*size))
}

fn sum(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, u64::saturating_add)
}

/// How many tensors of one kind are in memory at once: in a training step, gradients included, and in
/// an evaluation.
type Activations = (Tensor, u64, u64);

/// Runs that are computed together, padded to the widest.
struct Program {
    /// R
    runs: u64,
    /// T
    t: u64,
    /// Numbers in a token.
    d: u64,
    /// Numbers in the targets of a sequence.
    outputs: u64,
    /// Tokens of a sequence that have a query, in paper 2's attention.
    query_tokens: u64,
    /// Sizes of the widest run.
    widest: Architecture,
    /// Sequences in a batch.
    batch: u64,
    /// Sequences in the training set.
    training: u64,
    /// Sequences in the validation set.
    validation: u64,
}

impl Program {
    #[allow(non_snake_case)]
    fn new(experiment: &Experiment, runs: &[&Run]) -> Self {
        let (task, recipe) = (&experiment.task, &experiment.recipe);
        let widest = |size: fn(&Run) -> u32| runs.iter().map(|run| size(run)).max().unwrap_or(1);
        let t = widest(|run| run.T);
        let one_query =
            matches!(task, Task::Nearest(nearest) if nearest.queries == Queries::Separate);
        Self {
            runs: runs.len() as u64,
            t: t.into(),
            d: task.token_dimension().into(),
            outputs: u64::from(task.scored_tokens(t)) * u64::from(task.target_dimension()),
            query_tokens: if one_query { 1 } else { t.into() },
            widest: Architecture {
                form: runs
                    .first()
                    .map_or(Form::default(), |r| r.architecture.form),
                h: widest(|run| run.architecture.h),
                n: widest(|run| run.architecture.n),
                N: widest(|run| run.architecture.N),
                w: widest(|run| run.architecture.w),
                L: widest(|run| run.architecture.L),
            },
            batch: recipe.batch.into(),
            training: recipe.train_sequences.into(),
            validation: recipe.validation_sequences.into(),
        }
    }

    /// The data on the device.
    fn data(&self) -> [Tensor; 4] {
        let Self { t, d, .. } = *self;
        [
            Tensor::new("training sequences", &[self.training, t, d]),
            Tensor::new("training targets", &[self.training, self.outputs]),
            Tensor::new("validation sequences", &[self.validation, t, d]),
            Tensor::new("order of the sequences", &[self.runs, self.training]),
        ]
    }

    fn weights(&self) -> u64 {
        let each = self.widest.parameters(self.d as u32, self.t as u32);
        product(&[self.runs, each])
    }

    /// What is in memory all the time, in numbers: data, weights and AdamW's two moments.
    fn resident(&self) -> u64 {
        let device = self.data().map(|tensor| tensor.numbers);
        let weights = self.weights().saturating_mul(3);
        sum(device.into_iter().chain([self.host(), weights]))
    }

    /// The validation set, which the host keeps to compare predictions with, in numbers.
    fn host(&self) -> u64 {
        product(&[self.validation, self.t * self.d + self.outputs])
    }

    /// What the host holds while it draws the sequences of an epoch, in numbers.
    fn drawing(&self) -> u64 {
        let [inputs, targets, _, order] = self.data().map(|tensor| tensor.numbers);
        sum([inputs, targets, order, order])
    }

    /// What is in memory in addition at the worst moment, in numbers: in a step, in an evaluation, or
    /// when sequences are drawn.
    fn peak(&self) -> u64 {
        let activations = |batch: u64, count: fn(&Activations) -> u64| {
            let all = self.activations(batch);
            sum(all
                .iter()
                .map(|one| one.0.numbers.saturating_mul(count(one))))
        };
        // Gradients of the weights, and of products of weights.
        let gradients = self.weights().saturating_mul(2);
        let step = sum([activations(self.batch, |one| one.1), gradients]);
        // All predictions, as they are read back and as they are compared.
        let predictions = product(&[2, self.runs, self.validation, self.outputs]);
        let evaluation = sum([activations(self.chunk(), |one| one.2), predictions]);
        step.max(evaluation).max(self.drawing())
    }

    /// Sequences that are evaluated at a time.
    fn chunk(&self) -> u64 {
        self.validation.min(EVALUATION_CHUNK as u64)
    }

    /// Every kind of tensor that is a buffer on a GPU.
    fn buffers(&self) -> Vec<Tensor> {
        let Architecture { h, n, N, w, .. } = self.widest;
        let [e, hidden, w] = [h.saturating_mul(n), N, w].map(u64::from);
        let (rows, columns) = match self.widest.form {
            Form::Reader | Form::Memoriser => {
                let wide = e.max(hidden);
                (wide.max(self.d), wide)
            }
            Form::Attention | Form::Encoder => (self.d, (w * self.d).max(hidden)),
        };
        let step = self.activations(self.batch);
        let step = step.into_iter().filter(|one| one.1 > 0);
        let evaluation = self.activations(self.chunk());
        let evaluation = evaluation.into_iter().filter(|one| one.2 > 0);
        let mut buffers: Vec<Tensor> = step.chain(evaluation).map(|one| one.0).collect();
        buffers.extend(self.data());
        buffers.push(Tensor::new("weights", &[self.runs, rows, columns]));
        buffers
    }

    /// The activations of `b` sequences. How many tensors of each kind are in memory at once was
    /// counted by hand along the forward and backward pass, and compared with the memory that a
    /// native build took.
    fn activations(&self, b: u64) -> Vec<Activations> {
        let Self {
            runs: r,
            t,
            d,
            query_tokens,
            ..
        } = *self;
        let Architecture { h, n, N, w, L, .. } = self.widest;
        let [h, n, hidden, w, layers] = [h, n, N, w, L].map(u64::from);
        let e = h * n;
        let attention = "attention weights";
        let mut all = vec![
            (Tensor::new("tokens of a batch", &[r, b, t, d]), 1, 0),
            (Tensor::new("answers", &[r, b, self.outputs]), 4, 2),
        ];
        let embedded = Tensor::new("hidden activations", &[r, b, t, hidden]);
        let readout = Tensor::new("hidden activations", &[r, b, hidden]);
        match self.widest.form {
            // The folded form: no tensor has the embedding's width for every token. On the CPU one
            // fused operation needs less.
            Form::Reader if layers == 1 => all.extend([
                (embedded, 3, 2),
                (Tensor::new(attention, &[r, b, h, t]), 4, 2),
                (Tensor::new("what heads see", &[r, b, h, hidden]), 3, 2),
                (Tensor::new("what heads see", &[r, b, e]), 3, 2),
                (readout, 4, 2),
            ]),
            Form::Reader | Form::Memoriser => {
                // Before the last layer every token has a query, in the last one only the cls token.
                let deep = layers.saturating_sub(1);
                let every_token = |sizes: &[u64]| product(&[r, b, t + 1, product(sizes)]);
                all.extend([
                    (embedded, 3, 2),
                    (
                        Tensor::new("embedded tokens", &[r, b, t, e]),
                        2 + 5 * layers,
                        4,
                    ),
                    (
                        Tensor::new("queries", &[deep.min(1), every_token(&[e])]),
                        6 * deep,
                        3,
                    ),
                    (
                        Tensor::new(attention, &[deep.min(1), every_token(&[h, t])]),
                        3 * deep,
                        2,
                    ),
                    (Tensor::new("queries", &[r, b, e]), 6, 3),
                    (Tensor::new(attention, &[r, b, h, t]), 4, 2),
                    (readout, 12, 2),
                ]);
            }
            Form::Attention => all.extend([
                (Tensor::new("projected tokens", &[r, b, t, w, d]), 7, 4),
                (Tensor::new(attention, &[r, b, w, h, query_tokens, t]), 4, 2),
            ]),
            Form::Encoder => all.extend([
                (Tensor::new("tokens", &[r, b, t, d]), 8 * layers, 4),
                (
                    Tensor::new("projected tokens", &[r, b, t, w, d]),
                    3 + 7 * layers,
                    5,
                ),
                (
                    Tensor::new(attention, &[r, b, w, h, t, t]),
                    2 + 2 * layers,
                    1 + layers,
                ),
                (embedded, 2 + 2 * layers, 2),
            ]),
        }
        all
    }
}

#[cfg(test)]
mod tests;
