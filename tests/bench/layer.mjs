// Paper 2's attention layer for the peers: its training, ready to start, and losses that whoever computes the same
// function must have. Those are from plain loops in double precision, with gradients by finite differences.
import { BATCH, RECIPE, SEQUENCES, stream } from './plan.mjs';

/**
 * @typedef {import('./plan.mjs').Layer} Layer
 * @typedef {object} LayerProblem  one training, ready to start
 * @property {Layer} shape
 * @property {number} batch
 * @property {number} sequences
 * @property {Record<string, Float32Array>} weights  by name, row by row
 * @property {Float32Array} x  points, [sequences, T, d]
 * @property {Float32Array} y  of each the farthest other one, [sequences, T, d]
 * @property {Int32Array} order  which sequences each step takes, [steps, batch], gone through again and again
 * @property {{ rate: number, beta1: number, beta2: number, weightDecay: number }} recipe
 */

/** The weights of a layer, all of them squares of d. */
export const LAYER_WEIGHTS = ['query', 'key', 'value', 'output'];

/** Points on a sphere, and for each the one that is farthest from it. @param {Layer} layer @param {number} sequences @param {() => number} normal */
function points({ d, T }, sequences, normal) {
  const x = new Float32Array(sequences * T * d);
  const y = new Float32Array(x.length);
  for (let at = 0; at < x.length; at += d) {
    const point = Array.from({ length: d }, normal);
    const length = Math.hypot(...point);
    x.set(
      point.map((value) => value / length),
      at,
    );
  }
  const product = (/** @type {number} */ a, /** @type {number} */ b) => {
    let sum = 0;
    for (let i = 0; i < d; i += 1) sum += x[a + i] * x[b + i];
    return sum;
  };
  for (let s = 0; s < sequences; s += 1) {
    const places = Array.from({ length: T }, (_, t) => (s * T + t) * d);
    for (const own of places) {
      let farthest = own;
      let least = Infinity;
      for (const other of places) {
        const found = product(own, other);
        if (found < least) [farthest, least] = [other, found];
      }
      y.set(x.subarray(farthest, farthest + d), own);
    }
  }
  return { x, y };
}

/** @param {Layer} shape @param {number} [batch] @param {number} [sequences] @returns {LayerProblem} */
export function layerProblem(shape, batch = BATCH, sequences = SEQUENCES) {
  const { normal } = stream(1);
  const { d } = shape;
  const weights = Object.fromEntries(
    LAYER_WEIGHTS.map((name) => [name, Float32Array.from({ length: d * d }, () => normal() / Math.sqrt(d))]),
  );
  // Points are drawn one by one: in which order they are taken is the same to all.
  const whole = Math.floor(sequences / batch) * batch;
  const order = Int32Array.from({ length: whole }, (_, i) => i);
  return { shape, batch, sequences, weights, ...points(shape, sequences, normal), order, recipe: RECIPE };
}

/** The mean squared distance of the layer's answers, in plain loops. @param {Layer} shape @param {number} batch @param {number[][]} weights @param {ArrayLike<number>} x @param {ArrayLike<number>} y */
function loss({ d, h, T }, batch, [query, key, value, output], x, y) {
  const n = d / h;
  const apply = (/** @type {number[]} */ matrix, /** @type {number} */ at) =>
    Array.from({ length: d }, (_, j) => {
      let sum = 0;
      for (let i = 0; i < d; i += 1) sum += x[at + i] * matrix[i * d + j];
      return sum;
    });
  let total = 0;
  for (let s = 0; s < batch; s += 1) {
    const places = Array.from({ length: T }, (_, t) => (s * T + t) * d);
    const [q, k, v] = [query, key, value].map((matrix) => places.map((at) => apply(matrix, at)));
    for (let t = 0; t < T; t += 1) {
      const seen = new Array(d).fill(0);
      for (let head = 0; head < h; head += 1) {
        const scores = k.map((of) => {
          let sum = 0;
          for (let i = head * n; i < (head + 1) * n; i += 1) sum += q[t][i] * of[i];
          return sum / Math.sqrt(n);
        });
        const largest = Math.max(...scores);
        const shares = scores.map((score) => Math.exp(score - largest));
        const all = shares.reduce((a, b) => a + b, 0);
        for (let i = head * n; i < (head + 1) * n; i += 1)
          seen[i] = shares.reduce((sum, share, other) => sum + (share / all) * v[other][i], 0);
      }
      for (let j = 0; j < d; j += 1) {
        let answer = 0;
        for (let i = 0; i < d; i += 1) answer += seen[i] * output[i * d + j];
        total += (answer - y[places[t] + j]) ** 2;
      }
    }
  }
  return total / (batch * T);
}

/** Far from rounding, and near enough to a straight line. */
const DIFFERENCE = 1e-5;

/** A small layer and the losses of its first steps, as plain data. @param {number} steps */
export function goldenLayer(steps) {
  const shape = { d: 4, h: 2, T: 5 };
  const { weights, x, y } = layerProblem(shape, 6, 6);
  const recipe = { ...RECIPE, rate: 0.01 };
  const all = LAYER_WEIGHTS.map((name) => [...weights[name]]);
  const [first, second] = [0, 0].map(() => all.map((matrix) => matrix.map(() => 0)));
  const losses = [];
  for (let step = 1; step <= steps; step += 1) {
    losses.push(loss(shape, 6, all, x, y));
    const gradients = all.map((matrix) =>
      matrix.map((weight, i) => {
        const [above, below] = [1, -1].map((sign) => {
          matrix[i] = weight + sign * DIFFERENCE;
          return loss(shape, 6, all, x, y);
        });
        matrix[i] = weight;
        return (above - below) / (2 * DIFFERENCE);
      }),
    );
    for (const [w, matrix] of all.entries())
      for (const [i, gradient] of gradients[w].entries()) {
        first[w][i] = recipe.beta1 * first[w][i] + (1 - recipe.beta1) * gradient;
        second[w][i] = recipe.beta2 * second[w][i] + (1 - recipe.beta2) * gradient ** 2;
        const mean = first[w][i] / (1 - recipe.beta1 ** step);
        const spread = Math.sqrt(second[w][i] / (1 - recipe.beta2 ** step));
        matrix[i] -= (recipe.rate * mean) / (spread + 1e-8);
      }
  }
  const plain = Object.fromEntries(LAYER_WEIGHTS.map((name) => [name, [...weights[name]]]));
  return { layer: { ...shape, batch: 6 }, weights: plain, x: [...x], y: [...y], recipe, losses };
}

/** The same as a problem; every step sees all sequences. @param {ReturnType<typeof goldenLayer>} golden @returns {LayerProblem} */
export function goldenLayerProblem({ layer: { batch, ...shape }, weights, x, y, recipe }) {
  return {
    shape,
    batch,
    sequences: batch,
    weights: Object.fromEntries(Object.entries(weights).map(([name, values]) => [name, Float32Array.from(values)])),
    x: Float32Array.from(x),
    y: Float32Array.from(y),
    order: Int32Array.from({ length: batch }, (_, i) => i),
    recipe,
  };
}
