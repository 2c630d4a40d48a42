// One training step of paper 1's reader, for all runs of a cohort, in three dispatches:
//
//   sequences  for each run and sequence: forward, loss, and back to what the sequence adds to
//              every gradient. Tokens are embedded in tiles and embedded again on the way back, so
//              nothing the size of a batch's tokens is ever stored.
//   gradients  for each run and folded weight: the sum over sequences.
//   update     for each run: from folded weights back to the weights, AdamW, and folding anew.
//
// and `predict`, which goes forward only. The constants in capitals stand before this text: sizes
// of the cohort, and where each weight begins (`plan.rs`). Folded weights are those of `reader`:
// a token t becomes a = relu(x W1 + b1), head i scores it with U_i = W2 u_i, p_i is the mean of a
// by attention, V = W2 Wv, v = b2 Wv, M = Wo W3, and y = gelu(Concat_i(p_i V_i) M + v M + b3) w4 + b4.

// Numbers that are trained: weights, first moments, second moments, gradients; each R·P.
@group(0) @binding(0) var<storage, read_write> weights: array<f32>;
@group(0) @binding(1) var<storage, read_write> moments: array<f32>;
// R·F, and behind it the sums over sequences, R·Q.
@group(0) @binding(2) var<storage, read_write> folded: array<f32>;
// What each sequence adds: R·B·S.
@group(0) @binding(3) var<storage, read_write> parts: array<f32>;
// Tokens, and behind them standardised targets.
@group(0) @binding(4) var<storage, read> data: array<f32>;
// For each step of the epoch, run and place in the batch: which sequence.
@group(0) @binding(5) var<storage, read> order: array<u32>;
// 1/√n of each run, and behind it for each step of the recipe: rate, 1/(1−β1^t), 1/(1−β2^t).
@group(0) @binding(6) var<storage, read> rates: array<f32>;
// Steps done, by run, and behind it the losses of the last steps (as bits).
@group(0) @binding(7) var<storage, read_write> state: array<u32>;

const THREADS = 64u;
const UPDATERS = 256u;

var<workgroup> token: array<f32, TILE * D>;
var<workgroup> a: array<f32, TILE * N>;
var<workgroup> score: array<f32, TILE * H>;
var<workgroup> slope: array<f32, TILE * H>;
var<workgroup> pooled: array<f32, H * N>;
var<workgroup> most: array<f32, H>;
var<workgroup> total: array<f32, H>;
var<workgroup> fade: array<f32, H>;
var<workgroup> seen: array<f32, E>;
var<workgroup> lit: array<f32, N>;
var<workgroup> bent: array<f32, N>;
var<workgroup> answer: f32;
var<workgroup> back: array<f32, H * N>;
var<workgroup> sums_looks: array<f32, H * N>;
var<workgroup> sums_embed: array<f32, (D + 1u) * N>;

// erf to 1.5e-7, the last bits of single precision (Abramowitz and Stegun 7.1.26).
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.3275911 * abs(x));
    let poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    return sign(x) * (1.0 - poly * exp(-x * x));
}

// Embeds a tile of tokens and scores it for every head.
fn embed(run: u32, at: u32, first: u32, me: u32) {
    let count = min(TILE, T - first);
    for (var i = me; i < count * D; i += THREADS) {
        token[i] = data[(at * T + first) * D + i];
    }
    workgroupBarrier();
    let w = run * P;
    for (var i = me; i < count * N; i += THREADS) {
        let k = i % N;
        var sum = weights[w + B1 + k];
        for (var j = 0u; j < D; j++) {
            sum += token[(i / N) * D + j] * weights[w + W1 + j * N + k];
        }
        a[i] = max(sum, 0.0);
    }
    workgroupBarrier();
    let f = run * F;
    for (var i = me; i < count * H; i += THREADS) {
        var sum = 0.0;
        for (var k = 0u; k < N; k++) {
            sum += a[(i / H) * N + k] * folded[f + FOLD_U + (i % H) * N + k];
        }
        score[i] = sum;
    }
    workgroupBarrier();
}

// Pools the sequence `at` and reads an answer off it.
fn forward(run: u32, at: u32, me: u32) {
    for (var i = me; i < H * N; i += THREADS) { pooled[i] = 0.0; }
    for (var i = me; i < H; i += THREADS) { most[i] = -3.0e38; total[i] = 0.0; }
    for (var first = 0u; first < T; first += TILE) {
        let count = min(TILE, T - first);
        embed(run, at, first, me);
        for (var i = me; i < H; i += THREADS) {
            var top = most[i];
            for (var t = 0u; t < count; t++) { top = max(top, score[t * H + i]); }
            fade[i] = exp(most[i] - top);
            var sum = total[i] * fade[i];
            for (var t = 0u; t < count; t++) { sum += exp(score[t * H + i] - top); }
            most[i] = top;
            total[i] = sum;
        }
        workgroupBarrier();
        for (var i = me; i < H * N; i += THREADS) {
            let head = i / N;
            var sum = pooled[i] * fade[head];
            for (var t = 0u; t < count; t++) {
                sum += exp(score[t * H + head] - most[head]) * a[t * N + i % N];
            }
            pooled[i] = sum;
        }
        workgroupBarrier();
    }
    for (var i = me; i < H * N; i += THREADS) { pooled[i] /= total[i / N]; }
    workgroupBarrier();
    let f = run * F;
    for (var c = me; c < E; c += THREADS) {
        var sum = folded[f + FOLD_v + c];
        for (var k = 0u; k < N; k++) { sum += pooled[(c / HEAD) * N + k] * folded[f + FOLD_V + k * E + c]; }
        seen[c] = sum;
    }
    workgroupBarrier();
    let w = run * P;
    for (var k = me; k < N; k += THREADS) {
        var x = weights[w + B3 + k];
        for (var c = 0u; c < E; c++) { x += seen[c] * folded[f + FOLD_M + c * N + k]; }
        let share = 0.5 + 0.5 * erf(x * 0.70710678);
        lit[k] = x * share;
        bent[k] = share + x * 0.39894228 * exp(-0.5 * x * x);
    }
    workgroupBarrier();
    if (me == 0u) {
        var y = weights[w + B4];
        for (var k = 0u; k < N; k++) { y += lit[k] * weights[w + W4 + k]; }
        answer = y;
    }
    workgroupBarrier();
}

@compute @workgroup_size(THREADS)
fn sequences(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) me: u32) {
    let run = group.y;
    let place = group.x;
    let now = state[run] % EPOCH;
    let at = order[(now * R + run) * B + place];
    forward(run, at, me);

    let w = run * P;
    let f = run * F;
    let to = (run * B + place) * S;
    let off = answer - data[TARGETS + at];
    let pull = 2.0 * off / f32(B);
    // From the answer back to the pooled tokens. `bent` becomes the gradient of what GELU is given.
    for (var k = me; k < N; k += THREADS) {
        bent[k] *= pull * weights[w + W4 + k];
        parts[to + PART_LIT + k] = lit[k];
        parts[to + PART_BENT + k] = bent[k];
    }
    workgroupBarrier();
    for (var c = me; c < E; c += THREADS) {
        parts[to + PART_SEEN + c] = seen[c];
    }
    workgroupBarrier();
    for (var c = me; c < E; c += THREADS) {
        var sum = 0.0;
        for (var k = 0u; k < N; k++) { sum += folded[f + FOLD_M + c * N + k] * bent[k]; }
        seen[c] = sum;
        parts[to + PART_BACK + c] = sum;
    }
    workgroupBarrier();
    for (var i = me; i < H * N; i += THREADS) {
        var sum = 0.0;
        for (var j = 0u; j < HEAD; j++) {
            let c = (i / N) * HEAD + j;
            sum += folded[f + FOLD_V + (i % N) * E + c] * seen[c];
        }
        back[i] = sum;
        parts[to + PART_POOLED + i] = pooled[i];
        sums_looks[i] = 0.0;
    }
    for (var i = me; i < (D + 1u) * N; i += THREADS) { sums_embed[i] = 0.0; }
    workgroupBarrier();
    // ⟨back, pooled⟩: what the softmax takes off every score's gradient.
    for (var i = me; i < H; i += THREADS) {
        var sum = 0.0;
        for (var k = 0u; k < N; k++) { sum += back[i * N + k] * pooled[i * N + k]; }
        fade[i] = sum;
    }
    workgroupBarrier();
    for (var first = 0u; first < T; first += TILE) {
        let count = min(TILE, T - first);
        // One tile is still there from the way forward.
        if (T > TILE) { embed(run, at, first, me); }
        for (var i = me; i < count * H; i += THREADS) {
            let head = i % H;
            let weight = exp(score[i] - most[head]) / total[head];
            var sum = -fade[head];
            for (var k = 0u; k < N; k++) { sum += back[head * N + k] * a[(i / H) * N + k]; }
            score[i] = weight;
            slope[i] = weight * sum;
        }
        workgroupBarrier();
        for (var i = me; i < H * N; i += THREADS) {
            var sum = sums_looks[i];
            for (var t = 0u; t < count; t++) { sum += slope[t * H + i / N] * a[t * N + i % N]; }
            sums_looks[i] = sum;
        }
        workgroupBarrier();
        for (var i = me; i < count * N; i += THREADS) {
            let t = i / N;
            let k = i % N;
            var sum = 0.0;
            for (var head = 0u; head < H; head++) {
                sum += score[t * H + head] * back[head * N + k] + slope[t * H + head] * folded[f + FOLD_U + head * N + k];
            }
            a[i] = select(0.0, sum, a[i] > 0.0);
        }
        workgroupBarrier();
        for (var i = me; i < (D + 1u) * N; i += THREADS) {
            let j = i / N;
            var sum = sums_embed[i];
            for (var t = 0u; t < count; t++) {
                let by = select(1.0, token[t * D + min(j, D - 1u)], j < D);
                sum += by * a[t * N + i % N];
            }
            sums_embed[i] = sum;
        }
        workgroupBarrier();
    }
    for (var i = me; i < (D + 1u) * N; i += THREADS) { parts[to + PART_EMBED + i] = sums_embed[i]; }
    for (var i = me; i < H * N; i += THREADS) { parts[to + PART_LOOKS + i] = sums_looks[i]; }
    if (me == 0u) {
        parts[to + PART_PULL] = pull;
        parts[to + PART_LOSS] = off * off / f32(B);
    }
}

// Σ over the run's sequences of one part, or of the product of two.
fn over_sequences(run: u32, one: u32) -> f32 {
    var sum = 0.0;
    for (var b = 0u; b < B; b++) { sum += parts[(run * B + b) * S + one]; }
    return sum;
}

fn over_products(run: u32, one: u32, other: u32) -> f32 {
    var sum = 0.0;
    for (var b = 0u; b < B; b++) {
        let at = (run * B + b) * S;
        sum += parts[at + one] * parts[at + other];
    }
    return sum;
}

@compute @workgroup_size(THREADS)
fn gradients(@builtin(global_invocation_id) id: vec3<u32>) {
    let run = id.y;
    let i = id.x;
    if (i >= Q) { return; }
    var sum = 0.0;
    if (i < SUM_V) {
        // W1 and b1, then U: as the sequences left them.
        sum = over_sequences(run, i);
    } else if (i < SUM_v) {
        let k = (i - SUM_V) / E;
        let c = (i - SUM_V) % E;
        sum = over_products(run, PART_POOLED + (c / HEAD) * N + k, PART_BACK + c);
    } else if (i < SUM_M) {
        sum = over_sequences(run, PART_BACK + i - SUM_v);
    } else if (i < SUM_B3) {
        sum = over_products(run, PART_SEEN + (i - SUM_M) / N, PART_BENT + (i - SUM_M) % N);
    } else if (i < SUM_W4) {
        sum = over_sequences(run, PART_BENT + i - SUM_B3);
    } else if (i < SUM_B4) {
        sum = over_products(run, PART_LIT + i - SUM_W4, PART_PULL);
    } else if (i == SUM_B4) {
        sum = over_sequences(run, PART_PULL);
    } else {
        sum = over_sequences(run, PART_LOSS);
    }
    folded[R * F + run * Q + i] = sum;
}

var<workgroup> d_look: array<f32, H * E>;
var<workgroup> d_query: array<f32, E>;

// The gradient of the weight at `i` of a run, from the gradients of the folded ones.
fn unfolded(run: u32, i: u32) -> f32 {
    let w = run * P;
    let f = run * F;
    let q = R * F + run * Q;
    var sum = 0.0;
    if (i < W2) {
        // W1 and b1, which stand first in both.
        return folded[q + i];
    } else if (i < B2) {
        let k = (i - W2) / E;
        let e = (i - W2) % E;
        for (var c = 0u; c < E; c++) { sum += folded[q + SUM_V + k * E + c] * weights[w + WV + e * E + c]; }
        for (var h = 0u; h < H; h++) { sum += folded[q + SUM_U + h * N + k] * folded[f + FOLD_LOOK + h * E + e]; }
    } else if (i < CLS) {
        for (var c = 0u; c < E; c++) { sum += folded[q + SUM_v + c] * weights[w + WV + (i - B2) * E + c]; }
    } else if (i < WQ) {
        for (var c = 0u; c < E; c++) { sum += weights[w + WQ + (i - CLS) * E + c] * d_query[c]; }
    } else if (i < WK) {
        sum = weights[w + CLS + (i - WQ) / E] * d_query[(i - WQ) % E];
    } else if (i < WV) {
        let c = (i - WK) % E;
        sum = d_look[(c / HEAD) * E + (i - WK) / E] * folded[f + FOLD_QUERY + c];
    } else if (i < WO) {
        let e = (i - WV) / E;
        let c = (i - WV) % E;
        sum = weights[w + B2 + e] * folded[q + SUM_v + c];
        for (var k = 0u; k < N; k++) { sum += weights[w + W2 + k * E + e] * folded[q + SUM_V + k * E + c]; }
    } else if (i < W3) {
        let c = (i - WO) / E;
        let e = (i - WO) % E;
        for (var k = 0u; k < N; k++) { sum += folded[q + SUM_M + c * N + k] * weights[w + W3 + e * N + k]; }
    } else if (i < B3) {
        let e = (i - W3) / N;
        let k = (i - W3) % N;
        for (var c = 0u; c < E; c++) { sum += weights[w + WO + c * E + e] * folded[q + SUM_M + c * N + k]; }
    } else {
        // b3, w4 and b4, in the same order in both.
        return folded[q + SUM_B3 + i - B3];
    }
    return sum;
}

// What the sequences need of a run's weights.
fn fold(run: u32, me: u32) {
    let w = run * P;
    let f = run * F;
    for (var c = me; c < E; c += UPDATERS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[w + CLS + e] * weights[w + WQ + e * E + c]; }
        folded[f + FOLD_QUERY + c] = sum;
    }
    storageBarrier();
    for (var i = me; i < H * E; i += UPDATERS) {
        var sum = 0.0;
        for (var j = 0u; j < HEAD; j++) {
            let c = (i / E) * HEAD + j;
            sum += weights[w + WK + (i % E) * E + c] * folded[f + FOLD_QUERY + c];
        }
        folded[f + FOLD_LOOK + i] = sum * rates[run];
    }
    storageBarrier();
    for (var i = me; i < H * N; i += UPDATERS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[w + W2 + (i % N) * E + e] * folded[f + FOLD_LOOK + (i / N) * E + e]; }
        folded[f + FOLD_U + i] = sum;
    }
    for (var i = me; i < N * E; i += UPDATERS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[w + W2 + (i / E) * E + e] * weights[w + WV + e * E + i % E]; }
        folded[f + FOLD_V + i] = sum;
    }
    for (var c = me; c < E; c += UPDATERS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[w + B2 + e] * weights[w + WV + e * E + c]; }
        folded[f + FOLD_v + c] = sum;
    }
    for (var i = me; i < E * N; i += UPDATERS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[w + WO + (i / N) * E + e] * weights[w + W3 + e * N + i % N]; }
        folded[f + FOLD_M + i] = sum;
    }
}

@compute @workgroup_size(UPDATERS)
fn update(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) me: u32) {
    let run = group.x;
    let w = run * P;
    let q = R * F + run * Q;
    let step = state[run];
    for (var i = me; i < H * E; i += UPDATERS) {
        var sum = 0.0;
        for (var k = 0u; k < N; k++) { sum += weights[w + W2 + k * E + i % E] * folded[q + SUM_U + (i / E) * N + k]; }
        d_look[i] = sum * rates[run];
    }
    workgroupBarrier();
    for (var c = me; c < E; c += UPDATERS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[w + WK + e * E + c] * d_look[(c / HEAD) * E + e]; }
        d_query[c] = sum;
    }
    workgroupBarrier();
    // All gradients before any weight changes.
    for (var i = me; i < P; i += UPDATERS) { moments[(2u * R + run) * P + i] = unfolded(run, i); }
    storageBarrier();
    let rate = rates[R + 3u * step];
    let first = rates[R + 3u * step + 1u];
    let second = rates[R + 3u * step + 2u];
    for (var i = me; i < P; i += UPDATERS) {
        let g = moments[(2u * R + run) * P + i];
        let m = BETA1 * moments[run * P + i] + (1.0 - BETA1) * g;
        let v = BETA2 * moments[(R + run) * P + i] + (1.0 - BETA2) * g * g;
        moments[run * P + i] = m;
        moments[(R + run) * P + i] = v;
        let old = weights[w + i];
        weights[w + i] = old - rate * (m * first / (sqrt(v * second) + EPSILON) + DECAY * old);
    }
    storageBarrier();
    fold(run, me);
    if (me == 0u) {
        state[R + (step % LOSSES) * R + run] = bitcast<u32>(folded[q + SUM_LOSS]);
        state[run] = step + 1u;
    }
}

// Folds the initial weights.
@compute @workgroup_size(UPDATERS)
fn begin(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) me: u32) {
    fold(group.x, me);
}

// Answers to the first sequences of `data`, into `parts`: R·count.
@compute @workgroup_size(THREADS)
fn predict(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) me: u32) {
    forward(group.y, group.x, me);
    if (me == 0u) { parts[group.y * groups.x + group.x] = answer; }
}
