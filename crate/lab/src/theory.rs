//! What paper 1 proves, as functions: exponents, bounds, and whether a bound is vacuous at given
//! sizes. Nothing here is fitted to measurements.

use std::f64::consts::E;

use serde::Serialize;

/// Paper 1, theorem 2: with h < D heads at least Ω(1/ε^k) parameters are needed.
///
/// ```
/// use lab::lower_bound;
///
/// let bound = lower_bound(64, 1, 8, 4).unwrap();
/// // (64/4 − 1 − 4 + 1) / ((8 + 1)·1 + 1) − 1 = 12/10 − 1.
/// assert!((bound.k - 0.2).abs() < 1e-9);
/// assert_eq!(bound.fraction, (8, 40));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LowerBound {
    /// The exponent, k = (T/4 − h − D + 1) / ((n + 1)h + 1) − 1.
    pub k: f64,
    /// k as an exact fraction: numerator and denominator.
    pub fraction: (i64, i64),
    /// Whether k ≤ 0: then the bound holds, but forbids nothing.
    pub vacuous: bool,
    /// The smallest T at which k > 0, all else equal.
    pub holds_from: u64,
}

/// The lower bound for `h` heads of dimension `n` on sequences of length `t`; `None` for h ≥ D and for
/// h = 0, where the theorem does not apply.
///
/// One head for D = 4 targets: at T = 16 the bound forbids nothing, from T = 57 on it does.
///
/// ```
/// use lab::lower_bound;
///
/// let bound = lower_bound(16, 1, 8, 4).unwrap();
/// assert!(bound.vacuous);
/// assert_eq!(bound.holds_from, 57);
/// assert!(!lower_bound(57, 1, 8, 4).unwrap().vacuous);
/// // Four heads are enough.
/// assert_eq!(lower_bound(16, 4, 8, 4), None);
/// ```
pub fn lower_bound(t: u32, h: u32, n: u32, dimension: u32) -> Option<LowerBound> {
    if h == 0 || h >= dimension {
        return None;
    }
    // Over one denominator: k = (T − 4(n + 2)h − 4D) / (4((n + 1)h + 1)).
    let [t, h, n, dimension] = [t, h, n, dimension].map(i64::from);
    let zero = 4 * ((n + 2) * h + dimension);
    let fraction = (t - zero, 4 * ((n + 1) * h + 1));
    Some(LowerBound {
        k: fraction.0 as f64 / fraction.1 as f64,
        fraction,
        vacuous: fraction.0 <= 0,
        holds_from: zero as u64 + 1,
    })
}

/// Paper 1, theorem 1: with h ≥ D heads of dimension n ≥ 2, C/ε^γ parameters suffice. γ is 2 for
/// features of finite Barron norm, and at worst max(d, D). None where the theorem does not apply.
///
/// ```
/// use lab::sufficient_exponent;
///
/// // Four heads of dimension 8 for D = 4 and tokens of d = 7 numbers.
/// assert_eq!(sufficient_exponent(4, 8, 7, 4, true), Some(2));
/// assert_eq!(sufficient_exponent(4, 8, 7, 4, false), Some(7));
/// // Three heads are too few.
/// assert_eq!(sufficient_exponent(3, 8, 7, 4, true), None);
/// ```
pub fn sufficient_exponent(h: u32, n: u32, d: u32, dimension: u32, barron: bool) -> Option<u32> {
    let applies = h >= dimension && n >= 2;
    applies.then(|| if barron { 2 } else { d.max(dimension) })
}

/// Paper 1, theorem 3: one head of dimension n ≥ T·d with a five-layer ReLU network memorises, with
/// C/ε^(1+γ) parameters. None where the theorem does not apply.
///
/// ```
/// use lab::memorising_exponent;
///
/// // T = 16 tokens of d = 4 numbers fit into one head of dimension 64, and not into one of 63.
/// assert_eq!(memorising_exponent(16, 1, 64, 4, 4, true), Some(3));
/// assert_eq!(memorising_exponent(16, 1, 63, 4, 4, true), None);
/// ```
pub fn memorising_exponent(
    t: u32,
    h: u32,
    n: u32,
    d: u32,
    dimension: u32,
    barron: bool,
) -> Option<u32> {
    let applies = h == 1 && u64::from(n) >= u64::from(t) * u64::from(d);
    applies.then(|| 1 + if barron { 2 } else { d.max(dimension) })
}

/// What a head of sharpness β computes of its scores Ψ: Σ_t Ψ_t e^(−βΨ_t) / Σ_t e^(−βΨ_t), a soft
/// minimum. NaN for no scores.
///
/// ```
/// use lab::soft_minimum;
///
/// let scores = [0.25, 1.0, 0.75];
/// // Without any sharpness it is the mean, with much of it the minimum.
/// assert!((soft_minimum(&scores, 0.0) - 2.0 / 3.0).abs() < 1e-12);
/// assert_eq!(soft_minimum(&scores, 1e6), 0.25);
/// ```
pub fn soft_minimum(scores: &[f64], beta: f64) -> f64 {
    let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut above, mut total) = (0.0, 0.0);
    for score in scores {
        let weight = (-beta * (score - least)).exp();
        above += weight * (score - least);
        total += weight;
    }
    least + above / total
}

/// How far a soft minimum may be above the true one (paper 1): (|S| − 1)/(eβ) + T·e^(−β), for β ≥ 1,
/// where |S| of T positions count and the others score at least 1 above the minimum.
///
/// ```
/// use lab::{soft_minimum, soft_minimum_bound};
///
/// let scores = [0.25, 1.0, 0.75];
/// let above = |beta| soft_minimum(&scores, beta) - 0.25;
/// for beta in [1.0, 10.0, 100.0] {
///     assert!(above(beta) <= soft_minimum_bound(3, 3, beta));
/// }
/// assert!(soft_minimum_bound(3, 3, 100.0) < 0.01);
/// ```
pub fn soft_minimum_bound(inside: usize, t: usize, beta: f64) -> f64 {
    (inside.max(1) - 1) as f64 / (E * beta) + t as f64 * (-beta).exp()
}

#[cfg(test)]
mod tests;
