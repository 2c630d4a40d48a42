//! What the kernels compute with: eight single-precision numbers ("lanes") at a time, in whatever
//! registers the machine has. [`Simd`] is the choice of instructions, [`F32x8`] eight numbers in
//! them, with the functions that kernels need. The registers are in `portable` and `avx2`, the
//! kernels in the other modules.
//!
//! No fused multiply-add and no relaxed SIMD, and one order for every sum: all instructions compute
//! the same bits, natively and as wasm. `tests/native/fused.rs` compares them.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// Numbers in an [`F32x8`].
pub const LANES: usize = 8;

/// A computation that [`Simd::compute`] compiles for its instructions. All of it must be
/// `#[inline(always)]`: what is a function of its own is compiled for every machine.
pub trait Kernel {
    /// What it computes.
    type Output;

    /// Computes it.
    fn compute(self) -> Self::Output;
}

/// Instructions that this machine has: there is no value of an implementation elsewhere.
pub trait Simd: Copy + Debug + Send + 'static {
    /// Eight numbers.
    type F32x8: F32x8<Simd = Self>;

    /// Whether eight numbers are in one register: of those there are sixteen.
    const IS_ONE_REGISTER: bool;

    /// Runs a kernel that is compiled for these instructions.
    fn compute<K: Kernel>(self, kernel: K) -> K::Output;

    /// The same number in all lanes.
    fn splat(self, x: f32) -> Self::F32x8;

    /// A number for each lane.
    fn load(self, lanes: [f32; LANES]) -> Self::F32x8;

    /// Zeros.
    #[inline(always)]
    fn zero(self) -> Self::F32x8 {
        self.splat(0.0)
    }
}

/// Eight numbers.
pub trait F32x8:
    Copy
    + Debug
    + Send
    + Add<Output = Self>
    + AddAssign
    + Div<Output = Self>
    + Mul<Output = Self>
    + Sub<Output = Self>
    + 'static
{
    /// The instructions that compute with it.
    type Simd: Simd<F32x8 = Self>;

    /// The instructions that compute with it.
    fn simd(self) -> Self::Simd;

    /// The number of each lane.
    fn to_array(self) -> [f32; LANES];

    /// |x|.
    fn abs(self) -> Self;

    /// `other` if it is larger, otherwise `self`: NaN in `self` stays NaN, NaN in `other` is
    /// ignored.
    fn max(self, other: Self) -> Self;

    /// `self` if `x < limit`, otherwise `other`.
    fn if_less(self, x: Self, limit: Self, other: Self) -> Self;

    /// The sum of all lanes: with a to h in them, ((a + e) + (c + g)) + ((b + f) + (d + h)).
    fn sum_lanes(self) -> f32;

    /// The sums of four vectors at once, added in the order of [`Self::sum_lanes`].
    fn sum_lanes_of_four(four: [Self; 4]) -> [f32; 4];

    /// The largest lane; with a NaN among them, any lane.
    fn max_lane(self) -> f32;

    /// Rows as columns.
    fn transpose(rows: [Self; LANES]) -> [Self; LANES];

    /// 2ⁿ of the integers n in the low bits of each lane.
    fn power_of_two(self) -> Self;

    /// max(x, 0); NaN stays NaN.
    #[inline(always)]
    fn relu(self) -> Self {
        self.max(self.simd().zero())
    }

    /// `self` if `gate` is positive, otherwise zero.
    #[inline(always)]
    fn if_positive(self, gate: Self) -> Self {
        let zero = self.simd().zero();
        self.if_less(zero, gate, zero)
    }

    /// eˣ for x ≤ 88, within 2e-7 of its size; exactly zero below −87, where single precision
    /// begins to run out. NaN stays NaN.
    #[inline(always)]
    fn exp(self) -> Self {
        let simd = self.simd();
        // x = n ln 2 + r. Adding 1.5·2²³ rounds to a whole number, which is then in the low bits;
        // ln 2 is taken off in two parts, the first of few enough bits to be exact.
        const MAGIC: f32 = 12_582_912.0;
        let shifted = self * simd.splat(std::f32::consts::LOG2_E) + simd.splat(MAGIC);
        let n = shifted - simd.splat(MAGIC);
        let r = self - n * simd.splat(0.693_359_4) - n * simd.splat(-2.121_944_4e-4);
        // Cephes' polynomial for eʳ, |r| ≤ ln 2 / 2.
        let mut p = simd.splat(1.987_569_1e-4);
        for coefficient in [
            1.398_2e-3,
            8.333_452e-3,
            4.166_579_6e-2,
            1.666_666_5e-1,
            5e-1,
        ] {
            p = p * r + simd.splat(coefficient);
        }
        let e = p * (r * r) + r + simd.splat(1.0);
        let scaled = e * shifted.power_of_two();
        simd.zero().if_less(self, simd.splat(-87.0), scaled)
    }

    /// Φ(x) and φ(x) of the normal distribution; Φ within 3e-7.
    #[inline(always)]
    fn normal_cdf_and_density(self) -> (Self, Self) {
        let simd = self.simd();
        let e = (self * self * simd.splat(-0.5)).exp();
        // Φ(−|x|) = e^(−x²/2) R(s), s = 1 / (1 + 0.4 |x|/√2), with R fitted for |x|/√2 ≤ 9.5 to
        // within 7e-8 of its size; beyond, e^(−x²/2) is zero.
        let one = simd.splat(1.0);
        let s = one / (one + self.abs() * simd.splat(0.4 * std::f32::consts::FRAC_1_SQRT_2));
        let mut r = simd.splat(0.020_453_99);
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
            r = r * s + simd.splat(coefficient);
        }
        let tail = r * s * e;
        let density = e * simd.splat(0.398_942_3);
        (tail.if_less(self, simd.zero(), one - tail), density)
    }
}
