//! The trainable numbers of a cohort: named tensors with the runs as leading dimension. Runs with
//! fewer heads than the widest are padded with zeros. Nothing else keeps them apart: where both
//! factors of a product are zero, both gradients are exactly zero, so padding stays zero for ever
//! (`tests/native/cohort.rs` holds this).

use burn::tensor::{Device, Tensor, TensorData, Transaction};
use lab::{Architecture, Form, Purpose, Run, Stream};

use crate::cohort::TrainingError;
use crate::measure;
use crate::model::Model;
use crate::shape::Shape;

/// One tensor per name, each `[R, rows, columns]`.
#[derive(Clone)]
pub struct Weights {
    /// In the order of [`Model::names`].
    pub tensors: Vec<Tensor<3>>,
}

/// Rows or columns of a weight, as (groups, size), so that heads stay aligned when they are padded.
type Extent = (usize, usize);

/// How one weight is called and laid out, and how it starts.
pub(crate) struct Layout {
    /// Its name, in files too.
    pub name: String,
    rows: Extent,
    columns: Extent,
    /// Mean of the initial values.
    start: f32,
    /// Their standard deviation.
    spread: f32,
}

impl Layout {
    /// A matrix that keeps the variance of what flows through, whatever its size: times `gain`.
    fn matrix(name: impl Into<String>, rows: Extent, columns: Extent, gain: f32) -> Self {
        Self {
            name: name.into(),
            rows,
            columns,
            start: 0.0,
            spread: (gain / (rows.0 * rows.1) as f32).sqrt(),
        }
    }

    /// A row that starts at zero.
    fn bias(name: impl Into<String>, columns: Extent) -> Self {
        Self {
            name: name.into(),
            rows: (1, 1),
            columns,
            start: 0.0,
            spread: 0.0,
        }
    }

    /// A factor that starts at one.
    fn factor(name: impl Into<String>) -> Self {
        Self {
            start: 1.0,
            ..Self::bias(name, (1, 1))
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
}

/// The weights of [`crate::reader`] and of [`crate::stack`], in the order in which they read them.
fn of_paper_1(architecture: Architecture, shape: &Shape) -> Vec<Layout> {
    let Architecture {
        form, h, n, N, L, ..
    } = architecture;
    let [hidden, h, n] = [N, h, n].map(|x| x as usize);
    let (tokens, hidden, heads, embedding, one) =
        ((1, shape.d), (1, hidden), (h, n), (1, h * n), (1, 1));
    // A ReLU behind it halves the variance, hence gains of two.
    let mut all = vec![
        Layout::matrix("embed.hidden.weight", tokens, hidden, 2.0),
        Layout::bias("embed.hidden.bias", hidden),
    ];
    if form == Form::Memoriser {
        // Rows are positions: each adds to what one token brings, so it counts for one.
        let positions = Layout::matrix("embed.position", (1, shape.t), hidden, shape.t as f32);
        all.push(positions);
    }
    all.push(Layout::matrix("embed.out.weight", hidden, embedding, 1.0));
    all.push(Layout::bias("embed.out.bias", embedding));
    all.push(Layout::matrix("cls", one, embedding, 1.0));
    for layer in 1..=L {
        let name = |of: &str| match L {
            1 => of.into(),
            _ => format!("layer{layer}.{of}"),
        };
        for of in ["query", "key", "value"] {
            all.push(Layout::matrix(name(of), embedding, heads, 1.0));
        }
        all.push(Layout::matrix(name("output"), heads, embedding, 1.0));
    }
    if form == Form::Memoriser {
        for layer in 1..=4 {
            let from = if layer == 1 { embedding } else { hidden };
            let name = |of: &str| format!("readout.hidden{layer}.{of}");
            all.push(Layout::matrix(name("weight"), from, hidden, 2.0));
            all.push(Layout::bias(name("bias"), hidden));
        }
    } else {
        all.push(Layout::matrix(
            "readout.hidden.weight",
            embedding,
            hidden,
            1.0,
        ));
        all.push(Layout::bias("readout.hidden.bias", hidden));
    }
    all.push(Layout::matrix("readout.out.weight", hidden, one, 1.0));
    all.push(Layout::bias("readout.out.bias", one));
    all
}

/// The weights of [`crate::selector`], in its order: w projections side by side.
fn of_attention(architecture: Architecture, d: usize) -> Vec<Layout> {
    let w = architecture.w as usize;
    let project = |name: &str| Layout::matrix(name, (1, d), (1, w * d), 1.0);
    // Each of the w layers has d rows of its own; their outputs are averaged.
    let output = Layout::matrix("output", (1, w * d), (1, d), w as f32);
    vec![project("query"), project("key"), project("value"), output]
}

/// The weights of [`crate::encoder`], layer by layer, in its order.
fn of_encoder(architecture: Architecture, d: usize) -> Vec<Layout> {
    let [w, hidden] = [architecture.w, architecture.N].map(|x| x as usize);
    let (token, all) = ((1, d), (1, w * d));
    let mut layers = Vec::new();
    for layer in 1..=architecture.L {
        let name = |of: &str| format!("layer{layer}.{of}");
        for of in ["query", "key", "value"] {
            layers.push(Layout::matrix(
                name(&format!("{of}.weight")),
                token,
                all,
                1.0,
            ));
            layers.push(Layout::bias(name(&format!("{of}.bias")), all));
        }
        layers.extend([
            Layout::matrix(name("output.weight"), all, token, w as f32),
            Layout::bias(name("output.bias"), token),
            Layout::factor(name("attention.norm")),
            Layout::matrix(name("hidden.weight"), token, (1, hidden), 2.0),
            Layout::bias(name("hidden.bias"), (1, hidden)),
            Layout::matrix(name("out.weight"), (1, hidden), token, 1.0),
            Layout::bias(name("out.bias"), token),
            Layout::factor(name("feed-forward.norm")),
        ]);
    }
    layers
}

/// The layouts of a model's weights, for one architecture.
fn layouts(model: &Model, architecture: Architecture) -> Vec<Layout> {
    let shape = &model.shape;
    match model.form {
        Form::Reader | Form::Memoriser => of_paper_1(architecture, shape),
        Form::Attention => of_attention(architecture, shape.d),
        Form::Encoder => of_encoder(architecture, shape.d),
    }
}

/// The layouts that hold every run of the model's cohort.
pub(crate) fn widest(model: &Model) -> Vec<Layout> {
    let Shape {
        h,
        n,
        hidden,
        w,
        layers,
        ..
    } = model.shape;
    let [h, n, hidden, w, layers] = [h, n, hidden, w, layers].map(|size| size as u32);
    let widest = Architecture {
        form: model.form,
        h,
        n,
        N: hidden,
        w,
        L: layers,
    };
    layouts(model, widest)
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
        let own: Vec<_> = runs.iter().map(|run| initial(model, run)).collect();
        Self::of(model, runs, &own, device).require_grad()
    }

    /// Of every run its own numbers, padded to the model's shape.
    pub(crate) fn of(model: &Model, runs: &[Run], own: &[Vec<Vec<f32>>], device: &Device) -> Self {
        let wide = widest(model);
        let mut values: Vec<Vec<f32>> = vec![Vec::new(); wide.len()];
        for (run, own) in runs.iter().zip(own) {
            let all = values.iter_mut().zip(padded(model, run, own));
            all.for_each(|(all, own)| all.extend(own));
        }
        let tensor = |(wide, values): (&Layout, Vec<f32>)| {
            let [rows, columns] = wide.size();
            let data = TensorData::new(values, [runs.len(), rows, columns]);
            Tensor::from_data(data, device) // [R, rows, columns]
        };
        Self {
            tensors: wide.iter().zip(values).map(tensor).collect(),
        }
    }

    /// The same numbers on the host, run by run, weight by weight.
    #[cfg(feature = "webgpu")]
    pub(crate) fn flat(model: &Model, runs: &[Run], own: &[Vec<Vec<f32>>]) -> Vec<f32> {
        let all = runs.iter().zip(own);
        all.flat_map(|(run, own)| padded(model, run, own).into_iter().flatten())
            .collect()
    }

    /// One run's numbers, weight by weight, from such a list of its own.
    #[cfg(feature = "webgpu")]
    pub(crate) fn unflatten(model: &Model, run: &Run, flat: &[f32]) -> Vec<Vec<f32>> {
        let mut at = 0;
        let wide = widest(model).into_iter().map(|wide| {
            let [rows, columns] = wide.size();
            at += rows * columns;
            flat[at - rows * columns..at].to_vec()
        });
        unpadded(model, run, wide.collect())
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
        Ok(unpadded(model, run, padded))
    }

    /// A single run's weights with one head silenced: its rows of the output projection are zero.
    pub(crate) fn without(&self, model: &Model, head: usize) -> Self {
        let mut silenced = self.clone();
        let Shape { h, n, w, .. } = model.shape;
        let (layer, head) = (head / (h * w), head % (h * w));
        let names = model.names();
        let mut outputs = (0..names.len())
            .filter(|&i| names[i].ends_with("output") || names[i].ends_with("output.weight"));
        if let Some(i) = outputs.nth(layer) {
            let tensor = &mut silenced.tensors[i];
            let rows = head * n..(head + 1) * n;
            let zeros = tensor.clone().slice_dim(1, rows.clone()).zeros_like(); // [1, n, columns]
            let columns = 0..tensor.dims()[2];
            *tensor = tensor.clone().slice_assign([0..1, rows, columns], zeros);
        }
        silenced
    }

    /// The same numbers, to be learned.
    pub(crate) fn require_grad(self) -> Self {
        let tensors = self.tensors.into_iter().map(Tensor::require_grad);
        Self {
            tensors: tensors.collect(),
        }
    }

    /// The same numbers, outside any gradient tape.
    pub fn inner(&self) -> Self {
        Self {
            tensors: self.tensors.iter().map(|t| t.clone().inner()).collect(),
        }
    }
}

/// A run's own numbers before the first step, weight by weight.
pub(crate) fn initial(model: &Model, run: &Run) -> Vec<Vec<f32>> {
    let mut stream = Stream::new(Purpose::Weights, run.seed, 0);
    let mut one = |layout: &Layout| {
        let [rows, columns] = layout.size();
        let number = |_| match layout.spread {
            // What does not vary takes nothing from the stream.
            0.0 => layout.start,
            spread => layout.start + spread * stream.normal(),
        };
        (0..rows * columns).map(number).collect()
    };
    layouts(model, run.architecture)
        .iter()
        .map(&mut one)
        .collect()
}

/// A run's own numbers among zeros, weight by weight.
fn padded(model: &Model, run: &Run, own: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let layouts = layouts(model, run.architecture);
    let all = layouts.iter().zip(widest(model)).zip(own);
    all.map(|((layout, wide), own)| {
        let [rows, columns] = wide.size();
        let mut values = vec![0.0; rows * columns];
        for (place, number) in layout.places(&wide).zip(own) {
            values[place] = *number;
        }
        values
    })
    .collect()
}

/// A run's own numbers out of padded ones, weight by weight.
fn unpadded(model: &Model, run: &Run, padded: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
    let own = layouts(model, run.architecture);
    let all = own.iter().zip(widest(model)).zip(padded);
    all.map(|((own, wide), values)| own.places(&wide).map(|place| values[place]).collect())
        .collect()
}
