//! Loops that the kernels share: over groups of lanes, products of scalars with lanes, and loads and
//! stores of a matrix with its rows in lanes.

use super::lanes::{F32x8, Kernel, LANES, Simd};

/// Calls `$block` with `V` groups of lanes at a time, from group `$at` on: two while there are two,
/// so that a weight is loaded once for sixteen numbers.
macro_rules! in_blocks {
    ($groups:expr, |$at:ident, $V:ident| $block:block) => {{
        let groups = $groups;
        let pairs = groups / 2 * 2;
        for $at in (0..pairs).step_by(2) {
            const $V: usize = 2;
            $block
        }
        for $at in pairs..groups {
            const $V: usize = 1;
            $block
        }
    }};
}
pub(super) use in_blocks;

/// `finish`(bias + row · a) for every row `[a.len()]` of `rows`, two rows at a time so that a is
/// loaded half as often. Rows beyond `biases` have none.
#[inline(always)]
pub fn products<S: Simd, const V: usize>(
    simd: S,
    rows: &[f32],
    biases: &[f32],
    a: &[[S::F32x8; V]],
    results: &mut [[S::F32x8; V]],
    finish: impl Fn(S::F32x8) -> S::F32x8,
) {
    let bias = |i: usize| [simd.splat(biases.get(i).copied().unwrap_or(0.0)); V];
    let pairs = rows.chunks(2 * a.len()).zip(results.chunks_mut(2));
    for (pair, (rows, results)) in pairs.enumerate() {
        match results {
            [first, second] => {
                let (first_row, second_row) = rows.split_at(a.len());
                let mut sums = [bias(2 * pair), bias(2 * pair + 1)];
                for ((a, x), y) in a.iter().zip(first_row).zip(second_row) {
                    for v in 0..V {
                        sums[0][v] += simd.splat(*x) * a[v];
                        sums[1][v] += simd.splat(*y) * a[v];
                    }
                }
                for v in 0..V {
                    first[v] = finish(sums[0][v]);
                    second[v] = finish(sums[1][v]);
                }
            }
            results => {
                let mut sum = bias(2 * pair);
                for (a, x) in a.iter().zip(rows) {
                    for v in 0..V {
                        sum[v] += simd.splat(*x) * a[v];
                    }
                }
                for v in 0..V {
                    results[0][v] = finish(sum[v]);
                }
            }
        }
    }
}

/// Σ_v a_v b_v, lane by lane.
#[inline(always)]
pub fn dot<F: F32x8, const V: usize>(a: &[F; V], b: &[F; V]) -> F {
    let mut sum = a[0] * b[0];
    for v in 1..V {
        sum += a[v] * b[v];
    }
    sum
}

/// Memory for lanes.
// Compiled, and downloaded, once, as everything here that is not called in an inner loop.
#[inline(never)]
pub fn zeros<S: Simd>(simd: S, count: usize) -> Vec<S::F32x8> {
    vec![simd.zero(); count]
}

/// From the sums of each lane to those of the batch.
#[inline(never)]
pub fn sum_up<S: Simd>(simd: S, sums: &[S::F32x8], to: &mut [f32]) {
    simd.compute(SumUp { sums, to });
}

struct SumUp<'a, F> {
    sums: &'a [F],
    to: &'a mut [f32],
}

impl<F: F32x8> Kernel for SumUp<'_, F> {
    type Output = ();

    #[inline(always)]
    fn compute(self) {
        for (to, sum) in self.to.iter_mut().zip(self.sums) {
            *to = sum.sum_lanes();
        }
    }
}

/// Loads `matrix` `[B, rows.len()]` with sequences in lanes, from sequence `at`·8 on; zeros beyond
/// the last.
#[inline(never)]
pub fn load_transposed<S: Simd, const V: usize>(
    simd: S,
    matrix: &[f32],
    at: usize,
    rows: &mut [[S::F32x8; V]],
) {
    simd.compute(Load {
        simd,
        matrix,
        at,
        rows,
    });
}

struct Load<'a, S: Simd, const V: usize> {
    simd: S,
    matrix: &'a [f32],
    at: usize,
    rows: &'a mut [[S::F32x8; V]],
}

impl<S: Simd, const V: usize> Kernel for Load<'_, S, V> {
    type Output = ();

    #[inline(always)]
    fn compute(self) {
        let width = self.rows.len();
        for v in 0..V {
            let first = (self.at + v) * LANES;
            let matrix = &self.matrix[(first * width).min(self.matrix.len())..];
            for (c, rows) in self.rows.chunks_mut(LANES).enumerate() {
                // Eight sequences by eight columns, or as many as are left.
                let mut square = [self.simd.zero(); LANES];
                for (lane, line) in square.iter_mut().enumerate() {
                    let start = lane * width + c * LANES;
                    let row = matrix.get(start..start + rows.len()).unwrap_or(&[]);
                    *line = self.simd.load(match row.first_chunk() {
                        Some(row) => *row,
                        None => {
                            let mut padded = [0.0; LANES];
                            padded[..row.len()].copy_from_slice(row);
                            padded
                        }
                    });
                }
                for (row, column) in rows.iter_mut().zip(S::F32x8::transpose(square)) {
                    row[v] = column;
                }
            }
        }
    }
}

/// The inverse of [`load_transposed`].
#[inline(never)]
pub fn store_transposed<S: Simd, const V: usize>(
    simd: S,
    rows: &[[S::F32x8; V]],
    at: usize,
    matrix: &mut [f32],
) {
    simd.compute(Store {
        simd,
        rows,
        at,
        matrix,
    });
}

struct Store<'a, S: Simd, const V: usize> {
    simd: S,
    rows: &'a [[S::F32x8; V]],
    at: usize,
    matrix: &'a mut [f32],
}

impl<S: Simd, const V: usize> Kernel for Store<'_, S, V> {
    type Output = ();

    #[inline(always)]
    fn compute(self) {
        let width = self.rows.len();
        for v in 0..V {
            let first = (self.at + v) * LANES;
            let matrix = &mut self.matrix[first * width..];
            for (c, rows) in self.rows.chunks(LANES).enumerate() {
                let mut square = [self.simd.zero(); LANES];
                for (line, row) in square.iter_mut().zip(rows) {
                    *line = row[v];
                }
                let sequences = matrix.chunks_exact_mut(width);
                for (sequence, column) in sequences.zip(S::F32x8::transpose(square)) {
                    let sequence = &mut sequence[c * LANES..c * LANES + rows.len()];
                    match sequence.first_chunk_mut() {
                        Some(eight) => *eight = column.to_array(),
                        None => sequence.copy_from_slice(&column.to_array()[..rows.len()]),
                    }
                }
            }
        }
    }
}
