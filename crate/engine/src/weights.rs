//! The trainable numbers of a cohort: named tensors with the runs as leading dimension. Runs with
//! fewer heads than the widest are padded with zeros. Nothing else keeps them apart: where both
//! factors of a product are zero, both gradients are exactly zero, so padding stays zero for ever
//! (`tests/native/cohort.rs` holds this).

use burn::tensor::{Device, Tensor, TensorData};
use lab::{Architecture, Purpose, Run, Stream};

use crate::model::{Kind, Model};
use crate::shape::Shape;

/// One tensor per name, each `[R, rows, columns]`.
#[derive(Clone)]
pub struct Weights {
    /// In the order of [`Model::names`].
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

impl Layout {
    /// A matrix that keeps the variance of what flows through, whatever its size: times `gain`.
    fn matrix(rows: (usize, usize), columns: (usize, usize), gain: f32) -> Self {
        let spread = (gain / (rows.0 * rows.1) as f32).sqrt();
        Self {
            rows,
            columns,
            spread,
        }
    }

    /// A row that starts at zero.
    fn bias(columns: (usize, usize)) -> Self {
        Self {
            rows: (1, 1),
            columns,
            spread: 0.0,
        }
    }
}

/// The weights of [`crate::reader`], in its order.
fn of_reader(architecture: Architecture, d: usize) -> Vec<Layout> {
    let [hidden, h, n] = [architecture.N, architecture.h, architecture.n].map(|x| x as usize);
    let (tokens, hidden, heads, embedding, one) = ((1, d), (1, hidden), (h, n), (1, h * n), (1, 1));
    vec![
        // A ReLU behind it halves the variance, hence the gain of two.
        Layout::matrix(tokens, hidden, 2.0),
        Layout::bias(hidden),
        Layout::matrix(hidden, embedding, 1.0),
        Layout::bias(embedding),
        Layout::matrix(one, embedding, 1.0),
        Layout::matrix(embedding, heads, 1.0),
        Layout::matrix(embedding, heads, 1.0),
        Layout::matrix(embedding, heads, 1.0),
        Layout::matrix(heads, embedding, 1.0),
        Layout::matrix(embedding, hidden, 1.0),
        Layout::bias(hidden),
        Layout::matrix(hidden, one, 1.0),
        Layout::bias(one),
    ]
}

/// The weights of [`crate::selector`], in its order.
fn of_selector(architecture: Architecture, d: usize) -> Vec<Layout> {
    let w = architecture.w as usize;
    let project = || Layout::matrix((1, d), (1, w * d), 1.0);
    // Each of the w layers has d rows of its own; their outputs are averaged.
    let output = Layout::matrix((1, w * d), (1, d), w as f32);
    vec![project(), project(), project(), output]
}

impl Weights {
    /// The initial weights of `runs`, padded to the model's shape. A run's own numbers do not depend on the
    /// cohort it is in.
    pub fn init(model: &Model, runs: &[Run], device: &Device) -> Self {
        let Shape {
            d, h, n, hidden, w, ..
        } = model.shape;
        let [h, n, hidden, w] = [h, n, hidden, w].map(|size| size as u32);
        let widest = Architecture { h, n, N: hidden, w };
        let layouts = match model.kind {
            Kind::Reader(_) => of_reader,
            Kind::Selector(_) => of_selector,
        };
        let padded = layouts(widest, d);
        let mut values: Vec<Vec<f32>> = vec![Vec::new(); padded.len()];
        for run in runs {
            let mut stream = Stream::new(Purpose::Weights, run.seed, 0);
            let own = layouts(run.architecture, d);
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
