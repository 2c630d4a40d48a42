//! `farthest`: the task of paper 2's experiment. What all tasks share is in `mod.rs`, what the two
//! tasks of paper 2 share in `sphere.rs`.

use serde::Serialize;

use super::{Kind, TargetRow, least, sphere};
use crate::fields::Fields;
use crate::random::Stream;

/// T points i.i.d. uniform on the unit sphere S^(d−1) (T is paper 2's N); the label of each is
/// the point farthest from it, the x(s) with the least x(s)·x(t). Every token is scored.
///
/// Three points on a circle: the third is the farthest from both others.
///
/// ```
/// use lab::{Farthest, Task};
///
/// let task = Task::Farthest(Farthest { d: 2, seed: 0 });
/// let points = [1.0, 0.0, 0.0, 1.0, -0.6, -0.8];
/// assert_eq!(task.targets(3, &points), [-0.6, -0.8, -0.6, -0.8, 0.0, 1.0]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Farthest {
    /// Dimension of the space around the sphere, and of a token. Default 16.
    pub d: u32,
    /// Sets the data. Default 0.
    pub seed: u32,
}

impl Default for Farthest {
    fn default() -> Self {
        Self { d: 16, seed: 0 }
    }
}

impl Farthest {
    pub(super) fn read(fields: &mut Fields<'_>) -> Self {
        let default = Self::default();
        Self {
            // S⁰ has only two points.
            d: fields.whole("d", default.d, 2..=64),
            seed: fields.whole("seed", default.seed, 0..=u32::MAX),
        }
    }
}

impl Kind for Farthest {
    fn dimension(&self) -> Option<u32> {
        None
    }

    fn token_dimension(&self) -> u32 {
        self.d
    }

    fn scored_tokens(&self, t: u32) -> u32 {
        t
    }

    fn vector(&self) -> Option<u32> {
        Some(self.d)
    }

    /// A single point has no other point.
    fn shortest(&self) -> u32 {
        2
    }

    fn seed(&self) -> u32 {
        self.seed
    }

    fn sentence(&self) -> String {
        "Points lie scattered on a ball. For each of them, name the point that is farthest away."
            .into()
    }

    fn inputs(&self, stream: &mut Stream, t: u32, count: u32) -> Vec<f32> {
        sphere::points(stream, count as usize * t as usize, self.d as usize)
    }

    fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32> {
        let d = self.d as usize;
        let mut labels = Vec::with_capacity(inputs.len());
        for points in inputs.chunks_exact(t as usize * d) {
            for query in points.chunks_exact(d) {
                // No point is farthest from itself, so the query itself need not be left out.
                let (s, _) = least(points.chunks_exact(d).map(|x| sphere::dot(x, query)));
                labels.extend_from_slice(&points[s * d..][..d]);
            }
        }
        labels
    }

    fn target_name(&self, _target: usize) -> String {
        "farthest".into()
    }

    /// How far each point is from the one that asks.
    fn target_rows(&self, _t: u32, sequence: &[f32], query: usize) -> Vec<TargetRow> {
        let points = || sequence.chunks_exact(self.d as usize);
        let Some(asking) = points().nth(query) else {
            return Vec::new();
        };
        let distances = points().enumerate();
        let distances = distances.map(|(s, x)| (s != query).then(|| sphere::distance(x, asking)));
        vec![TargetRow::with_largest(0, distances.collect(), (0.0, 2.0))]
    }

    fn move_token(&self, _row: usize, token: &mut [f32], query: &[f32], value: f64) {
        sphere::turn(token, query, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dataset, Purpose, Task};

    #[test]
    fn labels_are_the_farthest_by_distance() {
        for (d, t) in [(2usize, 2usize), (3, 9), (16, 16)] {
            let task = Task::Farthest(Farthest {
                d: d as u32,
                seed: 1,
            });
            let set = Dataset::draw(&task, Purpose::Training, t as u32, 0, 20);
            assert_eq!(set.inputs.len(), 20 * t * d);
            assert_eq!(set.targets.len(), 20 * t * d);
            // By distance rather than by product, and by index rather than by slice.
            for s in 0..20 {
                for i in 0..t {
                    let at = |p: usize, k: usize| set.inputs[(s * t + p) * d + k];
                    let (mut worst, mut label) = (-1.0, 0);
                    for j in 0..t {
                        let mut distance = 0.0;
                        for k in 0..d {
                            distance += f64::from(at(i, k) - at(j, k)).powi(2);
                        }
                        if distance > worst {
                            (worst, label) = (distance, j);
                        }
                    }
                    for k in 0..d {
                        assert_eq!(set.targets[(s * t + i) * d + k], at(label, k));
                    }
                }
            }
        }
    }

    #[test]
    fn predicting_zero_has_error_one_and_the_truth_zero() {
        let task = Task::Farthest(Farthest::default());
        let set = Dataset::draw(&task, Purpose::Validation, 8, 0, 50);
        assert_eq!((set.scale().mean, set.scale().deviation), (0.0, 1.0));
        assert!((set.nmse(&vec![0.0; 50 * 8 * 16]) - 1.0).abs() < 1e-6);
        assert_eq!(set.nmse(&set.targets), 0.0);
        // The opposite point has the largest error: |2x|² = 4.
        let opposite: Vec<f32> = set.targets[..16 * 8].iter().map(|x| -x).collect();
        assert!((set.nmse(&opposite) - 4.0).abs() < 1e-5);
    }
}
