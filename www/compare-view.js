// Compare: earlier results that stay in the charts as hollow marks, each with a name that the reader
// may change. The first name says what differs from the defaults.
import { html } from 'lit';
import { sentenceOf } from './session.js';
import { discard, store } from './shelf.js';
import { SessionView } from './view.js';

/** @typedef {import('./session.js').Ghost} Ghost */

export class CompareView extends SessionView {
  static live = false;

  /** Keeps what the shelf holds as it is on the page; a refusal is told, and nothing on the page is lost. @param {Promise<unknown>} kept */
  async #keep(kept) {
    try {
      await kept;
    } catch (error) {
      this.session.notice = `This browser does not keep the result: ${sentenceOf(error)} Export it as JSON to have it.`;
      this.session.changed();
    }
  }

  #pin() {
    const { session } = this;
    const { outcome, charts } = session;
    if (!outcome || !charts) return;
    const differs = session.secret ? 'mystery' : charts.toQuery(JSON.stringify(outcome.experiment)).split('&').slice(1).join(' ');
    session.compare({ name: differs || 'the defaults', results: outcome });
    const ghost = session.ghosts.at(-1);
    if (ghost) this.#keep(store(ghost));
  }

  /** @param {Ghost} ghost @param {Partial<Ghost>} change */
  #change(ghost, change) {
    this.session.changeGhost(ghost.id, change);
    this.#keep(store({ ...ghost, ...change }));
  }

  /** @param {Ghost} ghost */
  #remove(ghost) {
    this.session.changeGhost(ghost.id, null);
    this.#keep(discard(ghost.id));
    // The button goes; the focus must not.
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.compare > button'))?.focus();
  }

  /** @param {Ghost} ghost */
  #row(ghost) {
    const rename = ({ target }) => {
      const name = target.value.trim() || ghost.name;
      target.value = name;
      this.#change(ghost, { name, note: name });
    };
    return html`<div class="pin" role="group" aria-label=${ghost.name}>
      <input type="checkbox" aria-label="Show ${ghost.name}" .checked=${ghost.shown} @change=${({ target }) => this.#change(ghost, { shown: target.checked })} />
      <input type="text" aria-label="Name of ${ghost.name}" .value=${ghost.name} @change=${rename} />
      <button aria-label="Remove ${ghost.name}" @click=${() => this.#remove(ghost)}>×</button>
    </div>`;
  }

  render() {
    const { outcome, ghosts } = this.session;
    const own = ghosts.filter((ghost) => ghost.own);
    const pinned = own.some(({ results }) => results === outcome);
    const off = !outcome || pinned;
    return html`<div class="compare" role="region" aria-label="Compare">
      <button aria-disabled=${off} @click=${() => off || this.#pin()}>Pin this result</button>
      ${own.length === 0 ? html`<p>A pinned result stays in the charts, to compare later ones with.</p>` : own.map((ghost) => this.#row(ghost))}
    </div>`;
  }
}

customElements.define('headcount-compare', CompareView);
