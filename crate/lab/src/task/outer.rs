//! How a retrieval task combines its D minima into one number: the outer map F0 of paper 1, which has
//! to be smooth and whose partial derivatives must never be zero. How the minima are found is in
//! `retrieval.rs`.

use serde::Serialize;

/// The outer map F0(z_1, …, z_D), with z_i in [0, 1].
///
/// With one minimum z the sum is z, and the product 1 + z.
///
/// ```
/// use lab::{Outer, Retrieval, Task};
///
/// let target = |outer| {
///     Task::Retrieval(Retrieval { D: 1, outer, ..Retrieval::default() }).targets(1, &[0.5, 0.5])[0]
/// };
/// assert!((target(Outer::Product) - target(Outer::Sum) - 1.0).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outer {
    /// Σ z_i. Every partial derivative is 1.
    Sum,
    /// Π (1 + z_i). ∂_i = Π_{j≠i} (1 + z_j) ≥ 1, because no z_j is negative.
    Product,
    /// Σ w_i z_i + tanh(Σ z_i), with weights w_i = 1/2 + i/D for i = 1 … D.
    /// ∂_i = w_i + 1 − tanh²(Σ z_j) > 1/2, because w_i > 1/2 and tanh² < 1.
    Smooth,
}

impl Outer {
    /// F0(z).
    pub(super) fn value(self, z: &[f64]) -> f64 {
        match self {
            Self::Sum => z.iter().sum(),
            Self::Product => z.iter().map(|z| 1.0 + z).product(),
            Self::Smooth => {
                let weight = |i: usize| 0.5 + (i + 1) as f64 / z.len() as f64;
                let weighted: f64 = z.iter().enumerate().map(|(i, z)| weight(i) * z).sum();
                weighted + z.iter().sum::<f64>().tanh()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_formulas() {
        let z = [0.5, 0.25];
        assert_eq!(Outer::Sum.value(&z), 0.75);
        assert_eq!(Outer::Product.value(&z), 1.875);
        let smooth = 1.0 * 0.5 + 1.5 * 0.25 + 0.75f64.tanh();
        assert!((Outer::Smooth.value(&z) - smooth).abs() < 1e-12);
    }

    #[test]
    fn no_partial_derivative_comes_near_zero() {
        let step = 1e-5;
        for outer in [Outer::Sum, Outer::Product, Outer::Smooth] {
            for count in 1..=4usize {
                // A grid of six values along each axis, counted in base six.
                for point in 0..6usize.pow(count as u32) {
                    let digit = |i: usize| point / 6usize.pow(i as u32) % 6;
                    let z: Vec<f64> = (0..count).map(|i| digit(i) as f64 / 5.0).collect();
                    for i in 0..count {
                        let (mut up, mut down) = (z.clone(), z.clone());
                        up[i] += step;
                        down[i] -= step;
                        let slope = (outer.value(&up) - outer.value(&down)) / (2.0 * step);
                        assert!(slope > 0.5, "{outer:?} {z:?} {i}: {slope}");
                    }
                }
            }
        }
    }
}
