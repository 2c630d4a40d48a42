//! How an operation of ours gets onto burn's tape: from tensors to contiguous numbers and back. It
//! knows nothing of what is computed.

use std::fmt::Debug;

use burn::backend::autodiff::checkpoint::{base::Checkpointer, strategy::NoCheckpointing};
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind};
use burn::backend::flex::FlexTensor;
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, Flex};
use burn::tensor::{Tensor, TensorData};

/// An operation on contiguous numbers, differentiable in `K` inputs.
pub trait Operation<const K: usize>: Clone + Debug + Send + 'static {
    /// What the way back needs besides inputs.
    type Kept: Clone + Debug + Send + 'static;

    /// The shape of the output.
    fn shape(&self) -> [usize; 3];

    /// The output, and what is to be kept if there is a way back.
    fn forward(&self, inputs: [&[f32]; K], keep: bool) -> (Vec<f32>, Self::Kept);

    /// The gradient of every input, given that of the output.
    fn backward(&self, inputs: [&[f32]; K], kept: &Self::Kept, gradient: &[f32]) -> [Vec<f32>; K];
}

/// Computes `operation`, and records the way back if gradients are asked for.
pub fn apply<O: Operation<K>, const K: usize>(operation: O, inputs: [Tensor<3>; K]) -> Tensor<3> {
    let shape = operation.shape();
    if !inputs.iter().any(Tensor::is_autodiff) {
        let inputs = inputs.map(|input| contiguous(flex(input)));
        let (output, _) = operation.forward(inputs.each_ref().map(numbers), false);
        return Tensor::from_primitive::<Flex>(tensor(output, shape));
    }
    let inputs = inputs.map(tracked);
    let nodes = inputs.each_ref().map(|input| input.node());
    let inputs = inputs.map(|input| contiguous(input.into_primitive()));
    let prepared = Step(operation.clone()).prepare::<NoCheckpointing>(nodes);
    let output = match prepared.compute_bound().stateful() {
        OpsKind::Tracked(step) => {
            let (output, kept) = operation.forward(inputs.each_ref().map(numbers), true);
            step.finish((inputs, kept), tensor(output, shape))
        }
        OpsKind::UnTracked(step) => {
            let (output, _) = operation.forward(inputs.each_ref().map(numbers), false);
            step.finish(tensor(output, shape))
        }
    };
    Tensor::from_primitive::<Autodiff<Flex>>(output)
}

/// An operation on the tape.
#[derive(Debug)]
struct Step<O>(O);

impl<O: Operation<K>, const K: usize> Backward<Flex, K> for Step<O> {
    /// Inputs, and what was kept.
    type State = ([FlexTensor; K], O::Kept);

    fn backward(
        self,
        ops: Ops<Self::State, K>,
        gradients: &mut Gradients,
        _checkpointer: &mut Checkpointer,
    ) {
        let gradient = contiguous(gradients.consume::<Flex>(&ops.node));
        let (inputs, kept) = ops.state;
        let slices = inputs.each_ref().map(numbers);
        let found = self.0.backward(slices, &kept, numbers(&gradient));
        for ((parent, values), input) in ops.parents.into_iter().zip(found).zip(&inputs) {
            if let Some(parent) = parent {
                let shape = input.layout().shape().to_vec();
                gradients.register::<Flex>(parent.id, tensor(values, shape));
            }
        }
    }
}

/// The tensor as flex knows it; only for those that [`super::covers`].
pub fn flex(tensor: Tensor<3>) -> FlexTensor {
    let found = tensor.try_into_primitive::<Flex>();
    found.unwrap_or_else(|error| panic!("a tensor that is not on flex: {error:?}"))
}

fn tracked(tensor: Tensor<3>) -> FloatTensor<Autodiff<Flex>> {
    let found = tensor.try_into_primitive::<Autodiff<Flex>>();
    found.unwrap_or_else(|error| panic!("a tensor that is not on flex: {error:?}"))
}

fn tensor(values: Vec<f32>, shape: impl Into<burn::tensor::Shape>) -> FlexTensor {
    FlexTensor::from_data(TensorData::new(values, shape))
}

/// The same numbers, in order.
pub fn contiguous(tensor: FlexTensor) -> FlexTensor {
    match tensor.is_contiguous() {
        true => tensor,
        false => tensor.to_contiguous(),
    }
}

/// The numbers of a contiguous tensor.
pub fn numbers(tensor: &FlexTensor) -> &[f32] {
    tensor.as_slice().expect("contiguous single precision")
}
