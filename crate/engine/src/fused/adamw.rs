//! AdamW in one pass over each weight, rounding as burn's does operation by operation
//! (`tests/native/fused.rs` holds them equal). Learning rates come from outside.

use burn::backend::Flex;
use burn::tensor::Tensor;

use super::tape::{contiguous, flex, numbers};

/// What AdamW remembers of every weight.
pub struct AdamW {
    /// β1 and β2.
    betas: [f32; 2],
    epsilon: f32,
    decay: f32,
    /// Steps taken.
    time: i32,
    /// First and second moment of every number of every weight.
    moments: Vec<Vec<[f32; 2]>>,
}

impl AdamW {
    /// AdamW before its first step.
    pub fn new(betas: [f32; 2], epsilon: f32, decay: f32) -> Self {
        Self {
            betas,
            epsilon,
            decay,
            time: 0,
            moments: Vec::new(),
        }
    }

    /// AdamW after `time` steps that left these moments, first and second, of every weight.
    pub fn resume(mut self, time: u32, [first, second]: [Vec<Tensor<3>>; 2]) -> Self {
        let both = |(first, second): (Tensor<3>, Tensor<3>)| {
            let [first, second] = [first, second].map(|moment| contiguous(flex(moment)));
            let pairs = numbers(&first).iter().zip(numbers(&second));
            pairs.map(|(first, second)| [*first, *second]).collect()
        };
        self.time = time as i32;
        self.moments = first.into_iter().zip(second).map(both).collect();
        self
    }

    /// First or second moments of every number of every weight; none before the first step.
    pub fn moments(&self, which: usize) -> impl Iterator<Item = Vec<f32>> {
        let of_weight = move |moments: &Vec<[f32; 2]>| moments.iter().map(|m| m[which]).collect();
        self.moments.iter().map(of_weight)
    }

    /// One step of all `weights`, each `[R, rows, columns]`, along their `gradients`.
    pub fn step(&mut self, rate: f64, weights: &mut [Tensor<3>], gradients: Vec<Tensor<3>>) {
        self.time += 1;
        self.moments.resize_with(weights.len(), Vec::new);
        let every = weights.iter_mut().zip(gradients).zip(&mut self.moments);
        let [beta1, beta2] = self.betas;
        let corrections = self.betas.map(|beta| 1.0 - beta.powi(self.time));
        let decay = (1.0 - rate * f64::from(self.decay)) as f32;
        let rate = rate as f32;
        for ((weight, gradient), moments) in every {
            let before = contiguous(flex(weight.clone().inner()));
            // What comes out takes the place of the gradient, which nobody needs any more.
            let mut gradient = flex(gradient);
            gradient = gradient.to_contiguous();
            let after: &mut [f32] = gradient.storage_mut();
            moments.resize(after.len(), [0.0; 2]);
            let numbers = after.iter_mut().zip(numbers(&before)).zip(moments);
            for ((number, weight), [first, second]) in numbers {
                let slope = *number;
                *first = *first * beta1 + slope * (1.0 - beta1);
                *second = *second * beta2 + slope * slope * (1.0 - beta2);
                let (mean, square) = (*first / corrections[0], *second / corrections[1]);
                let delta = mean / (square.sqrt() + self.epsilon);
                *number = *weight * decay - delta * rate;
            }
            *weight = Tensor::from_inner(Tensor::from_primitive::<Flex>(gradient)).require_grad();
        }
    }
}
