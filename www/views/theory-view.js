// Theory: what paper 1 proves, as pictures that need no training. The wasm computes all of it; here
// are only the sliders.
import { css, html } from 'lit';
import { Picture } from './pictures.js';
import { SessionView } from './session-view.js';
import { base, figures, placeholders } from './styles.js';

/** Where the sliders go, and how far the map reaches. */
const LENGTHS = [8, 16, 32, 64, 128, 256, 512, 1024];
const BETAS = /** @type {const} */ ([1, 100]);
const MOST_HEADS = 33;

export class TheoryView extends SessionView {
  static styles = [
    base,
    figures,
    placeholders,
    // In a lecture hall too: the sliders make the pictures, and the sentence is what they show.
    css`
    .choices { display: flex; }
    .choices label { font-size: var(--title-size, 0.9rem); }
    .statement { display: block; font-size: var(--title-size, 0.875rem); }
  `,
  ];
  static isLive = false;
  static properties = {
    ...SessionView.properties,
    isSoftMinimum: { attribute: false },
    h: { state: true },
    T: { state: true },
    beta: { state: true },
  };

  constructor() {
    super();
    /** Chosen here; else as the experiment has it. @type {number | null} */
    this.h = null;
    /** @type {number | null} */
    this.T = null;
    this.beta = 10;
    /** Whether only the soft minimum is shown, as lessons do. */
    this.isSoftMinimum = false;
  }

  /** The sizes that the theorems speak of; paper 1's own where the task that is set is paper 2's. */
  get #sizes() {
    const { experiment } = this.session;
    const ofPaper1 = experiment?.hasDimension ? experiment : null;
    const { task, grid } = ofPaper1?.toFields() ?? {};
    const D = ofPaper1?.dimension ?? 4;
    const h = this.h ?? Math.max(1, D - 1);
    const T = this.T ?? Math.max(...(grid?.T ?? [16]));
    const heads = Array.from({ length: Math.min(D + 2, MOST_HEADS) }, (_, i) => i + 1);
    return { D, h, T, n: ofPaper1?.headSize(h) ?? 8, d: task?.d ?? 1, heads, ofPaper1 };
  }

  get pictures() {
    const { wasm, whySecret } = this.session;
    if (!wasm || whySecret) return [];
    const { D, h, T, n, d, heads } = this.#sizes;
    const { Chart } = wasm;
    return [
      new Picture(() => Chart.theoryMap(n, D, new Uint32Array(heads), new Uint32Array(LENGTHS), h, T)),
      new Picture(() => Chart.softMinimum(T, ...BETAS, this.beta)),
      new Picture(() => Chart.parametersNeeded(T, h, n, D, d)),
    ];
  }

  /** @param {string} label @param {number} value @param {number[]} values @param {(value: number) => void} set */
  #slider(label, value, values, set) {
    const place = Math.max(0, values.indexOf(value));
    return html`<label>${label} = ${value}
      <input type="range" min="0" max=${values.length - 1} .value=${String(place)} aria-valuetext=${value}
        @input=${(/** @type {Event} */ { target }) => set(values[Number(/** @type {HTMLInputElement} */ (target).value)])} /></label>`;
  }

  #sharpness() {
    return html`<label>Sharpness β = ${this.beta}
      <input type="range" min=${BETAS[0]} max=${BETAS[1]} .value=${String(this.beta)}
        @input=${(/** @type {Event} */ { target }) => {
          this.beta = Number(/** @type {HTMLInputElement} */ (target).value);
        }} /></label>`;
  }

  render() {
    const { wasm, whySecret } = this.session;
    if (whySecret) return html`<p class="empty">What the theorems say depends on D. ${whySecret}</p>`;
    const { D, h, T, n, d, heads, ofPaper1 } = this.#sizes;
    const lengths = [...new Set([...LENGTHS, T])].sort((a, b) => a - b);
    const [map, soft, needed] = this.pictures;
    const softMinimum = this.figure('soft-minimum', soft ?? null, {
      caption: html`As β grows, attention closes in on the smallest entry, always within the paper’s bound.`,
    });
    if (this.isSoftMinimum) return html`<div class="choices">${this.#sharpness()}</div>${softMinimum}`;
    return html`
      <div class="choices">
        ${this.#slider('Heads h', h, heads, (value) => {
          this.h = value;
        })}
        ${this.#slider('Length T', T, lengths, (value) => {
          this.T = value;
        })}
        ${this.#sharpness()}
      </div>
      <p class="statement">${wasm?.theorySentence(T, h, n, D, d) ?? ''} ${ofPaper1 ? '' : 'This is paper 1’s theory, at D = 4 and n = 8: the task that is set is paper 2’s.'}</p>
      <div class="pair">
        ${this.figure('theory-map', map ?? null, { caption: html`The exponent k for h heads and length T, at D = ${D}, n = ${n}. Hatched: the bound says nothing there.` })}
        ${softMinimum}
        ${this.figure('needed', needed ?? null, { caption: html`Enough heads (h ≥ D) against too few, for ever smaller errors; constants are not known, slopes are.` })}
      </div>`;
  }
}

customElements.define('headcount-theory', TheoryView);
