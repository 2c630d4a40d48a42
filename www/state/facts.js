// What the wasm knows of an experiment's task, asked once per experiment. Once an experiment is
// there so is the wasm, which checked it.
import { MYSTERY } from '../content/properties.js';
import { factsOf } from '../wasm/page/page.js';

/** @typedef {import('../api/types.js').Experiment} Experiment */
/** @typedef {{ D: number | null, measure: string }} Facts */

/** @type {WeakMap<Experiment, Facts>} */
const known = new WeakMap();

/** @param {Experiment} experiment @returns {Facts} */
function facts(experiment) {
  // Mysteries are of paper 1's tasks, and no more is told of them.
  if (experiment.task.kind === MYSTERY) return { D: null, measure: 'NMSE' };
  let found = known.get(experiment);
  if (!found) known.set(experiment, found = /** @type {Facts} */ (factsOf(JSON.stringify(experiment))));
  return found;
}

/** The task's intrinsic dimension D; undefined where it has none. @param {Experiment} experiment */
export const dimensionOf = (experiment) => facts(experiment).D ?? undefined;

/** What the task's errors are called. @param {Experiment} experiment */
export const measureOf = (experiment) => facts(experiment).measure;
