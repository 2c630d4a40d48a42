// <chart-canvas>: a canvas that one chart is drawn on, sharp at any pixel ratio, at most once a
// frame. It reads out exact values under the pointer, or with the arrow keys. With a pen it can be
// drawn on. What is drawn is decided by its picture; how, in the wasm. Charts take turns, one a frame,
// those out of sight are drawn less often, and crowded ones are painted in parts, out of sight until all
// is there: however many and however large they are, the page never hangs for long.
import { css, html, LitElement, nothing } from 'lit';
import { ChartPainter } from './chart-painter.js';
import { themeChanges, themeOf } from './theme.js';

/** @typedef {import('../wasm/page/page.js').Spot} Spot */
/** @typedef {import('../wasm/page/page.js').Frame} Frame */
/** @typedef {import('./chart-painter.js').Drawable} Drawable */
/** In CSS pixels of the chart. @typedef {[x: number, y: number]} Position */

/**
 * For a chart that the reader draws on; then its spots are its columns, in order.
 *
 * @typedef {object} Pen
 * @property {string} label  what is drawn
 * @property {string} help   which keys draw it
 * @property {(frame: Frame, from: Position, to: Position) => void} stroke
 * @property {(column: number, key: string) => boolean} press  returns whether the key means something
 */

/**
 * For a chart whose parts can be taken hold of.
 *
 * @typedef {object} Handle
 * @property {string} help   which keys do the same
 * @property {(frame: Frame, at: Position) => boolean} has   whether something is there
 * @property {(frame: Frame, at: Position, isShifted: boolean) => void} take  what is there is held from now on; with Shift it may mean something else
 * @property {(frame: Frame, at: Position) => void} move     what is held goes there
 * @property {() => void} leave
 * @property {(spot: number, key: string) => boolean} press  returns whether the key means something there
 */

/** A pointer farther from every spot than this, in CSS pixels, reads out none. */
const REACH = 48;

/** A pointer that goes farther than this, in CSS pixels, presses nothing any more. */
const PRESS_REACH = 12;

/** How often a chart that is out of sight is drawn, in milliseconds. */
const OUT_OF_SIGHT_INTERVAL = 600;

/** After a drawing a chart rests so many times as long as it took: the cores are needed for the training. */
const RESTS = 4;

/** Whether a pointer that goes down presses: the first finger, or the mouse's own button. @param {PointerEvent} event */
const isPress = ({ isPrimary, button }) => isPrimary && button === 0;

/** What a spot is about, without its value. @param {Spot} spot */
const subject = ({ text }) => text.split(': ', 1)[0];

export class ChartCanvas extends LitElement {
  static properties = {
    /** What is drawn. */
    picture: { attribute: false },
    /** The chart's name. */
    label: {},
    /** What it is drawn on with; else it is only read. */
    pen: { attribute: false },
    /** What its parts are taken hold of with. */
    handle: { attribute: false },
    /** What happens when a place of it is pressed: `(frame, position) => void`. */
    choose: { attribute: false },
    /** A picture that is shown until the first drawing. */
    poster: { attribute: false },
  };

  static styles = css`
    :host { display: block; position: relative; }
    canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: pan-y pinch-zoom; }
    img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
    :host([drawn]) picture { display: none; }
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
    .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
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
    // A chart that waits for its next part has asked for a frame already: two would be four in the next one.
    if (ChartCanvas.#waiting.size) ChartCanvas.#frame ||= requestAnimationFrame(ChartCanvas.#turn);
  }

  /** As last laid out, so that drawing need not ask, which would lay out the page once more. */
  #size = { width: 0, height: 0 };
  /** How much larger than usual everything is drawn, for large screens and lecture halls: `--chart-zoom`. */
  #zoom = 1;
  #inSight = true;
  /** Out of sight: the timer of the next drawing, and whether it has run out. */
  #timer = 0;
  #isDue = false;
  /** @type {import('./theme.js').ChartTheme} */
  #theme = 'light';
  #followTheme = () => {
    this.#theme = themeOf(this);
    this.#schedule();
  };
  #resized = new ResizeObserver(
    ([
      {
        contentRect: { width, height },
      },
    ]) => {
      this.#size = { width, height };
      this.#zoom = Number(getComputedStyle(this).getPropertyValue('--chart-zoom')) || 1;
      this.#schedule();
    },
  );
  #intersected = new IntersectionObserver((entries) => {
    this.#inSight = entries.at(-1)?.isIntersecting ?? true;
    if (this.#inSight) this.#schedule();
  });
  /** Whether something is to be drawn that is not in what is being painted. */
  #isStale = false;
  #painter = new ChartPainter();
  /** How long the present drawing has taken so far, and when the next may begin, in milliseconds. */
  #spent = 0;
  #restsUntil = 0;
  /** @type {Spot[]} */
  #spots = [];
  /** Which of them is read out, or -1. It stays the same over redraws: its value is seen to change. */
  #current = -1;
  /** The line of the value that is read out, which is drawn in front. @type {number | undefined} */
  #front;
  /** Whether a screen reader is to read out the current spot of the next drawing. */
  #announcesNext = false;
  /** The frame of the last drawing. @type {Frame} */
  #drawnIn = { width: 0, height: 0, scale: 1, theme: 'light' };
  /** Where the pen is, while it is down. @type {Position | null} */
  #penAt = null;
  /** Whether a part of the chart is held. */
  #isHolding = false;
  /** Where the pointer went down, while it may still be a press: a finger that scrolls chooses nothing. @type {Position | null} */
  #pressedAt = null;

  constructor() {
    super();
    /** @type {Drawable | null} */
    this.picture = null;
    this.label = '';
    /** @type {Pen | null} */
    this.pen = null;
    /** @type {Handle | null} */
    this.handle = null;
    /** @type {((frame: Frame, at: Position) => void) | null} */
    this.choose = null;
    /** @type {unknown} */
    this.poster = nothing;
  }

  focus() {
    this.renderRoot.querySelector('canvas')?.focus();
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resized.observe(this);
    this.#intersected.observe(this);
    themeChanges.addEventListener('change', this.#followTheme);
    this.#followTheme();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
    this.#intersected.disconnect();
    themeChanges.removeEventListener('change', this.#followTheme);
    ChartCanvas.#waiting.delete(this);
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#painter.end();
  }

  updated() {
    this.#schedule();
  }

  #schedule() {
    this.#isStale = true;
    this.#wait();
  }

  /** Takes its turn again. */
  #wait() {
    ChartCanvas.#waiting.add(this);
    ChartCanvas.#frame ||= requestAnimationFrame(ChartCanvas.#turn);
  }

  /** Draws what there is, or a part of it, if it can be seen; says whether it did. */
  #paint() {
    const canvas = this.renderRoot.querySelector('canvas');
    const first = !this.hasAttribute('drawn');
    const { width, height } = this.#size;
    if (!canvas || !this.picture || width < 1 || height < 1) return false;
    // Out of sight it can wait, but not for ever: its words are read, too, and a reader who scrolls to it
    // should not see an old one.
    const { isPainting } = this.#painter;
    const began = performance.now();
    const wait = this.#inSight || first ? this.#restsUntil - began : OUT_OF_SIGHT_INTERVAL;
    if (wait > 0 && !this.#isDue && !isPainting) {
      this.#timer ||= window.setTimeout(() => {
        this.#isDue = true;
        this.#schedule();
      }, wait);
      return false;
    }
    clearTimeout(this.#timer);
    [this.#timer, this.#isDue] = [0, false];
    /** @type {Frame} */
    const frame = {
      width: width / this.#zoom,
      height: height / this.#zoom,
      scale: devicePixelRatio * this.#zoom,
      theme: this.#theme,
    };
    if (!isPainting) this.#isStale = false;
    const drawn = this.#painter.paint(this.picture, canvas, frame, this.#front);
    if (!drawn || this.#isStale) this.#wait();
    const now = performance.now();
    this.#spent += now - began;
    if (!drawn) return true;
    this.#restsUntil = now + RESTS * this.#spent;
    this.#spent = 0;
    const { spots, summary } = drawn;
    const [current, before] = [this.#current, this.#spots[this.#current]];
    this.#drawnIn = frame;
    this.#spots = spots;
    const description = /** @type {HTMLElement} */ (this.renderRoot.querySelector('#description'));
    if (description.textContent !== summary) description.textContent = summary;
    // Under a pen the columns are known beforehand: a key may have come before they were drawn.
    const found = this.pen
      ? Math.min(current, spots.length - 1)
      : spots.findIndex((spot) => before && subject(spot) === subject(before));
    if (current >= 0) this.#readOut(found, this.#announcesNext);
    this.#announcesNext = false;
    if (first) {
      this.toggleAttribute('drawn', true);
      performance.mark('headcount: first chart drawn');
    }
    return true;
  }

  /**
   * Shows the text of a spot, beside it and inside the chart; -1 hides it.
   *
   * @param {number} index
   * @param {boolean} isAnnounced whether a screen reader should read it out
   */
  #readOut(index, isAnnounced) {
    this.#current = index;
    const [ring, bubble, live] = ['.spot', '.bubble', '[role=status]'].map(
      (selector) => /** @type {HTMLElement} */ (this.renderRoot.querySelector(selector)),
    );
    const spot = this.#spots[index];
    if (this.#front !== spot?.series) {
      this.#front = spot?.series;
      this.#schedule();
    }
    ring.classList.toggle('shown', !!spot);
    bubble.classList.toggle('shown', !!spot);
    if (!spot) {
      live.textContent = '';
      return;
    }
    if (bubble.textContent !== spot.text) bubble.textContent = spot.text;
    if (isAnnounced) live.textContent = spot.text;
    const [x, y] = [spot.x * this.#zoom, spot.y * this.#zoom];
    ring.style.transform = `translate(${x}px, ${y}px)`;
    const { clientWidth, clientHeight } = this;
    const [wide, tall] = [bubble.offsetWidth, bubble.offsetHeight];
    const left = Math.max(0, Math.min(clientWidth - wide, x - wide / 2));
    // Above the spot, or below it where there is no room.
    const above = y - tall - 14;
    const top = Math.max(0, Math.min(clientHeight - tall, above >= 0 ? above : y + 14));
    bubble.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  /** Where on the chart a pointer or a finger is. @param {{ clientX: number, clientY: number }} pointer @returns {Position} */
  #placeOf({ clientX, clientY }) {
    const { left, top } = this.getBoundingClientRect();
    return [(clientX - left) / this.#zoom, (clientY - top) / this.#zoom];
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const [x, y] = this.#placeOf(event);
    let [nearest, least] = [-1, this.pen ? Infinity : REACH];
    this.#spots.forEach((spot, index) => {
      // A pen draws in a column, however high.
      const distance = Math.hypot(spot.x - x, this.pen ? 0 : spot.y - y);
      if (distance < least) [nearest, least] = [index, distance];
    });
    if (nearest !== this.#current) this.#readOut(nearest, false);
    if (this.handle) this.#hold(event, [x, y]);
    else if (this.choose && event.type === 'pointerdown') this.#pressedAt = isPress(event) ? [x, y] : null;
    if (this.#penAt) this.#stroke([x, y]);
    else if (this.pen && event.type === 'pointerdown' && isPress(event)) {
      /** @type {HTMLElement} */ (event.target).setPointerCapture(event.pointerId);
      this.#stroke([x, y]);
    }
  }

  /** Takes hold of what is under the pointer, or moves what is held. @param {PointerEvent} event @param {Position} at */
  #hold(event, at) {
    const { handle } = this;
    if (!handle) return;
    if (this.#isHolding) return handle.move(this.#drawnIn, at);
    const canvas = /** @type {HTMLElement} */ (event.target);
    const isThere = handle.has(this.#drawnIn, at);
    canvas.style.cursor = isThere ? 'pointer' : '';
    if (event.type !== 'pointerdown' || !isPress(event) || !isThere) return;
    this.#isHolding = true;
    canvas.setPointerCapture(event.pointerId);
    handle.take(this.#drawnIn, at, event.shiftKey);
  }

  /** A finger on something that can be held does not scroll the page. */
  #touch = {
    handleEvent: (/** @type {TouchEvent} */ event) => {
      if (this.handle?.has(this.#drawnIn, this.#placeOf(event.touches[0]))) event.preventDefault();
    },
    passive: false,
  };

  /** @param {Position} to */
  #stroke(to) {
    this.pen?.stroke(this.#drawnIn, this.#penAt ?? to, to);
    this.#penAt = to;
  }

  /** A press has ended where it began; the pen is lifted: where it drew last is read out. @param {PointerEvent} event */
  #lift(event) {
    const from = this.#pressedAt;
    this.#pressedAt = null;
    // Where a finger scrolls, the browser cancels.
    if (from && event.type === 'pointerup') {
      const at = this.#placeOf(event);
      if (Math.hypot(at[0] - from[0], at[1] - from[1]) < PRESS_REACH) this.choose?.(this.#drawnIn, at);
    }
    if (this.#isHolding) {
      this.#isHolding = false;
      this.handle?.leave();
    }
    if (!this.#penAt) return;
    this.#penAt = null;
    this.#announcesNext = true;
    this.#schedule();
  }

  /** The read-out goes with a mouse; where a finger was lifted it stays. */
  #leave = (/** @type {PointerEvent} */ event) => {
    this.#pressedAt = null;
    if (event.pointerType === 'mouse') this.#readOut(-1, false);
  };

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = this.#spots.length - 1;
    if (event.ctrlKey || event.altKey || event.metaKey || (last < 0 && !this.pen)) return;
    const at = this.#current;
    if ((this.pen ?? this.handle)?.press(Math.max(0, at), event.key)) {
      event.preventDefault();
      this.#current = Math.max(0, at);
      this.#announcesNext = true;
      this.#schedule();
      return;
    }
    if (this.choose && event.key === 'Enter' && this.#spots[at]) {
      event.preventDefault();
      this.choose(this.#drawnIn, [this.#spots[at].x, this.#spots[at].y]);
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
    this.#readOut(next, true);
  }

  render() {
    return html`
      ${this.poster}
      <canvas
        class=${this.pen ? 'pad' : ''} role=${this.pen || this.handle ? 'application' : 'img'} tabindex="0"
        aria-label=${this.pen?.label ?? this.label} aria-describedby="description keys"
        @pointermove=${this.#point} @pointerdown=${this.#point} @pointerleave=${this.#leave}
        @pointerup=${this.#lift} @pointercancel=${this.#lift} @touchstart=${this.#touch}
        @keydown=${this.#key} @blur=${() => this.#readOut(-1, false)}
      ></canvas>
      <p id="description" class="visually-hidden"></p>
      <p id="keys" class="visually-hidden">${(this.pen ?? this.handle)?.help ?? `Arrow keys walk through the values.${this.choose ? ' Enter chooses one.' : ''}`}</p>
      <div class="spot" aria-hidden="true"></div>
      <div class="bubble" aria-hidden="true"></div>
      <div class="visually-hidden" role="status" aria-live="polite"></div>
    `;
  }
}

customElements.define('chart-canvas', ChartCanvas);
