//! `Task`: what is to be learned — a target function, its input distribution and its intrinsic
//! dimension D.

use serde::Serialize;

use crate::random::{Purpose, Stream};

/// Paper 1's synthetic task: y = Σ_i max_t a_i·x(t), with D directions a_i and x(t) ~ N(0, I_d).
///
/// Each of the D maxima may sit at another position, so a Transformer has to look at D places at
/// once: that is what a head is for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(non_snake_case)]
pub struct Task {
    /// Intrinsic dimension: the number of maxima.
    pub D: u32,
    /// Dimension of a token.
    pub d: u32,
    /// How the a_i are chosen.
    pub directions: Directions,
    /// Sets the a_i and the data.
    pub seed: u32,
}

/// How the directions a_i are chosen; paper 1 fixes some but does not publish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// Of length one and at right angles: the D features are independent.
    Orthonormal,
    /// Independent standard normal entries.
    Gaussian,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            D: 4,
            d: 4,
            directions: Directions::Orthonormal,
            seed: 0,
        }
    }
}

impl Serialize for Task {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // `kind` comes first, so that a reader of the JSON knows what the rest means.
        #[derive(Serialize)]
        #[allow(non_snake_case)]
        struct Form {
            kind: &'static str,
            D: u32,
            d: u32,
            directions: Directions,
            seed: u32,
        }
        Form {
            kind: "max-sum",
            D: self.D,
            d: self.d,
            directions: self.directions,
            seed: self.seed,
        }
        .serialize(serializer)
    }
}

impl Task {
    /// The directions a_i, row by row: `[D, d]`.
    pub fn directions(&self) -> Vec<f32> {
        let (rows, d) = (self.D as usize, self.d as usize);
        let mut stream = Stream::new(Purpose::Task, self.seed, 0);
        let mut a: Vec<f64> = (0..rows * d).map(|_| f64::from(stream.normal())).collect();
        if self.directions == Directions::Orthonormal {
            orthonormalise(&mut a, rows, d);
        }
        a.into_iter().map(|x| x as f32).collect()
    }

    /// The target of one sequence `x`, token by token: `[T, d]`.
    pub fn target(&self, directions: &[f32], x: &[f32]) -> f32 {
        let d = self.d as usize;
        directions
            .chunks_exact(d)
            .map(|a| {
                x.chunks_exact(d)
                    .map(|token| dot(a, token))
                    .fold(f32::NEG_INFINITY, f32::max)
            })
            .sum()
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
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
        let task = Task {
            D: 7,
            d: 9,
            ..Task::default()
        };
        let a = task.directions();
        for (i, x) in a.chunks(9).enumerate() {
            for (j, y) in a.chunks(9).enumerate() {
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((dot(x, y) - expected).abs() < 1e-6, "{i} {j} {}", dot(x, y));
            }
        }
    }

    #[test]
    fn the_target_is_the_sum_of_maxima() {
        let task = Task {
            D: 2,
            d: 2,
            ..Task::default()
        };
        let directions = [1.0, 0.0, 0.0, -2.0];
        // Maxima: 3 along the first axis (token 1), -2·-5 = 10 along the second (token 0).
        assert_eq!(task.target(&directions, &[-1.0, -5.0, 3.0, 4.0]), 13.0);
    }
}
