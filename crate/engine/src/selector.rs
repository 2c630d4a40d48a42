//! Paper 2's attention layer, alone: every token asks, and is to be answered with another token of
//! its sequence. Heads have rank n = d/h, so at a fixed width more heads means lower rank; w such
//! layers run side by side and are averaged. No skip connection, norm or feed-forward network here.

use burn::tensor::activation::softmax;
use burn::tensor::{Device, Tensor, TensorData};

use crate::shape::Shape;
use crate::weights::Weights;

/// Names of the weights, in the order of [`Weights::tensors`].
pub const NAMES: [&str; 4] = ["query", "key", "value", "output"];

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
    let mut v = project(shape, &weights.tensors[2], &x); // [R·B, heads, T, n]
    if asking == Asking::Last {
        v = v.slice_dim(2, 0..t - 1); // [R·B, heads, T−1, n]
    }
    let attention = attend(shape, asking, weights, x); // [R·B, heads, asked, T]
    let asked = attention.dims()[2];
    let seen = attention.matmul(v).swap_dims(1, 2); // [R·B, asked, heads, n]
    let seen = seen.reshape([runs, b * asked, w * d]); // [R, B·asked, w·d]
    let answers = seen.matmul(weights.tensors[3].clone()) / w as f64; // [R, B·asked, d]
    answers.reshape([runs, b, asked * d])
}

/// Where each head looks, for every token that asks: `[R·B, heads, asked, T]`; one token fewer to
/// look at where the last one asks.
pub fn attend(shape: &Shape, asking: Asking, weights: &Weights, x: Tensor<3>) -> Tensor<4> {
    let Shape { t, n, .. } = *shape;
    let mut q = project(shape, &weights.tensors[0], &x); // [R·B, heads, T, n]
    let mut k = project(shape, &weights.tensors[1], &x); // [R·B, heads, T, n]
    if asking == Asking::Last {
        q = q.slice_dim(2, t - 1..t); // [R·B, heads, 1, n]
        k = k.slice_dim(2, 0..t - 1); // [R·B, heads, T−1, n]
    }
    let mut scores = q.matmul(k.swap_dims(2, 3)) / (n as f64).sqrt(); // [R·B, heads, asked, T]
    if asking == Asking::Others {
        scores = scores + diagonal(t, &x.device());
    }
    softmax(scores, 3)
}

/// A projection, head by head: `[R·B, heads, T, n]`.
fn project(shape: &Shape, weight: &Tensor<3>, x: &Tensor<3>) -> Tensor<4> {
    let Shape {
        runs, t, h, n, w, ..
    } = *shape;
    let b = x.dims()[1] / t;
    let all = x.clone().matmul(weight.clone()); // [R, B·T, w·d]
    all.reshape([runs * b, t, w * h, n]).swap_dims(1, 2)
}

/// What forbids a token to look at itself: `[1, 1, T, T]`.
fn diagonal(t: usize, device: &Device) -> Tensor<4> {
    let forbid = |i: usize| if i / t == i % t { NEVER } else { 0.0 };
    let values: Vec<f32> = (0..t * t).map(forbid).collect();
    Tensor::from_data(TensorData::new(values, [1, 1, t, t]), device)
}
