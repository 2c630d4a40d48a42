// What the inspector knows of one run: asks the engine for it in the right order, one question at a
// time, and asks again for what is out of date. It draws nothing and computes nothing.

/** @typedef {import('../../api/run-inspection.js').RunInspection} RunInspection */
/** @typedef {import('../../api/protocol.js').Look} Look */
/** @typedef {import('../../api/protocol.js').Specialisation} Specialisation */
/** @typedef {import('../../api/protocol.js').Predictions} Predictions */
/** A random sequence by its number, or one of the reader's own. @typedef {number | number[][]} Sequence */
/** What has to be asked for again: the run and all that follows from it, or less. @typedef {'run' | 'heads' | 'look'} Part */

/** As many sequences as a scatter chart can show. */
const MOST_POINTS = 512;

/**
 * What the engine says of a run, with all heads or without some.
 *
 * @typedef {object} Findings
 * @property {Look} look
 * @property {number} error
 * @property {Predictions} predictions
 */

const NOTHING_STALE = { run: false, heads: false, look: false };

export class Inspection {
  #takeRun;
  #changed;
  /** Whether the run is freed here. */
  #ownsRun;
  #isDisposed = false;
  #stale = { ...NOTHING_STALE };
  #isAsking = false;
  /** @type {RunInspection | null} */
  run = null;
  /** Heads that the reader has silenced. @type {Set<number>} */
  silenced = new Set();
  /** @type {Sequence} */
  sequence;
  /** @type {Specialisation | null} */
  specialisation = null;
  /** With all heads. @type {Findings | null} */
  whole = null;
  /** Without the silenced heads; the same as `whole` where there are none. @type {Findings | null} */
  now = null;
  /** The heads that `now` is without: the engine's answer may lag behind `silenced`. @type {number[]} */
  without = [];

  /**
   * @param {() => Promise<RunInspection>} takeRun  resolves to the run as it is now
   * @param {object} options
   * @param {boolean} options.ownsRun
   * @param {Sequence} options.sequence
   * @param {(problem: unknown) => void} options.changed  called whenever something is new; with what went wrong, if it did
   */
  constructor(takeRun, { ownsRun, sequence, changed }) {
    this.#takeRun = takeRun;
    this.#ownsRun = ownsRun;
    this.#changed = changed;
    this.sequence = sequence;
  }

  /** @param {Part} part */
  refresh(part) {
    this.#stale[part] = true;
    if (!this.#isAsking) this.#ask();
  }

  get isIdle() {
    return !this.#isAsking;
  }

  dispose() {
    this.#isDisposed = true;
    if (this.#ownsRun) this.run?.dispose();
    this.run = null;
  }

  async #ask() {
    this.#isAsking = true;
    try {
      while (!this.#isDisposed && (this.#stale.run || this.#stale.heads || this.#stale.look)) await this.#askOnce();
    } catch (error) {
      this.#stale = { ...NOTHING_STALE };
      if (!this.#isDisposed) this.#changed(error);
    }
    this.#isAsking = false;
  }

  async #askOnce() {
    const stale = this.#stale;
    this.#stale = { ...NOTHING_STALE };
    let { specialisation, whole, now, without } = this;
    const isFirst = stale.run || !this.run;
    const run = isFirst ? await this.#takeRun() : /** @type {RunInspection} */ (this.run);
    if (isFirst) {
      if (this.#isDisposed) return this.#ownsRun ? run.dispose() : undefined;
      if (this.#ownsRun) this.run?.dispose();
      this.run = run;
      specialisation = await run.specialisation();
      whole = await this.#findings(run, []);
    } else if (stale.look && whole) {
      whole = { ...whole, look: await this.#look(run, []) };
    }
    if (isFirst || stale.heads) {
      without = [...this.silenced].sort((a, b) => a - b);
      now = without.length > 0 ? await this.#findings(run, without) : whole;
    } else if (without.length === 0) {
      now = whole;
    } else if (now) {
      now = { ...now, look: await this.#look(run, without) };
    }
    if (this.#isDisposed) return;
    Object.assign(this, { specialisation, whole, now, without });
    this.#changed(null);
  }

  /** @param {RunInspection} run @param {number[]} without @returns {Promise<Findings>} */
  async #findings(run, without) {
    const count = Math.min(MOST_POINTS, run.experiment.recipe.validationSequences);
    return {
      look: await this.#look(run, without),
      error: await run.error({ without }),
      predictions: await run.predictions(count, { without }),
    };
  }

  /** @param {RunInspection} run @param {number[]} without */
  #look(run, without) {
    const { sequence } = this;
    return run.look(typeof sequence === 'number' ? { index: sequence, without } : { sequence, without });
  }
}
