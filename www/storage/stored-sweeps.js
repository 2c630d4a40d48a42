// Sweeps as the browser has stored them: read at the next visit, and removed. They are written by
// sweep-store.js. Whether a stored sweep can be gone on with is checked in state/earlier-visits.js.
import { answer, inStores } from './database.js';
import { sweepsInTraining, tabId } from './tabs.js';

/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */
/** @typedef {import('../api/protocol.js').Outcome} Outcome */

/**
 * What is stored of a sweep beside its runs. Field names are those of the first version: sweeps of
 * earlier visits stay readable.
 *
 * @typedef {object} StoredSweep
 * @property {string} id
 * @property {ExperimentFields} experiment  of Find D: everything tried so far, and what is tried now
 * @property {boolean} hidden  whether its task is a mystery
 * @property {Outcome[] | null} found  of Find D: outcomes of the numbers of heads that are done
 * @property {ExperimentFields | null} [level]  of Find D: the number of heads that its stored runs belong to
 * @property {string} engine
 * @property {string} [device]
 * @property {number} saved  when, in milliseconds since 1970
 * @property {number} step   of Find D: 1 once it has ended, of 1
 * @property {number} steps
 * @property {string} [tab]  the tab that trained it; missing in sweeps of earlier versions
 * @property {string} [writer]  who may write to it: the training that wrote it last
 */

/** The keys of a sweep's runs. @param {string} id */
export const runsOf = (id) => IDBKeyRange.bound([id], [id, []]);

/** @param {IDBObjectStore} sweeps @param {IDBObjectStore} files @param {string} id */
export function remove(sweeps, files, id) {
  sweeps.delete(id);
  files.delete(runsOf(id));
}

/**
 * Sweeps of earlier visits that no tab is training: first this tab's own, then the newest. What is in
 * them is not checked.
 *
 * @returns {Promise<{ sweep: StoredSweep, runCount: number }[]>}
 */
export async function storedSweeps() {
  const isInTraining = await sweepsInTraining();
  const all = await inStores(['sweeps', 'runs'], 'readonly', async (sweeps, files) => {
    /** @type {StoredSweep[]} */
    const found = await answer(sweeps.getAll());
    return Promise.all(found.map(async (sweep) => ({ sweep, runCount: await answer(files.count(runsOf(sweep.id))) })));
  });
  const tab = tabId();
  const rank = (/** @type {StoredSweep} */ sweep) => (sweep.tab === tab ? Infinity : Number(sweep.saved) || 0);
  return all.filter(({ sweep }) => !isInTraining(sweep.id)).sort((a, b) => rank(b.sweep) - rank(a.sweep));
}

/** What is stored of its runs, unchecked. @param {string} id @returns {Promise<unknown[]>} */
export const storedRuns = (id) => inStores(['runs'], 'readonly', (files) => answer(files.getAll(runsOf(id))));

/** @param {string} id */
export const deleteSweep = (id) =>
  inStores(['sweeps', 'runs'], 'readwrite', (sweeps, files) => remove(sweeps, files, id));
