// Predict first: the errors that a reader expects, one for each number of heads. State alone: how it
// is drawn stands in predicting.js, and what it is worth is computed by the wasm.

/** An error that is expected of h heads. @typedef {{ h: number, value: number }} Expected */

export class Prediction {
  /** Whether it is being drawn: then nothing may be shown that tells how it turned out. */
  drawing = false;
  /** Which line of the results it is compared with, by its name; else the first. */
  line = '';
  /** By number of heads. Of those that the settings have left: they may come back. @type {Map<number, number>} */
  #errors = new Map();
  /** What Cancel returns to. @type {Map<number, number>} */
  #before = new Map();
  /** What it was made for: of another task, something else would be expected. */
  #task = '';
  #changed;

  /** @param {() => void} changed  whoever shows something looks again */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Whether there is one. */
  get made() {
    return this.#errors.size > 0;
  }

  /** @param {number} h */
  of(h) {
    return this.#errors.get(h);
  }

  /** As far as it is known for these. @param {number[]} heads @returns {Expected[]} */
  marks(heads) {
    return [...this.#errors].filter(([h]) => heads.includes(h)).map(([h, value]) => ({ h, value }));
  }

  begin() {
    this.#before = this.#errors;
    this.drawing = true;
    this.#changed();
  }

  /** @param {Expected[]} marks */
  set(marks) {
    // A map of its own: the one before is kept.
    this.#errors = new Map([...this.#errors, ...marks.map(({ h, value }) => /** @type {[number, number]} */ ([h, value]))]);
    this.#changed();
  }

  /** Takes back what is expected of h heads, or all of it. @param {number} [h] */
  clear(h) {
    this.#errors = new Map([...this.#errors].filter(([other]) => h !== undefined && other !== h));
    this.#changed();
  }

  cancel() {
    this.#errors = this.#before;
    this.drawing = false;
    this.#changed();
  }

  /** It is drawn, if it was not, and is held against results for this task. @param {object} task */
  settle(task) {
    const text = JSON.stringify(task);
    if (!this.drawing && text !== this.#task) return this.forget();
    this.drawing = false;
    this.#task = text;
    this.#changed();
  }

  /** As if there had never been one. */
  forget() {
    this.drawing = false;
    this.clear();
  }
}
