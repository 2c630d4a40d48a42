// The public JS API: train an experiment in Workers, follow it, and inspect what was trained. The
// page trains through this alone. docs/api.md documents it.
//
//   import { createLab } from './headcount.js';
//   const lab = await createLab({ engine: 'auto' });
//   for await (const progress of lab.run(experiment)) { … }
//   const outcome = await lab.outcome();
//   const { attention } = await (await lab.trained(0)).look();
import { checkWhole, sentenceOf } from './checks.js';
import { chooseEngine, noteGpuFault } from './engine-choice.js';
import { Lab } from './lab.js';
import { Pool } from './pool.js';

export { version } from './version.js';

/** @typedef {import('./lab.js').Progress} Progress */
/** @typedef {import('./lab.js').Outcomes} Outcomes */
/** @typedef {import('./lab.js').EngineInfo} EngineInfo */
/** @typedef {import('./lab.js').Checkpoint} Checkpoint */
/** @typedef {import('./lab.js').ExperimentFields} ExperimentFields */
/** @typedef {import('./run-inspection.js').RunInspection} RunInspection */

/** More Workers than this cost memory and gain little: sweeps are small. */
const MOST_WORKERS = 8;

/**
 * Starts an engine.
 *
 * @param {object} [options]
 * @param {'auto' | 'cpu' | 'webgpu'} [options.engine]  'auto' takes WebGPU where it is worth it
 * @param {number} [options.workers]  Workers of the CPU engine; by default one per core
 * @param {boolean} [options.remember]  whether how fast the engines are is kept in local storage
 */
export async function createLab({ engine = 'auto', workers, remember = true } = {}) {
  const most = checkWhole('workers', workers ?? Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS), 1, 64);
  const startCpu = () => Pool.start('cpu', most);
  let choice = await chooseEngine(engine);
  if (choice.kind === 'webgpu') {
    try {
      // Chosen by 'auto', it is compared with the CPU on each experiment.
      return new Lab(await Pool.start('webgpu', 1), choice.why, startCpu, engine === 'auto', remember);
    } catch (error) {
      if (engine === 'webgpu') throw error;
      noteGpuFault();
      choice = {
        kind: 'cpu',
        why: `The CPU, because the GPU did not start (${sentenceOf(error).replace(/\.$/, '')}).`,
      };
    }
  }
  return new Lab(await startCpu(), choice.why, startCpu, false, remember);
}
