//! Eight numbers that are computed with at once, in two registers of four: in wasm (simd128), on
//! x86-64 (SSE2, which every such processor has), and as arrays elsewhere. No fused multiply-add and
//! no relaxed SIMD: the same bits on every machine, and in wasm as natively. No kernels here.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

use super::four::{Four, sums, turned};

/// Numbers in [`Lanes`].
pub const LANES: usize = 8;

/// Eight numbers.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(Four, Four);

impl Lanes {
    /// The same number everywhere.
    #[inline(always)]
    pub fn splat(x: f32) -> Self {
        Self(Four::splat(x), Four::splat(x))
    }

    /// Nothing.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::splat(0.0)
    }

    /// From numbers in order.
    #[inline(always)]
    pub fn of([a, b, c, d, e, f, g, h]: [f32; LANES]) -> Self {
        Self(Four::of([a, b, c, d]), Four::of([e, f, g, h]))
    }

    /// The numbers in order.
    #[inline(always)]
    pub fn values(self) -> [f32; LANES] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.values(), self.1.values());
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn each(self, other: Self, f: impl Fn(Four, Four) -> Four) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }

    /// |x|.
    #[inline(always)]
    fn size(self) -> Self {
        Self(self.0.size(), self.1.size())
    }

    /// `other` where it is larger, and itself elsewhere.
    #[inline(always)]
    pub fn larger(self, other: Self) -> Self {
        self.each(other, Four::larger)
    }

    /// max(x, 0); what is no number stays none.
    #[inline(always)]
    pub fn relu(self) -> Self {
        self.larger(Self::zero())
    }

    /// Itself where `x` is less than `limit`, and `other` elsewhere.
    #[inline(always)]
    fn where_less(self, x: Self, limit: Self, other: Self) -> Self {
        Self(
            self.0.where_less(x.0, limit.0, other.0),
            self.1.where_less(x.1, limit.1, other.1),
        )
    }

    /// Itself where `gate` is positive, and zero elsewhere.
    #[inline(always)]
    pub fn where_positive(self, gate: Self) -> Self {
        self.where_less(Self::zero(), gate, Self::zero())
    }

    /// The sum.
    #[inline(always)]
    pub fn sum(self) -> f32 {
        let [a, b, c, d] = (self.0 + self.1).values();
        (a + c) + (b + d)
    }

    /// The sums of four, as [`Lanes::sum`] adds.
    #[inline(always)]
    pub fn sums(four: [Self; 4]) -> [f32; 4] {
        sums(four.map(|one| one.0 + one.1)).values()
    }

    /// The largest; any where one is no number.
    #[inline(always)]
    pub fn largest(self) -> f32 {
        let larger = |a: f32, b: f32| if a < b { b } else { a };
        let [a, b, c, d] = self.0.larger(self.1).values();
        larger(larger(a, c), larger(b, d))
    }

    /// Rows as columns.
    #[inline(always)]
    pub fn turned(rows: [Self; LANES]) -> [Self; LANES] {
        let left = |first: usize| turned(std::array::from_fn(|i| rows[first + i].0));
        let right = |first: usize| turned(std::array::from_fn(|i| rows[first + i].1));
        let (above, below) = ([left(0), right(0)], [left(4), right(4)]);
        std::array::from_fn(|i| Self(above[i / 4][i % 4], below[i / 4][i % 4]))
    }

    /// eˣ for x ≤ 88, within 2e-7 of its size; exactly zero below −87, where single precision
    /// begins to run out. What is no number stays none.
    #[inline(always)]
    pub fn exp(self) -> Self {
        // x = n ln 2 + r. Adding 1.5·2²³ rounds to a whole number, which is then in the low bits;
        // ln 2 is taken off in two parts, the first of few enough bits to be exact.
        const MAGIC: f32 = 12_582_912.0;
        let shifted = self * Self::splat(std::f32::consts::LOG2_E) + Self::splat(MAGIC);
        let n = shifted - Self::splat(MAGIC);
        let r = self - n * Self::splat(0.693_359_4) - n * Self::splat(-2.121_944_4e-4);
        // Cephes' polynomial for eʳ, |r| ≤ ln 2 / 2.
        let mut p = Self::splat(1.987_569_1e-4);
        for coefficient in [
            1.398_2e-3,
            8.333_452e-3,
            4.166_579_6e-2,
            1.666_666_5e-1,
            5e-1,
        ] {
            p = p * r + Self::splat(coefficient);
        }
        let e = p * (r * r) + r + Self::splat(1.0);
        let scale = Self(shifted.0.power_of_two(), shifted.1.power_of_two());
        Self::zero().where_less(self, Self::splat(-87.0), e * scale)
    }

    /// Φ(x) and φ(x) of the normal distribution; Φ within 3e-7.
    #[inline(always)]
    pub fn normal(self) -> (Self, Self) {
        let e = (self * self * Self::splat(-0.5)).exp();
        // Φ(−|x|) = e^(−x²/2) R(s), s = 1 / (1 + 0.4 |x|/√2), with R fitted for |x|/√2 ≤ 9.5 to
        // within 7e-8 of its size; beyond, e^(−x²/2) is zero.
        let one = Self::splat(1.0);
        let s = one / (one + self.size() * Self::splat(0.4 * std::f32::consts::FRAC_1_SQRT_2));
        let mut r = Self::splat(0.020_453_99);
        for coefficient in [
            -0.069_267_38,
            0.040_026_754,
            0.046_389_44,
            0.038_094_655,
            0.097_513_07,
            0.100_719_07,
            0.113_255_44,
            0.112_814_98,
        ] {
            r = r * s + Self::splat(coefficient);
        }
        let tail = r * s * e;
        let density = e * Self::splat(0.398_942_3);
        (tail.where_less(self, Self::zero(), one - tail), density)
    }
}

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Add for Lanes {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }
}

impl Sub for Lanes {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, |a, b| a - b)
    }
}

impl Mul for Lanes {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.each(other, |a, b| a * b)
    }
}

impl Div for Lanes {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.each(other, |a, b| a / b)
    }
}
