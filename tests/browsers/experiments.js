// What is trained to compare engines and browsers with one another: small experiments that together take
// every form of Transformer, every task and every way to make data through the engine. And how: through the
// public API alone, on an empty page.

const small = { steps: 40, batch: 16, trainSequences: 400, validationSequences: 100, curvePoints: 4 };
const tiny = { steps: 3, batch: 4, trainSequences: 8, validationSequences: 10 };

/**
 * The visit's experiment (visit.js): the default one, but trained in seconds, few and yet
 * enough to be paused in time, and of a length for which the
 * page has no recorded results.
 */
export const visited = {
  grid: { h: [1, 2, 3], T: [12] },
  recipe: { steps: 24_000, trainSequences: 2000, validationSequences: 500, curvePoints: 10 },
};

/** For the CPU engine, by what they try. @type {Record<string, object>} */
export const forms = {
  'reader, all heads of the default grid': { recipe: small },
  'reader, a shared embedding and gaussian directions': {
    task: { D: 3, d: 5, directions: 'gaussian', seed: 2 },
    grid: { h: [1, 2, 5], T: [7, 12], E: 12, N: [9] },
    recipe: { ...small, data: 'fresh', weightDecay: 0.1 },
    seeds: [0, 4],
  },
  'reader, two layers': { task: { D: 2, d: 2 }, grid: { h: [1, 3], T: [6], N: [8], n: 4, L: [1, 2] }, recipe: small },
  'reader, retrieval of bowls': {
    task: { kind: 'retrieval', D: 3, d: 2, feature: 'bowl', subsets: 'blocks', outer: 'product' },
    grid: { h: [2], T: [9] },
    recipe: small,
  },
  'reader, retrieval of wells': {
    task: { kind: 'retrieval', D: 2, d: 3, feature: 'well', subsets: 'random', outer: 'smooth' },
    grid: { h: [2], T: [8] },
    recipe: small,
  },
  'reader, retrieval of logarithms': {
    task: { kind: 'retrieval', D: 2, d: 2, feature: 'log', outer: 'sum' },
    grid: { h: [2], T: [8] },
    recipe: small,
  },
  'reader, smallest and largest': { task: { kind: 'min-max' }, grid: { h: [1, 2], T: [8] }, recipe: small },
  memoriser: { task: { D: 2, d: 2 }, grid: { form: 'memoriser', T: [3, 5], N: [5] }, recipe: small },
  'attention layers': { task: { kind: 'farthest', d: 8 }, grid: { h: [1, 2, 4], T: [5], w: [1, 2] }, recipe: small },
  encoder: {
    task: { kind: 'nearest', d: 4, queries: 'separate' },
    grid: { form: 'encoder', h: [2], T: [4], N: [5], L: [1, 2, 3] },
    recipe: { ...small, steps: 10 },
  },
  'a run that diverges': { grid: { h: [1], T: [8] }, recipe: { ...small, learningRate: 10, warmUp: 0 } },
};

/**
 * For WebGPU, with how much its errors may differ from the CPU's over the first steps: 1e-3 where our own
 * shaders train. Elsewhere burn's kernels do, and some gradients of an encoder are rounding errors, which
 * AdamW turns into steps of full size.
 *
 * @type {Record<string, { experiment: object, path: 'fused' | 'reference', tolerance: number }>}
 */
export const gpuForms = {
  'reader, our own shaders': {
    experiment: {
      task: { D: 2, d: 2 },
      grid: { h: [1, 2], T: [4], N: [6], n: 3 },
      recipe: { ...tiny, steps: 6, curvePoints: 2 },
    },
    path: 'fused',
    tolerance: 1e-3,
  },
  'reader, two layers': {
    experiment: { task: { D: 2, d: 2 }, grid: { h: [1], T: [4], N: [6], n: 3, L: [2] }, recipe: tiny },
    path: 'reference',
    tolerance: 5e-3,
  },
  memoriser: {
    experiment: { task: { D: 2, d: 2 }, grid: { form: 'memoriser', T: [3], N: [5] }, recipe: tiny },
    path: 'reference',
    tolerance: 5e-3,
  },
  'attention layers': {
    experiment: { task: { kind: 'farthest', d: 4 }, grid: { h: [2], T: [4], w: [2] }, recipe: tiny },
    path: 'reference',
    tolerance: 5e-3,
  },
  encoder: {
    experiment: {
      task: { kind: 'nearest', d: 4, queries: 'separate' },
      grid: { form: 'encoder', h: [2], T: [4], N: [5], L: [2] },
      recipe: tiny,
    },
    path: 'reference',
    tolerance: 5e-3,
  },
};

/**
 * Trains experiments on one engine, in an empty page of the browser. Gives for each its outcome document, the
 * path of its steps, and a fingerprint of each run's trained weights: documents are rounded, weights are not.
 *
 * @param {import('./page.js').Page} page
 * @param {string} base  the address that dist/ is served at
 * @param {'cpu' | 'webgpu'} engine
 * @param {Record<string, object>} experiments
 * @returns {Promise<Record<string, { document: any, path: string, weights: string[] }>>}
 */
export async function train(page, base, engine, experiments) {
  await page.driver.open(`${base}blank.html`);
  return page.evaluate(
    async (url, engine, experiments) => {
      const { createLab } = await import(url);
      const lab = await createLab({ engine, workers: 2 });
      const fingerprint = async (/** @type {Uint8Array<ArrayBuffer>} */ bytes) =>
        [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join('');
      /** @type {Record<string, object>} */
      const found = {};
      for (const [name, experiment] of Object.entries(experiments)) {
        let path = '';
        for await (const progress of lab.run(experiment)) path = progress.path;
        const document = await lab.outcome();
        const weights = [];
        for (let i = 0; i < document.outcomes.length; i += 1) {
          const run = await lab.trained(i);
          weights.push(await fingerprint(await run.toSafetensors()));
          run.dispose();
        }
        found[name] = { document, path, weights };
      }
      lab.dispose();
      return found;
    },
    `${base}headcount.js`,
    engine,
    experiments,
  );
}
