//! Eight numbers that are computed with at once. In wasm two simd128 registers; natively an array
//! that the compiler puts into whatever registers there are. No fused multiply-add and no relaxed
//! SIMD: the same bits on every machine, and in wasm as natively. No kernels here.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

pub use kind::Lanes;

/// Numbers in [`Lanes`].
pub const LANES: usize = 8;

impl Lanes {
    /// Nothing.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::splat(0.0)
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
        (e * shifted.power_of_two()).unless_below(self, -87.0)
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
        (tail.where_negative(self, one - tail), density)
    }
}

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
mod kind {
    use super::{Add, Div, LANES, Mul, Sub};

    /// Eight numbers.
    #[derive(Clone, Copy, Debug)]
    #[repr(align(32))]
    pub struct Lanes([f32; LANES]);

    impl Lanes {
        /// The same number everywhere.
        #[inline(always)]
        pub fn splat(x: f32) -> Self {
            Self([x; LANES])
        }

        /// From numbers in order.
        #[inline(always)]
        pub fn of(values: [f32; LANES]) -> Self {
            Self(values)
        }

        /// The numbers in order.
        #[inline(always)]
        pub fn values(self) -> [f32; LANES] {
            self.0
        }

        #[inline(always)]
        fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
            Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
        }

        /// The larger of two, lane by lane; any of them where one is no number.
        #[inline(always)]
        pub fn larger(self, other: Self) -> Self {
            self.zip(other, |a, b| if a < b { b } else { a })
        }

        /// max(x, 0); what is no number stays none.
        #[inline(always)]
        pub fn relu(self) -> Self {
            self.zip(self, |a, _| if a < 0.0 { 0.0 } else { a })
        }

        /// Itself where `gate` is positive, and zero elsewhere.
        #[inline(always)]
        pub fn where_positive(self, gate: Self) -> Self {
            self.zip(gate, |a, gate| if gate > 0.0 { a } else { 0.0 })
        }

        /// Itself, but zero where `x` is below `limit`.
        #[inline(always)]
        pub fn unless_below(self, x: Self, limit: f32) -> Self {
            self.zip(x, |a, x| if x < limit { 0.0 } else { a })
        }

        /// Itself where `x` is negative, and `other` elsewhere.
        #[inline(always)]
        pub fn where_negative(self, x: Self, other: Self) -> Self {
            let choose = |i| if x.0[i] < 0.0 { self.0[i] } else { other.0[i] };
            Self(std::array::from_fn(choose))
        }

        /// |x|.
        #[inline(always)]
        pub fn size(self) -> Self {
            self.zip(self, |a, _| a.abs())
        }

        /// 2ⁿ of the whole numbers n in the low bits.
        #[inline(always)]
        pub fn power_of_two(self) -> Self {
            let one = |a: f32| f32::from_bits((a.to_bits() << 23).wrapping_add(127 << 23));
            self.zip(self, |a, _| one(a))
        }

        /// The sum, in the order that wasm adds.
        #[inline(always)]
        pub fn sum(self) -> f32 {
            let half: [f32; 4] = std::array::from_fn(|i| self.0[i] + self.0[i + 4]);
            (half[0] + half[2]) + (half[1] + half[3])
        }
    }

    impl Add for Lanes {
        type Output = Self;
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self.zip(other, |a, b| a + b)
        }
    }

    impl Sub for Lanes {
        type Output = Self;
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            self.zip(other, |a, b| a - b)
        }
    }

    impl Mul for Lanes {
        type Output = Self;
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            self.zip(other, |a, b| a * b)
        }
    }

    impl Div for Lanes {
        type Output = Self;
        #[inline(always)]
        fn div(self, other: Self) -> Self {
            self.zip(other, |a, b| a / b)
        }
    }
}

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod kind {
    use super::{Add, Div, LANES, Mul, Sub};
    use std::arch::wasm32::*;

    /// Eight numbers.
    #[derive(Clone, Copy, Debug)]
    pub struct Lanes(v128, v128);

    impl Lanes {
        /// The same number everywhere.
        #[inline(always)]
        pub fn splat(x: f32) -> Self {
            Self(f32x4_splat(x), f32x4_splat(x))
        }

        /// From numbers in order.
        #[inline(always)]
        pub fn of(v: [f32; LANES]) -> Self {
            Self(f32x4(v[0], v[1], v[2], v[3]), f32x4(v[4], v[5], v[6], v[7]))
        }

        /// The numbers in order.
        #[inline(always)]
        pub fn values(self) -> [f32; LANES] {
            let four = |v: v128| {
                [
                    f32x4_extract_lane::<0>(v),
                    f32x4_extract_lane::<1>(v),
                    f32x4_extract_lane::<2>(v),
                    f32x4_extract_lane::<3>(v),
                ]
            };
            let (a, b) = (four(self.0), four(self.1));
            [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]
        }

        #[inline(always)]
        fn zip(self, other: Self, f: impl Fn(v128, v128) -> v128) -> Self {
            Self(f(self.0, other.0), f(self.1, other.1))
        }

        /// The larger of two, lane by lane; any of them where one is no number.
        #[inline(always)]
        pub fn larger(self, other: Self) -> Self {
            self.zip(other, |a, b| f32x4_pmax(a, b))
        }

        /// max(x, 0); what is no number stays none.
        #[inline(always)]
        pub fn relu(self) -> Self {
            self.zip(Self::zero(), |a, b| f32x4_pmax(a, b))
        }

        /// Itself where `gate` is positive, and zero elsewhere.
        #[inline(always)]
        pub fn where_positive(self, gate: Self) -> Self {
            self.zip(gate, |a, gate| {
                v128_and(a, f32x4_gt(gate, f32x4_splat(0.0)))
            })
        }

        /// Itself, but zero where `x` is below `limit`.
        #[inline(always)]
        pub fn unless_below(self, x: Self, limit: f32) -> Self {
            self.zip(x, |a, x| v128_andnot(a, f32x4_lt(x, f32x4_splat(limit))))
        }

        /// Itself where `x` is negative, and `other` elsewhere.
        #[inline(always)]
        pub fn where_negative(self, x: Self, other: Self) -> Self {
            let choose = |a, b, x| v128_bitselect(a, b, f32x4_lt(x, f32x4_splat(0.0)));
            Self(choose(self.0, other.0, x.0), choose(self.1, other.1, x.1))
        }

        /// |x|.
        #[inline(always)]
        pub fn size(self) -> Self {
            self.zip(self, |a, _| f32x4_abs(a))
        }

        /// 2ⁿ of the whole numbers n in the low bits.
        #[inline(always)]
        pub fn power_of_two(self) -> Self {
            self.zip(self, |a, _| {
                i32x4_add(i32x4_shl(a, 23), i32x4_splat(127 << 23))
            })
        }

        /// The sum.
        #[inline(always)]
        pub fn sum(self) -> f32 {
            let four = f32x4_add(self.0, self.1);
            let two = f32x4_add(four, i32x4_shuffle::<2, 3, 0, 1>(four, four));
            f32x4_extract_lane::<0>(two) + f32x4_extract_lane::<1>(two)
        }
    }

    impl Add for Lanes {
        type Output = Self;
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self.zip(other, |a, b| f32x4_add(a, b))
        }
    }

    impl Sub for Lanes {
        type Output = Self;
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            self.zip(other, |a, b| f32x4_sub(a, b))
        }
    }

    impl Mul for Lanes {
        type Output = Self;
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            self.zip(other, |a, b| f32x4_mul(a, b))
        }
    }

    impl Div for Lanes {
        type Output = Self;
        #[inline(always)]
        fn div(self, other: Self) -> Self {
            self.zip(other, |a, b| f32x4_div(a, b))
        }
    }
}
