// The browser's database (IndexedDB), in which results that a reader pinned and unfinished sweeps are
// kept from visit to visit. Only how it is opened and used, and why that may fail; what is kept, and
// when, is decided in pinned-results.js and sweep-store.js. A browser may refuse the database, hold it
// for another tab, close it, or never answer: every wait here ends, with an error that has a name.

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const answer = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

const NAME = 'headcount';
const VERSION = 2;
/** Each store by what its entries are known by. */
const STORES = { pinned: 'id', sweeps: 'id', runs: ['sweep', 'index'] };

/** How long the browser may take to open the database, in milliseconds. */
const LONGEST_OPENING = 10_000;
/** Tabs of an older version are asked to close it; how long that may take. */
const LONGEST_BLOCK = 2000;
/** Thousands of runs are written in a few seconds, even to a slow disk. */
const LONGEST_TRANSACTION = 60_000;

/** Our own errors beside the browser's, which are told apart by their names. */
const BLOCKED = 'BlockedError';
const TIME_OUT = 'TimeoutError';

/** Why the browser does not store, by the name of its error: the end of a sentence. @type {Record<string, string>} */
const REASONS = {
  SecurityError: 'it lets this page store nothing',
  QuotaExceededError: 'there is no room left for it',
  VersionError: 'a newer version of this page has stored something here, and only that version can add to it',
  [BLOCKED]: 'a tab with an older version of this page is in the way; close or reload that tab',
  [TIME_OUT]: 'its storage does not answer',
  AbortError: 'it broke off while storing',
};

/** Why the browser does not store, as the end of a sentence. @param {DOMException} error */
export const whyNotStored = ({ name, message }) => REASONS[name] ?? (message.replace(/\.$/, '') || name);

/** Whether an error is the browser's refusal to store. @param {unknown} error @returns {error is DOMException} */
export const isStorageError = (error) => error instanceof DOMException;

/** Whether the browser lets this page store nothing at all, as in some private windows and frames. @param {unknown} error */
export const isDenied = (error) => isStorageError(error) && error.name === 'SecurityError';

/**
 * The connection, or why there is none. Opened once: what is written just before the page goes has no
 * time to wait for that.
 *
 * @type {Promise<IDBDatabase> | null}
 */
let opened = null;

function database() {
  opened ??= new Promise((done, failed) => {
    const opening = requestDatabase();
    const giveUp = (/** @type {string} */ name, /** @type {number} */ after) =>
      setTimeout(() => failed(new DOMException('The database was not opened.', name)), after);
    const timers = [giveUp(TIME_OUT, LONGEST_OPENING)];
    opening.onblocked = () => timers.push(giveUp(BLOCKED, LONGEST_BLOCK));
    opening.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        if (!opening.result.objectStoreNames.contains(name)) opening.result.createObjectStore(name, { keyPath });
      }
    };
    opening.onsuccess = () => {
      for (const timer of timers) clearTimeout(timer);
      // Even if it was given up meanwhile: whoever asks next has it.
      opened = Promise.resolve(watched(opening.result));
      done(opened);
    };
    opening.onerror = () => {
      for (const timer of timers) clearTimeout(timer);
      // What could not be opened may be another time.
      opened = null;
      failed(opening.error);
    };
  });
  return opened;
}

function requestDatabase() {
  try {
    return indexedDB.open(NAME, VERSION);
  } catch (error) {
    // Some browsers have no `indexedDB` where they deny it.
    throw isStorageError(error) ? error : new DOMException(String(error), 'SecurityError');
  }
}

/** A connection that is forgotten when it ends. @param {IDBDatabase} connection */
function watched(connection) {
  // The browser closed it, for instance because the reader cleared what the site has stored.
  connection.onclose = () => {
    opened = null;
  };
  // Another tab of a newer version wants to upgrade.
  connection.onversionchange = () => {
    connection.close();
    opened = null;
  };
  return connection;
}

/** Errors of a connection or a transaction that ended early: another may go well. */
const PASSING = ['InvalidStateError', 'AbortError', 'UnknownError'];

/**
 * Does something with some of the stores, as a whole or not at all. The work may be done twice: the
 * second time on a new connection.
 *
 * @template T
 * @param {(keyof typeof STORES)[]} names
 * @param {IDBTransactionMode} mode
 * @param {(...stores: IDBObjectStore[]) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inStores(names, mode, work) {
  const before = opened;
  try {
    return await inTransaction(names, mode, work);
  } catch (error) {
    if (!isStorageError(error) || !PASSING.includes(error.name)) throw error;
    if (opened === before) {
      before?.then((connection) => connection.close());
      opened = null;
    }
    return inTransaction(names, mode, work);
  }
}

/**
 * @template T
 * @param {(keyof typeof STORES)[]} names
 * @param {IDBTransactionMode} mode
 * @param {(...stores: IDBObjectStore[]) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
async function inTransaction(names, mode, work) {
  const transaction = (await database()).transaction(names, mode);
  /** @type {Promise<void>} */
  const ended = new Promise((done, failed) => {
    const timer = setTimeout(
      () => failed(new DOMException('The transaction did not end.', TIME_OUT)),
      LONGEST_TRANSACTION,
    );
    transaction.oncomplete = () => {
      clearTimeout(timer);
      done();
    };
    // A full disk is noticed only at the end.
    transaction.onabort = () => {
      clearTimeout(timer);
      failed(transaction.error);
    };
  });
  // A work that waits for a request of a transaction that never ends would wait for ever.
  const working = (async () => work(...names.map((name) => transaction.objectStore(name))))();
  try {
    const [result] = await Promise.all([working, ended]);
    return result;
  } catch (error) {
    abort(transaction);
    // Requests of an aborted transaction fail as well; why it was aborted says more.
    throw await ended.then(
      () => error,
      (why) => why ?? error,
    );
  }
}

/** Takes back what was done so far, so that nothing is half written. @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}
