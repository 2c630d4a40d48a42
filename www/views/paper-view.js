// The paper: its table beside our numbers. A small chart for each sequence length, ours with their spread
// and the paper's as hollow marks, all on one scale; then the same numbers cell by cell. Means, standard
// errors and ratios are made by the wasm (crate/lab/src/reproduction.rs).
import { css, html, nothing } from 'lit';
import { besideTable } from '../content/paper-words.js';
import { displayedResults } from '../state/displayed-results.js';
import { addOrSay, addRecordedOf } from '../state/opening.js';
import { save } from './files.js';
import { counted, scientific, whole } from './number-format.js';
import { transitionPicture } from './pictures.js';
import { SessionView } from './session-view.js';
import { base, figures, placeholders, tables } from './styles.js';
import { planWords } from './training-words.js';

/** @typedef {import('../wasm/page/page.js').ReproductionCell} Cell */
/** @typedef {import('../state/displayed-results.js').DisplayedResults} DisplayedResults */

/** A ratio as people say it: 0.43, 7.8, 130. @param {number | null} ratio */
const ratioInWords = (ratio) => (ratio === null ? '–' : ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(2));

/** What the charts have of several seeds: one that got stuck moves a mean a thousandfold. */
const measures = (/** @type {number} */ seeds) =>
  seeds > 1 ? ', the median over seeds in the charts and the mean in the table' : '';

export class PaperView extends SessionView {
  static styles = [
    base,
    figures,
    placeholders,
    tables,
    css`
    .empty.short { height: 130px; }
    .multiples { display: grid; grid-template-columns: repeat(var(--presented-fit, auto-fill), minmax(min(100%, 220px), 1fr)); gap: 12px 16px; }
    .multiples chart-canvas { height: var(--presented-height, 240px); }
    .multiples figcaption, .multiples .no-table { min-height: 0; }
    .beside { display: var(--beside-pictures, flex); flex-wrap: wrap; gap: 12px clamp(24px, 4vw, 56px); margin-top: 12px; }
    .beside > * { min-width: 0; }
    .words { flex: 1 1 22em; max-width: 56ch; font-family: var(--serif); font-size: 1.05rem; text-wrap: pretty; }
    .words p { margin: 0 0 10px; }
    .words h3 { margin: 0 0 2px; font-size: 1rem; font-family: system-ui, sans-serif; }
    .scroll { max-height: none; }
    .own { margin-top: 8px; }
    table { margin-top: 8px; }
    th, td { padding: 3px 12px 3px 0; }
    tbody th { color: var(--quiet); font-weight: 400; }
    tbody tr:first-child > * { border-top: 1px solid var(--edge); }
  `,
  ];

  static properties = { ...SessionView.properties, opensOthers: { attribute: false } };

  constructor() {
    super();
    /** Whether the other experiments of the papers are listed below. */
    this.opensOthers = false;
  }

  connectedCallback() {
    super.connectedCallback();
    // What it lists is fetched with it; without it the table stands alone, and the list is missed.
    if (this.opensOthers) {
      addOrSay(this.session, 'the list of experiments', async () => {
        await import('./reproductions-view.js');
        this.requestUpdate();
      });
    }
    // Without it there is what was trained here, and the paper.
    addRecordedOf(this.session, 'paper').catch(() => {});
  }

  /** What the paper's values are held against: what was trained here, else what was recorded. */
  get #front() {
    const all = displayedResults(this.session);
    return all.find(({ isRecorded }) => !isRecorded) ?? all.find(({ results }) => results.reproduction().length > 0);
  }

  /** @param {DisplayedResults | undefined} front */
  #cells(front) {
    const { wasm, displayedExperiment } = this.session;
    if (!wasm || !displayedExperiment) return [];
    if (front) return front.results.reproduction();
    const nothingTrained = wasm.Results.fromOutcomes(displayedExperiment, []);
    try {
      return nothingTrained.reproduction();
    } finally {
      nothingTrained.free();
    }
  }

  /** The table as a file. @param {DisplayedResults | undefined} front */
  #saveTable(front) {
    const { wasm, displayedExperiment } = this.session;
    if (!wasm || !displayedExperiment) return;
    const results = front?.results ?? wasm.Results.fromOutcomes(displayedExperiment, []);
    save('headcount-beside-the-paper.csv', results.reproductionCsv(), 'text/csv');
    if (!front) results.free();
  }

  /** One picture for each length. @param {DisplayedResults | undefined} front @param {Cell[]} cells */
  #multiples(front, cells) {
    const { wasm } = this.session;
    const experiment = front?.experiment ?? this.session.displayedExperiment;
    if (!wasm || !experiment) return [];
    const includedErrors = cells.flatMap(({ mean, paper }) => (mean === null ? [paper] : [mean, paper]));
    return [...new Set(cells.map(({ T }) => T))].map((T) => ({
      T,
      picture: transitionPicture(
        wasm,
        experiment,
        // Filled, whoever trained them: the hollow marks are the paper's here.
        front ? [{ ...front, name: '', isRecorded: false }] : [],
        { paper: true, length: T, includedErrors },
        `T = ${T}`,
      ),
    }));
  }

  get pictures() {
    if (this.session.whySecret) return [];
    const front = this.#front;
    return this.#multiples(front, this.#cells(front)).map(({ picture }) => picture);
  }

  /** @param {Cell[]} cells */
  #table(cells) {
    const lengths = [...new Set(cells.map(({ T }) => T))];
    const row = (
      /** @type {Cell} */ { T, h, runs, mean, standardError, paper, ratio },
      /** @type {number} */ place,
    ) => {
      const own = cells.filter((cell) => cell.T === T).length;
      return html`<tr>
        ${place === 0 ? html`<th scope="rowgroup" rowspan=${own}>${T}</th>` : nothing}
        <th scope="row">${h}</th>
        <td class="ours">${scientific(mean)}</td>
        <td>${runs > 1 ? scientific(standardError) : '–'}</td>
        <td class="paper">${scientific(paper)}</td>
        <td class="ratio">${ratioInWords(ratio)}</td>
      </tr>`;
    };
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Our errors beside the paper’s"><table>
      <caption>Mean error over seeds, ours with its standard error. The ratio is ours over the paper’s.</caption>
      <thead><tr><th scope="col">length T</th><th scope="col">heads h</th><th scope="col">ours</th><th scope="col">standard error</th><th scope="col">paper</th><th scope="col">ratio</th></tr></thead>
      ${lengths.map((T) => html`<tbody>${cells.filter((cell) => cell.T === T).map(row)}</tbody>`)}
    </table></div>`;
  }

  /** @param {string} preset */
  #choose(preset) {
    this.dispatchEvent(new CustomEvent('preset', { detail: preset }));
  }

  #missing() {
    return html`<p class="empty ${this.opensOthers ? 'short' : ''}"><span>The paper did not measure the task that is set. It has tables for three and four targets:
      <button class="link" @click=${() => this.#choose('paper')}>Open its table 2</button>
      to see its errors and ours side by side.</span></p>`;
  }

  /** Whose numbers these are, and what it takes to have one's own. @param {DisplayedResults | undefined} front */
  #origin(front) {
    const { session } = this;
    const plan = planWords(session).filter(Boolean).join(', ');
    if (front && !front.isRecorded)
      return `Filled: trained in this tab${measures(front.experiment.toFields().seeds.length)}. Hollow: the paper.`;
    const recorded = front
      ? `Filled: recorded earlier, ${whole(front.experiment.toFields().recipe.steps)} steps each, ${counted(front.experiment.toFields().seeds.length, 'seed', 'seeds')}${measures(front.experiment.toFields().seeds.length)}. `
      : '';
    return `${recorded}Hollow: the paper. Trained here it would be ${plan}.`;
  }

  /** The experiments of both papers that are on record. */
  #others() {
    // A view takes the session when it is made: not before its code is here.
    if (!this.opensOthers || !customElements.get('headcount-reproductions')) return nothing;
    return html`<headcount-reproductions .session=${this.session}></headcount-reproductions>`;
  }

  render() {
    const { displayedExperiment, whySecret, wasm } = this.session;
    if (!wasm || !displayedExperiment) return nothing;
    if (whySecret) return html`<p class="empty">The paper’s table would tell D. ${whySecret}</p>`;
    return html`${this.#beside(displayedExperiment)}${this.#others()}`;
  }

  /** @param {import('../wasm/page/page.js').Experiment} displayedExperiment */
  #beside(displayedExperiment) {
    const front = this.#front;
    const cells = this.#cells(front);
    if (cells.length === 0) return this.#missing();
    const { paperTable } = displayedExperiment;
    // What its values are is said below.
    const [name] = paperTable?.split(',') ?? [];
    const words = front ? besideTable(paperTable, front.record, (preset) => this.#choose(preset)) : nothing;
    return html`<h2>Reproduce the paper: ${name}</h2>
      <p class="statement">${this.#origin(front)}</p>
      <div class="multiples">${this.#multiples(front, cells).map(({ T, picture }) =>
        this.figure(`paper-${T}`, picture, { label: `Error against number of heads, T = ${T}` }),
      )}</div>
      <div class="beside"><div>${this.#table(cells)}<button class="small own" @click=${() => this.#saveTable(front)}>This table as CSV</button></div>${words === nothing ? nothing : html`<div class="words">${words}</div>`}</div>`;
  }
}

customElements.define('headcount-paper', PaperView);
