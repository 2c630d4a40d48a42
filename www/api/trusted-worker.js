// Workers from anywhere: also where this module comes from another origin, in a sandboxed frame and in a page
// from file://, where browsers refuse a Worker by its URL. Each is a classic Worker of a Blob that imports
// the script by its whole URL, which needs CORS only. (A module Worker of a Blob is refused by Chromium in
// sandboxed frames.) Where the page's policy demands Trusted Types, the Blob's URL comes from a policy by a
// name that the page allows.

import { inlinedFile } from './inlined-files.js';

/** Begins every Worker: messages that come before the script has loaded wait for it. What fails is an error of the Worker, and not of a promise that nobody sees. @param {string} url */
const loaderOf = (url) => `const early = [];
self.onmessage = (event) => early.push(event);
import(${JSON.stringify(url)}).then(
  () => early.forEach((event) => self.onmessage(event)),
  (error) => setTimeout(() => { throw error; }),
);
`;

/** The Blob of each script, by its URL. Kept: a Worker may be started again. @type {Map<string, string>} */
const blobs = new Map();

/** @param {URL} url */
function blobOf(url) {
  const { href, origin } = url;
  if (origin !== new URL(import.meta.url).origin) throw new TypeError(`${href} may not become a Worker.`);
  const known = blobs.get(href);
  if (known) return known;
  // Without a type, browsers refuse a Blob as a script in some places.
  const made = URL.createObjectURL(new Blob([inlinedFile(url) ?? loaderOf(href)], { type: 'text/javascript' }));
  blobs.set(href, made);
  return made;
}

/** Of the page itself, which lies beside it (state/offline.js). */
const serviceWorker = () => new URL('service-worker.js', location.href).href;

/** Only what was made above. @param {string} url */
function checkedUrl(url) {
  if (url !== serviceWorker() && ![...blobs.values()].includes(url))
    throw new TypeError(`${url} may not become a Worker.`);
  return url;
}

/** What it gives is a TrustedScriptURL, which the DOM of TypeScript does not know. @returns {{ createScriptURL: (url: string) => string } | undefined} */
function createPolicy() {
  try {
    return /** @type {any} */ (globalThis).trustedTypes?.createPolicy('headcount', { createScriptURL: checkedUrl });
  } catch {
    // The page that we are a part of does not allow the name: its own default policy decides.
    return undefined;
  }
}
const policy = createPolicy();

/** The address of the page's service worker, as the policy allows it. */
export const serviceWorkerUrl = () => policy?.createScriptURL(serviceWorker()) ?? serviceWorker();

/**
 * By this name, so that it is called as `new Worker(new URL('…', import.meta.url))`: vite finds a Worker's
 * script by these words.
 */
export const Worker = /** @type {typeof globalThis.Worker} */ (
  /** @type {unknown} */ (
    class {
      /** @param {URL} url  of a module, of this module's own origin */
      constructor(url) {
        const blob = blobOf(url);
        // biome-ignore lint/correctness/noConstructorReturn: what `new` gives is the browser's own Worker
        return new globalThis.Worker(policy?.createScriptURL(blob) ?? blob);
      }
    }
  )
);
