// dist/headcount.js, by the name that other pages import: it defines <head-count>, and exports the JS API. It is
// small, and fetches the rest when it is needed: an element when it comes near the screen, the API when a lab is
// created. The page itself imports api/headcount.js, which becomes a file with a hash in its name, so that a tab
// that is open never mixes two versions.
export { version } from './api/version.js';
export { HeadCount } from './embed/head-count.js';

// What others need by name (the npm package's declarations are generated from here).
/** @typedef {import('./api/lab.js').Lab} Lab */
/** @typedef {import('./api/lab.js').Progress} Progress */
/** @typedef {import('./api/lab.js').Outcomes} Outcomes */
/** @typedef {import('./api/lab.js').EngineInfo} EngineInfo */
/** @typedef {import('./api/lab.js').Checkpoint} Checkpoint */
/** @typedef {import('./api/lab.js').ExperimentFields} ExperimentFields */
/** @typedef {import('./api/run-inspection.js').RunInspection} RunInspection */

/**
 * Starts an engine; docs/api.md documents what it resolves to.
 *
 * @param {object} [options]
 * @param {'auto' | 'cpu' | 'webgpu'} [options.engine]  'auto' takes WebGPU where it is worth it
 * @param {number} [options.workers]  Workers of the CPU engine; by default one per core
 * @param {boolean} [options.remember]  whether how fast the engines are is kept in local storage
 */
export const createLab = async (options) => (await import('./api/headcount.js')).createLab(options);
