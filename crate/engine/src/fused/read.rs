//! From what the heads pooled to the prediction, as one pass forward and one back: values and
//! output projection, and the read-out with its GELU. It knows numbers only; what they mean stands
//! in `reader`.
//!
//! Lanes run over sequences, so sizes need not be multiples of anything: the last lanes of a batch
//! are filled with sequences of zeros, whose gradient is zero.

use super::blocks::{dot, in_blocks, products};
use super::lanes::{LANES, Lanes};

/// How many of everything.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Runs.
    pub runs: usize,
    /// Sequences of a run.
    pub sequences: usize,
    /// Hidden width, N.
    pub hidden: usize,
    /// Heads.
    pub h: usize,
    /// Dimension of a head.
    pub n: usize,
}

impl Sizes {
    fn embedding(&self) -> usize {
        self.h * self.n
    }

    /// Numbers of each of [`Inputs`], for one run.
    fn of_one(&self) -> [usize; 7] {
        let (e, hidden) = (self.embedding(), self.hidden);
        let pooled = self.sequences * self.h * hidden;
        [pooled, hidden * e, e, e * hidden, hidden, hidden, 1]
    }

    /// Rows of lanes that the way back needs: what is pooled, seen, and put into the GELU.
    fn rows(&self) -> usize {
        self.h * self.hidden + self.embedding() + self.hidden
    }
}

/// `pooled` `[R, B, h·N]`, `values` `[R, N, E]`, their `offset` `[R, E]`, the `mix` of all heads
/// `[R, E, N]`, the `bias` before the GELU `[R, N]`, the weights of the `sum` behind it `[R, N]`
/// and its `shift` `[R]`.
pub type Inputs<'a> = [&'a [f32]; 7];

/// The inputs of one run.
#[inline(always)]
fn of_run<'a>(sizes: &Sizes, inputs: Inputs<'a>, run: usize) -> Inputs<'a> {
    let of_one = sizes.of_one();
    std::array::from_fn(|i| &inputs[i][run * of_one[i]..(run + 1) * of_one[i]])
}

/// Columns as rows: `[rows, columns]` to `[columns, rows]`.
fn turned(matrix: &[f32], columns: usize) -> Vec<f32> {
    let rows = matrix.len() / columns;
    let mut turned = vec![0.0; matrix.len()];
    for (r, row) in matrix.chunks_exact(columns).enumerate() {
        for (c, x) in row.iter().enumerate() {
            turned[c * rows + r] = *x;
        }
    }
    turned
}

/// y = GELU(Concat_i(p_i V_i + v_i) M + m) s + b: `[R, B]`. Rows that [`backward`] needs are kept in
/// `kept` if there is one.
pub fn forward(sizes: &Sizes, inputs: Inputs, mut kept: Option<&mut Vec<Lanes>>) -> Vec<f32> {
    let Sizes {
        runs,
        sequences,
        hidden,
        h,
        n,
    } = *sizes;
    let (e, one) = (sizes.embedding(), h * hidden);
    let mut predictions = vec![0.0; runs * sequences]; // [R, B]
    let mut scratch = vec![Lanes::zero(); sizes.rows() * 2];
    if let Some(kept) = &mut kept {
        kept.reserve_exact(runs * sequences.div_ceil(LANES) * sizes.rows());
    }
    for (run, predictions) in predictions.chunks_exact_mut(sequences).enumerate() {
        let [pooled, values, offset, mix, bias, sum, shift] = of_run(sizes, inputs, run);
        let (values, mix) = (turned(values, e), turned(mix, hidden)); // [E, N], [N, E]
        in_blocks!(sequences.div_ceil(LANES), |at, V| {
            let scratch = &mut scratch[..sizes.rows() * V];
            let (rows, _) = scratch.as_chunks_mut::<V>();
            let (p, rest) = rows.split_at_mut(one);
            let (seen, bent) = rest.split_at_mut(e);
            lay_out(pooled, at, p);
            for i in 0..h {
                let of_head = &values[i * n * hidden..(i + 1) * n * hidden]; // [n, N]
                let seen = &mut seen[i * n..(i + 1) * n];
                let (offset, p) = (&offset[i * n..], &p[i * hidden..(i + 1) * hidden]);
                products(of_head, offset, p, seen, |x| x);
            }
            products(&mix, bias, seen, bent, |x| x);
            let mut y = [Lanes::splat(shift[0]); V];
            for (x, weight) in bent.iter().zip(sum) {
                for v in 0..V {
                    let (cdf, _) = x[v].normal();
                    y[v] += Lanes::splat(*weight) * (x[v] * cdf);
                }
            }
            let y = y.map(Lanes::values);
            let first = at * LANES;
            for (prediction, y) in predictions[first..].iter_mut().zip(y.as_flattened()) {
                *prediction = *y;
            }
            if let Some(kept) = &mut kept {
                kept.extend_from_slice(scratch);
            }
        });
    }
    predictions
}

/// The gradients of all inputs, shaped as they are, from what [`forward`] kept and the gradient of
/// its output, `[R, B]`.
pub fn backward(sizes: &Sizes, inputs: Inputs, kept: &[Lanes], gradient: &[f32]) -> [Vec<f32>; 7] {
    let Sizes {
        runs,
        sequences,
        hidden,
        h,
        n,
    } = *sizes;
    let (e, one) = (sizes.embedding(), h * hidden);
    let of_one = sizes.of_one();
    let mut found = of_one.map(|count| vec![0.0; runs * count]);
    let mut scratch = vec![Lanes::zero(); sizes.rows() * 2];
    let mut kept = kept;
    // Over the sequences of a lane: of values by head [h, N, n], offset, mix, bias, sum, shift.
    let mut sums: [Vec<Lanes>; 6] = std::array::from_fn(|i| vec![Lanes::zero(); of_one[i + 1]]);
    for run in 0..runs {
        let [_, values, _, mix, _, sum, _] = of_run(sizes, inputs, run);
        let by_head: Vec<f32> = (0..h)
            .flat_map(|i| {
                values
                    .chunks_exact(e)
                    .map(move |row| &row[i * n..(i + 1) * n])
            })
            .flatten()
            .copied()
            .collect(); // [h, N, n]
        sums.iter_mut().for_each(|sums| sums.fill(Lanes::zero()));
        let [of_values, of_offset, of_mix, of_bias, of_sum, of_shift] = &mut sums;
        let gradient = &gradient[run * sequences..(run + 1) * sequences]; // [B]
        let of_pooled = &mut found[0][run * of_one[0]..(run + 1) * of_one[0]]; // [B, h·N]
        in_blocks!(sequences.div_ceil(LANES), |at, V| {
            let (rows, rest) = kept.split_at(sizes.rows() * V);
            kept = rest;
            let (rows, _) = rows.as_chunks::<V>();
            let (p, rows) = rows.split_at(one);
            let (seen, bent) = rows.split_at(e);
            let (slopes, _) = scratch[..sizes.rows() * V].as_chunks_mut::<V>();
            let (dp, rest) = slopes.split_at_mut(one);
            let (dseen, dbent) = rest.split_at_mut(e);
            let mut dy = [[Lanes::zero(); V]; 1];
            lay_out(gradient, at, &mut dy);
            let [dy] = dy;

            of_shift[0] += dot(&dy, &[Lanes::splat(1.0); V]);
            for (k, (x, slope)) in bent.iter().zip(dbent.iter_mut()).enumerate() {
                for v in 0..V {
                    let (cdf, density) = x[v].normal();
                    of_sum[k] += x[v] * cdf * dy[v];
                    slope[v] = Lanes::splat(sum[k]) * dy[v] * (cdf + x[v] * density);
                    of_bias[k] += slope[v];
                }
            }
            products(mix, &[], dbent, dseen, |x| x);
            for i in 0..h {
                let of_head = &by_head[i * hidden * n..(i + 1) * hidden * n]; // [N, n]
                let dp = &mut dp[i * hidden..(i + 1) * hidden];
                products(of_head, &[], &dseen[i * n..(i + 1) * n], dp, |x| x);
            }
            outer(seen, dbent, of_mix);
            for i in 0..h {
                let dseen = &dseen[i * n..(i + 1) * n];
                let of_values = &mut of_values[i * hidden * n..(i + 1) * hidden * n];
                outer(&p[i * hidden..(i + 1) * hidden], dseen, of_values);
            }
            for (slope, sum) in dseen.iter().zip(of_offset.iter_mut()) {
                *sum += dot(slope, &[Lanes::splat(1.0); V]);
            }
            take_up(dp, at, of_pooled);
        });
        for (found, (count, sums)) in found[1..].iter_mut().zip(of_one[1..].iter().zip(&sums)) {
            let found = &mut found[run * count..(run + 1) * count];
            for (x, sum) in found.iter_mut().zip(sums) {
                *x = sum.sum();
            }
        }
        // Of the values [h, N, n] was summed; they are [N, E].
        let of_values = &mut found[1][run * of_one[1]..(run + 1) * of_one[1]];
        let by_head = of_values.to_vec();
        for (row, x) in by_head.chunks_exact(n).enumerate() {
            let (i, j) = (row / hidden, row % hidden);
            of_values[j * e + i * n..j * e + (i + 1) * n].copy_from_slice(x);
        }
    }
    found
}

/// Columns of `matrix` `[B, rows.len()]` in lanes, from sequence `at`·8 on; zero beyond the last.
#[inline(always)]
fn lay_out<const V: usize>(matrix: &[f32], at: usize, rows: &mut [[Lanes; V]]) {
    let width = rows.len();
    for v in 0..V {
        let first = (at + v) * LANES;
        let of_lanes = &matrix[(first * width).min(matrix.len())..];
        for (c, rows) in rows.chunks_mut(LANES).enumerate() {
            // Eight sequences by eight columns, where there are as many.
            let square = std::array::from_fn(|lane| {
                let start = lane * width + c * LANES;
                let row = of_lanes.get(start..start + rows.len()).unwrap_or(&[]);
                match row.first_chunk() {
                    Some(row) => Lanes::of(*row),
                    None => Lanes::of(std::array::from_fn(|i| row.get(i).copied().unwrap_or(0.0))),
                }
            });
            for (row, turned) in rows.iter_mut().zip(Lanes::turned(square)) {
                row[v] = turned;
            }
        }
    }
}

/// What [`lay_out`] does, undone.
#[inline(always)]
fn take_up<const V: usize>(rows: &[[Lanes; V]], at: usize, matrix: &mut [f32]) {
    let width = rows.len();
    for v in 0..V {
        let first = (at + v) * LANES;
        let of_lanes = &mut matrix[first * width..];
        for (c, rows) in rows.chunks(LANES).enumerate() {
            let square = std::array::from_fn(|i| rows.get(i).map_or(Lanes::zero(), |row| row[v]));
            let sequences = of_lanes.chunks_exact_mut(width);
            for (sequence, turned) in sequences.zip(Lanes::turned(square)) {
                let sequence = &mut sequence[c * LANES..c * LANES + rows.len()];
                match sequence.first_chunk_mut() {
                    Some(eight) => *eight = turned.values(),
                    None => sequence.copy_from_slice(&turned.values()[..rows.len()]),
                }
            }
        }
    }
}

/// Adds the product of every row of `a` with every row of `b` to `sums` `[a.len(), b.len()]`.
#[inline(always)]
fn outer<const V: usize>(a: &[[Lanes; V]], b: &[[Lanes; V]], sums: &mut [Lanes]) {
    for (a, sums) in a.iter().zip(sums.chunks_exact_mut(b.len())) {
        for (b, sum) in b.iter().zip(sums) {
            *sum += dot(a, b);
        }
    }
}
