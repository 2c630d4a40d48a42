//! Predictions and errors over many sequences, and reading numbers off a device: what cohorts and
//! trained runs share.

use burn::tensor::{Tensor, Transaction};
use lab::{Dataset, Scale, six_digits};

use crate::cohort::TrainingError;
use crate::model::Model;
use crate::weights::Weights;

/// Sequences at a time: enough to keep a device busy, few enough for any device's memory.
const CHUNK: usize = 512;

/// Predictions of every run on the raw scale, `[R][count · outputs]`, for the first `count` of
/// `inputs`, `[S, T, d]`. Weights are without gradients.
pub(crate) async fn predictions(
    model: &Model,
    weights: &Weights,
    inputs: &Tensor<3>,
    count: usize,
    scale: Scale,
) -> Result<Vec<Vec<f32>>, TrainingError> {
    let shape = model.shape;
    let mut parts = Transaction::default();
    for start in (0..count).step_by(CHUNK) {
        let b = CHUNK.min(count - start);
        let x = inputs.clone().slice(start..start + b); // [B, T, d]
        let x = x.reshape([1, b * shape.t, shape.d]); // [1, B·T, d]
        parts = parts.register(model.forward(weights, x)); // [R, B, outputs]
    }
    let mut predictions = vec![Vec::with_capacity(count * model.outputs()); shape.runs];
    for values in read(parts).await? {
        let of_one = values.len() / shape.runs;
        for (of_run, values) in predictions.iter_mut().zip(values.chunks_exact(of_one)) {
            of_run.extend(values.iter().map(|p| p * scale.deviation + scale.mean));
        }
    }
    Ok(predictions)
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
