//! How fast the error falls as the hidden width grows: paper 1's figure (b), as a number. The slope of
//! a straight line through logarithms, with its standard error; not a test of the theorems'
//! exponents.

use serde::{Deserialize, Serialize};

use super::group::{Group, by_sizes};
use crate::architecture::{is_one, one};

/// The least-squares slope of ln NMSE (median over seeds) on ln N, for one (T, h).
///
/// The error halves whenever the hidden width N doubles.
///
/// ```
/// use lab::{Experiment, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [4], "N": [16, 32, 64] } }"#).unwrap();
/// let slope = &summarise(&results_from_text(&experiment, "0.4,0.2,0.1").unwrap()).slopes[0];
/// assert!((slope.slope.unwrap() + 1.0).abs() < 1e-9);
/// assert!(slope.error.unwrap() < 1e-6);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Slope {
    /// Sequence length.
    pub T: u32,
    /// Attention layers side by side.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub w: u32,
    /// Layers.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub L: u32,
    /// Heads.
    pub h: u32,
    /// The slope: −1 halves the error where N doubles. None for fewer than two N.
    pub slope: Option<f64>,
    /// Its standard error, √(Σ residual² / (m − 2) / Σ (ln N − mean)²) for m widths. None for
    /// fewer than three: a line through two points has no residuals.
    pub error: Option<f64>,
}

/// One slope per (T, h), in that order.
pub(super) fn slopes(groups: &[Group]) -> Vec<Slope> {
    by_sizes(groups, &|g| (g.T, g.w, g.L, g.h))
        .into_iter()
        .map(|(sizes, members)| {
            let points: Vec<(f64, f64)> = members
                .iter()
                .filter_map(|g| Some((f64::from(g.N).ln(), g.median?.ln())))
                // Zero has no logarithm.
                .filter(|(x, y)| x.is_finite() && y.is_finite())
                .collect();
            let (slope, error) = line(&points);
            Slope {
                T: sizes.0,
                w: sizes.1,
                L: sizes.2,
                h: sizes.3,
                slope,
                error,
            }
        })
        .collect()
}

/// Slope and standard error of the least-squares line through points of distinct x.
fn line(points: &[(f64, f64)]) -> (Option<f64>, Option<f64>) {
    if points.len() < 2 {
        return (None, None);
    }
    let count = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    // Centred at the means, so that no large numbers cancel.
    let centred = || points.iter().map(|(x, y)| (x - mean_x, y - mean_y));
    let spread: f64 = centred().map(|(x, _)| x * x).sum();
    let slope = centred().map(|(x, y)| x * y).sum::<f64>() / spread;
    let residual: f64 = centred().map(|(x, y)| (y - slope * x).powi(2)).sum();
    let error = (points.len() > 2).then(|| (residual / (count - 2.0) / spread).sqrt());
    (Some(slope), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::summarise;
    use crate::summary::tables::outcome;

    /// The slopes of one (T, h) whose error at width N is `error(N)`.
    fn slope_of(widths: &[u32], error: impl Fn(f64) -> f64) -> Slope {
        let outcomes: Vec<_> = widths
            .iter()
            .map(|&n| outcome(16, n, 3, 0, Some(error(f64::from(n)))))
            .collect();
        let slopes = summarise(&outcomes).slopes;
        assert_eq!(slopes.len(), 1);
        slopes[0].clone()
    }

    #[test]
    fn a_power_law_has_its_exponent_and_no_error() {
        let found = slope_of(&[8, 16, 32, 64, 128], |n| 3.0 * n.powf(-1.75));
        assert!((found.slope.unwrap() + 1.75).abs() < 1e-12);
        assert!(found.error.unwrap() < 1e-12);
        assert_eq!((found.T, found.h), (16, 3));
    }

    #[test]
    fn three_points_are_right_by_hand() {
        // (0, 0), (1, 2), (2, 1): slope 1/2, residuals −1/2, 1, −1/2, so the standard error is
        // √(1.5 / 1 / 2).
        let (slope, error) = line(&[(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)]);
        assert!((slope.unwrap() - 0.5).abs() < 1e-12);
        assert!((error.unwrap() - 0.75f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn too_few_widths_have_no_slope_or_no_error() {
        let law = |n: f64| 1.0 / n;
        let two = slope_of(&[16, 32], law);
        assert!((two.slope.unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(two.error, None);
        let one = slope_of(&[16], law);
        assert_eq!((one.slope, one.error), (None, None));
        // An error of zero is left out.
        let gap = slope_of(&[16, 32, 64], |n| if n == 32.0 { 0.0 } else { 1.0 / n });
        assert!((gap.slope.unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(gap.error, None);
    }
}
