//! The part of the reader that grows with the length of a sequence, as one forward and one backward
//! pass: tokens are embedded, scored, weighted by a softmax and summed, sequence by sequence,
//! without a tensor of all tokens. It computes with plain slices; the formula and its weights are in
//! `reader`, and how burn differentiates through it is in `tape`.
//!
//! Lanes run over tokens, so no size needs to be a multiple of the number of lanes: the last lanes
//! of a sequence hold tokens of weight zero. Sums over lanes are taken only where the formula sums
//! over tokens, and for gradients only once for the whole batch.

use super::blocks::{dot, in_blocks, products, zeros};
use super::lanes::{F32x8, LANES, Simd};

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
    /// Hidden width, N.
    pub hidden: usize,
    /// Heads.
    pub h: usize,
}

impl Sizes {
    /// Groups of lanes that hold the tokens of a sequence.
    fn groups(&self) -> usize {
        self.t.div_ceil(LANES)
    }
}

/// Tokens `x` `[R or 1, B·T, d]`, the embedding's first layer `w1` `[R, d, N]` and `b1` `[R, N]`, and
/// a vector for each head that scores tokens, `score_vectors` `[R, h, N]`.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    pub x: &'a [f32],
    pub w1: &'a [f32],
    pub b1: &'a [f32],
    pub score_vectors: &'a [f32],
}

/// Gradients of the weights among [`Inputs`], in their shapes.
pub struct Gradients {
    pub w1: Vec<f32>,
    pub b1: Vec<f32>,
    pub score_vectors: Vec<f32>,
}

/// p_i = Σ_t α_it a_t with a_t = relu(x_t W1 + b1) and α_i = softmax_t(a_t · u_i): `[R, B, h, N]`.
/// Appends the weights α to `save`, if there is one, for [`backward`].
#[inline(always)]
pub fn forward<S: Simd>(
    simd: S,
    sizes: &Sizes,
    inputs: Inputs,
    mut save: Option<&mut Vec<S::F32x8>>,
) -> Vec<f32> {
    let Sizes {
        runs,
        sequences,
        h,
        hidden,
        ..
    } = *sizes;
    let mut pooled = vec![0.0; runs * sequences * h * hidden]; // [R, B, h, N]
    let mut scratch = Scratch::new(simd, sizes);
    if let Some(save) = &mut save {
        save.reserve_exact(runs * sequences * scratch.alpha.len());
    }
    for (run, pooled) in pooled.chunks_exact_mut(sequences * h * hidden).enumerate() {
        scratch.load_run(run, inputs);
        let tokens = sizes.tokens_of(run, inputs.x);
        for (x, pooled) in tokens.zip(pooled.chunks_exact_mut(h * hidden)) {
            scratch.activate(x);
            scratch.attend();
            scratch.pool(pooled);
            if let Some(save) = &mut save {
                save.extend_from_slice(&scratch.alpha);
            }
        }
    }
    pooled
}

/// The gradients of the weights, from the attention that [`forward`] saved and the gradient of its
/// output, `[R, B, h, N]`.
///
/// With g_it = dp_i · a_t and δ_i = Σ_t α_it g_it: ds_it = α_it (g_it − δ_i),
/// da_t = Σ_i α_it dp_i + ds_it u_i where a_t > 0, dW1 = Σ_t x_t' da_t, db1 = Σ_t da_t and
/// du_i = Σ_t ds_it a_t.
#[inline(always)]
pub fn backward<S: Simd>(
    simd: S,
    sizes: &Sizes,
    inputs: Inputs,
    saved: &[S::F32x8],
    gradient: &[f32],
) -> Gradients {
    let Sizes {
        runs,
        sequences,
        d,
        hidden,
        h,
        ..
    } = *sizes;
    let (groups, output_size) = (sizes.groups(), h * hidden);
    let mut gradients = Gradients {
        w1: vec![0.0; runs * d * hidden],
        b1: vec![0.0; runs * hidden],
        score_vectors: vec![0.0; runs * output_size],
    };
    let mut scratch = Scratch::new(simd, sizes);
    let mut ds = zeros(simd, h * groups); // as `Scratch::alpha`; holds g before ds
    let mut deltas = zeros(simd, h);
    let mut factors = vec![[0.0; 2]; output_size]; // [N, h]: dp and u
    let width = d + 1 + h;
    let mut sums = zeros(simd, hidden * width); // [N, d + 1 + h]: of dW1, db1, du
    let saved = saved.chunks_exact(h * groups);
    let mut alpha_and_dp = saved.zip(gradient.chunks_exact(output_size));
    for run in 0..runs {
        scratch.load_run(run, inputs);
        sums.fill(simd.zero());
        for j in 0..hidden {
            for i in 0..h {
                factors[j * h + i][1] = scratch.score_vectors[i * hidden + j];
            }
        }
        let tokens = sizes.tokens_of(run, inputs.x);
        for (x, (alpha, dp)) in tokens.zip(alpha_and_dp.by_ref().take(sequences)) {
            scratch.activate(x);
            for (i, dp) in dp.chunks_exact(hidden).enumerate() {
                for (factors, dp) in factors.chunks_exact_mut(h).zip(dp) {
                    factors[i][0] = *dp;
                }
            }
            deltas.fill(simd.zero());
            in_blocks!(groups, |at, V| {
                let (a, _) = scratch.a[at * hidden..(at + V) * hidden].as_chunks::<V>();
                let (alpha, _) = alpha[at * h..(at + V) * h].as_chunks::<V>();
                let (g, _) = ds[at * h..(at + V) * h].as_chunks_mut::<V>();
                products(simd, dp, &[], a, g, |g| g);
                for ((delta, alpha), g) in deltas.iter_mut().zip(alpha).zip(g) {
                    *delta += dot(alpha, g);
                }
            });
            for delta in &mut deltas {
                *delta = simd.splat(delta.sum_lanes());
            }
            in_blocks!(groups, |at, V| {
                let (a, _) = scratch.a[at * hidden..(at + V) * hidden].as_chunks::<V>();
                let (x, _) = scratch.x[at * d..(at + V) * d].as_chunks::<V>();
                let (alpha, _) = alpha[at * h..(at + V) * h].as_chunks::<V>();
                let (ds, _) = ds[at * h..(at + V) * h].as_chunks_mut::<V>();
                for ((ds, alpha), delta) in ds.iter_mut().zip(alpha).zip(&deltas) {
                    for v in 0..V {
                        ds[v] = alpha[v] * (ds[v] - *delta);
                    }
                }
                let of_hidden = factors.chunks_exact(h).zip(sums.chunks_exact_mut(width));
                for (a, (factors, sums)) in a.iter().zip(of_hidden) {
                    let (of_w1, rest) = sums.split_at_mut(d);
                    let (of_b1, of_score_vectors) = rest.split_at_mut(1);
                    let mut da = [simd.zero(); V];
                    let of_heads = alpha
                        .iter()
                        .zip(ds.iter())
                        .zip(factors)
                        .zip(of_score_vectors);
                    for (((alpha, ds), [dp, u]), sum) in of_heads {
                        for v in 0..V {
                            da[v] += simd.splat(*dp) * alpha[v] + simd.splat(*u) * ds[v];
                        }
                        *sum += dot(ds, a);
                    }
                    for v in 0..V {
                        da[v] = da[v].if_positive(a[v]);
                        of_b1[0] += da[v];
                    }
                    for (x, sum) in x.iter().zip(of_w1) {
                        *sum += dot(x, &da);
                    }
                }
            });
        }
        for (j, sums) in sums.chunks_exact(width).enumerate() {
            for (k, sum) in sums[..d].iter().enumerate() {
                gradients.w1[(run * d + k) * hidden + j] = sum.sum_lanes();
            }
            gradients.b1[run * hidden + j] = sums[d].sum_lanes();
            for (i, sum) in sums[d + 1..].iter().enumerate() {
                gradients.score_vectors[(run * h + i) * hidden + j] = sum.sum_lanes();
            }
        }
    }
    gradients
}

impl Sizes {
    /// The sequences `[T, d]` of a run; all runs share them if there is only one set.
    fn tokens_of<'a>(&self, run: usize, x: &'a [f32]) -> impl Iterator<Item = &'a [f32]> {
        let sequence = self.t * self.d;
        let all = self.sequences * sequence;
        let start = if x.len() > all { run * all } else { 0 };
        x[start..start + all].chunks_exact(sequence)
    }
}

/// Memory for one sequence, in blocks: a block of `V` groups of lanes holds `[rows, V]`.
struct Scratch<S: Simd> {
    simd: S,
    sizes: Sizes,
    /// Tokens: rows d.
    x: Vec<S::F32x8>,
    /// Their activations a_t: rows N.
    a: Vec<S::F32x8>,
    /// Their attention weights: rows h.
    alpha: Vec<S::F32x8>,
    /// One number for each head.
    heads: Vec<S::F32x8>,
    /// The run's first layer, by hidden unit: `[N, d]`.
    w1: Vec<f32>,
    /// Its bias: `[N]`.
    b1: Vec<f32>,
    /// The run's score vectors: `[h, N]`.
    score_vectors: Vec<f32>,
}

impl<S: Simd> Scratch<S> {
    fn new(simd: S, sizes: &Sizes) -> Self {
        let groups = sizes.groups();
        let rows = |count: usize| zeros(simd, count * groups);
        Self {
            simd,
            sizes: *sizes,
            x: rows(sizes.d),
            a: rows(sizes.hidden),
            alpha: rows(sizes.h),
            heads: zeros(simd, sizes.h),
            w1: vec![0.0; sizes.hidden * sizes.d],
            b1: vec![0.0; sizes.hidden],
            score_vectors: vec![0.0; sizes.hidden * sizes.h],
        }
    }

    /// Loads the weights of a run.
    fn load_run(&mut self, run: usize, inputs: Inputs) {
        let Sizes { d, hidden, h, .. } = self.sizes;
        let w1 = &inputs.w1[run * d * hidden..(run + 1) * d * hidden]; // [d, N]
        let b1 = &inputs.b1[run * hidden..(run + 1) * hidden];
        for (j, unit) in self.w1.chunks_exact_mut(d).enumerate() {
            for (k, w) in unit.iter_mut().enumerate() {
                *w = w1[k * hidden + j];
            }
        }
        self.b1.copy_from_slice(b1);
        let score_vectors = &inputs.score_vectors[run * h * hidden..(run + 1) * h * hidden];
        self.score_vectors.copy_from_slice(score_vectors);
    }

    /// Loads a sequence `[T, d]` and computes a_t = relu(x_t W1 + b1).
    #[inline(always)]
    fn activate(&mut self, sequence: &[f32]) {
        let (simd, Sizes { d, hidden, .. }) = (self.simd, self.sizes);
        in_blocks!(self.sizes.groups(), |at, V| {
            let (x, _) = self.x[at * d..(at + V) * d].as_chunks_mut::<V>();
            for (k, x) in x.iter_mut().enumerate() {
                for (v, x) in x.iter_mut().enumerate() {
                    let first = (at + v) * LANES;
                    *x = simd.load(std::array::from_fn(|lane| {
                        let place = (first + lane) * d + k;
                        sequence.get(place).copied().unwrap_or(0.0)
                    }));
                }
            }
            let (a, _) = self.a[at * hidden..(at + V) * hidden].as_chunks_mut::<V>();
            products(simd, &self.w1, &self.b1, x, a, S::F32x8::relu);
        });
    }

    /// α_i = softmax_t(a_t · u_i).
    #[inline(always)]
    fn attend(&mut self) {
        let (simd, Sizes { t, h, hidden, .. }) = (self.simd, self.sizes);
        let groups = self.sizes.groups();
        // The last lanes beyond the sequence hold no token: their scores must not count.
        let padding = simd.load(std::array::from_fn(|lane| {
            let token = (groups - 1) * LANES + lane;
            if token < t { 0.0 } else { f32::NEG_INFINITY }
        }));
        self.heads.fill(simd.splat(f32::NEG_INFINITY));
        in_blocks!(groups, |at, V| {
            let (a, _) = self.a[at * hidden..(at + V) * hidden].as_chunks::<V>();
            let (scores, _) = self.alpha[at * h..(at + V) * h].as_chunks_mut::<V>();
            products(simd, &self.score_vectors, &[], a, scores, |score| score);
            for (scores, max_score) in scores.iter_mut().zip(&mut self.heads) {
                if at + V == groups {
                    scores[V - 1] += padding;
                }
                for score in scores {
                    *max_score = max_score.max(*score);
                }
            }
        });
        for max_score in &mut self.heads {
            *max_score = simd.splat(max_score.max_lane());
        }
        in_blocks!(groups, |at, V| {
            let (scores, _) = self.alpha[at * h..(at + V) * h].as_chunks_mut::<V>();
            for (scores, max_score) in scores.iter_mut().zip(&self.heads) {
                for score in scores {
                    *score = (*score - *max_score).exp();
                }
            }
        });
        self.heads.fill(simd.zero());
        in_blocks!(groups, |at, V| {
            let (alpha, _) = self.alpha[at * h..(at + V) * h].as_chunks::<V>();
            for (alpha, total) in alpha.iter().zip(&mut self.heads) {
                for alpha in alpha {
                    *total += *alpha;
                }
            }
        });
        for total in &mut self.heads {
            *total = simd.splat(1.0 / total.sum_lanes());
        }
        in_blocks!(groups, |at, V| {
            let (alpha, _) = self.alpha[at * h..(at + V) * h].as_chunks_mut::<V>();
            for (alpha, factor) in alpha.iter_mut().zip(&self.heads) {
                for alpha in alpha {
                    *alpha = *alpha * *factor;
                }
            }
        });
    }

    /// p_i = Σ_t α_it a_t, `[h, N]`: four numbers at a time, so that their lanes are summed at once.
    #[inline(always)]
    fn pool(&self, pooled: &mut [f32]) {
        for (i, pooled) in pooled.chunks_exact_mut(self.sizes.hidden).enumerate() {
            let (fours, rest) = pooled.as_chunks_mut::<4>();
            let first = fours.len() * 4;
            for (j, four) in fours.iter_mut().enumerate() {
                *four = S::F32x8::sum_lanes_of_four(self.pooled(i, j * 4));
            }
            for (j, one) in rest.iter_mut().enumerate() {
                let [sum] = self.pooled(i, first + j);
                *one = sum.sum_lanes();
            }
        }
    }

    /// `J` numbers of p_i from the one at `j` on, one sum for each lane.
    #[inline(always)]
    fn pooled<const J: usize>(&self, i: usize, j: usize) -> [S::F32x8; J] {
        let (simd, Sizes { h, hidden, .. }) = (self.simd, self.sizes);
        let mut sums = [simd.zero(); J];
        in_blocks!(self.sizes.groups(), |at, V| {
            let (a, _) = self.a[at * hidden + j * V..][..J * V].as_chunks::<V>();
            let (alpha, _) = self.alpha[at * h + i * V..][..V].as_chunks::<V>();
            if let (Some(a), [alpha]) = (a.first_chunk::<J>(), alpha) {
                for unit in 0..J {
                    sums[unit] += dot(alpha, &a[unit]);
                }
            }
        });
        sums
    }
}
