//! Sequences and their targets, drawn on the host from seeded streams, so that every engine on every
//! machine trains on the same numbers.

use crate::random::{Purpose, Stream};
use crate::task::Task;

/// Sequences of one length with their targets.
///
/// Ten sequences of T = 16 tokens, each of d = 4 numbers, with one target each.
///
/// ```
/// use lab::{Dataset, Purpose, Task};
///
/// let set = Dataset::draw(&Task::default(), Purpose::Training, 16, 0, 10);
/// assert_eq!(set.inputs.len(), 10 * 16 * 4);
/// assert_eq!(set.targets.len(), 10);
/// ```
#[derive(Debug)]
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
///
/// ```
/// use lab::{Dataset, Purpose, Scale, Task};
///
/// let set = Dataset::draw(&Task::default(), Purpose::Training, 16, 0, 1000);
/// let Scale { mean, deviation } = set.scale();
/// let learned = |y: f32| (y - mean) / deviation;
/// // A target that is one standard deviation above the mean is learned as 1.
/// assert!((learned(mean + deviation) - 1.0).abs() < 1e-5);
/// ```
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
    /// ```
    /// use lab::{Dataset, Purpose, Task};
    ///
    /// let draw = |purpose| Dataset::draw(&Task::default(), purpose, 16, 0, 10).inputs;
    /// assert_eq!(draw(Purpose::Training), draw(Purpose::Training));
    /// assert_ne!(draw(Purpose::Training), draw(Purpose::Validation));
    /// ```
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
    ///
    /// ```
    /// use lab::{Dataset, Farthest, Purpose, Task};
    ///
    /// let task = Task::Farthest(Farthest::default());
    /// let scale = Dataset::draw(&task, Purpose::Training, 16, 0, 10).scale();
    /// assert_eq!((scale.mean, scale.deviation), (0.0, 1.0));
    /// ```
    pub fn scale(&self) -> Scale {
        if self.vector.is_some() {
            return Scale {
                mean: 0.0,
                deviation: 1.0,
            };
        }
        let deviation = variance(&self.targets).sqrt() as f32;
        Scale {
            mean: mean(&self.targets) as f32,
            // A single sequence or a constant target has deviation 0.
            deviation: if deviation > 0.0 { deviation } else { 1.0 },
        }
    }

    /// The error of predictions on the raw scale. There may be predictions for the first sequences only.
    ///
    /// Where the target is a number: NMSE = MSE / variance of the targets (1 − R²); predicting
    /// the mean scores 1. Where it is a vector: the mean over scored tokens of the squared l2
    /// error, as paper 2 has it; the targets have length one, so predicting zero scores 1.
    ///
    /// ```
    /// use lab::{Dataset, Purpose, Task};
    ///
    /// let set = Dataset::draw(&Task::default(), Purpose::Validation, 16, 0, 500);
    /// assert_eq!(set.nmse(&set.targets), 0.0);
    /// let always_the_mean = vec![set.scale().mean; 500];
    /// assert!((set.nmse(&always_the_mean) - 1.0).abs() < 1e-6);
    /// ```
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

    /// The standard error of [`Self::nmse`] of predictions for the first `sequences`: how far the error on
    /// other sequences of the task may be from the one on these. NMSE is a ratio of two means over sequences,
    /// so it is that of a ratio. Not a number for a single sequence.
    ///
    /// An error that was measured on more sequences is known better.
    ///
    /// ```
    /// use lab::{Dataset, Purpose, Task};
    ///
    /// let set = Dataset::draw(&Task::default(), Purpose::Validation, 16, 0, 2000);
    /// let predictions: Vec<f32> = set.targets.iter().map(|y| 0.9 * y).collect();
    /// let of_few = set.standard_error(&predictions[..100], 100);
    /// let of_many = set.standard_error(&predictions, 2000);
    /// assert!(of_many < of_few / 3.0);
    /// ```
    pub fn standard_error(&self, predictions: &[f32], sequences: usize) -> f64 {
        let count = predictions.len();
        let targets = &self.targets[..count];
        let nmse = self.nmse(predictions);
        let (mean, variance) = (mean(targets), variance(targets));
        let outputs = count / sequences;
        let pairs = targets
            .chunks_exact(outputs)
            .zip(predictions.chunks_exact(outputs));
        let square = |y: f32, x: f64| (f64::from(y) - x).powi(2);
        // What a sequence adds to the error beyond the mean of all.
        let excess = pairs.map(|(targets, predictions)| {
            let pairs = targets.iter().zip(predictions);
            let squares: f64 = pairs.map(|(y, p)| square(*y, f64::from(*p))).sum();
            match self.vector {
                None => {
                    let spread: f64 = targets.iter().map(|y| square(*y, mean)).sum();
                    (squares - nmse * spread) / outputs as f64 / variance
                }
                Some(dimension) => squares * f64::from(dimension) / outputs as f64 - nmse,
            }
        });
        let squares: f64 = excess.map(|excess| excess * excess).sum();
        let sequences = sequences as f64;
        (squares / (sequences - 1.0) / sequences).sqrt()
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
    fn the_standard_error_is_how_far_errors_on_other_sequences_are() {
        for (task, t) in [(Task::default(), 6), (farthest(), 5)] {
            // A prediction that is off by more for some sequences than for others.
            let measure = |index: u32| {
                let set = Dataset::draw(&task, Purpose::Validation, t, index, 200);
                let predictions: Vec<f32> = set.targets.iter().map(|y| y * 0.9 + 0.1).collect();
                (
                    set.nmse(&predictions),
                    set.standard_error(&predictions, 200),
                )
            };
            let measured: Vec<(f64, f64)> = (1..=300).map(measure).collect();
            let count = measured.len() as f64;
            let mean = measured.iter().map(|m| m.0).sum::<f64>() / count;
            let spread = measured.iter().map(|m| (m.0 - mean).powi(2)).sum::<f64>() / count;
            let stated = measured.iter().map(|m| m.1).sum::<f64>() / count;
            let ratio = stated / spread.sqrt();
            assert!((0.85..1.15).contains(&ratio), "{ratio}");
        }
    }

    #[test]
    fn the_mean_as_a_prediction_has_no_standard_error() {
        let set = Dataset::draw(&Task::default(), Purpose::Validation, 6, 0, 500);
        let mean = mean(&set.targets) as f32;
        assert!(set.standard_error(&vec![mean; 500], 500) < 1e-6);
        assert!(set.standard_error(&[1.0], 1).is_nan());
    }

    /// Paper 2's task, whose targets are points on a sphere.
    fn farthest() -> Task {
        let experiment = r#"{ "task": { "kind": "farthest", "d": 4 } }"#;
        crate::Experiment::from_json(experiment).unwrap().task
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
