// Don’t know D? Find it by training, with the evidence; or take a mystery, or make one for others.
import { css, html, nothing } from 'lit';
import { sentenceOf } from '../api/checks.js';
import { mysteryLink } from '../state/address.js';
import { whyNotFindable } from '../state/training-sources.js';
import { copy } from './files.js';
import { scientific } from './number-format.js';
import { scrollToTop } from './scrolling.js';
import { SessionView } from './session-view.js';
import { base, tables } from './styles.js';

export class FindDView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    tables,
    css`
    section { margin-top: 14px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
    h2 { margin: 0; font-size: 1.1rem; }
    h3 { margin: 8px 0 0; font-size: 1rem; }
    .ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 0 28px; }
    p { margin: 4px 0 8px; color: var(--quiet); font-size: 0.9rem; text-wrap: pretty; }
    button { background: var(--ground); min-height: 40px; margin: 0 8px 8px 0; padding: 0 14px; }
    .finding { color: var(--ink); font-size: 1rem; }
    table { max-width: 100%; }
    th { font-weight: 600; color: var(--quiet); }
    td, th { padding: 4px 12px 4px 0; }
    /* A range may break between its ends, a number never. */
    td:last-child { white-space: normal; }
    span { white-space: nowrap; }
    tr.found { font-weight: 600; }
  `,
  ];
  static properties = { ...SessionView.properties, message: { state: true } };

  /** @type {{ experiment: object | null, whyNot: string }} */
  #checked = { experiment: null, whyNot: '' };

  constructor() {
    super();
    /** What came of making a mystery. */
    this.message = '';
  }

  /** Why D cannot be found; looked up once per experiment. */
  get #whyNot() {
    const { experiment, editor } = this.session;
    if (!experiment) return '';
    if (this.#checked.experiment !== experiment) this.#checked = { experiment, whyNot: whyNotFindable(experiment) };
    return this.#checked.whyNot || (editor.problems.length ? 'Not to be trained as it is: see the settings.' : '');
  }

  #drawMystery() {
    if (!this.session.wasm) return;
    this.message = '';
    this.session.drawMystery();
    scrollToTop();
  }

  async #copyAsMystery() {
    const { experiment } = this.session;
    if (!experiment) return;
    try {
      await copy(mysteryLink(experiment.toMystery()));
      this.message = 'Copied. Who opens the link sees D only after a guess.';
    } catch (error) {
      this.message = sentenceOf(error);
    }
  }

  #evidence() {
    const { finding } = this.session.training;
    if (!finding) return nothing;
    return html`<p class="finding" role="status">${finding.sentence}</p>
      ${
        finding.tried.length === 0
          ? nothing
          : html`<table>
        <caption>${finding.tally}</caption>
        <thead><tr><th scope="col">heads</th><th scope="col">error, median</th><th scope="col">over seeds</th></tr></thead>
        <tbody>${finding.tried.map(
          ({ h, min, median, max, diverged }) => html`<tr class=${h === finding.h ? 'found' : ''}>
          <td>${h}</td><td>${scientific(median)}</td><td><span>${scientific(min)}</span> <span>to ${scientific(max)}</span>${diverged ? `, ${diverged} diverged` : ''}</td></tr>`,
        )}</tbody>
      </table>`
      }`;
  }

  render() {
    const { session } = this;
    const { isBusy } = session.training;
    const whyNot = this.#whyNot;
    const isOff = isBusy || whyNot !== '' || !session.engine.isThere;
    return html`<section aria-labelledby="find-d">
      <h2 id="find-d">Don’t know how many targets there are?</h2>
      <div class="ways">
        <div>
          <h3>Find it</h3>
          <p id="why">${whyNot || 'Doubles the heads until more of them stop helping, then looks where the error fell. Three seeds or more for each.'}</p>
          <button aria-disabled=${isOff} aria-describedby="why" @click=${() => isOff || session.findD()}>Find D</button>
        </div>
        <div>
          <h3>Or guess it</h3>
          <p role="status">${this.message || 'A mystery hides D, the number of targets, here and in its link, until you commit to a guess.'}</p>
          <button aria-disabled=${isBusy} @click=${() => isBusy || this.#drawMystery()}>Give me a mystery</button>
          <button @click=${() => this.#copyAsMystery()}>Copy as a mystery</button>
        </div>
      </div>
      ${this.#evidence()}
    </section>`;
  }
}

customElements.define('headcount-find-d', FindDView);
