// Runs the benchmark: one headless Chromium, every contender on the same sizes, in turns, so that
// whatever else the machine does hits them alike. Gives what it found as plain data: figures.mjs
// makes figures of it, table.mjs prints them.
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import * as vite from 'vite';
import { root, say } from '../../scripts/shell.mjs';
import { openBrowser, sentence } from './browser.mjs';
import { goldenLayer } from './layer.mjs';
import { startNative } from './native.mjs';
import { runNative } from './native-binary.mjs';
import {
  BATCH,
  experiment,
  FORMS,
  LAYERS,
  layerExperiment,
  nameOf,
  nameOfLayer,
  READ_EVERY,
  RECIPE,
  SEQUENCES,
  SHAPES,
} from './plan.mjs';
import { bundle, serve } from './serve.mjs';

/**
 * @typedef {object} Row  a contender on the CPU
 * @property {string} name
 * @property {string} setup
 * @property {boolean} ours
 * @property {string | null} problem  why there are no numbers
 * @property {Record<string, number[]>} rounds  ms a step, by the name of the shape or of the layer
 *
 * @typedef {object} GpuRow  a contender on WebGPU
 * @property {string} name
 * @property {boolean} ours
 * @property {number} models  trained by one step
 * @property {string | null} problem
 * @property {Record<string, number>} perStep  counts
 * @property {number[]} rounds  ms a model-step; none on a software GPU
 *
 * @typedef {{ name: string, steps: number, worst: number | null, problem: string | null }} Equality
 */

const PEERS = { tf: 'TensorFlow.js', jax: 'jax-js' };
const versions = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')).dependencies;
const PEER_VERSIONS = { tf: versions['@tensorflow/tfjs-core'], jax: versions['@jax-js/jax'] };
/** Of the loss, relative to numpy in double precision. */
const TOLERANCE = 1e-3;
/** The sweep that a pool of Workers shares. */
const SWEEP = { heads: [1, 2, 3, 4, 5], seeds: [0, 1] };
/** The cohort that the WebGPU engine trains at once. */
const COHORT = { heads: [1, 2, 3, 4, 5], seeds: [0, 1, 2, 3, 4] };

/**
 * @param {object} options
 * @param {string} options.browser  the executable
 * @param {boolean} [options.quick]  fewer and shorter rounds
 */
export async function runBench({ browser: executable, quick = false }) {
  const effort = quick
    ? { rounds: 2, least: 500, warmUp: 500, sweepSteps: 60, cliffs: 1, checks: { cpu: 10, software: 2 } }
    : { rounds: 7, least: 700, warmUp: 1000, sweepSteps: 200, cliffs: 3, checks: { cpu: 10, software: 4 } };
  say('bundling the peers');
  await vite.build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    base: './',
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: bundle, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  });
  const server = await serve();
  const { browser, call, found } = await openBrowser(executable, server.url);
  const numpy = JSON.parse(readFileSync(join(root, 'crate', 'engine', 'tests', 'golden', 'learning.json'), 'utf8'));
  const plain = goldenLayer(effort.checks.cpu);
  /** The golden problem of a form: numpy's, or that of plain loops for paper 2's layer. @param {string} form */
  const goldenOf = (form) => (form === 'layer' ? plain : numpy);
  /** @type {Equality[]} */
  const equality = [];

  /** Whether a contender's losses on the golden problem of a form are as they must be. Null where they are, otherwise why not. */
  async function checked(name, form, steps, ask) {
    const golden = goldenOf(form);
    try {
      const mine = (await ask({ golden, form, steps })).losses;
      const worst = Math.max(...mine.map((loss, i) => Math.abs(loss / golden.losses[i] - 1)));
      const problem =
        worst <= TOLERANCE
          ? null
          : `computes something else: loss ${mine.at(-1)} instead of ${golden.losses[steps - 1]}`;
      equality.push({ name, steps, worst, problem });
      return problem;
    } catch (error) {
      equality.push({ name, steps, worst: null, problem: sentence(error) });
      return sentence(error);
    }
  }

  /** A peer on a backend, opened and checked. */
  async function peer(contender, backend, form) {
    const key = `${contender}-${backend}-${form}`;
    const name = `${PEERS[contender]} ${PEER_VERSIONS[contender]} ${backend}, ${form}`;
    const ask = (order, rest) => call('ask', key, order, { form, ...rest });
    try {
      const { setup } = await ask('open', { contender, backend, files: `${server.url}tfjs/` });
      const steps = backend === 'webgpu' && found.software ? effort.checks.software : effort.checks.cpu;
      const problem = await checked(name, form, steps, (rest) => ask('check', rest));
      return { name, setup, problem, ask, end: () => call('end', key) };
    } catch (error) {
      equality.push({ name, steps: 0, worst: null, problem: sentence(error) });
      return { name, setup: '', problem: sentence(error), ask, end: () => call('end', key) };
    }
  }

  /** JAX outside the browser. */
  async function native(form) {
    const name = `native JAX, ${form}`;
    const python = startNative();
    if (!python)
      return {
        name,
        setup: '',
        problem: 'not at hand (JAX_PYTHON names an interpreter that has it)',
        ask: async () => ({}),
        end: async () => {},
      };
    const { setup } = await python.ask('open').catch(() => ({ setup: '' }));
    const problem = await checked(name, form, effort.checks.cpu, (rest) => python.ask('check', rest));
    const ask = (order, rest) =>
      order === 'time'
        ? python.ask('time', { ...rest, readEvery: READ_EVERY })
        : python.ask(order, { ...rest, form, recipe: RECIPE });
    return { name, setup, problem, ask, end: async () => python.end() };
  }

  /** Paper 1's model in all forms, against all peers. */
  async function onCpu() {
    const contenders = [];
    for (const contender of Object.keys(PEERS))
      for (const form of FORMS) contenders.push(await peer(contender, 'wasm', form));
    for (const form of FORMS) contenders.push(await native(form));
    const sizes = SHAPES.map((shape) => ({ at: nameOf(shape), shape, what: experiment(shape) }));
    return inTurns(contenders, sizes);
  }

  /** Paper 2's attention layer. jax-js is not asked for it. */
  async function layersOnCpu() {
    const sizes = LAYERS.map((shape) => ({ at: nameOfLayer(shape), shape, what: layerExperiment(shape) }));
    return inTurns([await peer('tf', 'wasm', 'layer')], sizes);
  }

  /** Ours and all contenders, size by size. @returns {Promise<Row[]>} */
  async function inTurns(contenders, sizes) {
    /** @type {Row} */
    const own = { name: 'Headcount, 1 Worker', setup: '', ours: true, problem: null, rounds: {} };
    /** @type {(Row & { contender: any })[]} */
    const rows = contenders.map((contender) => ({
      name: contender.name,
      setup: contender.setup,
      ours: false,
      problem: contender.problem,
      rounds: {},
      contender,
    }));
    for (const { at, shape, what } of sizes) {
      say(`CPU, ${at}`);
      const able = rows.filter(({ problem }) => !problem);
      for (const row of able) {
        row.rounds[at] = [];
        await row.contender
          .ask('prepare', { shape, batch: BATCH, sequences: SEQUENCES, warmUp: effort.warmUp })
          .catch((error) => {
            row.problem = sentence(error);
          });
      }
      own.rounds[at] = [];
      for (let round = 0; round < effort.rounds; round += 1) {
        const { ms, engine } = await call('one', what, effort.warmUp, effort.least);
        own.rounds[at].push(ms);
        own.setup = [engine.name, engine.path].filter(Boolean).join(', ');
        for (const row of able.filter(({ problem }) => !problem)) {
          try {
            row.rounds[at].push((await row.contender.ask('time', { least: effort.least })).ms);
          } catch (error) {
            row.problem = sentence(error);
          }
        }
      }
    }
    for (const { end } of contenders) await end();
    return [own, ...rows.map(({ contender: _, ...row }) => row)];
  }

  async function onPool() {
    say('CPU, a sweep on one Worker and on all cores');
    const workers = Math.min(found.cores, 8);
    /** @type {{ one: number[], all: number[] }} */
    const seconds = { one: [], all: [] };
    for (let round = 0; round < Math.min(effort.rounds, 3); round += 1) {
      for (const [key, count] of /** @type {const} */ ([
        ['one', 1],
        ['all', workers],
      ])) {
        seconds[key].push((await call('sweep', SHAPES[0], count, SWEEP.heads, SWEEP.seeds, effort.sweepSteps)).seconds);
      }
    }
    const models = SWEEP.heads.length * SWEEP.seeds.length;
    return { workers, models, steps: effort.sweepSteps, seconds };
  }

  async function toTheCliff() {
    say('CPU, time to the cliff');
    const runs = [];
    for (let i = 0; i < effort.cliffs; i += 1) runs.push(await call('cliff'));
    return runs.map(({ seconds, step, start, engine }) => ({ seconds, step, start, engine: engine.name }));
  }

  /** @returns {Promise<GpuRow[]>} */
  async function onGpu() {
    if (!found.adapter) return [];
    const shape = SHAPES[0];
    // Counts hardly depend on the batch, and a software GPU takes seconds a step. 31 steps an epoch in either case.
    const size = found.software
      ? { batch: 16, sequences: 16 * 31, warmUp: 0 }
      : { batch: BATCH, sequences: SEQUENCES, warmUp: 2000 };
    /** @type {GpuRow[]} */
    const rows = [];
    /** @type {(row: GpuRow, ask: (order: string, rest: object) => Promise<any>) => Promise<void>} */
    const one = async (row, ask) => {
      say(`WebGPU, ${row.name}`);
      try {
        if (row.problem) return;
        const { path } = await ask('prepare', { shape, ...size });
        if (path) row.name += `, ${path}`;
        // Not only compiling: burn's fusion and caches of buffers settle over some steps.
        await ask('count', { steps: 4 });
        const { counts } = await ask('count', { steps: READ_EVERY });
        for (const [what, count] of Object.entries(counts)) row.perStep[what] = count / READ_EVERY;
        if (found.software) return;
        for (let i = 0; i < effort.rounds; i += 1) row.rounds.push((await ask('time', { least: effort.least })).ms);
      } catch (error) {
        row.problem = sentence(error);
      }
    };
    for (const { name, heads, seeds } of [
      { name: 'Headcount, R = 25', ...COHORT },
      { name: 'Headcount, R = 1', heads: [shape.h], seeds: [0] },
    ]) {
      /** @type {GpuRow} */
      const row = { name, ours: true, models: heads.length * seeds.length, problem: null, perStep: {}, rounds: [] };
      const ask = (order, rest) => call('ask', name, order, { heads, seeds, ...rest });
      try {
        await ask('open', { contender: 'ours', files: `${server.url}wasm/worker-webgpu/` });
      } catch (error) {
        row.problem = sentence(error);
      }
      await one(row, ask);
      await call('end', name);
      rows.push(row);
    }
    for (const contender of Object.keys(PEERS)) {
      for (const form of FORMS) {
        const { name, problem, ask, end } = await peer(contender, 'webgpu', form);
        const row = { name, ours: false, models: 1, problem, perStep: {}, rounds: [] };
        await one(row, ask);
        await end();
        rows.push(row);
      }
    }
    return rows;
  }

  try {
    const load = loadavg()[0];
    const cpu = await onCpu();
    const layers = await layersOnCpu();
    const pool = await onPool();
    const cliff = await toTheCliff();
    const native = await runNative(effort, checked);
    const gpu = await onGpu();
    return {
      machine: { ...found, cpu: cpus()[0]?.model.trim() ?? 'unknown', load, browser: `Chromium ${browser.version()}` },
      sizes: { batch: BATCH, sequences: SEQUENCES, rounds: effort.rounds, readEvery: READ_EVERY, shapes: SHAPES },
      equality,
      cpu,
      layers,
      pool,
      cliff,
      native,
      gpu,
    };
  } finally {
    await browser.close();
    server.close();
  }
}
