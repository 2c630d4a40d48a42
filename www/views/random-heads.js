// Paper 2's random heads of rank 1, as the rank view draws them: computed once, a little at a time, on the
// page's own thread. No engine is needed; the formula is in the wasm (crate/lab/src/random_heads.rs).
import { Picture } from './pictures.js';

/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */

/** Of more heads one draw would take too long; of fewer draws the mean would say little. */
const MOST_HEADS = 256;
const DRAWS = 5;

/** How many heads are computed between two looks at the clock, and how long the page may wait, in milliseconds. */
const HEADS_AT_ONCE = 8;
const LONGEST_TASK = 8;

/** The number of dimensions of the paper's own figure. */
export const PAPERS_D = 64;

export class RandomHeads {
  #wasm;
  #heads;
  /** The numbers of dimensions that were asked for, in this order. @type {Set<number>} */
  #asked = new Set();
  /** @type {Set<number>} */
  #computed = new Set();
  #isComputing = false;
  #changed;

  /** @param {PageWasm} wasm @param {() => void} changed  called when there is more to draw */
  constructor(wasm, changed) {
    this.#wasm = wasm;
    this.#heads = new wasm.RandomHeads(MOST_HEADS, DRAWS);
    this.#changed = changed;
  }

  /** The chart in these numbers of dimensions, as far as they are computed. @param {number[]} dimensions */
  picture(dimensions) {
    for (const d of dimensions) this.#asked.add(d);
    void this.#compute();
    const list = new Uint32Array(new Set(dimensions));
    return new Picture(() => this.#wasm.Chart.randomHeads(this.#heads, list));
  }

  async #compute() {
    if (this.#isComputing) return;
    this.#isComputing = true;
    // What is asked for meanwhile is computed too.
    for (const d of this.#asked) {
      if (this.#computed.has(d)) continue;
      do await new Promise((go) => setTimeout(go));
      while (this.#advance(d));
      this.#computed.add(d);
      this.#changed();
    }
    this.#isComputing = false;
  }

  /** Computes for a moment; says whether there is more to come. @param {number} d */
  #advance(d) {
    const began = performance.now();
    while (this.#heads.advance(d, HEADS_AT_ONCE)) if (performance.now() - began > LONGEST_TASK) return true;
    return false;
  }
}
