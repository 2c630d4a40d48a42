//! `Weights`: the trainable tensors of a cohort, with the runs as leading dimension. Runs with
//! fewer heads than the widest are padded with zeros. No mask protects the padding: where both
//! factors of a product are zero, both gradients are exactly zero, so padding stays zero for the
//! whole training (`tests/native/cohort.rs` checks it).

use burn::tensor::{Device, Tensor, TensorData, Transaction};
use lab::{Purpose, Run, Stream};

use crate::device::Engine;
use crate::error::ReadBackError;
use crate::model::Model;
use crate::weight_layout::WeightLayout;

/// One tensor for each weight of a model, each `[R, rows, columns]`.
#[derive(Clone)]
pub struct Weights {
    /// In the order of [`Model::names`].
    pub tensors: Vec<Tensor<3>>,
}

/// One run's values: a list for each weight, row by row, without padding.
pub(crate) type RunValues = Vec<Vec<f32>>;

impl Weights {
    /// The initial weights of `runs`, padded to the model's shape. A run's values do not depend on
    /// the cohort it is in.
    pub fn init(model: &Model, runs: &[Run], device: &Device) -> Self {
        let values: Vec<_> = runs.iter().map(|run| initial_values(model, run)).collect();
        Self::from_values(model, runs, &values, device)
    }

    /// The values of each run, padded to the model's shape.
    pub(crate) fn from_values(
        model: &Model,
        runs: &[Run],
        values: &[RunValues],
        device: &Device,
    ) -> Self {
        let layouts = model.layouts(&model.shape);
        let mut padded: Vec<Vec<f32>> = vec![Vec::new(); layouts.len()];
        for (run, values) in runs.iter().zip(values) {
            for (all, own) in padded.iter_mut().zip(pad(model, run, values)) {
                all.extend(own);
            }
        }
        let tensor = |(layout, values): (&WeightLayout, Vec<f32>)| {
            let [rows, columns] = layout.size();
            let data = TensorData::new(values, [runs.len(), rows, columns]);
            Tensor::from_data(data, device) // [R, rows, columns]
        };
        Self {
            tensors: layouts.iter().zip(padded).map(tensor).collect(),
        }
    }

    /// Hands out the tensors one after the other, for the `declare` function of a form.
    pub(crate) fn in_order(&self) -> impl FnMut(WeightLayout) -> Tensor<3> {
        let mut tensors = self.tensors.iter();
        move |layout| match tensors.next() {
            Some(tensor) => tensor.clone(),
            None => panic!("the weights end before {:?}", layout.name),
        }
    }

    /// The values of the run at `place` of the cohort.
    pub(crate) async fn values_of(
        &self,
        engine: &Engine,
        model: &Model,
        run: &Run,
        place: usize,
    ) -> Result<RunValues, ReadBackError> {
        let of_run = |tensor: &Tensor<3>| tensor.clone().inner().slice(place..place + 1); // [1, rows, columns]
        let transaction = self
            .tensors
            .iter()
            .map(of_run)
            .fold(Transaction::default(), Transaction::register);
        let padded = engine.read_back(transaction).await?;
        Ok(unpad(model, run, padded))
    }

    /// A single run's weights without some of its heads, which are counted over all layers: the
    /// rows that belong to them are zero.
    pub(crate) fn without_heads(&self, model: &Model, heads: &[usize]) -> Self {
        let mut weights = self.clone();
        let mut first = 0; // head of the layer
        let layouts = model.layouts(&model.shape);
        for (tensor, layout) in weights.tensors.iter_mut().zip(layouts) {
            let Some((count, n)) = layout.head_rows() else {
                continue;
            };
            for head in heads
                .iter()
                .filter(|&&head| (first..first + count).contains(&head))
            {
                let rows = (head - first) * n..(head - first + 1) * n;
                let columns = 0..tensor.dims()[2];
                let zeros = tensor.clone().slice_dim(1, rows.clone()).zeros_like(); // [1, n, columns]
                *tensor = tensor.clone().slice_assign([0..1, rows, columns], zeros);
            }
            first += count;
        }
        weights
    }

    /// The same weights, tracked for gradients while this is kept. burn's autodiff looks through everything that
    /// is tracked at each backward pass: with a thousand cohorts in memory, what is tracked for good makes a step
    /// ten times as long.
    pub(crate) fn tracked(&self) -> Self {
        let tensors = self.tensors.iter().cloned().map(Tensor::require_grad);
        Self {
            tensors: tensors.collect(),
        }
    }

    /// The same weights without gradients.
    pub fn inner(&self) -> Self {
        Self {
            tensors: self.tensors.iter().map(|t| t.clone().inner()).collect(),
        }
    }
}

/// Names and sizes (rows, columns) of one run's weights.
pub(crate) fn names_and_sizes(model: &Model, run: &Run) -> Vec<(String, [usize; 2])> {
    let layouts = model.layouts(&model.shape.of_run(run)).into_iter();
    layouts
        .map(|layout| (layout.name.clone(), layout.size()))
        .collect()
}

/// A run's values before the first step.
pub(crate) fn initial_values(model: &Model, run: &Run) -> RunValues {
    let mut stream = Stream::new(Purpose::Weights, run.seed, 0);
    let mut draw = |layout: &WeightLayout| {
        let [rows, columns] = layout.size();
        let value = |_| match layout.initial_deviation {
            // Constant values draw nothing from the stream.
            0.0 => layout.initial_mean,
            deviation => layout.initial_mean + deviation * stream.normal(),
        };
        (0..rows * columns).map(value).collect()
    };
    let layouts = model.layouts(&model.shape.of_run(run));
    layouts.iter().map(&mut draw).collect()
}

/// A run's values among zeros, in the shape of the cohort.
fn pad(model: &Model, run: &Run, values: &RunValues) -> RunValues {
    let layouts = model.layouts(&model.shape.of_run(run));
    let padded_layouts = model.layouts(&model.shape);
    let weights = layouts.iter().zip(padded_layouts).zip(values);
    weights
        .map(|((layout, padded_layout), values)| {
            let [rows, columns] = padded_layout.size();
            let mut padded = vec![0.0; rows * columns];
            for (position, value) in layout.positions_in(&padded_layout).zip(values) {
                padded[position] = *value;
            }
            padded
        })
        .collect()
}

/// The inverse of [`pad`].
fn unpad(model: &Model, run: &Run, padded: Vec<Vec<f32>>) -> RunValues {
    let layouts = model.layouts(&model.shape.of_run(run));
    let padded_layouts = model.layouts(&model.shape);
    let weights = layouts.iter().zip(padded_layouts).zip(padded);
    weights
        .map(|((layout, padded_layout), padded)| {
            let positions = layout.positions_in(&padded_layout);
            positions.map(|position| padded[position]).collect()
        })
        .collect()
}

/// Padded values of all runs in one list: run by run, weight by weight.
#[cfg(feature = "webgpu")]
pub(crate) fn pad_and_flatten(model: &Model, runs: &[Run], values: &[RunValues]) -> Vec<f32> {
    let runs = runs.iter().zip(values);
    runs.flat_map(|(run, values)| pad(model, run, values).into_iter().flatten())
        .collect()
}

/// One run's values from the padded list of that run: the inverse of [`pad_and_flatten`].
#[cfg(feature = "webgpu")]
pub(crate) fn unflatten_and_unpad(model: &Model, run: &Run, flat: &[f32]) -> RunValues {
    let mut rest = flat;
    let padded = model.layouts(&model.shape).into_iter().map(|layout| {
        let [rows, columns] = layout.size();
        let (values, behind) = rest.split_at(rows * columns);
        rest = behind;
        values.to_vec()
    });
    unpad(model, run, padded.collect())
}
