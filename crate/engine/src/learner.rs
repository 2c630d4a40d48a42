//! `Learner`: weights, their gradients and AdamW. It knows tensors only; which sequences it sees
//! and at which rate is decided in `cohort`.

use burn::optim::{AdamW, AdamWConfig, AdamWState, AdaptiveMomentumState, Optimizer};
use burn::tensor::Tensor;
#[cfg(feature = "cpu")]
use burn::tensor::TensorData;
use lab::Recipe;

#[cfg(feature = "cpu")]
use crate::fused;
use crate::model::Model;
use crate::weights::Weights;

/// AdamW's guard against division by zero: PyTorch's default.
pub(crate) const EPSILON: f32 = lab::ADAMW_EPSILON;

/// A model that learns.
pub struct Learner {
    /// The function.
    pub model: Model,
    /// Its weights.
    pub weights: Weights,
    optimizer: Optimizing,
}

/// Who takes AdamW's steps.
enum Optimizing {
    /// One operation of our own, on the CPU.
    #[cfg(feature = "cpu")]
    Fused(fused::AdamW),
    /// burn's operations, with what burn remembers of every weight.
    Reference(AdamW, Vec<Option<AdamWState<3>>>),
}

impl Optimizing {
    fn new(recipe: &Recipe, weights: &[Tensor<3>]) -> Self {
        let betas = [recipe.beta1 as f32, recipe.beta2 as f32];
        let decay = recipe.weight_decay as f32;
        #[cfg(feature = "cpu")]
        if weights.iter().all(fused::covers) {
            return Self::Fused(fused::AdamW::new(betas, EPSILON, decay));
        }
        let optimizer = AdamWConfig::new()
            .with_beta_1(betas[0])
            .with_beta_2(betas[1])
            .with_epsilon(EPSILON)
            .with_weight_decay(decay)
            .build();
        Self::Reference(optimizer, vec![None; weights.len()])
    }

    /// As it was after `steps` steps that left these moments, first and second, of every weight.
    fn resume(self, steps: u32, moments: [Weights; 2]) -> Self {
        let [first, second] = moments.map(|moments| moments.tensors);
        match self {
            #[cfg(feature = "cpu")]
            Self::Fused(optimizer) => Self::Fused(optimizer.resume(steps, [first, second])),
            Self::Reference(optimizer, _) => {
                let state = |(first, second)| {
                    let momentum = AdaptiveMomentumState::new(steps as usize, first, second);
                    Some(AdamWState { momentum })
                };
                let states = first.into_iter().zip(second).map(state);
                Self::Reference(optimizer, states.collect())
            }
        }
    }

    /// First and second moments of every one of `weights`; zeros before the first step.
    fn moments(&self, weights: &[Tensor<3>]) -> [Weights; 2] {
        let of = |which: usize| {
            let like = |weight: &Tensor<3>| weight.clone().inner().zeros_like(); // [R, rows, columns]
            let mut tensors: Vec<Tensor<3>> = match self {
                #[cfg(feature = "cpu")]
                Self::Fused(optimizer) => {
                    let moments = optimizer.moments(which).zip(weights);
                    let tensor = |(numbers, weight): (Vec<f32>, &Tensor<3>)| {
                        let data = TensorData::new(numbers, weight.dims());
                        Tensor::from_data(data, &weight.clone().inner().device())
                    };
                    moments.map(tensor).collect()
                }
                Self::Reference(_, states) => {
                    let moment = |AdamWState { momentum }: &AdamWState<3>| match which {
                        0 => momentum.moment_1.clone(),
                        _ => momentum.moment_2.clone(),
                    };
                    states.iter().flatten().map(moment).collect()
                }
            };
            if tensors.is_empty() {
                tensors = weights.iter().map(like).collect();
            }
            Weights { tensors }
        };
        [of(0), of(1)]
    }

    fn step(&mut self, rate: f64, weights: &mut [Tensor<3>], gradients: Vec<Tensor<3>>) {
        match self {
            #[cfg(feature = "cpu")]
            Self::Fused(optimizer) => optimizer.step(rate, weights, gradients),
            Self::Reference(optimizer, moments) => {
                let state = weights.iter_mut().zip(moments);
                for ((weight, moments), gradient) in state.zip(gradients) {
                    let inner = weight.clone().inner(); // [R, rows, columns]
                    let (updated, state) = optimizer.step(rate, inner, gradient, moments.take());
                    *moments = state;
                    *weight = Tensor::from_inner(updated).require_grad();
                }
            }
        }
    }
}

impl Learner {
    /// A learner that starts from `weights`.
    pub fn new(model: Model, weights: Weights, recipe: &Recipe) -> Self {
        Self {
            optimizer: Optimizing::new(recipe, &weights.tensors),
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

    /// What AdamW remembers of every weight: first and second moments.
    pub(crate) fn moments(&self) -> [Weights; 2] {
        self.optimizer.moments(&self.weights.tensors)
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
        let weights = &mut self.weights.tensors;
        self.optimizer.step(rate, weights, gradients);
        losses
    }
}
