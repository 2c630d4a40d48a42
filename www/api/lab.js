// Lab: one engine, which trains one experiment at a time. What createLab() resolves to.
import { sentenceOf } from './checks.js';
import { noteGpuFault } from './engine-choice.js';
import { speedsOf } from './engine-speed.js';
import { loadPageWasm } from './page-wasm.js';
import { Refusal } from './pool.js';
import { RunInspection } from './run-inspection.js';
import { Training } from './training.js';

/** @import { Experiment } from '../wasm/page/page.js' */
/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */
/** @import { Pool } from './pool.js' */
/** @typedef {import('./protocol.js').Progress} Progress */
/** @typedef {import('./protocol.js').Outcomes} Outcomes */
/** @typedef {import('./protocol.js').EngineInfo} EngineInfo */
/** @typedef {import('./protocol.js').Checkpoint} Checkpoint */

/** @param {Pool} pool  @param {string} why  @returns {EngineInfo} */
function infoOf({ kind, device, size }, why) {
  const name = kind === 'cpu' ? `${device} · ${size === 1 ? '1 worker' : `${size} workers`}` : device;
  return { kind, name, device, workers: size, why };
}

/**
 * Why an engine has not the memory for an experiment, with the field to lower; null if it has. Of a GPU
 * only the whole is counted: what a single buffer may hold is known to the engine.
 *
 * @param {Experiment} experiment
 * @param {Pool} pool
 */
function whyTooLarge(experiment, { kind, size }) {
  const { cpuProblem, webgpuProblem } = experiment.memory(size, Infinity);
  return kind === 'cpu' ? cpuProblem : webgpuProblem;
}

export class Lab {
  /** The Workers that train. @type {Pool} */
  #pool;
  /** The CPU's, once they were started. @type {Pool | null} */
  #cpu;
  /** The GPU's, where there is one that works. @type {Pool | null} */
  #gpu;
  /** @type {() => Promise<Pool>} */
  #startCpu;
  #isCompared;
  #isRemembered;
  /** @type {Training | null} */
  #training = null;

  /**
   * @internal  createLab() makes them
   * @param {Pool} pool
   * @param {string} why  why its engine was chosen
   * @param {() => Promise<Pool>} startCpu  what takes over from a GPU that is slower, or fails
   * @param {boolean} isCompared  whether the faster of both engines trains; else the GPU, as long as it works
   * @param {boolean} isRemembered  whether the browser may keep how fast engines are
   */
  constructor(pool, why, startCpu, isCompared, isRemembered) {
    this.#pool = pool;
    this.#cpu = pool.kind === 'cpu' ? pool : null;
    this.#gpu = pool.kind === 'webgpu' ? pool : null;
    this.#startCpu = startCpu;
    this.#isCompared = isCompared;
    this.#isRemembered = isRemembered;
    /** What computes, and why. Where both engines can, that is decided when a training begins. @type {EngineInfo} */
    this.engine = infoOf(pool, why);
  }

  get #pools() {
    return [this.#cpu, this.#gpu].filter((pool) => pool !== null);
  }

  /** Whether a Worker crashed and was not started again: then nothing can be trained here any more. */
  get hasCrashed() {
    return this.#pools.some((pool) => pool.hasCrashed);
  }

  /**
   * Trains an experiment; yields how it stands whenever that changes, as fast as it is asked.
   * Leaving the loop early stops the training; what was trained so far is still in `outcome()`.
   *
   * @param {object} experiment  a plain object, whose missing fields take their defaults, or an Experiment of the page's wasm
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
    const training = this.#lastTraining();
    const runs = await training.checkpoints(known);
    const { experiment, engine } = training;
    return { experiment: experiment.toFields(), engine: engine.name, device: engine.device, runs };
  }

  #lastTraining() {
    if (this.#pool.isDisposed) throw new Error('The lab was disposed of.');
    if (!this.#training) throw new Error('Nothing has been trained yet.');
    return this.#training;
  }

  /** @param {object} given  @param {Checkpoint | null} checkpoint @returns {AsyncGenerator<Progress, void, void>} */
  async *#train(given, checkpoint) {
    if (this.#pool.isDisposed) throw new Error('The lab was disposed of.');
    if (this.#training && !this.#training.hasEnded) {
      throw new Error('This lab is still training: stop() it first, or create another.');
    }
    const { Experiment } = await loadPageWasm();
    // Throws every problem; from here on the experiment is complete and valid.
    const experiment = given instanceof Experiment ? given : Experiment.fromJson(JSON.stringify(given));
    if (this.#isCompared && this.#gpu) await this.#chooseFaster(experiment, this.#gpu);
    const tooLarge = whyTooLarge(experiment, this.#pool);
    if (tooLarge) throw new Error(tooLarge);
    const { steps } = experiment.toFields().recipe;
    const training = new Training(experiment, steps, this.#pool, this.engine, checkpoint, {
      moveToCpu: (why) => this.#moveToCpu(why),
      leaveToCpu: (why) => this.#leaveToCpu(experiment, why),
    });
    this.#training = training;
    training.start();
    try {
      yield training.progress();
      while (await training.news()) yield training.progress();
    } finally {
      if (!training.hasEnded) this.stop();
    }
  }

  /**
   * Takes the engine that trains this experiment faster here.
   *
   * @param {Experiment} experiment
   * @param {Pool} gpu
   */
  async #chooseFaster(experiment, gpu) {
    try {
      this.#cpu ??= await this.#startCpu();
      if (whyTooLarge(experiment, gpu)) {
        this.#pool = this.#cpu;
        this.engine = infoOf(this.#pool, 'The CPU, because a GPU may not have the memory for this experiment.');
        return;
      }
      const pools = { webgpu: gpu, cpu: this.#cpu };
      const speeds = await speedsOf(experiment, pools, this.#isRemembered);
      const kind = speeds.cpu > speeds.webgpu ? 'cpu' : 'webgpu';
      const [chosen, other] = kind === 'cpu' ? ['The CPU', 'the GPU'] : ['WebGPU', 'the CPU'];
      const [fast, slow] = [speeds.cpu, speeds.webgpu]
        .sort((a, b) => b - a)
        .map((speed) => Math.round(speed).toLocaleString('en'));
      this.#pool = pools[kind];
      this.engine = infoOf(
        this.#pool,
        `${chosen}, because it trains this experiment at ${fast} steps a second here, ${other} at ${slow}.`,
      );
    } catch (error) {
      if (this.#pool.isDisposed) throw error;
      if (error instanceof Refusal && error.engine === 'webgpu') {
        await this.#leaveToCpu(experiment, error.message);
        return;
      }
      // Engines that cannot be compared: the one that is there trains, or says itself why it cannot.
      console.info(`headcount: engines were not compared: ${sentenceOf(error)}`);
    }
  }

  /** The CPU takes over from a GPU that failed, now and for the rest of the visit. @param {string} sentence  what happened to the GPU */
  async #moveToCpu(sentence) {
    noteGpuFault();
    this.#cpu ??= await this.#startCpu();
    this.#gpu?.dispose();
    this.#gpu = null;
    this.#pool = this.#cpu;
    this.engine = infoOf(this.#pool, `The CPU, because the GPU failed: ${sentence}`);
    return { pool: this.#pool, engine: this.engine };
  }

  /** The CPU trains what a GPU cannot, where nobody asked for the GPU; null where it cannot either. @param {Experiment} experiment @param {string} sentence  why the GPU cannot */
  async #leaveToCpu(experiment, sentence) {
    if (!this.#isCompared) return null;
    this.#cpu ??= await this.#startCpu();
    if (whyTooLarge(experiment, this.#cpu)) return null;
    this.#pool = this.#cpu;
    this.engine = infoOf(this.#pool, `The CPU, because the GPU cannot train this experiment: ${sentence}`);
    return { pool: this.#pool, engine: this.engine };
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
   * A run of the last training, as it is now, to inspect: while it is trained, after, and after
   * later trainings too.
   *
   * @param {number} index  the run's place in the plan, as in `Progress`
   * @returns {Promise<RunInspection>}
   */
  async trained(index) {
    const training = this.#lastTraining();
    return RunInspection.ofRun(training.pool, training.placeOf(index), index);
  }

  /**
   * Opens a model file, to inspect its run. Nothing need be trained.
   *
   * @param {Uint8Array | ArrayBuffer} bytes
   * @returns {Promise<RunInspection>}
   */
  async open(bytes) {
    if (!(bytes instanceof Uint8Array) && !(bytes instanceof ArrayBuffer)) {
      throw new Error('open() takes the bytes of a model file, as a Uint8Array or an ArrayBuffer.');
    }
    return RunInspection.ofFile(this.#pool, bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
  }

  /** Holds the training until `resume()`. */
  pause() {
    this.#training?.pause();
  }

  resume() {
    this.#training?.resume();
  }

  /** Ends the training; what was reached is kept in `outcome()`. */
  stop() {
    this.#training?.stop();
  }

  /** Frees the Workers. The lab cannot be used afterwards. */
  dispose() {
    // It may have been lost while nothing was trained.
    if (this.#gpu?.hasCrashed) noteGpuFault();
    for (const pool of this.#pools) pool.dispose();
    this.#training?.fail('The lab was disposed of.');
  }
}
