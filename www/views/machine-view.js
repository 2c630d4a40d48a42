// <headcount-machine>: one of the two machines beside the cliff. It draws what the pair knows, and hands
// it what the reader drags or presses; it decides nothing.
import { css, html, LitElement, nothing } from 'lit';
import './chart-canvas.js';
import './chart-table.js';
import { Picture } from './pictures.js';
import { base, placeholders } from './styles.js';

/** @typedef {import('../state/machine-pair.js').MachinePair} MachinePair */
/** @typedef {import('../state/machine-pair.js').Shown} Shown */
/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../wasm/page/page.js').Grip} Grip */

/** Which way keys change a token. @type {Record<string, number>} */
const STEPS = { '+': 1, '-': -1, PageUp: 1, PageDown: -1 };

const HELP =
  'Arrow keys walk through tokens and heads. Plus and minus change a token, Enter silences a head or lets it speak again.';
const HELP_ASKING = `${HELP} Enter on a token lets that token ask.`;

/** What can be done with the pictures. */
export const HINT = 'Drag a bar, press a head, or press a point of the chart.';

/** What can be done with the list that both machines are shown. @param {MachinePair} machines @param {string} [hint]  what can be done with the pictures, where nothing else says so */
export function sequenceButtons(machines, hint = '') {
  const isEmpty = machines.shownHeads.length === 0;
  return html`<div class="choices">
    <button class="small" aria-disabled=${isEmpty} @click=${() => isEmpty || machines.nextSequence()}>Another list</button>
    <button class="small" aria-disabled=${!machines.isEdited} @click=${() => machines.isEdited && machines.undo()}>Undo</button>
    ${askingChoice(machines)}
    ${hint ? html`<span class="hint">${hint}</span>` : nothing}
  </div>`;
}

/** Which token asks, where every token may: a finger has no Shift. @param {MachinePair} machines */
function askingChoice(machines) {
  const { shown } = machines.sides.fewer.shown ? machines.sides.fewer : machines.sides.enough;
  if (!shown || shown.asking < 2) return nothing;
  const { query, asking } = shown;
  const step = (/** @type {number} */ by) => () => machines.ask((query + by + asking) % asking);
  return html`<span class="asking" role="group" aria-label="Which token asks">
    <button class="small" aria-label="The token before it asks" @click=${step(-1)}>‹</button>
    <span role="status">Token ${query + 1} asks</span>
    <button class="small" aria-label="The token after it asks" @click=${step(1)}>›</button>
  </span>`;
}

/**
 * What is said in place of a machine; '' where there is one, or will be in a moment.
 *
 * @param {MachinePair['sides']['fewer']} side @param {PageWasm | null} wasm @param {string} empty  what to say where nothing went wrong
 */
export function wordsInPlace({ shown, problem, wanted }, wasm, empty) {
  if (shown && wasm) return '';
  return problem || (wanted || !wasm ? '' : empty);
}

/** @param {PageWasm} wasm @param {Shown} shown */
export const machinePicture = (wasm, { experiment, run, look, silenced, error, query, first }) =>
  new Picture(() => wasm.Chart.machine(experiment, run, look, { silenced, error, query, first }), { experiment });

/** What is said below the machine. @param {Shown} shown @param {string} missing  why the point that was pressed is not shown */
const captionOf = (shown, missing) =>
  html`<span role="status">${missing ? `${missing} ` : nothing}</span>${runOf(shown)}${shown.asking > 1 ? ` Token ${shown.query + 1} asks: press a bar with Shift, and that token does.` : nothing}`;

/** Which run it is. @param {Shown} shown */
function runOf({ experiment, isRecorded, error, silenced }) {
  const isInTraining = error === null && silenced.length === 0;
  const { length: seeds } = experiment.toFields().seeds;
  const one = seeds > 1 ? `the median of ${seeds} runs` : 'one run';
  if (isRecorded) return `Recorded earlier: ${one}.`;
  return seeds > 1 && !isInTraining ? `This is ${one}.` : nothing;
}

export class MachineView extends LitElement {
  static styles = [
    base,
    placeholders,
    css`
    :host { display: block; min-width: 0; height: var(--presented-fill, auto); }
    figure { display: var(--presented-figure-display, block); flex-direction: column; height: var(--presented-figure, auto); margin: 0; }
    figure > :is(chart-canvas, .place) { flex: 1 1 auto; min-height: 0; }
    h2, .untitled { min-height: 1.5em; margin: 0 0 4px; font-size: var(--title-size, 1rem); font-weight: 600; }
    chart-table { display: var(--beside-pictures, block); }
    chart-canvas, .place, .empty { height: var(--machine-height, 390px); }
    .empty { padding: var(--empty-padding, 0 24px); }
    .untitled, .no-table { display: var(--around-empty, block); }
    .no-table { min-height: 36px; }
    .long { --caption-height: 4.5em; }
    figcaption { display: var(--beside-pictures, block); min-height: var(--caption-height, 1.5em); max-width: 56ch; color: var(--quiet); font-size: 0.875rem; text-wrap: pretty; }
  `,
  ];
  static properties = {
    /** Both machines. */
    pair: { attribute: false },
    wasm: { attribute: false },
    /** Which of the two. */
    side: {},
    /** What to say where there is nothing to draw. */
    empty: {},
    /** A picture that is shown until there is something to draw. */
    poster: { attribute: false },
  };

  /** What is held. @type {Extract<Grip, { row: number }> | null} */
  #held = null;
  #update = () => this.requestUpdate();

  constructor() {
    super();
    // Both are set by the owner before this is connected.
    this.pair = /** @type {MachinePair} */ (/** @type {unknown} */ (null));
    this.wasm = /** @type {PageWasm} */ (/** @type {unknown} */ (null));
    /** @type {import('../state/machine-pair.js').SideName} */
    this.side = 'fewer';
    this.empty = '';
    /** @type {unknown} */
    this.poster = nothing;
  }

  connectedCallback() {
    super.connectedCallback();
    this.pair.addEventListener('change', this.#update);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.pair.removeEventListener('change', this.#update);
  }

  /** @param {Picture} picture @param {number} asking  how many tokens may ask @returns {import('./chart-canvas.js').Handle} */
  #handle(picture, asking) {
    const { pair, side } = this;
    const gripAt = (/** @type {import('../wasm/page/page.js').Frame} */ frame, /** @type {number[]} */ [x, y]) =>
      picture.use((chart) => chart.grip(frame, x, y));
    const moveTo = (/** @type {number} */ value) => {
      if (this.#held) pair.move(side, this.#held, value);
    };
    return {
      help: asking > 1 ? HELP_ASKING : HELP,
      has: (frame, at) => gripAt(frame, at) !== null,
      take: (frame, at, isShifted) => {
        const grip = gripAt(frame, at);
        if (!grip) return;
        if ('head' in grip) return pair.toggle(side, grip.head);
        if (isShifted && asking > 1) return pair.ask(grip.position);
        this.#held = grip;
        moveTo(grip.value);
      },
      move: (frame, [, y]) => {
        const held = this.#held;
        if (held) moveTo(picture.use((chart) => chart.barValue(frame, held.row, y)));
      },
      leave: () => {
        this.#held = null;
      },
      press: (spot, key) => {
        const grip = picture.use((chart) => chart.grips())[spot];
        if (!grip) return false;
        const isPress = key === 'Enter' || key === ' ';
        if ('head' in grip) {
          if (isPress) pair.toggle(side, grip.head);
          return isPress;
        }
        if (isPress && asking > 1) {
          pair.ask(grip.position);
          return true;
        }
        const step = STEPS[key];
        if (step === undefined) return false;
        pair.move(side, grip, grip.value + step * grip.step);
        return true;
      },
    };
  }

  /** What can be exported. */
  get pictures() {
    const shown = this.pair?.sides[this.side].shown;
    return this.wasm && shown ? [machinePicture(this.wasm, shown)] : [];
  }

  render() {
    const { shown, missing } = this.pair.sides[this.side];
    if (!shown || !this.wasm) {
      // As tall as a machine with its words, where the owner does not want it lower.
      const words = wordsInPlace(this.pair.sides[this.side], this.wasm, this.empty);
      const isPoster = !words && this.poster !== nothing;
      return html`<figure><div class="untitled"></div>
        ${
          isPoster
            ? html`<chart-canvas .poster=${this.poster} label="A machine, recorded earlier"></chart-canvas>`
            : html`<div class="place">${words ? html`<p class="empty">${words}</p>` : nothing}</div>`
        }
        <figcaption></figcaption><div class="no-table"></div></figure>`;
    }
    const picture = machinePicture(this.wasm, shown);
    return html`<figure>
      <h2>${picture.title}</h2>
      <chart-canvas id="machine-${this.side}" .poster=${this.poster} .picture=${picture} .handle=${this.#handle(picture, shown.asking)} label=${picture.title}></chart-canvas>
      <figcaption class=${shown.asking > 1 ? 'long' : ''}>${captionOf(shown, missing?.why ?? '')}</figcaption>
      <chart-table label=${picture.title} .picture=${picture}></chart-table>
    </figure>`;
  }
}

customElements.define('headcount-machine', MachineView);
