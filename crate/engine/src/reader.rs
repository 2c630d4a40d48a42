//! Paper 1's Transformer with one layer, in the folded form. Only the cls token is read, and its
//! query does not depend on the input, so W_K and the query fold into one vector for each head,
//! tokens are pooled by their attention weights, and W_V is applied to the pooled tokens. The
//! embedding z(t) is linear behind its ReLU: scores and pooling use a(t) = relu(x W1 + b1), and W2
//! moves out of the sum over tokens. It is the same function with the same gradients as textbook
//! attention (`tests/native/attention.rs` compares them), in O(T·N·h) instead of O(T·E·(N + E)).
//! Other models of paper 1 are in `deep_reader`.

use burn::tensor::activation::{relu, softmax};
use burn::tensor::{Device, Tensor, TensorData};
use lab::Run;

#[cfg(feature = "cpu")]
use crate::fused;
use crate::shape::{Shape, score_scales};
use crate::weight_layout::{AffineWeights, AttentionWeights, MakeWeight, ONE, WeightLayout};
use crate::weights::Weights;

/// The weights of the form. [`Self::declare`] sets their order.
#[derive(Debug)]
pub(crate) struct ReaderWeights<T> {
    /// W1, b1: from a token to the hidden layer of its embedding.
    pub embed_hidden: AffineWeights<T>,
    /// W2, b2: from there to the embedding z(t).
    pub embed_out: AffineWeights<T>,
    /// c0: the cls token.
    pub cls: T,
    /// W_Q, W_K, W_V, W_O: columns (of W_O: rows) head by head.
    pub attention: AttentionWeights<T>,
    /// W3, b3: from the layer's output to the hidden layer of the read-out.
    pub readout_hidden: AffineWeights<T>,
    /// W4, b4: from there to the prediction.
    pub readout_out: AffineWeights<T>,
}

impl<T> ReaderWeights<T> {
    /// The declaration of the form: see [`crate::weight_layout`].
    pub fn declare(shape: &Shape, make: MakeWeight<'_, T>) -> Self {
        let (token, hidden) = ((1, shape.d), (1, shape.hidden));
        let (embedding, heads) = ((1, shape.embedding()), (shape.h, shape.n));
        Self {
            // The ReLU behind it halves the variance, hence a gain of two.
            embed_hidden: AffineWeights::declare("embed.hidden", token, hidden, 2.0, make),
            embed_out: AffineWeights::declare("embed.out", hidden, embedding, 1.0, make),
            cls: make(WeightLayout::matrix("cls", ONE, embedding, 1.0)),
            attention: AttentionWeights::declare("", embedding, heads, 1.0, make),
            readout_hidden: AffineWeights::declare("readout.hidden", embedding, hidden, 1.0, make),
            readout_out: AffineWeights::declare("readout.out", hidden, ONE, 1.0, make),
        }
    }
}

impl ReaderWeights<Tensor<3>> {
    fn of(shape: &Shape, weights: &Weights) -> Self {
        Self::declare(shape, &mut weights.in_order())
    }
}

/// The constants of the function; its weights are passed in.
#[derive(Clone, Debug)]
pub struct Reader {
    /// 1/√n of every run, which may be smaller than the cohort's n: `[R, 1, 1]`.
    score_scale: Tensor<3>,
    /// How it is computed.
    pub path: ComputePath,
}

/// How the same function is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputePath {
    /// By operations of our own for everything that grows with the sequence: on the CPU those of
    /// `fused`, on the GPU the shaders of `gpu`.
    Fused,
    /// As [`Self::Fused`], but on the CPU with the instructions that the program is compiled for, even
    /// where the machine has faster ones. It computes the same bits.
    Portable,
    /// By burn's operations, which run on every device.
    Reference,
}

impl ComputePath {
    /// The fastest on a device without gradients, by operations on tensors.
    pub(crate) fn fastest(device: &Device) -> Self {
        #[cfg(feature = "cpu")]
        if fused::is_supported(&Tensor::zeros([1, 1, 1], device)) {
            return Self::Fused;
        }
        #[cfg(not(feature = "cpu"))]
        let _ = device;
        Self::Reference
    }
}

impl std::fmt::Display for ComputePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Fused => "fused",
            Self::Portable => "portable",
            Self::Reference => "reference",
        })
    }
}

impl Reader {
    /// The reader of `runs`. `device` is one without gradients.
    pub fn new(runs: &[Run], device: &Device) -> Self {
        let scales = TensorData::new(score_scales(runs), [runs.len(), 1, 1]);
        let score_scale = Tensor::from_data(scales, device);
        let path = ComputePath::fastest(device);
        Self { score_scale, path }
    }

    /// The attention of each head: `[R, B, h, T]`.
    pub fn attention(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<4> {
        let weights = ReaderWeights::of(shape, weights);
        let activations = relu(weights.embed_hidden.apply(x)); // [R, B·T, N]
        let score_vectors = self.score_vectors(shape, &weights); // [R, h, N]
        attention_weights(activations, score_vectors, shape.t)
    }

    /// One vector for each head, whose product with a(t) is the score of token t:
    /// U_i = W2 W_K,i' W_Q,i c0 / √n: `[R, h, N]`. The bias b2 adds the same number to the scores of
    /// all tokens, which does not change their softmax.
    fn score_vectors(&self, shape: &Shape, weights: &ReaderWeights<Tensor<3>>) -> Tensor<3> {
        let Shape { runs, h, n, .. } = *shape;
        let e = shape.embedding();
        let AttentionWeights { query, key, .. } = weights.attention.clone();
        let q = weights.cls.clone().matmul(query).reshape([runs, h, n, 1]); // [R, h, n, 1]
        let keys = key.reshape([runs, e, h, n]).swap_dims(1, 2); // [R, h, E, n]
        let u = keys.matmul(q).reshape([runs, h, e]); // [R, h, E]
        let scale = match u.is_autodiff() {
            true => self.score_scale.clone().autodiff(),
            false => self.score_scale.clone(),
        }; // [R, 1, 1]
        let w2 = weights.embed_out.weight.clone(); // [R, N, E]
        (u * scale).matmul(w2.swap_dims(1, 2)) // [R, h, N]
    }

    /// y = F( W_O Concat_i Σ_t softmax_t[ (W_Q,i c0)·W_K,i z(t) / √n ] W_V,i z(t) ), z = embed(x).
    ///
    /// `x` is `[R, B·T, d]`, or `[1, B·T, d]` if all runs see the same sequences. Returns the
    /// standardised prediction, `[R, B, 1]`.
    pub fn forward(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let Shape { runs, t, h, n, .. } = *shape;
        let e = shape.embedding();
        let b = x.dims()[1] / t;
        let weights = ReaderWeights::of(shape, weights);

        let score_vectors = self.score_vectors(shape, &weights); // [R, h, N]
        // W_V is applied to the pooled tokens: Σ_t α_t z(t) = (Σ_t α_t a(t)) W2 + b2, because
        // Σ_t α_t = 1. There is no activation between W_O and W3, so they fold into one matrix.
        let AttentionWeights { value, output, .. } = weights.attention;
        let folded_value = weights.embed_out.weight.matmul(value.clone()); // [R, N, E]
        let folded_value_bias = weights.embed_out.bias.matmul(value); // [R, 1, E]
        let folded_output = output.matmul(weights.readout_hidden.weight); // [R, E, N]
        let hidden_bias = weights.readout_hidden.bias; // [R, 1, N]
        let out = weights.readout_out; // [R, N, 1], [R, 1, 1]

        // The fused operations have no gradient with respect to the tokens; training needs none.
        #[cfg(feature = "cpu")]
        if self.path != ComputePath::Reference && !x.is_tracked() {
            let set = fused::InstructionSet::of(self.path);
            let AffineWeights { weight, bias } = weights.embed_hidden;
            let pooled = fused::pool(set, x, weight, bias, score_vectors, t); // [R, B, h·N]
            let inputs = fused::ReadoutInputs {
                pooled,
                value: folded_value,
                value_bias: folded_value_bias,
                output: folded_output,
                hidden_bias,
                out_weight: out.weight,
                out_bias: out.bias,
            };
            return fused::read_out(set, h, inputs); // [R, B, 1]
        }
        let activations = relu(weights.embed_hidden.apply(x)); // [R, B·T, N]
        let attention = attention_weights(activations.clone(), score_vectors, t); // [R, B, h, T]
        let activations = activations.reshape([runs, b, t, shape.hidden]); // [R, B, T, N]
        let pooled = attention.matmul(activations); // [R, B, h, N]
        let by_head = |values: Tensor<3>| {
            let rows = values.dims()[1];
            values.reshape([runs, rows, h, n]).swap_dims(1, 2) // [R, h, rows, n]
        };
        let pooled = pooled.swap_dims(1, 2); // [R, h, B, N]
        let head_outputs = pooled.matmul(by_head(folded_value)) + by_head(folded_value_bias); // [R, h, B, n]
        let head_outputs = head_outputs.swap_dims(1, 2).reshape([runs, b, e]); // [R, B, E]
        out.apply(gelu(head_outputs.matmul(folded_output) + hidden_bias)) // [R, B, 1]
    }
}

/// How much each head attends to each token, from activations a(t) `[R, B·T, N]` and
/// `score_vectors` `[R, h, N]`: `[R, B, h, T]`.
fn attention_weights(activations: Tensor<3>, score_vectors: Tensor<3>, t: usize) -> Tensor<4> {
    let ([runs, tokens, _], h) = (activations.dims(), score_vectors.dims()[1]);
    let scores = activations.matmul(score_vectors.swap_dims(1, 2)); // [R, B·T, h]
    let scores = scores.reshape([runs, tokens / t, t, h]); // [R, B, T, h]
    softmax(scores.swap_dims(2, 3), 3) // [R, B, h, T]
}

/// GELU(x) = x·Φ(x), from its definition. burn's own `gelu` computes the same value, but on the GPU
/// its gradient is that of the tanh approximation: it differs by 3e-4 from the gradient of the
/// value.
pub(crate) fn gelu(x: Tensor<3>) -> Tensor<3> {
    let cdf = (x.clone() / std::f64::consts::SQRT_2).erf() * 0.5 + 0.5;
    x * cdf
}
