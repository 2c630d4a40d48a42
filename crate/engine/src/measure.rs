//! Predictions and errors over many sequences, and reading numbers off a device: what cohorts and
//! trained runs share.

use burn::tensor::{Tensor, Transaction};
use lab::{Dataset, Scale, six_digits};

use crate::cohort::TrainingError;
use crate::model::Model;
use crate::weights::Weights;

/// Sequences at a time: `lab`'s, because its count of memory rests on it.
const CHUNK: usize = lab::EVALUATION_CHUNK;

/// Predictions of every run on the raw scale, `[R][count · outputs]`, for the first `count` of
/// `inputs`, `[S, T, d]`. Weights are without gradients.
pub(crate) async fn predictions(
    model: &Model,
    weights: &Weights,
    inputs: &Tensor<3>,
    count: usize,
    scale: Scale,
) -> Result<Vec<Vec<f32>>, TrainingError> {
    let parts = forward(model, weights, inputs, count).into_iter();
    let parts = parts.fold(Transaction::default(), |all, part| all.register(part));
    Ok(by_run(read(parts).await?, model.shape.runs, scale))
}

/// Standardised predictions for the first `count` of `inputs`, `[S, T, d]`, in parts that any
/// device can hold: each `[R, B, outputs]`.
pub(crate) fn forward(
    model: &Model,
    weights: &Weights,
    inputs: &Tensor<3>,
    count: usize,
) -> Vec<Tensor<3>> {
    let shape = model.shape;
    let part = |start: usize| {
        let b = CHUNK.min(count - start);
        let x = inputs.clone().slice(start..start + b); // [B, T, d]
        let x = x.reshape([1, b * shape.t, shape.d]); // [1, B·T, d]
        model.forward(weights, x) // [R, B, outputs]
    };
    (0..count).step_by(CHUNK).map(part).collect()
}

/// Parts of predictions, put together by run and on the raw scale: `[R][count · outputs]`.
pub(crate) fn by_run(
    parts: impl IntoIterator<Item = Vec<f32>>,
    runs: usize,
    scale: Scale,
) -> Vec<Vec<f32>> {
    let mut predictions = vec![Vec::new(); runs];
    for values in parts {
        let of_one = values.len() / runs;
        for (of_run, values) in predictions.iter_mut().zip(values.chunks_exact(of_one)) {
            of_run.extend(values.iter().map(|p| p * scale.deviation + scale.mean));
        }
    }
    predictions
}

/// The error of each run's predictions, to the digits that single precision supports.
pub(crate) fn errors(set: &Dataset, predictions: &[Vec<f32>]) -> Vec<f64> {
    predictions
        .iter()
        .map(|p| six_digits(set.nmse(p)))
        .collect()
}

/// Reads tensors off the device in one go.
pub(crate) async fn read(tensors: Transaction) -> Result<Vec<Vec<f32>>, TrainingError> {
    let unread = |error: &dyn std::fmt::Debug| {
        TrainingError(format!("The engine's numbers could not be read: {error:?}"))
    };
    let data = tensors.execute_async().await.map_err(|e| unread(&e))?;
    data.into_iter()
        .map(|data| data.try_into_vec::<f32>().map_err(|e| unread(&e)))
        .collect()
}
