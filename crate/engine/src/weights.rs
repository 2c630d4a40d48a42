//! The trainable numbers of a cohort: named tensors with the runs as leading dimension. Runs with
//! fewer heads than the widest are padded with zeros. Nothing else keeps them apart: where both
//! factors of a product are zero, both gradients are exactly zero, so padding stays zero for ever
//! (`tests/cohort.rs` holds this).

use burn::tensor::{Device, Tensor, TensorData};
use lab::{Architecture, Purpose, Run, Stream};

use crate::model::Shape;

/// Names of the weights, in the order of [`Weights::tensors`].
pub const NAMES: [&str; 13] = [
    "embed.hidden.weight",
    "embed.hidden.bias",
    "embed.out.weight",
    "embed.out.bias",
    "cls",
    "query",
    "key",
    "value",
    "output",
    "readout.hidden.weight",
    "readout.hidden.bias",
    "readout.out.weight",
    "readout.out.bias",
];

/// One tensor per name, each `[R, rows, columns]`.
#[derive(Clone)]
pub struct Weights {
    /// In the order of [`NAMES`].
    pub tensors: Vec<Tensor<3>>,
}

/// How one weight is laid out: its size for a run, its size in the cohort, and its initial spread.
struct Layout {
    /// Rows and columns of a run's own weight, as (groups, size) so that heads stay aligned.
    rows: (usize, usize),
    columns: (usize, usize),
    /// Standard deviation of the initial values; zero for biases.
    spread: f32,
}

fn layouts(architecture: Architecture, d: u32) -> [Layout; 13] {
    let [d, hidden, h, n] = [d, architecture.N, architecture.h, architecture.n].map(|x| x as usize);
    let e = h * n;
    let matrix = |rows: (usize, usize), columns: (usize, usize), gain: f32| Layout {
        rows,
        columns,
        // Keeps the variance of what flows through, whatever the size.
        spread: (gain / (rows.0 * rows.1) as f32).sqrt(),
    };
    let bias = |columns| Layout {
        rows: (1, 1),
        columns,
        spread: 0.0,
    };
    let (tokens, hidden, heads, one) = ((1, d), (1, hidden), (h, n), (1, 1));
    let embedding = (1, e);
    [
        // A ReLU behind it halves the variance, hence the gain of two.
        matrix(tokens, hidden, 2.0),
        bias(hidden),
        matrix(hidden, embedding, 1.0),
        bias(embedding),
        matrix(one, embedding, 1.0),
        matrix(embedding, heads, 1.0),
        matrix(embedding, heads, 1.0),
        matrix(embedding, heads, 1.0),
        matrix(heads, embedding, 1.0),
        matrix(embedding, hidden, 1.0),
        bias(hidden),
        matrix(hidden, one, 1.0),
        bias(one),
    ]
}

impl Weights {
    /// The initial weights of `runs`, padded to `shape`. A run's own numbers do not depend on the
    /// cohort it is in.
    pub fn init(runs: &[Run], shape: &Shape, device: &Device) -> Self {
        let widest = Architecture {
            h: shape.h as u32,
            n: shape.n as u32,
            N: shape.hidden as u32,
        };
        let padded = layouts(widest, shape.d as u32);
        let mut values: Vec<Vec<f32>> = vec![Vec::new(); padded.len()];
        for run in runs {
            let mut stream = Stream::new(Purpose::Weights, run.seed, 0);
            let own = layouts(run.architecture, shape.d as u32);
            for ((layout, wide), values) in own.iter().zip(&padded).zip(&mut values) {
                append(layout, wide, &mut stream, values);
            }
        }
        let tensors = padded
            .iter()
            .zip(values)
            .map(|(wide, values)| {
                let (rows, columns) = (wide.rows.0 * wide.rows.1, wide.columns.0 * wide.columns.1);
                let data = TensorData::new(values, [runs.len(), rows, columns]);
                Tensor::from_data(data, device).require_grad() // [R, rows, columns]
            })
            .collect();
        Self { tensors }
    }

    /// The same numbers, outside any gradient tape.
    pub fn inner(&self) -> Self {
        Self {
            tensors: self.tensors.iter().map(|t| t.clone().inner()).collect(),
        }
    }
}

/// Draws one run's weight and appends it, padded: each group of rows and columns keeps its place.
fn append(layout: &Layout, wide: &Layout, stream: &mut Stream, values: &mut Vec<f32>) {
    let start = values.len();
    let columns = wide.columns.0 * wide.columns.1;
    values.resize(start + wide.rows.0 * wide.rows.1 * columns, 0.0);
    if layout.spread == 0.0 {
        return;
    }
    for row_group in 0..layout.rows.0 {
        for row in 0..layout.rows.1 {
            let r = row_group * wide.rows.1 + row;
            for column_group in 0..layout.columns.0 {
                for column in 0..layout.columns.1 {
                    let c = column_group * wide.columns.1 + column;
                    values[start + r * columns + c] = layout.spread * stream.normal();
                }
            }
        }
    }
}
