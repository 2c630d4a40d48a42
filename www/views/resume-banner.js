// What an earlier visit left: a sweep that was cut off, or the last results. The reader is asked; until
// then nothing is trained, shown or thrown away.
import { LitElement, css, html } from 'lit';
import { find } from '../state/find-d.js';
import { checkpointOf, forget } from '../storage/sweep-store.js';
import { sentenceOf } from '../state/session.js';
import { parts } from './styles.js';
import { counted, duration, whole } from './number-format.js';

export class LeftView extends LitElement {
  static properties = { session: { attribute: false }, sweep: { attribute: false } };

  static styles = [parts, css`
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
  `];

  constructor() {
    super();
    /** @type {import('../state/session.js').Session} */
    this.session = /** @type {any} */ (null);
    /** @type {import('../storage/sweep-store.js').Sweep} */
    this.sweep = /** @type {any} */ (null);
  }

  #close() {
    this.dispatchEvent(new Event('closed'));
  }

  /** @param {() => Promise<unknown>} work */
  async #do(work) {
    const { session } = this;
    try {
      await work();
    } catch (error) {
      session.notice = sentenceOf(error);
      session.changed();
    }
    this.#close();
  }

  async #goOn() {
    const { session, sweep } = this;
    const { id, experiment, found, hidden } = sweep;
    if (!found) return session.goOn(sweep, await checkpointOf(sweep));
    session.show(experiment, hidden);
    return find(session, found, id);
  }

  /** How far it is. */
  #what() {
    const { session, sweep: { experiment, found, step, steps, saved } } = this;
    const ago = `${duration((Date.now() - saved) / 1000)} ago`;
    if (found) return `Find D, ${step < steps ? 'cut off' : 'ended'} ${ago} after h = ${[...new Set(found.map(({ run }) => run.h))].sort((a, b) => a - b).join(', ')}`;
    if (step < steps) return `cut off ${ago}, at ${whole(step)} of ${whole(steps)} steps`;
    return `${counted(session.charts?.runs(JSON.stringify(experiment)).length ?? 0, 'Transformer', 'Transformers')}, trained to the end ${ago}`;
  }

  render() {
    const { session, sweep } = this;
    const { experiment, hidden, step, steps } = sweep;
    const ended = step >= steps;
    const settings = hidden ? 'a mystery' : session.settingsOf(experiment);
    return html`<aside aria-label="An earlier training">
      <p><strong>${ended ? 'Your last results are still here' : 'A training was cut off'}</strong>: ${settings}; ${this.#what()}.</p>
      <div>
        <button class="primary" @click=${() => this.#do(() => this.#goOn())}>${ended ? 'Show them' : 'Go on with it'}</button>
        <button @click=${() => this.#close()}>Not now</button>
        <button @click=${() => this.#do(() => forget(sweep.id))}>Forget</button>
      </div>
    </aside>`;
  }
}

customElements.define('headcount-left', LeftView);
