//! Everything in the reader that grows with the length of a sequence, as one pass forward and one
//! back: tokens are activated, scored, weighted by a softmax and summed, per sequence, without a
//! tensor of all tokens. It knows numbers only; what they mean stands in `reader`, and how burn
//! differentiates through it in the module above.
//!
//! Lanes run over tokens, so sizes need not be multiples of anything: the last lanes of a sequence
//! are filled with tokens of weight zero. Only what is summed over tokens is summed over lanes, and
//! of that the gradients only once for the whole batch.

use super::blocks::{dot, in_blocks, products};
use super::lanes::{LANES, Lanes};

/// How many of everything.
#[derive(Clone, Copy, Debug)]
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

/// What is pooled from what: tokens `x` `[R or 1, B·T, d]`, the embedding's first layer `w1`
/// `[R, d, N]` and `b1` `[R, N]`, and a vector per head that scores, `looks` `[R, h, N]`.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    pub x: &'a [f32],
    pub w1: &'a [f32],
    pub b1: &'a [f32],
    pub looks: &'a [f32],
}

/// Gradients of the weights among [`Inputs`], shaped as they are.
pub struct Gradients {
    pub w1: Vec<f32>,
    pub b1: Vec<f32>,
    pub looks: Vec<f32>,
}

/// p_i = Σ_t α_it a_t with a_t = relu(x_t W1 + b1) and α_i = softmax_t(a_t · u_i): `[R, B, h, N]`.
/// The weights α are kept in `kept` if there is one, for [`backward`].
pub fn forward(sizes: &Sizes, inputs: Inputs, mut kept: Option<&mut Vec<Lanes>>) -> Vec<f32> {
    let Sizes {
        runs,
        sequences,
        h,
        hidden,
        ..
    } = *sizes;
    let mut pooled = vec![0.0; runs * sequences * h * hidden]; // [R, B, h, N]
    let mut scratch = Scratch::new(sizes);
    if let Some(kept) = &mut kept {
        kept.reserve_exact(runs * sequences * scratch.alpha.len());
    }
    for (run, pooled) in pooled.chunks_exact_mut(sequences * h * hidden).enumerate() {
        scratch.turn_to(run, inputs);
        let tokens = sizes.tokens_of(run, inputs.x);
        for (x, pooled) in tokens.zip(pooled.chunks_exact_mut(h * hidden)) {
            scratch.activate(x);
            scratch.attend();
            scratch.pool(pooled);
            if let Some(kept) = &mut kept {
                kept.extend_from_slice(&scratch.alpha);
            }
        }
    }
    pooled
}

/// The gradients of the weights, from what [`forward`] kept and the gradient of what it pooled,
/// `[R, B, h, N]`.
///
/// With g_it = dp_i · a_t and δ_i = Σ_t α_it g_it: ds_it = α_it (g_it − δ_i),
/// da_t = Σ_i α_it dp_i + ds_it u_i where a_t > 0, dW1 = Σ_t x_t' da_t, db1 = Σ_t da_t and
/// du_i = Σ_t ds_it a_t.
pub fn backward(sizes: &Sizes, inputs: Inputs, kept: &[Lanes], gradient: &[f32]) -> Gradients {
    let Sizes {
        runs,
        sequences,
        d,
        hidden,
        h,
        ..
    } = *sizes;
    let (groups, one) = (sizes.groups(), h * hidden);
    let mut found = Gradients {
        w1: vec![0.0; runs * d * hidden],
        b1: vec![0.0; runs * hidden],
        looks: vec![0.0; runs * one],
    };
    let mut scratch = Scratch::new(sizes);
    let mut ds = vec![Lanes::zero(); h * groups]; // as `Scratch::alpha`; g before
    let mut deltas = vec![Lanes::zero(); h];
    let mut factors = vec![[0.0; 2]; one]; // [N, h]: dp and u
    let width = d + 1 + h;
    let mut sums = vec![Lanes::zero(); hidden * width]; // [N, d + 1 + h]: of dW1, db1, du
    let kept = kept.chunks_exact(h * groups);
    let mut each = kept.zip(gradient.chunks_exact(one));
    for run in 0..runs {
        scratch.turn_to(run, inputs);
        sums.fill(Lanes::zero());
        for j in 0..hidden {
            for i in 0..h {
                factors[j * h + i][1] = scratch.looks[i * hidden + j];
            }
        }
        let tokens = sizes.tokens_of(run, inputs.x);
        for (x, (alpha, dp)) in tokens.zip(each.by_ref().take(sequences)) {
            scratch.activate(x);
            for (i, dp) in dp.chunks_exact(hidden).enumerate() {
                for (factors, dp) in factors.chunks_exact_mut(h).zip(dp) {
                    factors[i][0] = *dp;
                }
            }
            deltas.fill(Lanes::zero());
            in_blocks!(groups, |at, V| {
                let (a, _) = scratch.a[at * hidden..(at + V) * hidden].as_chunks::<V>();
                let (alpha, _) = alpha[at * h..(at + V) * h].as_chunks::<V>();
                let (g, _) = ds[at * h..(at + V) * h].as_chunks_mut::<V>();
                products(dp, &[], a, g, |g| g);
                for ((delta, alpha), g) in deltas.iter_mut().zip(alpha).zip(g) {
                    *delta += dot(alpha, g);
                }
            });
            for delta in &mut deltas {
                *delta = Lanes::splat(delta.sum());
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
                    let (of_b1, of_looks) = rest.split_at_mut(1);
                    let mut da = [Lanes::zero(); V];
                    let of_heads = alpha.iter().zip(ds.iter()).zip(factors).zip(of_looks);
                    for (((alpha, ds), [dp, u]), sum) in of_heads {
                        for v in 0..V {
                            da[v] += Lanes::splat(*dp) * alpha[v] + Lanes::splat(*u) * ds[v];
                        }
                        *sum += dot(ds, a);
                    }
                    for v in 0..V {
                        da[v] = da[v].where_positive(a[v]);
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
                found.w1[(run * d + k) * hidden + j] = sum.sum();
            }
            found.b1[run * hidden + j] = sums[d].sum();
            for (i, sum) in sums[d + 1..].iter().enumerate() {
                found.looks[(run * h + i) * hidden + j] = sum.sum();
            }
        }
    }
    found
}

impl Sizes {
    /// The sequences `[T, d]` of a run; all runs see the same where there are no more.
    fn tokens_of<'a>(&self, run: usize, x: &'a [f32]) -> impl Iterator<Item = &'a [f32]> {
        let one = self.t * self.d;
        let all = self.sequences * one;
        let start = if x.len() > all { run * all } else { 0 };
        x[start..start + all].chunks_exact(one)
    }
}

/// One sequence on the bench, in blocks: a block of `V` groups of lanes holds `[rows, V]`.
struct Scratch {
    sizes: Sizes,
    /// Tokens: rows d.
    x: Vec<Lanes>,
    /// What they activate: rows N.
    a: Vec<Lanes>,
    /// Their weights: rows h.
    alpha: Vec<Lanes>,
    /// A number of every head.
    heads: Vec<Lanes>,
    /// The run's first layer, by hidden unit: `[N, d]`.
    w1: Vec<f32>,
    /// Its bias: `[N]`.
    b1: Vec<f32>,
    /// The run's vectors that score: `[h, N]`.
    looks: Vec<f32>,
}

impl Scratch {
    fn new(sizes: &Sizes) -> Self {
        let groups = sizes.groups();
        let rows = |count: usize| vec![Lanes::zero(); count * groups];
        Self {
            sizes: *sizes,
            x: rows(sizes.d),
            a: rows(sizes.hidden),
            alpha: rows(sizes.h),
            heads: vec![Lanes::zero(); sizes.h],
            w1: vec![0.0; sizes.hidden * sizes.d],
            b1: vec![0.0; sizes.hidden],
            looks: vec![0.0; sizes.hidden * sizes.h],
        }
    }

    /// Takes up the weights of a run.
    fn turn_to(&mut self, run: usize, inputs: Inputs) {
        let Sizes { d, hidden, h, .. } = self.sizes;
        let w1 = &inputs.w1[run * d * hidden..(run + 1) * d * hidden]; // [d, N]
        let b1 = &inputs.b1[run * hidden..(run + 1) * hidden];
        for (j, unit) in self.w1.chunks_exact_mut(d).enumerate() {
            for (k, w) in unit.iter_mut().enumerate() {
                *w = w1[k * hidden + j];
            }
        }
        self.b1.copy_from_slice(b1);
        let looks = &inputs.looks[run * h * hidden..(run + 1) * h * hidden];
        self.looks.copy_from_slice(looks);
    }

    /// Lays out a sequence `[T, d]` and computes a_t = relu(x_t W1 + b1).
    #[inline(always)]
    fn activate(&mut self, sequence: &[f32]) {
        let Sizes { d, hidden, .. } = self.sizes;
        in_blocks!(self.sizes.groups(), |at, V| {
            let (x, _) = self.x[at * d..(at + V) * d].as_chunks_mut::<V>();
            for (k, x) in x.iter_mut().enumerate() {
                for (v, x) in x.iter_mut().enumerate() {
                    let first = (at + v) * LANES;
                    *x = Lanes::of(std::array::from_fn(|lane| {
                        let place = (first + lane) * d + k;
                        sequence.get(place).copied().unwrap_or(0.0)
                    }));
                }
            }
            let (a, _) = self.a[at * hidden..(at + V) * hidden].as_chunks_mut::<V>();
            products(&self.w1, &self.b1, x, a, Lanes::relu);
        });
    }

    /// α_i = softmax_t(a_t · u_i).
    #[inline(always)]
    fn attend(&mut self) {
        let Sizes { t, h, hidden, .. } = self.sizes;
        let groups = self.sizes.groups();
        // What fills the last lanes is no token.
        let beyond = Lanes::of(std::array::from_fn(|lane| {
            let token = (groups - 1) * LANES + lane;
            if token < t { 0.0 } else { f32::NEG_INFINITY }
        }));
        self.heads.fill(Lanes::splat(f32::NEG_INFINITY));
        in_blocks!(groups, |at, V| {
            let (a, _) = self.a[at * hidden..(at + V) * hidden].as_chunks::<V>();
            let (scores, _) = self.alpha[at * h..(at + V) * h].as_chunks_mut::<V>();
            products(&self.looks, &[], a, scores, |score| score);
            for (scores, largest) in scores.iter_mut().zip(&mut self.heads) {
                if at + V == groups {
                    scores[V - 1] += beyond;
                }
                for score in scores {
                    *largest = largest.larger(*score);
                }
            }
        });
        for largest in &mut self.heads {
            *largest = Lanes::splat(largest.largest());
        }
        in_blocks!(groups, |at, V| {
            let (scores, _) = self.alpha[at * h..(at + V) * h].as_chunks_mut::<V>();
            for (scores, largest) in scores.iter_mut().zip(&self.heads) {
                for score in scores {
                    *score = (*score - *largest).exp();
                }
            }
        });
        self.heads.fill(Lanes::zero());
        in_blocks!(groups, |at, V| {
            let (alpha, _) = self.alpha[at * h..(at + V) * h].as_chunks::<V>();
            for (alpha, total) in alpha.iter().zip(&mut self.heads) {
                for alpha in alpha {
                    *total += *alpha;
                }
            }
        });
        for total in &mut self.heads {
            *total = Lanes::splat(1.0 / total.sum());
        }
        in_blocks!(groups, |at, V| {
            let (alpha, _) = self.alpha[at * h..(at + V) * h].as_chunks_mut::<V>();
            for (alpha, share) in alpha.iter_mut().zip(&self.heads) {
                for alpha in alpha {
                    *alpha = *alpha * *share;
                }
            }
        });
    }

    /// p_i = Σ_t α_it a_t, `[h, N]`: four numbers at a time, so that their lanes are summed together.
    #[inline(always)]
    fn pool(&self, pooled: &mut [f32]) {
        for (i, pooled) in pooled.chunks_exact_mut(self.sizes.hidden).enumerate() {
            let (fours, rest) = pooled.as_chunks_mut::<4>();
            let first = fours.len() * 4;
            for (j, four) in fours.iter_mut().enumerate() {
                *four = Lanes::sums(self.pooled(i, j * 4));
            }
            for (j, one) in rest.iter_mut().enumerate() {
                let [sum] = self.pooled(i, first + j);
                *one = sum.sum();
            }
        }
    }

    /// `J` numbers of p_i from the one at `j` on, still apart by lanes.
    #[inline(always)]
    fn pooled<const J: usize>(&self, i: usize, j: usize) -> [Lanes; J] {
        let Sizes { h, hidden, .. } = self.sizes;
        let mut sums = [Lanes::zero(); J];
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
