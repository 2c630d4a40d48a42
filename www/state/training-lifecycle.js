// The one training lifecycle of the page, as a state machine:
//
//   idle ──▶ training ⇄ paused ──▶ stopping ──▶ done        (and `crashed` from anywhere in it)
//
// A sweep, a resumed sweep and Find D are sources of the same progress (training-sources.js). Only
// this file writes the state; views read it and send commands. The engine, the storage, the frames
// and the wasm are handed in, so that it is tested without a browser (tests/unit).
import { sentenceOf } from '../api/checks.js';
import { handOver, inParts, lengthOf } from './results-news.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').Results} Results */
/** @typedef {import('../wasm/page/page.js').Finding} Finding */
/** @typedef {import('../api/protocol.js').Progress} Progress */
/** @typedef {import('../api/protocol.js').RunProgress} RunProgress */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {import('./training-sources.js').TrainingSource} TrainingSource */
/** @typedef {import('./training-sources.js').Update} Update */
/** @typedef {'idle' | 'training' | 'paused' | 'stopping' | 'done' | 'crashed'} State */

/** From which state to which. @type {Record<State, State[]>} */
const TRANSITIONS = {
  idle: ['training'],
  training: ['paused', 'stopping', 'done', 'crashed', 'idle'],
  paused: ['training', 'stopping', 'done', 'crashed', 'idle'],
  stopping: ['done', 'crashed', 'idle'],
  done: ['training', 'idle'],
  crashed: ['training', 'idle'],
};

/**
 * What the lifecycle needs of the world.
 *
 * @typedef {object} World
 * @property {() => Promise<import('../api/lab.js').Lab>} startLab  resolves to an engine that can train
 * @property {() => Promise<import('../storage/sweep-store.js').SweepStore | null>} loadStore  resolves to what writes trainings down; null if it cannot be had
 * @property {typeof import('./next-frame.js').nextShown} nextShown  the next state that is worth showing
 * @property {() => Pick<import('../api/page-wasm.js').PageWasm, 'Results'>} wasm
 */

export class TrainingLifecycle extends EventTarget {
  /** @type {World} */
  #world;
  /** @type {State} */
  #state = 'idle';
  /** What the results below belong to. @type {Experiment | null} */
  experiment = null;
  /** @type {Progress | null} */
  progress = null;
  /** The runs that the lab holds, to inspect: of Find D, those that it trained last. @type {RunProgress[]} */
  labRuns = [];
  /** What the lab trains or trained last. @type {Experiment | null} */
  inLab = null;
  /** Finished, or as far as they have got. @type {Results | null} */
  results = null;
  /** What the results show, and what to do next, once there are some. @type {import('../wasm/page/page.js').Answer | null} */
  verdict = null;
  /** What a training that ended has left. @type {Outcomes | null} */
  outcome = null;
  /** Find D, as it stands or as it ended. @type {Finding | null} */
  finding = null;
  /** Why it was given up, as a sentence. */
  error = '';
  /** What failed in it and was mended, a sentence each. @type {string[]} */
  faults = [];
  /** Of Find D: faults of the numbers of heads before. @type {string[]} */
  #faultsBefore = [];
  /** The lab that trains now. @type {import('../api/lab.js').Lab | null} */
  #lab = null;
  /** Loaded with the first training; null where it could not be. @type {import('../storage/sweep-store.js').SweepStore | null} */
  #store = null;
  /** What `results` are of. @type {Experiment | null} */
  #resultsOf = null;
  /** As last handed to `results`, by place in the plan. @type {Map<number, RunProgress>} */
  #known = new Map();
  /** Numbers of heads of Find D that are done, as last stored. */
  #storedLevels = -1;

  /** @param {World} world */
  constructor(world) {
    super();
    this.#world = world;
  }

  get state() {
    return this.#state;
  }

  get isBusy() {
    return this.#state === 'training' || this.#state === 'paused' || this.#state === 'stopping';
  }

  /** Whether all that was asked for has been trained. */
  get isComplete() {
    return this.#state === 'done' && this.progress?.step === this.progress?.steps;
  }

  /** @param {State} state */
  #enter(state) {
    if (!TRANSITIONS[this.#state].includes(state))
      throw new Error(`A training cannot go from ${this.#state} to ${state}.`);
    this.#state = state;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Follows a source from its beginning to its end.
   *
   * @param {TrainingSource} source
   * @param {{ id?: string }} [stored]  what the browser keeps it as, if it does already
   */
  async start(source, { id } = {}) {
    if (this.isBusy) return;
    this.#reset();
    this.experiment = source.experiment;
    this.#enter('training');
    try {
      const lab = await this.#untilStopped(this.#load());
      // The reader stopped it while the engine was loading: that goes on by itself.
      if (!lab) return this.#enter('idle');
      this.#lab = lab;
      this.#store?.begin(source.experiment, id);
      await this.#follow(source, lab);
    } catch (error) {
      await this.#store?.end();
      this.error = sentenceOf(error);
      this.#enter('crashed');
    } finally {
      this.#lab = null;
    }
  }

  /** What a promise resolves to, or null as soon as the reader stops the training. @template T @param {Promise<T>} promise @returns {Promise<T | null>} */
  async #untilStopped(promise) {
    // Its failure is of no interest once nobody waits for it.
    promise.catch(() => {});
    const stopped = new Promise((stop) => {
      const look = () => {
        if (this.#state === 'training' || this.#state === 'paused') return;
        this.removeEventListener('change', look);
        stop(null);
      };
      this.addEventListener('change', look);
    });
    const first = await Promise.race([promise, stopped]);
    return this.#state === 'stopping' ? null : first;
  }

  /** What a training needs. */
  async #load() {
    const lab = await this.#world.startLab();
    this.#store ??= await this.#world.loadStore();
    return lab;
  }

  /** @param {TrainingSource} source @param {import('../api/lab.js').Lab} lab */
  async #follow(source, lab) {
    const control = { isStopping: () => this.#state === 'stopping', untilResumed: () => this.#untilResumed() };
    const updates = source.follow(lab, control);
    let next = await updates.next();
    // Paused while the engine was loading: its Workers listen only from here on.
    if (this.#state === 'paused') lab.pause();
    if (this.#state === 'stopping') lab.stop();
    while (!next.done) {
      await this.#take(next.value);
      this.#save(lab, next.value);
      this.dispatchEvent(new Event('progress'));
      next = await this.#world.nextShown(updates);
    }
    const { experiment, document, finding } = next.value;
    this.experiment = experiment;
    this.finding = finding;
    this.outcome = document;
    // Only now it is known how long a search takes.
    if (finding && !finding.next && this.progress) this.progress = { ...this.progress, steps: this.progress.step };
    this.#finishResults(experiment, document.outcomes);
    this.#enter('done');
    this.#saveEnd(lab);
  }

  /** @param {Update} update */
  async #take({ experiment, inLab, progress, labRuns, finding }) {
    const hasMoved = this.experiment !== experiment || this.finding !== finding;
    if (this.inLab !== inLab) this.#faultsBefore = this.faults;
    this.experiment = experiment;
    this.inLab = inLab;
    this.labRuns = labRuns;
    this.finding = finding;
    if (progress) {
      this.progress = progress;
      await this.#advanceResults(experiment, progress.runs);
    }
    const faults = [...this.#faultsBefore, ...(progress?.faults ?? [])];
    const hasFailed = faults.length > this.faults.length;
    if (hasFailed) this.faults = faults;
    // Between two numbers of heads, or after a fault, more than the numbers change.
    if (hasMoved || hasFailed) this.#changed();
  }

  /** Hands over what is new since the last time: never the whole of a curve. @param {Experiment} experiment @param {RunProgress[]} runs */
  async #advanceResults(experiment, runs) {
    const points = (/** @type {RunProgress} */ { index }) => {
      const known = this.#known.get(index);
      return known ? lengthOf(known) : 0;
    };
    // A training that goes on from a checkpoint may begin with less than was shown before.
    const isShorter = runs.some((run) => lengthOf(run) < points(run));
    if (!this.results || this.#resultsOf !== experiment || isShorter) {
      this.results = this.#world.wasm().Results.inTraining(experiment);
      this.#resultsOf = experiment;
      this.#known = new Map();
    }
    const news = runs.filter((run) => this.#known.get(run.index) !== run).map((run) => ({ run, known: points(run) }));
    const [first = [], ...others] = inParts(news);
    handOver(this.results, first);
    // Whole curves come at once where a sweep goes on from a checkpoint: the page must not wait for all.
    for (const part of others) {
      await new Promise((go) => setTimeout(go));
      handOver(this.results, part);
    }
    for (const { run } of news) this.#known.set(run.index, run);
    this.#judge();
  }

  /** @param {Experiment} experiment @param {import('../api/protocol.js').Outcome[]} outcomes */
  #finishResults(experiment, outcomes) {
    // The curves of a sweep are in the wasm already. Find D ends with another experiment than it trained.
    const isKnown = this.#resultsOf === experiment && this.progress?.runs.length === outcomes.length && !this.finding;
    if (this.results && isKnown) this.results.finish(outcomes);
    else this.results = this.#world.wasm().Results.fromOutcomes(experiment, outcomes);
    this.#judge();
  }

  #judge() {
    this.verdict = this.results?.answer(this.experiment?.isSecret ?? false) ?? null;
  }

  /** @param {import('../api/lab.js').Lab} lab @param {Update} update */
  #save(lab, { experiment, inLab, progress, found }) {
    const store = this.#store;
    if (!store) return;
    if (found && found.length !== this.#storedLevels) {
      this.#storedLevels = found.length;
      store.saveLevel(experiment, inLab, found, lab.engine.name);
    }
    if (progress) store.tick(lab, progress);
  }

  /** Writes the end, and lets go of what was kept only then. @param {import('../api/lab.js').Lab} lab */
  async #saveEnd(lab) {
    const store = this.#store;
    if (!store) return;
    const { finding, outcome, experiment, progress } = this;
    if (finding && experiment && outcome) await store.saveEnd(experiment, outcome);
    else if (progress) await store.save(lab, progress);
    // Another training may have begun meanwhile, and is stored now.
    if (!this.isBusy) store.end();
  }

  /** Has the browser keep how far the training is, without waiting for its turn. */
  async saveNow() {
    if (this.#lab && this.progress && this.isBusy) await this.#store?.save(this.#lab, this.progress);
  }

  async #untilResumed() {
    while (this.#state === 'paused') await new Promise((go) => this.addEventListener('change', go, { once: true }));
  }

  pause() {
    if (this.#state !== 'training') return;
    this.#lab?.pause();
    this.#enter('paused');
  }

  resume() {
    if (this.#state !== 'paused') return;
    this.#lab?.resume();
    this.#enter('training');
  }

  stop() {
    if (this.#state !== 'training' && this.#state !== 'paused') return;
    this.#lab?.stop();
    this.#enter('stopping');
  }

  /** Takes the results off the page. */
  clear() {
    if (this.isBusy) return;
    this.#reset();
    this.experiment = null;
    if (this.#state !== 'idle') this.#enter('idle');
  }

  /** The task of a mystery is a secret no more. */
  reveal() {
    this.experiment = this.experiment?.revealed() ?? null;
    this.#judge();
    this.#changed();
  }

  #reset() {
    // Charts may still draw the results once more: the handle is freed when nothing refers to it.
    Object.assign(this, {
      progress: null,
      labRuns: [],
      inLab: null,
      results: null,
      verdict: null,
      outcome: null,
      finding: null,
      error: '',
      faults: [],
    });
    this.#faultsBefore = [];
    this.#known = new Map();
    this.#resultsOf = null;
    this.#storedLevels = -1;
  }
}
