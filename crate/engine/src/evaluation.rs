//! Predictions and errors over many sequences: the part that cohorts and trained runs share.

use burn::tensor::{Tensor, Transaction};
use lab::{Dataset, Scale, six_digits};

use crate::device::Engine;
use crate::error::ReadBackError;
use crate::model::Model;
use crate::weights::Weights;

/// Sequences in one forward pass: enough to keep a device busy, few enough for any device's memory.
const CHUNK: usize = lab::EVALUATION_CHUNK;

/// Predictions of every run on the scale of the task, `[R][count · outputs]`, for the first `count`
/// of `inputs`, `[S, T, d]`. The weights are without gradients.
pub(crate) async fn predict(
    engine: &Engine,
    model: &Model,
    weights: &Weights,
    inputs: &Tensor<3>,
    count: usize,
    scale: Scale,
) -> Result<Vec<Vec<f32>>, ReadBackError> {
    let chunks = forward_in_chunks(model, weights, inputs, count).into_iter();
    read_predictions(engine, model, chunks, scale).await
}

/// The same for a model whose sequences have another length than its weights were trained on: as many of
/// them at once as take no more memory than a chunk of those did.
pub(crate) async fn predict_at_length(
    engine: &Engine,
    model: &Model,
    weights: &Weights,
    inputs: &Tensor<3>,
    trained_length: usize,
    scale: Scale,
) -> Result<Vec<Vec<f32>>, ReadBackError> {
    let [count, ..] = inputs.dims();
    let most = chunk_at_length(model, trained_length);
    let chunks = forward_in_chunks_of(most, model, weights, inputs, count).into_iter();
    read_predictions(engine, model, chunks, scale).await
}

/// How many sequences of a model's length take no more memory than a chunk of the trained length. Where
/// tokens attend to tokens, scores grow with the square of the length.
pub(crate) fn chunk_at_length(model: &Model, trained_length: usize) -> usize {
    let longer = (model.shape.t as f64 / trained_length as f64).max(1.0);
    let larger = match model.reads_cls_token() && model.shape.layers == 1 {
        true => longer,
        false => longer * longer,
    };
    ((CHUNK as f64 / larger) as usize).max(1)
}

async fn read_predictions(
    engine: &Engine,
    model: &Model,
    chunks: impl Iterator<Item = Tensor<3>>,
    scale: Scale,
) -> Result<Vec<Vec<f32>>, ReadBackError> {
    let transaction = chunks.fold(Transaction::default(), Transaction::register);
    let chunks = engine.read_back(transaction).await?;
    Ok(join_chunks(chunks, model.shape.runs, scale))
}

/// Standardised predictions for the first `count` of `inputs`, `[S, T, d]`, in chunks that fit any
/// device: each `[R, B, outputs]`.
pub(crate) fn forward_in_chunks(
    model: &Model,
    weights: &Weights,
    inputs: &Tensor<3>,
    count: usize,
) -> Vec<Tensor<3>> {
    forward_in_chunks_of(CHUNK, model, weights, inputs, count)
}

/// The same in chunks of at most `most` sequences.
fn forward_in_chunks_of(
    most: usize,
    model: &Model,
    weights: &Weights,
    inputs: &Tensor<3>,
    count: usize,
) -> Vec<Tensor<3>> {
    let shape = model.shape;
    let chunk = |start: usize| {
        let b = most.min(count - start);
        let x = inputs.clone().slice(start..start + b); // [B, T, d]
        let x = x.reshape([1, b * shape.t, shape.d]); // [1, B·T, d]
        model.forward(weights, x) // [R, B, outputs]
    };
    (0..count).step_by(most).map(chunk).collect()
}

/// Chunks of standardised predictions, joined for each run and on the scale of the task:
/// `[R][count · outputs]`.
pub(crate) fn join_chunks(
    chunks: impl IntoIterator<Item = Vec<f32>>,
    runs: usize,
    scale: Scale,
) -> Vec<Vec<f32>> {
    let mut predictions = vec![Vec::new(); runs];
    for chunk in chunks {
        let size = chunk.len() / runs;
        for (of_run, values) in predictions.iter_mut().zip(chunk.chunks_exact(size)) {
            of_run.extend(values.iter().map(|p| unstandardise(*p, scale)));
        }
    }
    predictions
}

/// A standardised prediction on the scale of the task.
pub(crate) fn unstandardise(prediction: f32, scale: Scale) -> f32 {
    prediction * scale.deviation + scale.mean
}

/// An error on the validation set.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredError {
    /// The error.
    pub nmse: f64,
    /// Its standard error, from how much the sequences differ. Not a number for a single sequence.
    pub standard_error: f64,
}

/// The error of each run's predictions for the first `sequences`, with its standard error.
pub(crate) fn measured_errors(
    set: &Dataset,
    predictions: &[Vec<f32>],
    sequences: usize,
) -> Vec<MeasuredError> {
    let measured = |(p, nmse): (&Vec<f32>, f64)| MeasuredError {
        nmse,
        standard_error: six_digits(set.standard_error(p, sequences)),
    };
    let errors = errors(set, predictions);
    predictions.iter().zip(errors).map(measured).collect()
}

/// The error of each run's predictions, to the digits that single precision supports.
pub(crate) fn errors(set: &Dataset, predictions: &[Vec<f32>]) -> Vec<f64> {
    predictions
        .iter()
        .map(|p| six_digits(set.nmse(p)))
        .collect()
}
