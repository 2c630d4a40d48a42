//! From the pooled tokens to the prediction, as one forward and one backward pass: values and
//! output projection, and the read-out with its GELU. It computes with plain slices; the formula
//! and its weights are in `reader`.
//!
//! Lanes run over sequences, so no size needs to be a multiple of the number of lanes: the last
//! lanes of a batch hold sequences of zeros, whose gradient is zero.

use super::blocks::{dot, in_blocks, load_transposed, products, store_transposed, sum_up, zeros};
use super::lanes::{F32x8, LANES, Simd};

/// Sizes of the operation.
#[derive(Clone, Copy)]
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

/// The inputs of the operation, as tensors, slices, lengths or gradients.
#[derive(Clone, Copy)]
pub struct ReadoutInputs<T> {
    /// p: pooled tokens of every head: `[R, B, h·N]`.
    pub pooled: T,
    /// V: from pooled tokens to values: `[R, N, E]`.
    pub value: T,
    /// v: the bias of the values: `[R, E]`.
    pub value_bias: T,
    /// M: from the outputs of all heads to the hidden layer: `[R, E, N]`.
    pub output: T,
    /// m: the bias before the GELU: `[R, N]`.
    pub hidden_bias: T,
    /// s: the weights behind the GELU: `[R, N]`.
    pub out_weight: T,
    /// b: the bias of the prediction: `[R]`.
    pub out_bias: T,
}

impl<T> ReadoutInputs<T> {
    pub fn from_array(
        [
            pooled,
            value,
            value_bias,
            output,
            hidden_bias,
            out_weight,
            out_bias,
        ]: [T; 7],
    ) -> Self {
        Self {
            pooled,
            value,
            value_bias,
            output,
            hidden_bias,
            out_weight,
            out_bias,
        }
    }

    pub fn into_array(self) -> [T; 7] {
        [
            self.pooled,
            self.value,
            self.value_bias,
            self.output,
            self.hidden_bias,
            self.out_weight,
            self.out_bias,
        ]
    }

    fn map<U>(self, f: impl FnMut(T) -> U) -> ReadoutInputs<U> {
        ReadoutInputs::from_array(self.into_array().map(f))
    }
}

impl ReadoutInputs<&[f32]> {
    /// The inputs of one run.
    #[inline(always)]
    fn of_run(self, sizes: &Sizes, run: usize) -> Self {
        let (all, lengths) = (self.into_array(), sizes.lengths().into_array());
        let slice = |i: usize| &all[i][run * lengths[i]..(run + 1) * lengths[i]];
        Self::from_array(std::array::from_fn(slice))
    }
}

impl Sizes {
    fn embedding(&self) -> usize {
        self.h * self.n
    }

    /// Numbers of each input, for one run.
    fn lengths(&self) -> ReadoutInputs<usize> {
        let (e, hidden) = (self.embedding(), self.hidden);
        ReadoutInputs {
            pooled: self.sequences * self.h * hidden,
            value: hidden * e,
            value_bias: e,
            output: e * hidden,
            hidden_bias: hidden,
            out_weight: hidden,
            out_bias: 1,
        }
    }

    /// Rows of lanes that the backward pass needs: pooled tokens, outputs of the heads, and
    /// pre-activations of the GELU.
    fn rows(&self) -> usize {
        self.h * self.hidden + self.embedding() + self.hidden
    }
}

/// `[rows, columns]` to `[columns, rows]`.
fn transposed(matrix: &[f32], columns: usize) -> Vec<f32> {
    let rows = matrix.len() / columns;
    let mut transposed = vec![0.0; matrix.len()];
    for (r, row) in matrix.chunks_exact(columns).enumerate() {
        for (c, x) in row.iter().enumerate() {
            transposed[c * rows + r] = *x;
        }
    }
    transposed
}

/// y = GELU(Concat_i(p_i V_i + v_i) M + m) s + b: `[R, B]`. Appends to `save`, if there is one, the
/// rows that [`backward`] needs.
#[inline(always)]
pub fn forward<S: Simd>(
    simd: S,
    sizes: &Sizes,
    inputs: ReadoutInputs<&[f32]>,
    mut save: Option<&mut Vec<S::F32x8>>,
) -> Vec<f32> {
    let Sizes {
        runs,
        sequences,
        hidden,
        h,
        n,
    } = *sizes;
    let (e, pooled_rows) = (sizes.embedding(), h * hidden);
    let mut predictions = vec![0.0; runs * sequences]; // [R, B]
    let mut scratch = zeros(simd, sizes.rows() * 2);
    if let Some(save) = &mut save {
        save.reserve_exact(runs * sequences.div_ceil(LANES) * sizes.rows());
    }
    for (run, predictions) in predictions.chunks_exact_mut(sequences).enumerate() {
        let inputs = inputs.of_run(sizes, run);
        let value = transposed(inputs.value, e); // [E, N]
        let output = transposed(inputs.output, hidden); // [N, E]
        in_blocks!(sequences.div_ceil(LANES), |at, V| {
            let scratch = &mut scratch[..sizes.rows() * V];
            let (rows, _) = scratch.as_chunks_mut::<V>();
            let (pooled, rest) = rows.split_at_mut(pooled_rows);
            let (head_outputs, pre_activations) = rest.split_at_mut(e);
            load_transposed(simd, inputs.pooled, at, pooled);
            for i in 0..h {
                let value = &value[i * n * hidden..(i + 1) * n * hidden]; // [n, N]
                let head_output = &mut head_outputs[i * n..(i + 1) * n];
                let bias = &inputs.value_bias[i * n..];
                let pooled = &pooled[i * hidden..(i + 1) * hidden];
                products(simd, value, bias, pooled, head_output, |x| x);
            }
            products(
                simd,
                &output,
                inputs.hidden_bias,
                head_outputs,
                pre_activations,
                |x| x,
            );
            let mut y = [simd.splat(inputs.out_bias[0]); V];
            for (x, weight) in pre_activations.iter().zip(inputs.out_weight) {
                for v in 0..V {
                    let (cdf, _) = x[v].normal_cdf_and_density();
                    y[v] += simd.splat(*weight) * (x[v] * cdf);
                }
            }
            let y = y.map(S::F32x8::to_array);
            let first = at * LANES;
            for (prediction, y) in predictions[first..].iter_mut().zip(y.as_flattened()) {
                *prediction = *y;
            }
            if let Some(save) = &mut save {
                save.extend_from_slice(scratch);
            }
        });
    }
    predictions
}

/// The gradients of all inputs, in their shapes, from the rows that [`forward`] saved and the
/// gradient of its output, `[R, B]`.
#[inline(always)]
pub fn backward<S: Simd>(
    simd: S,
    sizes: &Sizes,
    inputs: ReadoutInputs<&[f32]>,
    saved: &[S::F32x8],
    gradient: &[f32],
) -> ReadoutInputs<Vec<f32>> {
    let Sizes {
        runs,
        sequences,
        hidden,
        h,
        n,
    } = *sizes;
    let (e, pooled_rows) = (sizes.embedding(), h * hidden);
    let lengths = sizes.lengths();
    let mut gradients = lengths.map(|length| vec![0.0; runs * length]);
    let mut scratch = zeros(simd, sizes.rows() * 2);
    let mut saved = saved;
    // Of the weights, the gradients summed over the sequences of each lane; that of the value is
    // [h, N, n]. The pooled tokens are not summed over sequences.
    let summed = ReadoutInputs {
        pooled: 0,
        ..lengths
    };
    let mut sums = summed.map(|length| zeros(simd, length));
    for run in 0..runs {
        let inputs = inputs.of_run(sizes, run);
        let value_by_head: Vec<f32> = (0..h)
            .flat_map(|i| {
                let rows = inputs.value.chunks_exact(e);
                rows.map(move |row| &row[i * n..(i + 1) * n])
            })
            .flatten()
            .copied()
            .collect(); // [h, N, n]
        sums = sums.map(|mut sums| {
            sums.fill(simd.zero());
            sums
        });
        let gradient = &gradient[run * sequences..(run + 1) * sequences]; // [B]
        let pooled_gradient =
            &mut gradients.pooled[run * lengths.pooled..(run + 1) * lengths.pooled]; // [B, h·N]
        in_blocks!(sequences.div_ceil(LANES), |at, V| {
            let (rows, rest) = saved.split_at(sizes.rows() * V);
            saved = rest;
            let (rows, _) = rows.as_chunks::<V>();
            let (pooled, rows) = rows.split_at(pooled_rows);
            let (head_outputs, pre_activations) = rows.split_at(e);
            let (gradient_rows, _) = scratch[..sizes.rows() * V].as_chunks_mut::<V>();
            let (d_pooled, rest) = gradient_rows.split_at_mut(pooled_rows);
            let (d_head_outputs, d_pre_activations) = rest.split_at_mut(e);
            let mut dy = [[simd.zero(); V]; 1];
            load_transposed(simd, gradient, at, &mut dy);
            let [dy] = dy;

            sums.out_bias[0] += dot(&dy, &[simd.splat(1.0); V]);
            for (k, (x, dx)) in pre_activations
                .iter()
                .zip(d_pre_activations.iter_mut())
                .enumerate()
            {
                for v in 0..V {
                    let (cdf, density) = x[v].normal_cdf_and_density();
                    sums.out_weight[k] += x[v] * cdf * dy[v];
                    let slope = cdf + x[v] * density; // of the GELU
                    dx[v] = simd.splat(inputs.out_weight[k]) * dy[v] * slope;
                    sums.hidden_bias[k] += dx[v];
                }
            }
            products(
                simd,
                inputs.output,
                &[],
                d_pre_activations,
                d_head_outputs,
                |x| x,
            );
            for i in 0..h {
                let value = &value_by_head[i * hidden * n..(i + 1) * hidden * n]; // [N, n]
                let d_pooled = &mut d_pooled[i * hidden..(i + 1) * hidden];
                products(
                    simd,
                    value,
                    &[],
                    &d_head_outputs[i * n..(i + 1) * n],
                    d_pooled,
                    |x| x,
                );
            }
            add_outer_product(head_outputs, d_pre_activations, &mut sums.output);
            for i in 0..h {
                let pooled = &pooled[i * hidden..(i + 1) * hidden];
                let d_head_output = &d_head_outputs[i * n..(i + 1) * n];
                let sums = &mut sums.value[i * hidden * n..(i + 1) * hidden * n];
                add_outer_product(pooled, d_head_output, sums);
            }
            for (d_head_output, sum) in d_head_outputs.iter().zip(sums.value_bias.iter_mut()) {
                *sum += dot(d_head_output, &[simd.splat(1.0); V]);
            }
            store_transposed(simd, d_pooled, at, pooled_gradient);
        });
        sum_up(
            simd,
            &sums.value_bias,
            &mut gradients.value_bias[run * lengths.value_bias..],
        );
        sum_up(
            simd,
            &sums.output,
            &mut gradients.output[run * lengths.output..],
        );
        sum_up(
            simd,
            &sums.hidden_bias,
            &mut gradients.hidden_bias[run * lengths.hidden_bias..],
        );
        sum_up(
            simd,
            &sums.out_weight,
            &mut gradients.out_weight[run * lengths.out_weight..],
        );
        sum_up(
            simd,
            &sums.out_bias,
            &mut gradients.out_bias[run * lengths.out_bias..],
        );
        // From [h, N, n] to [N, E].
        let value = &mut gradients.value[run * lengths.value..(run + 1) * lengths.value];
        for (row, sums) in sums.value.chunks_exact(n).enumerate() {
            let (i, j) = (row / hidden, row % hidden);
            for (x, sum) in value[j * e + i * n..].iter_mut().zip(sums) {
                *x = sum.sum_lanes();
            }
        }
    }
    gradients
}

/// Adds the product of every row of `a` with every row of `b` to `sums` `[a.len(), b.len()]`.
#[inline(always)]
fn add_outer_product<F: F32x8, const V: usize>(a: &[[F; V]], b: &[[F; V]], sums: &mut [F]) {
    for (a, sums) in a.iter().zip(sums.chunks_exact_mut(b.len())) {
        for (b, sum) in b.iter().zip(sums) {
            *sum += dot(a, b);
        }
    }
}
