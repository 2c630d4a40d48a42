// What an earlier visit left: a sweep that was cut off, or the last results. The reader is asked; until
// then nothing is trained, shown or thrown away.
import { css, html, LitElement } from 'lit';
import { checkpointOf, deleteSweep } from '../storage/sweep-store.js';
import { counted, duration, whole } from './number-format.js';
import { base } from './styles.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../storage/sweep-store.js').StoredSweep} StoredSweep */

export class ResumeBanner extends LitElement {
  static properties = { session: { attribute: false }, sweep: { attribute: false } };

  static styles = [
    base,
    css`
    /* Over the page, not in it: it comes after the first paint, and nothing may jump. */
    aside {
      position: fixed; right: 12px; bottom: 12px; z-index: 8; box-sizing: border-box;
      width: min(26rem, calc(100vw - 24px)); padding: 10px 14px 12px;
      border: 1px solid var(--quiet); border-radius: 10px; background: var(--ground);
      box-shadow: 0 4px 24px rgb(0 0 0 / 25%);
    }
    p { margin: 0 0 8px; font-size: 0.95rem; overflow-wrap: anywhere; }
    div { display: flex; flex-wrap: wrap; gap: 8px; }
    button, button.primary { min-width: 0; min-height: 40px; padding: 0 12px; font-size: 0.95rem; }
  `,
  ];

  constructor() {
    super();
    // Both are set by the playground before this is connected.
    this.session = /** @type {Session} */ (/** @type {unknown} */ (null));
    this.sweep = /** @type {StoredSweep} */ (/** @type {unknown} */ (null));
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

  async #resume() {
    const { session, sweep } = this;
    return session.resume(sweep, await checkpointOf(sweep));
  }

  /** How far it is. */
  #howFar() {
    const {
      session,
      sweep: { experiment, found, step, steps, saved },
    } = this;
    const ago = `${duration((Date.now() - saved) / 1000)} ago`;
    if (found) {
      const heads = [...new Set(found.map(({ run }) => run.h))].sort((a, b) => a - b);
      const where = heads.length ? `after h = ${heads.join(', ')}` : 'before its first number of heads was done';
      return `Find D, ${step < steps ? 'cut off' : 'ended'} ${ago} ${where}`;
    }
    if (step < steps) return `cut off ${ago}, at ${whole(step)} of ${whole(steps)} steps`;
    return `${counted(session.experimentOf(experiment).runs().length, 'Transformer', 'Transformers')}, trained to the end ${ago}`;
  }

  render() {
    const {
      session,
      sweep: { experiment, hidden, step, steps, id },
    } = this;
    const hasEnded = step >= steps;
    const settings = hidden ? 'a mystery' : session.experimentOf(experiment).settings;
    return html`<aside aria-label="An earlier training">
      <p><strong>${hasEnded ? 'Your last results are still here' : 'A training was cut off'}</strong>: ${settings}; ${this.#howFar()}.</p>
      <div>
        <button class="primary" @click=${() => this.#do(() => this.#resume())}>${hasEnded ? 'Show them' : 'Go on with it'}</button>
        <button @click=${() => this.#close()}>Not now</button>
        <button @click=${() => this.#do(() => deleteSweep(id))}>Forget</button>
      </div>
    </aside>`;
  }
}

customElements.define('headcount-resume-banner', ResumeBanner);
