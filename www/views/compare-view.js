// Compare: earlier results that stay in the charts as hollow marks, each with a name that the reader
// may change. The first name says what differs from the defaults. Pinned ones outlive the visit.
import { css, html, nothing } from 'lit';
import { sentenceOf } from '../api/checks.js';
import { MOST_VISIBLE } from '../state/compared-results.js';
import { SessionView } from './session-view.js';
import { base } from './styles.js';

/** @typedef {import('../state/compared-results.js').ComparedResult} ComparedResult */
/** @typedef {typeof import('../storage/pinned-results.js')} Pins */

/** Rows that are made in one frame: hundreds at once would hold up the page. */
const ROWS_PER_FRAME = 10;

export class CompareView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    css`
    .compare { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; min-height: 44px; color: var(--quiet); font-size: 0.9rem; }
    .compare > button { min-height: 36px; padding: 0 12px; font-size: 0.9rem; }
    p { margin: 0; }
    /* However many there are, what is below stays within reach. */
    .results { display: flex; flex-wrap: wrap; gap: 6px 12px; max-height: 170px; overflow-y: auto; contain: layout style; }
    .result { content-visibility: auto; contain-intrinsic-size: auto 290px auto 40px; display: flex; max-width: 100%; gap: 4px; align-items: center; padding: 2px 4px 2px 10px; border: 1px solid var(--line); border-radius: 8px; }
    /* A name is to be read as a whole, where there is room for it. */
    .result input[type='text'] { field-sizing: content; width: 20em; min-width: 0; max-width: min(26em, 50vw); min-height: 34px; border-color: transparent; background: none; }
    @supports (field-sizing: content) { .result input[type='text'] { width: auto; } }
    .result input[type='text']:hover, .result input[type='text']:focus { border-color: var(--edge); }
    .result button { min-height: 34px; padding: 0 10px; border: 0; background: none; }
    @media (forced-colors: active) { .result input[type='text'] { border-color: Canvas; } }
  `,
  ];

  /** How many rows there are by now. */
  #rows = ROWS_PER_FRAME;
  #frame = 0;

  get #own() {
    return this.session.compared.list.filter(({ isOwn }) => isOwn);
  }

  updated() {
    if (this.#own.length <= this.#rows) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#rows += ROWS_PER_FRAME;
      this.requestUpdate();
    });
  }

  /** Has the browser keep or forget something; a refusal is reported, and nothing on the page is lost. @param {(pins: Pins) => Promise<unknown>} work */
  async #store(work) {
    try {
      const pins = await import('../storage/pinned-results.js');
      await work(pins).catch((error) => {
        throw new Error(pins.whyNotPinned(error));
      });
    } catch (error) {
      this.session.report(`This browser does not keep the result: ${sentenceOf(error)} Export it as JSON to have it.`);
    }
  }

  #pin() {
    const {
      compared,
      training: { outcome, experiment, results },
    } = this.session;
    if (!outcome || !experiment || !results) return;
    const result = compared.add({ name: experiment.name, isPinned: true, document: outcome, results });
    this.#store(({ savePin }) => savePin(result));
  }

  /** @param {ComparedResult} result @param {Partial<Pick<ComparedResult, 'name' | 'note' | 'isVisible' | 'isPinned'>>} change */
  #change(result, change) {
    const { compared } = this.session;
    const changed = { ...result, ...change };
    compared.change(result.id, change);
    if (changed.isPinned && result.isPinned)
      this.#store(async ({ changePin }) => {
        // What was removed in another tab is pinned no more.
        if (!(await changePin(changed))) compared.change(changed.id, { isPinned: false });
      });
    else if (changed.isPinned) this.#store(({ savePin }) => savePin(changed));
    else if (result.isPinned) this.#store(({ deletePin }) => deletePin(result.id));
  }

  /** @param {ComparedResult} result */
  #remove(result) {
    const { session } = this;
    // What is not wanted here is not to be passed on in the address either.
    if (session.linked?.results.equals(result.results)) session.linked = null;
    session.compared.remove(result.id);
    if (result.isPinned) this.#store(({ deletePin }) => deletePin(result.id));
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
    const { outcome, results } = this.session.training;
    const own = this.#own;
    const isPinned =
      outcome !== null && results !== null && own.some((one) => one.isPinned && one.results.equals(results));
    const isOff = !outcome || isPinned;
    return html`<div class="compare" role="region" aria-label="Compare">
      <button aria-disabled=${isOff} @click=${() => isOff || this.#pin()}>Pin this result</button>
      ${
        own.length === 0
          ? html`<p>Earlier results stay in the charts, to compare later ones with; pinned ones for your next visit too.</p>`
          : html`<div class="results">${own.slice(0, this.#rows).map((result) => this.#row(result))}</div>`
      }
      ${own.length > MOST_VISIBLE ? html`<p>${own.length} results; charts show ${MOST_VISIBLE} of them at most. Show one more, and the oldest goes.</p>` : nothing}
    </div>`;
  }
}

customElements.define('headcount-compare', CompareView);
