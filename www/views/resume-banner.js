// What an earlier visit left: a sweep that was cut off, or the last results, and records that cannot be
// read. The reader is asked; until then nothing is trained, shown or thrown away.
import { css, html, LitElement, nothing } from 'lit';
import { checkpointOf } from '../state/earlier-visits.js';
import { deleteSweep } from '../storage/stored-sweeps.js';
import { sweepsInTraining } from '../storage/tabs.js';
import { counted, duration, whole } from './number-format.js';
import { base } from './styles.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../storage/stored-sweeps.js').StoredSweep} StoredSweep */
/** @typedef {import('../state/earlier-visits.js').Unreadable} Unreadable */

/** Records that cannot be read and that the reader wants to leave where they are: not mentioned again. */
const LEFT = 'headcount left';
/** A reason is shown in so many letters. */
const LONGEST_REASON = 160;

/** @returns {string[]} */
function leftIds() {
  try {
    return JSON.parse(localStorage.getItem(LEFT) ?? '[]');
  } catch {
    return [];
  }
}

export class ResumeBanner extends LitElement {
  static properties = {
    session: { attribute: false },
    sweep: { attribute: false },
    unreadable: { attribute: false },
  };

  static styles = [
    base,
    css`
    /* Over the page, not in it: it comes after the first paint, and nothing may jump. A low bar at the left, which
       leaves the column of settings free and lets through what is pressed beside it. */
    .stack {
      position: fixed; inset: auto var(--banner-right, 12px) 12px var(--banner-left, 12px); z-index: 8;
      display: grid; gap: 8px; justify-items: start; pointer-events: none;
    }
    aside, section {
      display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; max-width: 100%;
      padding: 8px 14px; pointer-events: auto;
      border: 1px solid var(--quiet); border-radius: 10px; background: var(--ground);
      box-shadow: 0 4px 24px rgb(0 0 0 / 25%);
    }
    p { flex: 1 1 24rem; max-width: 56ch; margin: 0; font-size: 0.95rem; overflow-wrap: anywhere; }
    .buttons { display: flex; flex-wrap: wrap; gap: 8px; }
    button, button.primary { min-width: 0; min-height: 40px; padding: 0 12px; font-size: 0.95rem; }
  `,
  ];

  constructor() {
    super();
    // All are set by the playground before this is connected.
    this.session = /** @type {Session} */ (/** @type {unknown} */ (null));
    /** @type {StoredSweep | null} */
    this.sweep = null;
    /** @type {Unreadable[]} */
    this.unreadable = [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.documentElement.style.scrollPaddingBottom = '';
  }

  /** What is brought into sight, by the focus or otherwise, comes to stand above the banner and not below it. */
  updated() {
    const height = this.renderRoot.querySelector('.stack')?.getBoundingClientRect().height ?? 0;
    document.documentElement.style.scrollPaddingBottom = height ? `${Math.ceil(height) + 24}px` : '';
  }

  #close() {
    this.dispatchEvent(new Event('closed'));
  }

  /** @param {() => Promise<unknown>} work */
  async #do(work) {
    try {
      await work();
    } catch (error) {
      this.session.report(error);
    }
    this.#close();
  }

  /** @param {StoredSweep} sweep */
  async #resume(sweep) {
    const { session } = this;
    // Since it was offered, another tab may have taken it.
    if ((await sweepsInTraining())(sweep.id)) throw new Error('Another tab goes on with this training already.');
    const checkpoint = await checkpointOf(session, sweep);
    return session.resume(sweep, checkpoint);
  }

  /** How far it is. @param {StoredSweep} sweep */
  #howFar({ experiment, found, step, steps, saved }) {
    const { session } = this;
    const ago = `${duration((Date.now() - saved) / 1000)} ago`;
    if (found) {
      const heads = [...new Set(found.map(({ run }) => run.h))].sort((a, b) => a - b);
      const where = heads.length ? `after h = ${heads.join(', ')}` : 'before its first number of heads was done';
      return `Find D, ${step < steps ? 'cut off' : 'ended'} ${ago} ${where}`;
    }
    if (step < steps) return `cut off ${ago}, at ${whole(step)} of ${whole(steps)} steps`;
    return `${counted(session.experimentOf(experiment).runs().length, 'Transformer', 'Transformers')}, trained to the end ${ago}`;
  }

  /** @param {StoredSweep} sweep */
  #offer(sweep) {
    const { experiment, hidden, step, steps, id } = sweep;
    const hasEnded = step >= steps;
    const name = hidden ? 'a mystery' : this.session.experimentOf(experiment).name;
    return html`<aside aria-label="An earlier training">
      <p><strong>${hasEnded ? 'Your last results are still here' : 'A training was cut off'}</strong>: ${name}; ${this.#howFar(sweep)}.</p>
      <div class="buttons">
        <button class="primary" @click=${() => this.#do(() => this.#resume(sweep))}>${hasEnded ? 'Show them' : 'Go on with it'}</button>
        <button @click=${() => this.#close()}>Not now</button>
        <button @click=${() => this.#do(() => deleteSweep(id))}>Forget</button>
      </div>
    </aside>`;
  }

  #settled() {
    this.dispatchEvent(new Event('settled'));
  }

  /** @param {Unreadable[]} records */
  async #remove(records) {
    try {
      for (const { remove } of records) await remove();
    } catch (error) {
      this.session.report(error);
    }
    this.#settled();
  }

  /** @param {Unreadable[]} records */
  #leave(records) {
    try {
      localStorage.setItem(LEFT, JSON.stringify([...leftIds(), ...records.map(({ id }) => String(id))]));
    } catch {
      // Then they are mentioned once more at the next visit.
    }
    this.#settled();
  }

  #unreadable() {
    const left = new Set(leftIds());
    const records = this.unreadable.filter(({ id }) => !left.has(String(id)));
    if (records.length === 0) return nothing;
    const [{ why }] = records;
    const one = records.length === 1;
    return html`<section role="status">
      <p>${one ? 'Something' : `${records.length} things`} that this browser kept of earlier visits cannot be read, and ${one ? 'was' : 'were'}
        left as ${one ? 'it is' : 'they are'}. ${one ? 'Why' : 'Of the first, why'}: ${why.slice(0, LONGEST_REASON)}</p>
      <div class="buttons">
        <button @click=${() => this.#leave(records)}>${one ? 'Leave it' : 'Leave them'}</button>
        <button @click=${() => this.#remove(records)}>${one ? 'Remove it' : 'Remove them'}</button>
      </div>
    </section>`;
  }

  render() {
    return html`<div class="stack">${this.#unreadable()}${this.sweep ? this.#offer(this.sweep) : nothing}</div>`;
  }
}

customElements.define('headcount-resume-banner', ResumeBanner);
