//! The directions a_i of a max-sum task: drawn or given, and whether any two coincide. The sum of
//! maxima is in `max_sum.rs`.

use serde::{Serialize, Serializer};

use crate::decimal::ShortNumber;
use crate::random::{Purpose, Stream};

/// How the directions a_i are chosen; paper 1 fixes some but does not publish them.
///
/// ```
/// use lab::{Directions, MaxSum};
///
/// let orthonormal = MaxSum { D: 2, d: 2, directions: Directions::Orthonormal, seed: 0 };
/// let [a, b, c, d] = orthonormal.directions()[..] else { panic!("two rows of two numbers") };
/// // At right angles to each other.
/// assert!((a * c + b * d).abs() < 1e-6);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Directions {
    /// Orthonormal: the D targets are independent.
    Orthonormal,
    /// Independent standard normal entries.
    Gaussian,
    /// These, row by row: `[D, d]`.
    Given(Vec<Vec<f64>>),
}

impl Serialize for Directions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Orthonormal => serializer.serialize_str("orthonormal"),
            Self::Gaussian => serializer.serialize_str("gaussian"),
            Self::Given(rows) => serializer.collect_seq(
                rows.iter()
                    .map(|row| row.iter().map(|x| ShortNumber(*x)).collect::<Vec<_>>()),
            ),
        }
    }
}

impl Directions {
    /// The directions, row by row: `[rows, d]`.
    pub(super) fn rows(&self, seed: u32, rows: usize, d: usize) -> Vec<f32> {
        if let Self::Given(rows) = self {
            return rows.iter().flatten().map(|x| *x as f32).collect();
        }
        let mut stream = Stream::new(Purpose::Task, seed, 0);
        let mut a: Vec<f64> = (0..rows * d).map(|_| f64::from(stream.normal())).collect();
        if *self == Self::Orthonormal {
            orthonormalise(&mut a, rows, d);
        }
        a.into_iter().map(|x| x as f32).collect()
    }
}

/// The directions that are zero (`None`), or have the same direction as an earlier one (`Some`): then
/// one maximum is a multiple of the other, and the two targets are one.
pub(super) fn coinciding(directions: &[f32], d: usize) -> Vec<(usize, Option<usize>)> {
    let mut found = Vec::new();
    let mut units: Vec<Vec<f64>> = Vec::new();
    for (i, a) in directions.chunks_exact(d).enumerate() {
        let length = a.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
        if length == 0.0 {
            found.push((i, None));
        }
        // A zero row becomes NaN, which equals nothing.
        let unit: Vec<f64> = a.iter().map(|x| f64::from(*x) / length).collect();
        // Directions that f32 can hardly distinguish count as the same.
        let same = |other: &Vec<f64>| unit.iter().zip(other).all(|(x, y)| (x - y).abs() < 1e-6);
        if let Some(j) = units.iter().position(same) {
            found.push((i, Some(j)));
        }
        units.push(unit);
    }
    found
}

/// Gram–Schmidt on the rows; Gaussian rows are independent almost surely, so no row vanishes.
fn orthonormalise(a: &mut [f64], rows: usize, d: usize) {
    for i in 0..rows {
        let (before, rest) = a.split_at_mut(i * d);
        let row = &mut rest[..d];
        // Twice is enough to be orthogonal to the last bit.
        for _ in 0..2 {
            for other in before.chunks_exact(d) {
                let along: f64 = row.iter().zip(other).map(|(x, y)| x * y).sum();
                row.iter_mut().zip(other).for_each(|(x, y)| *x -= along * y);
            }
        }
        let length = row.iter().map(|x| x * x).sum::<f64>().sqrt();
        row.iter_mut().for_each(|x| *x /= length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orthonormal_directions_are_orthonormal() {
        let a = Directions::Orthonormal.rows(0, 7, 9);
        for (i, x) in a.chunks(9).enumerate() {
            for (j, y) in a.chunks(9).enumerate() {
                let product: f32 = x.iter().zip(y).map(|(x, y)| x * y).sum();
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((product - expected).abs() < 1e-6, "{i} {j} {product}");
            }
        }
    }

    #[test]
    fn coinciding_rows_are_found() {
        let rows = [
            1.0, 2.0, 0.0, 0.0, -1.0, -2.0, 3.0, 6.0, 0.0, 0.0, 1.0, 2.01,
        ];
        assert_eq!(coinciding(&rows, 2), [(1, None), (3, Some(0)), (4, None)]);
        assert_eq!(coinciding(&Directions::Gaussian.rows(1, 32, 2), 2), []);
    }
}
