//! Sequences and their targets, drawn on the host from seeded streams, so that every engine on every
//! machine trains on the same numbers.

use crate::random::{Purpose, Stream};
use crate::task::Task;

/// Sequences of one length with their targets.
pub struct Dataset {
    /// Tokens: `[sequences, T, token_dimension]`.
    pub inputs: Vec<f32>,
    /// Targets on their raw scale: `[sequences, scored_tokens · target_dimension]`.
    pub targets: Vec<f32>,
    /// The dimension of a target that is a vector; `None` where it is a number.
    vector: Option<u32>,
}

/// Mean and standard deviation of the training targets. Models learn the standardised target;
/// errors are reported on the raw scale. Targets that are vectors (paper 2's points on a sphere)
/// are learned as they are: mean 0, deviation 1.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Mean.
    pub mean: f32,
    /// Standard deviation.
    pub deviation: f32,
}

impl Dataset {
    /// The `index`-th set of `count` sequences of length `t` for `purpose`.
    ///
    /// # Panics
    ///
    /// If `t` is below [`Task::shortest`], or the task is one that [`crate::Experiment`] refuses.
    pub fn draw(task: &Task, purpose: Purpose, t: u32, index: u32, count: u32) -> Self {
        let kind = task.inner();
        assert!(t >= kind.shortest(), "{} at T = {t}", task.kind());
        // Each length and each index has its own stream.
        let stream_index = u64::from(index) << 32 | u64::from(t);
        let mut stream = Stream::new(purpose, kind.seed(), stream_index);
        let inputs = kind.inputs(&mut stream, t, count);
        let targets = kind.targets(t, &inputs);
        Self {
            inputs,
            targets,
            vector: kind.vector(),
        }
    }

    /// Mean and standard deviation of the targets; 0 and 1 where they are vectors.
    pub fn scale(&self) -> Scale {
        if self.vector.is_some() {
            return Scale {
                mean: 0.0,
                deviation: 1.0,
            };
        }
        let mean = mean(&self.targets);
        let variance = variance(&self.targets);
        Scale {
            mean: mean as f32,
            // A single sequence or a constant target has variance 0.
            deviation: if variance > 0.0 {
                variance.sqrt() as f32
            } else {
                1.0
            },
        }
    }

    /// The error of predictions on the raw scale. There may be predictions for the first sequences only.
    ///
    /// Where the target is a number: NMSE = MSE / variance of the targets (1 − R²); predicting
    /// the mean scores 1. Where it is a vector: the mean over scored tokens of the squared l2
    /// error, as paper 2 has it; the targets have length one, so predicting zero scores 1.
    pub fn nmse(&self, predictions: &[f32]) -> f64 {
        let count = predictions.len();
        let squares: f64 = self.targets[..count]
            .iter()
            .zip(predictions)
            .map(|(y, p)| (f64::from(*y) - f64::from(*p)).powi(2))
            .sum();
        match self.vector {
            None => squares / count as f64 / variance(&self.targets[..count]),
            Some(dimension) => squares * f64::from(dimension) / count as f64,
        }
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
    use crate::task::{Directions, MaxSum};

    #[test]
    fn sets_differ_by_purpose_length_and_index_and_not_by_call() {
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
            let task = Task::MaxSum(MaxSum {
                D: 3,
                d: 4,
                ..MaxSum::default()
            });
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

    #[test]
    fn the_data_of_recorded_results_never_change() {
        // Written down before there was any other kind of task; exact, to the last bit.
        let first = |task: &MaxSum, purpose, t, index| {
            let set = Dataset::draw(&Task::MaxSum(task.clone()), purpose, t, index, 4);
            (set.targets, set.inputs[..2].to_vec())
        };
        let mut task = MaxSum::default();
        assert_eq!(
            first(&task, Purpose::Training, 16, 0),
            (
                vec![6.6001296, 8.145885, 4.9191756, 7.8473315],
                vec![-0.09071666, 1.4934317]
            )
        );
        assert_eq!(
            first(&task, Purpose::Validation, 8, 3),
            (
                vec![5.8114223, 2.982984, 5.269965, 4.881113],
                vec![0.5893192, -1.765206]
            )
        );
        task.directions = Directions::Gaussian;
        assert_eq!(
            first(&task, Purpose::Training, 16, 0).0,
            [13.494173, 16.573225, 12.663179, 16.904348]
        );
        (task.D, task.d, task.seed) = (6, 5, 7);
        assert_eq!(
            first(&task, Purpose::Training, 5, 0),
            (
                vec![12.980789, 11.575721, 16.011505, 14.747841],
                vec![-1.0605122, -0.03866058]
            )
        );
    }
}
