// A long list that is rendered a part at a time: the options of 2000 runs all at once would hold up the
// page. Each frame adds some, until all are there.

/** Entries that are added in one frame. */
const ENTRIES_A_FRAME = 150;

export class GrowingList {
  #count = ENTRIES_A_FRAME;
  #update;
  #isWaiting = false;

  /** @param {() => void} update  renders again */
  constructor(update) {
    this.#update = update;
  }

  /** Those entries that are to be rendered now, and the one at `needed` in any case. @template T @param {T[]} all @param {number} [needed] @returns {T[]} */
  of(all, needed = 0) {
    if (this.#count >= all.length) return all;
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      requestAnimationFrame(() => {
        this.#isWaiting = false;
        this.#count += ENTRIES_A_FRAME;
        this.#update();
      });
    }
    const first = all.slice(0, this.#count);
    return needed >= first.length && all[needed] !== undefined ? [...first, all[needed]] : first;
  }
}
