//! Operations of our own on the CPU: one pass over memory each instead of a chain of burn's
//! operations, with hand-written backward passes. Each has a reference made of burn's operations
//! where it is used, which runs on every other device; `tests/native/fused.rs` compares the two.
//! Kernels are generic over the instructions that they compute with (`lanes`).

mod adamw;
mod attention;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod blocks;
mod instruction_set;
mod lanes;
mod matrix;
mod pooling;
mod portable;
mod readout;
mod tape;

use burn::backend::Flex;
use burn::backend::flex::FlexTensor;
use burn::tensor::Tensor;

pub use adamw::AdamW;
pub use attention::Sizes as AttentionSizes;
pub use instruction_set::InstructionSet;
use instruction_set::with_simd;
use lanes::Simd;
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
    set: InstructionSet,
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
    with_simd!(set, |simd| {
        apply(Pool { simd, sizes, x }, [w1, b1, score_vectors])
    })
}

/// y = GELU(Concat_i(p_i V_i + v_i) M + m) s + b: `[R, B, 1]`. The shapes are those of
/// [`ReadoutInputs`], each with rows and columns.
pub fn read_out(set: InstructionSet, heads: usize, inputs: ReadoutInputs<Tensor<3>>) -> Tensor<3> {
    let [runs, sequences, _] = inputs.pooled.dims();
    let [_, hidden, e] = inputs.value.dims();
    let sizes = readout::Sizes {
        runs,
        sequences,
        hidden,
        h: heads,
        n: e / heads,
    };
    with_simd!(set, |simd| {
        apply(ReadOut { simd, sizes }, inputs.into_array())
    })
}

/// Paper 2's attention layer: `[R, B, queries·d]`, for tokens `x` `[R or 1, B·T, d]`, and the matrices of
/// queries, keys, values `[R, d, w·h·n]` and of the output `[R, w·h·n, d]`. Differentiable with respect to
/// everything but the tokens, and but keys and values of folded heads.
pub fn attend(
    set: InstructionSet,
    sizes: AttentionSizes,
    x: Tensor<3>,
    matrices: [Tensor<3>; 4],
) -> Tensor<3> {
    assert!(!x.is_tracked(), "tokens have no gradient here");
    let x = contiguous(to_flex(x.inner()));
    with_simd!(set, |simd| apply(Attend { simd, sizes, x }, matrices))
}

#[derive(Clone)]
struct Attend<S> {
    simd: S,
    sizes: AttentionSizes,
    x: FlexTensor,
}

impl<S> Attend<S> {
    fn inputs<'a>(&'a self, [query, key, value, output]: [&'a [f32]; 4]) -> attention::Inputs<'a> {
        attention::Inputs {
            x: values(&self.x),
            query,
            key,
            value,
            output,
        }
    }
}

impl<S: Simd> Operation<4> for Attend<S> {
    type Simd = S;
    /// Queries, keys, values, outputs of the heads and their attention, in lanes.
    type Saved = Vec<S::F32x8>;

    fn simd(&self) -> S {
        self.simd
    }

    fn shape(&self) -> [usize; 3] {
        let sizes = self.sizes;
        [sizes.runs, sizes.sequences, sizes.queries() * sizes.d]
    }

    #[inline(always)]
    fn forward(&self, inputs: [&[f32]; 4], has_backward: bool) -> (Vec<f32>, Self::Saved) {
        let mut saved = Vec::new();
        let save = has_backward.then_some(&mut saved);
        let inputs = self.inputs(inputs);
        let answers = attention::forward(self.simd, &self.sizes, inputs, save);
        (answers, saved)
    }

    #[inline(always)]
    fn backward(
        &self,
        inputs: [&[f32]; 4],
        saved: &Self::Saved,
        gradient: &[f32],
    ) -> [Vec<f32>; 4] {
        let inputs = self.inputs(inputs);
        let gradients = attention::backward(self.simd, &self.sizes, inputs, saved, gradient);
        let attention::Gradients {
            query,
            key,
            value,
            output,
        } = gradients;
        [query, key, value, output]
    }
}

#[derive(Clone)]
struct Pool<S> {
    simd: S,
    sizes: pooling::Sizes,
    x: FlexTensor,
}

impl<S> Pool<S> {
    fn inputs<'a>(&'a self, [w1, b1, score_vectors]: [&'a [f32]; 3]) -> pooling::Inputs<'a> {
        pooling::Inputs {
            x: values(&self.x),
            w1,
            b1,
            score_vectors,
        }
    }
}

impl<S: Simd> Operation<3> for Pool<S> {
    type Simd = S;
    /// The attention weights.
    type Saved = Vec<S::F32x8>;

    fn simd(&self) -> S {
        self.simd
    }

    fn shape(&self) -> [usize; 3] {
        let sizes = self.sizes;
        [sizes.runs, sizes.sequences, sizes.h * sizes.hidden]
    }

    #[inline(always)]
    fn forward(&self, inputs: [&[f32]; 3], has_backward: bool) -> (Vec<f32>, Self::Saved) {
        let mut saved = Vec::new();
        let save = has_backward.then_some(&mut saved);
        let pooled = pooling::forward(self.simd, &self.sizes, self.inputs(inputs), save);
        (pooled, saved)
    }

    #[inline(always)]
    fn backward(
        &self,
        inputs: [&[f32]; 3],
        saved: &Self::Saved,
        gradient: &[f32],
    ) -> [Vec<f32>; 3] {
        let gradients =
            pooling::backward(self.simd, &self.sizes, self.inputs(inputs), saved, gradient);
        [gradients.w1, gradients.b1, gradients.score_vectors]
    }
}

#[derive(Clone)]
struct ReadOut<S> {
    simd: S,
    sizes: readout::Sizes,
}

impl<S: Simd> Operation<7> for ReadOut<S> {
    type Simd = S;
    /// Pooled tokens, outputs of the heads and pre-activations of the GELU, in lanes.
    type Saved = Vec<S::F32x8>;

    fn simd(&self) -> S {
        self.simd
    }

    fn shape(&self) -> [usize; 3] {
        [self.sizes.runs, self.sizes.sequences, 1]
    }

    #[inline(always)]
    fn forward(&self, inputs: [&[f32]; 7], has_backward: bool) -> (Vec<f32>, Self::Saved) {
        let mut saved = Vec::new();
        let save = has_backward.then_some(&mut saved);
        let inputs = ReadoutInputs::from_array(inputs);
        (
            readout::forward(self.simd, &self.sizes, inputs, save),
            saved,
        )
    }

    #[inline(always)]
    fn backward(
        &self,
        inputs: [&[f32]; 7],
        saved: &Self::Saved,
        gradient: &[f32],
    ) -> [Vec<f32>; 7] {
        let inputs = ReadoutInputs::from_array(inputs);
        readout::backward(self.simd, &self.sizes, inputs, saved, gradient).into_array()
    }
}
