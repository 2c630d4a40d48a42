// One trained run, to look into: where its heads look, which feature each watches, what is lost
// without one, its weights, its file. The numbers are the engine's: this asks the Worker that has
// the run.

/** @typedef {import('./pool.js').Pool} Pool */
/** @typedef {import('./types.js').Experiment} Experiment */
/** @typedef {import('./types.js').Run} Run */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Specialisation} Specialisation */
/** @typedef {import('./types.js').Weight} Weight */
/** @typedef {import('./types.js').Predictions} Predictions */

/** Random sequences are counted in 32 bits; the last is the first validation sequence. */
const MOST_SEQUENCES = 2 ** 32 - 2;

let count = 0;

/** @param {{ pool: Pool, place: number, id: number }} where */
const free = ({ pool, place, id }) => void pool.ask(place, 'forget', { run: id }).catch(() => {});

/** Frees in the Worker what nobody holds on the page any more. */
const left = new FinalizationRegistry(free);

/**
 * Checks a number given by a user.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
export function whole(name, value, least, most) {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new Error(`${name} is ${show(value)}, but must be a whole number ${range}.`);
}

/** @param {unknown} value */
const show = (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** Checks that a sequence is lists of numbers; the engine checks their sizes. @param {any} sequence */
function tokensOf(sequence) {
  const isList = (/** @type {unknown} */ list) => Array.isArray(list) || list instanceof Float32Array || list instanceof Float64Array;
  const isToken = (/** @type {any} */ token) => isList(token) && Array.from(token).every((number) => typeof number === 'number');
  if (Array.isArray(sequence) && sequence.every(isToken)) return sequence.map((token) => Array.from(token));
  throw new Error('sequence must be a list of tokens, each a list of numbers.');
}

/** A run as it was when it was asked for: training on does not change it. */
export class Trained {
  #pool;
  #place;
  #id;
  #disposed = false;

  /**
   * Has the Worker at `place` open a run.
   *
   * @param {Pool} pool
   * @param {number} place
   * @param {'trained' | 'open'} call
   * @param {object} question
   */
  static async from(pool, place, call, question) {
    count += 1;
    const id = count;
    return new Trained(pool, place, id, await pool.ask(place, call, { ...question, run: id }));
  }

  /**
   * @param {Pool} pool
   * @param {number} place
   * @param {number} id
   * @param {{ experiment: Experiment, run: Run, heads: number }} about
   */
  constructor(pool, place, id, { experiment, run, heads }) {
    this.#pool = pool;
    this.#place = place;
    this.#id = id;
    this.experiment = experiment;
    this.run = run;
    /** How many heads it has, all layers' side by side. */
    this.heads = heads;
    left.register(this, { pool, place, id }, this);
  }

  /** @param {string} call  @param {object} [question]  @returns {Promise<any>} */
  #ask(call, question = {}) {
    if (this.#disposed) throw new Error('This run was disposed of.');
    return this.#pool.ask(this.#place, call, { ...question, run: this.#id });
  }

  /**
   * What the run makes of one sequence: a given one, or the `index`-th random one of its task.
   *
   * @param {{ sequence?: number[][], index?: number }} [which]
   * @returns {Promise<Look>}
   */
  async look({ sequence, index } = {}) {
    if (sequence === undefined) return this.#ask('look', { index: whole('index', index ?? 0, 0, MOST_SEQUENCES) });
    if (index !== undefined) throw new Error('look() takes a sequence or an index, not both.');
    return this.#ask('look', { sequence: tokensOf(sequence) });
  }

  /**
   * Which head watches which feature; null for a task without features to watch.
   *
   * @returns {Promise<Specialisation | null>}
   */
  async specialisation() {
    return this.#ask('specialisation');
  }

  /**
   * The error on the whole validation set, as it is or with one head silenced.
   *
   * @param {{ without?: number }} [options]
   * @returns {Promise<number>}
   */
  async error({ without } = {}) {
    return this.#ask('error', without === undefined ? {} : { without: whole('without', without, 0, this.heads - 1) });
  }

  /**
   * Predictions and targets of the first validation sequences, number by number.
   *
   * @param {number} [count]  all of them without it
   * @returns {Promise<Predictions>}
   */
  async predictions(count) {
    const all = Number(this.experiment.recipe.validationSequences);
    return this.#ask('predictions', { count: whole('count', count ?? all, 1, all) });
  }

  /**
   * Its weights, by name.
   *
   * @returns {Promise<Record<string, Weight>>}
   */
  async weights() {
    return this.#ask('weights');
  }

  /**
   * The run as a model file, which `lab.open`, `headcount inspect` and numpy read.
   *
   * @returns {Promise<Uint8Array>}
   */
  async toSafetensors() {
    return this.#ask('toSafetensors');
  }

  /** Frees the run at once, not when the browser finds that nobody holds it. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    left.unregister(this);
    free({ pool: this.#pool, place: this.#place, id: this.#id });
  }
}
