// Which answer a training gives to a question of a lesson: from the summary of its outcomes, as `lab` makes it, to
// the value of an answer; and which the theory gives, where there is nothing to train. No DOM.

/** @typedef {import('../www/api/protocol.js').Outcomes['summary']} Summary */
/** The sizes that a group of runs is named by. @typedef {'T' | 'N' | 'w' | 'L' | 'h'} Size */
/** @typedef {(summary: Summary, read: (name: string) => string) => string} Verdict */

/** The median error of the one group that has these sizes: "h=2" or "h=2 T=64". @param {Summary} summary @param {string} sizes */
function medianOf({ groups }, sizes) {
  const wanted = sizes.split(/\s+/).map((pair) => /** @type {[Size, string]} */ (pair.split('=')));
  const found = groups.filter((group) => wanted.every(([size, value]) => (group[size] ?? 1) === Number(value)));
  if (found.length !== 1 || found[0].median === null)
    throw new Error(
      `${found.length === 1 ? 'No run ended with a number' : `${found.length} groups of runs`} at ${sizes}.`,
    );
  return found[0].median;
}

/** @type {Record<string, Verdict>} */
export const VERDICTS = {
  /** The number of heads at which the error falls off a cliff; "none" where it does not. */
  cliff: ({ transitions }) => String(transitions[0]?.h ?? 'none'),

  /** "higher", "lower" or, where the errors differ by less than `factor` times, "same": of the runs `of` against those `with`. */
  compare: (summary, read) => {
    const [ratio, factor] = [medianOf(summary, read('of')) / medianOf(summary, read('with')), Number(read('factor'))];
    if (ratio >= factor) return 'higher';
    return ratio <= 1 / factor ? 'lower' : 'same';
  },

  /** The longest sequences whose median error is below `limit`; "none" where it is so for no length. */
  longest: ({ groups }, read) => {
    const found = groups.filter(({ median }) => median !== null && median < Number(read('limit'))).map(({ T }) => T);
    return found.length > 0 ? String(Math.max(...found)) : 'none';
  },

  /** The number of heads with the lowest median error. */
  best: ({ groups }) => {
    const measured = groups.filter(({ median }) => median !== null);
    const [best] = measured.sort((one, other) => Number(one.median) - Number(other.median));
    if (!best) throw new Error('No run ended with a number.');
    return String(best.h);
  },
};

/** What paper 1's theorems say at these sizes (crate/page/src/theory.rs). @typedef {import('../www/api/page-wasm.js').PageWasm['theorySentence']} TheorySentence */

/** The first of `lengths` at which the lower bound is not vacuous, for heads of these `sizes`; "none" where it is at all of them. @param {TheorySentence} theorySentence @param {(name: string) => string} read */
export function boundVerdict(theorySentence, read) {
  const { h, n, D } = Object.fromEntries(
    read('sizes')
      .split(/\s+/)
      .map((pair) => /** @type {[string, number]} */ ([pair.split('=')[0], Number(pair.split('=')[1])])),
  );
  const found = read('lengths')
    .split(',')
    .find((T) => !theorySentence(Number(T), h, n, D, 1).includes('vacuous'));
  return found ?? 'none';
}
