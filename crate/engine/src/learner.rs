//! `Learner`: a model with its weights, their gradients and their optimizer. It knows tensors only;
//! `trainer` decides which sequences it sees and at which learning rate.

use burn::tensor::Tensor;
use lab::Recipe;

use crate::model::Model;
use crate::optimizer::Optimizer;
use crate::weights::Weights;

/// A model in training.
pub struct Learner {
    /// The function.
    pub model: Model,
    /// Its weights.
    pub weights: Weights,
    optimizer: Optimizer,
}

impl Learner {
    /// A learner that starts from `weights`.
    pub fn new(model: Model, weights: Weights, recipe: &Recipe) -> Self {
        Self {
            optimizer: Optimizer::new(recipe, &weights, model.path()),
            model,
            weights,
        }
    }

    /// The same after `steps` steps that left these moments, first and second, of every weight.
    pub(crate) fn resume(self, steps: u32, moments: [Weights; 2]) -> Self {
        Self {
            optimizer: self.optimizer.resume(steps, moments),
            ..self
        }
    }

    /// AdamW's first and second moments of every weight.
    pub(crate) fn moments(&self) -> [Weights; 2] {
        self.optimizer.moments(&self.weights)
    }

    /// Mean squared errors `[R]` of tokens `x` `[R, B·T, d]` against standardised targets `y`
    /// `[R, B, outputs]`, and the gradient of each run's own error with respect to each weight.
    pub fn gradients(&self, x: Tensor<3>, y: Tensor<3>) -> (Tensor<1>, Vec<Tensor<3>>) {
        let weights = self.weights.tracked();
        let prediction = self.model.forward(&weights, x); // [R, B, outputs]
        let squares = (prediction - y).square(); // [R, B, outputs]
        // The sum over the numbers of an answer, and the mean over answers and sequences.
        let numbers = (self.model.outputs() / self.model.answers()) as f64;
        let losses = squares.mean_dim(1).mean_dim(2); // [R, 1, 1]
        let losses: Tensor<1> = losses.reshape([self.model.shape.runs]) * numbers; // [R]
        // Runs share no weights, so the gradient of the sum holds each run's own gradient.
        let mut tape = losses.clone().sum().backward();
        let tensors = weights.tensors.iter();
        let gradients = tensors
            .map(|weight| match weight.grad_remove(&mut tape) {
                Some(gradient) => gradient, // [R, rows, columns]
                None => weight.zeros_like().inner(),
            })
            .collect();
        (losses.inner(), gradients)
    }

    /// One step of AdamW. Returns the errors before it: `[R]`.
    pub fn train_step(&mut self, x: Tensor<3>, y: Tensor<3>, rate: f64) -> Tensor<1> {
        let (losses, gradients) = self.gradients(x, y);
        self.optimizer.step(rate, &mut self.weights, gradients);
        losses
    }
}
