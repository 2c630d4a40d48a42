// Results recorded earlier by the native binary: there is something to see before anything is
// trained. Each has its experiment beside it in recorded/.
import farthest from './recorded/farthest.json';
import maxSum from './recorded/max-sum.json';

/** @type {{ name: string, results: import('./types.js').Outcomes }[]} */
export const recorded = [
  { name: 'recorded earlier, the median of 3 runs', results: /** @type {any} */ (maxSum) },
  { name: 'recorded earlier, the median of 3 runs', results: /** @type {any} */ (farthest) },
];
