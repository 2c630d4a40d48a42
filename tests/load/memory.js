// How much memory a page takes, by the browser's own figures, again and again; and whether that grows.
import { readFileSync } from 'node:fs';

/** @typedef {import('@playwright/test').Page} Page */
/**
 * One reading, in bytes; counts as they are.
 *
 * @typedef {object} Reading
 * @property {number} heap       JavaScript of the page's thread, after a collection
 * @property {number} pageWasm   linear memory of the page's wasm
 * @property {number} workerWasm linear memories of all Workers
 * @property {number} renderer   resident memory of the browser's renderer processes
 * @property {number} gpu        resident memory of its GPU process, which holds WebGPU's buffers
 * @property {number} workers    how many Workers there are
 * @property {number} nodes      nodes of the document
 * @property {number} listeners  event listeners
 */

const MEGABYTE = 2 ** 20;

/**
 * An 8-hour day of a reader who trains something every minute: so many rounds of what the soak repeats.
 * A figure is flat if in all of them it grows by less than it varies from one visit to the next anyway.
 */
const ROUNDS_A_DAY = 480;

/**
 * What each figure may grow by in such a day. Linear memory never shrinks, and one large allocation more
 * at the wrong moment enlarges it: 64 MB are two of the largest. Resident memory has the allocators'
 * slack in it, which differs by more than a hundred MB between equal visits. Counts must not grow.
 *
 * @type {Record<keyof Reading, number>}
 */
const MOST_GROWTH = {
  heap: 64 * MEGABYTE,
  pageWasm: 64 * MEGABYTE,
  workerWasm: 64 * MEGABYTE,
  renderer: 512 * MEGABYTE,
  gpu: 512 * MEGABYTE,
  workers: 0.5,
  nodes: 20_000,
  listeners: 5_000,
};

/** What is put before every script of the build, so that the memory of its wasm can be found. Of the browser's functions only one is wrapped. */
const FIND_WASM = `if (!self.wasmMemories) {
  self.wasmMemories = [];
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate.apply(WebAssembly, given);
    const { memory } = (made.instance ?? made).exports;
    if (memory) self.wasmMemories.push(memory);
    return made;
  };
  // The other way to the same: what is streamed is compiled first.
  WebAssembly.instantiateStreaming = async (source, imports) =>
    WebAssembly.instantiate(await (await source).arrayBuffer(), imports);
}\n`;

/**
 * The browser keeps the bodies of responses for whoever debugs it, as tests do: 200 MB of them in the renderer,
 * and then the oldest go. In megabytes: so much that what a page loads later takes the place of these.
 */
const KEPT_RESPONSES = 208;
const RESPONSE = 8;

/** Fills what the browser keeps of responses, so that its growth is not taken for the page's. @param {Page} page */
async function fillKeptResponses(page) {
  const body = Buffer.alloc(RESPONSE * MEGABYTE, 1);
  const isFiller = (/** @type {URL} */ { pathname }) => pathname.endsWith('/filler');
  await page.route(isFiller, (route) => route.fulfill({ body }));
  await page.evaluate(async (times) => {
    for (let i = 0; i < times; i += 1) await (await fetch('filler')).arrayBuffer();
  }, KEPT_RESPONSES / RESPONSE);
  await page.unroute(isFiller);
}

/** Reads the memory of a page that is opened after this. @param {Page} page */
export async function memoryMeter(page) {
  await page.route(/\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: FIND_WASM + (await response.text()) });
  });
  const session = await page.context().newCDPSession(page);
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser.');
  const system = await browser.newBrowserCDPSession();
  await session.send('Performance.enable');
  const wasmBytes = () =>
    /** @type {any} */ (globalThis).wasmMemories?.reduce((sum, memory) => sum + memory.buffer.byteLength, 0) ?? 0;

  let isFirst = true;
  /** @returns {Promise<Reading>} */
  return async () => {
    if (isFirst) await fillKeptResponses(page);
    isFirst = false;
    // Twice: what finalisers let go of is collected the second time.
    for (let times = 0; times < 2; times += 1) {
      await session.send('HeapProfiler.collectGarbage');
      await page.waitForTimeout(50);
    }
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (name) => metrics.find((one) => one.name === name)?.value ?? NaN;
    const workers = page.workers();
    const bytes = await Promise.all(workers.map((worker) => worker.evaluate(wasmBytes)));
    const { processInfo } = await system.send('SystemInfo.getProcessInfo');
    const resident = (type) =>
      processInfo.filter((one) => one.type === type).reduce((sum, { id }) => sum + residentOf(id), 0);
    return {
      heap: metric('JSHeapUsedSize'),
      pageWasm: await page.evaluate(wasmBytes),
      workerWasm: bytes.reduce((sum, one) => sum + one, 0),
      renderer: resident('renderer'),
      gpu: resident('GPU'),
      workers: workers.length,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
    };
  };
}

/** Resident memory of a process, in bytes; 0 where the system does not tell. @param {number} pid */
function residentOf(pid) {
  try {
    return 1024 * Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The median of the slopes between all pairs (Theil and Sen): single readings that stick out do not count. @param {number[]} values */
export function slopeOf(values) {
  const slopes = values.flatMap((value, i) => values.slice(0, i).map((before, j) => (value - before) / (i - j)));
  slopes.sort((a, b) => a - b);
  return slopes.length ? slopes[Math.floor(slopes.length / 2)] : 0;
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1);

/**
 * Prints what each figure is at the end and how it grows per round, and returns those that are not flat.
 *
 * @param {Reading[]} readings  without the first minute
 * @param {number} [rounds]  that lie between two readings
 */
export function growing(readings, rounds = 1) {
  const names = /** @type {(keyof Reading)[]} */ (Object.keys(MOST_GROWTH));
  return names.filter((name) => {
    const values = readings.map((reading) => reading[name]);
    const perRound = slopeOf(values) / rounds;
    const isCount = name === 'workers' || name === 'nodes' || name === 'listeners';
    const [last, growth] = isCount
      ? [`${values.at(-1)}`, `${perRound.toFixed(2)}`]
      : [`${megabytes(values.at(-1) ?? 0)} MB`, `${(perRound / 1024).toFixed(1)} KB`];
    const day = perRound * ROUNDS_A_DAY;
    const inDay = isCount ? day.toFixed(0) : `${megabytes(day)} MB`;
    console.log(`${name}: ${last} at the end, ${growth} a round, ${inDay} in a day of ${ROUNDS_A_DAY} rounds`);
    return day > MOST_GROWTH[name];
  });
}
