//! The maps f_i of a retrieval task, which paper 1 calls features: their shapes and their minimisers. The
//! least f_i of a sequence is target i. Which positions count for it is in `subsets.rs`, how the minima are
//! combined in `outer.rs`.

use serde::Serialize;

use crate::random::Stream;

/// How the map of a target grows away from its minimiser c: f(x) = g(|x − c|² / R²), with R the distance
/// from c to the farthest corner of the cube.
///
/// Each g is smooth, grows strictly from g(0) = 0 to g(1) = 1 and has g'(0) > 0. Hence f maps
/// the cube into [0, 1], is least at c and nowhere else, and its Hessian there, 2g'(0)/R² · I, is
/// positive definite: what paper 1 assumes. R scales with √d, so no shape is flat in high
/// dimension.
///
/// All shapes are least at the same token; they differ in how large they are there.
///
/// ```
/// use lab::{Dataset, Feature, Purpose, Retrieval, Task};
///
/// let [bowl, log] = [Feature::Bowl, Feature::Log]
///     .map(|feature| Task::Retrieval(Retrieval { feature, ..Retrieval::default() }));
/// let sequence = Dataset::draw(&bowl, Purpose::Validation, 16, 0, 1).inputs;
/// assert_eq!(bowl.extrema(16, &sequence), log.extrema(16, &sequence));
/// // The logarithm is steep close to its minimum.
/// assert!(bowl.targets(16, &sequence)[0] < log.targets(16, &sequence)[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// g(u) = u: a quadratic.
    Bowl,
    /// g(u) = (1 − e^(−2u)) / (1 − e^(−2)): a Gaussian well of width R/2.
    Well,
    /// g(u) = ln(1 + 8u) / ln 9: steep close to c, slow far off.
    Log,
}

impl Feature {
    /// g(u), for u in [0, 1].
    pub(super) fn value(self, u: f64) -> f64 {
        match self {
            Self::Bowl => u,
            Self::Well => (-2.0 * u).exp_m1() / (-2.0f64).exp_m1(),
            Self::Log => (8.0 * u).ln_1p() / 8.0f64.ln_1p(),
        }
    }

    /// The u in [0, 1] at which g(u) is `value`.
    pub(super) fn share_of(self, value: f64) -> f64 {
        match self {
            Self::Bowl => value,
            Self::Well => -(value * (-2.0f64).exp_m1()).ln_1p() / 2.0,
            Self::Log => (value * 8.0f64.ln_1p()).exp_m1() / 8.0,
        }
    }
}

/// Minimisers are at least this far apart …
pub(super) const SEPARATION: f64 = 0.2;
/// … and this far inside the cube, so that each is a critical point.
const MARGIN: f64 = 0.1;

/// The point at which the map of one target is least.
#[derive(Clone, Debug)]
pub(super) struct Minimiser {
    /// The point.
    pub c: Vec<f64>,
    /// R², the greatest squared distance to it within the cube.
    reach: f64,
}

impl Minimiser {
    fn at(c: Vec<f64>) -> Self {
        let reach = c.iter().map(|c| c.max(1.0 - c).powi(2)).sum();
        Self { c, reach }
    }

    /// |x − c|² / R².
    pub fn share(&self, x: impl Iterator<Item = f64>) -> f64 {
        let square: f64 = x.zip(&self.c).map(|(x, c)| (x - c).powi(2)).sum();
        square / self.reach
    }

    /// `count` minimisers, each uniform among the points that are far enough from the earlier ones.
    /// `None` if that many were not found.
    pub fn draw(stream: &mut Stream, count: usize, d: usize) -> Option<Vec<Self>> {
        // Early points may leave no room for later ones: then all are drawn again.
        'again: for _ in 0..100 {
            let mut found: Vec<Self> = Vec::with_capacity(count);
            while found.len() < count {
                let place = (0..300).find_map(|_| {
                    let c: Vec<f64> = (0..d)
                        .map(|_| MARGIN + (1.0 - 2.0 * MARGIN) * f64::from(stream.uniform()))
                        .collect();
                    let is_separate = |other: &Self| distance(&other.c, &c) >= SEPARATION;
                    found.iter().all(is_separate).then_some(c)
                });
                match place {
                    Some(c) => found.push(Self::at(c)),
                    None => continue 'again,
                }
            }
            return Some(found);
        }
        None
    }
}

fn distance(x: &[f64], y: &[f64]) -> f64 {
    let squares = x.iter().zip(y).map(|(x, y)| (x - y).powi(2));
    squares.sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    const ALL: [Feature; 3] = [Feature::Bowl, Feature::Well, Feature::Log];

    fn at(feature: Feature, place: &Minimiser, x: &[f64]) -> f64 {
        feature.value(place.share(x.iter().copied()))
    }

    #[test]
    fn a_feature_stays_in_bounds_and_is_least_at_its_minimiser_only() {
        let mut stream = Stream::new(Purpose::Task, 4, 0);
        for d in [1, 2, 3, 8] {
            for place in Minimiser::draw(&mut stream, 3, d).unwrap() {
                for feature in ALL {
                    assert_eq!(at(feature, &place, &place.c), 0.0);
                    // The farthest corner is where the value is 1.
                    let far = |c: &f64| if *c < 0.5 { 1.0 } else { 0.0 };
                    let corner: Vec<f64> = place.c.iter().map(far).collect();
                    assert_eq!(at(feature, &place, &corner), 1.0);
                    for _ in 0..2000 {
                        let x: Vec<f64> = (0..d).map(|_| stream.uniform().into()).collect();
                        let value = at(feature, &place, &x);
                        // Separated: away from c the value stays away from 0.
                        let least = distance(&x, &place.c).powi(2) / (2.0 * d as f64);
                        assert!(value >= least && value > 0.0 && value <= 1.0);
                    }
                }
            }
        }
    }

    #[test]
    fn the_share_of_a_value_has_that_value() {
        for feature in ALL {
            for u in [0.0, 0.01, 0.3, 0.7, 1.0] {
                assert!((feature.share_of(feature.value(u)) - u).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn hessians_at_the_minimiser_are_positive_definite() {
        let mut stream = Stream::new(Purpose::Task, 5, 0);
        for d in [1usize, 2, 3, 5] {
            let place = &Minimiser::draw(&mut stream, 1, d).unwrap()[0];
            for feature in ALL {
                let step = 1e-3;
                let f = |moves: [(usize, f64); 2]| {
                    let mut x = place.c.clone();
                    moves.iter().for_each(|(k, by)| x[*k] += by * step);
                    at(feature, place, &x)
                };
                let mut hessian = vec![vec![0.0; d]; d];
                for (i, row) in hessian.iter_mut().enumerate() {
                    // At a critical point the first differences vanish.
                    let slope = f([(i, 0.5), (i, 0.5)]) - f([(i, -0.5), (i, -0.5)]);
                    assert!(slope.abs() < 1e-12);
                    for (j, entry) in row.iter_mut().enumerate() {
                        let corners = f([(i, 1.0), (j, 1.0)]) - f([(i, 1.0), (j, -1.0)])
                            + f([(i, -1.0), (j, -1.0)])
                            - f([(i, -1.0), (j, 1.0)]);
                        *entry = corners / (4.0 * step * step);
                    }
                }
                assert!(pivots(hessian).iter().all(|pivot| *pivot > 0.1), "{d}");
            }
        }
    }

    /// The pivots of Gaussian elimination: all positive if and only if a symmetric matrix is
    /// positive definite.
    fn pivots(mut a: Vec<Vec<f64>>) -> Vec<f64> {
        for i in 0..a.len() {
            for j in i + 1..a.len() {
                let factor = a[j][i] / a[i][i];
                let row = a[i].clone();
                a[j].iter_mut().zip(row).for_each(|(x, y)| *x -= factor * y);
            }
        }
        (0..a.len()).map(|i| a[i][i]).collect()
    }

    #[test]
    fn minimisers_keep_their_distance_or_are_not_found() {
        for (count, d) in [(1, 1), (3, 1), (4, 1), (4, 2), (8, 2), (32, 4), (32, 64)] {
            let mut stream = Stream::new(Purpose::Task, 6, 0);
            let places = Minimiser::draw(&mut stream, count, d).unwrap();
            assert_eq!(places.len(), count);
            for (i, x) in places.iter().enumerate() {
                assert!(x.c.iter().all(|c| (MARGIN..=1.0 - MARGIN).contains(c)));
                assert!(
                    places[..i]
                        .iter()
                        .all(|y| distance(&x.c, &y.c) >= SEPARATION)
                );
            }
        }
        // Six points 0.2 apart need a length of 1, and the cube minus its margin has 0.8.
        assert!(Minimiser::draw(&mut Stream::new(Purpose::Task, 6, 0), 6, 1).is_none());
        assert!(Minimiser::draw(&mut Stream::new(Purpose::Task, 6, 0), 32, 2).is_none());
    }
}
