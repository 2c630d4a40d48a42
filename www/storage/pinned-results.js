// The shelf: results that a reader pinned, kept in this browser from visit to visit.
import { answer, inStores } from './database.js';

/** @typedef {import('../state/session.js').Ghost} Ghost */

/** All of it. @returns {Promise<Ghost[]>} */
export const stored = () => inStores(['pinned'], 'readonly', (pinned) => answer(pinned.getAll()));

/** @param {Ghost} ghost */
export const store = (ghost) => inStores(['pinned'], 'readwrite', (pinned) => answer(pinned.put(ghost)));

/** @param {string} id */
export const discard = (id) => inStores(['pinned'], 'readwrite', (pinned) => answer(pinned.delete(id)));
