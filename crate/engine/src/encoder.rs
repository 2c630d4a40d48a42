//! Paper 2's encoder, as its authors' code has it: each layer is attention and then a ReLU network,
//! both with a skip connection and a norm behind it, which puts every token on a sphere of learned
//! radius. All matrices have biases. Heads have rank d/h, w attentions side by side are averaged.

use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use crate::selector::{self, Asking};
use crate::shape::Shape;
use crate::weights::Weights;

/// Weights of one layer.
const PER_LAYER: usize = 14;

/// So that a token of zeros has a norm to be divided by.
const TINY: f64 = 1e-12;

/// x ← norm(x + attention(x)), x ← norm(x + feed-forward(x)), for each layer.
///
/// `x` is `[R, B·T, d]`, or `[1, B·T, d]` where all runs see the same sequences. Returns an answer
/// per token that asks: `[R, B, asking·d]`.
pub fn forward(shape: &Shape, asking: Asking, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
    let Shape { runs, t, d, .. } = *shape;
    let b = x.dims()[1] / t;
    let (tokens, _) = layers(shape, asking, weights, x); // [R, B·T, d]
    match asking {
        Asking::All | Asking::Others => tokens.reshape([runs, b, t * d]),
        Asking::Last => {
            let tokens: Tensor<4> = tokens.reshape([runs, b, t, d]);
            tokens.slice_dim(2, t - 1..t).reshape([runs, b, d])
        }
    }
}

/// Where the heads of a single run look in a single sequence `x` `[1, T, d]`, layer by layer:
/// `[L·heads, asking, positions]`.
pub fn attend(shape: &Shape, asking: Asking, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
    let t = shape.t;
    let (_, looked) = layers(shape, asking, weights, x);
    let all = Tensor::cat(looked, 1).squeeze_dim::<3>(0); // [L·heads, T, positions]
    match asking {
        Asking::All | Asking::Others => all,
        Asking::Last => all.slice_dim(1, t - 1..t),
    }
}

/// All tokens behind the last layer, `[R, B·T, d]`, and where every one of them looked in each
/// layer, `[R·B, heads, T, positions]`.
fn layers(
    shape: &Shape,
    asking: Asking,
    weights: &Weights,
    x: Tensor<3>,
) -> (Tensor<3>, Vec<Tensor<4>>) {
    let Shape { runs, t, d, w, .. } = *shape;
    let b = x.dims()[1] / t;
    let mut x = x.expand([runs, b * t, d]); // [R, B·T, d]
    let mut looked = Vec::new();
    for layer in weights.tensors.chunks_exact(PER_LAYER) {
        let affine = |x: Tensor<3>, i: usize| x.matmul(layer[i].clone()) + layer[i + 1].clone();
        let [q, k, v] = [0, 2, 4].map(|i| selector::heads(shape, affine(x.clone(), i))); // [R·B, heads, T, n]
        let [k, v] = [k, v].map(|all| selector::candidates(asking, all)); // [R·B, heads, positions, n]
        let attention = selector::look(shape, asking, q, k); // [R·B, heads, T, positions]
        let seen = attention.clone().matmul(v).swap_dims(1, 2); // [R·B, T, heads, n]
        looked.push(attention);
        let seen = seen.reshape([runs, b * t, w * d]); // [R, B·T, w·d]
        // The biases of w attentions would be averaged too: one is the same.
        let mixed = seen.matmul(layer[6].clone()) / w as f64 + layer[7].clone(); // [R, B·T, d]
        x = norm(x + mixed, &layer[8]);
        let fed = affine(relu(affine(x.clone(), 9)), 11); // [R, B·T, d]
        x = norm(x + fed, &layer[13]);
    }
    (x, looked)
}

/// Each token scaled to length `radius` `[R, 1, 1]`.
fn norm(x: Tensor<3>, radius: &Tensor<3>) -> Tensor<3> {
    let length = (x.clone().square().sum_dim(2) + TINY).sqrt(); // [R, B·T, 1]
    x / length * radius.clone()
}
