// The public JS API: train an experiment in Workers, follow it, and inspect what was trained. The
// page trains through this alone. docs/api.md documents it.
//
//   import { createLab } from './headcount.js';
//   const lab = await createLab({ engine: 'auto' });
//   for await (const progress of lab.run(experiment)) { … }
//   const outcome = await lab.outcome();
//   const { attention } = await (await lab.trained(0)).look();
import { checkWhole, sentenceOf } from './checks.js';
import { chooseEngine } from './engine-choice.js';
import { Lab } from './lab.js';
import { Pool } from './pool.js';

/** The version of this API; it follows semantic versioning. */
export const version = '0.1.0';

/** More Workers than this cost memory and gain little: sweeps are small. */
const MOST_WORKERS = 8;

/**
 * Starts an engine.
 *
 * @param {object} [options]
 * @param {'auto' | 'cpu' | 'webgpu'} [options.engine]  'auto' takes WebGPU where it is worth it
 * @param {number} [options.workers]  Workers of the CPU engine; by default one per core
 */
export async function createLab({ engine = 'auto', workers } = {}) {
  const most = checkWhole('workers', workers ?? Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS), 1, 64);
  let choice = await chooseEngine(engine);
  if (choice.kind === 'webgpu') {
    try {
      const pool = await Pool.start('webgpu', 1);
      // Chosen by 'auto', it is compared with the CPU on each experiment.
      return new Lab(pool, choice.why, engine === 'auto' ? () => Pool.start('cpu', most) : null);
    } catch (error) {
      if (engine === 'webgpu') throw error;
      choice = {
        kind: 'cpu',
        why: `The CPU, because the GPU did not start (${sentenceOf(error).replace(/\.$/, '')}).`,
      };
    }
  }
  return new Lab(await Pool.start('cpu', most), choice.why, null);
}
