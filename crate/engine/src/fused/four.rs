//! Four numbers in one register: the little that differs between instruction sets. Everything is
//! lane by lane and rounds as IEEE 754 says, so all three kinds give the same bits.

use std::ops::{Add, Div, Mul, Sub};

pub use kind::Four;

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod kind {
    use std::arch::wasm32::*;

    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    pub struct Four(v128);

    impl Four {
        #[inline(always)]
        pub fn splat(x: f32) -> Self {
            Self(f32x4_splat(x))
        }

        #[inline(always)]
        pub fn of([a, b, c, d]: [f32; 4]) -> Self {
            Self(f32x4(a, b, c, d))
        }

        #[inline(always)]
        pub fn values(self) -> [f32; 4] {
            [
                f32x4_extract_lane::<0>(self.0),
                f32x4_extract_lane::<1>(self.0),
                f32x4_extract_lane::<2>(self.0),
                f32x4_extract_lane::<3>(self.0),
            ]
        }

        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            Self(f32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub fn minus(self, other: Self) -> Self {
            Self(f32x4_sub(self.0, other.0))
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(f32x4_mul(self.0, other.0))
        }

        #[inline(always)]
        pub fn over(self, other: Self) -> Self {
            Self(f32x4_div(self.0, other.0))
        }

        /// |x|.
        #[inline(always)]
        pub fn size(self) -> Self {
            Self(f32x4_abs(self.0))
        }

        /// `other` where it is larger, and itself elsewhere.
        #[inline(always)]
        pub fn larger(self, other: Self) -> Self {
            Self(f32x4_pmax(self.0, other.0))
        }

        /// Itself where `x` is less than `limit`, and `other` elsewhere.
        #[inline(always)]
        pub fn where_less(self, x: Self, limit: Self, other: Self) -> Self {
            Self(v128_bitselect(self.0, other.0, f32x4_lt(x.0, limit.0)))
        }

        /// 2ⁿ of the whole numbers n in the low bits.
        #[inline(always)]
        pub fn power_of_two(self) -> Self {
            Self(i32x4_add(i32x4_shl(self.0, 23), i32x4_splat(127 << 23)))
        }

        /// (a0, b0, a1, b1) and (a2, b2, a3, b3).
        #[inline(always)]
        pub fn interleaved(self, other: Self) -> [Self; 2] {
            [
                Self(i32x4_shuffle::<0, 4, 1, 5>(self.0, other.0)),
                Self(i32x4_shuffle::<2, 6, 3, 7>(self.0, other.0)),
            ]
        }

        /// (a0, a1, b0, b1) and (a2, a3, b2, b3).
        #[inline(always)]
        pub fn halves(self, other: Self) -> [Self; 2] {
            [
                Self(i32x4_shuffle::<0, 1, 4, 5>(self.0, other.0)),
                Self(i32x4_shuffle::<2, 3, 6, 7>(self.0, other.0)),
            ]
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod kind {
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
    pub struct Four(__m128);

    impl Four {
        #[inline(always)]
        pub fn splat(x: f32) -> Self {
            Self(sse2!(_mm_set1_ps(x)))
        }

        #[inline(always)]
        pub fn of([a, b, c, d]: [f32; 4]) -> Self {
            Self(sse2!(_mm_setr_ps(a, b, c, d)))
        }

        #[inline(always)]
        pub fn values(self) -> [f32; 4] {
            [
                sse2!(_mm_cvtss_f32(self.0)),
                sse2!(_mm_cvtss_f32(_mm_shuffle_ps::<1>(self.0, self.0))),
                sse2!(_mm_cvtss_f32(_mm_shuffle_ps::<2>(self.0, self.0))),
                sse2!(_mm_cvtss_f32(_mm_shuffle_ps::<3>(self.0, self.0))),
            ]
        }

        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            Self(sse2!(_mm_add_ps(self.0, other.0)))
        }

        #[inline(always)]
        pub fn minus(self, other: Self) -> Self {
            Self(sse2!(_mm_sub_ps(self.0, other.0)))
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(sse2!(_mm_mul_ps(self.0, other.0)))
        }

        #[inline(always)]
        pub fn over(self, other: Self) -> Self {
            Self(sse2!(_mm_div_ps(self.0, other.0)))
        }

        /// |x|.
        #[inline(always)]
        pub fn size(self) -> Self {
            Self(sse2!(_mm_andnot_ps(_mm_set1_ps(-0.0), self.0)))
        }

        /// `other` where it is larger, and itself elsewhere.
        #[inline(always)]
        pub fn larger(self, other: Self) -> Self {
            // The instruction gives its second operand where one is no number.
            Self(sse2!(_mm_max_ps(other.0, self.0)))
        }

        /// Itself where `x` is less than `limit`, and `other` elsewhere.
        #[inline(always)]
        pub fn where_less(self, x: Self, limit: Self, other: Self) -> Self {
            let less = sse2!(_mm_cmplt_ps(x.0, limit.0));
            let this = sse2!(_mm_and_ps(less, self.0));
            let other = sse2!(_mm_andnot_ps(less, other.0));
            Self(sse2!(_mm_or_ps(this, other)))
        }

        /// 2ⁿ of the whole numbers n in the low bits.
        #[inline(always)]
        pub fn power_of_two(self) -> Self {
            let n = sse2!(_mm_slli_epi32::<23>(_mm_castps_si128(self.0)));
            let bits = sse2!(_mm_add_epi32(n, _mm_set1_epi32(127 << 23)));
            Self(sse2!(_mm_castsi128_ps(bits)))
        }

        /// (a0, b0, a1, b1) and (a2, b2, a3, b3).
        #[inline(always)]
        pub fn interleaved(self, other: Self) -> [Self; 2] {
            [
                Self(sse2!(_mm_unpacklo_ps(self.0, other.0))),
                Self(sse2!(_mm_unpackhi_ps(self.0, other.0))),
            ]
        }

        /// (a0, a1, b0, b1) and (a2, a3, b2, b3).
        #[inline(always)]
        pub fn halves(self, other: Self) -> [Self; 2] {
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
mod kind {
    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    #[repr(align(16))]
    pub struct Four([f32; 4]);

    impl Four {
        #[inline(always)]
        pub fn splat(x: f32) -> Self {
            Self([x; 4])
        }

        #[inline(always)]
        pub fn of(values: [f32; 4]) -> Self {
            Self(values)
        }

        #[inline(always)]
        pub fn values(self) -> [f32; 4] {
            self.0
        }

        #[inline(always)]
        fn each(f: impl Fn(usize) -> f32) -> Self {
            Self(std::array::from_fn(f))
        }

        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            Self::each(|i| self.0[i] + other.0[i])
        }

        #[inline(always)]
        pub fn minus(self, other: Self) -> Self {
            Self::each(|i| self.0[i] - other.0[i])
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self::each(|i| self.0[i] * other.0[i])
        }

        #[inline(always)]
        pub fn over(self, other: Self) -> Self {
            Self::each(|i| self.0[i] / other.0[i])
        }

        /// |x|.
        #[inline(always)]
        pub fn size(self) -> Self {
            Self::each(|i| self.0[i].abs())
        }

        /// `other` where it is larger, and itself elsewhere.
        #[inline(always)]
        pub fn larger(self, other: Self) -> Self {
            let choose = |a, b| if a < b { b } else { a };
            Self::each(|i| choose(self.0[i], other.0[i]))
        }

        /// Itself where `x` is less than `limit`, and `other` elsewhere.
        #[inline(always)]
        pub fn where_less(self, x: Self, limit: Self, other: Self) -> Self {
            let choose = |less, a, b| if less { a } else { b };
            Self::each(|i| choose(x.0[i] < limit.0[i], self.0[i], other.0[i]))
        }

        /// 2ⁿ of the whole numbers n in the low bits.
        #[inline(always)]
        pub fn power_of_two(self) -> Self {
            let bits = |x: f32| (x.to_bits() << 23).wrapping_add(127 << 23);
            Self::each(|i| f32::from_bits(bits(self.0[i])))
        }

        /// (a0, b0, a1, b1) and (a2, b2, a3, b3).
        #[inline(always)]
        pub fn interleaved(self, Self(b): Self) -> [Self; 2] {
            let a = self.0;
            [
                Self([a[0], b[0], a[1], b[1]]),
                Self([a[2], b[2], a[3], b[3]]),
            ]
        }

        /// (a0, a1, b0, b1) and (a2, a3, b2, b3).
        #[inline(always)]
        pub fn halves(self, Self(b): Self) -> [Self; 2] {
            let a = self.0;
            [
                Self([a[0], a[1], b[0], b[1]]),
                Self([a[2], a[3], b[2], b[3]]),
            ]
        }
    }
}

impl Add for Four {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Four {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl Mul for Four {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}

impl Div for Four {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.over(other)
    }
}

/// Rows as columns.
#[inline(always)]
pub fn turned([a, b, c, d]: [Four; 4]) -> [Four; 4] {
    let ([ab, ab2], [cd, cd2]) = (a.interleaved(b), c.interleaved(d));
    let ([first, second], [third, fourth]) = (ab.halves(cd), ab2.halves(cd2));
    [first, second, third, fourth]
}

/// The sum of each: (0 + 2) + (1 + 3).
#[inline(always)]
pub fn sums([a, b, c, d]: [Four; 4]) -> Four {
    let ([ab, ab2], [cd, cd2]) = (a.interleaved(b), c.interleaved(d));
    let [even, odd] = (ab + ab2).halves(cd + cd2);
    even + odd
}
