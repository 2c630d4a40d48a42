//! `nearest`: the nearest-neighbour form of paper 2's task. What all tasks share is in `mod.rs`, what
//! the two tasks of paper 2 share in `sphere.rs`.

use serde::Serialize;

use super::{Kind, TargetRow, least, sphere};
use crate::fields::Fields;
use crate::random::Stream;

/// Points i.i.d. uniform on the unit sphere S^(d−1), and for each query the point nearest to it.
///
/// Three points on a circle: the first two are nearest to each other.
///
/// ```
/// use lab::{Nearest, Task};
///
/// let task = Task::Nearest(Nearest { d: 2, ..Nearest::default() });
/// let points = [1.0, 0.0, 0.0, 1.0, -0.6, -0.8];
/// assert_eq!(task.targets(3, &points)[..4], [0.0, 1.0, 1.0, 0.0]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Nearest {
    /// Dimension of the space around the sphere, and of a token. Default 16.
    pub d: u32,
    /// Which tokens are queries. Default self.
    pub queries: Queries,
    /// Sets the data. Default 0.
    pub seed: u32,
}

/// Which tokens are queries.
///
/// ```
/// use lab::{Nearest, Queries, Task};
///
/// let points = [1.0, 0.0, 0.0, 1.0, -0.6, -0.8];
/// let answers = |queries| {
///     Task::Nearest(Nearest { d: 2, queries, seed: 0 }).targets(3, &points)
/// };
/// assert_eq!(answers(Queries::Own).len(), 3 * 2);
/// // Only the last point asks, and the first is nearest to it.
/// assert_eq!(answers(Queries::Separate), [1.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Queries {
    /// All T tokens are points, and each is a query: its label is the x(s) with the greatest
    /// x(s)·x(t) among s ≠ t. Every token is scored.
    #[serde(rename = "self")]
    Own,
    /// Tokens 0 … T−2 are the points; the last, T−1, is a query y, itself uniform on the sphere
    /// and independent of them. Its label is the x(s) with the greatest x(s)·y, and only it is
    /// scored. Only its position distinguishes the query from the points.
    Separate,
}

impl Default for Nearest {
    fn default() -> Self {
        Self {
            d: 16,
            queries: Queries::Own,
            seed: 0,
        }
    }
}

impl Nearest {
    pub(super) fn read(fields: &mut Fields<'_>) -> Self {
        let default = Self::default();
        Self {
            // S⁰ has only two points.
            d: fields.whole("d", default.d, 2..=64),
            queries: fields.choice(
                "queries",
                &[("self", Queries::Own), ("separate", Queries::Separate)],
            ),
            seed: fields.whole("seed", default.seed, 0..=u32::MAX),
        }
    }
}

impl Kind for Nearest {
    fn dimension(&self) -> Option<u32> {
        None
    }

    fn token_dimension(&self) -> u32 {
        self.d
    }

    fn scored_tokens(&self, t: u32) -> u32 {
        match self.queries {
            Queries::Own => t,
            Queries::Separate => 1,
        }
    }

    fn vector(&self) -> Option<u32> {
        Some(self.d)
    }

    /// A single point has no neighbour, and a query needs at least one point.
    fn shortest(&self) -> u32 {
        2
    }

    fn seed(&self) -> u32 {
        self.seed
    }

    fn sentence(&self) -> String {
        match self.queries {
            Queries::Own => {
                "Points lie scattered on a ball. For each of them, name its nearest neighbour."
            }
            Queries::Separate => {
                "Points lie scattered on a ball, and one more is put down at random. Name the \
                 point that is nearest to it."
            }
        }
        .into()
    }

    fn inputs(&self, stream: &mut Stream, t: u32, count: u32) -> Vec<f32> {
        // A separate query has the same distribution as a point, so it is drawn like one.
        sphere::points(stream, count as usize * t as usize, self.d as usize)
    }

    fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32> {
        let (t, d) = (t as usize, self.d as usize);
        let first = match self.queries {
            Queries::Own => 0,
            Queries::Separate => t - 1,
        };
        let mut labels = Vec::new();
        for points in inputs.chunks_exact(t * d) {
            for i in first..t {
                let query = &points[i * d..][..d];
                let (s, _) = least(points.chunks_exact(d).enumerate().map(|(s, x)| {
                    if s == i {
                        f64::INFINITY
                    } else {
                        -sphere::dot(x, query)
                    }
                }));
                labels.extend_from_slice(&points[s * d..][..d]);
            }
        }
        labels
    }

    fn target_name(&self, _target: usize) -> String {
        "nearest".into()
    }

    /// How close each point is to the one that asks: 2 minus the distance.
    fn target_rows(&self, t: u32, sequence: &[f32], query: usize) -> Vec<TargetRow> {
        let query = match self.queries {
            Queries::Own => query,
            Queries::Separate => t as usize - 1,
        };
        let points = || sequence.chunks_exact(self.d as usize);
        let Some(asking) = points().nth(query) else {
            return Vec::new();
        };
        let closeness =
            |(s, x): (usize, &[f32])| (s != query).then(|| 2.0 - sphere::distance(x, asking));
        let values = points().enumerate().map(closeness).collect();
        vec![TargetRow::with_largest(0, values, (0.0, 2.0))]
    }

    fn move_token(&self, _row: usize, token: &mut [f32], query: &[f32], value: f64) {
        sphere::turn(token, query, 2.0 - value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dataset, Purpose, Task};

    #[test]
    fn labels_are_the_nearest_by_distance() {
        for queries in [Queries::Own, Queries::Separate] {
            for (d, t) in [(2usize, 2usize), (3, 9), (16, 16)] {
                let task = Task::Nearest(Nearest {
                    d: d as u32,
                    queries,
                    seed: 1,
                });
                let set = Dataset::draw(&task, Purpose::Training, t as u32, 0, 20);
                let scored = task.scored_tokens(t as u32) as usize;
                assert_eq!(set.targets.len(), 20 * scored * d);
                let mut labels = set.targets.chunks(d);
                for sequence in set.inputs.chunks(t * d) {
                    for i in t - scored..t {
                        // By distance rather than by product, and by sorting all the others.
                        let mut others: Vec<(f64, &[f32])> = Vec::new();
                        for j in (0..t).filter(|j| *j != i) {
                            let mut distance = 0.0;
                            for k in 0..d {
                                let difference = sequence[i * d + k] - sequence[j * d + k];
                                distance += f64::from(difference).powi(2);
                            }
                            others.push((distance, &sequence[j * d..(j + 1) * d]));
                        }
                        others.sort_by(|a, b| a.0.total_cmp(&b.0));
                        assert_eq!(labels.next(), Some(others[0].1));
                    }
                }
            }
        }
    }

    #[test]
    fn a_separate_query_is_scored_alone() {
        let task = Task::Nearest(Nearest {
            d: 3,
            queries: Queries::Separate,
            seed: 0,
        });
        assert_eq!((task.scored_tokens(9), task.target_dimension()), (1, 3));
        let set = Dataset::draw(&task, Purpose::Validation, 9, 0, 40);
        assert!((set.nmse(&[0.0; 40 * 3]) - 1.0).abs() < 1e-6);
    }
}
