//! `Optimizer`: AdamW over all weights of a cohort, as one fused operation on the CPU and by burn's
//! operations elsewhere. Gradients and learning rates come from outside.

use burn::optim::{AdamW, AdamWConfig, AdamWState, AdaptiveMomentumState, Optimizer as _};
use burn::tensor::Tensor;
#[cfg(feature = "cpu")]
use burn::tensor::TensorData;
use lab::Recipe;

#[cfg(feature = "cpu")]
use crate::fused;
use crate::reader::ComputePath;
use crate::weights::Weights;

/// Keeps AdamW from dividing by zero: PyTorch's default.
pub(crate) const EPSILON: f32 = lab::ADAMW_EPSILON;

/// AdamW with its moments of every weight.
pub(crate) enum Optimizer {
    /// One operation of our own, on the CPU.
    #[cfg(feature = "cpu")]
    Fused(fused::AdamW),
    /// burn's operations, with burn's state of every weight.
    Reference(AdamW, Vec<Option<AdamWState<3>>>),
}

/// First or second moments.
#[derive(Clone, Copy)]
enum Moment {
    First,
    Second,
}

impl Optimizer {
    /// The optimizer of `weights` before the first step, for a model that is computed by `path`.
    pub fn new(recipe: &Recipe, weights: &Weights, path: ComputePath) -> Self {
        #[cfg(not(feature = "cpu"))]
        let _ = path;
        let betas = [recipe.beta1 as f32, recipe.beta2 as f32];
        let decay = recipe.weight_decay as f32;
        #[cfg(feature = "cpu")]
        if weights.tensors.iter().all(fused::is_supported) {
            let set = fused::InstructionSet::of(path);
            return Self::Fused(fused::AdamW::new(set, betas, EPSILON, decay));
        }
        let optimizer = AdamWConfig::new()
            .with_beta_1(betas[0])
            .with_beta_2(betas[1])
            .with_epsilon(EPSILON)
            .with_weight_decay(decay)
            .build();
        Self::Reference(optimizer, vec![None; weights.tensors.len()])
    }

    /// The optimizer after `steps` steps that left these moments, first and second, of every weight.
    pub fn resume(self, steps: u32, moments: [Weights; 2]) -> Self {
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

    /// First and second moments of every weight; zeros before the first step.
    pub fn moments(&self, weights: &Weights) -> [Weights; 2] {
        [Moment::First, Moment::Second].map(|moment| self.moment(moment, weights))
    }

    fn moment(&self, moment: Moment, weights: &Weights) -> Weights {
        let mut tensors: Vec<Tensor<3>> = match self {
            #[cfg(feature = "cpu")]
            Self::Fused(optimizer) => {
                let values = optimizer.moments(moment as usize).zip(&weights.tensors);
                let tensor = |(values, weight): (Vec<f32>, &Tensor<3>)| {
                    let data = TensorData::new(values, weight.dims());
                    Tensor::from_data(data, &weight.clone().inner().device()) // [R, rows, columns]
                };
                values.map(tensor).collect()
            }
            Self::Reference(_, states) => {
                let tensor = |AdamWState { momentum }: &AdamWState<3>| match moment {
                    Moment::First => momentum.moment_1.clone(),
                    Moment::Second => momentum.moment_2.clone(),
                };
                states.iter().flatten().map(tensor).collect()
            }
        };
        if tensors.is_empty() {
            let zeros = |weight: &Tensor<3>| weight.clone().inner().zeros_like(); // [R, rows, columns]
            tensors = weights.tensors.iter().map(zeros).collect();
        }
        Weights { tensors }
    }

    /// One step of all weights along their `gradients`.
    pub fn step(&mut self, rate: f64, weights: &mut Weights, gradients: Vec<Tensor<3>>) {
        let weights = &mut weights.tensors;
        match self {
            #[cfg(feature = "cpu")]
            Self::Fused(optimizer) => optimizer.step(rate, weights, gradients),
            Self::Reference(optimizer, states) => {
                for ((weight, state), gradient) in weights.iter_mut().zip(states).zip(gradients) {
                    let inner = weight.clone().inner(); // [R, rows, columns]
                    let (updated, new_state) = optimizer.step(rate, inner, gradient, state.take());
                    *state = new_state;
                    *weight = Tensor::from_inner(updated);
                }
            }
        }
    }
}
