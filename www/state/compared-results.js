// Results to compare with: recorded ones that ship with the page, results of a link or a file, and
// the reader's own earlier ones, of which pinned ones stay in the browser.
import { randomId } from '../api/random-id.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').Results} Results */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */

/**
 * @typedef {object} ComparedResult
 * @property {string} id
 * @property {string} name  in the chart
 * @property {string} note  more about it, for captions
 * @property {boolean} isVisible
 * @property {boolean} isOwn     the reader's own, and not recorded with the page
 * @property {boolean} isPinned  kept in this browser
 * @property {Outcomes} document
 * @property {Experiment} experiment
 * @property {Results} results
 */

/** Earlier results that stay without being pinned; the oldest go. */
const MOST_UNPINNED = 3;

export class ComparedResults {
  /** @type {ComparedResult[]} */
  list = [];
  #wasm;
  #changed;

  /** @param {() => PageWasm} wasm @param {() => void} changed */
  constructor(wasm, changed) {
    this.#wasm = wasm;
    this.#changed = changed;
  }

  /**
   * Adds results. Throws what is wrong with their experiment or outcomes.
   *
   * @param {{ name: string, document: Outcomes } & Partial<Omit<ComparedResult, 'name' | 'document' | 'experiment' | 'results'>>} added
   */
  add({ name, document, note = name, isOwn = true, isPinned = false, isVisible = true, id = randomId() }) {
    const { Experiment, Results } = this.#wasm();
    const experiment = Experiment.fromJson(JSON.stringify(document.experiment));
    const results = Results.fromOutcomes(experiment, document.outcomes);
    const compared = { id, name, note, isOwn, isPinned, isVisible, document, experiment, results };
    this.list = [...this.list, compared];
    this.#changed();
    return compared;
  }

  /** @param {string} id @param {Partial<Pick<ComparedResult, 'name' | 'note' | 'isVisible' | 'isPinned'>>} change */
  change(id, change) {
    this.list = this.list.map((one) => (one.id === id ? { ...one, ...change } : one));
    this.#changed();
  }

  /** @param {string} id */
  remove(id) {
    this.list = this.list.filter((one) => one.id !== id);
    this.#changed();
  }

  /** Of the reader's own results that are not pinned only the newest stay. */
  removeOldest() {
    const unpinned = this.list.filter(({ isOwn, isPinned }) => isOwn && !isPinned);
    for (const { id } of unpinned.slice(0, -MOST_UNPINNED)) this.remove(id);
  }
}
