// Results that a reader pinned, kept in this browser from visit to visit. Records have the field names
// of the first version: pins of earlier visits stay readable. What is in them is not checked here
// (state/earlier-visits.js does).
import { sentenceOf } from '../api/checks.js';
import { answer, inStores, isStorageError, whyNotStored } from './database.js';
import { keepStored } from './persistence.js';

/** @typedef {import('../state/compared-results.js').ComparedResult} ComparedResult */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {Pick<ComparedResult, 'id' | 'name' | 'note' | 'isVisible' | 'isOwn' | 'isPinned' | 'document'>} PinnedResult */
/** As it is stored. @typedef {{ id: string, name: string, note: string, shown: boolean, own: boolean, kept: boolean, results: Outcomes }} PinRecord */

/** What is pinned, oldest first, by id: ids begin with when they were made. @returns {Promise<IDBValidKey[]>} */
export const pinnedIds = () => inStores(['pinned'], 'readonly', (pinned) => answer(pinned.getAllKeys()));

/** One record, unchecked: each is read by itself, so that hundreds do not hold up the page. @param {IDBValidKey} id @returns {Promise<Partial<PinRecord> | undefined>} */
export const loadPin = (id) => inStores(['pinned'], 'readonly', (pinned) => answer(pinned.get(id)));

/** @param {PinnedResult} result @returns {PinRecord} */
const recordOf = ({ id, name, note, isVisible, isOwn, isPinned, document }) => ({
  id,
  name,
  note,
  shown: isVisible,
  own: isOwn,
  kept: isPinned,
  results: document,
});

/** @param {PinnedResult} result */
export async function savePin(result) {
  await inStores(['pinned'], 'readwrite', (pinned) => answer(pinned.put(recordOf(result))));
  keepStored();
}

/** Writes a change of what is pinned; false if it was removed meanwhile, in another tab: it stays removed. @param {PinnedResult} result */
export const changePin = (result) =>
  inStores(['pinned'], 'readwrite', async (pinned) => {
    if (!(await answer(pinned.count(result.id)))) return false;
    await answer(pinned.put(recordOf(result)));
    return true;
  });

/** @param {IDBValidKey} id */
export const deletePin = (id) => inStores(['pinned'], 'readwrite', (pinned) => answer(pinned.delete(id)));

/** Why something could not be pinned, as the end of a sentence with its full stop. @param {unknown} error */
export const whyNotPinned = (error) => (isStorageError(error) ? `${whyNotStored(error)}.` : sentenceOf(error));
