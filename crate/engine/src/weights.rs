//! The trainable numbers of a cohort: named tensors with the runs as leading dimension. Runs with
//! fewer heads than the widest are padded with zeros. Nothing else keeps them apart: where both
//! factors of a product are zero, both gradients are exactly zero, so padding stays zero for ever
//! (`tests/native/cohort.rs` holds this).

use burn::tensor::{Device, Tensor, TensorData, Transaction};
use lab::{Architecture, Purpose, Run, Stream};

use crate::cohort::TrainingError;
use crate::measure;
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

    fn size(&self) -> [usize; 2] {
        [self.rows.0 * self.rows.1, self.columns.0 * self.columns.1]
    }

    /// Where this weight's numbers are inside the padded one, row by row.
    fn places<'a>(&'a self, wide: &'a Layout) -> impl Iterator<Item = usize> + 'a {
        let [_, columns] = wide.size();
        let within = |(groups, size): (usize, usize), stride: usize| {
            (0..groups).flat_map(move |group| (0..size).map(move |i| group * stride + i))
        };
        within(self.rows, wide.rows.1)
            .flat_map(move |r| within(self.columns, wide.columns.1).map(move |c| r * columns + c))
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

/// The layouts of a model's weights, for one architecture.
fn layouts(model: &Model, architecture: Architecture) -> Vec<Layout> {
    match model.kind {
        Kind::Reader(_) => of_reader(architecture, model.shape.d),
        Kind::Selector(_) => of_selector(architecture, model.shape.d),
    }
}

/// The layouts that hold every run of the model's cohort.
fn widest(model: &Model) -> Vec<Layout> {
    let Shape {
        h, n, hidden, w, ..
    } = model.shape;
    let [h, n, hidden, w] = [h, n, hidden, w].map(|size| size as u32);
    layouts(model, Architecture { h, n, N: hidden, w })
}

/// Rows and columns of each of a run's own weights.
pub(crate) fn sizes(model: &Model, run: &Run) -> Vec<[usize; 2]> {
    layouts(model, run.architecture)
        .iter()
        .map(Layout::size)
        .collect()
}

impl Weights {
    /// The initial weights of `runs`, padded to the model's shape. A run's own numbers do not depend on the
    /// cohort it is in.
    pub fn init(model: &Model, runs: &[Run], device: &Device) -> Self {
        let padded = widest(model);
        let mut values: Vec<Vec<f32>> = vec![Vec::new(); padded.len()];
        for run in runs {
            let mut stream = Stream::new(Purpose::Weights, run.seed, 0);
            let own = layouts(model, run.architecture);
            for ((layout, wide), values) in own.iter().zip(&padded).zip(&mut values) {
                append(layout, wide, &mut stream, values);
            }
        }
        let tensors = padded
            .iter()
            .zip(values)
            .map(|(wide, values)| {
                let [rows, columns] = wide.size();
                let data = TensorData::new(values, [runs.len(), rows, columns]);
                Tensor::from_data(data, device).require_grad() // [R, rows, columns]
            })
            .collect();
        Self { tensors }
    }

    /// The weights of a single run from its own numbers.
    pub(crate) fn single(model: &Model, run: &Run, values: Vec<Vec<f32>>, device: &Device) -> Self {
        let tensor = |([rows, columns], values): ([usize; 2], Vec<f32>)| {
            Tensor::from_data(TensorData::new(values, [1, rows, columns]), device)
        };
        Self {
            tensors: sizes(model, run)
                .into_iter()
                .zip(values)
                .map(tensor)
                .collect(),
        }
    }

    /// The numbers of the run at `place`, weight by weight, without padding.
    pub(crate) async fn of_one(
        &self,
        model: &Model,
        run: &Run,
        place: usize,
    ) -> Result<Vec<Vec<f32>>, TrainingError> {
        let own = |tensor: &Tensor<3>| tensor.clone().inner().slice(place..place + 1); // [1, rows, columns]
        let all = self.tensors.iter().map(own);
        let all = all.fold(Transaction::default(), |all, tensor| all.register(tensor));
        let padded = measure::read(all).await?;
        let layouts = layouts(model, run.architecture);
        let layouts = layouts.iter().zip(widest(model)).zip(padded);
        Ok(layouts
            .map(|((own, wide), values)| own.places(&wide).map(|place| values[place]).collect())
            .collect())
    }

    /// A single run's weights with one head silenced: its rows of the output projection are zero.
    pub(crate) fn without(&self, model: &Model, head: usize) -> Self {
        let mut silenced = self.clone();
        let output = model.names().iter().position(|name| *name == "output");
        if let Some(i) = output {
            let tensor = &mut silenced.tensors[i];
            let rows = head * model.shape.n..(head + 1) * model.shape.n;
            let zeros = tensor.clone().slice_dim(1, rows.clone()).zeros_like(); // [1, n, columns]
            let columns = 0..tensor.dims()[2];
            *tensor = tensor.clone().slice_assign([0..1, rows, columns], zeros);
        }
        silenced
    }

    /// The same numbers, outside any gradient tape.
    pub fn inner(&self) -> Self {
        Self {
            tensors: self.tensors.iter().map(|t| t.clone().inner()).collect(),
        }
    }
}

/// Draws one run's weight and appends it, padded.
fn append(layout: &Layout, wide: &Layout, stream: &mut Stream, values: &mut Vec<f32>) {
    let start = values.len();
    let [rows, columns] = wide.size();
    values.resize(start + rows * columns, 0.0);
    if layout.spread > 0.0 {
        for place in layout.places(wide) {
            values[start + place] = layout.spread * stream.normal();
        }
    }
}
