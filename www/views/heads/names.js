// What the inspector calls things: runs, features, coordinates, numbers. No markup.

/** @typedef {import('../../api/protocol.js').RunProgress} RunProgress */
/** @typedef {import('../../api/protocol.js').ExperimentFields['task']} Task */

/** One per feature; beyond eight they repeat, and the label tells them apart. */
const SYMBOLS = ['●', '▲', '■', '◆', '★', '▼', '✚', '⬢'];

/** @param {number} feature */
export const symbolOf = (feature) => SYMBOLS[feature % SYMBOLS.length];

/** What a feature is the extremum of. @param {Task} task @param {number} feature */
export function meaningOf(task, feature) {
  if (task.kind === 'min-max') return feature === 0 ? 'largest' : 'smallest';
  if (task.kind === 'retrieval') return `nearest spot ${feature}`;
  return `farthest along a${subscript(feature)}`;
}

/** @param {number} number */
export const subscript = (number) => String(number).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);

/** What the numbers of a token lie between: the ends of its bars and sliders. @param {Task} task @returns {[number, number]} */
export function rangeOf(task) {
  if (task.kind === 'min-max' || task.kind === 'retrieval') return [0, 1];
  return task.kind === 'max-sum' ? [-3, 3] : [-1, 1];
}

/** Whether a number of a token is its position, which the reader cannot change. @param {Task} task @param {number} k */
export const isPosition = (task, k) => task.kind === 'retrieval' && task.subsets !== 'all' && k === task.d;

/** A share of attention. @param {number} share */
export const share = (share) => (Number.isFinite(share) ? share.toFixed(3) : '–');

/** A number of a token or a target. @param {number} value */
export const decimal = (value) => (Number.isFinite(value) ? value.toFixed(3).replace('-', '−') : '–');

const FIELDS = /** @type {const} */ (['T', 'n', 'N', 'w', 'L', 'seed']);

/** A run among others, by what tells it from them. @param {RunProgress} run @param {RunProgress[]} all */
export function nameOf({ run, stopped }, all) {
  const varied = FIELDS.filter((field) => new Set(all.map((other) => other.run[field] ?? 1)).size > 1);
  const rest = varied.map((field) => (field === 'seed' ? `seed ${run.seed}` : `${field} = ${run[field] ?? 1}`));
  const heads = run.h === 1 ? '1 head' : `${run.h} heads`;
  return [heads, ...rest, ...(stopped === 'diverged' ? ['diverged'] : [])].join(' · ');
}

/** The run to show until the reader picks one: the most heads among those that are done. @param {RunProgress[]} runs @param {boolean} isBusy */
export function firstChoice(runs, isBusy) {
  const finite = runs.filter(({ stopped }) => stopped !== 'diverged');
  const done = finite.filter(({ stopped }) => stopped === 'finished' || stopped === 'reached');
  const among = !isBusy && done.length > 0 ? done : finite.length > 0 ? finite : runs;
  return among.reduce((best, next) => (next.run.h > best.run.h ? next : best)).index;
}
