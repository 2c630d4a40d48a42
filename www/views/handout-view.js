// <headcount-handout>: what the browser prints in place of the page. One sheet for the class: the task, a
// machine, empty axes to draw on, five questions, and the link as a QR code; the answers are on a second one.
// It is made when printing begins, all at once, because the browser does not wait.
import { css, html, nothing } from 'lit';
import { questionsAbout, titleOf } from '../content/handout.js';
import { queryOf } from '../state/address.js';
import { measuredSentence } from '../state/answer.js';
import { displayedResults } from '../state/displayed-results.js';
import { machinePicture } from './machine-view.js';
import { transitionPicture } from './pictures.js';
import { drawQrCode } from './qr-canvas.js';
import { SessionView } from './session-view.js';

/** @typedef {import('./pictures.js').Picture} Picture */

/** The size of a picture in CSS pixels, and how many dots each has on paper. */
const PICTURE = { width: 330, height: 250 };
const DOTS = 3;

export class HandoutView extends SessionView {
  static isLive = false;
  static styles = css`
    :host { color: #000; background: #fff; font: 10.5pt/1.4 Georgia, 'Times New Roman', serif; }
    .sheet { break-after: page; }
    .sheet:last-child { break-after: auto; }
    header { display: flex; gap: 8mm; justify-content: space-between; align-items: start; }
    h1 { margin: 0 0 2mm; font-size: 19pt; line-height: 1.15; }
    p { margin: 0 0 2mm; }
    .name { font: 600 9pt system-ui, sans-serif; }
    figure { margin: 0; }
    figure canvas { width: 100%; height: auto; }
    .code { flex: none; width: 30mm; text-align: center; font: 7.5pt system-ui, sans-serif; }
    .code canvas { width: 30mm; height: 30mm; }
    .pictures { display: grid; grid-template-columns: 1fr 1fr; gap: 6mm; margin: 4mm 0; }
    h2 { margin: 0 0 1mm; font: 600 10pt system-ui, sans-serif; }
    li { margin-bottom: 3mm; break-inside: avoid; }
    .line { height: 8mm; border-bottom: 0.3mm solid #999; }
    .missing { align-self: center; padding: 6mm; border: 0.3mm dashed #999; color: #444; }
    .small { color: #444; font-size: 8.5pt; overflow-wrap: anywhere; }
  `;

  static properties = { ...SessionView.properties, headline: {} };

  constructor() {
    super();
    /** What the page says above all: a preset's claim, which belongs to the answers. */
    this.headline = '';
  }

  /** The pictures by the names of their canvases, while there is something to print. @type {Map<string, Picture> | null} */
  #pictures = null;

  /** Makes it, at once. */
  prepare() {
    const { wasm, experiment, whySecret, machines } = this.session;
    if (!wasm || !experiment) return;
    const { fewer, enough } = machines.sides;
    const results = displayedResults(this.session);
    this.#pictures = new Map();
    if (fewer.shown && !whySecret) this.#pictures.set('fewer', machinePicture(wasm, fewer.shown));
    this.#pictures.set('axes', transitionPicture(wasm, experiment, [], { asked: experiment.toFields().grid.h }));
    if (!whySecret) this.#pictures.set('cliff', transitionPicture(wasm, experiment, results));
    if (enough.shown && !whySecret) this.#pictures.set('enough', machinePicture(wasm, enough.shown));
    this.requestUpdate();
    this.performUpdate();
    for (const [name, picture] of this.#pictures) this.#draw(name, picture);
    const code = this.renderRoot.querySelector('canvas.code');
    if (code) drawQrCode(/** @type {HTMLCanvasElement} */ (code), this.#link);
  }

  /** What was printed is not kept. */
  forget() {
    this.#pictures = null;
    this.requestUpdate();
  }

  /** @param {string} name @param {Picture} picture */
  #draw(name, picture) {
    const canvas = /** @type {HTMLCanvasElement | null} */ (this.renderRoot.querySelector(`canvas.${name}`));
    if (!canvas) return;
    canvas.width = PICTURE.width * DOTS;
    canvas.height = PICTURE.height * DOTS;
    picture.draw(canvas, { ...PICTURE, scale: DOTS, theme: 'light' });
  }

  /** The page with what is set, without results: whoever opens it trains it. */
  get #link() {
    const { experiment, loadedWasm } = this.session;
    const query = experiment ? queryOf(loadedWasm, { experiment, document: null }, 0) : '';
    return `${location.origin}${location.pathname}?${query}`;
  }

  /** @param {string} name @param {string} title */
  #figure(name, title) {
    if (!this.#pictures?.has(name)) return nothing;
    return html`<figure><h2>${title}</h2><canvas class=${name}></canvas></figure>`;
  }

  /** In place of a machine that nobody has trained; a mystery shows none, and a task with one target has none with fewer heads. */
  #missing() {
    const { whySecret, machines } = this.session;
    if (whySecret || machines.shownRuns.length > 0) return nothing;
    return html`<p class="missing">Here stands a machine at work, once this task is trained: train it before you print.</p>`;
  }

  render() {
    const { session } = this;
    const { experiment, whySecret } = session;
    if (!this.#pictures || !experiment) return nothing;
    const fields = experiment.toFields();
    // A mystery has targets, and does not say how many.
    const targets = experiment.dimension ?? (experiment.hasDimension ? 0 : undefined);
    const list = questionsAbout({
      targets,
      heads: this.#pictures.has('fewer') ? (session.machines.sides.fewer.shown?.run.h ?? 0) : 0,
      size: Number(fields.task.d ?? 1),
      measured: measuredSentence(session) || 'Nothing was measured before this was printed: train it, and see.',
    });
    const machineTitle = (/** @type {'fewer' | 'enough'} */ side) => {
      const { shown } = session.machines.sides[side];
      return shown ? `A machine with ${shown.run.h === 1 ? 'one head' : `${shown.run.h} heads`}, and one sequence` : '';
    };
    return html`<section class="sheet">
        <header><div>
          <p class="name">Headcount</p>
          <h1>${whySecret ? 'A mystery: where is the cliff?' : titleOf(targets)}</h1>
          <p>${session.taskSentence}</p>
        </div>
        <figure class="code"><canvas class="code"></canvas>Train it yourself</figure></header>
        <div class="pictures">
          ${this.#figure('fewer', machineTitle('fewer'))}${this.#missing()}
          ${this.#figure('axes', 'The error you expect')}
        </div>
        <ol>${list.map(
          ({ question, lines }) =>
            html`<li>${question}${Array.from({ length: lines }, () => html`<div class="line"></div>`)}</li>`,
        )}</ol>
        <p class="small">${this.#link}</p>
      </section>
      ${
        whySecret
          ? nothing
          : html`<section class="sheet">
        <h1>Answers</h1>
        <p>${this.headline}</p>
        <div class="pictures">
          ${this.#figure('enough', machineTitle('enough'))}
          ${this.#figure('cliff', 'What was measured')}
        </div>
        <ol>${list.map(({ question, answer }) => html`<li>${question}<br /><strong>${answer}</strong></li>`)}</ol>
        <p class="small">${experiment.inWords}</p>
        <p class="small">${this.#pictures.get('cliff')?.citation}.</p>
      </section>`
      }`;
  }
}

customElements.define('headcount-handout', HandoutView);
