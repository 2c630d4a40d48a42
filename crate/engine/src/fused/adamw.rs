//! AdamW in one pass over each weight. It rounds as burn's AdamW does operation by operation
//! (`tests/native/fused.rs` compares them). Learning rates come from outside.

use burn::backend::Flex;
use burn::tensor::Tensor;

use super::InstructionSet;
use super::instruction_set::with_simd;
use super::lanes::{Kernel, Simd};
use super::tape::{contiguous, to_flex, values};

/// AdamW and its moments of every weight.
pub struct AdamW {
    set: InstructionSet,
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
    pub fn new(set: InstructionSet, betas: [f32; 2], epsilon: f32, decay: f32) -> Self {
        Self {
            set,
            betas,
            epsilon,
            decay,
            time: 0,
            moments: Vec::new(),
        }
    }

    /// AdamW after `time` steps that left these moments, first and second, of every weight.
    pub fn resume(mut self, time: u32, [first, second]: [Vec<Tensor<3>>; 2]) -> Self {
        let pairs = |(first, second): (Tensor<3>, Tensor<3>)| {
            let [first, second] = [first, second].map(|moment| contiguous(to_flex(moment)));
            let pairs = values(&first).iter().zip(values(&second));
            pairs.map(|(first, second)| [*first, *second]).collect()
        };
        self.time = time as i32;
        self.moments = first.into_iter().zip(second).map(pairs).collect();
        self
    }

    /// First (0) or second (1) moments of every weight; none before the first step.
    pub fn moments(&self, which: usize) -> impl Iterator<Item = Vec<f32>> {
        let of_weight = move |moments: &Vec<[f32; 2]>| moments.iter().map(|m| m[which]).collect();
        self.moments.iter().map(of_weight)
    }

    /// One step of all `weights`, each `[R, rows, columns]`, along their `gradients`.
    pub fn step(&mut self, rate: f64, weights: &mut [Tensor<3>], gradients: Vec<Tensor<3>>) {
        self.time += 1;
        self.moments.resize_with(weights.len(), Vec::new);
        let weights = weights.iter_mut().zip(gradients).zip(&mut self.moments);
        let factors = Factors {
            betas: self.betas,
            bias_corrections: self.betas.map(|beta| 1.0 - beta.powi(self.time)),
            epsilon: self.epsilon,
            decay: (1.0 - rate * f64::from(self.decay)) as f32,
            rate: rate as f32,
        };
        for ((weight, gradient), moments) in weights {
            let old = contiguous(to_flex(weight.clone().inner()));
            // The new weights overwrite the gradient's memory: it is not needed afterwards.
            let mut buffer = to_flex(gradient).to_contiguous();
            let numbers: &mut [f32] = buffer.storage_mut();
            moments.resize(numbers.len(), [0.0; 2]);
            let old = values(&old);
            let update = Update {
                factors,
                numbers,
                old,
                moments,
            };
            with_simd!(self.set, |simd| simd.compute(update));
            *weight = Tensor::from_inner(Tensor::from_primitive::<Flex>(buffer));
        }
    }
}

/// The factors of one step.
#[derive(Clone, Copy)]
struct Factors {
    betas: [f32; 2],
    /// 1 − βᵗ of each β.
    bias_corrections: [f32; 2],
    epsilon: f32,
    decay: f32,
    rate: f32,
}

/// One step of one weight.
struct Update<'a> {
    factors: Factors,
    /// The gradient, and then the new values.
    numbers: &'a mut [f32],
    old: &'a [f32],
    moments: &'a mut [[f32; 2]],
}

impl Kernel for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn compute(self) {
        let Factors {
            betas: [beta1, beta2],
            bias_corrections,
            epsilon,
            decay,
            rate,
        } = self.factors;
        let numbers = self.numbers.iter_mut().zip(self.old).zip(self.moments);
        for ((number, old), [first, second]) in numbers {
            let gradient = *number;
            *first = *first * beta1 + gradient * (1.0 - beta1);
            *second = *second * beta2 + gradient * gradient * (1.0 - beta2);
            let mean = *first / bias_corrections[0];
            let mean_square = *second / bias_corrections[1];
            let delta = mean / (mean_square.sqrt() + epsilon);
            *number = *old * decay - delta * rate;
        }
    }
}
