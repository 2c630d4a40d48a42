// Every experiment of both papers that is on record, to be opened: its outcomes at full size are shown at once, and it
// trains in the tab at a quick size. The list itself is content/recorded-experiments.js.
import { css, html, nothing } from 'lit';
import { reproductions } from '../content/recorded-experiments.js';
import { save } from './files.js';
import { counted, whole } from './number-format.js';
import { SessionView } from './session-view.js';
import { base } from './styles.js';

/** @typedef {import('../content/reproductions.js').Reproduction} Reproduction */

/** @param {string} text */
const withCapital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

export class ReproductionsView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    css`
    :host { display: var(--beside-pictures, block); margin-top: 28px; }
    h2 { margin: 0 0 4px; font-size: 1.1rem; }
    p { margin: 0 0 8px; max-width: 56ch; color: var(--quiet); font-size: 0.95rem; text-wrap: pretty; }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 16px 28px; margin: 12px 0 0; padding: 0; list-style: none; }
    li { min-width: 0; }
    h3 { margin: 0 0 2px; font-size: 1rem; }
    .variants { display: flex; flex-wrap: wrap; gap: 6px; }
    .variants button { min-height: 36px; max-width: 100%; padding: 2px 12px; font-size: 0.9rem; text-align: left; }
    button[aria-pressed='true'] { border-color: var(--accent); font-weight: 600; }
    code { display: block; margin-top: 4px; overflow-wrap: anywhere; }
  `,
  ];

  /** The one that is set; undefined where none is. @returns {Reproduction | undefined} */
  get #open() {
    const { preset, differsFromPreset } = this.session.editor;
    return differsFromPreset ? undefined : reproductions.find(({ name }) => name === preset?.name);
  }

  /** @param {Reproduction} reproduction */
  #choose(reproduction) {
    if (this.session.training.isBusy) return;
    this.dispatchEvent(new CustomEvent('reproduction', { detail: reproduction, bubbles: true, composed: true }));
  }

  /** How the one that is set is trained at full size. @param {Reproduction} reproduction */
  #full({ id, full, name }) {
    const file = `${id.replace('/', '-')}.json`;
    const experiment = this.session.experimentOf(full);
    const { steps } = experiment.toFields().recipe;
    const give = () => save(file, `${JSON.stringify(full, null, 2)}\n`, 'application/json');
    return html`<p class="full">${name}: on record are ${counted(experiment.runs().length, 'Transformer', 'Transformers')},
      ${whole(steps)} steps each. Train makes a quick one here. To train all of it natively, take
      <button class="link" @click=${give}>its experiment as a file</button> and run <code>headcount run ${file} -o outcome.json</code></p>`;
  }

  render() {
    if (reproductions.length === 0 || !this.session.wasm || this.session.whySecret) return nothing;
    const open = this.#open;
    const titles = [...new Set(reproductions.map(({ title }) => title))];
    const isHeld = this.session.training.isBusy;
    return html`<h2>Both papers, experiment by experiment</h2>
      <p>Each shows what was recorded at full size, and trains here at a quick one.</p>
      ${open ? this.#full(open) : nothing}
      <ul>${titles.map((title) => {
        const own = reproductions.filter((one) => one.title === title);
        return html`<li><h3>${title}</h3><p>${own[0].shows}</p>
          <div class="variants" role="group" aria-label=${title}>${own.map(
            (one) =>
              html`<button aria-pressed=${one === open} aria-disabled=${isHeld} @click=${() => this.#choose(one)}>${withCapital(one.variant)}</button>`,
          )}</div></li>`;
      })}</ul>`;
  }
}

customElements.define('headcount-reproductions', ReproductionsView);
