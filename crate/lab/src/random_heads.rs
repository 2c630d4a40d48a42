//! Paper 2's closed form for attention heads of rank 1 whose directions are drawn at random: the error of
//! any number of them, combined as well as can be. No training: everything follows from the directions.

use std::f64::consts::{FRAC_PI_2, PI};

use serde::Serialize;

use crate::random::{Purpose, Stream};

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
    let mut draw = Draw::new(d, seed);
    (0..heads).for_each(|_| draw.add_head());
    let chance = |i: usize, j: usize| if i == j { 1.0 } else { draw.agreement(i, j) };
    let row = |i: usize| (0..heads).map(|j| chance(i, j)).collect();
    let agree: Vec<Vec<f64>> = (0..heads).map(row).collect();
    1.0 - dot(&draw.right, &solve(&agree, &draw.right))
}

/// [`random_rank_one_error`] of every number of heads up to the most, for several draws. Each draw begins
/// with the heads that fewer heads have, so that its error only falls.
///
/// ```
/// use lab::{RandomHeads, random_rank_one_error};
///
/// let heads = RandomHeads::finished(16, 8, 2);
/// let points = heads.points();
/// assert_eq!(points.len(), 8);
/// let mean = (random_rank_one_error(16, 8, 0) + random_rank_one_error(16, 8, 1)) / 2.0;
/// assert_eq!(points[7].heads, 8);
/// assert!((points[7].mean - mean).abs() < 1e-9);
/// ```
pub struct RandomHeads {
    d: u32,
    most: usize,
    draws: u32,
    /// Of the draws that have all of their heads: the error of 1, 2, … of them.
    errors: Vec<Vec<f64>>,
    growing: GrowingHeads,
}

/// The errors of so many random heads, over all draws.
///
/// ```
/// // Of two draws, the mean lies half-way.
/// let point = lab::RandomHeads::finished(4, 1, 2).points()[0];
/// assert!((point.mean - (point.min + point.max) / 2.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RandomHeadsPoint {
    /// How many heads.
    pub heads: u32,
    /// The mean over draws.
    pub mean: f64,
    /// The smallest of all draws.
    pub min: f64,
    /// The largest of all draws.
    pub max: f64,
}

impl RandomHeads {
    /// So many draws of up to `most` heads in `d` dimensions (at least 2), none of them computed yet.
    ///
    /// ```
    /// let heads = lab::RandomHeads::new(16, 8, 2);
    /// assert!(heads.points().is_empty());
    /// ```
    pub fn new(d: u32, most: usize, draws: u32) -> Self {
        let d = d.max(2);
        Self {
            d,
            most,
            draws: if most == 0 { 0 } else { draws },
            errors: Vec::new(),
            growing: GrowingHeads::new(d, 0),
        }
    }

    /// The same with every draw computed.
    ///
    /// ```
    /// let heads = lab::RandomHeads::finished(16, 8, 2);
    /// assert_eq!(heads.points().len(), 8);
    /// ```
    pub fn finished(d: u32, most: usize, draws: u32) -> Self {
        let mut heads = Self::new(d, most, draws);
        while heads.advance() {}
        heads
    }

    /// Computes one head more: a page does so in parts, between which it is not held up. Returns false
    /// once all draws have all of their heads.
    ///
    /// ```
    /// let mut heads = lab::RandomHeads::new(16, 8, 2);
    /// let calls = std::iter::repeat_with(|| heads.advance()).take_while(|more| *more);
    /// assert_eq!(calls.count(), 2 * 8 - 1);
    /// assert!(!heads.advance());
    /// ```
    pub fn advance(&mut self) -> bool {
        if self.errors.len() as u32 == self.draws {
            return false;
        }
        self.growing.add_head();
        if self.growing.errors.len() == self.most {
            let next = GrowingHeads::new(self.d, self.errors.len() as u32 + 1);
            let done = std::mem::replace(&mut self.growing, next);
            self.errors.push(done.errors);
        }
        (self.errors.len() as u32) < self.draws
    }

    /// The number of dimensions.
    ///
    /// ```
    /// assert_eq!(lab::RandomHeads::new(16, 8, 2).d(), 16);
    /// ```
    pub fn d(&self) -> u32 {
        self.d
    }

    /// How many draws are computed.
    ///
    /// ```
    /// assert_eq!(lab::RandomHeads::finished(16, 8, 2).draws(), 2);
    /// ```
    pub fn draws(&self) -> u32 {
        self.errors.len() as u32
    }

    /// The errors of 1, 2, … heads over the draws that are computed; none before the first is.
    ///
    /// ```
    /// let points = lab::RandomHeads::finished(16, 32, 3).points();
    /// assert!(points.is_sorted_by(|few, many| few.mean >= many.mean));
    /// ```
    pub fn points(&self) -> Vec<RandomHeadsPoint> {
        if self.errors.is_empty() {
            return Vec::new();
        }
        let point = |i: usize| {
            let of_draws = self.errors.iter().map(|errors| errors[i]);
            RandomHeadsPoint {
                heads: i as u32 + 1,
                mean: of_draws.clone().sum::<f64>() / self.errors.len() as f64,
                min: of_draws.clone().fold(f64::INFINITY, f64::min),
                max: of_draws.fold(f64::NEG_INFINITY, f64::max),
            }
        };
        (0..self.most).map(point).collect()
    }
}

/// Random heads, one after another.
struct Draw {
    d: usize,
    stream: Stream,
    right_by_angle: RightByAngle,
    queries: Vec<Vec<f64>>,
    keys: Vec<Vec<f64>>,
    /// The chance of each head that it is right: b.
    right: Vec<f64>,
}

impl Draw {
    fn new(d: u32, seed: u32) -> Self {
        let d = d.max(2) as usize;
        Self {
            d,
            stream: Stream::new(Purpose::Theory, seed, 0),
            right_by_angle: RightByAngle::new(d),
            queries: Vec::new(),
            keys: Vec::new(),
            right: Vec::new(),
        }
    }

    fn add_head(&mut self) {
        let query = unit(normals(&mut self.stream, self.d));
        let mut across = normals(&mut self.stream, self.d);
        let along = dot(&across, &query);
        across
            .iter_mut()
            .zip(&query)
            .for_each(|(x, q)| *x -= along * q);
        let across = unit(across);
        let cosine = uniform(&mut self.stream);
        let sine = (1.0 - cosine * cosine).sqrt();
        let key: Vec<f64> = query
            .iter()
            .zip(&across)
            .map(|(q, x)| cosine * q + sine * x)
            .collect();
        self.queries.push(query);
        self.keys.push(key);
        self.right.push(self.right_by_angle.chance(cosine));
    }

    /// The chance that two heads agree: C_ij.
    fn agreement(&self, i: usize, j: usize) -> f64 {
        let angle = |of: &[Vec<f64>]| dot(&of[i], &of[j]).clamp(-1.0, 1.0).asin();
        0.5 + 2.0 / (PI * PI) * angle(&self.queries) * angle(&self.keys)
    }
}

/// Random heads and the error of all of them, head by head. With C = LL' and Ly = b the error is
/// 1 − y'y, and a further head only adds a row to L: every number of heads costs no more than the largest.
struct GrowingHeads {
    draw: Draw,
    /// L, each row up to its diagonal.
    rows: Vec<Vec<f64>>,
    y: Vec<f64>,
    errors: Vec<f64>,
}

/// Smaller pivots are not told apart from 0: near 1, asin has half of a number's digits.
const LEAST_PIVOT: f64 = 1e-7;

impl GrowingHeads {
    fn new(d: u32, seed: u32) -> Self {
        Self {
            draw: Draw::new(d, seed),
            rows: Vec::new(),
            y: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn add_head(&mut self) {
        self.draw.add_head();
        let i = self.rows.len();
        let mut row = Vec::with_capacity(i + 1);
        for j in 0..i {
            let rest = self.draw.agreement(i, j) - dot(&row, &self.rows[j][..j]);
            let pivot = self.rows[j][j];
            row.push(if pivot > 0.0 { rest / pivot } else { 0.0 });
        }
        let squared = 1.0 - dot(&row, &row);
        // A head that decides as others do together adds nothing.
        let (pivot, y) = match squared > LEAST_PIVOT {
            true => {
                let pivot = squared.sqrt();
                (pivot, (self.draw.right[i] - dot(&row, &self.y)) / pivot)
            }
            false => (0.0, 0.0),
        };
        row.push(pivot);
        self.rows.push(row);
        self.y.push(y);
        let before = self.errors.last().copied().unwrap_or(1.0);
        self.errors.push(before - y * y);
    }
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
        // Sines and cosines by turning on: those of the standard library would be downloaded before the
        // first chart, and take as much as all else here. Half of a step is small enough for three terms.
        let half = width / 2.0;
        let squared = half * half;
        let sine = half * (1.0 - squared / 6.0 * (1.0 - squared / 20.0));
        let cosine = 1.0 - squared / 2.0 * (1.0 - squared / 12.0);
        let (turn_sine, turn_cosine) = (2.0 * sine * cosine, 1.0 - 2.0 * sine * sine);
        let turn = |(sine, cosine): &(f64, f64)| {
            Some((
                sine * turn_cosine + cosine * turn_sine,
                cosine * turn_cosine - sine * turn_sine,
            ))
        };
        let nodes = std::iter::successors(Some((sine, cosine)), turn)
            .take(steps as usize)
            .map(|(sine, cosine)| (sine / cosine, width * cosine.powi(d as i32 - 1) / sine))
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
