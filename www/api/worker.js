// The Worker: loads one engine, trains cohorts in turn, a few dozen milliseconds each, so that all
// curves move together, and answers questions about runs in between. It decides nothing about
// experiments. Messages are those of protocol.js.
import { packed } from './curves.js';

/** @typedef {import('./protocol.js').ToWorker} ToWorker */
/** @typedef {import('./protocol.js').FromWorker} FromWorker */
/** @typedef {import('./protocol.js').TrainMessage} TrainMessage */
/** @typedef {import('./protocol.js').ClearMessage} ClearMessage */
/** @typedef {import('./protocol.js').AskMessage} AskMessage */
/** @typedef {typeof import('../wasm/worker-cpu/worker-cpu.js')} WorkerWasm */
/** @typedef {import('../wasm/worker-cpu/worker-cpu.js').Cohort} Cohort */
/** @typedef {import('../wasm/worker-cpu/worker-cpu.js').Trained} Trained */
/** What the page has said about one training. @typedef {{ training: number, isPaused: boolean, isStopped: boolean }} Control */
/** @typedef {AskMessage | (TrainMessage & { control: Control }) | (ClearMessage & { control: Control })} Job */

/** How long one slice of training should take, in milliseconds: short enough to pause at once, long enough to cost nothing. */
const SLICE = 40;
/** The most steps of one slice. */
const MOST_STEPS = 50;

/** @type {WorkerWasm} */
let wasm;
/** @type {import('../wasm/worker-cpu/worker-cpu.js').Engine} */
let engine;
/** About the newest training. @type {Control} */
let control = { training: 0, isPaused: false, isStopped: true };
/** Ends the wait of a paused training. @type {(() => void) | null} */
let wake = null;
/** Cohorts of the last training, kept to be inspected until the next one begins. @type {{ indices: number[], cohort: Cohort, chunk: number }[]} */
const cohorts = [];
/** Runs that the page inspects, by the number it gave them. @type {Map<number, Trained>} */
const inspected = new Map();
/** Jobs that wait. One at a time: a cohort can be neither asked nor freed while it trains. @type {Job[]} */
let jobs = [];
let isWorking = false;

/** @param {FromWorker} message @param {Transferable[]} [moved]  what is in it and need not be copied */
const tell = (message, moved = []) => self.postMessage(message, { transfer: moved });

/** Runs or outcomes as a message has them: their curves in one array. @template {{ curve: import('./protocol.js').CurvePoint[] }} T @param {T[]} list */
function withPackedCurves(list) {
  return {
    points: packed(list.map(({ curve }) => curve)),
    bare: list.map(({ curve, ...rest }) => ({ ...rest, count: curve.length })),
  };
}

/** Leaves the microtask queue, so that messages are delivered. */
const macrotask = () =>
  new Promise((next) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      next(undefined);
    };
    port2.postMessage(null);
  });

/** What the engine calls errors of its GPU (crate/worker/src/types.rs). */
const GPU_ERRORS = ['DeviceLost', 'GpuError'];

/** What went wrong, and whether the engine is unusable from here on. @param {unknown} error @returns {{ cause: import('./protocol.js').FailureCause, sentence: string }} */
function accountOf(error) {
  // After a panic the trap's own message says nothing; the panic's does.
  const panic = wasm?.panicMessage();
  if (panic) return { cause: 'crashed', sentence: `The engine crashed: ${panic.split('\n')[0]}.` };
  const { name = '', message = String(error) } = error instanceof Error ? error : {};
  if (GPU_ERRORS.includes(name)) return { cause: 'gpu', sentence: message };
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    return { cause: 'crashed', sentence: `The engine crashed, perhaps because memory ran out (${message}).` };
  }
  return { cause: 'refused', sentence: message };
}

/** @param {import('./protocol.js').LoadMessage} message */
async function load({ engine: kind, wasm: module }) {
  // Two builds of the same crate, with the same functions.
  wasm = /** @type {WorkerWasm} */ (
    /** @type {unknown} */ (
      kind === 'webgpu'
        ? await import('../wasm/worker-webgpu/worker-webgpu.js')
        : await import('../wasm/worker-cpu/worker-cpu.js')
    )
  );
  await wasm.default({ module_or_path: module });
  engine = await wasm.Engine.create();
  tell({ kind: 'ready', name: engine.name });
}

/** Frees the cohorts of the last training. */
function freeCohorts() {
  for (const { cohort } of cohorts.splice(0)) cohort.free();
}

/**
 * Gathers progress and posts it about as often as a slice of training takes: small runs are advanced
 * thousands of times a second, and each message costs the page more than what is in it.
 *
 * @param {number} training
 */
function reporter(training) {
  /** @type {import('./protocol.js').RunProgress[]} */
  let runs = [];
  /** @type {import('./protocol.js').ComputePath | null} */
  let path = null;
  let sent = performance.now();
  const send = () => {
    if (path) {
      const { points, bare } = withPackedCurves(runs);
      tell({ kind: 'progress', training, runs: bare, points, path }, [points.buffer]);
    }
    [runs, path, sent] = [[], null, performance.now()];
  };
  return {
    send,
    add(
      /** @type {import('./protocol.js').RunProgress[]} */ more,
      /** @type {import('./protocol.js').ComputePath} */ by,
    ) {
      runs.push(...more);
      path = by;
      if (performance.now() - sent > SLICE) send();
    },
  };
}

/** @param {TrainMessage & { control: Control }} job */
async function train({ experiment: text, cohorts: shares, from, control }) {
  const { training } = control;
  freeCohorts();
  const report = reporter(training);
  // Checked once for all cohorts.
  const experiment = wasm.Experiment.fromJson(text);
  let yielded = performance.now();
  for (const indices of shares) {
    const files = indices.map((index) => from?.get(index));
    const resumed = engine.resume(experiment, new Uint32Array(indices), files);
    if (resumed.refused.length) tell({ kind: 'restarted', training, runs: resumed.refused });
    for (const { indices, cohort } of resumed.cohorts) {
      cohorts.push({ indices, cohort, chunk: 1 });
      // What a resumed run had reached was reported to a page that is gone.
      if (cohort.step > 0) report.add(await cohort.advance(0), cohort.path);
    }
    // There may be thousands: who stops them is heard meanwhile, and the page hears that there is no hang.
    if (performance.now() - yielded > SLICE) {
      tell({ kind: 'progress', training, runs: [], points: packed([]), path: cohorts[0].cohort.path });
      await macrotask();
      yielded = performance.now();
    }
  }
  experiment.free();
  while (!control.isStopped) {
    const open = cohorts.filter(({ cohort }) => !cohort.isDone);
    if (open.length === 0) break;
    // The one that is furthest behind goes next.
    const next = open.reduce((a, b) => (b.cohort.step < a.cohort.step ? b : a));
    const began = performance.now();
    const before = next.cohort.step;
    const runs = await next.cohort.advance(next.chunk);
    const millisecondsPerStep = (performance.now() - began) / Math.max(1, next.cohort.step - before);
    next.chunk = Math.max(1, Math.min(MOST_STEPS, Math.round(SLICE / millisecondsPerStep)));
    report.add(runs, next.cohort.path);
    await macrotask();
    await answerWaiting();
    if (control.isPaused) report.send();
    while (control.isPaused && !control.isStopped) {
      await new Promise((resume) => {
        wake = () => resume(undefined);
      });
      await answerWaiting();
    }
  }
  report.send();
  for (const { indices, cohort } of cohorts) {
    const { points, bare } = withPackedCurves(await cohort.outcomes());
    tell({ kind: 'outcomes', training, indices, outcomes: bare, points }, [points.buffer]);
  }
  tell({ kind: 'done', training });
}

/** @param {number} number */
function inspectedRun(number) {
  const run = inspected.get(number);
  if (!run) throw new Error('This run was disposed of.');
  return run;
}

/** @param {number} number @param {Trained} trained */
function inspect(number, trained) {
  inspected.set(number, trained);
  return trained.about();
}

/** @param {number[]} heads */
const listOf = (heads) => new Uint32Array(heads);

/**
 * What the page can ask.
 *
 * @type {{ [Name in import('./protocol.js').QuestionName]: (question: import('./protocol.js').QuestionOf<Name>) => import('./protocol.js').AnswerTo<Name> | Promise<import('./protocol.js').AnswerTo<Name>> }}
 */
const answers = {
  inspect: async ({ inspected: number, index }) => {
    const of = cohorts.find(({ indices }) => indices.includes(index));
    if (!of) throw new Error(`Run ${index} is not here: its training never began.`);
    return inspect(number, await of.cohort.trained(of.indices.indexOf(index)));
  },
  open: ({ inspected: number, bytes }) => inspect(number, engine.open(bytes)),
  release: ({ inspected: number }) => {
    inspected.get(number)?.free();
    inspected.delete(number);
  },
  look: ({ inspected: number, without, ...which }) =>
    'sequence' in which
      ? inspectedRun(number).lookAt(which.sequence, listOf(without))
      : inspectedRun(number).lookAtRandom(which.index, listOf(without)),
  specialisation: ({ inspected: number }) => inspectedRun(number).specialisation(),
  error: ({ inspected: number, without }) => inspectedRun(number).error(listOf(without)),
  errorAtLength: ({ inspected: number, T }) => inspectedRun(number).errorAtLength(T),
  predictions: ({ inspected: number, count, without }) => inspectedRun(number).predictions(count, listOf(without)),
  weights: ({ inspected: number }) => inspectedRun(number).weights(),
  toSafetensors: ({ inspected: number }) => inspectedRun(number).toSafetensors(),
  checkpoint,
  speed,
};

/** Steps a second of one cohort, after the first, which compiles. @param {{ experiment: string, indices: number[] }} question */
async function speed({ experiment: text, indices }) {
  const experiment = wasm.Experiment.fromJson(text);
  const cohort = engine.cohort(experiment, new Uint32Array(indices));
  experiment.free();
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

/**
 * Where runs stand, but for those that the page knows to stand there: first those that it knows longest ago. No
 * further cohort once there are `most` runs.
 *
 * @param {{ known: Record<number, number>, most?: number }} question
 */
async function checkpoint({ known, most = Infinity }) {
  /** @type {import('./protocol.js').RunCheckpoint[]} */
  const found = [];
  const knownStep = (/** @type {{ indices: number[] }} */ { indices }) =>
    Math.min(...indices.map((index) => known[index] ?? -1));
  for (const { indices, cohort } of cohorts.toSorted((a, b) => knownStep(a) - knownStep(b))) {
    if (found.length >= most) break;
    const { step } = cohort;
    if (indices.every((index) => known[index] === step)) continue;
    const files = await cohort.checkpoints();
    indices.forEach((index, i) => found.push({ index, step, bytes: files[i] }));
  }
  return found;
}

/** Answers the questions that wait now; those asked meanwhile wait for the end of the next slice. */
async function answerWaiting() {
  const questions = jobs.filter((job) => job.kind === 'ask');
  jobs = jobs.filter((job) => job.kind !== 'ask');
  for (const question of questions) await answer(question);
}

/** What need not be copied of an answer: checkpoint files, of which a large sweep has megabytes. @param {unknown} value */
const buffersOf = (value) =>
  Array.isArray(value) ? value.flatMap(({ bytes }) => (bytes instanceof Uint8Array ? [bytes.buffer] : [])) : [];

/** @param {AskMessage} message */
async function answer({ id, question }) {
  try {
    // The type of `answers` pairs each name with its question; the checker cannot follow that here.
    const reply = /** @type {(question: unknown) => unknown} */ (answers[question.name]);
    const value = await reply(question);
    tell({ kind: 'answer', id, value }, buffersOf(value));
  } catch (error) {
    const { sentence, cause } = accountOf(error);
    if (cause !== 'refused') throw error;
    tell({ kind: 'refusal', id, sentence });
  }
}

/** Does the jobs that wait, one after the other. */
async function work() {
  if (isWorking) return;
  isWorking = true;
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    try {
      if (job.kind === 'train') await train(job);
      else if (job.kind === 'clear') freeCohorts();
      else await answer(job);
    } catch (error) {
      tell({ kind: 'failed', training: job.kind === 'ask' ? undefined : job.training, ...accountOf(error) });
    }
  }
  isWorking = false;
}

self.onmessage = async (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  switch (data.kind) {
    case 'load':
      await load(data).catch((error) => tell({ kind: 'failed', ...accountOf(error) }));
      return;
    case 'pause':
      control.isPaused = true;
      break;
    case 'resume':
      control.isPaused = false;
      break;
    case 'stop':
      control.isStopped = true;
      break;
    case 'train':
    case 'clear':
      // One at a time: a training that is still going on ends here.
      control.isStopped = true;
      control = { training: data.training, isPaused: false, isStopped: false };
      jobs.push({ ...data, control });
      break;
    case 'ask':
      jobs.push(data);
      break;
  }
  wake?.();
  wake = null;
  work();
};

/** Nobody awaited it: whatever it was, the engine is in no known state. @param {ReturnType<typeof accountOf>} account */
const asCrash = ({ cause, sentence }) => ({ cause: cause === 'refused' ? 'crashed' : cause, sentence });

// A panic inside an asynchronous function rejects no promise that is awaited: only these listeners see it.
self.addEventListener('error', (event) => {
  event.preventDefault();
  tell({ kind: 'failed', ...asCrash(accountOf(event.error ?? event.message)) });
});
self.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  tell({ kind: 'failed', ...asCrash(accountOf(event.reason)) });
});
