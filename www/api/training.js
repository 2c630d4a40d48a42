// One experiment while it is trained: shares its runs out to the Workers of a pool, gathers what they
// report, and says how the whole stands. It belongs to a Lab (lab.js), which is the public face.
import { checkWhole, sentenceOf } from './checks.js';
import { TrainingClock } from './clock.js';
import { GrowingCurve, unpacked, withCurve, withoutCurve } from './curves.js';
import { RunCheckpoints } from './run-checkpoints.js';

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

/** The first of two equal curves, which is kept anyway, or the second: a large sweep has millions of points. @param {Float64Array} kept @param {Float64Array} points */
const sharedPoints = (kept, points) =>
  kept.length === points.length && kept.every((value, i) => Object.is(value, points[i])) ? kept : points;

/** How often one Worker is started again before a training is given up. What fails them all at once is one failure of each. */
const MOST_RESTARTS = 3;

/**
 * What takes over from a GPU: one that failed, or one that cannot train this experiment.
 *
 * @typedef {object} Substitutes
 * @property {(why: string) => Promise<{ pool: Pool, engine: EngineInfo }>} moveToCpu
 * @property {(why: string) => Promise<{ pool: Pool, engine: EngineInfo } | null>} leaveToCpu  null where nothing else is to train it
 */

export class Training {
  clock = new TrainingClock();
  hasEnded = false;
  /** What failed and was mended, a sentence each. @type {string[]} */
  faults = [];
  /** @type {RunProgress[]} */
  #runs;
  /** For each run, what was reported of its curve. @type {GrowingCurve[]} */
  #curves;
  /** @type {(Outcome | null)[]} */
  #outcomes;
  /** For each Worker's place, the cohorts that it trains. @type {number[][][]} */
  #shares = [];
  /** Places whose Worker has not ended its share. @type {Set<number>} */
  #open = new Set();
  /** For each run, the Worker that trains it. @type {number[]} */
  #places = [];
  #checkpoints;
  #isPaused = false;
  #isStopped = false;
  /** For each Worker's place, how often it was started again. @type {Map<number, number>} */
  #restarts = new Map();
  #substitutes;
  /** What its name in the outcomes is made of. @type {Checkpoint | null} */
  #begunFrom;
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
   * @param {Substitutes} substitutes
   */
  constructor(experiment, steps, pool, engine, checkpoint, substitutes) {
    this.experiment = experiment;
    this.steps = steps;
    this.pool = pool;
    this.engine = { ...engine, name: engineName(checkpoint, engine) };
    this.#begunFrom = checkpoint && { ...checkpoint, runs: [] };
    this.#substitutes = substitutes;
    const runs = experiment.runs();
    this.#curves = runs.map(() => new GrowingCurve());
    this.#runs = runs.map((run, index) =>
      withCurve({ index, run, step: 0, loss: NaN, stopped: null }, this.#curves[index].points),
    );
    this.#outcomes = this.#runs.map(() => null);
    this.#checkpoints = new RunCheckpoints(checkpointsByRun(checkpoint, this.#runs.length));
    /** @type {Promise<Outcomes>} */
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A caller that never asks for the outcome must not cause an unhandled rejection.
    this.outcome.catch(() => {});
  }

  start() {
    this.clock.start();
    this.#shareOut();
  }

  /** Gives every Worker of the pool its share, from where its runs stand. */
  #shareOut() {
    const { experiment, pool } = this;
    pool.begin({
      heard: (message, place) => this.#take(message, place),
      slept: (seconds) => this.clock.skip(seconds),
    });
    this.#shares =
      pool.kind === 'webgpu'
        ? [experiment.cohorts().flatMap((cohort) => this.#byStep(cohort))]
        : // On a CPU nothing is gained by padding runs to the widest: each is a cohort of its own.
          experiment.split(pool.size).map((share) => share.map((index) => [index]));
    this.#shares.forEach((cohorts, place) => {
      for (const index of cohorts.flat()) this.#places[index] = place;
    });
    this.#open = new Set(this.#shares.keys());
    for (let place = 0; place < pool.size; place += 1) {
      if (place < this.#shares.length) this.#trainAt(place);
      else pool.clear(place);
    }
  }

  /** @param {number} place */
  #trainAt(place) {
    const cohorts = this.#shares[place];
    this.pool.train(place, this.experiment.json, cohorts, this.#checkpoints.files(cohorts.flat()));
    if (this.#isPaused) this.pool.tell('pause', [place]);
    if (this.#isStopped) this.pool.tell('stop', [place]);
  }

  /** A cohort can go on as one only if all of its runs are at the same step. @param {number[]} cohort */
  #byStep(cohort) {
    /** @type {Map<number, number[]>} */
    const parts = new Map();
    for (const index of cohort) {
      const step = this.#checkpoints.has(index) ? this.#checkpoints.stepOf(index) : -1;
      parts.set(step, [...(parts.get(step) ?? []), index]);
    }
    return [...parts.values()];
  }

  /** For each Worker's place, its runs. */
  #runsAt() {
    return new Map(this.#shares.map((cohorts, place) => [place, cohorts.flat()]));
  }

  /** Where its runs stand, but for those that are `known` to stand there. @param {Record<number, number>} known */
  checkpoints(known) {
    return this.#checkpoints.ask(this.pool, this.#runsAt(), known);
  }

  /** The place of the Worker that has the run at `index`. @param {number} index */
  placeOf(index) {
    return this.#places[checkWhole('index', index, 0, this.#runs.length - 1)];
  }

  pause() {
    this.#isPaused = true;
    this.pool.tell('pause');
    this.clock.stop();
  }

  resume() {
    this.#isPaused = false;
    this.pool.tell('resume');
    this.clock.start();
  }

  stop() {
    this.#isStopped = true;
    this.pool.tell('stop');
  }

  /** @param {import('./protocol.js').TrainingMessage} message @param {number} place */
  #take(message, place) {
    if (this.hasEnded) return;
    switch (message.kind) {
      case 'progress':
        this.#takeNews(message);
        this.#path = message.path;
        this.clock.read(this.#stepsDone());
        this.#checkpoints.keep(this.pool, () => this.#runsAt());
        break;
      case 'restarted':
        for (const { index, sentence } of message.runs) {
          this.faults.push(`Run ${index + 1} begins anew, because its checkpoint cannot be read. ${sentence}`);
        }
        break;
      case 'outcomes':
        this.#takeOutcomes(message);
        break;
      case 'done':
        this.#open.delete(place);
        if (this.#open.size === 0) this.#end();
        break;
      case 'failed':
        if (message.cause === 'refused') this.#beRefused(place, message.sentence);
        else this.#recover(place, message.sentence);
        return;
    }
    this.#notify();
  }

  /** @param {import('./protocol.js').ProgressMessage} message */
  #takeNews({ runs, points }) {
    const curves = unpacked(
      points,
      runs.map(({ count }) => count),
    );
    runs.forEach(({ count, ...news }, i) => {
      this.#curves[news.index].add(curves[i]);
      this.#change(news.index, news);
    });
  }

  /** @param {import('./protocol.js').OutcomesMessage} message */
  #takeOutcomes({ indices, outcomes, points }) {
    const curves = unpacked(
      points,
      outcomes.map(({ count }) => count),
    );
    outcomes.forEach(({ count, ...outcome }, i) => {
      const index = indices[i];
      this.#outcomes[index] = withCurve(outcome, sharedPoints(this.#curves[index].points, curves[i]));
      this.#change(index, { stopped: outcome.stopped });
    });
  }

  /** Makes a run a new object, so that a reader sees which runs changed. @param {number} index @param {Partial<Omit<RunProgress, 'curve'>>} news */
  #change(index, news) {
    this.#runs[index] = withCurve({ ...withoutCurve(this.#runs[index]), ...news }, this.#curves[index].points);
  }

  /**
   * Goes on after a Worker crashed: on a new one, from the newest checkpoints of its runs. A GPU that
   * fails a second time gives way to the CPU.
   *
   * @param {number} place
   * @param {string} sentence  what happened
   * @returns {Promise<void>}
   */
  async #recover(place, sentence) {
    const restarts = (this.#restarts.get(place) ?? 0) + 1;
    this.#restarts.set(place, restarts);
    this.#open.add(place);
    if (restarts > MOST_RESTARTS) {
      return this.fail(
        `${sentence} It was started again ${MOST_RESTARTS} times in this training, and failed each time.`,
      );
    }
    const isGpu = this.pool.kind === 'webgpu';
    const isOther = isGpu && restarts > 1;
    try {
      if (isOther) await this.#goOnWithCpu(sentence);
      else await this.pool.restart(place);
    } catch (error) {
      if (this.hasEnded) return;
      return this.#recover(place, sentenceOf(error));
    }
    if (this.hasEnded) return;
    const indices = this.#shares[place].flat();
    const stepsBack = indices.reduce(
      (sum, index) => sum + Math.max(0, this.#runs[index].step - this.#checkpoints.stepOf(index)),
      0,
    );
    for (const index of indices) {
      this.#change(index, { step: this.#checkpoints.stepOf(index), stopped: null });
    }
    this.clock.forget();
    const means = isOther ? 'The CPU goes on' : `The ${isGpu ? 'GPU' : 'Worker'} was started again and goes on`;
    const where = stepsBack > 0 ? `${stepsBack.toLocaleString('en')} steps back` : 'with nothing lost';
    this.faults.push(`${sentence} ${means} from the last checkpoint, ${where}.`);
    if (isOther) this.#shareOut();
    else this.#trainAt(place);
    this.#notify();
  }

  /** What a GPU refuses, before it has trained anything, the CPU may train. @param {number} place @param {string} sentence */
  async #beRefused(place, sentence) {
    const { pool: refusing } = this;
    const other = refusing.kind === 'webgpu' ? await this.#substitutes.leaveToCpu(sentence).catch(() => null) : null;
    if (!other || this.hasEnded) return this.fail(sentence);
    refusing.clear(place);
    this.pool = other.pool;
    this.engine = { ...other.engine, name: engineName(this.#begunFrom, other.engine) };
    this.#shareOut();
    this.#notify();
  }

  /** @param {string} sentence  why the GPU cannot */
  async #goOnWithCpu(sentence) {
    const { pool, engine } = await this.#substitutes.moveToCpu(sentence);
    this.pool = pool;
    // Its Workers have not failed yet.
    this.#restarts.clear();
    this.engine = { ...engine, name: `${engine.name}, before that ${this.engine.name}` };
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
    return {
      step,
      steps,
      stepsPerSecond,
      secondsLeft,
      path: this.#path,
      runs: [...this.#runs],
      faults: [...this.faults],
    };
  }
}
