// The page's service worker (service-worker.js): registered so that the page opens without a network, and asked
// to give way to a newer version when the reader wants that. Of index.html in a build alone: no frame, no embedded
// playground and no dev server has it, and browsers refuse it over plain http.
import { serviceWorkerUrl } from '../api/trusted-worker.js';

/** How long a version that waits may take to take over, in milliseconds. */
const LONGEST_TAKE_OVER = 5000;
/** How long a newer version may take to be fetched, once the reader waits for it. */
const LONGEST_INSTALL = 30_000;

const canBeOffline = () =>
  import.meta.env.PROD && isSecureContext && window === window.top && 'serviceWorker' in navigator;

/** @type {ServiceWorkerRegistration | null} */
let registration = null;

/** Calls `then` when another version is there beside the one that answers now. @param {ServiceWorkerRegistration} from @param {() => void} then */
function onWaiting(from, then) {
  // The first version ever has nothing to wait for.
  const tell = () => from.waiting && navigator.serviceWorker.controller && then();
  tell();
  from.addEventListener('updatefound', () => from.installing?.addEventListener('statechange', tell));
}

/** Registers it, once the page has nothing more urgent to do. @param {() => void} offer  called when a newer version is there */
export async function keepForOffline(offer) {
  if (!canBeOffline()) return;
  try {
    registration = await navigator.serviceWorker.register(serviceWorkerUrl(), { updateViaCache: 'none' });
    onWaiting(registration, offer);
  } catch {
    // Denied by the reader's settings, or a host without the file: the page works as it did.
  }
}

/** @param {(done: () => void) => void} begin @param {number} most  milliseconds */
const atMost = (begin, most) =>
  new Promise((done) => {
    setTimeout(done, most);
    begin(() => done(undefined));
  });

/** The newest version that the host has, once it is fetched; null if there is none, or it is incomplete. @param {ServiceWorkerRegistration} from */
async function newest(from) {
  if (from.waiting) return from.waiting;
  await from.update().catch(() => {});
  const { installing } = from;
  if (installing) await atMost((done) => installing.addEventListener('statechange', done), LONGEST_INSTALL);
  return from.waiting;
}

/** Lets the newest version answer from now on. After a reload the page is of that version alone. */
export async function takeNewVersion() {
  const waiting = registration && (await newest(registration));
  if (!waiting) return;
  await atMost((done) => {
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
    waiting.postMessage('take over');
  }, LONGEST_TAKE_OVER);
}
