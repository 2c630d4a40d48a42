// One training step of paper 1's reader, for all runs of a cohort, in three dispatches:
//
//   sequences  for each run and sequence: forward pass, loss, and backward pass to the terms that
//              the sequence adds to every gradient. Tokens are embedded in tiles, and embedded again
//              in the backward pass, so nothing of the size of a batch's tokens is ever stored.
//   gradients  for each run and folded weight: the sum over sequences.
//   update     for each run: from gradients of folded weights to those of the weights, AdamW, and
//              folding of the new weights.
//
// and `predict`, a forward pass only. `buffer_layout.rs` puts the constants in capitals before this
// text: sizes of the cohort, and the offset of each weight. Folded weights are those of `reader`: a
// token t becomes a = relu(x W1 + b1), head i scores it with U_i = W2 u_i, p_i is the mean of a
// weighted by attention, V = W2 Wv, v = b2 Wv, M = Wo W3, and
// y = gelu(Concat_i(p_i V_i) M + v M + b3) w4 + b4. A name that begins with d_ is the gradient of the
// loss with respect to what follows.

// R·WEIGHTS.
@group(0) @binding(0) var<storage, read_write> weights: array<f32>;
// First moments, second moments, gradients: each R·WEIGHTS.
@group(0) @binding(1) var<storage, read_write> moments: array<f32>;
// R·FOLDED, and behind it the sums over sequences, R·SUMS.
@group(0) @binding(2) var<storage, read_write> folded: array<f32>;
// The terms of each sequence: R·B·PARTS. For `predict`: R·count predictions.
@group(0) @binding(3) var<storage, read_write> parts: array<f32>;
// Tokens, and behind them standardised targets.
@group(0) @binding(4) var<storage, read> data: array<f32>;
// The index of a sequence, for each step of the epoch, run and place in the batch.
@group(0) @binding(5) var<storage, read> order: array<u32>;
// 1/√n of each run, and behind it for each step of the recipe: rate, 1/(1−β1^t), 1/(1−β2^t).
@group(0) @binding(6) var<storage, read> rates: array<f32>;
// Steps done by each run, and behind it the losses of the last LOSS_SLOTS steps (as bits).
@group(0) @binding(7) var<storage, read_write> state: array<u32>;

const THREADS = 64u;
const UPDATE_THREADS = 256u;

var<workgroup> token: array<f32, TILE * D>;
var<workgroup> a: array<f32, TILE * N>;
var<workgroup> score: array<f32, TILE * H>;
var<workgroup> d_score: array<f32, TILE * H>;
var<workgroup> pooled: array<f32, H * N>;
var<workgroup> max_score: array<f32, H>;
var<workgroup> sum_exp: array<f32, H>;
// Forward: the factor that corrects earlier tiles for a larger maximum. Backward: ⟨d_pooled, pooled⟩.
var<workgroup> head_factor: array<f32, H>;
// In the backward pass: the gradient of the heads' outputs.
var<workgroup> head_outputs: array<f32, E>;
var<workgroup> activation: array<f32, N>;
// Forward: the slope of the GELU. Backward: the gradient of its pre-activation.
var<workgroup> d_hidden: array<f32, N>;
var<workgroup> prediction: f32;
var<workgroup> d_pooled: array<f32, H * N>;
var<workgroup> d_score_vectors: array<f32, H * N>;
var<workgroup> d_embed: array<f32, (D + 1u) * N>;

// erf to 1.5e-7, the last bits of single precision (Abramowitz and Stegun 7.1.26).
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.3275911 * abs(x));
    let poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    return sign(x) * (1.0 - poly * exp(-x * x));
}

// Embeds a tile of tokens and scores it for every head.
fn embed_tile(run: u32, sequence: u32, first: u32, thread: u32) {
    let count = min(TILE, T - first);
    for (var i = thread; i < count * D; i += THREADS) {
        token[i] = data[(sequence * T + first) * D + i];
    }
    workgroupBarrier();
    let weight_base = run * WEIGHTS;
    for (var i = thread; i < count * N; i += THREADS) {
        let k = i % N;
        var sum = weights[weight_base + B1 + k];
        for (var j = 0u; j < D; j++) {
            sum += token[(i / N) * D + j] * weights[weight_base + W1 + j * N + k];
        }
        a[i] = max(sum, 0.0);
    }
    workgroupBarrier();
    let fold_base = run * FOLDED;
    for (var i = thread; i < count * H; i += THREADS) {
        var sum = 0.0;
        for (var k = 0u; k < N; k++) {
            sum += a[(i / H) * N + k] * folded[fold_base + FOLD_SCORE_VECTORS + (i % H) * N + k];
        }
        score[i] = sum;
    }
    workgroupBarrier();
}

// Pools the tokens of a sequence and computes its prediction.
fn forward(run: u32, sequence: u32, thread: u32) {
    for (var i = thread; i < H * N; i += THREADS) { pooled[i] = 0.0; }
    for (var i = thread; i < H; i += THREADS) { max_score[i] = -3.0e38; sum_exp[i] = 0.0; }
    for (var first = 0u; first < T; first += TILE) {
        let count = min(TILE, T - first);
        embed_tile(run, sequence, first, thread);
        for (var i = thread; i < H; i += THREADS) {
            var new_max = max_score[i];
            for (var t = 0u; t < count; t++) { new_max = max(new_max, score[t * H + i]); }
            head_factor[i] = exp(max_score[i] - new_max);
            var sum = sum_exp[i] * head_factor[i];
            for (var t = 0u; t < count; t++) { sum += exp(score[t * H + i] - new_max); }
            max_score[i] = new_max;
            sum_exp[i] = sum;
        }
        workgroupBarrier();
        for (var i = thread; i < H * N; i += THREADS) {
            let head = i / N;
            var sum = pooled[i] * head_factor[head];
            for (var t = 0u; t < count; t++) {
                sum += exp(score[t * H + head] - max_score[head]) * a[t * N + i % N];
            }
            pooled[i] = sum;
        }
        workgroupBarrier();
    }
    for (var i = thread; i < H * N; i += THREADS) { pooled[i] /= sum_exp[i / N]; }
    workgroupBarrier();
    let fold_base = run * FOLDED;
    for (var c = thread; c < E; c += THREADS) {
        var sum = folded[fold_base + FOLD_VALUE_BIAS + c];
        for (var k = 0u; k < N; k++) { sum += pooled[(c / HEAD_SIZE) * N + k] * folded[fold_base + FOLD_VALUE + k * E + c]; }
        head_outputs[c] = sum;
    }
    workgroupBarrier();
    let weight_base = run * WEIGHTS;
    for (var k = thread; k < N; k += THREADS) {
        var x = weights[weight_base + B3 + k];
        for (var c = 0u; c < E; c++) { x += head_outputs[c] * folded[fold_base + FOLD_OUTPUT + c * N + k]; }
        let cdf = 0.5 + 0.5 * erf(x * 0.70710678);
        activation[k] = x * cdf;
        d_hidden[k] = cdf + x * 0.39894228 * exp(-0.5 * x * x);
    }
    workgroupBarrier();
    if (thread == 0u) {
        var y = weights[weight_base + B4];
        for (var k = 0u; k < N; k++) { y += activation[k] * weights[weight_base + W4 + k]; }
        prediction = y;
    }
    workgroupBarrier();
}

@compute @workgroup_size(THREADS)
fn sequences(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let run = group_id.y;
    let batch_index = group_id.x;
    let epoch_step = state[run] % STEPS_PER_EPOCH;
    let sequence = order[(epoch_step * R + run) * B + batch_index];
    forward(run, sequence, thread);

    let weight_base = run * WEIGHTS;
    let fold_base = run * FOLDED;
    let part = (run * B + batch_index) * PARTS;
    let residual = prediction - data[TARGETS + sequence];
    let d_prediction = 2.0 * residual / f32(B);
    // From the prediction back to the pooled tokens.
    for (var k = thread; k < N; k += THREADS) {
        d_hidden[k] *= d_prediction * weights[weight_base + W4 + k];
        parts[part + PART_ACTIVATION + k] = activation[k];
        parts[part + PART_D_HIDDEN + k] = d_hidden[k];
    }
    workgroupBarrier();
    for (var c = thread; c < E; c += THREADS) {
        parts[part + PART_HEAD_OUTPUTS + c] = head_outputs[c];
    }
    workgroupBarrier();
    for (var c = thread; c < E; c += THREADS) {
        var sum = 0.0;
        for (var k = 0u; k < N; k++) { sum += folded[fold_base + FOLD_OUTPUT + c * N + k] * d_hidden[k]; }
        head_outputs[c] = sum;
        parts[part + PART_D_HEAD_OUTPUTS + c] = sum;
    }
    workgroupBarrier();
    for (var i = thread; i < H * N; i += THREADS) {
        var sum = 0.0;
        for (var j = 0u; j < HEAD_SIZE; j++) {
            let c = (i / N) * HEAD_SIZE + j;
            sum += folded[fold_base + FOLD_VALUE + (i % N) * E + c] * head_outputs[c];
        }
        d_pooled[i] = sum;
        parts[part + PART_POOLED + i] = pooled[i];
        d_score_vectors[i] = 0.0;
    }
    for (var i = thread; i < (D + 1u) * N; i += THREADS) { d_embed[i] = 0.0; }
    workgroupBarrier();
    // ⟨d_pooled, pooled⟩: the softmax subtracts it from the gradient of every score.
    for (var i = thread; i < H; i += THREADS) {
        var sum = 0.0;
        for (var k = 0u; k < N; k++) { sum += d_pooled[i * N + k] * pooled[i * N + k]; }
        head_factor[i] = sum;
    }
    workgroupBarrier();
    for (var first = 0u; first < T; first += TILE) {
        let count = min(TILE, T - first);
        // A single tile is still in memory from the forward pass.
        if (T > TILE) { embed_tile(run, sequence, first, thread); }
        for (var i = thread; i < count * H; i += THREADS) {
            let head = i % H;
            let weight = exp(score[i] - max_score[head]) / sum_exp[head];
            var sum = -head_factor[head];
            for (var k = 0u; k < N; k++) { sum += d_pooled[head * N + k] * a[(i / H) * N + k]; }
            score[i] = weight;
            d_score[i] = weight * sum;
        }
        workgroupBarrier();
        for (var i = thread; i < H * N; i += THREADS) {
            var sum = d_score_vectors[i];
            for (var t = 0u; t < count; t++) { sum += d_score[t * H + i / N] * a[t * N + i % N]; }
            d_score_vectors[i] = sum;
        }
        workgroupBarrier();
        for (var i = thread; i < count * N; i += THREADS) {
            let t = i / N;
            let k = i % N;
            var sum = 0.0;
            for (var head = 0u; head < H; head++) {
                sum += score[t * H + head] * d_pooled[head * N + k] + d_score[t * H + head] * folded[fold_base + FOLD_SCORE_VECTORS + head * N + k];
            }
            a[i] = select(0.0, sum, a[i] > 0.0);
        }
        workgroupBarrier();
        for (var i = thread; i < (D + 1u) * N; i += THREADS) {
            let j = i / N;
            var sum = d_embed[i];
            for (var t = 0u; t < count; t++) {
                let factor = select(1.0, token[t * D + min(j, D - 1u)], j < D);
                sum += factor * a[t * N + i % N];
            }
            d_embed[i] = sum;
        }
        workgroupBarrier();
    }
    for (var i = thread; i < (D + 1u) * N; i += THREADS) { parts[part + PART_EMBED + i] = d_embed[i]; }
    for (var i = thread; i < H * N; i += THREADS) { parts[part + PART_SCORE_VECTORS + i] = d_score_vectors[i]; }
    if (thread == 0u) {
        parts[part + PART_D_PREDICTION] = d_prediction;
        parts[part + PART_LOSS] = residual * residual / f32(B);
    }
}

// The sum over the run's sequences of one part, or of the product of two.
fn sum_over_sequences(run: u32, first_part: u32) -> f32 {
    var sum = 0.0;
    for (var b = 0u; b < B; b++) { sum += parts[(run * B + b) * PARTS + first_part]; }
    return sum;
}

fn sum_of_products(run: u32, first_part: u32, second_part: u32) -> f32 {
    var sum = 0.0;
    for (var b = 0u; b < B; b++) {
        let part = (run * B + b) * PARTS;
        sum += parts[part + first_part] * parts[part + second_part];
    }
    return sum;
}

@compute @workgroup_size(THREADS)
fn gradients(@builtin(global_invocation_id) id: vec3<u32>) {
    let run = id.y;
    let i = id.x;
    if (i >= SUMS) { return; }
    var sum = 0.0;
    if (i < SUM_VALUE) {
        // W1 and b1, then the score vectors: parts of the same order.
        sum = sum_over_sequences(run, i);
    } else if (i < SUM_VALUE_BIAS) {
        let k = (i - SUM_VALUE) / E;
        let c = (i - SUM_VALUE) % E;
        sum = sum_of_products(run, PART_POOLED + (c / HEAD_SIZE) * N + k, PART_D_HEAD_OUTPUTS + c);
    } else if (i < SUM_OUTPUT) {
        sum = sum_over_sequences(run, PART_D_HEAD_OUTPUTS + i - SUM_VALUE_BIAS);
    } else if (i < SUM_B3) {
        sum = sum_of_products(run, PART_HEAD_OUTPUTS + (i - SUM_OUTPUT) / N, PART_D_HIDDEN + (i - SUM_OUTPUT) % N);
    } else if (i < SUM_W4) {
        sum = sum_over_sequences(run, PART_D_HIDDEN + i - SUM_B3);
    } else if (i < SUM_B4) {
        sum = sum_of_products(run, PART_ACTIVATION + i - SUM_W4, PART_D_PREDICTION);
    } else if (i == SUM_B4) {
        sum = sum_over_sequences(run, PART_D_PREDICTION);
    } else {
        sum = sum_over_sequences(run, PART_LOSS);
    }
    folded[R * FOLDED + run * SUMS + i] = sum;
}

var<workgroup> d_key_query: array<f32, H * E>;
var<workgroup> d_query: array<f32, E>;
// 1 if a weight of the run is NaN or infinite.
var<workgroup> has_diverged: atomic<u32>;

// By its bits: shader compilers may assume that a number is finite, and max(NaN, 0) may be 0.
fn is_finite(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7f800000u) != 0x7f800000u;
}

// The gradient of the weight at offset `i` of a run, from the gradients of the folded weights.
fn weight_gradient(run: u32, i: u32) -> f32 {
    let weight_base = run * WEIGHTS;
    let fold_base = run * FOLDED;
    let sum_base = R * FOLDED + run * SUMS;
    var sum = 0.0;
    if (i < W2) {
        // W1 and b1, which are first in both lists.
        return folded[sum_base + i];
    } else if (i < B2) {
        let k = (i - W2) / E;
        let e = (i - W2) % E;
        for (var c = 0u; c < E; c++) { sum += folded[sum_base + SUM_VALUE + k * E + c] * weights[weight_base + WV + e * E + c]; }
        for (var h = 0u; h < H; h++) { sum += folded[sum_base + SUM_SCORE_VECTORS + h * N + k] * folded[fold_base + FOLD_KEY_QUERY + h * E + e]; }
    } else if (i < CLS) {
        for (var c = 0u; c < E; c++) { sum += folded[sum_base + SUM_VALUE_BIAS + c] * weights[weight_base + WV + (i - B2) * E + c]; }
    } else if (i < WQ) {
        for (var c = 0u; c < E; c++) { sum += weights[weight_base + WQ + (i - CLS) * E + c] * d_query[c]; }
    } else if (i < WK) {
        sum = weights[weight_base + CLS + (i - WQ) / E] * d_query[(i - WQ) % E];
    } else if (i < WV) {
        let c = (i - WK) % E;
        sum = d_key_query[(c / HEAD_SIZE) * E + (i - WK) / E] * folded[fold_base + FOLD_QUERY + c];
    } else if (i < WO) {
        let e = (i - WV) / E;
        let c = (i - WV) % E;
        sum = weights[weight_base + B2 + e] * folded[sum_base + SUM_VALUE_BIAS + c];
        for (var k = 0u; k < N; k++) { sum += weights[weight_base + W2 + k * E + e] * folded[sum_base + SUM_VALUE + k * E + c]; }
    } else if (i < W3) {
        let c = (i - WO) / E;
        let e = (i - WO) % E;
        for (var k = 0u; k < N; k++) { sum += folded[sum_base + SUM_OUTPUT + c * N + k] * weights[weight_base + W3 + e * N + k]; }
    } else if (i < B3) {
        let e = (i - W3) / N;
        let k = (i - W3) % N;
        for (var c = 0u; c < E; c++) { sum += weights[weight_base + WO + c * E + e] * folded[sum_base + SUM_OUTPUT + c * N + k]; }
    } else {
        // b3, w4 and b4, in the same order in both lists.
        return folded[sum_base + SUM_B3 + i - B3];
    }
    return sum;
}

// Folds a run's weights.
fn fold(run: u32, thread: u32) {
    let weight_base = run * WEIGHTS;
    let fold_base = run * FOLDED;
    for (var c = thread; c < E; c += UPDATE_THREADS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[weight_base + CLS + e] * weights[weight_base + WQ + e * E + c]; }
        folded[fold_base + FOLD_QUERY + c] = sum;
    }
    storageBarrier();
    for (var i = thread; i < H * E; i += UPDATE_THREADS) {
        var sum = 0.0;
        for (var j = 0u; j < HEAD_SIZE; j++) {
            let c = (i / E) * HEAD_SIZE + j;
            sum += weights[weight_base + WK + (i % E) * E + c] * folded[fold_base + FOLD_QUERY + c];
        }
        folded[fold_base + FOLD_KEY_QUERY + i] = sum * rates[run];
    }
    storageBarrier();
    for (var i = thread; i < H * N; i += UPDATE_THREADS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[weight_base + W2 + (i % N) * E + e] * folded[fold_base + FOLD_KEY_QUERY + (i / N) * E + e]; }
        folded[fold_base + FOLD_SCORE_VECTORS + i] = sum;
    }
    for (var i = thread; i < N * E; i += UPDATE_THREADS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[weight_base + W2 + (i / E) * E + e] * weights[weight_base + WV + e * E + i % E]; }
        folded[fold_base + FOLD_VALUE + i] = sum;
    }
    for (var c = thread; c < E; c += UPDATE_THREADS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[weight_base + B2 + e] * weights[weight_base + WV + e * E + c]; }
        folded[fold_base + FOLD_VALUE_BIAS + c] = sum;
    }
    for (var i = thread; i < E * N; i += UPDATE_THREADS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[weight_base + WO + (i / N) * E + e] * weights[weight_base + W3 + e * N + i % N]; }
        folded[fold_base + FOLD_OUTPUT + i] = sum;
    }
}

@compute @workgroup_size(UPDATE_THREADS)
fn update(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let run = group_id.x;
    let weight_base = run * WEIGHTS;
    let sum_base = R * FOLDED + run * SUMS;
    let step = state[run];
    for (var i = thread; i < H * E; i += UPDATE_THREADS) {
        var sum = 0.0;
        for (var k = 0u; k < N; k++) { sum += weights[weight_base + W2 + k * E + i % E] * folded[sum_base + SUM_SCORE_VECTORS + (i / E) * N + k]; }
        d_key_query[i] = sum * rates[run];
    }
    workgroupBarrier();
    for (var c = thread; c < E; c += UPDATE_THREADS) {
        var sum = 0.0;
        for (var e = 0u; e < E; e++) { sum += weights[weight_base + WK + e * E + c] * d_key_query[(c / HEAD_SIZE) * E + e]; }
        d_query[c] = sum;
    }
    workgroupBarrier();
    // All gradients are computed before any weight changes.
    for (var i = thread; i < WEIGHTS; i += UPDATE_THREADS) { moments[(2u * R + run) * WEIGHTS + i] = weight_gradient(run, i); }
    storageBarrier();
    let rate = rates[R + 3u * step];
    let first_correction = rates[R + 3u * step + 1u];
    let second_correction = rates[R + 3u * step + 2u];
    for (var i = thread; i < WEIGHTS; i += UPDATE_THREADS) {
        let g = moments[(2u * R + run) * WEIGHTS + i];
        let m = BETA1 * moments[run * WEIGHTS + i] + (1.0 - BETA1) * g;
        let v = BETA2 * moments[(R + run) * WEIGHTS + i] + (1.0 - BETA2) * g * g;
        moments[run * WEIGHTS + i] = m;
        moments[(R + run) * WEIGHTS + i] = v;
        let old = weights[weight_base + i];
        if (!is_finite(old)) { atomicStore(&has_diverged, 1u); }
        weights[weight_base + i] = old - rate * (m * first_correction / (sqrt(v * second_correction) + EPSILON) + DECAY * old);
    }
    storageBarrier();
    workgroupBarrier();
    fold(run, thread);
    if (thread == 0u) {
        // The loss of weights that are not finite is NaN, whatever the hardware made of them.
        let loss = bitcast<u32>(folded[sum_base + SUM_LOSS]);
        state[R + (step % LOSS_SLOTS) * R + run] = select(loss, 0x7fc00000u, atomicLoad(&has_diverged) == 1u);
        state[run] = step + 1u;
    }
}

// Folds the initial weights.
@compute @workgroup_size(UPDATE_THREADS)
fn begin(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    fold(group_id.x, thread);
}

// Predictions for the first sequences of `data`, into `parts`.
@compute @workgroup_size(THREADS)
fn predict(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(num_workgroups) group_count: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    forward(group_id.y, group_id.x, thread);
    if (thread == 0u) { parts[group_id.y * group_count.x + group_id.x] = prediction; }
}
