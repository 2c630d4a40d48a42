// Compare: earlier results that stay in the charts as hollow marks, each with a name that the reader
// may change. The first name says what differs from the defaults. Pinned ones outlive the visit.
import { css, html } from 'lit';
import { sentenceOf } from '../api/checks.js';
import { deletePin, savePin } from '../storage/pinned-results.js';
import { SessionView } from './session-view.js';
import { base } from './styles.js';

/** @typedef {import('../state/compared-results.js').ComparedResult} ComparedResult */

export class CompareView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    css`
    .compare { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; min-height: 44px; color: var(--quiet); font-size: 0.9rem; }
    .compare > button { min-height: 36px; padding: 0 12px; font-size: 0.9rem; }
    p { margin: 0; }
    .result { display: flex; max-width: 100%; gap: 4px; align-items: center; padding: 2px 4px 2px 10px; border: 1px solid var(--line); border-radius: 8px; }
    .result input[type='text'] { width: 11em; min-width: 0; min-height: 34px; border-color: transparent; background: none; }
    .result input[type='text']:hover, .result input[type='text']:focus { border-color: var(--edge); }
    .result button { min-height: 34px; padding: 0 10px; border: 0; background: none; }
    @media (forced-colors: active) { .result input[type='text'] { border-color: Canvas; } }
  `,
  ];

  /** Waits for the browser's storage; a refusal is reported, and nothing on the page is lost. @param {Promise<unknown>} stored */
  async #watch(stored) {
    try {
      await stored;
    } catch (error) {
      this.session.report(`This browser does not keep the result: ${sentenceOf(error)} Export it as JSON to have it.`);
    }
  }

  #pin() {
    const { compared, training } = this.session;
    if (!training.outcome || !training.experiment) return;
    this.#watch(
      savePin(compared.add({ name: training.experiment.settings, isPinned: true, document: training.outcome })),
    );
  }

  /** @param {ComparedResult} result @param {Partial<Pick<ComparedResult, 'name' | 'note' | 'isVisible' | 'isPinned'>>} change */
  #change(result, change) {
    const changed = { ...result, ...change };
    this.session.compared.change(result.id, change);
    if (changed.isPinned) this.#watch(savePin(changed));
    else if (result.isPinned) this.#watch(deletePin(result.id));
  }

  /** @param {ComparedResult} result */
  #remove(result) {
    const { session } = this;
    // What is not wanted here is not to be passed on in the address either.
    if (session.linked?.results.equals(result.results)) session.linked = null;
    session.compared.remove(result.id);
    if (result.isPinned) this.#watch(deletePin(result.id));
    // The button goes; the focus must not.
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.compare > button'))?.focus();
  }

  /** @param {ComparedResult} result */
  #row(result) {
    const { name, isVisible, isPinned } = result;
    const rename = (/** @type {Event} */ { target }) => {
      const input = /** @type {HTMLInputElement} */ (target);
      input.value = input.value.trim() || name;
      this.#change(result, { name: input.value, note: input.value });
    };
    const show = (/** @type {Event} */ { target }) =>
      this.#change(result, { isVisible: /** @type {HTMLInputElement} */ (target).checked });
    const [verb, why] = isPinned
      ? ['Unpin', 'Kept in this browser; let it go with this tab']
      : ['Pin', 'Keep it in this browser'];
    return html`<div class="result" role="group" aria-label=${name}>
      <input type="checkbox" aria-label="Show ${name}" .checked=${isVisible} @change=${show} />
      <input type="text" aria-label="Name of ${name}" .value=${name} @change=${rename} />
      <button aria-label="${verb} ${name}" title=${why} @click=${() => this.#change(result, { isPinned: !isPinned })}>${verb}</button>
      <button aria-label="Remove ${name}" @click=${() => this.#remove(result)}>×</button>
    </div>`;
  }

  render() {
    const {
      training: { outcome, results },
      compared,
    } = this.session;
    const own = compared.list.filter(({ isOwn }) => isOwn);
    const isPinned =
      outcome !== null && results !== null && own.some((one) => one.isPinned && one.results.equals(results));
    const isOff = !outcome || isPinned;
    return html`<div class="compare" role="region" aria-label="Compare">
      <button aria-disabled=${isOff} @click=${() => isOff || this.#pin()}>Pin this result</button>
      ${own.length === 0 ? html`<p>Earlier results stay in the charts, to compare later ones with; pinned ones for your next visit too.</p>` : own.map((result) => this.#row(result))}
    </div>`;
  }
}

customElements.define('headcount-compare', CompareView);
