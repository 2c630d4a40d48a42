// The public JS API: train an experiment in Workers, follow it, and look into what was trained. The
// page trains through this alone.
//
//   import { createLab } from './headcount.js';
//   const lab = await createLab({ engine: 'auto' });
//   for await (const progress of lab.run(experiment)) { … }
//   const outcome = await lab.outcome();
//   const { attention } = await (await lab.trained(0)).look();
import { loadCharts } from './page-wasm.js';
import { speedsOf } from './engine-speed.js';
import { chooseEngine } from './engine-choice.js';
import { Pool } from './pool.js';
import { Trained, whole } from './run-inspection.js';

/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').RunProgress} RunProgress */
/** @typedef {import('./types.js').Outcome} Outcome */
/** @typedef {import('./types.js').Outcomes} Outcomes */
/** @typedef {import('./types.js').EngineInfo} EngineInfo */
/** @typedef {import('./types.js').Checkpoint} Checkpoint */

/** The version of this API; it follows semantic versioning. */
export const version = '0.1.0';

/** More Workers than this cost memory and gain little: sweeps are small. */
const MOST_WORKERS = 8;

/**
 * Starts an engine.
 *
 * @param {object} [options]
 * @param {'auto' | 'cpu' | 'webgpu'} [options.engine]  'auto' takes WebGPU where it is worth it
 * @param {number} [options.workers]  Workers of the CPU engine; by default one per core
 */
export async function createLab({ engine = 'auto', workers } = {}) {
  const most = whole('workers', workers ?? Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS), 1, 64);
  let choice = await chooseEngine(engine);
  if (choice.kind === 'webgpu') {
    try {
      const pool = await Pool.start('webgpu', 1);
      // Chosen freely, it has to prove itself on each experiment.
      return new Lab(pool, choice, engine === 'auto' ? () => Pool.start('cpu', most) : null);
    } catch (error) {
      if (engine === 'webgpu') throw error;
      const reason = error instanceof Error ? error.message : String(error);
      choice = { kind: 'cpu', why: `The CPU, because the GPU did not start (${reason.replace(/\.$/, '')}).` };
    }
  }
  return new Lab(await Pool.start('cpu', most), choice, null);
}

/** One engine, which trains one experiment at a time. */
class Lab {
  #pool;
  /** @type {Training | null} */
  #training = null;
  /** Starts the CPU's Workers, where a GPU was taken unasked. @type {(() => Promise<Pool>) | null} */
  #rival;
  /** Both, once they were compared. @type {{ cpu: Pool, webgpu: Pool } | null} */
  #pools = null;

  /**
   * @param {Pool} pool
   * @param {{ kind: import('./types.js').EngineKind, why: string }} choice
   * @param {(() => Promise<Pool>) | null} rival
   */
  constructor(pool, choice, rival) {
    this.#pool = pool;
    this.#rival = rival;
    /** What computes, and why. Where both engines can, it is settled when a training begins. @type {EngineInfo} */
    this.engine = describe(pool, choice);
  }

  /**
   * Trains an experiment; yields how it stands whenever that changes, as fast as it is asked.
   * Leaving the loop early stops the training; what was trained so far is still in `outcome()`.
   *
   * @param {object} experiment  fields that are missing take their defaults
   * @returns {AsyncGenerator<Progress, void, void>}
   */
  run(experiment) {
    return this.#train(experiment, null);
  }

  /**
   * Goes on from a checkpoint, of this lab or of another, as if the training had never stopped.
   *
   * @param {Checkpoint} checkpoint
   * @returns {AsyncGenerator<Progress, void, void>}
   */
  async *runFrom(checkpoint) {
    if (!checkpoint?.experiment) throw new Error('runFrom() takes a checkpoint, as checkpoint() gives it.');
    yield* this.#train(checkpoint.experiment, checkpoint);
  }

  /**
   * Where the last training stands, to `runFrom()` later. It goes on meanwhile.
   *
   * @param {object} [options]
   * @param {Record<number, number>} [options.known]  runs and the step at which they are known: those are left out
   * @returns {Promise<Checkpoint>}
   */
  async checkpoint({ known = {} } = {}) {
    if (this.#pool.disposed) throw new Error('The lab was disposed of.');
    if (!this.#training) throw new Error('Nothing has been trained yet.');
    const { experiment, engine, pool, places } = this.#training;
    const runs = await Promise.all(places.map((place) => pool.ask(place, 'checkpoint', { known })));
    return { experiment: JSON.parse(experiment), engine: engine.name, runs: runs.flat().sort((a, b) => a.index - b.index) };
  }

  /** @param {object} experiment  @param {Checkpoint | null} past @returns {AsyncGenerator<Progress, void, void>} */
  async *#train(experiment, past) {
    if (this.#pool.disposed) throw new Error('The lab was disposed of.');
    if (this.#training && !this.#training.ended) {
      throw new Error('This lab is still training: stop() it first, or create another.');
    }
    const charts = await loadCharts();
    // Throws every problem as a sentence; from here on the experiment is complete and sound.
    const text = JSON.stringify(charts.validate(JSON.stringify(experiment)));
    if (this.#rival) await this.#compare(text, charts);
    const training = new Training(text, charts, this.engine, past);
    this.#training = training;
    training.start(this.#pool);
    try {
      yield training.progress();
      while (await training.news()) yield training.progress();
    } finally {
      if (!training.ended) this.stop();
    }
  }

  /**
   * Takes the engine that trains this experiment faster here.
   *
   * @param {string} experiment
   * @param {Awaited<ReturnType<typeof loadCharts>>} charts
   */
  async #compare(experiment, charts) {
    try {
      this.#pools ??= { webgpu: this.#pool, cpu: await /** @type {() => Promise<Pool>} */ (this.#rival)() };
      const speeds = await speedsOf(experiment, charts, this.#pools);
      const kind = speeds.cpu > speeds.webgpu ? 'cpu' : 'webgpu';
      const [it, other] = kind === 'cpu' ? ['The CPU', 'the GPU'] : ['WebGPU', 'the CPU'];
      const [fast, slow] = [speeds.cpu, speeds.webgpu].sort((a, b) => b - a).map((speed) => Math.round(speed).toLocaleString('en'));
      this.#pool = this.#pools[kind];
      this.engine = describe(this.#pool, { kind, why: `${it}, because it trains this experiment at ${fast} steps a second here, ${other} at ${slow}.` });
    } catch (error) {
      if (this.#pool.disposed) throw error;
      // What cannot be compared is trained by what is there; if that fails too, it says so itself.
    }
  }

  /**
   * What the last training ended with: the same JSON as the native binary writes. Waits for its
   * end.
   *
   * @returns {Promise<Outcomes>}
   */
  outcome() {
    if (!this.#training) return Promise.reject(new Error('Nothing has been trained yet.'));
    return this.#training.outcome;
  }

  /**
   * A run of the last training, as it is now, to look into: while it is trained, after, and after
   * later trainings too.
   *
   * @param {number} index  the run's place in the plan, as in `Progress`
   * @returns {Promise<Trained>}
   */
  async trained(index) {
    if (this.#pool.disposed) throw new Error('The lab was disposed of.');
    if (!this.#training) throw new Error('Nothing has been trained yet.');
    return Trained.from(this.#training.pool, this.#training.place(index), 'trained', { index });
  }

  /**
   * Opens a model file, to look into its run. Nothing need be trained.
   *
   * @param {Uint8Array | ArrayBuffer} bytes
   * @returns {Promise<Trained>}
   */
  async open(bytes) {
    if (!(bytes instanceof Uint8Array) && !(bytes instanceof ArrayBuffer)) {
      throw new Error('open() takes the bytes of a model file, as a Uint8Array or an ArrayBuffer.');
    }
    return Trained.from(this.#pool, 0, 'open', { bytes: bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes) });
  }

  /** Holds the training until `resume()`. */
  pause() {
    this.#pool.tell('pause');
    this.#training?.clock.stop();
  }

  resume() {
    this.#pool.tell('resume');
    this.#training?.clock.start();
  }

  /** Ends the training; what was reached is kept in `outcome()`. */
  stop() {
    this.#pool.tell('stop');
  }

  /** Frees the Workers. The lab cannot be used afterwards. */
  dispose() {
    for (const pool of [this.#pool, ...Object.values(this.#pools ?? {})]) pool.dispose();
    this.#training?.fail('The lab was disposed of.');
  }
}

/**
 * @param {Pool} pool
 * @param {{ kind: import('./types.js').EngineKind, why: string }} choice
 * @returns {EngineInfo}
 */
function describe(pool, { kind, why }) {
  const workers = pool.size === 1 ? '1 worker' : `${pool.size} workers`;
  return { kind, name: kind === 'cpu' ? `${pool.name} · ${workers}` : pool.name, why };
}

/** What computed, where another engine began. @param {string | undefined} before  @param {string} now */
function nameAfter(before, now) {
  const what = (/** @type {string} */ name) => name.replace(/ · \d+ workers?$/, '');
  return before && what(before) !== what(now) ? `${now}, before that ${before}` : now;
}

/** The runs of a checkpoint by their place in the plan; whether they fit is the engine's to say. @param {Checkpoint | null} past  @param {number} count */
function pastOf(past, count) {
  if (past && !Array.isArray(past.runs)) throw new Error('A checkpoint has a list of runs, as checkpoint() gives it.');
  return new Map((past?.runs ?? []).map((run, i) => {
    if (!(run?.bytes instanceof Uint8Array)) throw new Error(`runs[${i}].bytes must be a Uint8Array.`);
    return [whole(`runs[${i}].index`, run.index, 0, count - 1), run];
  }));
}

/** Seconds, not counting pauses. */
class Clock {
  #before = 0;
  /** @type {number | null} */
  #since = null;

  start() {
    this.#since ??= performance.now();
  }

  stop() {
    this.#before = this.seconds;
    this.#since = null;
  }

  get seconds() {
    return this.#before + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }
}

/** One experiment while it is trained: gathers what the Workers say. */
class Training {
  clock = new Clock();
  ended = false;
  /** @type {RunProgress[]} */
  #runs;
  /** @type {(Outcome | null)[]} */
  #outcomes;
  #open = 0;
  /** Whose Workers train it. */
  pool = /** @type {Pool} */ (/** @type {unknown} */ (null));
  /** For each run, the Worker that trains it. @type {number[]} */
  #places = [];
  /** Where runs that go on stand. @type {Map<number, import('./types.js').RunCheckpoint>} */
  #past;
  /** @type {Error | null} */
  #error = null;
  /** @type {(() => void) | null} */
  #wake = null;
  #fresh = false;
  /** How the steps are computed. @type {'fused' | 'reference' | null} */
  #path = null;
  /** Speed over the last seconds, not since the start: `[seconds, steps]`. @type {[number, number][]} */
  #marks = [];

  /**
   * @param {string} experiment
   * @param {Awaited<ReturnType<typeof loadCharts>>} charts
   * @param {EngineInfo} engine
   * @param {Checkpoint | null} past  what it goes on from
   */
  constructor(experiment, charts, engine, past) {
    this.experiment = experiment;
    this.charts = charts;
    this.engine = { ...engine, name: nameAfter(past?.engine, engine.name) };
    const { recipe } = JSON.parse(experiment);
    this.steps = recipe.steps;
    this.#runs = charts.runs(experiment).map((run, index) => ({ index, run, step: 0, loss: NaN, curve: [], stopped: null }));
    this.#outcomes = this.#runs.map(() => null);
    this.#past = pastOf(past, this.#runs.length);
    /** @type {Promise<Outcomes>} */
    this.outcome = new Promise((resolve, reject) => { this.resolve = resolve; this.reject = reject; });
    // Whoever wants to know asks for it; nobody asking is no error.
    this.outcome.catch(() => {});
  }

  /** @param {Pool} pool */
  start(pool) {
    const shares = this.engine.kind === 'webgpu'
      ? [this.charts.cohorts(this.experiment).flatMap((cohort) => this.#byStep(cohort))]
      // On a CPU nothing is gained by padding runs to the widest: each is a cohort of its own.
      : this.charts.split(this.experiment, pool.size).map((share) => share.map((index) => [index]));
    this.#open = shares.length;
    this.pool = pool;
    shares.forEach((cohorts, place) => cohorts.flat().forEach((index) => { this.#places[index] = place; }));
    this.clock.start();
    const from = new Map([...this.#past].map(([index, { bytes }]) => [index, bytes]));
    pool.train(this.experiment, shares, (message) => this.#hear(message), from);
  }

  /** A cohort goes on as one only from one step. @param {number[]} cohort */
  #byStep(cohort) {
    /** @type {Map<number, number[]>} */
    const parts = new Map();
    for (const index of cohort) {
      const step = this.#past.get(index)?.step ?? -1;
      parts.set(step, [...(parts.get(step) ?? []), index]);
    }
    return [...parts.values()];
  }

  /** The Workers that train it. */
  get places() {
    return [...new Set(this.#places)];
  }

  /** The Worker that has the run at `index`. @param {number} index */
  place(index) {
    return this.#places[whole('index', index, 0, this.#runs.length - 1)];
  }

  /** @param {any} message */
  #hear(message) {
    if (this.ended) return;
    if (message.kind === 'progress') {
      for (const { curve, ...news } of message.runs) {
        const run = this.#runs[news.index];
        Object.assign(run, news);
        run.curve.push(...curve);
      }
      this.#path = message.path;
      this.#mark();
    } else if (message.kind === 'outcomes') {
      message.indices.forEach((index, i) => {
        this.#outcomes[index] = message.outcomes[i];
        this.#runs[index].stopped = message.outcomes[i].stopped;
      });
    } else if (message.kind === 'done') {
      this.#open -= 1;
      if (this.#open === 0) this.#end();
    } else if (message.kind === 'failed') {
      return this.fail(message.sentence);
    }
    this.#notify();
  }

  #end() {
    this.ended = true;
    this.clock.stop();
    try {
      this.resolve(this.charts.outcomesDocument(this.experiment, this.engine.name, this.#outcomes));
    } catch (error) {
      this.reject(error);
    }
  }

  /** @param {string} sentence */
  fail(sentence) {
    if (this.ended) return;
    this.ended = true;
    this.clock.stop();
    this.#error = new Error(sentence);
    this.reject(this.#error);
    // The other Workers would train on for nobody.
    this.pool?.tell('stop');
    this.#notify();
  }

  #notify() {
    this.#fresh = true;
    this.#wake?.();
    this.#wake = null;
  }

  /** Resolves to true when there is something new to say, and to false when there never will be. */
  async news() {
    if (!this.#fresh && !this.ended) await new Promise((wake) => { this.#wake = () => wake(undefined); });
    if (this.#error) throw this.#error;
    const fresh = this.#fresh;
    this.#fresh = false;
    return fresh;
  }

  #done() {
    // A run that diverged or reached its target has nothing left to do.
    const ended = (run) => run.stopped === 'diverged' || run.stopped === 'reached';
    return this.#runs.reduce((sum, run) => sum + (ended(run) ? this.steps : run.step), 0);
  }

  #mark() {
    const now = this.clock.seconds;
    this.#marks.push([now, this.#done()]);
    while (this.#marks.length > 2 && this.#marks[1][0] < now - 3) this.#marks.shift();
  }

  /** @returns {Progress} */
  progress() {
    const [step, steps] = [this.#done(), this.steps * this.#runs.length];
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    const speed = first && last && last[0] - first[0] > 0.2 ? (last[1] - first[1]) / (last[0] - first[0]) : null;
    return {
      step,
      steps,
      stepsPerSecond: speed,
      path: this.#path,
      secondsLeft: speed ? (steps - step) / speed : null,
      runs: this.#runs.map((run) => ({ ...run, curve: run.curve.slice() })),
    };
  }
}
