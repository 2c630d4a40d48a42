//! Operations of our own on the CPU: one pass over memory each instead of a chain of burn's, and
//! differentiated by hand. Where one is used stands its reference, made of burn's operations, which
//! runs on every other device; `tests/native/fused.rs` holds the two equal.

mod adamw;
mod blocks;
mod four;
mod lanes;
mod pool;
mod read;
mod tape;

use burn::backend::Flex;
use burn::backend::flex::FlexTensor;
use burn::tensor::Tensor;

pub use adamw::AdamW;
use lanes::Lanes;
use tape::{Operation, apply, contiguous, flex, numbers};

/// Whether tensors like this one can be computed with here: those on flex, with or without
/// gradients.
pub fn covers(tensor: &Tensor<3>) -> bool {
    let inner = tensor.clone().inner();
    inner.try_into_primitive::<Flex>().is_ok()
}

/// p_i = Σ_t α_it a_t with a_t = relu(x_t W1 + b1) and α_i = softmax_t(a_t · u_i): `[R, B, h·N]`,
/// for tokens `x` `[R or 1, B·T, d]`, `w1` `[R, d, N]`, `b1` `[R, 1, N]` and `looks` u `[R, h, N]`.
/// Differentiable in all but the tokens.
pub fn pool(x: Tensor<3>, w1: Tensor<3>, b1: Tensor<3>, looks: Tensor<3>, t: usize) -> Tensor<3> {
    assert!(!x.is_tracked(), "tokens have no gradient here");
    let [_, tokens, d] = x.dims();
    let [runs, h, hidden] = looks.dims();
    let sizes = pool::Sizes {
        runs,
        sequences: tokens / t,
        t,
        d,
        hidden,
        h,
    };
    let x = contiguous(flex(x.inner()));
    apply(Pool { sizes, x }, [w1, b1, looks])
}

/// y = GELU(Concat_i(p_i V_i + v_i) M + m) s + b: `[R, B, 1]`, of `pooled` p `[R, B, h·N]`, `values`
/// V `[R, N, E]`, `offset` v `[R, 1, E]`, `mix` M `[R, E, N]`, and the read-out's `bias` m
/// `[R, 1, N]`, `sum` s `[R, N, 1]` and `shift` b `[R, 1, 1]`.
pub fn read(heads: usize, inputs: [Tensor<3>; 7]) -> Tensor<3> {
    let [pooled, values, ..] = &inputs;
    let ([runs, sequences, _], [_, hidden, e]) = (pooled.dims(), values.dims());
    let sizes = read::Sizes {
        runs,
        sequences,
        hidden,
        h: heads,
        n: e / heads,
    };
    apply(Read { sizes }, inputs)
}

#[derive(Clone, Debug)]
struct Pool {
    sizes: pool::Sizes,
    x: FlexTensor,
}

impl Pool {
    fn inputs<'a>(&'a self, [w1, b1, looks]: [&'a [f32]; 3]) -> pool::Inputs<'a> {
        let x = numbers(&self.x);
        pool::Inputs { x, w1, b1, looks }
    }
}

impl Operation<3> for Pool {
    /// The attention weights.
    type Kept = Vec<Lanes>;

    fn shape(&self) -> [usize; 3] {
        let sizes = self.sizes;
        [sizes.runs, sizes.sequences, sizes.h * sizes.hidden]
    }

    fn forward(&self, inputs: [&[f32]; 3], keep: bool) -> (Vec<f32>, Self::Kept) {
        let mut kept = Vec::new();
        let to = keep.then_some(&mut kept);
        (pool::forward(&self.sizes, self.inputs(inputs), to), kept)
    }

    fn backward(&self, inputs: [&[f32]; 3], kept: &Vec<Lanes>, gradient: &[f32]) -> [Vec<f32>; 3] {
        let found = pool::backward(&self.sizes, self.inputs(inputs), kept, gradient);
        [found.w1, found.b1, found.looks]
    }
}

#[derive(Clone, Debug)]
struct Read {
    sizes: read::Sizes,
}

impl Operation<7> for Read {
    type Kept = Vec<Lanes>;

    fn shape(&self) -> [usize; 3] {
        [self.sizes.runs, self.sizes.sequences, 1]
    }

    fn forward(&self, inputs: [&[f32]; 7], keep: bool) -> (Vec<f32>, Self::Kept) {
        let mut kept = Vec::new();
        let to = keep.then_some(&mut kept);
        (read::forward(&self.sizes, inputs, to), kept)
    }

    fn backward(&self, inputs: [&[f32]; 7], kept: &Vec<Lanes>, gradient: &[f32]) -> [Vec<f32>; 7] {
        read::backward(&self.sizes, inputs, kept, gradient)
    }
}
