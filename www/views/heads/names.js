// What the inspector calls things: runs, targets, coordinates, numbers. No markup.

import { medianFirst } from '../../state/median-run.js';

/** @typedef {import('../../api/protocol.js').RunProgress} RunProgress */
/** @typedef {import('../../api/protocol.js').Outcome} Outcome */
/** @typedef {import('../../api/protocol.js').ExperimentFields['task']} Task */

/** One per target; beyond eight they repeat, and the label tells them apart. */
const SYMBOLS = ['●', '▲', '■', '◆', '★', '▼', '✚', '⬢'];

/** @param {number} target */
export const symbolOf = (target) => SYMBOLS[target % SYMBOLS.length];

/** What a target is the extremum of, for each kind of task that has targets. @type {Record<string, (target: number) => string>} */
export const MEANINGS = {
  'max-sum': (target) => `largest sum with weights a${subscript(target + 1)}`,
  retrieval: (target) => `nearest spot ${target + 1}`,
  'min-max': (target) => (target === 0 ? 'largest' : 'smallest'),
};

/** What a target is the extremum of. @param {Task} task @param {number} target */
export const meaningOf = (task, target) => MEANINGS[task.kind](target);

/** @param {number} number */
export const subscript = (number) => String(number).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);

/** What the numbers of a token lie between, for each kind of task: the ends of its bars and sliders. @type {Record<string, [number, number]>} */
export const RANGES = {
  'max-sum': [-3, 3],
  retrieval: [0, 1],
  'min-max': [0, 1],
  farthest: [-1, 1],
  nearest: [-1, 1],
};

/** What the numbers of a token lie between. @param {Task} task */
export const rangeOf = (task) => RANGES[task.kind];

/** Whether a number of a token is its position, which the reader cannot change. @param {Task} task @param {number} k */
export const isPosition = (task, k) => task.kind === 'retrieval' && task.subsets !== 'all' && k === task.d;

/** A share of attention. @param {number} share */
export const share = (share) => (Number.isFinite(share) ? share.toFixed(3) : '–');

/** A number of a token or a target. @param {number} value */
export const decimal = (value) => (Number.isFinite(value) ? value.toFixed(3).replace('-', '−') : '–');

const FIELDS = /** @type {const} */ (['T', 'n', 'N', 'w', 'L', 'seed']);

/** @param {{ h: number }} run */
export const headsOf = ({ h }) => (h === 1 ? '1 head' : `${h} heads`);

/** Runs, each by what tells it from the others. @param {RunProgress[]} runs */
export function namesOf(runs) {
  const varied = FIELDS.filter((field) => new Set(runs.map(({ run }) => run[field] ?? 1)).size > 1);
  return runs.map(({ run, stopped }) => {
    const rest = varied.map((field) => (field === 'seed' ? `seed ${run.seed}` : `${field} = ${run[field] ?? 1}`));
    return [headsOf(run), ...rest, ...(stopped === 'diverged' ? ['diverged'] : [])].join(' · ');
  });
}

/**
 * The run to show until the reader picks one, of those that are done: as many heads as are needed, which is the machine
 * beside the cliff, or else the most; of several seeds the median one, as the machine and the charts have it.
 *
 * @param {RunProgress[]} runs
 * @param {boolean} isBusy
 * @param {number} [needed]  heads that the task needs, where that is known
 * @param {Outcome[]} [outcomes]  of a training that has ended
 */
export function firstChoice(runs, isBusy, needed, outcomes = []) {
  const finite = runs.filter(({ stopped }) => stopped !== 'diverged');
  const done = finite.filter(({ stopped }) => stopped === 'finished' || stopped === 'reached');
  const among = medianFirst(!isBusy && done.length > 0 ? done : finite.length > 0 ? finite : runs, outcomes);
  const enough = among.find(({ run }) => run.h === needed);
  return (enough ?? among.reduce((best, next) => (next.run.h > best.run.h ? next : best))).index;
}
