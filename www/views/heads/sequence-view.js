// <headcount-sequence>: one sequence, where the heads look in it, and a cursor that reads a position
// out. The reader may change its numbers, by dragging a bar or with the sliders, and press a head to
// silence it. It asks the engine nothing: its owner (heads-view.js) does, and hands over the look.
//
// Events: 'edit' (detail: the changed tokens), 'toggle' (detail: the head), both bubble.
import { html, LitElement, nothing } from 'lit';
import { decimal, isPosition, meaningOf, rangeOf, share, subscript, symbolOf } from './names.js';
import { bars, cells, heat, marks, positions, targetMarks } from './sequence-rows.js';
import { styles } from './styles.js';

/** @typedef {import('../../api/protocol.js').Look} Look */
/** @typedef {import('../../api/protocol.js').ExperimentFields['task']} Task */
/** @typedef {{ k: number, t: number, y: number, from: number, tokens: number[][] }} Drag  which number of which token, from where */

/** Dragging a bar this many pixels takes it from one end of its range to the other. */
const DRAG_LENGTH = 120;
/** Tokens of more numbers than this are drawn as small cells. */
export const MANY_NUMBERS = 8;

/** The position of the token that is the true answer, in tasks whose answers are tokens; -1 elsewhere. @param {Look} look @param {number} query */
function answerAt({ tokens, target }, query) {
  const d = tokens[0].length;
  const answer = target.slice(query * d, (query + 1) * d);
  return tokens.findIndex((token) => token.every((x, k) => x === answer[k]));
}

export class SequenceView extends LitElement {
  static styles = styles;
  static properties = {
    /** What the run makes of the sequence. */
    look: { attribute: false },
    /** As the reader has changed it; the look may lag behind. */
    tokens: { attribute: false },
    task: { attribute: false },
    /** The token whose attention is shown, where every token has a query of its own. */
    query: { type: Number },
    /** Heads that are silenced. */
    silenced: { attribute: false },
    /** The colour of a target. */
    colour: { attribute: false },
    /** The layer of a head, in words; '' where there is one. */
    layerOf: { attribute: false },
    /** The position that is read out and edited. */
    position: { state: true },
    hovered: { state: true },
  };

  /** @type {Drag | null} */
  #drag = null;

  constructor() {
    super();
    // Set by the owner before this is connected.
    this.look = /** @type {Look} */ (/** @type {unknown} */ (null));
    /** @type {number[][]} */
    this.tokens = [];
    this.task = /** @type {Task} */ (/** @type {unknown} */ (null));
    this.query = 0;
    /** @type {Set<number>} */
    this.silenced = new Set();
    /** @type {(target: number) => string} */
    this.colour = () => 'inherit';
    /** @type {(head: number) => string} */
    this.layerOf = () => '';
    /** The first target's where the reader chose none. @type {number | null} */
    this.position = null;
    /** Under the pointer. @type {number | null} */
    this.hovered = null;
  }

  /** Back to the first target, for another run. */
  resetPosition() {
    this.position = null;
  }

  get #at() {
    return Math.min(this.position ?? this.look.extrema[0] ?? 0, this.look.tokens.length - 1);
  }

  /** The row of the attention that is shown. */
  get #row() {
    return Math.min(this.query, this.look.attention[0].length - 1);
  }

  /** @param {number} T */
  #marks(T) {
    const { look } = this;
    if (look.extrema.length > 0) return marks(T, targetMarks(look.extrema, this.colour));
    const at = answerAt(look, this.query);
    return at < 0 ? nothing : marks(T, [{ at, symbol: '★', colour: 'var(--quiet)' }]);
  }

  /** What there is at a position, in words. @param {number} t */
  #readOut(t) {
    const { look } = this;
    const targets = look.extrema.flatMap((at, target) => (at === t ? [`target ${target + 1}`] : []));
    const heads = look.attention.map((rows, head) => `head ${head + 1} ${share(rows[this.#row][t])}`);
    const numbers = look.tokens[t].length > MANY_NUMBERS ? '' : ` (${look.tokens[t].map(decimal).join(', ')})`;
    const here = targets.length > 0 ? `, where ${targets.join(' and ')} ${targets.length > 1 ? 'are' : 'is'}` : '';
    return { token: `Token ${t + 1}${numbers}${here}`, heads };
  }

  /** @param {number} t @param {number} k @param {number} value @param {number[][]} tokens */
  #edit(t, k, value, tokens) {
    if (!Number.isFinite(value)) return;
    const detail = tokens.map((token, i) => (i === t ? token.map((x, j) => (j === k ? value : x)) : token));
    this.dispatchEvent(new CustomEvent('edit', { detail }));
  }

  /** @param {number} head */
  #toggle(head) {
    this.dispatchEvent(new CustomEvent('toggle', { detail: head }));
  }

  /** The rows of the tokens' numbers. @param {number} d */
  #tokenRows(d) {
    const range = rangeOf(this.task);
    const row = (/** @type {number} */ k) => {
      const values = this.look.tokens.map((token) => token[k]);
      return d > MANY_NUMBERS
        ? html`<div class="line token small" data-k=${k}>${cells(values, range)}</div>`
        : html`<span class="label quiet">${d === 1 ? 'token' : `token x${subscript(k)}`}</span>
          <div class="line token" data-k=${k}>${bars(values, range)}</div>`;
    };
    return html`${d > MANY_NUMBERS ? html`<span class="label quiet" .style="grid-row:span ${d}">token</span>` : nothing}
      ${Array.from({ length: d }, (_, k) => row(k))}`;
  }

  /** One row per head. @param {number} T */
  #headRows(T) {
    const { silenced, layerOf } = this;
    return this.look.attention.map((rows, head) => {
      const [layer, isSilenced] = [layerOf(head), silenced.has(head)];
      return html`
        ${layer && layer !== layerOf(head - 1) ? html`<span class="label layer">${layer}</span>` : nothing}
        <span class="label head"><button class="head" aria-pressed=${isSilenced} aria-label="Silence head ${head + 1}${layer && `, ${layer}`}" @click=${() => this.#toggle(head)}><span class="name">head ${head + 1}</span></button></span>
        <div class="line strip ${isSilenced ? 'off' : ''}">${heat(rows[this.#row], T)}${this.#marks(T)}</div>`;
    });
  }

  #rows() {
    const { look, task, colour } = this;
    const T = look.tokens.length;
    return html`<div class="figure" .style="--T:${T}" tabindex="-1">
      <div class="rows">
        <span class="label quiet">position</span><div class="line">${positions(T)}</div>
        ${look.extrema.map(
          (at, target) => html`
          <span class="label" title=${meaningOf(task, target)}><span class="symbol" .style="color:${colour(target)}" aria-hidden="true">${symbolOf(target)}</span> target ${target + 1}</span>
          <div class="line targets">${marks(T, [{ at, symbol: symbolOf(target), colour: colour(target) }])}</div>`,
        )}
        ${look.extrema.length === 0 ? html`<span class="label"><span class="symbol" aria-hidden="true">★</span> answer</span><div class="line targets">${this.#marks(T)}</div>` : nothing}
        ${this.#tokenRows(look.tokens[0].length)}
        ${this.#headRows(T)}
        ${this.#cursor(T)}
      </div>
    </div>`;
  }

  /** What follows pointer and keys along the sequence, over all rows. @param {number} T */
  #cursor(T) {
    const at = this.#at;
    const { token, heads } = this.#readOut(at);
    const box = (/** @type {number} */ t, /** @type {string} */ name) =>
      html`<span class="box ${name}" .style="left:${(100 * t) / T}%;width:${100 / T}%"></span>`;
    const endDrag = () => {
      this.#drag = null;
    };
    return html`<div class="cursor" role="slider" tabindex="0" aria-label="Position in the sequence" aria-orientation="horizontal"
      aria-valuemin="0" aria-valuemax=${T - 1} aria-valuenow=${at} aria-valuetext="${token}. Attention: ${heads.join(', ')}."
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#moveWithKeys(event, at, T)}
      @pointermove=${(/** @type {PointerEvent} */ event) => this.#movePointer(event, T)}
      @pointerleave=${() => {
        this.hovered = null;
      }}
      @pointerdown=${(/** @type {PointerEvent} */ event) => this.#press(event)}
      @pointerup=${endDrag}
      @pointercancel=${endDrag}>
      ${box(at, 'at')}${this.hovered === null || this.hovered === at ? nothing : box(this.hovered, 'hover')}
    </div>`;
  }

  /** @param {KeyboardEvent} event @param {number} at @param {number} T */
  #moveWithKeys(event, at, T) {
    /** @type {Record<string, number>} */
    const places = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageUp: at + 8,
      PageDown: at - 8,
      Home: 0,
      End: T - 1,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.position = Math.min(T - 1, Math.max(0, to));
    this.hovered = null;
    this.updateComplete.then(() => this.scrollToPosition());
  }

  /** Scrolls a sequence that is wider than its frame to the position that is read out. */
  scrollToPosition() {
    const [figure, box, label] = ['.figure', '.box.at', '.label'].map((name) => this.renderRoot.querySelector(name));
    if (!figure || !box || !label) return;
    const [frame, at] = [figure.getBoundingClientRect(), box.getBoundingClientRect()];
    const left = label.getBoundingClientRect().right;
    if (at.left < left) figure.scrollLeft -= left - at.left;
    else if (at.right > frame.right) figure.scrollLeft += at.right - frame.right;
  }

  /** @param {PointerEvent} event @param {number} T */
  #positionUnder(event, T) {
    const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    return Math.min(T - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * T)));
  }

  /** @param {PointerEvent} event @param {number} T */
  #movePointer(event, T) {
    const drag = this.#drag;
    if (!drag) {
      this.hovered = this.#positionUnder(event, T);
      return;
    }
    const [least, most] = rangeOf(this.task);
    const value = drag.from + ((drag.y - event.clientY) / DRAG_LENGTH) * (most - least);
    this.#edit(drag.t, drag.k, Math.min(most, Math.max(least, value)), drag.tokens);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const { tokens } = this.look;
    const t = this.#positionUnder(event, tokens.length);
    this.position = t;
    // A finger scrolls; the sliders below are there for it.
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const under = [...this.renderRoot.querySelectorAll('.line.token')].find((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    const k = under ? Number(/** @type {HTMLElement} */ (under).dataset.k) : -1;
    if (k < 0 || isPosition(this.task, k)) return;
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.#drag = { k, t, y: event.clientY, from: tokens[t][k], tokens };
  }

  #reading() {
    const t = Math.min(this.hovered ?? this.#at, this.look.tokens.length - 1);
    const { token, heads } = this.#readOut(t);
    return html`<p class="reading"><strong>${token}.</strong> Attention: ${heads.map((head) => html`<span>${head}</span> `)}</p>`;
  }

  /** Sliders for the numbers of the token that is read out. */
  #editor() {
    const { task, tokens } = this;
    const t = this.#at;
    const [least, most] = rangeOf(task);
    const change =
      (/** @type {number} */ k) =>
      (/** @type {Event} */ { target }) => {
        const { value } = /** @type {HTMLInputElement} */ (target);
        if (value !== '') this.#edit(t, k, Number(value), tokens);
      };
    return html`<details>
      <summary>Change token ${t + 1}</summary>
      <div class="editor" role="group" aria-label="Numbers of token ${t + 1}">
      ${tokens[t].map((x, k) => {
        const name = tokens[t].length === 1 ? 'x' : `x${subscript(k)}`;
        const isFixed = isPosition(task, k);
        return html`<div class="value">
          <span aria-hidden="true">${name}</span>
          <input type="range" aria-label="${name} of token ${t + 1}" min=${least} max=${most} step="0.01" .value=${String(x)} ?disabled=${isFixed} @input=${change(k)} />
          <input type="number" aria-label="${name} of token ${t + 1}, as a number" step="0.01" .value=${x.toFixed(2)} ?disabled=${isFixed} @change=${change(k)} />
        </div>`;
      })}
      </div>
    </details>`;
  }

  render() {
    return html`${this.#rows()}${this.#reading()}<slot></slot><div class="two">${this.#editor()}<slot name="beside"></slot></div>`;
  }
}

customElements.define('headcount-sequence', SequenceView);
