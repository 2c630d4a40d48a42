//! Sequences and their targets, drawn once on the host from seeded streams, so that every engine
//! on every machine trains on the same numbers.

use crate::random::{Purpose, Stream};
use crate::task::Task;

/// Sequences of one length with their targets.
pub struct Dataset {
    /// Tokens: `[sequences, T, d]`.
    pub inputs: Vec<f32>,
    /// Targets on their raw scale: `[sequences]`.
    pub targets: Vec<f32>,
}

/// Mean and standard deviation of the training targets. Models learn the standardised target;
/// errors are reported on the raw scale.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Mean.
    pub mean: f32,
    /// Standard deviation.
    pub deviation: f32,
}

impl Dataset {
    /// The `index`-th set of `count` sequences of length `t` for `purpose`.
    pub fn draw(task: &Task, purpose: Purpose, t: u32, index: u32, count: u32) -> Self {
        let (t, d) = (t as usize, task.d as usize);
        let directions = task.directions();
        // Each length and each index has a stream of its own.
        let stream_index = u64::from(index) << 32 | t as u64;
        let mut stream = Stream::new(purpose, task.seed, stream_index);
        let inputs: Vec<f32> = (0..count as usize * t * d)
            .map(|_| stream.normal())
            .collect();
        let targets = inputs
            .chunks_exact(t * d)
            .map(|sequence| task.target(&directions, sequence))
            .collect();
        Self { inputs, targets }
    }

    /// Mean and standard deviation of the targets.
    pub fn scale(&self) -> Scale {
        let mean = mean(&self.targets);
        let variance = variance(&self.targets);
        Scale {
            mean: mean as f32,
            // A single sequence, or a constant target, has nothing to divide by.
            deviation: if variance > 0.0 {
                variance.sqrt() as f32
            } else {
                1.0
            },
        }
    }

    /// NMSE = MSE / variance of the targets (1 − R²), of predictions on the raw scale.
    pub fn nmse(&self, predictions: &[f32]) -> f64 {
        let count = predictions.len();
        let squares: f64 = self.targets[..count]
            .iter()
            .zip(predictions)
            .map(|(y, p)| (f64::from(*y) - f64::from(*p)).powi(2))
            .sum();
        squares / count as f64 / variance(&self.targets[..count])
    }
}

fn mean(values: &[f32]) -> f64 {
    values.iter().map(|y| f64::from(*y)).sum::<f64>() / values.len() as f64
}

fn variance(values: &[f32]) -> f64 {
    let mean = mean(values);
    values
        .iter()
        .map(|y| (f64::from(*y) - mean).powi(2))
        .sum::<f64>()
        / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_differ_by_purpose_length_and_index_but_never_by_call() {
        let task = Task::default();
        let draw = |purpose, t, index| Dataset::draw(&task, purpose, t, index, 3).inputs;
        assert_eq!(draw(Purpose::Training, 4, 0), draw(Purpose::Training, 4, 0));
        assert_ne!(
            draw(Purpose::Training, 4, 0),
            draw(Purpose::Validation, 4, 0)
        );
        assert_ne!(draw(Purpose::Training, 4, 0), draw(Purpose::Training, 4, 1));
        assert_ne!(
            draw(Purpose::Training, 4, 0)[..4],
            draw(Purpose::Training, 5, 0)[..4]
        );
    }

    #[test]
    fn target_statistics_follow_order_statistics() {
        // With orthonormal a_i the target is a sum of D independent maxima of T standard normals.
        // Mean and variance of such a maximum, from tables of normal order statistics.
        for (t, mean_of_max, variance_of_max) in [
            (2, 0.564_190, 0.681_690),
            (5, 1.162_964, 0.447_534),
            (10, 1.538_753, 0.344_344),
        ] {
            let task = Task {
                D: 3,
                d: 4,
                ..Task::default()
            };
            let count = 40_000;
            let set = Dataset::draw(&task, Purpose::Training, t, 0, count);
            let scale = set.scale();
            let (mean, variance) = (3.0 * mean_of_max, 3.0 * variance_of_max);
            let error = (variance / f64::from(count)).sqrt();
            assert!((f64::from(scale.mean) - mean).abs() < 5.0 * error, "T={t}");
            let measured = f64::from(scale.deviation).powi(2);
            assert!(
                (measured / variance - 1.0).abs() < 0.05,
                "T={t}: {measured}"
            );
        }
    }

    #[test]
    fn nmse_is_one_for_the_mean_and_zero_for_the_truth() {
        let set = Dataset::draw(&Task::default(), Purpose::Validation, 6, 0, 500);
        assert!(set.nmse(&set.targets.clone()) == 0.0);
        let constant = vec![set.scale().mean; 500];
        assert!((set.nmse(&constant) - 1.0).abs() < 1e-9);
    }
}
