// Predict first: the errors that a reader expects, one for each number of heads. State alone: how it
// is drawn stands in views/prediction-editor.js, and how good it was is computed by the wasm.

/** @typedef {import('../wasm/page/page.js').ExpectedError} ExpectedError */

export class Prediction {
  /** Whether the reader is drawing it: then nothing may be shown that tells how it turned out. */
  isDrawing = false;
  /** Which line of the results it is compared with, by its name; else the first. */
  line = '';
  /** By number of heads; those that the settings do not have any more stay: they may come back. @type {Map<number, number>} */
  #errors = new Map();
  /** What Cancel returns to. @type {Map<number, number>} */
  #before = new Map();
  /** The task that it was made for: of another task, something else would be expected. @type {import('../wasm/page/page.js').Experiment | null} */
  #madeFor = null;
  #changed;

  /** @param {() => void} changed  called whenever it has changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Whether there is one. */
  get isMade() {
    return this.#errors.size > 0;
  }

  /** The error expected of `h` heads. @param {number} h */
  of(h) {
    return this.#errors.get(h);
  }

  /** As far as it is known for these numbers of heads. @param {number[]} heads @returns {ExpectedError[]} */
  errors(heads) {
    return [...this.#errors].filter(([h]) => heads.includes(h)).map(([h, value]) => ({ h, value }));
  }

  begin() {
    this.#before = this.#errors;
    this.isDrawing = true;
    this.#changed();
  }

  /** @param {ExpectedError[]} errors */
  set(errors) {
    // A map of its own: the one before is what Cancel returns to.
    this.#errors = new Map(this.#errors);
    for (const { h, value } of errors) this.#errors.set(h, value);
    this.#changed();
  }

  /** Takes back what is expected of `h` heads, or all of it. @param {number} [h] */
  clear(h) {
    this.#errors = new Map([...this.#errors].filter(([other]) => h !== undefined && other !== h));
    this.#changed();
  }

  cancel() {
    this.#errors = this.#before;
    this.isDrawing = false;
    this.#changed();
  }

  /** Ends the drawing, if it was being drawn: from now on it is compared with results of this task. @param {import('../wasm/page/page.js').Experiment} experiment */
  settle(experiment) {
    if (!this.isDrawing && !(this.#madeFor?.hasEqualTask(experiment) ?? false)) return this.discard();
    this.isDrawing = false;
    this.#madeFor = experiment;
    this.#changed();
  }

  discard() {
    this.isDrawing = false;
    this.clear();
  }
}

/** The prediction beside each line of the results, in the wasm's words. @param {import('./session.js').Session} session @returns {[name: string, sentence: string][]} */
export function comparisons({ displayedExperiment, training, prediction }) {
  if (!displayedExperiment || !training.results || !training.outcome || prediction.isDrawing || !prediction.isMade)
    return [];
  return training.results.compare(prediction.errors(displayedExperiment.toFields().grid.h));
}
