// The Worker: loads one engine and trains cohorts in turn, a few dozen milliseconds each, so that
// all curves move together and a message gets in between. It decides nothing about experiments.

/** @typedef {import('./types.js').RunProgress} RunProgress */

/** How long one advance should take: short enough to pause at once, long enough to cost nothing. */
const SLICE = 40;

/** @type {any} */
let glue;
/** @type {any} */
let engine;
let paused = false;
let stopped = false;
/** @type {(() => void) | null} */
let wake = null;

/** @param {object} message */
const tell = (message) => self.postMessage(message);

/** Leaves the microtask queue, so that messages are delivered. */
const macrotask = () => new Promise((next) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); next(undefined); };
  port2.postMessage(null);
});

/** @param {unknown} error */
function sentence(error) {
  // After a panic the wasm is unusable and its trap says nothing; the panic's own words do.
  const panic = glue?.panicMessage?.();
  if (panic) return `The engine crashed: ${panic.split('\n')[0]}`;
  return error instanceof Error ? error.message : String(error);
}

/** @param {{ engine: string, wasm: WebAssembly.Module }} message */
async function load({ engine: kind, wasm }) {
  glue = kind === 'webgpu'
    ? await import('./wasm/engine-webgpu/engine-webgpu.js')
    : await import('./wasm/engine-cpu/engine-cpu.js');
  await glue.default({ module_or_path: wasm });
  engine = await glue.Engine.create();
  tell({ kind: 'ready', name: engine.name });
}

/** @param {{ experiment: string, cohorts: number[][] }} message */
async function train({ experiment, cohorts: shares }) {
  [paused, stopped] = [false, false];
  const cohorts = shares.map((indices) => ({ indices, cohort: engine.cohort(experiment, new Uint32Array(indices)), chunk: 1 }));
  try {
    while (!stopped) {
      const open = cohorts.filter(({ cohort }) => !cohort.isDone);
      if (open.length === 0) break;
      // The one that is furthest behind goes next.
      const next = open.reduce((a, b) => (b.cohort.step < a.cohort.step ? b : a));
      const began = performance.now();
      const before = next.cohort.step;
      const runs = await next.cohort.advance(next.chunk);
      const each = (performance.now() - began) / Math.max(1, next.cohort.step - before);
      next.chunk = Math.max(1, Math.min(50, Math.round(SLICE / each)));
      tell({ kind: 'progress', runs });
      await macrotask();
      if (paused && !stopped) await new Promise((resume) => { wake = () => resume(undefined); });
    }
    for (const { indices, cohort } of cohorts) {
      tell({ kind: 'outcomes', indices, outcomes: await cohort.outcomes() });
    }
    tell({ kind: 'done' });
  } finally {
    // A crashed engine cannot free anything, and need not: its Worker ends with it.
    if (!glue.panicMessage()) for (const { cohort } of cohorts) cohort.free();
  }
}

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === 'load') await load(data);
    else if (data.kind === 'train') await train(data);
    else if (data.kind === 'pause') paused = true;
    else if (data.kind === 'resume' || data.kind === 'stop') {
      paused = false;
      stopped ||= data.kind === 'stop';
      wake?.();
      wake = null;
    }
  } catch (error) {
    tell({ kind: 'failed', sentence: sentence(error) });
  }
};

export {};
