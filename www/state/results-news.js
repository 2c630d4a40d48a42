// What is new of runs in training, as the `Results` handle takes it: typed arrays, which cross into the
// wasm at once. A sweep of 2000 runs reports thousands of points a second.
import { pointsOf } from '../api/curves.js';

/** @typedef {import('../wasm/page/page.js').Results} Results */
/** @typedef {import('../api/protocol.js').RunProgress} RunProgress */
/** A run, and how many points of its curve are known already. @typedef {{ run: RunProgress, known: number }} RunNews */

/** Points that are handed over in one piece: a few milliseconds' work. */
const MOST_POINTS = 50_000;

/** How many points its curve has. @param {RunProgress} run */
export const lengthOf = (run) => pointsOf(run).length / 2;

/** @param {RunNews} news */
const countOf = ({ run, known }) => lengthOf(run) - known;

/** News in parts of at most so many points, unless one run alone has more. @param {RunNews[]} news @returns {RunNews[][]} */
export function inParts(news, most = MOST_POINTS) {
  /** @type {RunNews[][]} */
  const parts = [];
  let count = Infinity;
  for (const one of news) {
    count += countOf(one);
    if (count > most) {
      parts.push([]);
      count = countOf(one);
    }
    parts[parts.length - 1].push(one);
  }
  return parts;
}

/** @param {Results} results @param {RunNews[]} news */
export function handOver(results, news) {
  const points = new Float64Array(2 * news.reduce((sum, one) => sum + countOf(one), 0));
  let at = 0;
  for (const { run, known } of news) {
    const added = pointsOf(run).subarray(2 * known);
    points.set(added, at);
    at += added.length;
  }
  results.advance(
    Uint32Array.from(news, ({ run }) => run.index),
    Uint32Array.from(news, countOf),
    news.map(({ run }) => run.stopped ?? ''),
    points,
  );
}
