// What the inspector knows of one run: asks the engine for it in the right order, one question at a
// time, and forgets what is out of date. It draws nothing and computes nothing.
import { silence } from './silence.js';

/** @typedef {import('../../api/run-inspection.js').Trained} Trained */
/** @typedef {import('../../api/types.js').Look} Look */
/** @typedef {import('../../api/types.js').Specialisation} Specialisation */
/** @typedef {import('../../api/types.js').Predictions} Predictions */
/** @typedef {number | number[][]} Sequence  a random one by its number, or one of the reader's own */

/** As many sequences as a scatter can show. */
const MOST_POINTS = 512;

/**
 * @typedef {object} Found  of a run as it is, or without some heads
 * @property {Look} look
 * @property {number} error
 * @property {Predictions} predictions
 */

export class Inside {
  /** Without the heads that are off; the run itself where none is. @type {Trained | null} */
  #silenced = null;
  #stale = { run: false, heads: false, look: false };
  #asking = false;

  /**
   * @param {() => Promise<Trained>} take  gives the run as it is now
   * @param {(bytes: Uint8Array) => Promise<Trained>} open
   * @param {(problem: unknown) => void} tell  called whenever something is new; with what went wrong, if it did
   */
  constructor(take, open, tell) {
    this.take = take;
    this.open = open;
    this.tell = tell;
    this.gone = false;
    /** @type {Trained | null} */
    this.trained = null;
    /** Whether the run is ours to free. */
    this.own = true;
    /** Silenced heads. @type {Set<number>} */
    this.off = new Set();
    /** @type {Sequence} */
    this.sequence = 0;
    /** @type {Specialisation | null} */
    this.specialisation = null;
    /** The run as it is. @type {Found | null} */
    this.whole = null;
    /** Without the heads that are off; the same where none is. @type {Found | null} */
    this.now = null;
    /** The heads that `now` is without: it may lag behind what was asked for. @type {number[]} */
    this.without = [];
  }

  /** Asks anew for the run and all that follows from it; or less. @param {'run' | 'heads' | 'look'} what */
  refresh(what) {
    this.#stale[what] = true;
    if (!this.#asking) this.#ask();
  }

  get idle() {
    return !this.#asking;
  }

  dispose() {
    this.gone = true;
    this.#drop();
  }

  #drop() {
    if (this.#silenced !== this.trained) this.#silenced?.dispose();
    if (this.own) this.trained?.dispose();
    this.#silenced = null;
    this.trained = null;
  }

  async #ask() {
    this.#asking = true;
    try {
      while (!this.gone && (this.#stale.run || this.#stale.heads || this.#stale.look)) await this.#once();
    } catch (error) {
      this.#stale = { run: false, heads: false, look: false };
      if (!this.gone) this.tell(error);
    }
    this.#asking = false;
  }

  async #once() {
    const stale = this.#stale;
    this.#stale = { run: false, heads: false, look: false };
    let { specialisation, whole, now, without } = this;
    if (stale.run || !this.trained) {
      const trained = await this.take();
      if (this.gone) return this.own ? trained.dispose() : undefined;
      const before = [this.trained, this.#silenced];
      this.trained = trained;
      this.#silenced = null;
      for (const old of new Set(before)) if (this.own || old !== before[0]) old?.dispose();
      specialisation = await trained.specialisation();
      whole = await this.#found(trained);
    } else if (stale.look && whole) {
      whole = { ...whole, look: await this.#look(this.trained) };
    }
    if (stale.run || stale.heads || !this.#silenced) {
      if (this.#silenced !== this.trained) this.#silenced?.dispose();
      without = [...this.off].sort((a, b) => a - b);
      this.#silenced = this.trained;
      if (without.length > 0) {
        const file = await this.trained.toSafetensors();
        this.#silenced = await this.open(silence(file, this.trained.run, without));
      }
      now = this.#silenced === this.trained ? whole : await this.#found(this.#silenced);
    } else if (this.#silenced === this.trained) {
      now = whole;
    } else if (now) {
      now = { ...now, look: await this.#look(this.#silenced) };
    }
    if (this.gone) return;
    Object.assign(this, { specialisation, whole, now, without });
    this.tell(null);
  }

  /** @param {Trained} trained */
  async #found(trained) {
    const { validationSequences } = trained.experiment.recipe;
    return {
      look: await this.#look(trained),
      error: await trained.error(),
      predictions: await trained.predictions(Math.min(MOST_POINTS, Number(validationSequences))),
    };
  }

  /** @param {Trained} trained */
  #look(trained) {
    const { sequence } = this;
    return trained.look(typeof sequence === 'number' ? { index: sequence } : { sequence });
  }
}
