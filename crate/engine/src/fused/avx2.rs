//! Eight lanes in one register of AVX2, for x86-64 machines that have it: which ones do is found out
//! when the program runs, so that one binary is for all of them. `pulp` is the safe way to call
//! these instructions: its token is proof that the machine has them.
//!
//! No closures, nor what takes them (`array::map`): a closure is a function of its own, which is not
//! compiled for AVX2.

use std::arch::x86_64::{__m128, __m256, __m256i, _CMP_LT_OQ};
use std::ops::{Add, AddAssign, Div, Mul, Sub};

use pulp::NullaryFnOnce;
use pulp::x86::V3;

use super::lanes::{F32x8, Kernel, LANES, Simd};

/// The instructions of x86-64-v3: AVX2, and others that are not used here.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(V3);

/// Eight numbers.
#[derive(Clone, Copy, Debug)]
pub struct OneRegister(__m256, Avx2);

impl Avx2 {
    /// The instructions, if this machine has them.
    pub fn detect() -> Option<Self> {
        V3::try_new().map(Self)
    }

    /// (a0 + a2, b0 + b2, a1 + a3, b1 + b3).
    #[inline(always)]
    fn unpacked_sum(self, a: __m128, b: __m128) -> __m128 {
        let sse = self.0.sse;
        sse._mm_add_ps(sse._mm_unpacklo_ps(a, b), sse._mm_unpackhi_ps(a, b))
    }

    /// Four rows as columns, in each half of the registers.
    #[inline(always)]
    fn transpose_halves(self, a: __m256, b: __m256, c: __m256, d: __m256) -> [__m256; 4] {
        let avx = self.0.avx;
        let (ac_low, ac_high) = (avx._mm256_unpacklo_ps(a, c), avx._mm256_unpackhi_ps(a, c));
        let (bd_low, bd_high) = (avx._mm256_unpacklo_ps(b, d), avx._mm256_unpackhi_ps(b, d));
        [
            avx._mm256_unpacklo_ps(ac_low, bd_low),
            avx._mm256_unpackhi_ps(ac_low, bd_low),
            avx._mm256_unpacklo_ps(ac_high, bd_high),
            avx._mm256_unpackhi_ps(ac_high, bd_high),
        ]
    }

    /// The low halves of both, and the high halves of both.
    #[inline(always)]
    fn exchange_halves(self, a: __m256, b: __m256) -> [OneRegister; 2] {
        let avx = self.0.avx;
        [
            OneRegister(avx._mm256_permute2f128_ps::<0x20>(a, b), self),
            OneRegister(avx._mm256_permute2f128_ps::<0x31>(a, b), self),
        ]
    }
}

/// A kernel as a function of pulp.
struct Call<K>(K);

impl<K: Kernel> NullaryFnOnce for Call<K> {
    type Output = K::Output;

    #[inline(always)]
    fn call(self) -> K::Output {
        self.0.compute()
    }
}

impl Simd for Avx2 {
    type F32x8 = OneRegister;
    const IS_ONE_REGISTER: bool = true;

    #[inline(always)]
    fn compute<K: Kernel>(self, kernel: K) -> K::Output {
        self.0.vectorize(Call(kernel))
    }

    #[inline(always)]
    fn splat(self, x: f32) -> OneRegister {
        OneRegister(self.0.avx._mm256_set1_ps(x), self)
    }

    #[inline(always)]
    fn load(self, lanes: [f32; LANES]) -> OneRegister {
        OneRegister(bytemuck::cast(lanes), self)
    }
}

impl OneRegister {
    /// The two halves.
    #[inline(always)]
    fn halves(self) -> (__m128, __m128) {
        let avx = self.1.0.avx;
        let low = avx._mm256_castps256_ps128(self.0);
        (low, avx._mm256_extractf128_ps::<1>(self.0))
    }

    #[inline(always)]
    fn sum_of_halves(self) -> __m128 {
        let (low, high) = self.halves();
        self.1.0.sse._mm_add_ps(low, high)
    }
}

impl F32x8 for OneRegister {
    type Simd = Avx2;

    #[inline(always)]
    fn simd(self) -> Avx2 {
        self.1
    }

    #[inline(always)]
    fn to_array(self) -> [f32; LANES] {
        bytemuck::cast(self.0)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let sign = self.1.splat(-0.0);
        Self(self.1.0.avx._mm256_andnot_ps(sign.0, self.0), self.1)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // The instruction returns its second operand unless the first is larger.
        Self(self.1.0.avx._mm256_max_ps(other.0, self.0), self.1)
    }

    #[inline(always)]
    fn if_less(self, x: Self, limit: Self, other: Self) -> Self {
        let avx = self.1.0.avx;
        let is_less = avx._mm256_cmp_ps::<_CMP_LT_OQ>(x.0, limit.0);
        Self(avx._mm256_blendv_ps(other.0, self.0, is_less), self.1)
    }

    #[inline(always)]
    fn sum_lanes(self) -> f32 {
        let [a, b, c, d]: [f32; 4] = bytemuck::cast(self.sum_of_halves());
        (a + c) + (b + d)
    }

    #[inline(always)]
    fn sum_lanes_of_four(four: [Self; 4]) -> [f32; 4] {
        let simd = four[0].1;
        let [a, b, c, d] = four;
        // (a0 + a2, c0 + c2, a1 + a3, c1 + c3), and the same of b and d.
        let ac = simd.unpacked_sum(a.sum_of_halves(), c.sum_of_halves());
        let bd = simd.unpacked_sum(b.sum_of_halves(), d.sum_of_halves());
        bytemuck::cast(simd.unpacked_sum(ac, bd))
    }

    #[inline(always)]
    fn max_lane(self) -> f32 {
        let max = |a: f32, b: f32| if a < b { b } else { a };
        let (low, high) = self.halves();
        let [a, b, c, d]: [f32; 4] = bytemuck::cast(self.1.0.sse._mm_max_ps(high, low));
        max(max(a, c), max(b, d))
    }

    #[inline(always)]
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        let simd = rows[0].1;
        let [a, b, c, d, e, f, g, h] = rows;
        let ([a, b, c, d], [e, f, g, h]) = (
            simd.transpose_halves(a.0, b.0, c.0, d.0),
            simd.transpose_halves(e.0, f.0, g.0, h.0),
        );
        let ([a, e], [b, f]) = (simd.exchange_halves(a, e), simd.exchange_halves(b, f));
        let ([c, g], [d, h]) = (simd.exchange_halves(c, g), simd.exchange_halves(d, h));
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn power_of_two(self) -> Self {
        let V3 { avx, avx2, .. } = self.1.0;
        let n: __m256i = bytemuck::cast(self.0);
        let exponent = avx2._mm256_slli_epi32::<23>(n);
        let power = avx2._mm256_add_epi32(exponent, avx._mm256_set1_epi32(127 << 23));
        Self(bytemuck::cast(power), self.1)
    }
}

impl AddAssign for OneRegister {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Add for OneRegister {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.1.0.avx._mm256_add_ps(self.0, other.0), self.1)
    }
}

impl Sub for OneRegister {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.1.0.avx._mm256_sub_ps(self.0, other.0), self.1)
    }
}

impl Mul for OneRegister {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.1.0.avx._mm256_mul_ps(self.0, other.0), self.1)
    }
}

impl Div for OneRegister {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(self.1.0.avx._mm256_div_ps(self.0, other.0), self.1)
    }
}
