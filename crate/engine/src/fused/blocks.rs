//! Loops that the kernels share: over groups of lanes, products of scalars with lanes, and loads and
//! stores of a matrix with its rows in lanes.

use super::f32x8::{F32x8, LANES};

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
pub fn products<const V: usize>(
    rows: &[f32],
    biases: &[f32],
    a: &[[F32x8; V]],
    results: &mut [[F32x8; V]],
    finish: impl Fn(F32x8) -> F32x8,
) {
    let bias = |i: usize| [F32x8::splat(biases.get(i).copied().unwrap_or(0.0)); V];
    let pairs = rows.chunks(2 * a.len()).zip(results.chunks_mut(2));
    for (pair, (rows, results)) in pairs.enumerate() {
        match results {
            [first, second] => {
                let (first_row, second_row) = rows.split_at(a.len());
                let mut sums = [bias(2 * pair), bias(2 * pair + 1)];
                for ((a, x), y) in a.iter().zip(first_row).zip(second_row) {
                    for v in 0..V {
                        sums[0][v] += F32x8::splat(*x) * a[v];
                        sums[1][v] += F32x8::splat(*y) * a[v];
                    }
                }
                *first = sums[0].map(&finish);
                *second = sums[1].map(&finish);
            }
            results => {
                let mut sum = bias(2 * pair);
                for (a, x) in a.iter().zip(rows) {
                    for v in 0..V {
                        sum[v] += F32x8::splat(*x) * a[v];
                    }
                }
                results[0] = sum.map(&finish);
            }
        }
    }
}

/// Σ_v a_v b_v, lane by lane.
#[inline(always)]
pub fn dot<const V: usize>(a: &[F32x8; V], b: &[F32x8; V]) -> F32x8 {
    let mut sum = a[0] * b[0];
    for v in 1..V {
        sum += a[v] * b[v];
    }
    sum
}

/// Loads `matrix` `[B, rows.len()]` with sequences in lanes, from sequence `at`·8 on; zeros beyond
/// the last.
#[inline(always)]
pub fn load_transposed<const V: usize>(matrix: &[f32], at: usize, rows: &mut [[F32x8; V]]) {
    let width = rows.len();
    for v in 0..V {
        let first = (at + v) * LANES;
        let matrix = &matrix[(first * width).min(matrix.len())..];
        for (c, rows) in rows.chunks_mut(LANES).enumerate() {
            // Eight sequences by eight columns, or as many as are left.
            let square = std::array::from_fn(|lane| {
                let start = lane * width + c * LANES;
                let row = matrix.get(start..start + rows.len()).unwrap_or(&[]);
                F32x8::from_array(match row.first_chunk() {
                    Some(row) => *row,
                    None => std::array::from_fn(|i| row.get(i).copied().unwrap_or(0.0)),
                })
            });
            for (row, column) in rows.iter_mut().zip(F32x8::transpose(square)) {
                row[v] = column;
            }
        }
    }
}

/// The inverse of [`load_transposed`].
#[inline(always)]
pub fn store_transposed<const V: usize>(rows: &[[F32x8; V]], at: usize, matrix: &mut [f32]) {
    let width = rows.len();
    for v in 0..V {
        let first = (at + v) * LANES;
        let matrix = &mut matrix[first * width..];
        for (c, rows) in rows.chunks(LANES).enumerate() {
            let square = std::array::from_fn(|i| rows.get(i).map_or(F32x8::zero(), |row| row[v]));
            let sequences = matrix.chunks_exact_mut(width);
            for (sequence, column) in sequences.zip(F32x8::transpose(square)) {
                let sequence = &mut sequence[c * LANES..c * LANES + rows.len()];
                match sequence.first_chunk_mut() {
                    Some(eight) => *eight = column.to_array(),
                    None => sequence.copy_from_slice(&column.to_array()[..rows.len()]),
                }
            }
        }
    }
}
