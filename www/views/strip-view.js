// <headcount-strip>: the few controls that most readers need, large and above the picture: how many
// targets, how long a sequence, how many heads. Each sets fields of the experiment together, so that
// what it sets can always be trained; everything else is in the drawer of all settings.
import { css, html, nothing } from 'lit';
import { SessionView } from './session-view.js';
import { base } from './styles.js';

/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */

/** Its controls; the last opens the drawer of all settings. */
export const STRIP = /** @type {const} */ (['targets', 'length', 'heads', 'settings']);

const MOST_TARGETS = 6;
const MOST_HEADS = 8;
const LENGTHS = [4, 8, 16, 32, 64];

/** @param {number} most */
const upTo = (most) => Array.from({ length: most }, (_, i) => i + 1);
/** 1, 2, 4, … @param {number} most */
const doubledUpTo = (most) => upTo(most).filter((h) => Number.isInteger(Math.log2(h)));

/** "1 to 5", "1, 2, 4". @param {number[]} heads */
const listed = (heads) => {
  const isRange = heads.length > 1 && heads.every((h, i) => i === 0 || h === heads[i - 1] + 1);
  return isRange ? `${heads[0]} to ${heads[heads.length - 1]}` : heads.join(', ');
};

export class StripView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    css`
    /* Its room is kept until the experiment is there. */
    :host { display: flex; flex-wrap: wrap; gap: 4px 28px; align-items: center; min-height: 44px; }
    label { display: inline-flex; gap: 10px; align-items: center; min-height: 44px; color: var(--quiet); }
    output { min-width: 2ch; color: var(--ink); font-weight: 600; font-variant-numeric: tabular-nums; }
    .heads output { min-width: 5ch; }
    input[type='range'] { width: 112px; }
    .all { padding: 0 4px; border: 0; color: var(--ink); background: none; text-decoration: underline; text-underline-offset: 3px; }
    @media (max-width: 700px) {
      /* Three beside each other, so that the picture is in sight. */
      :host { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0 14px; align-content: start; width: 100%; min-height: 112px; }
      label { display: grid; grid-template-columns: auto 1fr; gap: 0 6px; }
      output, .heads output { min-width: 0; overflow: hidden; text-align: right; text-overflow: ellipsis; white-space: nowrap; }
      input[type='range'] { grid-column: 1 / -1; grid-row: 2; width: 100%; min-height: 32px; margin: 0; }
      .all { grid-column: 1 / -1; justify-self: start; }
    }
    @media (max-width: 380px) {
      :host { gap: 0 8px; grid-template-columns: 2fr 2fr 3fr; }
      label { font-size: 0.8rem; gap: 0 4px; }
    }
  `,
  ];
  static properties = { ...SessionView.properties, isOpen: { attribute: false }, shown: { attribute: false } };

  constructor() {
    super();
    /** Whether the drawer of all settings is open. */
    this.isOpen = false;
    /** Which controls it has. @type {readonly string[]} */
    this.shown = STRIP;
  }

  /** @param {(fields: ExperimentFields) => object} change */
  #set(change) {
    const { session } = this;
    if (!session.experiment) return;
    try {
      session.set(session.experimentOf(change(session.experiment.toFields())));
    } catch (error) {
      session.report(error);
    }
  }

  /** Other targets, and heads around them. The smallest case has two: more of them are maxima. @param {number} count */
  #setTargets(count) {
    this.#set((fields) => {
      const { task, grid } = fields;
      const isSmallest = task.kind === 'min-max';
      const kept = isSmallest ? { kind: 'max-sum', seed: task.seed } : task;
      const d = Math.max(isSmallest ? 4 : (task.d ?? 1), count);
      const { n: _, ...sizes } = grid;
      return {
        ...fields,
        task: { ...kept, D: count, d },
        grid: { ...(isSmallest ? sizes : grid), h: upTo(count + 1) },
        recipe: isSmallest ? undefined : fields.recipe,
        seeds: isSmallest ? undefined : fields.seeds,
      };
    });
  }

  /** @param {number} place  in the list of lengths */
  #setLength(place) {
    this.#set((fields) => ({ ...fields, grid: { ...fields.grid, T: [LENGTHS[place]] } }));
  }

  /** @param {number} most */
  #setHeads(most, isShared = false) {
    const h = isShared ? doubledUpTo(2 ** (most - 1)) : upTo(most);
    this.#set((fields) => ({ ...fields, grid: { ...fields.grid, h } }));
  }

  /** @param {string} name @param {string} text @param {{ min: number, max: number, value: number, set?: (value: number) => void }} range  without `set` it only tells */
  #slider(name, text, { min, max, value, set }) {
    const input = (/** @type {Event} */ { target }) => set?.(Number(/** @type {HTMLInputElement} */ (target).value));
    return html`<label class=${name}><span class="name">${name}</span>
      <input type="range" min=${min} max=${max} .value=${String(value)} aria-valuetext=${text} ?disabled=${!set} @input=${input} />
      <output>${text}</output></label>`;
  }

  #targets(/** @type {ExperimentFields} */ { task }) {
    const { session } = this;
    // Paper 2's tasks have one target for each token that asks.
    if (session.whySecret || session.experiment?.dimension === undefined)
      return this.#slider('targets', session.whySecret ? '?' : '1', { min: 1, max: MOST_TARGETS, value: 1 });
    const count = session.experiment.dimension;
    const set = (/** @type {number} */ value) => value !== count && this.#setTargets(value);
    const most = Math.max(MOST_TARGETS, count);
    return this.#slider('targets', String(count), {
      min: task.kind === 'min-max' ? 2 : 1,
      max: most,
      value: count,
      set,
    });
  }

  #length(/** @type {ExperimentFields} */ { grid: { T } }) {
    const nearest = LENGTHS.reduce(
      (best, length, i) => (Math.abs(length - T[0]) < Math.abs(LENGTHS[best] - T[0]) ? i : best),
      0,
    );
    const set = (/** @type {number} */ place) => this.#setLength(place);
    return this.#slider('length', T.join(', '), { min: 0, max: LENGTHS.length - 1, value: nearest, set });
  }

  #heads(/** @type {ExperimentFields} */ { grid: { h }, task }) {
    // Paper 2's heads share one width, which only powers of two divide.
    const isShared = task.kind === 'farthest' || task.kind === 'nearest';
    const most = isShared ? Math.floor(Math.log2(task.d ?? 1)) + 1 : Math.max(MOST_HEADS, ...h);
    const value = isShared ? Math.round(Math.log2(Math.max(...h))) + 1 : Math.max(...h);
    return this.#slider('heads', listed(h), { min: 1, max: most, value, set: (to) => this.#setHeads(to, isShared) });
  }

  render() {
    const fields = this.session.experiment?.toFields();
    const toggle = () => this.dispatchEvent(new CustomEvent('settings'));
    if (!fields) return nothing;
    const has = (/** @type {string} */ name) => this.shown.includes(name);
    return html`${has('targets') ? this.#targets(fields) : nothing}${has('length') ? this.#length(fields) : nothing}${has('heads') ? this.#heads(fields) : nothing}
      ${has('settings') ? html`<button class="all" aria-expanded=${this.isOpen} @click=${toggle}>All settings</button>` : nothing}`;
  }
}

customElements.define('headcount-strip', StripView);
