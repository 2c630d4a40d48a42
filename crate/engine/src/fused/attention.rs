//! Paper 2's attention layer as one forward and one backward pass, eight sequences at a time. It
//! computes with plain slices; the formula with burn's operations is in `attention_layer`, and how burn
//! differentiates through it is in `tape`.
//!
//! For the queries x_t and the keys x_s of a sequence, in each of the heads of all w layers:
//! q_t = x_t W_Q / √n, k_s = x_s W_K, v_s = x_s W_V, α_ts = softmax_s(q_t · k_s) under the mask,
//! o_t = Σ_s α_ts v_s; and with the heads side by side y_t = o_t W_O / w. A head with n = d may be given
//! folded, with W_Q W_K' in the place of W_Q and W_V W_O in that of W_O: keys and values are then the
//! tokens themselves.
//!
//! Lanes run over sequences, so no size needs to be a multiple of the number of lanes: the last lanes
//! of a batch hold sequences of zeros, whose gradient is zero. Sums over lanes are taken only for the
//! gradients, once for the whole batch.

use super::blocks::{load_transposed, store_transposed, sum_up, zeros};
use super::lanes::{F32x8, LANES, Simd};
use super::matrix::{Multiplier, Right, transpose};
use crate::attention_layer::{AttentionMask, MASKED_SCORE};

/// Sizes of the operation.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// Runs.
    pub runs: usize,
    /// Sequences of a run.
    pub sequences: usize,
    /// Tokens of a sequence.
    pub t: usize,
    /// Dimension of a token.
    pub d: usize,
    /// Heads of a layer.
    pub h: usize,
    /// Dimension of a head.
    pub n: usize,
    /// Layers side by side.
    pub w: usize,
    /// Whether keys and values are the tokens themselves, for heads with n = d.
    pub is_folded: bool,
    /// Which tokens ask, and which of the others each of them sees.
    pub mask: AttentionMask,
}

impl Sizes {
    /// Heads of all layers.
    fn heads(&self) -> usize {
        self.w * self.h
    }

    /// Numbers of all heads, for one token.
    fn width(&self) -> usize {
        self.heads() * self.n
    }

    /// Tokens that are queries: the last so many of a sequence.
    pub fn queries(&self) -> usize {
        match self.mask {
            AttentionMask::Full | AttentionMask::NotSelf => self.t,
            AttentionMask::LastQuery => 1,
        }
    }

    /// Tokens that are keys: the first so many of a sequence.
    fn keys(&self) -> usize {
        match self.mask {
            AttentionMask::Full | AttentionMask::NotSelf => self.t,
            AttentionMask::LastQuery => self.t - 1,
        }
    }

    /// Where the queries begin among the numbers of a sequence.
    fn first_query(&self) -> usize {
        (self.t - self.queries()) * self.d
    }

    /// How many numbers each part of a sequence has.
    fn parts(&self) -> Parts<usize> {
        let (queries, keys, width) = (self.queries(), self.keys(), self.width());
        let projected = if self.is_folded { 0 } else { keys * width };
        Parts {
            q: queries * width,
            k: projected,
            v: projected,
            o: queries * width,
            alpha: self.heads() * queries * keys,
        }
    }

    /// 1/√n, the factor of scores.
    fn score_scale(&self) -> f32 {
        (1.0 / (self.n as f64).sqrt()) as f32
    }

    /// 1/w, the factor of answers.
    fn share(&self) -> f32 {
        1.0 / self.w as f32
    }

    /// Groups of lanes that hold the sequences of a run.
    fn groups(&self) -> usize {
        self.sequences.div_ceil(LANES)
    }

    /// Numbers of x and of y, for the sequences of one run.
    fn tokens(&self) -> usize {
        self.sequences * self.t * self.d
    }

    fn answers(&self) -> usize {
        self.sequences * self.queries() * self.d
    }

    /// Numbers of each of the four matrices, for one run.
    fn matrix(&self) -> usize {
        self.d * self.width()
    }

    /// The tokens of a run; all runs share them if there is only one set.
    fn tokens_of<'a>(&self, run: usize, x: &'a [f32]) -> &'a [f32] {
        let start = if x.len() > self.tokens() {
            run * self.tokens()
        } else {
            0
        };
        &x[start..start + self.tokens()]
    }
}

/// Tokens `x` `[R or 1, B·T, d]`, and the matrices of all heads: `query`, `key` and `value`
/// `[R, d, w·h·n]`, `output` `[R, w·h·n, d]`.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    pub x: &'a [f32],
    pub query: &'a [f32],
    pub key: &'a [f32],
    pub value: &'a [f32],
    pub output: &'a [f32],
}

/// Gradients of the matrices among [`Inputs`], in their shapes; of keys and values nothing if they are
/// the tokens themselves.
pub struct Gradients {
    pub query: Vec<f32>,
    pub key: Vec<f32>,
    pub value: Vec<f32>,
    pub output: Vec<f32>,
}

/// What the backward pass needs of eight sequences.
struct Parts<T> {
    /// Scaled queries: `[queries, heads·n]`.
    q: T,
    /// Keys: `[keys, heads·n]`; nothing if they are the tokens.
    k: T,
    /// Values, as the keys.
    v: T,
    /// Outputs of the heads: `[queries, heads·n]`.
    o: T,
    /// Attention: `[heads, queries, keys]`.
    alpha: T,
}

impl Parts<usize> {
    fn sum(&self) -> usize {
        self.q + self.k + self.v + self.o + self.alpha
    }

    /// The parts of memory that holds all of them, one behind the other.
    fn of<'a, F>(&self, all: &'a [F]) -> Parts<&'a [F]> {
        let (q, rest) = all.split_at(self.q);
        let (k, rest) = rest.split_at(self.k);
        let (v, rest) = rest.split_at(self.v);
        let (o, alpha) = rest.split_at(self.o);
        Parts { q, k, v, o, alpha }
    }

    /// The same, to be written.
    fn of_mut<'a, F>(&self, all: &'a mut [F]) -> Parts<&'a mut [F]> {
        let (q, rest) = all.split_at_mut(self.q);
        let (k, rest) = rest.split_at_mut(self.k);
        let (v, rest) = rest.split_at_mut(self.v);
        let (o, alpha) = rest.split_at_mut(self.o);
        Parts { q, k, v, o, alpha }
    }
}

/// y_t of every query: `[R, B, queries·d]`. Appends to `save`, if there is one, what [`backward`]
/// needs.
#[inline(always)]
pub fn forward<S: Simd>(
    simd: S,
    sizes: &Sizes,
    inputs: Inputs,
    mut save: Option<&mut Vec<S::F32x8>>,
) -> Vec<f32> {
    let Sizes { runs, t, d, n, .. } = *sizes;
    let (queries, keys, width) = (sizes.queries(), sizes.keys(), sizes.width());
    let mut answers = vec![0.0; runs * sizes.answers()]; // [R, B, queries·d]
    let mut x = zeros(simd, t * d); // [T, d]
    let mut y = zeros(simd, queries * d); // [queries, d]
    let parts = sizes.parts();
    let mut all_parts = zeros(simd, parts.sum());
    if let Some(save) = &mut save {
        save.reserve_exact(runs * sizes.groups() * all_parts.len());
    }
    let mut matrices = Multiplier::new(simd);
    let (score_scale, share) = (simd.splat(sizes.score_scale()), simd.splat(sizes.share()));
    for (run, answers) in answers.chunks_exact_mut(sizes.answers()).enumerate() {
        let tokens = sizes.tokens_of(run, inputs.x);
        let of_run = run * sizes.matrix()..(run + 1) * sizes.matrix();
        for group in 0..sizes.groups() {
            load_transposed(simd, tokens, group, x.as_chunks_mut::<1>().0);
            let x = &x[..];
            let Parts { q, k, v, o, alpha } = parts.of_mut(&mut all_parts);
            let projections = [
                (queries, &x[sizes.first_query()..], inputs.query, &mut *q),
                (keys, x, inputs.key, &mut *k),
                (keys, x, inputs.value, &mut *v),
            ];
            let count = if sizes.is_folded { 1 } else { 3 };
            for (rows, x, matrix, projected) in projections.into_iter().take(count) {
                let matrix = Right::Same(&matrix[of_run.clone()], width);
                matrices.multiply([rows, d, width], (x, d), matrix, (projected, width));
            }
            let (k, v) = if sizes.is_folded { (x, x) } else { (&*k, &*v) };
            for q in q.iter_mut() {
                *q = *q * score_scale;
            }
            for (head, alpha) in alpha.chunks_exact_mut(queries * keys).enumerate() {
                let first = head * n;
                let k = Right::Columns(&k[first..], width);
                matrices.multiply([queries, n, keys], (&q[first..], width), k, (alpha, keys));
                softmax(simd, sizes, alpha);
                let v = Right::Lanes(&v[first..], width);
                let o = (&mut o[first..], width);
                matrices.multiply([queries, keys, n], (alpha, keys), v, o);
            }
            let output = Right::Same(&inputs.output[of_run.clone()], d);
            let to = (&mut y[..], d);
            matrices.multiply([queries, width, d], (o, width), output, to);
            for y in &mut y {
                *y = *y * share;
            }
            store_transposed(simd, y.as_chunks::<1>().0, group, answers);
            if let Some(save) = &mut save {
                save.extend_from_slice(&all_parts);
            }
        }
    }
    answers
}

/// The gradients of the matrices, from what [`forward`] saved and the gradient of its output,
/// `[R, B, queries·d]`.
///
/// With dy_t over w: do_t = dy_t W_O', dW_O = Σ_t o_t' dy_t, g_ts = do_t · v_s,
/// ds_ts = α_ts (g_ts − Σ_s α_ts g_ts), dv_s = Σ_t α_ts do_t, dq_t = Σ_s ds_ts k_s / √n,
/// dk_s = Σ_t ds_ts q_t, and dW = Σ x' d(x W) of the other three.
#[inline(always)]
pub fn backward<S: Simd>(
    simd: S,
    sizes: &Sizes,
    inputs: Inputs,
    saved: &[S::F32x8],
    gradient: &[f32],
) -> Gradients {
    let Sizes { runs, t, d, n, .. } = *sizes;
    let (queries, keys, width) = (sizes.queries(), sizes.keys(), sizes.width());
    let parts = sizes.parts();
    let projection = if sizes.is_folded { 0 } else { sizes.matrix() };
    let mut gradients = Gradients {
        query: vec![0.0; runs * sizes.matrix()],
        key: vec![0.0; runs * projection],
        value: vec![0.0; runs * projection],
        output: vec![0.0; runs * sizes.matrix()],
    };
    let mut x = zeros(simd, t * d); // [T, d]
    let mut dy = zeros(simd, queries * d); // [queries, d]
    let mut d_parts = zeros(simd, parts.sum());
    // A left matrix, with its rows as columns: [width, queries], [keys, queries] or [d, queries or keys].
    let turned_size = (width * queries).max(keys * queries).max(d * t);
    let mut turned = zeros(simd, turned_size);
    let mut output_columns = vec![0.0; sizes.matrix()]; // [d, heads·n]
    // Of the matrices, the gradients summed over the sequences of each lane.
    let mut sums = zeros(simd, 4 * sizes.matrix());
    let mut matrices = Multiplier::new(simd);
    let (score_scale, share) = (simd.splat(sizes.score_scale()), simd.splat(sizes.share()));
    let mut saved = saved.chunks_exact(parts.sum());
    for run in 0..runs {
        let tokens = sizes.tokens_of(run, inputs.x);
        let gradient = &gradient[run * sizes.answers()..(run + 1) * sizes.answers()];
        let of_run = run * sizes.matrix()..(run + 1) * sizes.matrix();
        let output = &inputs.output[of_run.clone()];
        transpose(output, d, width, d, &mut output_columns);
        sums.fill(simd.zero());
        let (of_query, rest) = sums.split_at_mut(sizes.matrix());
        let (of_key, rest) = rest.split_at_mut(sizes.matrix());
        let (of_value, of_output) = rest.split_at_mut(sizes.matrix());
        for (group, saved) in saved.by_ref().take(sizes.groups()).enumerate() {
            load_transposed(simd, tokens, group, x.as_chunks_mut::<1>().0);
            load_transposed(simd, gradient, group, dy.as_chunks_mut::<1>().0);
            for dy in &mut dy {
                *dy = *dy * share;
            }
            let (x, dy) = (&x[..], &dy[..]);
            let Parts { q, k, v, o, alpha } = parts.of(saved);
            let (k, v) = if sizes.is_folded { (x, x) } else { (k, v) };
            let Parts {
                q: dq,
                k: dk,
                v: dv,
                o: d_o,
                alpha: ds,
            } = parts.of_mut(&mut d_parts);
            let output = Right::Same(&output_columns, width);
            let to = (&mut *d_o, width);
            matrices.multiply([queries, d, width], (dy, d), output, to);
            transpose(o, width, queries, width, &mut turned);
            let left = (&turned[..], queries);
            let to = (&mut *of_output, d);
            matrices.multiply_add([width, queries, d], left, Right::Lanes(dy, d), to);
            let attention = alpha.chunks_exact(queries * keys);
            let attention = attention.zip(ds.chunks_exact_mut(queries * keys));
            for (head, (alpha, ds)) in attention.enumerate() {
                let first = head * n;
                let d_o = &d_o[first..];
                let v = Right::Columns(&v[first..], width);
                matrices.multiply([queries, n, keys], (d_o, width), v, (ds, keys));
                if !sizes.is_folded {
                    transpose(alpha, keys, queries, keys, &mut turned);
                    let to = (&mut dv[first..], width);
                    let right = Right::Lanes(d_o, width);
                    matrices.multiply([keys, queries, n], (&turned, queries), right, to);
                }
                softmax_gradient(simd, sizes, alpha, ds);
                let to = (&mut dq[first..], width);
                let right = Right::Lanes(&k[first..], width);
                matrices.multiply([queries, keys, n], (ds, keys), right, to);
                if !sizes.is_folded {
                    transpose(ds, keys, queries, keys, &mut turned);
                    let to = (&mut dk[first..], width);
                    let right = Right::Lanes(&q[first..], width);
                    matrices.multiply([keys, queries, n], (&turned, queries), right, to);
                }
            }
            for dq in dq.iter_mut() {
                *dq = *dq * score_scale;
            }
            transpose(&x[sizes.first_query()..], d, queries, d, &mut turned);
            let (left, right) = ((&turned[..], queries), Right::Lanes(dq, width));
            matrices.multiply_add([d, queries, width], left, right, (&mut *of_query, width));
            if sizes.is_folded {
                continue;
            }
            transpose(x, d, keys, d, &mut turned);
            let (left, right) = ((&turned[..], keys), Right::Lanes(dk, width));
            matrices.multiply_add([d, keys, width], left, right, (&mut *of_key, width));
            let (left, right) = ((&turned[..], keys), Right::Lanes(dv, width));
            matrices.multiply_add([d, keys, width], left, right, (&mut *of_value, width));
        }
        for (gradient, sums) in [
            (&mut gradients.query, &*of_query),
            (&mut gradients.key, &*of_key),
            (&mut gradients.value, &*of_value),
            (&mut gradients.output, &*of_output),
        ] {
            // Of keys and values that are the tokens there is none.
            if !gradient.is_empty() {
                sum_up(simd, sums, &mut gradient[of_run.clone()]);
            }
        }
    }
    gradients
}

/// From the scores of a head to its attention, both `[queries, keys]`.
#[inline(always)]
fn softmax<S: Simd>(simd: S, sizes: &Sizes, scores: &mut [S::F32x8]) {
    for (query, row) in scores.chunks_exact_mut(sizes.keys()).enumerate() {
        if sizes.mask == AttentionMask::NotSelf {
            row[query] += simd.splat(MASKED_SCORE);
        }
        let mut max_score = row[0];
        for score in row.iter() {
            max_score = max_score.max(*score);
        }
        let mut total = simd.zero();
        for score in row.iter_mut() {
            *score = (*score - max_score).exp();
            total += *score;
        }
        let factor = simd.splat(1.0) / total;
        for alpha in row.iter_mut() {
            *alpha = *alpha * factor;
        }
    }
}

/// From the gradient of a head's attention `alpha` to that of its scores, in place: `[queries, keys]`.
#[inline(always)]
fn softmax_gradient<S: Simd>(
    simd: S,
    sizes: &Sizes,
    alpha: &[S::F32x8],
    gradient: &mut [S::F32x8],
) {
    let rows = alpha.chunks_exact(sizes.keys());
    for (alpha, row) in rows.zip(gradient.chunks_exact_mut(sizes.keys())) {
        let mut mean = simd.zero();
        for (alpha, g) in alpha.iter().zip(row.iter()) {
            mean += *alpha * *g;
        }
        for (alpha, g) in alpha.iter().zip(row.iter_mut()) {
            *g = *alpha * (*g - mean);
        }
    }
}
