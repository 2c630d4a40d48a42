// What is measured: sizes, data and starting weights, the same for every contender in the browser.
// Pure functions, for Node and the browser alike; native.py follows the same words in numpy. Letters
// as in crate/lab/src/lib.rs.

/**
 * @typedef {{ h: number, T: number, n: number, N: number, d: number }} Shape
 * @typedef {'folded' | 'deeper'} Form  how a peer writes the model, see below
 * @typedef {object} Problem  one training, ready to start
 * @property {Shape} shape
 * @property {number} batch
 * @property {number} sequences
 * @property {Record<string, Float32Array>} weights  by name, row by row
 * @property {Float32Array} x  tokens, [sequences, T, d]
 * @property {Float32Array} y  standardised targets, [sequences]
 * @property {Int32Array} order  which sequences each step takes, [steps, batch], gone through again and again
 * @property {{ rate: number, beta1: number, beta2: number, weightDecay: number }} recipe
 */

/**
 * Only the cls token is read. "folded" applies the embedding, then scores and pools tokens; "deeper"
 * scores and pools in front of the embedding's last matrix, which is linear.
 */
export const FORMS = /** @type {Form[]} */ (['folded', 'deeper']);

/** @type {Shape[]} */
export const SHAPES = [
  [4, 16],
  [1, 16],
  [5, 64],
  [4, 128],
].map(([h, T]) => ({ h, T, n: 8, N: 32, d: 4 }));
export const BATCH = 256;
export const SEQUENCES = 8000;
/** Adam at a constant rate; the product's own schedule costs nothing either way. */
export const RECIPE = { rate: 1e-3, beta1: 0.9, beta2: 0.95, weightDecay: 0 };

/** Steps between two reads of the loss. The product reads whenever 40 ms have passed, at most every 50 steps. */
export const READ_EVERY = 10;

/**
 * Sizes of paper 2's attention layer: h heads of rank d/h, every one of T points a query.
 *
 * @typedef {{ d: number, h: number, T: number }} Layer
 * @type {Layer[]}
 */
export const LAYERS = [
  [16, 1],
  [16, 4],
  [64, 1],
  [64, 4],
].map(([d, h]) => ({ d, h, T: 16 }));

/** The name of a layer in tables. @param {Layer} layer */
export const nameOfLayer = ({ d, h }) => `d=${d} H=${h}`;

/** A training of a layer as an experiment of the product: the farthest of all points, fixed data. @param {Layer} layer */
export function layerExperiment({ d, h, T }) {
  const { recipe } = experiment(SHAPES[0]);
  return {
    task: { kind: 'farthest', d },
    grid: { form: 'attention', h: [h], T: [T] },
    recipe: { ...recipe, data: 'fixed' },
    seeds: [0],
  };
}

/** The name of a shape in tables. @param {Shape} shape */
export const nameOf = ({ h, T }) => `h=${h} T=${T}`;

/** Rows and columns of every weight. @param {Shape} shape @returns {Record<string, [number, number]>} */
export function sizes({ h, n, N, d }) {
  const E = h * n;
  return {
    'embed.hidden.weight': [d, N],
    'embed.hidden.bias': [1, N],
    'embed.out.weight': [N, E],
    'embed.out.bias': [1, E],
    cls: [1, E],
    query: [E, E],
    key: [E, E],
    value: [E, E],
    output: [E, E],
    'readout.hidden.weight': [E, N],
    'readout.hidden.bias': [1, N],
    'readout.out.weight': [N, 1],
    'readout.out.bias': [1, 1],
  };
}

/** Numbers that are the same on every machine: mulberry32, and Box-Muller on top. @param {number} seed */
export function stream(seed) {
  const uniform = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/**
 * The product's default task at this size: y = Σᵢ maxₜ xᵢ(t), standardised.
 *
 * @param {Shape} shape
 * @param {number} batch
 * @param {number} sequences
 * @returns {Problem}
 */
export function problem(shape, batch = BATCH, sequences = SEQUENCES) {
  const { T, d } = shape;
  const { uniform, normal } = stream(1);
  const weights = Object.fromEntries(
    Object.entries(sizes(shape)).map(([name, [rows, columns]]) => {
      const spread = name.endsWith('bias') ? 0 : Math.sqrt((name === 'embed.hidden.weight' ? 2 : 1) / rows);
      return [name, Float32Array.from({ length: rows * columns }, () => spread * normal())];
    }),
  );
  const x = Float32Array.from({ length: sequences * T * d }, normal);
  const raw = Float32Array.from({ length: sequences }, (_, s) => {
    let sum = 0;
    for (let i = 0; i < d; i += 1) {
      let largest = -Infinity;
      for (let t = 0; t < T; t += 1) largest = Math.max(largest, x[(s * T + t) * d + i]);
      sum += largest;
    }
    return sum;
  });
  const mean = raw.reduce((a, b) => a + b, 0) / sequences;
  const deviation = Math.sqrt(raw.reduce((a, b) => a + (b - mean) ** 2, 0) / sequences);
  const order = Int32Array.from({ length: sequences }, (_, i) => i);
  for (let i = sequences - 1; i > 0; i -= 1) {
    const j = Math.floor(uniform() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const whole = Math.floor(sequences / batch) * batch;
  return {
    shape,
    batch,
    sequences,
    weights,
    x,
    y: raw.map((y) => (y - mean) / deviation),
    order: order.slice(0, whole),
    recipe: RECIPE,
  };
}

/** The numpy golden numbers as a problem; every step sees all sequences. @param {any} golden @returns {Problem} */
export function goldenProblem({ shape: { t, d, h, n, hidden, batch }, weights, x, y, recipe }) {
  return {
    shape: { h, T: t, n, N: hidden, d },
    batch,
    sequences: batch,
    weights: Object.fromEntries(Object.entries(weights).map(([name, values]) => [name, Float32Array.from(values)])),
    x: Float32Array.from(x),
    y: Float32Array.from(y),
    order: Int32Array.from({ length: batch }, (_, i) => i),
    recipe,
  };
}

/**
 * The same training as an experiment of the product.
 *
 * @param {Shape} shape
 * @param {{ heads?: number[], seeds?: number[], batch?: number, steps?: number, trainSequences?: number }} [more]
 */
export function experiment(
  { h, T, n, N, d },
  { heads = [h], seeds = [0], batch = BATCH, steps = 1_000_000, trainSequences = SEQUENCES } = {},
) {
  return {
    task: { kind: 'max-sum', D: d, d },
    grid: { h: heads, T: [T], N: [N], n },
    // One point of the curve, at the end: validation is not what is measured.
    recipe: {
      steps,
      batch,
      trainSequences,
      validationSequences: 16,
      curvePoints: 1,
      learningRate: RECIPE.rate,
      beta1: RECIPE.beta1,
      beta2: RECIPE.beta2,
      weightDecay: RECIPE.weightDecay,
    },
    seeds,
  };
}
