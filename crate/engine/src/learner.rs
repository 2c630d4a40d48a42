//! `Learner`: weights, their gradients and AdamW. It knows tensors only; which sequences it sees
//! and at which rate is decided in `cohort`.

use burn::optim::{AdamW, AdamWConfig, AdamWState, Optimizer};
use burn::tensor::Tensor;
use lab::Recipe;

use crate::model::Model;
use crate::weights::Weights;

/// AdamW's guard against division by zero: PyTorch's default.
pub(crate) const EPSILON: f32 = 1e-8;

/// A model that learns.
pub struct Learner {
    /// The function.
    pub model: Model,
    /// Its weights.
    pub weights: Weights,
    optimizer: AdamW,
    moments: Vec<Option<AdamWState<3>>>,
}

impl Learner {
    /// A learner that starts from `weights`.
    pub fn new(model: Model, weights: Weights, recipe: &Recipe) -> Self {
        let optimizer = AdamWConfig::new()
            .with_beta_1(recipe.beta1 as f32)
            .with_beta_2(recipe.beta2 as f32)
            .with_epsilon(EPSILON)
            .with_weight_decay(recipe.weight_decay as f32)
            .build();
        Self {
            moments: vec![None; weights.tensors.len()],
            model,
            weights,
            optimizer,
        }
    }

    /// Mean squared errors `[R]` of tokens `x` `[R, B·T, d]` against standardised targets `y`
    /// `[R, B, outputs]`, and the gradient of each run's own error in each of its weights.
    pub fn gradients(&self, x: Tensor<3>, y: Tensor<3>) -> (Tensor<1>, Vec<Tensor<3>>) {
        let prediction = self.model.forward(&self.weights, x); // [R, B, outputs]
        let squares = (prediction - y).square(); // [R, B, outputs]
        // Of all numbers of a scored token the sum, over tokens and sequences the mean.
        let numbers = (self.model.outputs() / self.model.scored()) as f64;
        let losses = squares.mean_dim(1).mean_dim(2); // [R, 1, 1]
        let losses: Tensor<1> = losses.reshape([self.model.shape.runs]) * numbers; // [R]
        // The gradient of a sum is each run's own gradient: runs do not touch each other.
        let mut tape = losses.clone().sum().backward();
        let weights = self.weights.tensors.iter();
        let gradients = weights
            .map(|weight| match weight.grad_remove(&mut tape) {
                Some(gradient) => gradient, // [R, rows, columns]
                None => weight.zeros_like().inner(),
            })
            .collect();
        (losses.inner(), gradients)
    }

    /// One step of AdamW. Returns the errors before it: `[R]`.
    pub fn learn(&mut self, x: Tensor<3>, y: Tensor<3>, rate: f64) -> Tensor<1> {
        let (losses, gradients) = self.gradients(x, y);
        let state = self.weights.tensors.iter_mut().zip(&mut self.moments);
        for ((weight, moments), gradient) in state.zip(gradients) {
            let inner = weight.clone().inner(); // [R, rows, columns]
            let (updated, state) = self.optimizer.step(rate, inner, gradient, moments.take());
            *moments = state;
            *weight = Tensor::from_inner(updated).require_grad();
        }
        losses
    }
}
