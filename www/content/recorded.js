// Results recorded earlier by the native binary: there is something to see before anything is
// trained. Each has its experiment beside it in recorded/.
import farthest from './recorded/farthest.json';
import maxSum from './recorded/max-sum.json';

/** @type {import('../api/types.js').Outcomes[]} */
export const recorded = [/** @type {any} */ (maxSum), /** @type {any} */ (farthest)];
