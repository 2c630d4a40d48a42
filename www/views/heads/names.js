// What the inspector calls things: runs, features, coordinates, numbers. No markup.

/** @typedef {import('../../api/types.js').Run} Run */
/** @typedef {import('../../api/types.js').RunProgress} RunProgress */

/** One per feature; beyond eight they come round again, and the label tells them apart. */
const SYMBOLS = ['●', '▲', '■', '◆', '★', '▼', '✚', '⬢'];

/** @param {number} feature */
export const symbolOf = (feature) => SYMBOLS[feature % SYMBOLS.length];

/**
 * What a feature is the extremum of.
 *
 * @param {any} task
 * @param {number} feature
 */
export function meaningOf(task, feature) {
  if (task.kind === 'min-max') return feature === 0 ? 'largest' : 'smallest';
  if (task.kind === 'retrieval') return `nearest spot ${feature}`;
  return `farthest along a${subscript(feature)}`;
}

/** @param {number} number */
export const subscript = (number) => String(number).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);

/** What the numbers of a token lie between: the ends of its bars and sliders. @param {any} task @returns {[number, number]} */
export function rangeOf(task) {
  if (task.kind === 'min-max' || task.kind === 'retrieval') return [0, 1];
  return task.kind === 'max-sum' ? [-3, 3] : [-1, 1];
}

/** A share of attention. @param {number} share */
export const share = (share) => (Number.isFinite(share) ? share.toFixed(3) : '–');

/** A number of a token or a target. @param {number} value */
export const plain = (value) => (Number.isFinite(value) ? value.toFixed(3).replace('-', '−') : '–');

const FIELDS = /** @type {const} */ (['T', 'n', 'N', 'w', 'L', 'seed']);

/**
 * A run among others, by what tells it from them.
 *
 * @param {RunProgress} run
 * @param {RunProgress[]} all
 */
export function nameOf({ run, stopped }, all) {
  const varied = FIELDS.filter((field) => new Set(all.map((other) => other.run[field] ?? 1)).size > 1);
  const rest = varied.map((field) => (field === 'seed' ? `seed ${run.seed}` : `${field} = ${run[field] ?? 1}`));
  const heads = run.h === 1 ? '1 head' : `${run.h} heads`;
  return [heads, ...rest, ...(stopped === 'diverged' ? ['diverged'] : [])].join(' · ');
}

/**
 * The run to show until the reader picks one: the most heads among those that are done.
 *
 * @param {RunProgress[]} runs
 * @param {boolean} busy
 */
export function firstChoice(runs, busy) {
  const sound = runs.filter(({ stopped }) => stopped !== 'diverged');
  const done = sound.filter(({ stopped }) => stopped === 'finished' || stopped === 'reached');
  const among = !busy && done.length > 0 ? done : sound.length > 0 ? sound : runs;
  return among.reduce((best, next) => (next.run.h > best.run.h ? next : best)).index;
}
