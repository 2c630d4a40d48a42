//! How an operation of ours is recorded on burn's autodiff tape: from tensors to contiguous values
//! and back. The operations themselves are in `pooling` and `readout`.

use std::fmt::Debug;

use burn::backend::autodiff::checkpoint::{base::Checkpointer, strategy::NoCheckpointing};
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind};
use burn::backend::flex::FlexTensor;
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, Flex};
use burn::tensor::{Tensor, TensorData};

use super::lanes::{Kernel, Simd};

/// An operation on contiguous values, differentiable with respect to `K` inputs. Its two passes must be
/// `#[inline(always)]`: see [`Kernel`].
pub trait Operation<const K: usize>: Clone + Send + 'static {
    /// The instructions that it computes with.
    type Simd: Simd;

    /// What the backward pass needs besides the inputs.
    type Saved: Clone + Send + 'static;

    /// The instructions that it computes with.
    fn simd(&self) -> Self::Simd;

    /// The shape of the output.
    fn shape(&self) -> [usize; 3];

    /// The output, and the values to save if there is a backward pass.
    fn forward(&self, inputs: [&[f32]; K], has_backward: bool) -> (Vec<f32>, Self::Saved);

    /// The gradient of every input, from that of the output; nothing for an input that it does not
    /// depend on.
    fn backward(&self, inputs: [&[f32]; K], saved: &Self::Saved, gradient: &[f32])
    -> [Vec<f32>; K];
}

/// Computes `operation`, and records its backward pass if gradients are tracked.
pub fn apply<O: Operation<K>, const K: usize>(operation: O, inputs: [Tensor<3>; K]) -> Tensor<3> {
    let shape = operation.shape();
    if !inputs.iter().any(Tensor::is_autodiff) {
        let inputs = inputs.map(|input| contiguous(to_flex(input)));
        let (output, _) = forward(&operation, inputs.each_ref().map(values), false);
        return Tensor::from_primitive::<Flex>(from_values(output, shape));
    }
    let inputs = inputs.map(to_autodiff);
    let nodes = inputs.each_ref().map(|input| input.node());
    let inputs = inputs.map(|input| contiguous(input.into_primitive()));
    let prepared = RecordedOperation(operation.clone()).prepare::<NoCheckpointing>(nodes);
    let output = match prepared.compute_bound().stateful() {
        OpsKind::Tracked(step) => {
            let (output, saved) = forward(&operation, inputs.each_ref().map(values), true);
            step.finish(State(inputs, saved), from_values(output, shape))
        }
        OpsKind::UnTracked(step) => {
            let (output, _) = forward(&operation, inputs.each_ref().map(values), false);
            step.finish(from_values(output, shape))
        }
    };
    Tensor::from_primitive::<Autodiff<Flex>>(output)
}

// Compiled once: it is long, and `apply` calls it in three places.
#[inline(never)]
fn forward<O: Operation<K>, const K: usize>(
    operation: &O,
    inputs: [&[f32]; K],
    has_backward: bool,
) -> (Vec<f32>, O::Saved) {
    operation.simd().compute(ForwardPass {
        operation,
        inputs,
        has_backward,
    })
}

struct ForwardPass<'a, O, const K: usize> {
    operation: &'a O,
    inputs: [&'a [f32]; K],
    has_backward: bool,
}

impl<O: Operation<K>, const K: usize> Kernel for ForwardPass<'_, O, K> {
    type Output = (Vec<f32>, O::Saved);

    #[inline(always)]
    fn compute(self) -> Self::Output {
        self.operation.forward(self.inputs, self.has_backward)
    }
}

struct BackwardPass<'a, O: Operation<K>, const K: usize> {
    operation: &'a O,
    inputs: [&'a [f32]; K],
    saved: &'a O::Saved,
    gradient: &'a [f32],
}

impl<O: Operation<K>, const K: usize> Kernel for BackwardPass<'_, O, K> {
    type Output = [Vec<f32>; K];

    #[inline(always)]
    fn compute(self) -> Self::Output {
        let Self { inputs, saved, .. } = self;
        self.operation.backward(inputs, saved, self.gradient)
    }
}

/// An operation on the tape.
struct RecordedOperation<O>(O);

/// What it keeps for the backward pass: inputs, and the values saved by the forward pass.
#[derive(Clone)]
struct State<O: Operation<K>, const K: usize>([FlexTensor; K], O::Saved);

// burn asks for it and never prints it: a derived one would be compiled for every operation.
macro_rules! not_printed {
    ($type:ty, $($generics:tt)*) => {
        impl<$($generics)*> Debug for $type {
            fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                Ok(())
            }
        }
    };
}
not_printed!(RecordedOperation<O>, O);
not_printed!(State<O, K>, O: Operation<K>, const K: usize);

impl<O: Operation<K>, const K: usize> Backward<Flex, K> for RecordedOperation<O> {
    type State = State<O, K>;

    fn backward(
        self,
        ops: Ops<Self::State, K>,
        gradients: &mut Gradients,
        _checkpointer: &mut Checkpointer,
    ) {
        let gradient = contiguous(gradients.consume::<Flex>(&ops.node));
        let State(inputs, saved) = ops.state;
        let input_gradients = self.0.simd().compute(BackwardPass {
            operation: &self.0,
            inputs: inputs.each_ref().map(values),
            saved: &saved,
            gradient: values(&gradient),
        });
        for ((parent, values), input) in ops.parents.into_iter().zip(input_gradients).zip(&inputs) {
            if let Some(parent) = parent
                && !values.is_empty()
            {
                let shape = input.layout().shape().to_vec();
                gradients.register::<Flex>(parent.id, from_values(values, shape));
            }
        }
    }
}

/// The tensor as flex's own type; only for a tensor that [`super::is_supported`].
pub fn to_flex(tensor: Tensor<3>) -> FlexTensor {
    tensor
        .try_into_primitive::<Flex>()
        .unwrap_or_else(|error| panic!("a tensor that is not on flex: {error:?}"))
}

fn to_autodiff(tensor: Tensor<3>) -> FloatTensor<Autodiff<Flex>> {
    tensor
        .try_into_primitive::<Autodiff<Flex>>()
        .unwrap_or_else(|error| panic!("a tensor that is not on flex: {error:?}"))
}

fn from_values(values: Vec<f32>, shape: impl Into<burn::tensor::Shape>) -> FlexTensor {
    FlexTensor::from_data(TensorData::new(values, shape))
}

/// The same tensor, contiguous in memory.
pub fn contiguous(tensor: FlexTensor) -> FlexTensor {
    match tensor.is_contiguous() {
        true => tensor,
        false => tensor.to_contiguous(),
    }
}

/// The values of a contiguous tensor.
pub fn values(tensor: &FlexTensor) -> &[f32] {
    tensor.as_slice().expect("contiguous single precision")
}
