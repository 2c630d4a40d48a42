//! Paper 1's Transformer, in the folded form: only the cls token is read, and its query does not
//! depend on the input, so W_K and the query fold into one vector per head, tokens are pooled by
//! their attention weights, and W_V is applied to what is pooled. And z(t) is linear behind its
//! ReLU: what is scored and pooled is a(t) = relu(x W1 + b1), and W2 moves out of the sum over
//! tokens. The same function and gradients as textbook attention (`tests/native/attention.rs` holds
//! them equal) at O(T·N·h) instead of O(T·E·(N + E)).

use burn::tensor::activation::{relu, softmax};
use burn::tensor::{Device, Tensor, TensorData};
use lab::Run;

#[cfg(feature = "cpu")]
use crate::fused;
use crate::shape::{Shape, scales};
use crate::weights::Weights;

/// The constants of the function; its weights stand apart.
#[derive(Clone, Debug)]
pub struct Reader {
    /// 1/√n of every run, which may be fewer than the cohort's: `[R, 1, 1]`.
    scale: Tensor<3>,
    /// How it is computed.
    pub path: Path,
}

/// How the same function is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// By operations of our own for all that grows with the sequence: on the CPU those of `fused`,
    /// on the GPU the shaders of `gpu`.
    Fused,
    /// By burn's operations: everywhere.
    Reference,
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Fused => "fused",
            Self::Reference => "reference",
        })
    }
}

impl Reader {
    /// The reader of `runs`. `device` is one without gradients.
    pub fn new(runs: &[Run], device: &Device) -> Self {
        let scale = TensorData::new(scales(runs), [runs.len(), 1, 1]);
        let scale = Tensor::from_data(scale, device);
        #[cfg(feature = "cpu")]
        let path = match fused::covers(&scale) {
            true => Path::Fused,
            false => Path::Reference,
        };
        #[cfg(not(feature = "cpu"))]
        let path = Path::Reference;
        Self { scale, path }
    }

    /// Where each head looks: `[R, B, h, T]`.
    pub fn attend(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<4> {
        let [w1, b1] = std::array::from_fn(|i| weights.tensors[i].clone());
        attend(activate(x, w1, b1), self.looks(shape, weights), shape.t).1
    }

    /// One vector per head that scores a(t): U_i = W2 W_K,i' W_Q,i c0 / √n: `[R, h, N]`. The bias
    /// b2 adds the same to the scores of all tokens, which a softmax does not see.
    fn looks(&self, shape: &Shape, weights: &Weights) -> Tensor<3> {
        let Shape { runs, h, n, .. } = *shape;
        let e = shape.embedding();
        let [w2, _, cls, query, key] = std::array::from_fn(|i| weights.tensors[2 + i].clone());
        let q = cls.matmul(query).reshape([runs, h, n, 1]); // [R, h, n, 1]
        let keys = key.reshape([runs, e, h, n]).swap_dims(1, 2); // [R, h, E, n]
        let u = keys.matmul(q).reshape([runs, h, e]); // [R, h, E]
        let tracked = u.is_autodiff();
        let scale = self.scale.clone(); // [R, 1, 1]
        let scale = if tracked { scale.autodiff() } else { scale };
        (u * scale).matmul(w2.swap_dims(1, 2)) // [R, h, N]
    }

    /// y = F( W_O Concat_i Σ_t softmax_t[ (W_Q,i c0)·W_K,i z(t) / √n ] W_V,i z(t) ), z = embed(x).
    ///
    /// `x` is `[R, B·T, d]`, or `[1, B·T, d]` where all runs see the same sequences. Returns the
    /// standardised prediction, `[R, B, 1]`.
    pub fn forward(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let Shape { runs, t, h, n, .. } = *shape;
        let e = shape.embedding();
        let b = x.dims()[1] / t;
        let [w1, b1, w2, b2] = std::array::from_fn(|i| weights.tensors[i].clone());
        let [value, output, w3, b3, w4, b4] =
            std::array::from_fn(|i| weights.tensors[7 + i].clone());

        let looks = self.looks(shape, weights); // [R, h, N]
        // Values are applied to what is pooled, Σ_t α_t z(t) = (Σ_t α_t a(t)) W2 + b2 for
        // Σ_t α_t = 1, and nothing bends between W_O and W3.
        let values = w2.matmul(value.clone()); // [R, N, E]
        let offset = b2.matmul(value); // [R, 1, E]
        let mix = output.matmul(w3); // [R, E, N]

        // Ours have no gradient of the tokens; nobody who trains asks for one.
        #[cfg(feature = "cpu")]
        if self.path == Path::Fused && !x.is_tracked() {
            let pooled = fused::pool(x, w1, b1, looks, t); // [R, B, h·N]
            return fused::read(h, [pooled, values, offset, mix, b3, w4, b4]); // [R, B, 1]
        }
        let (a, attention) = attend(activate(x, w1, b1), looks, t); // [R, B, T, N], [R, B, h, T]
        let pooled = attention.matmul(a); // [R, B, h, N]
        let by_head = |values: Tensor<3>| {
            let rows = values.dims()[1];
            values.reshape([runs, rows, h, n]).swap_dims(1, 2) // [R, h, rows, n]
        };
        let seen = pooled.swap_dims(1, 2).matmul(by_head(values)) + by_head(offset); // [R, h, B, n]
        let seen = seen.swap_dims(1, 2).reshape([runs, b, e]); // [R, B, E]
        gelu(seen.matmul(mix) + b3).matmul(w4) + b4 // [R, B, 1]
    }
}

/// a(t) = relu(x W1 + b1), the hidden layer of the embedding: `[R, B·T, N]`.
fn activate(x: Tensor<3>, w1: Tensor<3>, b1: Tensor<3>) -> Tensor<3> {
    relu(x.matmul(w1) + b1)
}

/// The tokens a(t) `[R, B, T, N]`, and how much `looks` `[R, h, N]` make each head look at each:
/// `[R, B, h, T]`.
fn attend(a: Tensor<3>, looks: Tensor<3>, t: usize) -> (Tensor<4>, Tensor<4>) {
    let ([runs, tokens, hidden], h) = (a.dims(), looks.dims()[1]);
    let scores = a.clone().matmul(looks.swap_dims(1, 2)); // [R, B·T, h]
    let scores = scores.reshape([runs, tokens / t, t, h]); // [R, B, T, h]
    let attention = softmax(scores.swap_dims(2, 3), 3); // [R, B, h, T]
    (a.reshape([runs, tokens / t, t, hidden]), attention)
}

/// GELU(x) = x·Φ(x), from its definition. burn's own `gelu` computes this forward, but on the GPU
/// its gradient is that of the tanh approximation: off by 3e-4, and not the gradient of what was
/// computed.
pub(crate) fn gelu(x: Tensor<3>) -> Tensor<3> {
    let cdf = (x.clone() / std::f64::consts::SQRT_2).erf() * 0.5 + 0.5;
    x * cdf
}
