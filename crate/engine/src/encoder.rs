//! Paper 2's encoder, as its authors' code has it: each layer is attention and then a ReLU network,
//! both with a skip connection and a norm behind it, which puts every token on a sphere of learned
//! radius. All matrices have biases. Heads have rank d/h; w attentions side by side are averaged.

use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use crate::attention_layer::{AttentionMask, attendable, by_head, masked_attention};
use crate::shape::Shape;
use crate::weight_layout::{AffineWeights, MakeWeight, WeightLayout};
use crate::weights::Weights;

/// Keeps the norm of a token of zeros from being a division by zero.
const EPSILON: f64 = 1e-12;

/// The weights of one layer. [`declare`] sets their order.
#[derive(Debug)]
pub(crate) struct EncoderLayerWeights<T> {
    pub query: AffineWeights<T>,
    pub key: AffineWeights<T>,
    pub value: AffineWeights<T>,
    pub output: AffineWeights<T>,
    /// The radius of the sphere behind the attention.
    pub attention_norm: T,
    pub hidden: AffineWeights<T>,
    pub out: AffineWeights<T>,
    /// The radius of the sphere behind the feed-forward network.
    pub feed_forward_norm: T,
}

/// The declaration of the form, layer by layer: see [`crate::weight_layout`].
pub(crate) fn declare<T>(shape: &Shape, make: MakeWeight<'_, T>) -> Vec<EncoderLayerWeights<T>> {
    let Shape { d, h, n, w, .. } = *shape;
    let (token, heads, hidden) = ((1, d), (w * h, n), (1, shape.hidden));
    let layer = |layer: usize| {
        let name = |part: &str| format!("layer{layer}.{part}");
        // Each of the w attentions has d rows of its own; their outputs are averaged.
        let (output, output_gain) = (name("output.weight"), w as f32);
        EncoderLayerWeights {
            query: AffineWeights::declare(&name("query"), token, heads, 1.0, make),
            key: AffineWeights::declare(&name("key"), token, heads, 1.0, make),
            value: AffineWeights::declare(&name("value"), token, heads, 1.0, make),
            output: AffineWeights {
                weight: make(WeightLayout::head_output(output, heads, token, output_gain)),
                bias: make(WeightLayout::bias(name("output.bias"), token)),
            },
            attention_norm: make(WeightLayout::factor(name("attention.norm"))),
            // The ReLU behind it halves the variance, hence a gain of two.
            hidden: AffineWeights::declare(&name("hidden"), token, hidden, 2.0, make),
            out: AffineWeights::declare(&name("out"), hidden, token, 1.0, make),
            feed_forward_norm: make(WeightLayout::factor(name("feed-forward.norm"))),
        }
    };
    (1..=shape.layers).map(layer).collect()
}

/// x ← norm(x + attention(x)), x ← norm(x + feed-forward(x)), for each layer.
///
/// `x` is `[R, B·T, d]`, or `[1, B·T, d]` if all runs see the same sequences. Returns d numbers for
/// each query: `[R, B, queries·d]`.
pub fn forward(shape: &Shape, mask: AttentionMask, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
    let Shape { runs, t, d, .. } = *shape;
    let b = x.dims()[1] / t;
    let (tokens, _) = encode(shape, mask, weights, x); // [R, B·T, d]
    match mask {
        AttentionMask::Full | AttentionMask::NotSelf => tokens.reshape([runs, b, t * d]),
        AttentionMask::LastQuery => {
            let tokens: Tensor<4> = tokens.reshape([runs, b, t, d]);
            tokens.slice_dim(2, t - 1..t).reshape([runs, b, d])
        }
    }
}

/// The attention of a single run's heads in a single sequence `x` `[1, T, d]`, layer by layer:
/// `[L·heads, queries, keys]`.
pub fn attention(shape: &Shape, mask: AttentionMask, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
    let t = shape.t;
    let (_, attentions) = encode(shape, mask, weights, x);
    let all = Tensor::cat(attentions, 1).squeeze_dim::<3>(0); // [L·heads, T, keys]
    match mask {
        AttentionMask::Full | AttentionMask::NotSelf => all,
        AttentionMask::LastQuery => all.slice_dim(1, t - 1..t),
    }
}

/// All tokens behind the last layer, `[R, B·T, d]`, and the attention of every one of them in each
/// layer, `[R·B, heads, T, keys]`.
fn encode(
    shape: &Shape,
    mask: AttentionMask,
    weights: &Weights,
    x: Tensor<3>,
) -> (Tensor<3>, Vec<Tensor<4>>) {
    let Shape { runs, t, d, w, .. } = *shape;
    let b = x.dims()[1] / t;
    let mut x = x.expand([runs, b * t, d]); // [R, B·T, d]
    let mut attentions = Vec::new();
    for layer in declare(shape, &mut weights.in_order()) {
        let [q, k, v] = [&layer.query, &layer.key, &layer.value]
            .map(|projection| by_head(shape, projection.apply(x.clone()))); // [R·B, heads, T, n]
        let [k, v] = [k, v].map(|all| attendable(mask, all)); // [R·B, heads, keys, n]
        let attention = masked_attention(shape, mask, q, k); // [R·B, heads, T, keys]
        let head_outputs = attention.clone().matmul(v).swap_dims(1, 2); // [R·B, T, heads, n]
        attentions.push(attention);
        let head_outputs = head_outputs.reshape([runs, b * t, w * d]); // [R, B·T, w·d]
        // Only the products are averaged over w: one bias is the same as the average of w biases.
        let AffineWeights { weight, bias } = layer.output;
        let attended = head_outputs.matmul(weight) / w as f64 + bias; // [R, B·T, d]
        x = norm(x + attended, layer.attention_norm);
        let fed_forward = layer.out.apply(relu(layer.hidden.apply(x.clone()))); // [R, B·T, d]
        x = norm(x + fed_forward, layer.feed_forward_norm);
    }
    (x, attentions)
}

/// Each token scaled to length `radius` `[R, 1, 1]`.
fn norm(x: Tensor<3>, radius: Tensor<3>) -> Tensor<3> {
    let length = (x.clone().square().sum_dim(2) + EPSILON).sqrt(); // [R, B·T, 1]
    x / length * radius
}
