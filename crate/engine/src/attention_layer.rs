//! Paper 2's attention layer, alone: every query token is to be answered with another token of its
//! sequence. Heads have rank n = d/h, so at a fixed width more heads means lower rank; w such
//! layers run side by side and are averaged. Skip connection, norm and feed-forward network are in
//! `encoder`.

use burn::tensor::activation::softmax;
use burn::tensor::{Device, Tensor, TensorData};

#[cfg(feature = "cpu")]
use crate::fused;
use crate::reader::ComputePath;
use crate::shape::Shape;
use crate::weight_layout::{AttentionWeights, MakeWeight};
use crate::weights::Weights;

/// Added to the score of a token that must not be attended to: its softmax is exactly zero.
pub(crate) const MASKED_SCORE: f32 = -1e9;

/// Which tokens are queries, and which tokens each of them may attend to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttentionMask {
    /// Every token is a query and may attend to all tokens.
    Full,
    /// Every token is a query and may attend to all tokens but itself.
    NotSelf,
    /// Only the last token is a query, and may attend to the tokens before it.
    LastQuery,
}

/// The declaration of the form: see [`crate::weight_layout`]. Columns (of the output: rows) hold
/// the w layers side by side, and head by head in each.
pub(crate) fn declare<T>(shape: &Shape, make: MakeWeight<'_, T>) -> AttentionWeights<T> {
    let Shape { d, h, n, w, .. } = *shape;
    // Each of the w layers has d rows of its own; their outputs are averaged.
    let output_gain = w as f32;
    AttentionWeights::declare("", (1, d), (w * h, n), output_gain, make)
}

/// The output of the layer: (1/w) Σ_j Concat_i softmax[ x W_Q,ij (x W_K,ij)' / √n ] x W_V,ij W_O,j.
///
/// `x` is `[R, B·T, d]`, or `[1, B·T, d]` if all runs see the same sequences. Returns d numbers for
/// each query: `[R, B, queries·d]`.
pub fn forward(
    shape: &Shape,
    mask: AttentionMask,
    path: ComputePath,
    weights: &Weights,
    x: Tensor<3>,
) -> Tensor<3> {
    let Shape { runs, t, d, w, .. } = *shape;
    let b = x.dims()[1] / t;
    let weights = declare(shape, &mut weights.in_order());
    // The fused operation has no gradient with respect to the tokens; training needs none.
    #[cfg(feature = "cpu")]
    if path != ComputePath::Reference && !x.is_tracked() {
        let AttentionWeights {
            mut query,
            key,
            value,
            mut output,
        } = weights;
        // A single head of full rank: q_t · k_s = x_t (W_Q W_K') x_s', and the sum over s comes before
        // W_V W_O. That is fewer products than with keys and values of every token.
        let is_folded = w * shape.h == 1 && shape.n == d;
        if is_folded {
            query = query.matmul(key.clone().swap_dims(1, 2)); // [R, d, d]
            output = value.clone().matmul(output); // [R, d, d]
        }
        let sizes = fused::AttentionSizes {
            runs,
            sequences: b,
            t,
            d,
            h: shape.h,
            n: shape.n,
            w,
            is_folded,
            mask,
        };
        let set = fused::InstructionSet::of(path);
        return fused::attend(set, sizes, x, [query, key, value, output]); // [R, B, queries·d]
    }
    #[cfg(not(feature = "cpu"))]
    let _ = path;
    let v = by_head(shape, x.clone().matmul(weights.value.clone())); // [R·B, heads, T, n]
    let v = attendable(mask, v); // [R·B, heads, keys, n]
    let attention = attention_of(shape, mask, &weights, x); // [R·B, heads, queries, keys]
    let queries = attention.dims()[2];
    let head_outputs = attention.matmul(v).swap_dims(1, 2); // [R·B, queries, heads, n]
    let head_outputs = head_outputs.reshape([runs, b * queries, w * d]); // [R, B·queries, w·d]
    let answers = head_outputs.matmul(weights.output) / w as f64; // [R, B·queries, d]
    answers.reshape([runs, b, queries * d])
}

/// The attention of each head, for every query: `[R·B, heads, queries, keys]`.
pub fn attention(shape: &Shape, mask: AttentionMask, weights: &Weights, x: Tensor<3>) -> Tensor<4> {
    let weights = declare(shape, &mut weights.in_order());
    attention_of(shape, mask, &weights, x)
}

fn attention_of(
    shape: &Shape,
    mask: AttentionMask,
    weights: &AttentionWeights<Tensor<3>>,
    x: Tensor<3>,
) -> Tensor<4> {
    let project = |matrix: &Tensor<3>| by_head(shape, x.clone().matmul(matrix.clone()));
    let (mut q, k) = (project(&weights.query), project(&weights.key)); // [R·B, heads, T, n]
    if mask == AttentionMask::LastQuery {
        q = q.slice_dim(2, shape.t - 1..shape.t); // [R·B, heads, 1, n]
    }
    masked_attention(shape, mask, q, attendable(mask, k))
}

/// A projection `[R, B·T, w·d]`, head by head: `[R·B, heads, T, n]`.
pub fn by_head(shape: &Shape, projected: Tensor<3>) -> Tensor<4> {
    let Shape { t, h, n, w, .. } = *shape;
    let [runs, tokens, _] = projected.dims();
    projected
        .reshape([runs * tokens / t, t, w * h, n])
        .swap_dims(1, 2)
}

/// Of keys or values `[R·B, heads, T, n]` those that may be attended to: all, or all but the last
/// token's if only that is a query.
pub fn attendable(mask: AttentionMask, all: Tensor<4>) -> Tensor<4> {
    let t = all.dims()[2];
    match mask {
        AttentionMask::Full | AttentionMask::NotSelf => all,
        AttentionMask::LastQuery => all.slice_dim(2, 0..t - 1),
    }
}

/// softmax(q k' / √n) under the mask, of queries `[R·B, heads, queries, n]` and keys
/// `[R·B, heads, keys, n]`: `[R·B, heads, queries, keys]`.
pub fn masked_attention(
    shape: &Shape,
    mask: AttentionMask,
    q: Tensor<4>,
    k: Tensor<4>,
) -> Tensor<4> {
    let mut scores = q.matmul(k.swap_dims(2, 3)) / (shape.n as f64).sqrt(); // [R·B, heads, queries, keys]
    if mask == AttentionMask::NotSelf {
        let diagonal = diagonal_mask(shape.t, &scores.device());
        scores = scores + diagonal;
    }
    softmax(scores, 3)
}

/// Added to scores, it keeps tokens from attending to themselves: `[1, 1, T, T]`.
fn diagonal_mask(t: usize, device: &Device) -> Tensor<4> {
    let score = |i: usize| if i / t == i % t { MASKED_SCORE } else { 0.0 };
    let values: Vec<f32> = (0..t * t).map(score).collect();
    Tensor::from_data(TensorData::new(values, [1, 1, t, t]), device)
}
