// Learning curves as they cross from a Worker to the page and are kept there: in one typed array, step and error of each
// point one after the other. A large sweep has millions of points; as objects they would keep the browser's garbage
// collector busy on the page's own thread. Who reads a run's `curve` gets pairs, as the API promises.

/** @typedef {import('./protocol.js').CurvePoint} CurvePoint */

/** The points of curves, one curve after the other. @param {CurvePoint[][]} curves */
export function packed(curves) {
  const points = new Float64Array(2 * curves.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const curve of curves) {
    for (const point of curve) {
      points.set(point, at);
      at += 2;
    }
  }
  return points;
}

/** The points of each of the curves that were packed. @param {Float64Array} points @param {number[]} counts  how many points each has */
export function unpacked(points, counts) {
  let at = 0;
  return counts.map((count) => {
    const from = at;
    at += 2 * count;
    return points.subarray(from, at);
  });
}

/** @param {Float64Array} points @returns {CurvePoint[]} */
const pairsOf = (points) => Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]);

/** A curve that grows. */
export class GrowingCurve {
  #points = new Float64Array(0);
  #length = 0;

  /** All of it. What is added later is not in it. */
  get points() {
    return this.#points.subarray(0, this.#length);
  }

  /** Adds points, but for those at steps that are known: a run that went back to a checkpoint reports them again. @param {Float64Array} points */
  add(points) {
    const last = this.#length > 0 ? this.#points[this.#length - 2] : -1;
    let from = 0;
    while (from < points.length && points[from] <= last) from += 2;
    const added = points.subarray(from);
    if (added.length === 0) return;
    const length = this.#length + added.length;
    if (length > this.#points.length) {
      // What was given out keeps the array that it is a part of.
      const larger = new Float64Array(Math.max(length, 2 * this.#points.length));
      larger.set(this.points);
      this.#points = larger;
    }
    this.#points.set(added, this.#length);
    this.#length = length;
  }
}

/** The packed points of what `withCurve` made. @type {WeakMap<object, Float64Array>} */
const known = new WeakMap();

/**
 * The same object with a `curve` of these points, whose pairs are made when they are first asked for.
 *
 * @template {object} T
 * @param {T} fields
 * @param {Float64Array} points
 * @returns {T & { curve: CurvePoint[] }}
 */
export function withCurve(fields, points) {
  // Held only as long as somebody uses them: an export of a large sweep makes millions, once.
  /** @type {WeakRef<CurvePoint[]> | null} */
  let made = null;
  const curve = {
    enumerable: true,
    get() {
      let pairs = made?.deref();
      if (!pairs) {
        pairs = pairsOf(points);
        made = new WeakRef(pairs);
      }
      return pairs;
    },
  };
  known.set(fields, points);
  return /** @type {T & { curve: CurvePoint[] }} */ (Object.defineProperty(fields, 'curve', curve));
}

/** Its curve as one array. @param {{ curve: CurvePoint[] }} run */
export const pointsOf = (run) => known.get(run) ?? packed([run.curve]);

/**
 * All of it but its curve, whose pairs need not be made for that.
 *
 * @template {{ curve: CurvePoint[] }} T
 * @param {T} run
 * @returns {Omit<T, 'curve'>}
 */
export const withoutCurve = (run) =>
  /** @type {Omit<T, 'curve'>} */ (
    Object.fromEntries(
      Object.keys(run)
        .filter((key) => key !== 'curve')
        .map((key) => [key, run[/** @type {keyof T} */ (key)]]),
    )
  );
