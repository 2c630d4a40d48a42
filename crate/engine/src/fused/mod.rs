//! Operations of our own on the CPU: one pass over memory each instead of a chain of burn's
//! operations, with hand-written backward passes. Each has a reference made of burn's operations
//! where it is used, which runs on every other device; `tests/native/fused.rs` compares the two.

mod adamw;
mod blocks;
mod f32x8;
mod pooling;
mod readout;
mod tape;

use burn::backend::Flex;
use burn::backend::flex::FlexTensor;
use burn::tensor::Tensor;

pub use adamw::AdamW;
use f32x8::F32x8;
pub use readout::ReadoutInputs;
use tape::{Operation, apply, contiguous, to_flex, values};

/// Whether these operations can compute with a tensor: it is on flex, with or without gradients.
pub fn is_supported(tensor: &Tensor<3>) -> bool {
    let inner = tensor.clone().inner();
    inner.try_into_primitive::<Flex>().is_ok()
}

/// p_i = Σ_t α_it a_t with a_t = relu(x_t W1 + b1) and α_i = softmax_t(a_t · u_i): `[R, B, h·N]`,
/// for tokens `x` `[R or 1, B·T, d]`, `w1` `[R, d, N]`, `b1` `[R, 1, N]` and `score_vectors` u
/// `[R, h, N]`. Differentiable with respect to everything but the tokens.
pub fn pool(
    x: Tensor<3>,
    w1: Tensor<3>,
    b1: Tensor<3>,
    score_vectors: Tensor<3>,
    t: usize,
) -> Tensor<3> {
    assert!(!x.is_tracked(), "tokens have no gradient here");
    let [_, tokens, d] = x.dims();
    let [runs, h, hidden] = score_vectors.dims();
    let sizes = pooling::Sizes {
        runs,
        sequences: tokens / t,
        t,
        d,
        hidden,
        h,
    };
    let x = contiguous(to_flex(x.inner()));
    apply(Pool { sizes, x }, [w1, b1, score_vectors])
}

/// y = GELU(Concat_i(p_i V_i + v_i) M + m) s + b: `[R, B, 1]`. The shapes are those of
/// [`ReadoutInputs`], each with rows and columns.
pub fn read_out(heads: usize, inputs: ReadoutInputs<Tensor<3>>) -> Tensor<3> {
    let [runs, sequences, _] = inputs.pooled.dims();
    let [_, hidden, e] = inputs.value.dims();
    let sizes = readout::Sizes {
        runs,
        sequences,
        hidden,
        h: heads,
        n: e / heads,
    };
    apply(ReadOut { sizes }, inputs.into_array())
}

#[derive(Clone, Debug)]
struct Pool {
    sizes: pooling::Sizes,
    x: FlexTensor,
}

impl Pool {
    fn inputs<'a>(&'a self, [w1, b1, score_vectors]: [&'a [f32]; 3]) -> pooling::Inputs<'a> {
        pooling::Inputs {
            x: values(&self.x),
            w1,
            b1,
            score_vectors,
        }
    }
}

impl Operation<3> for Pool {
    /// The attention weights.
    type Saved = Vec<F32x8>;

    fn shape(&self) -> [usize; 3] {
        let sizes = self.sizes;
        [sizes.runs, sizes.sequences, sizes.h * sizes.hidden]
    }

    fn forward(&self, inputs: [&[f32]; 3], has_backward: bool) -> (Vec<f32>, Self::Saved) {
        let mut saved = Vec::new();
        let save = has_backward.then_some(&mut saved);
        let pooled = pooling::forward(&self.sizes, self.inputs(inputs), save);
        (pooled, saved)
    }

    fn backward(&self, inputs: [&[f32]; 3], saved: &Vec<F32x8>, gradient: &[f32]) -> [Vec<f32>; 3] {
        let gradients = pooling::backward(&self.sizes, self.inputs(inputs), saved, gradient);
        [gradients.w1, gradients.b1, gradients.score_vectors]
    }
}

#[derive(Clone, Debug)]
struct ReadOut {
    sizes: readout::Sizes,
}

impl Operation<7> for ReadOut {
    /// Pooled tokens, outputs of the heads and pre-activations of the GELU, in lanes.
    type Saved = Vec<F32x8>;

    fn shape(&self) -> [usize; 3] {
        [self.sizes.runs, self.sizes.sequences, 1]
    }

    fn forward(&self, inputs: [&[f32]; 7], has_backward: bool) -> (Vec<f32>, Self::Saved) {
        let mut saved = Vec::new();
        let save = has_backward.then_some(&mut saved);
        let inputs = ReadoutInputs::from_array(inputs);
        (readout::forward(&self.sizes, inputs, save), saved)
    }

    fn backward(&self, inputs: [&[f32]; 7], saved: &Vec<F32x8>, gradient: &[f32]) -> [Vec<f32>; 7] {
        let inputs = ReadoutInputs::from_array(inputs);
        readout::backward(&self.sizes, inputs, saved, gradient).into_array()
    }
}
