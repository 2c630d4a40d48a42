// Theory: what paper 1 proves, as pictures that need no training. The wasm computes all of it; here
// are only the sliders.
import { html } from 'lit';
import { dimensionOf } from '../state/facts.js';
import { PAPER_1 } from '../state/pictures.js';
import { hasDimension } from '../content/properties.js';
import { SessionView } from './session-view.js';

/** Where the sliders go, and how far the map reaches. */
const LENGTHS = [8, 16, 32, 64, 128, 256, 512, 1024];
const BETAS = [1, 100];

export class TheoryView extends SessionView {
  static live = false;
  static properties = { ...SessionView.properties, h: { state: true }, T: { state: true }, beta: { state: true } };

  constructor() {
    super();
    /** Chosen here; else as the experiment has it. @type {number | null} */
    this.h = null;
    /** @type {number | null} */
    this.T = null;
    this.beta = 10;
  }

  /** The sizes that the theorems speak of. */
  get #at() {
    const { experiment, charts } = this.session;
    const known = experiment && hasDimension(experiment.task.kind) ? experiment : null;
    const D = (known && dimensionOf(known)) ?? 4;
    const h = this.h ?? Math.max(1, D - 1);
    const T = this.T ?? Math.max(...(known?.grid.T ?? [16]));
    // The size of one of h heads, as the wasm has it.
    const [run] = known && charts ? charts.runs(JSON.stringify({ ...known, grid: { ...known.grid, h: [known.grid.form === 'memoriser' ? 1 : h] } })) : [];
    return { D, h, T, n: run?.n ?? 8, d: known?.task.d ?? 1, known };
  }

  get pictures() {
    if (this.session.secret) return [];
    const { D, h, T, n, d } = this.#at;
    const heads = Array.from({ length: Math.min(D + 2, 33) }, (_, i) => i + 1);
    /** @type {import('../state/pictures.js').Picture[]} */
    return [
      { kind: 'theory-map', title: 'How fast the need for parameters grows', chart: { n, D, heads, lengths: LENGTHS, at: { h, T } }, citation: PAPER_1 },
      { kind: 'soft-minimum', title: 'One head as a soft minimum', chart: { T, betas: BETAS, at: this.beta, seed: 0 }, citation: PAPER_1 },
      { kind: 'needed', title: 'Parameters needed for an error', chart: { T, h, n, D, d }, citation: PAPER_1 },
    ];
  }

  #slider(label, value, values, set) {
    const place = Math.max(0, values.indexOf(value));
    return html`<label>${label} = ${value}
      <input type="range" min="0" max=${values.length - 1} .value=${String(place)} aria-valuetext=${value}
        @input=${({ target }) => set(values[Number(target.value)])} /></label>`;
  }

  render() {
    if (this.session.secret) return html`<p class="empty">What the theorems say depends on D. ${this.session.secret}</p>`;
    const { D, h, T, n, d, known } = this.#at;
    const { charts } = this.session;
    const said = /** @type {any} */ (charts)?.theory?.(T, h, n, D, d);
    const lengths = [...new Set([...LENGTHS, T])].sort((a, b) => a - b);
    const [map, soft, needed] = this.pictures;
    return html`
      <div class="choices">
        ${this.#slider('Heads h', h, Array.from({ length: Math.min(D + 2, 33) }, (_, i) => i + 1), (value) => { this.h = value; })}
        ${this.#slider('Length T', T, lengths, (value) => { this.T = value; })}
        <label>Sharpness β = ${this.beta}
          <input type="range" min=${BETAS[0]} max=${BETAS[1]} .value=${String(this.beta)} @input=${({ target }) => { this.beta = Number(target.value); }} /></label>
      </div>
      <p class="said">${said?.sentence ?? ''} ${known ? '' : 'This is paper 1’s theory, at D = 4 and n = 8: the task that is set is paper 2’s.'}</p>
      <div class="pair">
        ${this.figure('theory-map', map, { caption: html`The exponent k for h heads and length T, at D = ${D}, n = ${n}. Hatched: the bound says nothing there.` })}
        ${this.figure('soft-minimum', soft, { caption: html`As β grows, attention closes in on the smallest entry, always within the paper’s bound.` })}
        ${this.figure('needed', needed, { caption: html`Enough heads (h ≥ D) against too few, for ever smaller errors; constants are not known, slopes are.` })}
      </div>`;
  }
}

customElements.define('headcount-theory', TheoryView);
