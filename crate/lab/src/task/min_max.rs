//! `min-max`: paper 1's smallest example of a task with D = 2. What all tasks share is in `mod.rs`.

use serde::Serialize;

use super::{Kind, TargetRow, least};
use crate::fields::Fields;
use crate::random::Stream;

/// y = max_t x(t) + min_t x(t), with numbers x(t) uniform on [0, 1].
///
/// The two targets are the least 1 − x and the least x, in paper 1's terms, and the outer map is (1 − z_1) + z_2.
///
/// ```
/// use lab::{MinMax, Task};
///
/// let task = Task::MinMax(MinMax { seed: 7 });
/// assert_eq!((task.dimension(), task.token_dimension()), (Some(2), 1));
/// assert_eq!(task.targets(3, &[0.5, 0.25, 0.75]), [1.0]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MinMax {
    /// Sets the data. Default 0.
    pub seed: u32,
}

impl MinMax {
    pub(super) fn read(fields: &mut Fields<'_>) -> Self {
        Self {
            seed: fields.whole("seed", 0, 0..=u32::MAX),
        }
    }
}

/// Position and value of the maximum, and of the minimum.
fn max_and_min(sequence: &[f32]) -> [(usize, f64); 2] {
    let (top, negated) = least(sequence.iter().map(|x| -f64::from(*x)));
    [
        (top, -negated),
        least(sequence.iter().map(|x| f64::from(*x))),
    ]
}

impl Kind for MinMax {
    fn dimension(&self) -> Option<u32> {
        Some(2)
    }

    fn token_dimension(&self) -> u32 {
        1
    }

    fn seed(&self) -> u32 {
        self.seed
    }

    fn sentence(&self) -> String {
        "Find the largest and the smallest number of the sequence, and add the two.".into()
    }

    fn inputs(&self, stream: &mut Stream, t: u32, count: u32) -> Vec<f32> {
        (0..count as usize * t as usize)
            .map(|_| stream.uniform())
            .collect()
    }

    fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32> {
        inputs
            .chunks_exact(t as usize)
            .map(|sequence| {
                let [(_, max), (_, min)] = max_and_min(sequence);
                (max + min) as f32
            })
            .collect()
    }

    fn extrema(&self, t: u32, inputs: &[f32]) -> Vec<u32> {
        inputs
            .chunks_exact(t as usize)
            .flat_map(max_and_min)
            .map(|(position, _)| position as u32)
            .collect()
    }

    fn target_name(&self, target: usize) -> String {
        ["largest", "smallest"][target.min(1)].into()
    }

    fn target_rows(&self, _t: u32, sequence: &[f32], _query: usize) -> Vec<TargetRow> {
        let positions = max_and_min(sequence).map(|(position, _)| position);
        vec![TargetRow {
            values: sequence.iter().map(|x| Some(f64::from(*x))).collect(),
            range: (0.0, 1.0),
            targets: positions.into_iter().enumerate().collect(),
        }]
    }

    fn move_token(&self, _row: usize, token: &mut [f32], _query: &[f32], value: f64) {
        token[0] = value.clamp(0.0, 1.0) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    #[test]
    fn largest_and_smallest_are_added_and_found() {
        let x = [0.5, 0.25, 0.75, 0.75, 1.0, 0.0];
        assert_eq!(MinMax::default().targets(3, &x), [1.0, 1.0]);
        assert_eq!(MinMax::default().extrema(3, &x), [2, 1, 1, 2]);
    }

    #[test]
    fn target_statistics_follow_order_statistics() {
        // Of T uniforms: Var(max) = Var(min) = T / ((T+1)²(T+2)), Cov = 1 / ((T+1)²(T+2)), so
        // the sum has mean 1 and variance 2(T+1) / ((T+1)²(T+2)) = 2 / ((T+1)(T+2)).
        for t in [1u32, 2, 5, 16] {
            let count = 40_000;
            let mut stream = Stream::new(Purpose::Training, 3, t.into());
            let inputs = MinMax::default().inputs(&mut stream, t, count);
            let y = MinMax::default().targets(t, &inputs);
            let n = f64::from(count);
            let mean = y.iter().map(|y| f64::from(*y)).sum::<f64>() / n;
            let squares: f64 = y.iter().map(|y| (f64::from(*y) - mean).powi(2)).sum();
            let variance = 2.0 / (f64::from(t + 1) * f64::from(t + 2));
            assert!((mean - 1.0).abs() < 5.0 * (variance / n).sqrt(), "T={t}");
            assert!((squares / n / variance - 1.0).abs() < 0.05, "T={t}");
        }
    }
}
