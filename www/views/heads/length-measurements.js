// The errors of one training's runs, or of a model file, on lists of other lengths: asked for at the engine
// one after the other, and kept while the reader looks at other runs. It draws nothing.
import { sentenceOf } from '../../api/checks.js';
import { headsOf } from './names.js';

/** @typedef {import('../../api/protocol.js').RunProgress} RunProgress */
/** @typedef {import('../../api/protocol.js').LengthError} LengthError */
/** @typedef {import('../../api/run-inspection.js').RunInspection} RunInspection */
/** Numbers of heads, and as many errors for each, as the wasm takes them. @typedef {{ heads: Uint32Array, numbers: Float64Array }} Measured */

/** Sizes in which runs must agree to be lines of one chart: all but their heads, and what follows from these. */
const SHARED = /** @type {const} */ (['T', 'N', 'w', 'L', 'seed']);

/** @param {RunInspection['run']} run */
const sizesOf = (run) => SHARED.map((size) => run[size] ?? 1).join();

/** @param {LengthError} error */
const numbersOf = ({ T, nmse, standardError, largestShare }) => [T, nmse, standardError, largestShare ?? Number.NaN];

export class LengthMeasurements {
  #changed;
  #isEnded = false;
  /** By the sizes of the runs. @type {Map<string, Measured>} */
  #measured = new Map();
  /** The sizes of the runs that are being measured; '' between two measurements. */
  #measuring = '';
  /** How far a measurement is, in words. */
  progress = '';
  problem = '';

  /** @param {() => void} changed  called whenever something is new */
  constructor(changed) {
    this.#changed = changed;
  }

  /** What was measured of the runs of these sizes. @param {RunInspection} run */
  of(run) {
    return this.#measured.get(sizesOf(run.run)) ?? null;
  }

  get isMeasuring() {
    return this.#measuring !== '';
  }

  /** What is measured from now on is of no use: the runs are others. */
  end() {
    this.#isEnded = true;
  }

  /**
   * Measures all runs that differ from this one in their heads alone.
   *
   * @param {RunInspection} run
   * @param {RunProgress[]} runs  of the training; none for a run from a file
   * @param {(index: number) => Promise<RunInspection>} trained
   */
  async measure(run, runs, trained) {
    if (this.isMeasuring) return;
    const sizes = sizesOf(run.run);
    const alike = runs.filter((other) => other.stopped !== 'diverged' && sizesOf(other.run) === sizes);
    const sorted = alike.sort((a, b) => a.run.h - b.run.h);
    this.#measuring = sizes;
    this.problem = '';
    try {
      const measured = sorted.length > 0 ? await this.#all(run.lengths, sorted, trained) : await this.#one(run);
      if (measured) this.#measured.set(sizes, measured);
    } catch (error) {
      this.problem = sentenceOf(error);
    }
    this.#measuring = '';
    this.#say('');
  }

  /** @param {RunInspection} run @returns {Promise<Measured>} */
  async #one(run) {
    this.#say('Measuring …');
    return { heads: new Uint32Array([run.run.h]), numbers: new Float64Array(await this.#errors(run, run.lengths)) };
  }

  /**
   * @param {number[]} lengths
   * @param {RunProgress[]} runs
   * @param {(index: number) => Promise<RunInspection>} trained
   * @returns {Promise<Measured | null>} null where the runs are others meanwhile
   */
  async #all(lengths, runs, trained) {
    /** @type {number[]} */
    const numbers = [];
    for (const [place, { index, run }] of runs.entries()) {
      this.#say(`Measuring ${headsOf(run)}, ${place + 1} of ${runs.length} …`);
      // A run of its own: that on display is freed when the reader picks another.
      const own = await trained(index);
      try {
        numbers.push(...(await this.#errors(own, lengths)));
      } finally {
        own.dispose();
      }
      if (this.#isEnded) return null;
    }
    return { heads: new Uint32Array(runs.map(({ run }) => run.h)), numbers: new Float64Array(numbers) };
  }

  /** @param {RunInspection} run @param {number[]} lengths */
  async #errors(run, lengths) {
    /** @type {number[]} */
    const numbers = [];
    for (const T of lengths) numbers.push(...numbersOf(await run.errorAtLength(T)));
    return numbers;
  }

  /** @param {string} progress */
  #say(progress) {
    this.progress = progress;
    if (!this.#isEnded) this.#changed();
  }
}
