// Results that a reader pinned, kept in this browser from visit to visit. Records have the field names
// of the first version: pins of earlier visits stay readable.
import { answer, inStores } from './database.js';

/** @typedef {import('../state/compared-results.js').ComparedResult} ComparedResult */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** What ComparedResults.add takes. @typedef {Pick<ComparedResult, 'id' | 'name' | 'note' | 'isVisible' | 'isOwn' | 'isPinned' | 'document'>} PinnedResult */
/** As it is stored. @typedef {{ id: string, name: string, note: string, shown: boolean, own: boolean, kept: boolean, results: Outcomes }} PinRecord */

/** @returns {Promise<PinnedResult[]>} */
export async function loadPins() {
  /** @type {PinRecord[]} */
  const records = await inStores(['pinned'], 'readonly', (pinned) => answer(pinned.getAll()));
  return records.map(({ id, name, note, shown, own, results }) => ({
    id,
    name,
    note,
    isVisible: shown,
    isOwn: own,
    isPinned: true,
    document: results,
  }));
}

/** @param {PinnedResult} result */
export function savePin({ id, name, note, isVisible, isOwn, isPinned, document }) {
  /** @type {PinRecord} */
  const record = { id, name, note, shown: isVisible, own: isOwn, kept: isPinned, results: document };
  return inStores(['pinned'], 'readwrite', (pinned) => answer(pinned.put(record)));
}

/** @param {string} id */
export const deletePin = (id) => inStores(['pinned'], 'readwrite', (pinned) => answer(pinned.delete(id)));
