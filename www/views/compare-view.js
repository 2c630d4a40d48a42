// Compare: earlier results that stay in the charts as hollow marks, each with a name that the reader
// may change. The first name says what differs from the defaults. Pinned ones outlive the visit.
import { html } from 'lit';
import { same } from '../state/pictures.js';
import { sentenceOf } from '../state/session.js';
import { discard, store } from '../storage/pinned-results.js';
import { SessionView } from './session-view.js';

/** @typedef {import('../state/session.js').Ghost} Ghost */

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
    const { outcome } = session;
    if (!outcome) return;
    session.compare({ name: session.settingsOf(outcome.experiment), kept: true, results: outcome });
    const ghost = session.ghosts.at(-1);
    if (ghost) this.#keep(store(ghost));
  }

  /** @param {Ghost} ghost @param {Partial<Ghost>} change */
  #change(ghost, change) {
    const changed = { ...ghost, ...change };
    this.session.changeGhost(ghost.id, change);
    if (changed.kept) this.#keep(store(changed));
    else if (ghost.kept) this.#keep(discard(ghost.id));
  }

  /** @param {Ghost} ghost */
  #remove(ghost) {
    const { session } = this;
    // What is not wanted here is not to be passed on either.
    if (same(ghost.results, session.linked)) session.linked = null;
    session.changeGhost(ghost.id, null);
    if (ghost.kept) this.#keep(discard(ghost.id));
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
    const [verb, why] = ghost.kept ? ['Unpin', 'Kept in this browser; let it go with this tab'] : ['Pin', 'Keep it in this browser'];
    return html`<div class="pin" role="group" aria-label=${ghost.name}>
      <input type="checkbox" aria-label="Show ${ghost.name}" .checked=${ghost.shown} @change=${({ target }) => this.#change(ghost, { shown: target.checked })} />
      <input type="text" aria-label="Name of ${ghost.name}" .value=${ghost.name} @change=${rename} />
      <button aria-label="${verb} ${ghost.name}" title=${why} @click=${() => this.#change(ghost, { kept: !ghost.kept })}>${verb}</button>
      <button aria-label="Remove ${ghost.name}" @click=${() => this.#remove(ghost)}>×</button>
    </div>`;
  }

  render() {
    const { outcome, ghosts } = this.session;
    const own = ghosts.filter((ghost) => ghost.own);
    const pinned = own.some(({ kept, results }) => kept && same(results, outcome));
    const off = !outcome || pinned;
    return html`<div class="compare" role="region" aria-label="Compare">
      <button aria-disabled=${off} @click=${() => off || this.#pin()}>Pin this result</button>
      ${own.length === 0 ? html`<p>Earlier results stay in the charts, to compare later ones with; pinned ones for your next visit too.</p>` : own.map((ghost) => this.#row(ghost))}
    </div>`;
  }
}

customElements.define('headcount-compare', CompareView);
