// <headcount-article>: the words below the charts, with pictures between them. It reserves the room of every picture
// from the start; what a picture needs is fetched, and the picture drawn, when it comes near the screen.
import { css, html, nothing } from 'lit';
import { explanations } from '../content/explanations.js';
import { loadRecordOf } from '../content/recorded.js';
import { fromCompared, nearest } from '../state/displayed-results.js';
import { RecordedMachine, recordLike } from '../state/recorded-machine.js';
import { machinePicture } from './machine-view.js';
import { Picture, transitionPicture } from './pictures.js';
import { SessionView } from './session-view.js';
import { base, placeholders } from './styles.js';

/** @typedef {import('../content/explanations.js').PictureName} PictureName */
/** @typedef {import('../content/explanations.js').Passage} Passage */
/** @typedef {import('../content/explanations.js').Section} Section */

/** How near to the screen a picture is prepared. */
const NEAR = '400px 0px';

/** Where the sliders go. */
const BETAS = /** @type {const} */ ([1, 100]);
const LENGTHS = [16, 32, 64, 128, 256, 512, 1024];

/** What paper 1's theory is shown for where the task that is set is not of its kind, or a mystery. */
const USUAL = { D: 4, n: 8, d: 4, T: 16 };

/** @param {Event} event */
const numberOf = ({ target }) => Number(/** @type {HTMLInputElement} */ (target).value);

const BOTH_CLIFFS = /** @type {const} */ ([
  { id: 'article-few', hasDimension: true, title: 'Paper 1: too few heads' },
  { id: 'article-many', hasDimension: false, title: 'Paper 2: too many heads' },
]);

export class ArticleView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    placeholders,
    css`
    /* In a lecture hall there are pictures alone. */
    :host { display: var(--beside-pictures, block); container-type: inline-size; margin-top: 12px; padding-top: 8px; border-top: 1px solid var(--line); }
    /* Of a text face, 0 is wider than most letters: this is about 65 of them. */
    article { --column: minmax(0, 56ch); --chart-height: 320px; font: 1.1em/1.6 var(--serif); }
    section { margin: 28px 0 0; }
    h2 { margin: 0 0 6px; font-size: 1.4em; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
    p, dl { margin: 0 0 12px; text-wrap: pretty; }
    dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; }
    dt { font-style: italic; }
    dd { margin: 0; }
    math { font-size: 1.1em; }
    math[display='block'] { margin: 6px 0 12px; padding: 6px 0; overflow-x: auto; }
    .passage { display: grid; grid-template-columns: var(--column); }
    figure { min-width: 0; margin: 6px 0 16px; font: 1rem/1.5 system-ui, sans-serif; }
    h3 { min-height: 1.5em; margin: 0 0 4px; overflow: hidden; font-size: 1rem; text-overflow: ellipsis; white-space: nowrap; }
    figcaption { max-width: 56ch; min-height: 4.5em; color: var(--quiet); font-size: 0.875rem; text-wrap: pretty; }
    chart-canvas { height: var(--chart-height); }
    .empty { margin: 0; }
    .no-table { min-height: 36px; }
    .choices { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; min-height: 44px; }
    .choices label { display: inline-flex; gap: 10px; align-items: center; min-height: 40px; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
    .two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 12px 24px; }
    /* Where there is room, beside the words that it is about, for as long as these are read. */
    @container (min-width: 980px) {
      .passage { grid-template: auto 1fr / var(--column) minmax(0, 76rem); column-gap: clamp(32px, 4vw, 72px); }
      .passage > .text { grid-column: 1; }
      figure { grid-area: 1 / 2 / 3 / 3; align-self: start; position: sticky; top: 12px; margin: 2px 0 16px; }
      figcaption { min-height: 3em; }
      .notes { display: grid; grid-template-columns: var(--column) var(--column); column-gap: clamp(32px, 4vw, 72px); }
      .notes .passage { grid-template: none / minmax(0, 1fr); }
    }
    @container (min-width: 1700px) { article { --chart-height: 400px; } }
  `,
  ];
  static properties = {
    ...SessionView.properties,
    go: { attribute: false },
    near: { state: true },
    beta: { state: true },
    T: { state: true },
  };

  /** Sees figures come near. @type {IntersectionObserver} */
  #seen;
  /** Made once for each kind of task. @type {{ kind: string | null | undefined, sections: Section[] }} */
  #explained = { kind: undefined, sections: [] };
  /** @type {RecordedMachine | null} */
  #machine = null;
  /** The pictures as they were made last, and what of: one that stays the same is not drawn again. @type {Map<string, { of: unknown[], picture: Picture }>} */
  #made = new Map();

  constructor() {
    super();
    /** Sets the controls to a preset. @type {(preset: string) => void} */
    this.go = () => {};
    /** The pictures that have come near. @type {Set<string | undefined>} */
    this.near = new Set();
    this.beta = 10;
    /** Of the needed parameters, chosen here; else where the bound begins to say something. @type {number | null} */
    this.T = null;
    this.#seen = new IntersectionObserver((entries) => this.#comeNear(entries), { rootMargin: NEAR });
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #comeNear(entries) {
    const came = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    if (came.length === 0) return;
    for (const figure of came) this.#seen.unobserve(figure);
    this.near = new Set([...this.near, ...came.map((figure) => /** @type {HTMLElement} */ (figure).dataset.picture)]);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#seen.disconnect();
  }

  willUpdate() {
    const { experiment, prediction } = this.session;
    const wasm = this.#wasmFor('machine');
    const record = wasm && experiment && recordLike(wasm, experiment);
    // A reader who predicts must not see how it turned out.
    if (wasm && record && !prediction.isDrawing && this.#kind) this.#openMachine(wasm).open(record);
  }

  updated() {
    for (const figure of this.renderRoot.querySelectorAll('figure')) {
      if (!this.near.has(figure.dataset.picture)) this.#seen.observe(figure);
    }
  }

  get #kind() {
    const { experiment, whySecret } = this.session;
    return whySecret ? null : (experiment?.toFields().task.kind ?? 'min-max');
  }

  get #sections() {
    const kind = this.#kind;
    if (this.#explained.kind !== kind) this.#explained = { kind, sections: explanations((id) => this.go(id), kind) };
    return this.#explained.sections;
  }

  /** A picture, made anew only where what it is of is another. @param {string} name @param {unknown[]} of @param {() => Picture} make */
  #kept(name, of, make) {
    const made = this.#made.get(name);
    if (made && made.of.length === of.length && made.of.every((one, i) => one === of[i])) return made.picture;
    const picture = make();
    this.#made.set(name, { of, picture });
    return picture;
  }

  /** Where there is no wasm yet, or the picture is far away, there is nothing to draw. @param {PictureName} name */
  #wasmFor(name) {
    return this.near.has(name) ? this.session.wasm : null;
  }

  /** What paper 1's theory is shown for. */
  get #sizes() {
    const { experiment, whySecret } = this.session;
    if (!experiment?.hasDimension || whySecret) return USUAL;
    const { task, grid } = experiment.toFields();
    const D = Math.max(2, experiment.dimension ?? USUAL.D);
    return { D, n: experiment.headSize(D - 1) ?? USUAL.n, d: task.d ?? 1, T: Math.max(...grid.T) };
  }

  /** @param {string} id @param {Picture | null} picture @param {string} label @param {string} [empty]  what stands in its place */
  #canvas(id, picture, label, empty = '') {
    if (empty) return html`<p class="empty" id=${id}>${empty}</p><div class="no-table"></div>`;
    return html`<chart-canvas id=${id} .picture=${picture} label=${label}></chart-canvas>${
      picture
        ? html`<chart-table label=${label} .picture=${picture}></chart-table>`
        : html`<div class="no-table"></div>`
    }`;
  }

  /** @param {string} label @param {number} value @param {{ min: number, max: number, text?: string }} range @param {(value: number) => void} set */
  #slider(label, value, { min, max, text = String(value) }, set) {
    return html`<label>${label}
      <input type="range" min=${min} max=${max} .value=${String(value)} aria-valuetext=${text} @input=${(/** @type {Event} */ event) => set(numberOf(event))} /></label>`;
  }

  /** The machine of the recorded run that is most like what is set. */
  #machineFigure() {
    const { prediction, experiment } = this.session;
    const wasm = this.#wasmFor('machine');
    const record = this.session.wasm && experiment && recordLike(this.session.wasm, experiment);
    if (!record) return nothing;
    const isHidden = prediction.isDrawing;
    const machine = wasm ? this.#machine : null;
    const shown = isHidden ? null : (machine?.shown ?? null);
    const picture = wasm && shown ? this.#kept('machine', [shown], () => machinePicture(wasm, shown)) : null;
    const choices = Object.keys(record.recorded.files).map(Number);
    const heads = machine?.heads ?? choices[0];
    const { hasDimension } = record.experiment;
    const seeds = record.experiment.toFields().seeds.length;
    return html`<figure data-picture="machine">
      <div class="choices">
        ${this.#slider(
          `Machine with h = ${heads}`,
          Math.max(0, choices.indexOf(heads)),
          { min: 0, max: choices.length - 1, text: String(heads) },
          (place) => this.#machine?.choose(choices[place]),
        )}
        <button class="small" @click=${() => this.#machine?.nextSequence()}>Another sequence</button>
      </div>
      <h3>${picture?.title ?? 'A Transformer at work'}</h3>
      ${this.#canvas('article-machine', picture, 'A Transformer at work on one sequence', isHidden ? 'Hidden while you predict.' : (machine?.problem ?? ''))}
      <figcaption>${
        hasDimension
          ? 'A random sequence as bars, and below it the heads. The wider a line, the more of its attention the head pays to that token.'
          : 'The points as bars: the taller one is, the farther it is from the point that asks. The wider a line, the more of its attention the head pays to that point.'
      } Recorded earlier: the median of ${seeds} runs.</figcaption>
    </figure>`;
  }

  /** @param {import('../api/page-wasm.js').PageWasm} wasm */
  #openMachine(wasm) {
    if (!this.#machine) {
      this.#machine = new RecordedMachine(wasm, loadRecordOf);
      this.#machine.addEventListener('change', () => this.requestUpdate());
    }
    return this.#machine;
  }

  #softMinimumFigure() {
    const wasm = this.#wasmFor('soft-minimum');
    const { T } = this.#sizes;
    const { beta } = this;
    const picture =
      wasm && this.#kept('soft-minimum', [T, beta], () => new Picture(() => wasm.Chart.softMinimum(T, ...BETAS, beta)));
    return html`<figure data-picture="soft-minimum">
      <div class="choices">${this.#slider(
        `How sharp the head is: β = ${beta}`,
        beta,
        { min: BETAS[0], max: BETAS[1] },
        (value) => {
          this.beta = value;
        },
      )}</div>
      <h3>How far a head is off</h3>
      ${this.#canvas('article-soft-minimum', picture, 'How far a soft minimum is off')}
      <figcaption>One random sequence of ${T} numbers: how far the soft minimum is above the true one, and the bound.</figcaption>
    </figure>`;
  }

  #neededFigure() {
    const wasm = this.#wasmFor('needed');
    const { D, n, d } = this.#sizes;
    const h = D - 1;
    // Where T/4 − h − D + 1 is twice (n + 1)h + 1, k is 1.
    const says =
      LENGTHS.find((length) => length / 4 - h - D + 1 >= 2 * ((n + 1) * h + 1)) ?? LENGTHS[LENGTHS.length - 1];
    const T = this.T ?? says;
    const picture =
      wasm &&
      this.#kept('needed', [T, h, n, D, d], () => new Picture(() => wasm.Chart.parametersNeeded(T, h, n, D, d)));
    return html`<figure data-picture="needed">
      <div class="choices">${this.#slider(
        `How long the sequences are: T = ${T}`,
        LENGTHS.indexOf(T),
        { min: 0, max: LENGTHS.length - 1, text: String(T) },
        (place) => {
          this.T = LENGTHS[place];
        },
      )}</div>
      <h3>What an error takes</h3>
      ${this.#canvas('article-needed', picture, 'Parameters that an error takes')}
      <figcaption>Parameters for ever smaller errors at D = ${D}, n = ${n}: with enough heads, and with ${h}. Constants are not known, slopes are.</figcaption>
    </figure>`;
  }

  /** What was recorded of a task with a D, or without: what is set, if that is on record. @param {boolean} hasDimension */
  #recorded(hasDimension) {
    const { experiment, compared } = this.session;
    const fitting = compared.list.filter((one) => !one.isOwn && one.experiment.hasDimension === hasDimension);
    return (experiment && nearest(experiment, fitting)[0]) ?? fitting[0] ?? null;
  }

  #bothCliffsFigure() {
    const wasm = this.#wasmFor('both-cliffs');
    const { prediction, whySecret } = this.session;
    const sides = BOTH_CLIFFS.map(({ id, hasDimension, title }) => {
      // A recorded D beside a mystery would be taken for its own.
      const hidden = (prediction.isDrawing && 'Hidden while you predict.') || (hasDimension && whySecret) || '';
      const recorded = wasm && !hidden ? this.#recorded(hasDimension) : null;
      const picture =
        wasm && recorded
          ? this.#kept(id, [recorded], () =>
              transitionPicture(wasm, recorded.experiment, [fromCompared(recorded)], {}, title),
            )
          : null;
      return html`<div><h3>${title}</h3>${this.#canvas(id, picture, `Error against number of heads, ${title}`, hidden)}</div>`;
    });
    return html`<figure data-picture="both-cliffs">
      <div class="two">${sides}</div>
      <figcaption>Error against number of heads. In paper 1’s task each head finds one thing; in paper 2’s they share the token’s size d, so each of h heads has rank d/h. Recorded earlier.</figcaption>
    </figure>`;
  }

  /** @param {PictureName} name */
  #figure(name) {
    return {
      machine: () => this.#machineFigure(),
      'soft-minimum': () => this.#softMinimumFigure(),
      needed: () => this.#neededFigure(),
      'both-cliffs': () => this.#bothCliffsFigure(),
    }[name]();
  }

  /** @param {Section} section */
  #section({ heading, passages }) {
    return html`<section>
      <h2>${heading}</h2>
      ${passages.map(
        ({ before, picture, after = nothing }) =>
          html`<div class="passage"><div class="text">${before}</div>${picture ? this.#figure(picture) : nothing}<div class="text">${after}</div></div>`,
      )}
    </section>`;
  }

  render() {
    const sections = this.#sections;
    return html`<article aria-label="Explanations">
      ${sections.filter(({ isNote }) => !isNote).map((section) => this.#section(section))}
      <div class="notes">${sections.filter(({ isNote }) => isNote).map((section) => this.#section(section))}</div>
    </article>`;
  }
}

customElements.define('headcount-article', ArticleView);
