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

/// An operation on contiguous values, differentiable with respect to `K` inputs.
pub trait Operation<const K: usize>: Clone + Debug + Send + 'static {
    /// What the backward pass needs besides the inputs.
    type Saved: Clone + Debug + Send + 'static;

    /// The shape of the output.
    fn shape(&self) -> [usize; 3];

    /// The output, and the values to save if there is a backward pass.
    fn forward(&self, inputs: [&[f32]; K], has_backward: bool) -> (Vec<f32>, Self::Saved);

    /// The gradient of every input, from that of the output.
    fn backward(&self, inputs: [&[f32]; K], saved: &Self::Saved, gradient: &[f32])
    -> [Vec<f32>; K];
}

/// Computes `operation`, and records its backward pass if gradients are tracked.
pub fn apply<O: Operation<K>, const K: usize>(operation: O, inputs: [Tensor<3>; K]) -> Tensor<3> {
    let shape = operation.shape();
    if !inputs.iter().any(Tensor::is_autodiff) {
        let inputs = inputs.map(|input| contiguous(to_flex(input)));
        let (output, _) = operation.forward(inputs.each_ref().map(values), false);
        return Tensor::from_primitive::<Flex>(from_values(output, shape));
    }
    let inputs = inputs.map(to_autodiff);
    let nodes = inputs.each_ref().map(|input| input.node());
    let inputs = inputs.map(|input| contiguous(input.into_primitive()));
    let prepared = RecordedOperation(operation.clone()).prepare::<NoCheckpointing>(nodes);
    let output = match prepared.compute_bound().stateful() {
        OpsKind::Tracked(step) => {
            let (output, saved) = operation.forward(inputs.each_ref().map(values), true);
            step.finish((inputs, saved), from_values(output, shape))
        }
        OpsKind::UnTracked(step) => {
            let (output, _) = operation.forward(inputs.each_ref().map(values), false);
            step.finish(from_values(output, shape))
        }
    };
    Tensor::from_primitive::<Autodiff<Flex>>(output)
}

/// An operation on the tape.
#[derive(Debug)]
struct RecordedOperation<O>(O);

impl<O: Operation<K>, const K: usize> Backward<Flex, K> for RecordedOperation<O> {
    /// Inputs, and the values saved by the forward pass.
    type State = ([FlexTensor; K], O::Saved);

    fn backward(
        self,
        ops: Ops<Self::State, K>,
        gradients: &mut Gradients,
        _checkpointer: &mut Checkpointer,
    ) {
        let gradient = contiguous(gradients.consume::<Flex>(&ops.node));
        let (inputs, saved) = ops.state;
        let slices = inputs.each_ref().map(values);
        let input_gradients = self.0.backward(slices, &saved, values(&gradient));
        for ((parent, values), input) in ops.parents.into_iter().zip(input_gradients).zip(&inputs) {
            if let Some(parent) = parent {
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
