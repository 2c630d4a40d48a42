// <chart-canvas>: a canvas that one chart is drawn on, sharp at any pixel ratio, at most once a
// frame, and that says its exact values to who points at it or walks through it with the arrow keys.
// With a pen it can be drawn on. What is drawn and said is decided outside; how, in the wasm. Charts
// take turns, one a frame, and lag behind out of sight: however many there are, the page is
// never held up for long.
import { LitElement, css, html } from 'lit';

/** @typedef {{ x: number, y: number, text: string }} Spot */
/** What can be pointed at, and what the chart shows in words. @typedef {{ spots: Spot[], summary: string }} Drawn */

/** @typedef {[x: number, y: number]} Place */

/**
 * For a chart that the reader draws on: it says one thing for each column, in order.
 *
 * @typedef {object} Pen
 * @property {string} label  what is drawn
 * @property {string} help   which keys draw it
 * @property {(frame: object, from: Place, to: Place) => void} stroke
 * @property {(index: number, key: string) => boolean} press  a key, at what is said there; whether it meant something
 */

/** Pointing farther from any value than this, in CSS pixels, asks about none. */
const REACH = 48;

/** How long a chart that is out of sight may lag behind, in milliseconds. */
const UNSEEN = 600;

/** What a spot speaks of, without its value. @param {Spot} spot */
const subject = ({ text }) => text.split(': ', 1)[0];

export class ChartCanvas extends LitElement {
  static properties = {
    /** Draws on a canvas inside a frame, and tells what is there. */
    draw: { attribute: false },
    /** The chart's name. */
    label: {},
    /** What it is drawn on with; else it is only read. */
    pen: { attribute: false },
  };

  static styles = css`
    :host { display: block; position: relative; }
    canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: pan-y pinch-zoom; }
    canvas.pad { touch-action: none; cursor: crosshair; }
    canvas:focus { outline: none; }
    canvas:focus-visible { outline: 3px solid var(--accent, CanvasText); outline-offset: 2px; border-radius: 2px; }
    .spot, .bubble { position: absolute; left: 0; top: 0; pointer-events: none; opacity: 0; }
    .spot {
      box-sizing: border-box; width: 18px; height: 18px; margin: -9px 0 0 -9px;
      border: 2px solid var(--ink, CanvasText); border-radius: 50%;
    }
    .bubble {
      box-sizing: border-box; width: max-content; max-width: min(100%, 19rem); padding: 4px 8px;
      border: 1px solid var(--quiet, CanvasText); border-radius: 6px;
      background: var(--ground, Canvas); color: var(--ink, CanvasText); font: 12px/1.4 system-ui, sans-serif;
      font-variant-numeric: tabular-nums; transition: opacity 0.12s;
    }
    .shown { opacity: 1; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    @media (prefers-reduced-motion: reduce) { .bubble { transition: none; } }
  `;

  /** Charts to be drawn, the one that waits longest first. @type {Set<ChartCanvas>} */
  static #waiting = new Set();
  static #frame = 0;

  /** Draws the next chart that can be, and comes back for the others. */
  static #turn() {
    ChartCanvas.#frame = 0;
    for (const chart of ChartCanvas.#waiting) {
      ChartCanvas.#waiting.delete(chart);
      if (chart.#paint()) break;
    }
    if (ChartCanvas.#waiting.size) ChartCanvas.#frame = requestAnimationFrame(ChartCanvas.#turn);
  }

  /** As last laid out, so that drawing need not ask, which would lay out the page once more. */
  #size = { width: 0, height: 0 };
  #inSight = true;
  /** Out of sight: what waits for its time, and whether that has come. */
  #later = 0;
  #due = false;
  #dark = matchMedia('(prefers-color-scheme: dark)');
  #again = () => this.#schedule();
  #resized = new ResizeObserver(([{ contentRect: { width, height } }]) => {
    this.#size = { width, height };
    this.#schedule();
  });
  #seen = new IntersectionObserver((entries) => {
    this.#inSight = entries.at(-1)?.isIntersecting ?? true;
    if (this.#inSight) this.#schedule();
  });
  /** @type {Spot[]} */
  #spots = [];
  /** Which of them is asked about, or -1. Its subject is kept over redraws: its value is seen to change. */
  #asked = -1;
  /** Whether the next drawing is to be said aloud. */
  #aloud = false;
  /** The frame of the last one. @type {object} */
  #drawnIn = {};
  /** Where the pen is, while it is down. @type {Place | null} */
  #down = null;

  constructor() {
    super();
    /** @type {((canvas: HTMLCanvasElement, frame: object) => Drawn | undefined) | null} */
    this.draw = null;
    this.label = '';
    /** @type {Pen | null} */
    this.pen = null;
  }

  focus() {
    this.renderRoot.querySelector('canvas')?.focus();
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resized.observe(this);
    this.#seen.observe(this);
    this.#dark.addEventListener('change', this.#again);
    this.#schedule();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
    this.#seen.disconnect();
    this.#dark.removeEventListener('change', this.#again);
    ChartCanvas.#waiting.delete(this);
    clearTimeout(this.#later);
    this.#later = 0;
  }

  updated() {
    this.#schedule();
  }

  #schedule() {
    ChartCanvas.#waiting.add(this);
    ChartCanvas.#frame ||= requestAnimationFrame(ChartCanvas.#turn);
  }

  /** Draws what there is, if it can be seen; says whether it did. */
  #paint() {
    const canvas = this.renderRoot.querySelector('canvas');
    const first = !this.hasAttribute('drawn');
    const { width, height } = this.#size;
    if (!canvas || !this.draw || width < 1 || height < 1) return false;
    // Out of sight it can wait, but not for ever: its words are read, too, and nobody should scroll
    // to what was.
    if (!this.#inSight && !first && !this.#due) {
      this.#later ||= window.setTimeout(() => { this.#due = true; this.#schedule(); }, UNSEEN);
      return false;
    }
    clearTimeout(this.#later);
    [this.#later, this.#due] = [0, false];
    const theme = this.#dark.matches ? 'dark' : 'light';
    const [asked, before] = [this.#asked, this.#spots[this.#asked]];
    this.#drawnIn = { width, height, scale: devicePixelRatio, theme };
    const { spots, summary } = this.draw(canvas, this.#drawnIn) ?? { spots: [], summary: '' };
    this.#spots = spots;
    const said = /** @type {HTMLElement} */ (this.renderRoot.querySelector('#said'));
    if (said.textContent !== summary) said.textContent = summary;
    // Under a pen the places are known beforehand: a key may have come before they were drawn.
    const found = this.pen ? Math.min(asked, spots.length - 1) : spots.findIndex((spot) => before && subject(spot) === subject(before));
    if (asked >= 0) this.#show(found, this.#aloud);
    this.#aloud = false;
    if (first) {
      this.toggleAttribute('drawn', true);
      performance.mark('headcount: first chart drawn');
    }
    return true;
  }

  /**
   * Shows what a spot says, beside it and inside the chart; -1 hides it.
   *
   * @param {number} index
   * @param {boolean} aloud whether a screen reader should say it
   */
  #show(index, aloud) {
    this.#asked = index;
    const [ring, bubble, live] = ['.spot', '.bubble', '[role=status]'].map(
      (selector) => /** @type {HTMLElement} */ (this.renderRoot.querySelector(selector)),
    );
    const spot = this.#spots[index];
    ring.classList.toggle('shown', !!spot);
    bubble.classList.toggle('shown', !!spot);
    if (!spot) {
      live.textContent = '';
      return;
    }
    if (bubble.textContent !== spot.text) bubble.textContent = spot.text;
    if (aloud) live.textContent = spot.text;
    ring.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
    const { clientWidth, clientHeight } = this;
    const [wide, tall] = [bubble.offsetWidth, bubble.offsetHeight];
    const left = Math.max(0, Math.min(clientWidth - wide, spot.x - wide / 2));
    // Above the spot, or below it where there is no room.
    const above = spot.y - tall - 14;
    const top = Math.max(0, Math.min(clientHeight - tall, above >= 0 ? above : spot.y + 14));
    bubble.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const box = this.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let [nearest, least] = [-1, this.pen ? Infinity : REACH];
    this.#spots.forEach((spot, index) => {
      // A pen draws in a column, however high.
      const distance = Math.hypot(spot.x - x, this.pen ? 0 : spot.y - y);
      if (distance < least) [nearest, least] = [index, distance];
    });
    if (nearest !== this.#asked) this.#show(nearest, false);
    if (this.#down) this.#stroke([x, y]);
    else if (this.pen && event.type === 'pointerdown' && event.isPrimary && event.button === 0) {
      /** @type {HTMLElement} */ (event.target).setPointerCapture(event.pointerId);
      this.#stroke([x, y]);
    }
  }

  /** @param {Place} to */
  #stroke(to) {
    this.pen?.stroke(this.#drawnIn, this.#down ?? to, to);
    this.#down = to;
  }

  /** The pen is lifted: where it left its last mark is said. */
  #lift() {
    if (!this.#down) return;
    this.#down = null;
    this.#aloud = true;
    this.#schedule();
  }

  /** A mouse that has gone asks no more; a finger that was lifted left its question. */
  #leave = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === 'mouse') this.#show(-1, false);
  };

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = this.#spots.length - 1;
    if (event.ctrlKey || event.altKey || event.metaKey || (last < 0 && !this.pen)) return;
    const at = this.#asked;
    if (this.pen?.press(Math.max(0, at), event.key)) {
      event.preventDefault();
      this.#asked = Math.max(0, at);
      this.#aloud = true;
      this.#schedule();
      return;
    }
    const next = {
      ArrowRight: Math.min(last, at + 1),
      ArrowDown: Math.min(last, at + 1),
      ArrowLeft: at < 0 ? last : Math.max(0, at - 1),
      ArrowUp: at < 0 ? last : Math.max(0, at - 1),
      Home: 0,
      End: last,
      Escape: at < 0 ? undefined : -1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#show(next, true);
  }

  render() {
    return html`
      <canvas
        class=${this.pen ? 'pad' : ''} role=${this.pen ? 'application' : 'img'} tabindex="0"
        aria-label=${this.pen?.label ?? this.label} aria-describedby="said keys"
        @pointermove=${this.#point} @pointerdown=${this.#point} @pointerleave=${this.#leave}
        @pointerup=${this.#lift} @pointercancel=${this.#lift}
        @keydown=${this.#key} @blur=${() => this.#show(-1, false)}
      ></canvas>
      <p id="said" class="unseen"></p>
      <p id="keys" class="unseen">${this.pen?.help ?? 'Arrow keys walk through the values.'}</p>
      <div class="spot" aria-hidden="true"></div>
      <div class="bubble" aria-hidden="true"></div>
      <div class="unseen" role="status" aria-live="polite"></div>
    `;
  }
}

customElements.define('chart-canvas', ChartCanvas);
