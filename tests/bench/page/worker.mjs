// A Worker that trains one contender: a peer on one backend, or our WebGPU engine. It times and
// counts in steady state; what to measure, and how long, it is told.

import { goldenLayerProblem, layerProblem } from '../layer.mjs';
import { experiment, goldenProblem, problem, READ_EVERY } from '../plan.mjs';
import { counted, countedSince } from './count.mjs';

/**
 * @typedef {object} Trainer
 * @property {(steps: number) => Promise<number>} advance  trains, then reads the loss
 * @property {string} [path]  how ours is computed
 * @property {number} models  models that one step trains
 * @property {() => void} dispose
 */

const peers = { tf: () => import('./tf.mjs'), jax: () => import('./jax.mjs') };
/** @type {any} */
let library;
/** @type {any} */
let engine;
/** The wasm-bindgen glue of our WebGPU worker. @type {any} */
let glue;
/** @type {Trainer | null} */
let current = null;

const tell = (answer) => self.postMessage(answer);

/** A peer's steps, one loss read at their end. @returns {Trainer} */
function peerTrainer(task, form) {
  const trainer = form === 'layer' ? library.layerTrainer(task) : library.trainer(task, form);
  let done = 0;
  return {
    models: 1,
    dispose: trainer.dispose,
    async advance(steps) {
      for (let i = 0; i < steps; i += 1) trainer.step(done++);
      return trainer.loss();
    },
  };
}

/** Our engine's own wasm, without the page around it. @returns {Trainer} */
function ourTrainer(shape, batch, heads, seeds, sequences) {
  const models = heads.length * seeds.length;
  const text = JSON.stringify(experiment(shape, { heads, seeds, batch, trainSequences: sequences }));
  const cohort = engine.cohort(
    glue.Experiment.fromJson(text),
    Uint32Array.from({ length: models }, (_, i) => i),
  );
  return {
    models,
    path: cohort.path,
    dispose: () => cohort.free(),
    advance: async (steps) => (await cohort.advance(steps))[0].loss,
  };
}

const orders = {
  async open({ contender, backend, files }) {
    if (contender !== 'ours') {
      library = await peers[/** @type {'tf' | 'jax'} */ (contender)]();
      return library.open(backend, files);
    }
    glue = await import(/* @vite-ignore */ `${files}worker-webgpu.js`);
    await glue.default({ module_or_path: `${files}worker-webgpu_bg.wasm` });
    engine = await glue.Engine.create();
    return { setup: engine.name };
  },

  /** The losses of the first steps on the golden problem. */
  async check({ golden, form, steps }) {
    const trainer = peerTrainer(form === 'layer' ? goldenLayerProblem(golden) : goldenProblem(golden), form);
    const losses = [];
    for (let i = 0; i < steps; i += 1) losses.push(await trainer.advance(1));
    trainer.dispose();
    return { losses };
  },

  /** Compiles and warms up. */
  async prepare({ shape, form, batch, sequences, heads, seeds, warmUp }) {
    current?.dispose();
    current = heads
      ? ourTrainer(shape, batch, heads, seeds, sequences)
      : peerTrainer((form === 'layer' ? layerProblem : problem)(shape, batch, sequences), form);
    const began = performance.now();
    await current.advance(1);
    const compiled = performance.now();
    while (performance.now() - compiled < warmUp) await current.advance(2);
    return { models: current.models, path: current.path, compile: compiled - began };
  },

  /** Milliseconds a model-step: over at least `least` ms. */
  async time({ least }) {
    const trainer = /** @type {Trainer} */ (current);
    const began = performance.now();
    let steps = 0;
    let loss = NaN;
    do {
      loss = await trainer.advance(READ_EVERY);
      steps += READ_EVERY;
    } while (performance.now() - began < least);
    if (!Number.isFinite(loss)) throw new Error(`its loss is ${loss}`);
    return { ms: (performance.now() - began) / steps / trainer.models };
  },

  /** What `steps` steps and one read of their loss ask of WebGPU. */
  async count({ steps }) {
    const before = counted();
    const loss = await /** @type {Trainer} */ (current).advance(steps);
    if (!Number.isFinite(loss)) throw new Error(`its loss is ${loss}`);
    return { counts: countedSince(before) };
  },

  async release() {
    current?.dispose();
    current = null;
    return {};
  },
};

self.onmessage = async ({ data: { id, order, ...rest } }) => {
  try {
    tell({ id, answer: await orders[/** @type {keyof typeof orders} */ (order)](rest) });
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
