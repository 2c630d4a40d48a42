// Checks of what a user of the API passes in, and errors as sentences.

/** What went wrong, as a sentence. @param {unknown} error */
export const sentenceOf = (error) => (error instanceof Error ? error.message : String(error));

/** A value as a sentence quotes it. @param {unknown} value */
const quoted = (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/**
 * A whole number inside a range, or an Error that names it.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
export function checkWhole(name, value, least, most) {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new Error(`${name} is ${quoted(value)}, but must be a whole number ${range}.`);
}

/**
 * A sequence as plain lists of numbers; the engine checks their sizes.
 *
 * @param {unknown} sequence
 * @returns {number[][]}
 */
export function checkSequence(sequence) {
  const isList = (/** @type {unknown} */ list) =>
    Array.isArray(list) || list instanceof Float32Array || list instanceof Float64Array;
  const isToken = (/** @type {unknown} */ token) =>
    isList(token) &&
    Array.from(/** @type {ArrayLike<unknown>} */ (token)).every((number) => typeof number === 'number');
  if (Array.isArray(sequence) && sequence.every(isToken)) return sequence.map((token) => Array.from(token));
  throw new Error('sequence must be a list of tokens, each a list of numbers.');
}
