//! Paper 1's Transformer, in the folded form: only the cls token is read, and its query does not
//! depend on the input, so W_K and the query fold into one vector per head, tokens are pooled by
//! their attention weights, and W_V is applied to what is pooled. The same function and gradients
//! as textbook attention (`tests/native/attention.rs` holds them equal) at O(T·E·h) instead of O(T·E²).

use burn::tensor::activation::{relu, softmax};
use burn::tensor::{Device, Tensor, TensorData};
use lab::Run;

use crate::shape::Shape;
use crate::weights::Weights;

/// The constants of the function; its weights stand apart.
#[derive(Clone, Debug)]
pub struct Reader {
    /// 1/√n of every run, which may be fewer than the cohort's: `[R, 1, 1]`.
    scale: Tensor<3>,
}

impl Reader {
    /// The reader of `runs`. `device` is one without gradients.
    pub fn new(runs: &[Run], device: &Device) -> Self {
        let one = |run: &Run| 1.0 / f64::from(run.architecture.n).sqrt() as f32;
        let scale = TensorData::new(runs.iter().map(one).collect(), [runs.len(), 1, 1]);
        Self {
            scale: Tensor::from_data(scale, device),
        }
    }

    /// Embedded tokens `[R, B, T, E]`, and where each head looks: `[R, B, h, T]`.
    pub fn attend(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> (Tensor<4>, Tensor<4>) {
        let Shape { runs, t, h, n, .. } = *shape;
        let e = shape.embedding();
        let b = x.dims()[1] / t;
        let [w1, b1, w2, b2, cls, query, key] = std::array::from_fn(|i| weights.tensors[i].clone());
        let z = relu(x.matmul(w1) + b1).matmul(w2) + b2; // [R, B·T, E]

        // One score vector per head: u_i = W_K,i' W_Q,i c0 / √n.
        let q = cls.matmul(query).reshape([runs, h, n, 1]); // [R, h, n, 1]
        let keys = key.reshape([runs, e, h, n]).swap_dims(1, 2); // [R, h, E, n]
        let u = keys.matmul(q).reshape([runs, h, e]); // [R, h, E]
        let tracked = u.is_autodiff();
        let scale = self.scale.clone(); // [R, 1, 1]
        let scale = if tracked { scale.autodiff() } else { scale };
        let u = (u * scale).swap_dims(1, 2); // [R, E, h]

        let scores = z.clone().matmul(u).reshape([runs, b, t, h]); // [R, B, T, h]
        let attention = softmax(scores.swap_dims(2, 3), 3); // [R, B, h, T]
        (z.reshape([runs, b, t, e]), attention)
    }

    /// y = F( W_O Concat_i Σ_t softmax_t[ (W_Q,i c0)·W_K,i z(t) / √n ] W_V,i z(t) ), z = embed(x).
    ///
    /// `x` is `[R, B·T, d]`, or `[1, B·T, d]` where all runs see the same sequences. Returns the
    /// standardised prediction, `[R, B, 1]`.
    pub fn forward(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let Shape { runs, t, h, n, .. } = *shape;
        let e = shape.embedding();
        let b = x.dims()[1] / t;
        let [value, output, w3, b3, w4, b4] =
            std::array::from_fn(|i| weights.tensors[7 + i].clone());

        let (z, attention) = self.attend(shape, weights, x); // [R, B, T, E], [R, B, h, T]
        let pooled = attention.matmul(z); // [R, B, h, E]

        // Values and output projection, on the pooled tokens only.
        let values = value.reshape([runs, e, h, n]).swap_dims(1, 2); // [R, h, E, n]
        let seen = pooled.swap_dims(1, 2).matmul(values); // [R, h, B, n]
        let seen = seen.swap_dims(1, 2).reshape([runs, b, h * n]); // [R, B, h·n]
        let mixed = seen.matmul(output); // [R, B, E]

        // Read out.
        gelu(mixed.matmul(w3) + b3).matmul(w4) + b4 // [R, B, 1]
    }
}

/// GELU(x) = x·Φ(x), from its definition. burn's own `gelu` computes this forward, but on the GPU
/// its gradient is that of the tanh approximation: off by 3e-4, and not the gradient of what was
/// computed.
pub(crate) fn gelu(x: Tensor<3>) -> Tensor<3> {
    let cdf = (x.clone() / std::f64::consts::SQRT_2).erf() * 0.5 + 0.5;
    x * cdf
}
