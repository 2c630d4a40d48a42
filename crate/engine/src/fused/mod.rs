//! Operations of our own on the CPU: one pass over memory each instead of a chain of burn's, and
//! differentiated by hand. Where one is used stands its reference, made of burn's operations, which
//! runs on every other device; `tests/native/fused.rs` holds the two equal.

mod lanes;
mod pool;

use std::fmt::Debug;

use burn::backend::autodiff::checkpoint::{base::Checkpointer, strategy::NoCheckpointing};
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind};
use burn::backend::flex::FlexTensor;
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, Flex};
use burn::tensor::{Tensor, TensorData};

use lanes::Lanes;

/// Whether tensors like this one can be computed with here: those on flex, with or without
/// gradients.
pub fn covers(tensor: &Tensor<3>) -> bool {
    let inner = tensor.clone().inner();
    inner.try_into_primitive::<Flex>().is_ok()
}

/// p_i = Σ_t α_it a_t with a_t = relu(x_t W1 + b1) and α_i = softmax_t(a_t · u_i): `[R, B, h, N]`,
/// for tokens `x` `[R or 1, B·T, d]`, `w1` `[R, d, N]`, `b1` `[R, 1, N]` and `looks` u `[R, h, N]`.
/// Differentiable in all but the tokens.
pub fn pool(x: Tensor<3>, w1: Tensor<3>, b1: Tensor<3>, looks: Tensor<3>, t: usize) -> Tensor<4> {
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

    fn shape(&self) -> Vec<usize> {
        let pool::Sizes {
            runs,
            sequences,
            h,
            hidden,
            ..
        } = self.sizes;
        vec![runs, sequences, h, hidden]
    }

    fn forward(&self, inputs: [&[f32]; 3], keep: bool) -> (Vec<f32>, Self::Kept) {
        let mut kept = Vec::new();
        let to = keep.then_some(&mut kept);
        (pool::forward(&self.sizes, self.inputs(inputs), to), kept)
    }

    fn backward(
        &self,
        inputs: [&[f32]; 3],
        kept: &Self::Kept,
        output: &[f32],
        gradient: &[f32],
    ) -> [Vec<f32>; 3] {
        let inputs = self.inputs(inputs);
        let found = pool::backward(&self.sizes, inputs, kept, output, gradient);
        [found.w1, found.b1, found.looks]
    }
}

/// An operation on contiguous numbers, differentiable in `K` inputs.
trait Operation<const K: usize>: Clone + Debug + Send + 'static {
    /// What the way back needs besides inputs and output.
    type Kept: Clone + Debug + Send + 'static;

    /// The shape of the output.
    fn shape(&self) -> Vec<usize>;

    /// The output, and what is to be kept if there is a way back.
    fn forward(&self, inputs: [&[f32]; K], keep: bool) -> (Vec<f32>, Self::Kept);

    /// The gradient of every input, given that of the output.
    fn backward(
        &self,
        inputs: [&[f32]; K],
        kept: &Self::Kept,
        output: &[f32],
        gradient: &[f32],
    ) -> [Vec<f32>; K];
}

/// Computes `operation`, and records the way back if gradients are asked for.
fn apply<O: Operation<K>, const K: usize, const D: usize>(
    operation: O,
    inputs: [Tensor<3>; K],
) -> Tensor<D> {
    let shape = operation.shape();
    if !inputs.iter().any(Tensor::is_autodiff) {
        let inputs = inputs.map(|input| contiguous(flex(input)));
        let (output, _) = operation.forward(inputs.each_ref().map(numbers), false);
        return Tensor::from_primitive::<Flex>(tensor(output, shape));
    }
    let (inputs, nodes) = {
        let inputs = inputs.map(tracked);
        let nodes = inputs.each_ref().map(|input| input.node());
        (
            inputs.map(|input| contiguous(input.into_primitive())),
            nodes,
        )
    };
    let prepared = Step(operation.clone()).prepare::<NoCheckpointing>(nodes);
    let output = match prepared.compute_bound().stateful() {
        OpsKind::Tracked(step) => {
            let (output, kept) = operation.forward(inputs.each_ref().map(numbers), true);
            let output = tensor(output, shape);
            step.finish((inputs, kept, output.clone()), output)
        }
        OpsKind::UnTracked(step) => {
            let (output, _) = operation.forward(inputs.each_ref().map(numbers), false);
            step.finish(tensor(output, shape))
        }
    };
    Tensor::from_primitive::<Autodiff<Flex>>(output)
}

/// An operation on burn's tape.
#[derive(Debug)]
struct Step<O>(O);

impl<O: Operation<K>, const K: usize> Backward<Flex, K> for Step<O> {
    type State = ([FlexTensor; K], O::Kept, FlexTensor);

    fn backward(
        self,
        ops: Ops<Self::State, K>,
        gradients: &mut Gradients,
        _checkpointer: &mut Checkpointer,
    ) {
        let gradient = contiguous(gradients.consume::<Flex>(&ops.node));
        let (inputs, kept, output) = ops.state;
        let shapes = inputs
            .each_ref()
            .map(|input| input.layout().shape().to_vec());
        let slices = inputs.each_ref().map(numbers);
        let found = self
            .0
            .backward(slices, &kept, numbers(&output), numbers(&gradient));
        for ((parent, values), shape) in ops.parents.into_iter().zip(found).zip(shapes) {
            if let Some(parent) = parent {
                gradients.register::<Flex>(parent.id, tensor(values, shape));
            }
        }
    }
}

fn flex<const D: usize>(tensor: Tensor<D>) -> FlexTensor {
    let found = tensor.try_into_primitive::<Flex>();
    found.unwrap_or_else(|error| panic!("a tensor that `covers` denies: {error:?}"))
}

fn tracked<const D: usize>(tensor: Tensor<D>) -> FloatTensor<Autodiff<Flex>> {
    let found = tensor.try_into_primitive::<Autodiff<Flex>>();
    found.unwrap_or_else(|error| panic!("a tensor that `covers` denies: {error:?}"))
}

fn tensor(values: Vec<f32>, shape: Vec<usize>) -> FlexTensor {
    FlexTensor::from_data(TensorData::new(values, shape))
}

fn contiguous(tensor: FlexTensor) -> FlexTensor {
    if tensor.is_contiguous() {
        tensor
    } else {
        tensor.to_contiguous()
    }
}

fn numbers(tensor: &FlexTensor) -> &[f32] {
    tensor.as_slice().expect("contiguous single precision")
}
