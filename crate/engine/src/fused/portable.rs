//! Eight lanes in two registers of four, which every machine has: SSE2, NEON or simd128.
//!
//! The registers are `wide`'s. Hand-written ones (SSE2, simd128, arrays) computed the same bits as
//! fast: the default run with h = 4, best of 5, takes 0.62 s with `wide` and 0.63 s without natively,
//! and 0.84 s and 0.85 s as wasm in Node.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

use wide::{f32x4, i32x4};

use super::lanes::{F32x8, Kernel, LANES, Simd};

/// The instructions that the program is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// Eight numbers.
#[derive(Clone, Copy, Debug)]
pub struct TwoRegisters(f32x4, f32x4);

impl Simd for Portable {
    type F32x8 = TwoRegisters;
    const IS_ONE_REGISTER: bool = false;

    #[inline(always)]
    fn compute<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.compute()
    }

    #[inline(always)]
    fn splat(self, x: f32) -> TwoRegisters {
        TwoRegisters(f32x4::splat(x), f32x4::splat(x))
    }

    #[inline(always)]
    fn load(self, [a, b, c, d, e, f, g, h]: [f32; LANES]) -> TwoRegisters {
        TwoRegisters(f32x4::new([a, b, c, d]), f32x4::new([e, f, g, h]))
    }
}

impl TwoRegisters {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32x4, f32x4) -> f32x4) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }
}

impl F32x8 for TwoRegisters {
    type Simd = Portable;

    #[inline(always)]
    fn simd(self) -> Portable {
        Portable
    }

    #[inline(always)]
    fn to_array(self) -> [f32; LANES] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.to_array(), self.1.to_array());
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs(), self.1.abs())
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| a.simd_lt(b).select(b, a))
    }

    #[inline(always)]
    fn if_less(self, x: Self, limit: Self, other: Self) -> Self {
        Self(
            x.0.simd_lt(limit.0).select(self.0, other.0),
            x.1.simd_lt(limit.1).select(self.1, other.1),
        )
    }

    #[inline(always)]
    fn sum_lanes(self) -> f32 {
        let [a, b, c, d] = (self.0 + self.1).to_array();
        (a + c) + (b + d)
    }

    #[inline(always)]
    fn sum_lanes_of_four(four: [Self; 4]) -> [f32; 4] {
        let [a, b, c, d] = four.map(|one| one.0 + one.1);
        // (a0 + a2, c0 + c2, a1 + a3, c1 + c3), and the same of b and d.
        let ac = a.unpack_lo(c) + a.unpack_hi(c);
        let bd = b.unpack_lo(d) + b.unpack_hi(d);
        (ac.unpack_lo(bd) + ac.unpack_hi(bd)).to_array()
    }

    #[inline(always)]
    fn max_lane(self) -> f32 {
        let max = |a: f32, b: f32| if a < b { b } else { a };
        let [a, b, c, d] = self.0.simd_lt(self.1).select(self.1, self.0).to_array();
        max(max(a, c), max(b, d))
    }

    #[inline(always)]
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        let left = |first: usize| f32x4::transpose(std::array::from_fn(|i| rows[first + i].0));
        let right = |first: usize| f32x4::transpose(std::array::from_fn(|i| rows[first + i].1));
        let (above, below) = ([left(0), right(0)], [left(4), right(4)]);
        std::array::from_fn(|i| Self(above[i / 4][i % 4], below[i / 4][i % 4]))
    }

    #[inline(always)]
    fn power_of_two(self) -> Self {
        let power_of_two = |x: f32x4| -> f32x4 {
            let n: i32x4 = bytemuck::cast(x);
            bytemuck::cast((n << 23) + i32x4::splat(127 << 23))
        };
        Self(power_of_two(self.0), power_of_two(self.1))
    }
}

impl AddAssign for TwoRegisters {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Add for TwoRegisters {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for TwoRegisters {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for TwoRegisters {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl Div for TwoRegisters {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
}
