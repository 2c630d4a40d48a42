// One experiment while it is trained: shares its runs out to the Workers of a pool, gathers what they
// report, and says how the whole stands. It belongs to a Lab (lab.js), which is the public face.
import { checkWhole } from './checks.js';
import { TrainingClock } from './clock.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('./pool.js').Pool} Pool */
/** @typedef {import('./protocol.js').Progress} Progress */
/** @typedef {import('./protocol.js').RunProgress} RunProgress */
/** @typedef {import('./protocol.js').Outcome} Outcome */
/** @typedef {import('./protocol.js').Outcomes} Outcomes */
/** @typedef {import('./protocol.js').EngineInfo} EngineInfo */
/** @typedef {import('./protocol.js').Checkpoint} Checkpoint */
/** @typedef {import('./protocol.js').RunCheckpoint} RunCheckpoint */

/** The engine's name in the outcomes; where another one began, both. @param {Checkpoint | null} checkpoint  @param {EngineInfo} engine */
function engineName(checkpoint, { name, device }) {
  if (!checkpoint) return name;
  const isSame = checkpoint.device === undefined ? checkpoint.engine === name : checkpoint.device === device;
  return isSame ? name : `${name}, before that ${checkpoint.engine}`;
}

/** The runs of a checkpoint by their place in the plan; whether they fit is the engine's to say. @param {Checkpoint | null} checkpoint  @param {number} count */
function checkpointsByRun(checkpoint, count) {
  if (checkpoint && !Array.isArray(checkpoint.runs))
    throw new Error('A checkpoint has a list of runs, as checkpoint() gives it.');
  return new Map(
    (checkpoint?.runs ?? []).map((run, i) => {
      if (!(run?.bytes instanceof Uint8Array)) throw new Error(`runs[${i}].bytes must be a Uint8Array.`);
      return [checkWhole(`runs[${i}].index`, run.index, 0, count - 1), run];
    }),
  );
}

export class Training {
  clock = new TrainingClock();
  hasEnded = false;
  /** @type {RunProgress[]} */
  #runs;
  /** @type {(Outcome | null)[]} */
  #outcomes;
  /** Shares whose Worker has not ended yet. */
  #openShares = 0;
  /** For each run, the Worker that trains it. @type {number[]} */
  #places = [];
  /** Where resumed runs stand. @type {Map<number, RunCheckpoint>} */
  #from;
  /** @type {Error | null} */
  #error = null;
  /** Ends the wait for news. @type {(() => void) | null} */
  #wake = null;
  #hasNews = false;
  /** @type {import('./protocol.js').ComputePath | null} */
  #path = null;
  /** @type {(document: Outcomes) => void} */
  #resolve = () => {};
  /** @type {(error: unknown) => void} */
  #reject = () => {};

  /**
   * @param {Experiment} experiment
   * @param {number} steps  of each run
   * @param {Pool} pool  whose Workers train it
   * @param {EngineInfo} engine
   * @param {Checkpoint | null} checkpoint  what it goes on from
   */
  constructor(experiment, steps, pool, engine, checkpoint) {
    this.experiment = experiment;
    this.steps = steps;
    this.pool = pool;
    this.engine = { ...engine, name: engineName(checkpoint, engine) };
    this.#runs = experiment.runs().map((run, index) => ({ index, run, step: 0, loss: NaN, curve: [], stopped: null }));
    this.#outcomes = this.#runs.map(() => null);
    this.#from = checkpointsByRun(checkpoint, this.#runs.length);
    /** @type {Promise<Outcomes>} */
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A caller that never asks for the outcome must not cause an unhandled rejection.
    this.outcome.catch(() => {});
  }

  start() {
    const { experiment, pool } = this;
    const shares =
      this.engine.kind === 'webgpu'
        ? [experiment.cohorts().flatMap((cohort) => this.#byStep(cohort))]
        : // On a CPU nothing is gained by padding runs to the widest: each is a cohort of its own.
          experiment.split(pool.size).map((share) => share.map((index) => [index]));
    this.#openShares = shares.length;
    shares.forEach((cohorts, place) =>
      cohorts.flat().forEach((index) => {
        this.#places[index] = place;
      }),
    );
    this.clock.start();
    const files = new Map([...this.#from].map(([index, { bytes }]) => [index, bytes]));
    pool.train(experiment.json, shares, (message) => this.#take(message), files);
  }

  /** A cohort can go on as one only if all of its runs are at the same step. @param {number[]} cohort */
  #byStep(cohort) {
    /** @type {Map<number, number[]>} */
    const parts = new Map();
    for (const index of cohort) {
      const step = this.#from.get(index)?.step ?? -1;
      parts.set(step, [...(parts.get(step) ?? []), index]);
    }
    return [...parts.values()];
  }

  /** The places of the Workers that train it. */
  get places() {
    return [...new Set(this.#places)];
  }

  /** The place of the Worker that has the run at `index`. @param {number} index */
  placeOf(index) {
    return this.#places[checkWhole('index', index, 0, this.#runs.length - 1)];
  }

  /** @param {import('./protocol.js').TrainingMessage} message */
  #take(message) {
    if (this.hasEnded) return;
    switch (message.kind) {
      case 'progress':
        for (const { curve, ...news } of message.runs) {
          const run = this.#runs[news.index];
          // A new object, so that a reader sees which runs changed; the curve is copied only if it grew.
          this.#runs[news.index] = { ...run, ...news, curve: curve.length ? [...run.curve, ...curve] : run.curve };
        }
        this.#path = message.path;
        this.clock.read(this.#stepsDone());
        break;
      case 'outcomes':
        message.indices.forEach((index, i) => {
          const outcome = message.outcomes[i];
          this.#outcomes[index] = outcome;
          this.#runs[index] = { ...this.#runs[index], stopped: outcome.stopped };
        });
        break;
      case 'done':
        this.#openShares -= 1;
        if (this.#openShares === 0) this.#end();
        break;
      case 'failed':
        return this.fail(message.sentence);
    }
    this.#notify();
  }

  #end() {
    this.hasEnded = true;
    this.clock.stop();
    try {
      this.#resolve(this.experiment.toDocument(this.engine.name, /** @type {Outcome[]} */ (this.#outcomes)));
    } catch (error) {
      this.#reject(error);
    }
  }

  /** @param {string} sentence */
  fail(sentence) {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.clock.stop();
    this.#error = new Error(sentence);
    this.#reject(this.#error);
    // What the other Workers train would not be used.
    this.pool.tell('stop');
    this.#notify();
  }

  #notify() {
    this.#hasNews = true;
    this.#wake?.();
    this.#wake = null;
  }

  /** Resolves to true when there is something new, and to false when there never will be. */
  async news() {
    if (!this.#hasNews && !this.hasEnded)
      await new Promise((wake) => {
        this.#wake = () => wake(undefined);
      });
    if (this.#error) throw this.#error;
    const hadNews = this.#hasNews;
    this.#hasNews = false;
    return hadNews;
  }

  #stepsDone() {
    // A run that diverged or reached its target has nothing left to do.
    const isOver = (/** @type {RunProgress} */ { stopped }) => stopped === 'diverged' || stopped === 'reached';
    return this.#runs.reduce((sum, run) => sum + (isOver(run) ? this.steps : run.step), 0);
  }

  /** @returns {Progress} */
  progress() {
    const [step, steps] = [this.#stepsDone(), this.steps * this.#runs.length];
    const { stepsPerSecond } = this.clock;
    const secondsLeft = stepsPerSecond ? (steps - step) / stepsPerSecond : null;
    return { step, steps, stepsPerSecond, secondsLeft, path: this.#path, runs: [...this.#runs] };
  }
}
