// What the browser has kept of earlier visits: pinned results, and sweeps to go on with. It is checked
// as what a reader imports is checked: the browser's records may be damaged, or of another version of
// the page. What cannot be read is skipped and left alone; the reader is told of it and may remove it.
import { sentenceOf } from '../api/checks.js';
import { isDenied, isStorageError } from '../storage/database.js';
import { deletePin, loadPin, pinnedIds } from '../storage/pinned-results.js';
import { deleteSweep, storedRuns, storedSweeps } from '../storage/stored-sweeps.js';
import { notStored } from '../storage/sweep-store.js';
import { MOST_VISIBLE } from './compared-results.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../storage/stored-sweeps.js').StoredSweep} StoredSweep */
/** @typedef {import('../api/protocol.js').Checkpoint} Checkpoint */
/** @typedef {import('../api/protocol.js').RunCheckpoint} RunCheckpoint */
/** A record that cannot be read, and why. @typedef {{ id: IDBValidKey, why: string, remove: () => Promise<unknown> }} Unreadable */

/** Does something with what is stored; where the browser stores nothing, it is as if nothing were there. @template T @param {Session} session @param {() => Promise<T>} work @param {T} nothing */
async function withStorage(session, work, nothing) {
  try {
    return await work();
  } catch (error) {
    if (!isStorageError(error)) throw error;
    // A browser that denies it has kept nothing either: that is said when there is something to keep.
    if (!isDenied(error)) session.reportStorage(notStored(error));
    return nothing;
  }
}

/** Pins are added by one at a time: else two would add the same. @type {Promise<unknown>} */
let lastAdding = Promise.resolve();

/** Adds what is pinned and not here yet. Returns what could not be read. @param {Session} session @returns {Promise<Unreadable[]>} */
export function addPinnedResults(session) {
  const adding = lastAdding.then(() => withStorage(session, () => addNewPins(session), []));
  lastAdding = adding.catch(() => {});
  return adding;
}

/** The newest first, each in a task of its own. @param {Session} session */
async function addNewPins(session) {
  /** @type {Unreadable[]} */
  const unreadable = [];
  const here = new Set(session.compared.list.map(({ id }) => id));
  const ids = (await pinnedIds()).filter((id) => !here.has(String(id)));
  for (const [i, id] of ids.reverse().entries()) {
    try {
      addPin(session, await loadPin(id));
    } catch (error) {
      if (isStorageError(error)) throw error;
      unreadable.push({ id, why: sentenceOf(error), remove: () => deletePin(id) });
    }
    // Twice in all, because every chart is drawn anew: with those that charts show, and with all.
    if (i === MOST_VISIBLE - 1 || i === ids.length - 1) session.changed();
  }
  return unreadable;
}

/** @param {Session} session @param {Awaited<ReturnType<typeof loadPin>>} record */
function addPin({ compared }, record) {
  // It was removed in another tab, a moment ago.
  if (!record) return;
  const { id, name, note, shown = true, own = true, results } = record;
  if (typeof id !== 'string' || typeof name !== 'string') throw new Error('It has no name.');
  if (!results) throw new Error('It has no results.');
  const pinned = compared.addEarlier({
    id,
    name,
    note: typeof note === 'string' ? note : name,
    isVisible: shown,
    isOwn: own,
    isPinned: true,
    document: results,
  });
  // A pinned result that came with the link as well is shown once.
  const twin = compared.list.find((other) => other.isOwn && !other.isPinned && other.results.equals(pinned.results));
  if (twin) compared.remove(twin.id);
}

/** Another tab may have pinned or removed something: follows it. @param {Session} session @returns {Promise<Unreadable[]>} */
export const followPinnedResults = (session) =>
  withStorage(session, async () => {
    const there = new Set(await pinnedIds());
    const gone = session.compared.list.filter(({ id, isPinned }) => isPinned && !there.has(id));
    // Nothing vanishes from a chart that is looked at.
    for (const { id } of gone) session.compared.change(id, { isPinned: false });
    return addPinnedResults(session);
  }, []);

/** The sweep to offer first, and what could not be read. @param {Session} session @returns {Promise<{ sweep: StoredSweep | null, unreadable: Unreadable[] }>} */
export const findEarlierSweep = (session) =>
  withStorage(
    session,
    async () => {
      /** @type {StoredSweep | null} */
      let first = null;
      /** @type {Unreadable[]} */
      const unreadable = [];
      for (const { sweep, runCount } of await storedSweeps()) {
        try {
          checkSweep(session, sweep, runCount);
          first ??= sweep;
        } catch (error) {
          unreadable.push({ id: sweep.id, why: sentenceOf(error), remove: () => deleteSweep(sweep.id) });
        }
      }
      return { sweep: first, unreadable };
    },
    { sweep: null, unreadable: [] },
  );

/** @param {unknown} value @param {number} most @returns {value is number} */
const isWhole = (value, most) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** Throws what is wrong with a stored sweep. @param {Session} session @param {StoredSweep} sweep @param {number} runCount  how many runs are stored */
function checkSweep(session, { id, experiment: fields, level, found, step, steps, saved }, runCount) {
  if (typeof id !== 'string') throw new Error('It has no name.');
  if (!fields) throw new Error('It has no experiment.');
  const experiment = session.experimentOf(fields);
  if (level) session.experimentOf(level);
  if (found) experiment.findD(found);
  if (!Number.isFinite(saved)) throw new Error('It does not say when it was stored.');
  const most = found ? 1 : experiment.runs().length * experiment.toFields().recipe.steps;
  if (!isWhole(steps, most) || !isWhole(step, steps))
    throw new Error(`It says that it is at step ${step} of ${steps}.`);
  if (!found && step > 0 && runCount === 0) throw new Error('Its checkpoints are missing.');
}

/**
 * Where a stored sweep stands. A run whose checkpoint is damaged or missing begins anew.
 *
 * @param {Session} session
 * @param {StoredSweep} sweep
 * @returns {Promise<Checkpoint>}
 */
export async function checkpointOf(session, { id, experiment, level, engine, device }) {
  const of = session.experimentOf(level ?? experiment);
  const { steps } = of.toFields().recipe;
  const last = of.runs().length - 1;
  const isSound = (/** @type {Partial<RunCheckpoint>} */ { index, step, bytes }) =>
    isWhole(index, last) && isWhole(step, steps) && bytes instanceof Uint8Array && bytes.length > 0;
  const runs = /** @type {RunCheckpoint[]} */ (await storedRuns(id));
  return { experiment: of.toFields(), engine: String(engine), device, runs: runs.filter(isSound) };
}
