// Lab: one engine, which trains one experiment at a time. What createLab() resolves to.
import { sentenceOf } from './checks.js';
import { speedsOf } from './engine-speed.js';
import { loadPageWasm } from './page-wasm.js';
import { RunInspection } from './run-inspection.js';
import { Training } from './training.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */
/** @typedef {import('./pool.js').Pool} Pool */
/** @typedef {import('./protocol.js').Progress} Progress */
/** @typedef {import('./protocol.js').Outcomes} Outcomes */
/** @typedef {import('./protocol.js').EngineInfo} EngineInfo */
/** @typedef {import('./protocol.js').Checkpoint} Checkpoint */

/** @param {Pool} pool  @param {string} why  @returns {EngineInfo} */
function infoOf({ kind, device, size }, why) {
  const name = kind === 'cpu' ? `${device} · ${size === 1 ? '1 worker' : `${size} workers`}` : device;
  return { kind, name, device, workers: size, why };
}

export class Lab {
  #pool;
  /** @type {Training | null} */
  #training = null;
  /** Starts the CPU's Workers, where WebGPU was chosen by 'auto'. @type {(() => Promise<Pool>) | null} */
  #startCpu;
  /** Both pools, once they were compared. @type {{ cpu: Pool, webgpu: Pool } | null} */
  #pools = null;

  /**
   * @param {Pool} pool
   * @param {string} why  why its engine was chosen
   * @param {(() => Promise<Pool>) | null} startCpu  starts what it is compared with; null: it is not
   */
  constructor(pool, why, startCpu) {
    this.#pool = pool;
    this.#startCpu = startCpu;
    /** What computes, and why. Where both engines can, that is decided when a training begins. @type {EngineInfo} */
    this.engine = infoOf(pool, why);
  }

  /** Whether a Worker crashed: then nothing can be trained here any more. */
  get hasCrashed() {
    return [this.#pool, ...Object.values(this.#pools ?? {})].some((pool) => pool.hasCrashed);
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
    const { experiment, engine, pool, places } = this.#lastTraining();
    const runs = await Promise.all(places.map((place) => pool.ask(place, 'checkpoint', { known })));
    return {
      experiment: experiment.toFields(),
      engine: engine.name,
      device: engine.device,
      runs: runs.flat().sort((a, b) => a.index - b.index),
    };
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
    if (this.#startCpu) await this.#chooseFaster(experiment, this.#startCpu);
    const { steps } = experiment.toFields().recipe;
    const training = new Training(experiment, steps, this.#pool, this.engine, checkpoint);
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
   * @param {() => Promise<Pool>} startCpu
   */
  async #chooseFaster(experiment, startCpu) {
    try {
      this.#pools ??= { webgpu: this.#pool, cpu: await startCpu() };
      const speeds = await speedsOf(experiment, this.#pools);
      const kind = speeds.cpu > speeds.webgpu ? 'cpu' : 'webgpu';
      const [chosen, other] = kind === 'cpu' ? ['The CPU', 'the GPU'] : ['WebGPU', 'the CPU'];
      const [fast, slow] = [speeds.cpu, speeds.webgpu]
        .sort((a, b) => b - a)
        .map((speed) => Math.round(speed).toLocaleString('en'));
      this.#pool = this.#pools[kind];
      this.engine = infoOf(
        this.#pool,
        `${chosen}, because it trains this experiment at ${fast} steps a second here, ${other} at ${slow}.`,
      );
    } catch (error) {
      if (this.#pool.isDisposed) throw error;
      // Engines that cannot be compared: the one that is there trains, or says itself why it cannot.
      console.info(`headcount: engines were not compared: ${sentenceOf(error)}`);
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
