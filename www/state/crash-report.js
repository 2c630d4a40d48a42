// The report that a reader can copy after a crash: what a developer needs to see it happen again, and
// nothing about the reader. It is shown before it is copied, and sent nowhere.
import { version } from '../api/headcount.js';

/** @typedef {import('./session.js').Session} Session */

/** @param {import('../wasm/page/page.js').Experiment | null} experiment */
function linkOf(experiment) {
  if (!experiment) return 'none';
  return experiment.isSecret ? `?mystery=${experiment.toMystery()}` : `?${experiment.toQuery()}`;
}

/** @param {Session} session @param {Date} [now] */
export function crashReport({ training, engine }, now = new Date()) {
  const { progress, error, faults, experiment } = training;
  const adapter = engine.info ? `${engine.info.name} (${engine.info.why})` : 'not running';
  return [
    `Headcount ${version}`,
    `what happened: ${error}`,
    ...faults.map((fault) => `before that: ${fault}`),
    `at step: ${progress ? `${progress.step} of ${progress.steps}, over ${progress.runs.length} runs` : 'none'}`,
    `computed by: ${progress?.path ?? 'nothing yet'}`,
    `experiment: ${linkOf(experiment)}`,
    `engine: ${adapter}`,
    `browser: ${navigator.userAgent}`,
    `processors: ${navigator.hardwareConcurrency ?? 'unknown'}, secure context: ${isSecureContext ? 'yes' : 'no'}, WebGPU: ${'gpu' in navigator ? 'yes' : 'no'}`,
    `time: ${now.toISOString()}`,
  ].join('\n');
}
