//! Paper 2's attention layer, alone: every token asks, and is to be answered with another token of
//! its sequence. Heads have rank n = d/h, so at a fixed width more heads means lower rank; w such
//! layers run side by side and are averaged. No skip connection, norm or feed-forward network here.

use burn::tensor::activation::softmax;
use burn::tensor::{Device, Tensor, TensorData};

use crate::shape::Shape;
use crate::weights::Weights;

/// A score so low that its token is not looked at.
const NEVER: f32 = -1e9;

/// Who asks, and who may be the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Every token asks, and may be answered with itself.
    All,
    /// Every token asks for another one.
    Others,
    /// Only the last token asks, and is answered with one before it.
    Last,
}

/// What one layer computes: (1/w) Σ_j Concat_i softmax[ x W_Q,ij (x W_K,ij)' / √n ] x W_V,ij W_O,j.
///
/// `x` is `[R, B·T, d]`, or `[1, B·T, d]` where all runs see the same sequences. Returns an answer
/// per token that asks: `[R, B, asking·d]`.
pub fn forward(shape: &Shape, asking: Asking, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
    let Shape { runs, t, d, w, .. } = *shape;
    let b = x.dims()[1] / t;
    let v = heads(shape, x.clone().matmul(weights.tensors[2].clone())); // [R·B, heads, T, n]
    let v = candidates(asking, v); // [R·B, heads, positions, n]
    let attention = attend(shape, asking, weights, x); // [R·B, heads, asking, positions]
    let asked = attention.dims()[2];
    let seen = attention.matmul(v).swap_dims(1, 2); // [R·B, asking, heads, n]
    let seen = seen.reshape([runs, b * asked, w * d]); // [R, B·asking, w·d]
    let answers = seen.matmul(weights.tensors[3].clone()) / w as f64; // [R, B·asking, d]
    answers.reshape([runs, b, asked * d])
}

/// Where each head looks, for every token that asks: `[R·B, heads, asking, positions]`.
pub fn attend(shape: &Shape, asking: Asking, weights: &Weights, x: Tensor<3>) -> Tensor<4> {
    let [mut q, k] = [0, 1].map(|i| heads(shape, x.clone().matmul(weights.tensors[i].clone()))); // [R·B, heads, T, n]
    if asking == Asking::Last {
        q = q.slice_dim(2, shape.t - 1..shape.t); // [R·B, heads, 1, n]
    }
    look(shape, asking, q, candidates(asking, k))
}

/// A projection `[R, B·T, w·d]`, head by head: `[R·B, heads, T, n]`.
pub fn heads(shape: &Shape, projected: Tensor<3>) -> Tensor<4> {
    let Shape { t, h, n, w, .. } = *shape;
    let [runs, bt, _] = projected.dims();
    projected
        .reshape([runs * bt / t, t, w * h, n])
        .swap_dims(1, 2)
}

/// Of keys or values `[R·B, heads, T, n]` those that may be looked at: all but the one that asks,
/// where only the last one does.
pub fn candidates(asking: Asking, all: Tensor<4>) -> Tensor<4> {
    let t = all.dims()[2];
    match asking {
        Asking::All | Asking::Others => all,
        Asking::Last => all.slice_dim(2, 0..t - 1),
    }
}

/// The attention that queries `[R·B, heads, asking, n]` pay to keys `[R·B, heads, positions, n]`.
pub fn look(shape: &Shape, asking: Asking, q: Tensor<4>, k: Tensor<4>) -> Tensor<4> {
    let mut scores = q.matmul(k.swap_dims(2, 3)) / (shape.n as f64).sqrt(); // [R·B, heads, asking, positions]
    if asking == Asking::Others {
        let forbidden = diagonal(shape.t, &scores.device());
        scores = scores + forbidden;
    }
    softmax(scores, 3)
}

/// What forbids a token to look at itself: `[1, 1, T, T]`.
fn diagonal(t: usize, device: &Device) -> Tensor<4> {
    let forbid = |i: usize| if i / t == i % t { NEVER } else { 0.0 };
    let values: Vec<f32> = (0..t * t).map(forbid).collect();
    Tensor::from_data(TensorData::new(values, [1, 1, t, t]), device)
}
