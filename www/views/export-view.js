// <headcount-export>: the dialog in which a chart becomes a figure for a paper or a slide. It shows the figure
// as it will be and saves it in several formats. Sizes, parts, captions and the files themselves are made by
// the wasm (crate/charts); it is fetched when it is first opened.
import { css, html, nothing } from 'lit';
import { sentenceOf } from '../api/checks.js';
import { paintInSlices, showOn } from './chart-painter.js';
import { copy, pngOfCanvas, save } from './files.js';
import { withDotsPerInch } from './png-size.js';
import { SessionView } from './session-view.js';
import { base } from './styles.js';

/** @typedef {import('./pictures.js').Picture} Picture */
/** @typedef {import('../wasm/page/page.js').Chart} Chart */
/** @typedef {import('../wasm/page/page.js').Part} Part */

const SIZES = /** @type {const} */ ({
  column: 'One column, 85 mm',
  page: 'Two columns, 175 mm',
  slide: 'Slide, 16:9',
});
const FONTS = /** @type {const} */ ({ sans: 'Sans', serif: 'Serif' });
const THEMES = /** @type {const} */ ({ light: 'Light', grey: 'Grey', dark: 'Dark' });
/** @type {Record<Part, string>} */
const PARTS = {
  dimension: 'Line at D',
  zones: 'Zones',
  paper: 'The paper’s values',
  band: 'Spread over seeds',
  recorded: 'Recorded results',
};

export class ExportView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    css`
    dialog {
      width: min(920px, calc(100vw - 24px));
      max-height: calc(100dvh - 24px);
      padding: clamp(14px, 3vw, 24px);
      border: 1px solid var(--line);
      border-radius: 12px;
      color: var(--ink);
      background: var(--ground);
      overflow: auto;
    }
    dialog::backdrop { background: rgb(0 0 0 / 45%); }
    .header { display: flex; gap: 12px; align-items: start; justify-content: space-between; }
    h2 { margin: 0 0 8px; font-size: 1.15rem; }
    .sheet { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px 24px; }
    @media (min-width: 720px) { .sheet { grid-template-columns: minmax(0, 1fr) 250px; } }
    canvas { display: block; width: 100%; border: 1px solid var(--line); }
    .measure, .caption { color: var(--quiet); font-size: 0.875rem; text-wrap: pretty; }
    .measure { margin: 6px 0 0; }
    .caption { margin: 12px 0 6px; padding: 8px 12px; border-left: 3px solid var(--line); user-select: all; }
    fieldset { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 0 0 8px; padding: 0; border: 0; }
    legend { padding: 0; font-size: 0.875rem; font-weight: 600; }
    label { display: inline-flex; gap: 8px; align-items: center; min-height: 34px; font-size: 0.9rem; }
    select { width: 100%; margin-bottom: 8px; }
    .formats { position: sticky; bottom: calc(-1 * clamp(14px, 3vw, 24px)); background: var(--ground); display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 14px; padding: 12px 0; border-top: 1px solid var(--line); }
    [role='status'] { min-height: 1.5em; margin: 8px 0 0; color: var(--quiet); font-size: 0.875rem; }
  `,
  ];
  static properties = {
    ...SessionView.properties,
    pictures: { attribute: false },
    place: { attribute: false },
    size: { state: true },
    font: { state: true },
    theme: { state: true },
    chosen: { state: true },
    hasCaption: { state: true },
    message: { state: true },
  };

  constructor() {
    super();
    /** What there is to choose from. @type {Picture[]} */
    this.pictures = [];
    /** Which of them is shown. */
    this.place = 0;
    /** @type {keyof typeof SIZES} */
    this.size = 'column';
    /** @type {keyof typeof FONTS} */
    this.font = 'sans';
    /** @type {keyof typeof THEMES} */
    this.theme = 'light';
    /** Parts that the reader has switched on or off. @type {Partial<Record<Part, boolean>>} */
    this.chosen = {};
    /** Whether title and source are in the figure. */
    this.hasCaption = false;
    /** What was done, for a moment. */
    this.message = '';
  }

  /** What the preview is to show. @type {import('../wasm/page/page.js').Sketch | null} */
  #previewed = null;

  /** @type {Picture} */
  get #picture() {
    return this.pictures[this.place] ?? this.pictures[0];
  }

  /** The chart with the parts that were chosen. @template T @param {(chart: Chart) => T} work @returns {T} */
  #use(work) {
    return this.#picture.use((chart) => {
      for (const [part, shown] of Object.entries(this.chosen)) chart.show(/** @type {Part} */ (part), shown);
      return work(chart);
    });
  }

  /** @param {number} [dots]  per inch */
  #frame(dots = 96) {
    const wasm = /** @type {import('../api/page-wasm.js').PageWasm} */ (this.session.wasm);
    const [width, height, millimetres] = wasm.printSize(this.size);
    const scale = ((millimetres / 25.4) * dots) / width;
    return { width, height, millimetres, scale, theme: this.theme, font: this.font };
  }

  /** The words below the figure. @param {Chart} chart */
  #caption(chart) {
    return `${chart.caption} ${this.#picture.setting}`.trim();
  }

  /** What is written into the figure itself: all of the caption would take its place. */
  get #captionInside() {
    return this.hasCaption ? this.#picture.title : '';
  }

  firstUpdated() {
    this.renderRoot.querySelector('dialog')?.showModal();
    // Now it has a width.
    this.#preview();
  }

  updated() {
    this.#preview();
  }

  #preview() {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas?.clientWidth) return;
    const frame = this.#frame();
    const scale = (canvas.clientWidth * devicePixelRatio) / frame.width;
    const sketch = this.#sketch({ ...frame, scale });
    this.#previewed = sketch;
    void paintInSlices(sketch).then((painted) => {
      // Another figure may have been asked for meanwhile.
      if (this.#previewed === sketch) showOn(canvas, painted);
    });
  }

  /** The figure, laid out to be painted. @param {import('../wasm/page/page.js').Frame} frame */
  #sketch(frame) {
    return this.#use((chart) => chart.figure(frame, this.#captionInside));
  }

  /** @param {string} format @param {() => unknown} make */
  async #save(format, make) {
    try {
      await make();
      this.message = `${format}: done.`;
    } catch (error) {
      this.message = sentenceOf(error);
    }
  }

  /** @param {string} ending */
  #name(ending) {
    return `headcount-${this.#picture.kind}-${this.size}.${ending}`;
  }

  #svg() {
    const text = this.#use((chart) => chart.svg(this.#frame(), this.#captionInside));
    save(this.#name('svg'), text, 'image/svg+xml');
  }

  #pdf() {
    const text = this.#use((chart) => chart.pdf(this.#frame(), this.#captionInside));
    save(this.#name('pdf'), text, 'application/pdf');
  }

  /** @param {number} dots */
  async #png(dots) {
    const canvas = await paintInSlices(this.#sketch(this.#frame(dots)));
    const bytes = await (await pngOfCanvas(canvas)).arrayBuffer();
    save(this.#name(`${dots}dpi.png`), withDotsPerInch(new Uint8Array(bytes), dots), 'image/png');
  }

  #csv() {
    save(
      `headcount-${this.#picture.kind}.csv`,
      this.#use((chart) => chart.csv()),
      'text/csv',
    );
  }

  /** @template {string} T @param {string} name @param {Readonly<Record<T, string>>} choices @param {T} chosen @param {(value: T) => void} choose */
  #radios(name, choices, chosen, choose) {
    const values = /** @type {[T, string][]} */ (Object.entries(choices));
    return html`<fieldset><legend>${name}</legend>
      ${values.map(
        ([value, label]) => html`<label><input type="radio" name=${name} .checked=${value === chosen}
          @change=${() => choose(value)} />${label}</label>`,
      )}
    </fieldset>`;
  }

  #parts() {
    const [shown, hidden] = this.#use((chart) => [chart.parts(true), chart.parts(false)]);
    const choose = (/** @type {Part} */ part, /** @type {Event} */ { target }) => {
      this.chosen = { ...this.chosen, [part]: /** @type {HTMLInputElement} */ (target).checked };
    };
    const names = /** @type {[Part, string][]} */ (Object.entries(PARTS));
    return html`<fieldset><legend>Show</legend>
      ${names
        .filter(([part]) => shown.includes(part) || hidden.includes(part) || part in this.chosen)
        .map(
          ([part, name]) => html`<label><input type="checkbox" .checked=${shown.includes(part)}
          @change=${(/** @type {Event} */ event) => choose(part, event)} />${name}</label>`,
        )}
      <label><input type="checkbox" .checked=${this.hasCaption} @change=${(/** @type {Event} */ { target }) => {
        this.hasCaption = /** @type {HTMLInputElement} */ (target).checked;
      }} />Title and source</label>
    </fieldset>`;
  }

  #choices() {
    return html`<div>
      ${
        this.pictures.length > 1
          ? html`<label for="picture">Figure</label><select id="picture" @change=${(
              /** @type {Event} */ { target },
            ) => {
              this.place = /** @type {HTMLSelectElement} */ (target).selectedIndex;
              this.chosen = {};
            }}>${this.pictures.map(({ title }, place) => html`<option .selected=${place === this.place}>${title}</option>`)}</select>`
          : nothing
      }
      ${this.#radios('Size', SIZES, this.size, (value) => {
        this.size = value;
      })}
      ${this.#radios('Letters', FONTS, this.font, (value) => {
        this.font = value;
      })}
      ${this.#radios('Colours', THEMES, this.theme, (value) => {
        this.theme = value;
      })}
      ${this.#parts()}
    </div>`;
  }

  render() {
    const { session } = this;
    if (!session.wasm || !this.#picture) return nothing;
    const frame = this.#frame();
    const { millimetres, width, height } = frame;
    const high = (millimetres * height) / width;
    // They are 12 pixels high.
    const points = Math.round((12 * 72 * millimetres) / 25.4 / width);
    const caption = this.#use((chart) => this.#caption(chart));
    const { citation, title } = this.#picture;
    const words = citation ? `${caption} Task and theory: ${citation}.` : caption;
    /** @type {[string, () => unknown][]} */
    const formats = [
      ['SVG', () => this.#svg()],
      ['PDF', () => this.#pdf()],
      ['PNG, 300 dpi', () => this.#png(300)],
      ['PNG, 600 dpi', () => this.#png(600)],
      ['CSV', () => this.#csv()],
    ];
    return html`<dialog aria-labelledby="heading" @close=${() => this.dispatchEvent(new Event('close'))}>
      <div class="header"><h2 id="heading">Figure for a paper or slide</h2>
        <button class="small" @click=${() => this.renderRoot.querySelector('dialog')?.close()}>Close</button></div>
      <div class="sheet">
        <div>
          <canvas role="img" aria-label=${`Preview: ${title}`} .style=${`aspect-ratio: ${width} / ${height}`}></canvas>
          <p class="measure">${Math.round(millimetres)} × ${Math.round(high)} mm, letters of ${points} points</p>
          <p class="caption">${words}</p>
          <button class="small" @click=${() => this.#save('Caption copied', () => copy(words))}>Copy caption</button>
        </div>
        ${this.#choices()}
      </div>
      <div class="formats">Save as
        ${formats.map(
          ([format, make]) => html`<button class="small" @click=${() => this.#save(format, make)}>${format}</button>`,
        )}</div>
      <p role="status">${this.message}</p>
    </dialog>`;
  }
}

customElements.define('headcount-export', ExportView);
