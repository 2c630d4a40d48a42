// What this browser keeps from visit to visit, in IndexedDB: results that a reader pinned, and how far
// sweeps have got. Only how it is kept; what and when is decided in pinned-results.js and sweep-store.js.

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const answer = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/** Each store by what its entries are known by. */
const STORES = { pinned: 'id', sweeps: 'id', runs: ['sweep', 'index'] };

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** Opened once: what is written just before the page goes has no time to wait for that. */
function database() {
  opened ??= (async () => {
    const opening = indexedDB.open('headcount', 2);
    opening.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        if (!opening.result.objectStoreNames.contains(name)) opening.result.createObjectStore(name, { keyPath });
      }
    };
    const found = await answer(opening);
    found.onclose = () => {
      opened = null;
    };
    // Another tab of a newer version wants to upgrade.
    found.onversionchange = () => {
      found.close();
      opened = null;
    };
    return found;
  })();
  // What could not be opened may be another time.
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/**
 * Does something with some of the stores, as a whole or not at all.
 *
 * @template T
 * @param {(keyof typeof STORES)[]} names
 * @param {IDBTransactionMode} mode
 * @param {(...stores: IDBObjectStore[]) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inStores(names, mode, work) {
  const transaction = (await database()).transaction(names, mode);
  const ended = new Promise((done, failed) => {
    transaction.oncomplete = () => done(undefined);
    // A full disk is noticed only at the end.
    transaction.onabort = () => failed(transaction.error);
  });
  // Awaited below. If the work itself fails, its error is the one to report.
  ended.catch(() => {});
  const result = await work(...names.map((name) => transaction.objectStore(name)));
  await ended;
  return result;
}
