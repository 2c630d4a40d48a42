// The native binary beside native JAX, without a browser: paper 1's model on one core and on all, and paper 2's
// attention layer on one. What is timed is a whole call of the binary, less that of a short training:
// starting, drawing data and validation are in both.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, say, target } from '../../scripts/shell.mjs';
import { startNative } from './native.mjs';
import { BATCH, experiment, LAYERS, layerExperiment, nameOf, nameOfLayer, RECIPE, SEQUENCES, SHAPES } from './plan.mjs';

/**
 * @typedef {object} NativeRow
 * @property {string} name
 * @property {boolean} ours
 * @property {string | null} problem  why there are no numbers
 * @property {Record<string, number[]>} rounds  ms a model-step, by the name of the size
 *
 * @typedef {{ title: string, cores: number, names: string[], rows: NativeRow[] }} NativeTable
 * @typedef {(name: string, form: string, steps: number, ask: (rest: object) => Promise<{ losses: number[] }>) => Promise<string | null>} Checked
 */

/** Steps of the short training, which stands for everything but steps. */
const SHORT = 20;

/** The seconds of a training by the binary. */
function seconds(binary, folder, what, jobs, steps) {
  const path = join(folder, 'experiment.json');
  writeFileSync(path, JSON.stringify({ ...what, recipe: { ...what.recipe, steps } }));
  const began = performance.now();
  const { status, stderr } = spawnSync(binary, [
    'run',
    path,
    '-o',
    join(folder, 'out.json'),
    '--force',
    '--jobs',
    jobs,
  ]);
  if (status !== 0) throw new Error(`the binary failed: ${stderr}`);
  return (performance.now() - began) / 1000;
}

/** Milliseconds a model-step, of as many models as `what` has. The long training takes at least `least` ms. */
function timed(binary, folder, what, models, jobs, least) {
  const short = seconds(binary, folder, what, jobs, SHORT);
  for (let steps = 8 * SHORT; ; steps *= 2) {
    const more = seconds(binary, folder, what, jobs, SHORT + steps) - short;
    if (more * 1000 >= least) return (more * 1000) / steps / models;
  }
}

/**
 * @param {{ rounds: number, least: number, warmUp: number, checks: { cpu: number } }} effort
 * @param {Checked} checked  whether JAX computes the layer as plain loops do
 * @returns {Promise<NativeTable[]>}
 */
export async function runNative(effort, checked) {
  say('building the native binary');
  await run('cargo', ['build', '--release', '--locked', '-p', 'cli'], { cwd: root });
  const binary = join(target, 'release', process.platform === 'win32' ? 'headcount.exe' : 'headcount');
  const folder = mkdtempSync(join(tmpdir(), 'headcount-bench-'));
  const cores = availableParallelism();
  const seeds = Array.from({ length: cores }, (_, seed) => seed);
  try {
    // A model for each core: the binary trains runs at the same time, JAX uses all cores for one model.
    const readersOn = (/** @type {number} */ count) =>
      SHAPES.map((shape) => ({
        name: nameOf(shape),
        ours: { what: experiment(shape, { seeds: seeds.slice(0, count) }), models: count, jobs: String(count) },
        order: { shape, form: 'deeper' },
      }));
    const layers = LAYERS.map((layer) => ({
      name: nameOfLayer(layer),
      ours: { what: layerExperiment(layer), models: 1, jobs: '1' },
      order: { shape: layer, form: 'layer' },
    }));
    return [
      await compared("one core: paper 1's model", readersOn(1), '1', 1),
      await compared("all cores: paper 1's model", readersOn(cores), 'all', cores),
      await compared("one core: paper 2's attention layer", layers, '1', 1),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }

  /** @returns {Promise<NativeTable>} */
  async function compared(title, sizes, threads, used) {
    /** @type {NativeRow} */
    const own = { name: 'Headcount, native', ours: true, problem: null, rounds: {} };
    /** @type {NativeRow} */
    const jax = { name: 'native JAX', ours: false, problem: null, rounds: {} };
    const python = startNative(threads);
    if (!python) jax.problem = 'not at hand (JAX_PYTHON names an interpreter that has it)';
    else if (sizes.some(({ order }) => order.form === 'layer'))
      jax.problem = await checked('native JAX, layer', 'layer', effort.checks.cpu, (rest) => python.ask('check', rest));
    for (const { name, ours, order } of sizes) {
      say(`native, ${name}`);
      [own.rounds[name], jax.rounds[name]] = [[], []];
      const ask = async (what, rest) => {
        if (jax.problem || !python) return null;
        return python.ask(what, rest).catch((error) => {
          jax.problem = error.message;
          return null;
        });
      };
      await ask('prepare', { ...order, batch: BATCH, sequences: SEQUENCES, recipe: RECIPE, warmUp: effort.warmUp });
      for (let round = 0; round < effort.rounds; round += 1) {
        own.rounds[name].push(timed(binary, folder, ours.what, ours.models, ours.jobs, effort.least));
        const answer = await ask('time', { least: effort.least, readEvery: 10 });
        if (answer) jax.rounds[name].push(answer.ms);
      }
    }
    python?.end();
    return { title, cores: used, names: sizes.map(({ name }) => name), rows: [own, jax] };
  }
}
