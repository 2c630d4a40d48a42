// Faults of Workers, made from outside: the browser is handed our Worker's script with a few lines in
// front that obey a channel. The script itself, the engine and what fails in it are real.

const CHANNEL = 'headcount test: faults';

/** Runs in the Worker before our script. @param {string} channel */
function obey(channel) {
  /** @type {any} */
  let exports = null;
  const api = /** @type {any} */ (WebAssembly);
  const { instantiate } = api;
  api.instantiate = async (/** @type {any[]} */ ...given) => {
    const made = await instantiate.apply(api, given);
    exports = (made.instance ?? made).exports;
    return made;
  };
  /** @type {any[]} */
  const devices = [];
  const { GPUAdapter } = /** @type {any} */ (globalThis);
  if (GPUAdapter) {
    const requestDevice = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...given) {
      const device = await requestDevice.apply(this, given);
      devices.push(device);
      return device;
    };
  }
  /** @type {Record<string, () => void>} */
  const faults = {
    hang: () => {
      for (;;);
    },
    die: () => self.close(),
    // From here on every allocation of the engine fails, as where the browser refuses more memory.
    'use up memory': () => {
      for (let size = 2 ** 30; size >= 16; size /= 2) {
        try {
          while (exports.__wbindgen_malloc(size, 1) !== 0);
        } catch {
          // The allocator traps where it cannot return: smaller pieces may still be had.
        }
      }
    },
    'lose the GPU': () => {
      for (const device of devices) device.destroy();
    },
    // As where the browser can have no more of it: the event that it sends then, to whoever listens.
    'run out of GPU memory': () => {
      const { GPUOutOfMemoryError, GPUUncapturedErrorEvent } = /** @type {any} */ (globalThis);
      const error = new GPUOutOfMemoryError('no memory');
      for (const device of devices)
        device.dispatchEvent(new GPUUncapturedErrorEvent('uncapturederror', { error, cancelable: true }));
    },
    // As after `device.pushErrorScope`-less misuse: reported to nobody but `uncapturederror`.
    'break a GPU command': () => {
      for (const device of devices) device.createBuffer({ size: 4, usage: 0 });
    },
  };
  const heard = new BroadcastChannel(channel);
  let isTaken = false;
  heard.onmessage = ({ data: { fault, once, id } }) => {
    if (!once) return faults[fault]();
    // Only one Worker takes it: the first to hold a lock of its number.
    navigator.locks.request(`${channel} ${id}`, { ifAvailable: true }, (lock) => {
      if (!lock || isTaken) return undefined;
      isTaken = true;
      setTimeout(() => faults[fault]());
      // Held for good.
      return new Promise(() => {});
    });
  };
}

/**
 * Lets Workers of a page obey `cause`.
 *
 * @param {import('@playwright/test').Page} page
 * @param {object} [options]
 * @param {(count: number) => string | null} [options.replaced]  the script of the `count`-th Worker, if it is to
 *   be another
 * @param {string | (() => void)} [options.first]  a function, or its source, that runs in Workers before our script
 * @param {number} [options.only]  in this one alone: 1 is the first that is started
 */
export async function armWorkers(page, { replaced = () => null, first = () => {}, only } = {}) {
  let count = 0;
  await page.context().route(/\/assets\/worker-(?!cpu-|webgpu-)[\w-]*\.js$/, async (route) => {
    count += 1;
    const number = count;
    const other = replaced(number);
    if (other !== null) return route.fulfill({ contentType: 'text/javascript', body: other });
    const response = await route.fetch();
    const before = only === undefined || only === number ? first : () => {};
    const body = `(${before})();\n(${obey})(${JSON.stringify(CHANNEL)});\n${await response.text()}`;
    return route.fulfill({ response, body });
  });
  return {
    get workers() {
      return count;
    },
  };
}

/**
 * For `first` of armWorkers: the engine of the Worker panics when a training begins, and nothing of it is pretended. It
 * is handed a checkpoint that claims two gigabytes, for which Rust on wasm32 can make no list: "capacity overflow".
 */
export function panicWhenTraining() {
  // Taken off, so that our script's own listener, which it sets in this place next, comes after this one.
  self.onmessage = null;
  self.addEventListener('message', ({ data }) => {
    if (data.kind !== 'train') return;
    const bytes = Object.defineProperty(new Uint8Array(0), 'length', { value: 2 ** 31 });
    data.from.set(data.cohorts[0][0], bytes);
  });
}

/**
 * What `navigator.gpu.requestAdapter` gives to the page is changed. Workers keep the real one.
 *
 * @param {import('@playwright/test').Page} page
 * @param {(adapter: any) => any} change  of the real one
 */
export const changeAdapter = (page, change) =>
  // As text: the page's policy lets nobody make functions of text later.
  page.addInitScript(`{
    const { gpu } = navigator;
    const real = gpu.requestAdapter.bind(gpu);
    gpu.requestAdapter = async (options) => (${change})(await real(options));
  }`);

/** An adapter that the page takes for hardware: a software one is not chosen unasked. */
export const hardware = () => ({ info: { description: 'Fine GPU' }, features: new Set() });

let last = 0;

/** Makes a fault happen: in one Worker, or in all. @param {import('@playwright/test').Page} page @param {string} fault @param {{ once?: boolean }} [options] */
export async function cause(page, fault, { once = true } = {}) {
  last += 1;
  await page.evaluate(
    ([channel, fault, once, id]) => new BroadcastChannel(String(channel)).postMessage({ fault, once, id }),
    [CHANNEL, fault, once, last],
  );
}

/** How much faster the clock of a page that is hurried runs: a look of its watchdog still adds less than 5 s. */
const HURRY = 3;

/**
 * Has the page's clock run faster, from now on and after every reload: silences of half a minute are noticed, by the
 * same limits and in the same words, in ten seconds.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function hurry(page) {
  const run = (/** @type {number} */ factor) => {
    const now = performance.now.bind(performance);
    const begin = now();
    performance.now = () => begin + factor * (now() - begin);
  };
  await page.addInitScript(run, HURRY);
  await page.evaluate(run, HURRY);
}

/** How many steps were lost, by the page's notice of it. @param {string | null} notice */
export function stepsBack(notice) {
  const said = notice?.match(/checkpoint, (?:([\d,]+) steps back|with nothing lost)\.\s*$/);
  if (!said) throw new Error(`This does not say how many steps were lost: ${notice}`);
  return Number(said[1]?.replaceAll(',', '') ?? 0);
}

/** By how many steps the bar goes back during the next seconds. @param {import('@playwright/test').Page} page */
export const largestFall = (page) =>
  page.getByRole('progressbar').evaluate(async (element) => {
    const { value: first } = /** @type {HTMLProgressElement} */ (element);
    let [last, fall] = [first, 0];
    for (let look = 0; look < 60; look += 1) {
      await new Promise((go) => setTimeout(go, 50));
      const { value } = /** @type {HTMLProgressElement} */ (element);
      fall = Math.max(fall, last - value);
      last = value;
    }
    return fall;
  });
