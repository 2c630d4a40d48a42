//! How much memory an experiment needs, counted from the shapes that `engine` computes with. Right
//! within a factor of two: enough to say in advance what cannot be trained, not a measurement.
//! What then to change is said in `fits`.
//!
//! At any moment an engine holds the data, the weights and AdamW's two moments of *all* runs that
//! it was given, and beside that what one step, one measurement or one upload needs. The CPU engine
//! trains every run as a program of its own; the WebGPU engine trains whole cohorts, each padded to
//! its widest run.

use serde::Serialize;

use crate::architecture::{Architecture, Form};
use crate::experiment::Experiment;
use crate::plan::{Run, cohorts, runs, split};
use crate::task::{Queries, Task};

/// Every number is an f32, or an i32.
const NUMBER: u64 = 4;

/// Engines evaluate this many sequences at a time: enough to keep a device busy, few enough for the
/// memory of any device.
pub const EVALUATION_CHUNK: usize = 512;

/// What an experiment needs at its worst moment, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    /// The CPU engine's fullest Worker.
    pub cpu: u64,
    /// The WebGPU engine, on the device and beside it.
    pub webgpu: u64,
    /// The largest single buffer of the WebGPU engine.
    pub largest_buffer: u64,
    /// What is in that buffer.
    pub largest_buffer_is: &'static str,
}

/// What the experiment needs where the CPU engine has `workers` Workers, at least one.
pub fn memory(experiment: &Experiment, workers: usize) -> Memory {
    let (webgpu, largest) = on_webgpu(experiment);
    Memory {
        cpu: in_worker(experiment, workers),
        webgpu,
        largest_buffer: largest.bytes(),
        largest_buffer_is: largest.what,
    }
}

/// What the fullest of `workers` Workers needs.
pub(crate) fn in_worker(experiment: &Experiment, workers: usize) -> u64 {
    let runs = runs(experiment);
    let each: Vec<Program> = runs
        .iter()
        .map(|run| Program::new(experiment, &[run]))
        .collect();
    let needs = |share: &Vec<usize>| together(share.iter().map(|&i| &each[i]));
    let shares = split(experiment, workers);
    shares.iter().map(needs).max().unwrap_or(0)
}

/// What a Worker needs that has no run but the largest: less is not possible.
pub(crate) fn alone(experiment: &Experiment) -> u64 {
    // Seeds make no difference.
    let runs = runs(experiment).into_iter();
    let each = runs.step_by(experiment.seeds.len().max(1));
    each.map(|run| together([&Program::new(experiment, &[&run])].into_iter()))
        .max()
        .unwrap_or(0)
}

/// What the WebGPU engine needs, and its largest buffer.
pub(crate) fn on_webgpu(experiment: &Experiment) -> (u64, Tensor) {
    let runs = runs(experiment);
    let program = |cohort: Vec<usize>| {
        let runs: Vec<&Run> = cohort.into_iter().map(|i| &runs[i]).collect();
        Program::new(experiment, &runs)
    };
    let programs: Vec<Program> = cohorts(experiment).into_iter().map(program).collect();
    let buffers = programs.iter().flat_map(Program::buffers);
    let largest = buffers.max_by_key(|buffer| buffer.numbers);
    let nothing = Tensor::new("nothing", &[0]);
    (together(programs.iter()), largest.unwrap_or(nothing))
}

/// The bytes of programs that are all alive while one at a time computes.
fn together<'a>(programs: impl Iterator<Item = &'a Program>) -> u64 {
    let add = |(kept, moment): (u64, u64), program: &Program| {
        (
            kept.saturating_add(program.kept()),
            moment.max(program.moment()),
        )
    };
    let (kept, moment) = programs.fold((0, 0), add);
    kept.saturating_add(moment).saturating_mul(NUMBER)
}

/// One kind of tensor.
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

/// Of one kind of tensor, how many are alive at once: in a training step, with its gradients, and
/// while errors are measured.
type Alive = (Tensor, u64, u64);

/// Runs that are computed together, padded to the widest.
struct Program {
    /// R
    runs: u64,
    /// T
    t: u64,
    /// Numbers of a token.
    d: u64,
    /// Numbers of a sequence's targets.
    outputs: u64,
    /// Tokens of a sequence that ask, in paper 2's attention.
    asking: u64,
    /// Sizes of the widest run.
    widest: Architecture,
    batch: u64,
    training: u64,
    validation: u64,
}

impl Program {
    #[allow(non_snake_case)]
    fn new(experiment: &Experiment, runs: &[&Run]) -> Self {
        let (task, recipe) = (&experiment.task, &experiment.recipe);
        let widest = |size: fn(&Run) -> u32| runs.iter().map(|run| size(run)).max().unwrap_or(1);
        let t = widest(|run| run.T);
        let alone = matches!(task, Task::Nearest(nearest) if nearest.queries == Queries::Separate);
        Self {
            runs: runs.len() as u64,
            t: t.into(),
            d: task.token_dimension().into(),
            outputs: u64::from(task.scored_tokens(t)) * u64::from(task.target_dimension()),
            asking: if alone { 1 } else { t.into() },
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

    /// What stays as long as the program does, in numbers: data, weights and two moments.
    fn kept(&self) -> u64 {
        let device = self.data().map(|tensor| tensor.numbers);
        let host = product(&[self.validation, self.t * self.d + self.outputs]);
        let weights = self.weights().saturating_mul(3);
        sum(device.into_iter().chain([host, weights]))
    }

    /// What is there at the worst moment beside that, in numbers: in a step, in a measurement, or
    /// when sequences are drawn.
    fn moment(&self) -> u64 {
        let alive = |batch: u64, count: fn(&Alive) -> u64| {
            let all = self.activations(batch);
            sum(all
                .iter()
                .map(|all| all.0.numbers.saturating_mul(count(all))))
        };
        // Gradients of the weights, and of what is computed from weights alone.
        let gradients = self.weights().saturating_mul(2);
        let step = sum([alive(self.batch, |all| all.1), gradients]);
        // All predictions, as they are read and as they are compared.
        let predictions = product(&[2, self.runs, self.validation, self.outputs]);
        let measurement = sum([alive(self.chunk(), |all| all.2), predictions]);
        let [inputs, targets, _, order] = self.data().map(|tensor| tensor.numbers);
        let drawing = sum([inputs, targets, order, order]);
        step.max(measurement).max(drawing)
    }

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
        let step = step.into_iter().filter(|all| all.1 > 0);
        let measurement = self.activations(self.chunk());
        let measurement = measurement.into_iter().filter(|all| all.2 > 0);
        let mut buffers: Vec<Tensor> = step.chain(measurement).map(|all| all.0).collect();
        buffers.extend(self.data());
        buffers.push(Tensor::new("weights", &[self.runs, rows, columns]));
        buffers
    }

    /// What is computed of `b` sequences. How many of each kind are alive was counted in the
    /// engine's code, backward pass included, and held against the memory that its native binary
    /// took.
    fn activations(&self, b: u64) -> Vec<Alive> {
        let Self {
            runs: r,
            t,
            d,
            asking,
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
        let read = Tensor::new("hidden activations", &[r, b, hidden]);
        match self.widest.form {
            // Folded, as WebGPU has it: nothing of the embedding's width is computed for every
            // token. On the CPU one operation does it all, and needs less.
            Form::Reader if layers == 1 => all.extend([
                (embedded, 3, 2),
                (Tensor::new(attention, &[r, b, h, t]), 4, 2),
                (Tensor::new("what heads see", &[r, b, h, hidden]), 3, 2),
                (Tensor::new("what heads see", &[r, b, e]), 3, 2),
                (read, 4, 2),
            ]),
            Form::Reader | Form::Memoriser => {
                // Up to the last layer every token asks, in the last one only the cls token.
                let deep = layers.saturating_sub(1);
                let all_ask = |sizes: &[u64]| product(&[r, b, t + 1, product(sizes)]);
                all.extend([
                    (embedded, 3, 2),
                    (
                        Tensor::new("embedded tokens", &[r, b, t, e]),
                        2 + 5 * layers,
                        4,
                    ),
                    (
                        Tensor::new("queries", &[deep.min(1), all_ask(&[e])]),
                        6 * deep,
                        3,
                    ),
                    (
                        Tensor::new(attention, &[deep.min(1), all_ask(&[h, t])]),
                        3 * deep,
                        2,
                    ),
                    (Tensor::new("queries", &[r, b, e]), 6, 3),
                    (Tensor::new(attention, &[r, b, h, t]), 4, 2),
                    (read, 12, 2),
                ]);
            }
            Form::Attention => all.extend([
                (Tensor::new("projected tokens", &[r, b, t, w, d]), 7, 4),
                (Tensor::new(attention, &[r, b, w, h, asking, t]), 4, 2),
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
mod tests {
    use super::*;
    use crate::arbitrary::any_sized_experiment;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn experiment(given: Value) -> Experiment {
        Experiment::from_value(given).unwrap()
    }

    #[test]
    fn counts_a_small_reader_by_hand() {
        let recipe = json!({ "batch": 2, "trainSequences": 3, "validationSequences": 2 });
        let given = experiment(json!({
            "task": { "kind": "min-max" },
            "grid": { "h": [1], "T": [2], "N": [1], "n": 1 },
            "recipe": recipe,
        }));
        // On the device: 3 sequences of 2 numbers, 3 targets, 2 sequences to measure on, an order
        // of 3. On the host the latter again, with their targets. 13 weights and two moments.
        let kept = (6 + 3 + 4 + 3) + (4 + 2) + 3 * 13;
        // A step: tokens, answers, hidden activations, attention, what heads see, before the
        // values and behind, hidden activations of the readout, and gradients.
        let step = 4 + 4 * 2 + 3 * 4 + 4 * 4 + 3 * 2 + 3 * 2 + 4 * 2 + 2 * 13;
        let expected = Memory {
            cpu: 4 * (kept + step),
            webgpu: 4 * (kept + step),
            largest_buffer: 4 * 6,
            largest_buffer_is: "training sequences",
        };
        assert_eq!(memory(&given, 1), expected);
        // Another seed: on the CPU another program, whose step comes later; on WebGPU one program
        // that shares the data but not the orders.
        let two = Experiment {
            seeds: vec![0, 1],
            ..given
        };
        assert_eq!(memory(&two, 1).cpu, 4 * (2 * kept + step));
        assert_eq!(memory(&two, 2).cpu, 4 * (kept + step));
        assert_eq!(memory(&two, 1).webgpu, 4 * (kept + 3 + 39 + 2 * step));
    }

    #[test]
    fn the_count_is_what_was_measured_within_a_factor_of_two() {
        // What two steps of the native binary took at most, in MB, without what it takes for
        // almost nothing; one run each, and 16 sequences to measure on where nothing is said.
        let of = |grid: Value, task: Value, batch: u32, sequences: u32, validation: u32| {
            let recipe = json!({
                "batch": batch, "trainSequences": sequences, "validationSequences": validation,
            });
            let given = experiment(json!({ "task": task, "grid": grid, "recipe": recipe }));
            memory(&given, 1).cpu as f64 / 1e6
        };
        let max_sum = json!({});
        let far = json!({ "kind": "farthest" });
        let near = json!({ "kind": "nearest", "d": 64 });
        let encoder = |h: u32, t: u32, hidden: u32, layers: u32| json!({ "form": "encoder", "h": [h], "T": [t], "N": [hidden], "L": [layers] });
        let wide = json!({ "h": [8], "n": 256 });
        let long = json!({ "h": [4], "T": [64] });
        let deep = json!({ "h": [4], "T": [64], "L": [2] });
        let deep_and_wide = json!({ "h": [2], "n": 64, "L": [2] });
        let memoriser = json!({ "form": "memoriser" });
        let hidden = json!({ "form": "memoriser", "T": [8], "N": [512] });
        let side_by_side = json!({ "h": [1], "w": [4] });
        for (counted, measured) in [
            (of(wide, max_sum.clone(), 16, 16, 16), 293.0),
            (of(deep, max_sum.clone(), 512, 512, 16), 189.0),
            (of(deep_and_wide, max_sum.clone(), 512, 512, 16), 59.0),
            (of(memoriser, max_sum.clone(), 2048, 2048, 16), 61.0),
            (of(hidden, max_sum, 1024, 1024, 16), 90.0),
            (of(long.clone(), far.clone(), 512, 512, 16), 156.0),
            (of(side_by_side, near, 1024, 1024, 16), 148.0),
            (of(encoder(4, 64, 64, 1), far.clone(), 512, 512, 16), 162.0),
            (of(encoder(1, 16, 64, 3), far.clone(), 1024, 1024, 16), 78.0),
            (of(encoder(1, 16, 512, 2), far.clone(), 512, 512, 16), 102.0),
            // Mostly data, and mostly what is measured.
            (of(long.clone(), json!({ "d": 16 }), 16, 50_000, 16), 409.0),
            (of(long, far, 16, 16, 10_000), 234.0),
        ] {
            let ratio = counted / measured;
            assert!((0.5..2.0).contains(&ratio), "{counted} for {measured}");
        }
    }

    proptest! {
        #[test]
        fn no_size_is_too_large_to_count(experiment in any_sized_experiment(), workers in 0usize..9) {
            let memory = memory(&experiment, workers);
            prop_assert!(memory.largest_buffer <= memory.webgpu);
            prop_assert!(alone(&experiment) <= memory.cpu);
            prop_assert!(memory.cpu <= in_worker(&experiment, 1));
            // JavaScript holds whole numbers up to 2^53.
            prop_assert!(memory.webgpu < 1 << 53 && memory.cpu < 1 << 53);
        }
    }
}
