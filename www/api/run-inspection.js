// One trained run, to inspect: where its heads look, which target each watches, what is lost without
// some of them, its weights, its file. The engine computes; this asks the Worker that has the run.
import { checkSequence, checkWhole } from './checks.js';

/** @import { Pool } from './pool.js' */
/** @typedef {import('./protocol.js').InspectedRun} InspectedRun */
/** @typedef {import('./protocol.js').Look} Look */
/** @typedef {import('./protocol.js').Specialisation} Specialisation */
/** @typedef {import('./protocol.js').Weight} Weight */
/** @typedef {import('./protocol.js').Predictions} Predictions */
/** @typedef {import('./protocol.js').LengthError} LengthError */
/** One head or several, counted from 0, one layer after the other. @typedef {number | number[]} Heads */

/** Random sequences are counted in 32 bits; the last is the first validation sequence. */
const LAST_SEQUENCE = 2 ** 32 - 2;

/** The most tokens of a sequence. */
const LONGEST = 1024;

let count = 0;

/** @param {{ pool: Pool, place: number, inspected: number }} where */
const release = ({ pool, place, inspected }) => void pool.ask(place, 'release', { inspected }).catch(() => {});

/** Frees runs in the Worker that nothing on the page refers to any more. */
const unreferenced = new FinalizationRegistry(release);

/** A run as it was when it was asked for: training on does not change it. */
export class RunInspection {
  #pool;
  #place;
  #inspected;
  #isDisposed = false;

  /** A run of the last training that the Worker at `place` has. @internal @param {Pool} pool @param {number} place @param {number} index */
  static async ofRun(pool, place, index) {
    count += 1;
    const inspected = count;
    return new RunInspection(pool, place, inspected, await pool.ask(place, 'inspect', { inspected, index }));
  }

  /** A run from a model file. @internal @param {Pool} pool @param {Uint8Array} bytes */
  static async ofFile(pool, bytes) {
    count += 1;
    const inspected = count;
    return new RunInspection(pool, 0, inspected, await pool.ask(0, 'open', { inspected, bytes }));
  }

  /**
   * @internal
   * @param {Pool} pool
   * @param {number} place
   * @param {number} inspected
   * @param {InspectedRun} about
   */
  constructor(pool, place, inspected, { experiment, run, heads, lengths }) {
    this.#pool = pool;
    this.#place = place;
    this.#inspected = inspected;
    this.experiment = experiment;
    this.run = run;
    /** How many heads it has, all layers' side by side. */
    this.heads = heads;
    /** Lengths of sequences to try with `errorAtLength`: its own, and longer ones; none where it can read no other. */
    this.lengths = lengths;
    unreferenced.register(this, { pool, place, inspected }, this);
  }

  /**
   * @template {import('./protocol.js').QuestionName} Name
   * @param {Name} name
   * @param {import('./protocol.js').QuestionAbout<Name>} question
   * @returns {Promise<import('./protocol.js').AnswerTo<Name>>}
   */
  #ask(name, question) {
    if (this.#isDisposed) throw new Error('This run was disposed of.');
    const whole = { ...question, inspected: this.#inspected };
    return this.#pool.ask(
      this.#place,
      name,
      /** @type {import('./protocol.js').QuestionOf<Name>} */ (/** @type {unknown} */ (whole)),
    );
  }

  /** @param {Heads | undefined} without */
  #headsOf(without) {
    const heads = without === undefined ? [] : Array.isArray(without) ? without : [without];
    return heads.map((head) => checkWhole('without', head, 0, this.heads - 1));
  }

  /**
   * What the run makes of one sequence: a given one, or the `index`-th random one of its task.
   *
   * @param {{ sequence?: number[][], index?: number, without?: Heads }} [which]  `without`: heads that are silenced
   * @returns {Promise<Look>}
   */
  async look({ sequence, index, without } = {}) {
    const heads = this.#headsOf(without);
    if (sequence === undefined)
      return this.#ask('look', { index: checkWhole('index', index ?? 0, 0, LAST_SEQUENCE), without: heads });
    if (index !== undefined) throw new Error('look() takes a sequence or an index, not both.');
    return this.#ask('look', { sequence: checkSequence(sequence), without: heads });
  }

  /**
   * Which head watches which target; null for a task without targets to watch.
   *
   * @returns {Promise<Specialisation | null>}
   */
  async specialisation() {
    return this.#ask('specialisation', {});
  }

  /**
   * The error on the whole validation set, as it is or with heads silenced.
   *
   * @param {{ without?: Heads }} [options]
   * @returns {Promise<number>}
   */
  async error({ without } = {}) {
    return this.#ask('error', { without: this.#headsOf(without) });
  }

  /**
   * The error on unseen sequences of `T` tokens, another length than it was trained on, without any training.
   *
   * @param {number} T
   * @returns {Promise<LengthError>}
   */
  async errorAtLength(T) {
    return this.#ask('errorAtLength', { T: checkWhole('T', T, 1, LONGEST) });
  }

  /**
   * Predictions and targets of the first validation sequences, number by number.
   *
   * @param {number} [count]  all of them without it
   * @param {{ without?: Heads }} [options]
   * @returns {Promise<Predictions>}
   */
  async predictions(count, { without } = {}) {
    const all = this.experiment.recipe.validationSequences;
    return this.#ask('predictions', {
      count: checkWhole('count', count ?? all, 1, all),
      without: this.#headsOf(without),
    });
  }

  /**
   * Its weights, by name.
   *
   * @returns {Promise<Record<string, Weight>>}
   */
  async weights() {
    return this.#ask('weights', {});
  }

  /**
   * The run as a model file, which `lab.open`, `headcount inspect` and numpy read.
   *
   * @returns {Promise<Uint8Array>}
   */
  async toSafetensors() {
    return this.#ask('toSafetensors', {});
  }

  /** Frees the run at once, not when the browser finds that nothing refers to it. */
  dispose() {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    unreferenced.unregister(this);
    release({ pool: this.#pool, place: this.#place, inspected: this.#inspected });
  }
}
