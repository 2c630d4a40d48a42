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
 * @property {string} record     which of those recorded with the page it is, where words are about it alone; else ''
 * @property {boolean} isPinned  kept in this browser
 * @property {Outcomes} document
 * @property {Experiment} experiment
 * @property {Results} results
 */

/**
 * What is added; `results` are of this document, where they are known, so that its curves are not read once more.
 *
 * @typedef {{ name: string, document: Outcomes, results?: Results } & Partial<Omit<ComparedResult, 'name' | 'document' | 'experiment' | 'results'>>} AddedResult
 */

/** Earlier results that stay without being pinned; the oldest go. */
const MOST_UNPINNED = 3;
/** The reader's own results that charts show at once: more could not be told apart, and would be slow to draw. */
export const MOST_VISIBLE = 8;

/** Ids sort by when they were made, and so do the pins that the browser keeps by them. */
const newId = () => `${Date.now().toString(36)}-${randomId()}`;

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

  /** Adds results, the newest last. Throws what is wrong with their experiment or outcomes. @param {AddedResult} added */
  add(added) {
    const compared = this.#checked(added);
    this.list = [...this.list, compared];
    this.#hideOldest(compared.id);
    this.#changed();
    return compared;
  }

  /**
   * Adds results that were pinned before all those pinned ones that are here. Nobody is told: where
   * there are many, that is for once in a while. Throws as `add` does.
   *
   * @param {AddedResult} added
   */
  addEarlier(added) {
    const compared = this.#checked(added);
    compared.isVisible &&= this.#visible.length < MOST_VISIBLE;
    const at = this.list.findIndex(({ isPinned }) => isPinned);
    this.list = this.list.toSpliced(at < 0 ? this.list.length : at, 0, compared);
    return compared;
  }

  /** @param {AddedResult} added @returns {ComparedResult} */
  #checked({
    name,
    document,
    results: known,
    note = name,
    isOwn = true,
    isPinned = false,
    isVisible = true,
    record = '',
    id = newId(),
  }) {
    if (!document?.experiment)
      throw new Error('These results belong to no experiment: the field "experiment" is missing.');
    const { Experiment, Results } = this.#wasm();
    const experiment = Experiment.fromJson(JSON.stringify(document.experiment));
    const results = known ?? Results.fromOutcomes(experiment, document.outcomes);
    return { id, name, note, isOwn, record, isPinned, isVisible, document, experiment, results };
  }

  get #visible() {
    return this.list.filter(({ isOwn, isVisible }) => isOwn && isVisible);
  }

  /** Where too many are visible, the oldest are no more. @param {string} kept  the id of one that stays */
  #hideOldest(kept) {
    const visible = this.#visible;
    const others = visible.filter(({ id }) => id !== kept);
    const hidden = new Set(others.slice(0, Math.max(0, visible.length - MOST_VISIBLE)));
    if (hidden.size) this.list = this.list.map((one) => (hidden.has(one) ? { ...one, isVisible: false } : one));
  }

  /** @param {string} id @param {Partial<Pick<ComparedResult, 'name' | 'note' | 'isVisible' | 'isPinned'>>} change */
  change(id, change) {
    this.list = this.list.map((one) => (one.id === id ? { ...one, ...change } : one));
    if (change.isVisible) this.#hideOldest(id);
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
