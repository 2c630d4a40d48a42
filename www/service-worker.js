// The page without a network: keeps the files of one version, all of them or none, and answers with these alone. A
// newer version is fetched beside it and waits until the reader takes it, or until no tab has the older one.
// scripts/offline-app.mjs fills in the list of files; the page registers it (state/offline.js).

/** What TypeScript's library of pages does not know. @typedef {Event & { waitUntil: (ended: Promise<unknown>) => void }} LifeEvent */
/** @typedef {LifeEvent & { request: Request, respondWith: (response: Promise<Response>) => void }} FetchEvent */

/** The names of files, and the SHA-256 of each in base64. @typedef {Record<string, string>} Files */

/** `early` is kept at once, `late` when it was asked for. @type {{ version: string, early: Files, late: Files }} */
const built = { version: '', early: {}, late: {} };

const worker =
  /** @type {{ registration: { scope: string }, clients: { matchAll: (which: object) => Promise<object[]> }, skipWaiting: () => Promise<void>, addEventListener: (kind: string, listener: (event: any) => void) => void }} */ (
    /** @type {unknown} */ (self)
  );
const { scope } = worker.registration;
/** One host may have several of these pages, at different paths. */
const ours = `headcount ${scope} `;
const cacheName = ours + built.version;

/** A file's name, from its address; undefined if this version has no such file. @param {string} address */
function nameOf(address) {
  const path = address.replace(/[?#].*$/, '');
  if (!path.startsWith(scope)) return undefined;
  const name = path.slice(scope.length).replace(/(^|\/)$/, '$1index.html');
  return Object.hasOwn(built.early, name) || Object.hasOwn(built.late, name) ? name : undefined;
}

/** @param {string} name */
const addressOf = (name) => scope + name;

/** The file, if this is its content; undefined if the host sent something else, such as that of another version. @param {string} name @param {Response} response @returns {Promise<Response | undefined>} */
async function checked(name, response) {
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  if (btoa(String.fromCharCode(...digest)) !== (built.early[name] ?? built.late[name])) return undefined;
  // Made anew: some hosts redirect index.html to its folder, and what was redirected may not answer a navigation.
  return new Response(bytes, { headers: { 'content-type': response.headers.get('content-type') ?? '' } });
}

/** Keeps a file: from an earlier version if it is the same, else from the host. @param {string} name */
async function keep(name) {
  const cache = await caches.open(cacheName);
  const address = addressOf(name);
  const known = await caches.match(address);
  let file = known && (await checked(name, known));
  if (!file) {
    // Files with a hash in their names may come from the browser's cache; they are checked.
    const isHashed = name.startsWith('assets/');
    const response = await fetch(address, { cache: isHashed ? 'default' : 'no-cache' });
    file = response.ok ? await checked(name, response) : undefined;
  }
  if (!file) throw new Error(`${name} is not that of version ${built.version}.`);
  await cache.put(address, file);
}

/** All of it, or nothing. */
async function install() {
  try {
    await Promise.all(Object.keys(built.early).map(keep));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

/** Forgets earlier versions. The one before stays while other tabs may still have it. */
async function activate() {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== cacheName);
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all(earlier.slice(0, tabs.length > 1 ? -1 : undefined).map((name) => caches.delete(name)));
}

/** A file of this version: as it was kept, else from the host, and kept if it is the right one. @param {string} name @param {FetchEvent} event */
async function answer(name, event) {
  const kept = await (await caches.open(cacheName)).match(addressOf(name));
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok && Object.hasOwn(built.late, name)) {
    const copy = response.clone();
    event.waitUntil(
      checked(name, copy).then(
        async (file) => file && (await caches.open(cacheName)).put(addressOf(name), file),
        // Too large for what this browser gives: it is fetched again next time.
        () => {},
      ),
    );
  }
  return response;
}

/** A file of the version before, for a tab that still has it: its name has a hash. @param {Request} request */
const ofEarlier = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

worker.addEventListener('install', (/** @type {LifeEvent} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {LifeEvent} */ event) => event.waitUntil(activate()));
worker.addEventListener('message', (/** @type {MessageEvent} */ { data }) => {
  if (data === 'take over') worker.skipWaiting();
});
worker.addEventListener('fetch', (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  // Who asks past caches wants to know what the host has.
  if (request.mode !== 'navigate' && ['no-store', 'reload'].includes(request.cache)) return;
  const name = nameOf(request.url);
  if (name) event.respondWith(answer(name, event));
  else if (request.url.startsWith(`${scope}assets/`)) event.respondWith(ofEarlier(request));
});
