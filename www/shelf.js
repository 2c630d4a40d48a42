// The shelf: results that a reader pinned, kept in this browser (IndexedDB) from visit to visit.

/** @typedef {import('./session.js').Ghost} Ghost */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

/** @param {IDBTransactionMode} mode */
async function shelf(mode) {
  const opening = indexedDB.open('headcount', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('pinned', { keyPath: 'id' });
  const database = await answer(opening);
  const transaction = database.transaction('pinned', mode);
  transaction.oncomplete = () => database.close();
  return transaction.objectStore('pinned');
}

/** All of it. @returns {Promise<Ghost[]>} */
export const stored = async () => answer((await shelf('readonly')).getAll());

/** @param {Ghost} ghost */
export const store = async (ghost) => answer((await shelf('readwrite')).put(ghost));

/** @param {string} id */
export const discard = async (id) => answer((await shelf('readwrite')).delete(id));
