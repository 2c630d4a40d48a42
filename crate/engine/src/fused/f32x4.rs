//! `F32x4`: four single-precision numbers in one register, for each instruction set. Every operation
//! is lane by lane and rounds as IEEE 754 requires, so all three versions compute the same bits.

use std::ops::{Add, Div, Mul, Sub};

pub use register::F32x4;

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod register {
    use std::arch::wasm32::*;

    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    pub struct F32x4(v128);

    impl F32x4 {
        #[inline(always)]
        pub fn splat(x: f32) -> Self {
            Self(f32x4_splat(x))
        }

        #[inline(always)]
        pub fn from_array([a, b, c, d]: [f32; 4]) -> Self {
            Self(f32x4(a, b, c, d))
        }

        #[inline(always)]
        pub fn to_array(self) -> [f32; 4] {
            [
                f32x4_extract_lane::<0>(self.0),
                f32x4_extract_lane::<1>(self.0),
                f32x4_extract_lane::<2>(self.0),
                f32x4_extract_lane::<3>(self.0),
            ]
        }

        #[inline(always)]
        pub fn add_lanes(self, other: Self) -> Self {
            Self(f32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub fn sub_lanes(self, other: Self) -> Self {
            Self(f32x4_sub(self.0, other.0))
        }

        #[inline(always)]
        pub fn mul_lanes(self, other: Self) -> Self {
            Self(f32x4_mul(self.0, other.0))
        }

        #[inline(always)]
        pub fn div_lanes(self, other: Self) -> Self {
            Self(f32x4_div(self.0, other.0))
        }

        #[inline(always)]
        pub fn abs(self) -> Self {
            Self(f32x4_abs(self.0))
        }

        /// `other` if it is larger, otherwise `self`: NaN in `self` stays NaN, NaN in `other` is ignored.
        #[inline(always)]
        pub fn max(self, other: Self) -> Self {
            Self(f32x4_pmax(self.0, other.0))
        }

        /// `self` if `x < limit`, otherwise `other`.
        #[inline(always)]
        pub fn if_less(self, x: Self, limit: Self, other: Self) -> Self {
            Self(v128_bitselect(self.0, other.0, f32x4_lt(x.0, limit.0)))
        }

        /// 2ⁿ of the integers n in the low bits of each lane.
        #[inline(always)]
        pub fn power_of_two(self) -> Self {
            Self(i32x4_add(i32x4_shl(self.0, 23), i32x4_splat(127 << 23)))
        }

        /// (a0, b0, a1, b1) and (a2, b2, a3, b3).
        #[inline(always)]
        pub fn interleave(self, other: Self) -> [Self; 2] {
            [
                Self(i32x4_shuffle::<0, 4, 1, 5>(self.0, other.0)),
                Self(i32x4_shuffle::<2, 6, 3, 7>(self.0, other.0)),
            ]
        }

        /// (a0, a1, b0, b1) and (a2, a3, b2, b3).
        #[inline(always)]
        pub fn join_halves(self, other: Self) -> [Self; 2] {
            [
                Self(i32x4_shuffle::<0, 1, 4, 5>(self.0, other.0)),
                Self(i32x4_shuffle::<2, 3, 6, 7>(self.0, other.0)),
            ]
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod register {
    use std::arch::x86_64::*;

    /// Calls instructions that every x86-64 processor has.
    macro_rules! sse2 {
        ($instructions:expr) => {
            // SAFETY: SSE2 is part of x86-64, and none of these touches memory.
            unsafe { $instructions }
        };
    }

    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    pub struct F32x4(__m128);

    impl F32x4 {
        #[inline(always)]
        pub fn splat(x: f32) -> Self {
            Self(sse2!(_mm_set1_ps(x)))
        }

        #[inline(always)]
        pub fn from_array([a, b, c, d]: [f32; 4]) -> Self {
            Self(sse2!(_mm_setr_ps(a, b, c, d)))
        }

        #[inline(always)]
        pub fn to_array(self) -> [f32; 4] {
            [
                sse2!(_mm_cvtss_f32(self.0)),
                sse2!(_mm_cvtss_f32(_mm_shuffle_ps::<1>(self.0, self.0))),
                sse2!(_mm_cvtss_f32(_mm_shuffle_ps::<2>(self.0, self.0))),
                sse2!(_mm_cvtss_f32(_mm_shuffle_ps::<3>(self.0, self.0))),
            ]
        }

        #[inline(always)]
        pub fn add_lanes(self, other: Self) -> Self {
            Self(sse2!(_mm_add_ps(self.0, other.0)))
        }

        #[inline(always)]
        pub fn sub_lanes(self, other: Self) -> Self {
            Self(sse2!(_mm_sub_ps(self.0, other.0)))
        }

        #[inline(always)]
        pub fn mul_lanes(self, other: Self) -> Self {
            Self(sse2!(_mm_mul_ps(self.0, other.0)))
        }

        #[inline(always)]
        pub fn div_lanes(self, other: Self) -> Self {
            Self(sse2!(_mm_div_ps(self.0, other.0)))
        }

        #[inline(always)]
        pub fn abs(self) -> Self {
            Self(sse2!(_mm_andnot_ps(_mm_set1_ps(-0.0), self.0)))
        }

        /// `other` if it is larger, otherwise `self`: NaN in `self` stays NaN, NaN in `other` is ignored.
        #[inline(always)]
        pub fn max(self, other: Self) -> Self {
            // The instruction returns its second operand if one of them is NaN.
            Self(sse2!(_mm_max_ps(other.0, self.0)))
        }

        /// `self` if `x < limit`, otherwise `other`.
        #[inline(always)]
        pub fn if_less(self, x: Self, limit: Self, other: Self) -> Self {
            let less = sse2!(_mm_cmplt_ps(x.0, limit.0));
            let this = sse2!(_mm_and_ps(less, self.0));
            let other = sse2!(_mm_andnot_ps(less, other.0));
            Self(sse2!(_mm_or_ps(this, other)))
        }

        /// 2ⁿ of the integers n in the low bits of each lane.
        #[inline(always)]
        pub fn power_of_two(self) -> Self {
            let n = sse2!(_mm_slli_epi32::<23>(_mm_castps_si128(self.0)));
            let bits = sse2!(_mm_add_epi32(n, _mm_set1_epi32(127 << 23)));
            Self(sse2!(_mm_castsi128_ps(bits)))
        }

        /// (a0, b0, a1, b1) and (a2, b2, a3, b3).
        #[inline(always)]
        pub fn interleave(self, other: Self) -> [Self; 2] {
            [
                Self(sse2!(_mm_unpacklo_ps(self.0, other.0))),
                Self(sse2!(_mm_unpackhi_ps(self.0, other.0))),
            ]
        }

        /// (a0, a1, b0, b1) and (a2, a3, b2, b3).
        #[inline(always)]
        pub fn join_halves(self, other: Self) -> [Self; 2] {
            [
                Self(sse2!(_mm_movelh_ps(self.0, other.0))),
                Self(sse2!(_mm_movehl_ps(other.0, self.0))),
            ]
        }
    }
}

#[cfg(not(any(
    all(target_family = "wasm", target_feature = "simd128"),
    target_arch = "x86_64"
)))]
mod register {
    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    #[repr(align(16))]
    pub struct F32x4([f32; 4]);

    impl F32x4 {
        #[inline(always)]
        pub fn splat(x: f32) -> Self {
            Self([x; 4])
        }

        #[inline(always)]
        pub fn from_array(values: [f32; 4]) -> Self {
            Self(values)
        }

        #[inline(always)]
        pub fn to_array(self) -> [f32; 4] {
            self.0
        }

        #[inline(always)]
        fn from_lanes(f: impl Fn(usize) -> f32) -> Self {
            Self(std::array::from_fn(f))
        }

        #[inline(always)]
        pub fn add_lanes(self, other: Self) -> Self {
            Self::from_lanes(|i| self.0[i] + other.0[i])
        }

        #[inline(always)]
        pub fn sub_lanes(self, other: Self) -> Self {
            Self::from_lanes(|i| self.0[i] - other.0[i])
        }

        #[inline(always)]
        pub fn mul_lanes(self, other: Self) -> Self {
            Self::from_lanes(|i| self.0[i] * other.0[i])
        }

        #[inline(always)]
        pub fn div_lanes(self, other: Self) -> Self {
            Self::from_lanes(|i| self.0[i] / other.0[i])
        }

        #[inline(always)]
        pub fn abs(self) -> Self {
            Self::from_lanes(|i| self.0[i].abs())
        }

        /// `other` if it is larger, otherwise `self`: NaN in `self` stays NaN, NaN in `other` is ignored.
        #[inline(always)]
        pub fn max(self, other: Self) -> Self {
            let choose = |a, b| if a < b { b } else { a };
            Self::from_lanes(|i| choose(self.0[i], other.0[i]))
        }

        /// `self` if `x < limit`, otherwise `other`.
        #[inline(always)]
        pub fn if_less(self, x: Self, limit: Self, other: Self) -> Self {
            let choose = |less, a, b| if less { a } else { b };
            Self::from_lanes(|i| choose(x.0[i] < limit.0[i], self.0[i], other.0[i]))
        }

        /// 2ⁿ of the integers n in the low bits of each lane.
        #[inline(always)]
        pub fn power_of_two(self) -> Self {
            let bits = |x: f32| (x.to_bits() << 23).wrapping_add(127 << 23);
            Self::from_lanes(|i| f32::from_bits(bits(self.0[i])))
        }

        /// (a0, b0, a1, b1) and (a2, b2, a3, b3).
        #[inline(always)]
        pub fn interleave(self, Self(b): Self) -> [Self; 2] {
            let a = self.0;
            [
                Self([a[0], b[0], a[1], b[1]]),
                Self([a[2], b[2], a[3], b[3]]),
            ]
        }

        /// (a0, a1, b0, b1) and (a2, a3, b2, b3).
        #[inline(always)]
        pub fn join_halves(self, Self(b): Self) -> [Self; 2] {
            let a = self.0;
            [
                Self([a[0], a[1], b[0], b[1]]),
                Self([a[2], a[3], b[2], b[3]]),
            ]
        }
    }
}

impl Add for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.add_lanes(other)
    }
}

impl Sub for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.sub_lanes(other)
    }
}

impl Mul for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.mul_lanes(other)
    }
}

impl Div for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.div_lanes(other)
    }
}

/// Rows as columns.
#[inline(always)]
pub fn transpose([a, b, c, d]: [F32x4; 4]) -> [F32x4; 4] {
    let ([ab, ab2], [cd, cd2]) = (a.interleave(b), c.interleave(d));
    let ([first, second], [third, fourth]) = (ab.join_halves(cd), ab2.join_halves(cd2));
    [first, second, third, fourth]
}

/// The sum of the lanes of each vector: (0 + 2) + (1 + 3).
#[inline(always)]
pub fn sum_lanes_of_four([a, b, c, d]: [F32x4; 4]) -> F32x4 {
    let ([ab, ab2], [cd, cd2]) = (a.interleave(b), c.interleave(d));
    let [even, odd] = (ab + ab2).join_halves(cd + cd2);
    even + odd
}
