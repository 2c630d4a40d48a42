//! What the two papers prove, as functions: exponents, bounds, and whether a bound is vacuous at given
//! sizes. Nothing here is fitted to measurements.

use std::f64::consts::{E, FRAC_PI_2, PI};

use serde::Serialize;

use crate::random::{Purpose, Stream};

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

/// Paper 2: the error of `heads` random rank-1 heads, combined as well as can be, at finding the
/// nearer of two orthogonal points x1, x2 to a third, y, in `d` dimensions (at least 2). Zero is
/// perfect; predicting nothing has 1.
///
/// Head i picks a point by the sign of (q_i·y)(k_i·(x1 − x2)). With C_ij the chance that heads i
/// and j agree and b_i the chance that head i is right, the least error is 1 − b'C⁻¹b.
///
/// q_i is uniform on the sphere, and so is the part of k_i at right angles to it; q_i·k_i is
/// uniform on [−1, 1], as in the paper's figure. It matters: with k_i = q_i all b_i are equal, the
/// weights have to sum to about 1, and no number of heads gets below 1 − 2b² (0.43 at d = 64);
/// with k_i independent of q_i hardly any head is right more often than by chance.
///
/// ```
/// use lab::random_rank_one_error;
///
/// let [none, one, many] = [0, 1, 64].map(|heads| random_rank_one_error(64, heads, 0));
/// assert_eq!(none, 1.0);
/// // More heads of rank 1 help, but slowly.
/// assert!(one < none && many < one && many > 0.4);
/// ```
pub fn random_rank_one_error(d: u32, heads: usize, seed: u32) -> f64 {
    let d = d.max(2) as usize;
    let mut stream = Stream::new(Purpose::Theory, seed, 0);
    let right_by_angle = RightByAngle::new(d);
    let (mut queries, mut keys, mut right) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..heads {
        let query = unit(normals(&mut stream, d));
        let mut across = normals(&mut stream, d);
        let along = dot(&across, &query);
        across
            .iter_mut()
            .zip(&query)
            .for_each(|(x, q)| *x -= along * q);
        let across = unit(across);
        let cosine = uniform(&mut stream);
        let sine = (1.0 - cosine * cosine).sqrt();
        let key: Vec<f64> = query
            .iter()
            .zip(&across)
            .map(|(q, x)| cosine * q + sine * x)
            .collect();
        queries.push(query);
        keys.push(key);
        right.push(right_by_angle.chance(cosine));
    }
    let mut agree = vec![vec![1.0; heads]; heads];
    for i in 0..heads {
        for j in 0..i {
            let angle = |of: &[Vec<f64>]| dot(&of[i], &of[j]).clamp(-1.0, 1.0).asin();
            let chance = 0.5 + 2.0 / (PI * PI) * angle(&queries) * angle(&keys);
            agree[i][j] = chance;
            agree[j][i] = chance;
        }
    }
    1.0 - dot(&right, &solve(&agree, &right))
}

/// The chance that a rank-1 head is right, by the cosine ρ = q·k:
/// 1/2 + (2/π²) ∫ cos^(d−1)φ · asinh(ρ tan φ) / sin φ dφ over [0, π/2].
///
/// Where from: given y, the signs of k·(x1 − x2) and y·(x1 − x2) agree with chance
/// 1/2 + asin(k·y)/π, so b = 1/2 + E[sgn(q·y) asin(k·y)]/π. Only y's part in the plane of q and k
/// matters; its direction is uniform and its length exceeds sin φ with chance cos^(d−2)φ.
struct RightByAngle {
    /// (tan φ, weight) at the middles of equal steps of φ. The integrand is even at 0 and
    /// vanishes at π/2, so that for large d even few steps are exact.
    nodes: Vec<(f64, f64)>,
}

impl RightByAngle {
    fn new(d: usize) -> Self {
        let steps = 1000;
        let width = FRAC_PI_2 / f64::from(steps);
        let nodes = (0..steps)
            .map(|i| {
                let (sine, cosine) = ((f64::from(i) + 0.5) * width).sin_cos();
                (sine / cosine, width * cosine.powi(d as i32 - 1) / sine)
            })
            // At large d most of the interval weighs nothing.
            .filter(|(_, weight)| *weight > 1e-18)
            .collect();
        Self { nodes }
    }

    fn chance(&self, cosine: f64) -> f64 {
        let integral: f64 = self
            .nodes
            .iter()
            .map(|(tangent, weight)| weight * (cosine * tangent).asinh())
            .sum();
        0.5 + 2.0 / (PI * PI) * integral
    }
}

fn normals(stream: &mut Stream, count: usize) -> Vec<f64> {
    (0..count).map(|_| f64::from(stream.normal())).collect()
}

/// Uniform on (−1, 1).
fn uniform(stream: &mut Stream) -> f64 {
    let cells = 1 << 24;
    (f64::from(stream.below(cells)) + 0.5) / f64::from(cells) * 2.0 - 1.0
}

fn unit(mut row: Vec<f64>) -> Vec<f64> {
    let length = dot(&row, &row).sqrt();
    row.iter_mut().for_each(|x| *x /= length);
    row
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// C⁻¹b for a positive definite C, by conjugate gradients: a few dozen products with C where
/// elimination takes H³/6, and it does not break down where many heads in few dimensions make C
/// nearly singular.
fn solve(matrix: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut solution = vec![0.0; b.len()];
    let mut residual = b.to_vec();
    let mut direction = b.to_vec();
    let mut squared = dot(&residual, &residual);
    let enough = squared * 1e-20;
    for _ in 0..b.len().max(100) {
        if squared <= enough {
            break;
        }
        let image: Vec<f64> = matrix.iter().map(|row| dot(row, &direction)).collect();
        let step = squared / dot(&direction, &image);
        for i in 0..b.len() {
            solution[i] += step * direction[i];
            residual[i] -= step * image[i];
        }
        let before = squared;
        squared = dot(&residual, &residual);
        for i in 0..b.len() {
            direction[i] = residual[i] + squared / before * direction[i];
        }
    }
    solution
}

#[cfg(test)]
mod tests;
