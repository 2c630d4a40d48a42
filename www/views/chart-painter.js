// Paints charts on a canvas, in parts where they are crowded: then out of sight, until all is there. How
// a chart looks is decided in the wasm; when it is painted, by chart-canvas.js and files.js.

/** @typedef {import('../wasm/page/page.js').Frame} Frame */
/** @typedef {import('../wasm/page/page.js').Drawn} Drawn */
/** @typedef {import('../wasm/page/page.js').Sketch} Sketch */
/** What lays itself out in a frame. @typedef {{ sketch: (frame: Frame) => Sketch }} Drawable */

/** A chart of more points of lines than these is crowded. */
const CROWDED = 4000;
/** How much of a crowded chart is painted between two looks at the clock, in points of lines. */
const POINTS_AT_A_TIME = 400;
/** How long a crowded chart is painted in one go, in milliseconds. */
const SLICE = 12;

/** A canvas out of sight, which the browser rasterises on the CPU and therefore when it is told to. */
function hiddenCanvas() {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d', { willReadFrequently: true });
  return canvas;
}

/** Whether all is painted after one slice. @param {Sketch} sketch @param {HTMLCanvasElement} canvas  from `hiddenCanvas` */
function paintSlice(sketch, canvas) {
  const until = performance.now() + SLICE;
  for (;;) {
    const isDone = sketch.paint(canvas, POINTS_AT_A_TIME);
    // Browsers keep what is drawn as a list, and rasterise all of it when a pixel is asked for: now, and not in one
    // long task at the end.
    canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
    if (isDone || performance.now() >= until) return isDone;
  }
}

/** Paints all of a chart on a canvas that it returns, and lets the page go on meanwhile. @param {Sketch} sketch  is freed */
export async function paintInSlices(sketch) {
  const canvas = hiddenCanvas();
  try {
    while (!paintSlice(sketch, canvas)) await new Promise((go) => setTimeout(go));
  } finally {
    sketch.free();
  }
  return canvas;
}

/** Puts what was painted out of sight on a canvas that is seen. @param {HTMLCanvasElement} canvas @param {HTMLCanvasElement} painted */
export function showOn(canvas, painted) {
  [canvas.width, canvas.height] = [painted.width, painted.height];
  canvas.getContext('2d')?.drawImage(painted, 0, 0);
}

/** @param {Frame} one @param {Frame} other */
const isSameFrame = (one, other) =>
  one.width === other.width && one.height === other.height && one.scale === other.scale && one.theme === other.theme;

export class ChartPainter {
  /** What is being painted, and where; null between two charts. @type {{ sketch: Sketch, frame: Frame, onto: HTMLCanvasElement } | null} */
  #painting = null;
  /** Where a chart is painted in parts. @type {HTMLCanvasElement | null} */
  #behind = null;

  /** Whether a part of a chart is painted, and not all of it. */
  get isPainting() {
    return this.#painting !== null;
  }

  /** @param {Drawable} picture @param {HTMLCanvasElement} canvas @param {Frame} frame @param {number | undefined} front */
  #begin(picture, canvas, frame, front) {
    const sketch = picture.sketch(frame);
    if (front !== undefined) sketch.bringForward(front);
    let onto = canvas;
    if (sketch.points > CROWDED) {
      this.#behind ??= hiddenCanvas();
      onto = this.#behind;
    }
    this.#painting = { sketch, frame, onto };
    return this.#painting;
  }

  /**
   * Goes on with the chart that is being painted, or begins with this picture. Returns what there is to say
   * once the whole chart can be seen, and null before.
   *
   * @param {Drawable} picture
   * @param {HTMLCanvasElement} canvas
   * @param {Frame} frame
   * @param {number} [front]  the line that is in front of the others
   * @returns {Drawn | null}
   */
  paint(picture, canvas, frame, front) {
    if (this.#painting && !isSameFrame(this.#painting.frame, frame)) this.end();
    const { sketch, onto } = this.#painting ?? this.#begin(picture, canvas, frame, front);
    if (onto === canvas) sketch.paint(canvas, CROWDED);
    else {
      if (!paintSlice(sketch, onto)) return null;
      showOn(canvas, onto);
    }
    const drawn = sketch.drawn();
    this.end();
    return drawn;
  }

  /** Leaves what is being painted. */
  end() {
    this.#painting?.sketch.free();
    this.#painting = null;
  }
}
