// Results recorded earlier by the native binary: there is something to see before anything is
// trained. Each has its experiment beside it in recorded/.
import farthest from './recorded/farthest.json';
import maxSum from './recorded/max-sum.json';

/** JSON files, whose types are wider than what they hold. @type {unknown[]} */
const documents = [maxSum, farthest];

export const recorded = /** @type {import('../api/protocol.js').Outcomes[]} */ (documents);
