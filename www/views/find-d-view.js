// Don’t know D? Find it by training, with the evidence; or take a mystery, or make one for others.
import { css, html, nothing } from 'lit';
import { copy } from './files.js';
import { find, whyNot } from '../state/find-d.js';
import { sentenceOf } from '../state/session.js';
import { parts } from './styles.js';
import { SessionView } from './session-view.js';
import { scientific } from './number-format.js';

export class UnknownView extends SessionView {
  static live = false;
  static styles = [parts, css`
    section { margin-top: 14px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
    h2 { margin: 0; font-size: 1.1rem; }
    h3 { margin-top: 8px; }
    .ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 0 28px; }
    p { margin: 4px 0 8px; color: var(--quiet); font-size: 0.9rem; text-wrap: pretty; }
    button { background: var(--ground); min-height: 40px; margin: 0 8px 8px 0; padding: 0 14px; }
    .found { color: var(--ink); font-size: 1rem; }
    table { width: auto; max-width: 100%; }
    caption { padding: 0; }
    th { font-weight: 600; color: var(--quiet); }
    thead th { padding: 6px; background: none; }
    td, th { padding: 4px 12px 4px 0 !important; }
    /* A range may break between its ends, a number never. */
    td:last-child { white-space: normal; }
    span { white-space: nowrap; }
    tr.foot { font-weight: 600; }
  `];
  static properties = { ...SessionView.properties, told: { state: true } };

  /** @type {{ experiment: object | null, why: string }} */
  #checked = { experiment: null, why: '' };

  constructor() {
    super();
    /** What came of making a mystery. */
    this.told = '';
  }

  /** Asked for once per experiment. */
  get #whyNot() {
    const { charts, experiment } = this.session;
    if (!charts || !experiment) return '';
    if (this.#checked.experiment !== experiment) this.#checked = { experiment, why: whyNot(charts, experiment) };
    return this.#checked.why;
  }

  #draw() {
    const { charts } = this.session;
    if (!charts) return;
    this.told = '';
    this.session.notice = '';
    this.session.hide(charts.drawnMystery(crypto.getRandomValues(new Uint32Array(1))[0]));
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' });
  }

  async #make() {
    const { charts, experiment } = this.session;
    try {
      const url = new URL(`?mystery=${charts?.toMystery(JSON.stringify(experiment))}`, location.href);
      url.hash = '';
      await copy(url.href);
      this.told = 'Copied. Who opens the link sees D only after a guess.';
    } catch (error) {
      this.told = sentenceOf(error);
    }
  }

  #evidence() {
    const { search } = this.session;
    if (!search) return nothing;
    return html`<p class="found" role="status">${search.sentence}</p>
      ${search.tried.length === 0 ? nothing : html`<table>
        <caption>${search.tally}</caption>
        <thead><tr><th scope="col">heads</th><th scope="col">error, median</th><th scope="col">over seeds</th></tr></thead>
        <tbody>${search.tried.map(({ h, min, median, max, diverged }) => html`<tr class=${h === search.h ? 'foot' : ''}>
          <td>${h}</td><td>${scientific(median)}</td><td><span>${scientific(min)}</span> <span>to ${scientific(max)}</span>${diverged ? `, ${diverged} diverged` : ''}</td></tr>`)}</tbody>
      </table>`}`;
  }

  render() {
    const { session } = this;
    const { busy } = session;
    const whyNot = this.#whyNot || (session.problems.length ? 'Not to be trained as it is: see the settings.' : '');
    const off = busy || whyNot !== '' || !session.lab;
    return html`<section aria-labelledby="unknown">
      <h2 id="unknown">Don’t know D?</h2>
      <div class="ways">
        <div>
          <h3>Find it</h3>
          <p id="why">${whyNot || 'Doubles the heads until more of them stop helping, then looks where the error fell. Three seeds or more for each.'}</p>
          <button aria-disabled=${off} aria-describedby="why" @click=${() => off || find(session)}>Find D</button>
        </div>
        <div>
          <h3>Or guess it</h3>
          <p role="status">${this.told || 'A mystery hides D, here and in its link, until you commit to a guess.'}</p>
          <button aria-disabled=${busy} @click=${() => busy || this.#draw()}>Give me a mystery</button>
          <button @click=${() => this.#make()}>Copy as a mystery</button>
        </div>
      </div>
      ${this.#evidence()}
    </section>`;
  }
}

customElements.define('headcount-unknown', UnknownView);
