// The Worker: loads one engine, trains cohorts in turn, a few dozen milliseconds each, so that all
// curves move together, and answers questions about runs in between. It decides nothing about
// experiments.

/** @typedef {import('./types.js').RunProgress} RunProgress */

/** How long one advance should take: short enough to pause at once, long enough to cost nothing. */
const SLICE = 40;

/** @type {any} */
let glue;
/** @type {any} */
let engine;
/** What the page has said about the newest training. */
let control = { training: 0, paused: false, stopped: true };
/** @type {(() => void) | null} */
let wake = null;
/** Cohorts of the last training, kept to be looked into until the next one begins. @type {{ indices: number[], cohort: any, chunk: number }[]} */
let cohorts = [];
/** Runs that the page looks into, by the number it gave them. @type {Map<number, any>} */
const opened = new Map();
/** What is left to do. One thing at a time: a cohort can neither be asked nor freed while it trains. @type {any[]} */
let jobs = [];
let busy = false;

/** @param {object} message */
const tell = (message) => self.postMessage(message);

/** Leaves the microtask queue, so that messages are delivered. */
const macrotask = () => new Promise((next) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); next(undefined); };
  port2.postMessage(null);
});

/** What went wrong, and whether the engine is unusable from here on. @param {unknown} error */
function account(error) {
  // After a panic the trap says nothing; the panic's own words do.
  const panic = glue?.panicMessage?.();
  if (panic) return { crashed: true, sentence: `The engine crashed: ${panic.split('\n')[0]}` };
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof WebAssembly.RuntimeError) {
    return { crashed: true, sentence: `The engine crashed, perhaps for want of memory: ${said}.` };
  }
  return { crashed: false, sentence: said };
}

/** @param {{ engine: string, wasm: WebAssembly.Module }} message */
async function load({ engine: kind, wasm }) {
  glue = kind === 'webgpu'
    ? await import('../wasm/worker-webgpu/worker-webgpu.js')
    : await import('../wasm/worker-cpu/worker-cpu.js');
  await glue.default({ module_or_path: wasm });
  engine = await glue.Engine.create();
  tell({ kind: 'ready', name: engine.name });
}

/** Frees the cohorts of the last training. */
function clear() {
  for (const { cohort } of cohorts.splice(0)) cohort.free();
}

/** @param {{ experiment: string, cohorts: number[][], from?: Map<number, Uint8Array>, control: { training: number, paused: boolean, stopped: boolean } }} job */
async function train({ experiment, cohorts: shares, from, control }) {
  const { training } = control;
  clear();
  for (const indices of shares) {
    const places = new Uint32Array(indices);
    const files = indices.flatMap((index) => from?.get(index) ?? []);
    const cohort = files.length ? engine.resume(experiment, places, files) : engine.cohort(experiment, places);
    cohorts.push({ indices, cohort, chunk: 1 });
    // What is taken up was reported to a page that is gone.
    if (files.length) tell({ kind: 'progress', training, runs: await cohort.advance(0), path: cohort.path });
  }
  while (!control.stopped) {
    const open = cohorts.filter(({ cohort }) => !cohort.isDone);
    if (open.length === 0) break;
    // The one that is furthest behind goes next.
    const next = open.reduce((a, b) => (b.cohort.step < a.cohort.step ? b : a));
    const began = performance.now();
    const before = next.cohort.step;
    /** @type {RunProgress[]} */
    const runs = await next.cohort.advance(next.chunk);
    const each = (performance.now() - began) / Math.max(1, next.cohort.step - before);
    next.chunk = Math.max(1, Math.min(50, Math.round(SLICE / each)));
    tell({ kind: 'progress', training, runs, path: next.cohort.path });
    await macrotask();
    await answerWaiting();
    while (control.paused && !control.stopped) {
      await new Promise((resume) => { wake = () => resume(undefined); });
      await answerWaiting();
    }
  }
  for (const { indices, cohort } of cohorts) {
    tell({ kind: 'outcomes', training, indices, outcomes: await cohort.outcomes() });
  }
  tell({ kind: 'done', training });
}

/** What the page can ask; every answer is a promise or a value. @type {Record<string, (question: any) => any>} */
const answers = {
  trained: async ({ run, index }) => {
    const of = cohorts.find(({ indices }) => indices.includes(index));
    if (!of) throw new Error(`Run ${index} is not here: its training never began.`);
    return keep(run, await of.cohort.trained(of.indices.indexOf(index)));
  },
  speed,
  checkpoint,
  open: ({ run, bytes }) => keep(run, engine.open(bytes)),
  look: ({ run, index, sequence }) => (sequence ? opened.get(run).lookAt(sequence) : opened.get(run).lookAtRandom(index)),
  specialisation: ({ run }) => opened.get(run).specialisation(),
  error: ({ run, without }) => opened.get(run).error(without),
  predictions: ({ run, count }) => opened.get(run).predictions(count),
  weights: ({ run }) => opened.get(run).weights(),
  toSafetensors: ({ run }) => opened.get(run).toSafetensors(),
  forget: ({ run }) => {
    opened.get(run)?.free();
    opened.delete(run);
  },
};

/** Steps a second of one cohort, after the first, which compiles. @param {{ experiment: string, indices: number[] }} question */
async function speed({ experiment, indices }) {
  const cohort = engine.cohort(experiment, new Uint32Array(indices));
  try {
    await cohort.advance(1);
    let [steps, chunk] = [0, 1];
    const began = performance.now();
    // Longer and longer chunks, so that reading them off the device hardly counts.
    while (performance.now() - began < SLICE && !cohort.isDone) {
      const before = cohort.step;
      await cohort.advance(chunk);
      steps += cohort.step - before;
      chunk *= 2;
    }
    return (steps * 1000) / Math.max(performance.now() - began, 0.1);
  } finally {
    cohort.free();
  }
}

/** Where runs stand, but for those that are known to stand there. @param {{ known: Record<number, number> }} question */
async function checkpoint({ known }) {
  const found = [];
  for (const { indices, cohort } of cohorts) {
    const { step } = cohort;
    if (indices.every((index) => known[index] === step)) continue;
    const files = await cohort.checkpoints();
    indices.forEach((index, i) => found.push({ index, step, bytes: files[i] }));
  }
  return found;
}

/** @param {number} run  @param {any} trained */
function keep(run, trained) {
  opened.set(run, trained);
  return trained.about();
}

/** Answers what is waiting now; what is asked meanwhile waits for the next slice to end. */
async function answerWaiting() {
  const questions = jobs.filter((job) => job.kind === 'ask');
  jobs = jobs.filter((job) => job.kind !== 'ask');
  for (const question of questions) await answer(question);
}

/** @param {any} question */
async function answer({ id, call, question }) {
  try {
    tell({ kind: 'answer', id, value: await answers[call](question) });
  } catch (error) {
    const { sentence, crashed } = account(error);
    if (crashed) throw error;
    tell({ kind: 'answer', id, sentence });
  }
}

/** Does what is left to do, one thing after the other. */
async function work() {
  if (busy) return;
  busy = true;
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    try {
      if (job.kind === 'train') await train(job);
      else if (job.kind === 'clear') clear();
      else await answer(job);
    } catch (error) {
      tell({ kind: 'failed', training: job.control?.training, ...account(error) });
    }
  }
  busy = false;
}

self.onmessage = async ({ data }) => {
  if (data.kind === 'load') {
    await load(data).catch((error) => tell({ kind: 'failed', ...account(error) }));
    return;
  }
  if (data.kind === 'pause') control.paused = true;
  else if (data.kind === 'resume') control.paused = false;
  else if (data.kind === 'stop') control.stopped = true;
  else if (data.kind === 'train' || data.kind === 'clear') {
    // One at a time: a training that is still going on ends here.
    control.stopped = true;
    control = { training: data.training, paused: false, stopped: false };
    jobs.push({ ...data, control });
  } else if (data.kind === 'ask') jobs.push(data);
  wake?.();
  wake = null;
  work();
};

// A panic in the middle of something asynchronous reaches nobody who waits, only these.
self.addEventListener('error', (event) => {
  event.preventDefault();
  tell({ kind: 'failed', ...account(event.error ?? event.message), crashed: true });
});
self.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  tell({ kind: 'failed', ...account(event.reason), crashed: true });
});

export {};
