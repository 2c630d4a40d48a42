//! `F32x8`: eight single-precision numbers ("lanes"), in two registers of four. No fused
//! multiply-add and no relaxed SIMD: every machine computes the same bits, and wasm the same as
//! native code. Kernels are in the other modules.
//!
//! The registers are `wide`'s. Hand-written ones (SSE2, simd128, arrays) computed the same bits as
//! fast: the default run with h = 4, best of 5, takes 0.62 s with `wide` and 0.63 s without natively,
//! and 0.84 s and 0.85 s as wasm in Node.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

use wide::{f32x4, i32x4};

/// Numbers in [`F32x8`].
pub const LANES: usize = 8;

/// Eight numbers.
#[derive(Clone, Copy, Debug)]
pub struct F32x8(f32x4, f32x4);

impl F32x8 {
    /// The same number in all lanes.
    #[inline(always)]
    pub fn splat(x: f32) -> Self {
        Self(f32x4::splat(x), f32x4::splat(x))
    }

    /// Zeros.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::splat(0.0)
    }

    #[inline(always)]
    pub fn from_array([a, b, c, d, e, f, g, h]: [f32; LANES]) -> Self {
        Self(f32x4::new([a, b, c, d]), f32x4::new([e, f, g, h]))
    }

    #[inline(always)]
    pub fn to_array(self) -> [f32; LANES] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.to_array(), self.1.to_array());
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32x4, f32x4) -> f32x4) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs(), self.1.abs())
    }

    /// `other` if it is larger, otherwise `self`: NaN in `self` stays NaN, NaN in `other` is
    /// ignored.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| a.simd_lt(b).select(b, a))
    }

    /// max(x, 0); NaN stays NaN.
    #[inline(always)]
    pub fn relu(self) -> Self {
        self.max(Self::zero())
    }

    /// `self` if `x < limit`, otherwise `other`.
    #[inline(always)]
    fn if_less(self, x: Self, limit: Self, other: Self) -> Self {
        Self(
            x.0.simd_lt(limit.0).select(self.0, other.0),
            x.1.simd_lt(limit.1).select(self.1, other.1),
        )
    }

    /// `self` if `gate` is positive, otherwise zero.
    #[inline(always)]
    pub fn if_positive(self, gate: Self) -> Self {
        self.if_less(Self::zero(), gate, Self::zero())
    }

    /// The sum of all lanes.
    #[inline(always)]
    pub fn sum_lanes(self) -> f32 {
        let [a, b, c, d] = (self.0 + self.1).to_array();
        (a + c) + (b + d)
    }

    /// The sums of four vectors at once, added in the order of [`Self::sum_lanes`].
    #[inline(always)]
    pub fn sum_lanes_of_four(four: [Self; 4]) -> [f32; 4] {
        let [a, b, c, d] = four.map(|one| one.0 + one.1);
        // (a0 + a2, c0 + c2, a1 + a3, c1 + c3), and the same of b and d.
        let ac = a.unpack_lo(c) + a.unpack_hi(c);
        let bd = b.unpack_lo(d) + b.unpack_hi(d);
        (ac.unpack_lo(bd) + ac.unpack_hi(bd)).to_array()
    }

    /// The largest lane; with a NaN among them, any lane.
    #[inline(always)]
    pub fn max_lane(self) -> f32 {
        let max = |a: f32, b: f32| if a < b { b } else { a };
        let [a, b, c, d] = self.0.simd_lt(self.1).select(self.1, self.0).to_array();
        max(max(a, c), max(b, d))
    }

    /// Rows as columns.
    #[inline(always)]
    pub fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        let left = |first: usize| f32x4::transpose(std::array::from_fn(|i| rows[first + i].0));
        let right = |first: usize| f32x4::transpose(std::array::from_fn(|i| rows[first + i].1));
        let (above, below) = ([left(0), right(0)], [left(4), right(4)]);
        std::array::from_fn(|i| Self(above[i / 4][i % 4], below[i / 4][i % 4]))
    }

    /// eˣ for x ≤ 88, within 2e-7 of its size; exactly zero below −87, where single precision
    /// begins to run out. NaN stays NaN.
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
        let scale = Self(power_of_two(shifted.0), power_of_two(shifted.1));
        Self::zero().if_less(self, Self::splat(-87.0), e * scale)
    }

    /// Φ(x) and φ(x) of the normal distribution; Φ within 3e-7.
    #[inline(always)]
    pub fn normal_cdf_and_density(self) -> (Self, Self) {
        let e = (self * self * Self::splat(-0.5)).exp();
        // Φ(−|x|) = e^(−x²/2) R(s), s = 1 / (1 + 0.4 |x|/√2), with R fitted for |x|/√2 ≤ 9.5 to
        // within 7e-8 of its size; beyond, e^(−x²/2) is zero.
        let one = Self::splat(1.0);
        let s = one / (one + self.abs() * Self::splat(0.4 * std::f32::consts::FRAC_1_SQRT_2));
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
        (tail.if_less(self, Self::zero(), one - tail), density)
    }
}

/// 2ⁿ of the integers n in the low bits of each lane.
#[inline(always)]
fn power_of_two(x: f32x4) -> f32x4 {
    let n: i32x4 = bytemuck::cast(x);
    bytemuck::cast((n << 23) + i32x4::splat(127 << 23))
}

impl AddAssign for F32x8 {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Add for F32x8 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for F32x8 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for F32x8 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl Div for F32x8 {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
}
