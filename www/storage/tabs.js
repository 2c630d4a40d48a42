// Which tab trains which sweep, so that no tab offers what another one is training. Told by the
// browser's locks, which end with their tab however that ends. Pages from plain http have no locks:
// there tabs ask one another. This only decides what is offered; that two tabs never write into one
// sweep is held by sweep-store.js itself.
import { randomId } from '../api/random-id.js';

/** @param {string} id */
const lockOf = (id) => `headcount sweep ${id}`;
/** How long tabs have to answer, in milliseconds. */
const LONGEST_ANSWER = 300;

/** Sweeps that this tab trains, where there are no locks. @type {Set<string>} */
const held = new Set();
/** @type {BroadcastChannel | null} */
let channel = null;

/** Where tabs hear one another. Opened only where it is needed: a page with one is not kept for "back". */
function conversation() {
  channel ??= new BroadcastChannel('headcount sweeps');
  channel.onmessage = ({ data }) => {
    if (data === 'who?' && held.size) channel?.postMessage([...held]);
  };
  return channel;
}

/** This tab trains the sweep `id`, until the function that is returned is called; it resolves when others may have it. @param {string} id @returns {() => Promise<unknown>} */
export function hold(id) {
  if (!navigator.locks) {
    held.add(id);
    conversation();
    return async () => held.delete(id);
  }
  let isGranted = false;
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise((unlock) => {
    release = () => unlock(undefined);
  });
  const ended = navigator.locks.request(lockOf(id), () => {
    isGranted = true;
    return released;
  });
  // Where locks are denied, as in a sandboxed frame, nothing is stored either. A page that is left loses its locks, for
  // which WebKit rejects: others may have them then, too.
  const over = ended.catch(() => {});
  return async () => {
    release();
    if (isGranted) await over;
  };
}

/** A question whether a sweep is trained in a tab now. @returns {Promise<(id: string) => boolean>} */
export async function sweepsInTraining() {
  const names = navigator.locks ? await lockedNames() : (await heldElsewhere()).map(lockOf);
  const taken = new Set(names);
  return (id) => taken.has(lockOf(id));
}

async function lockedNames() {
  const { held: locks = [] } = await navigator.locks.query();
  return locks.map(({ name = '' }) => name);
}

/** @returns {Promise<string[]>} */
async function heldElsewhere() {
  /** @type {string[]} */
  const answers = [];
  // A channel of its own: a tab does not hear what it says itself.
  const asking = new BroadcastChannel('headcount sweeps');
  asking.onmessage = ({ data }) => Array.isArray(data) && answers.push(...data);
  asking.postMessage('who?');
  await new Promise((go) => setTimeout(go, LONGEST_ANSWER));
  asking.close();
  return answers;
}

const TAB = 'headcount tab';

/** A name for this tab that outlives a reload: each tab is offered its own sweep first. */
export function tabId() {
  try {
    const id = sessionStorage.getItem(TAB) ?? randomId();
    sessionStorage.setItem(TAB, id);
    return id;
  } catch {
    // A browser that keeps nothing keeps no name either.
    return randomId();
  }
}
