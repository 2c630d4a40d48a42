// Measures how long a training has been computing, and how fast: pauses do not count.

/** Speed is measured over this many seconds, not since the start: it follows what the machine does now. */
const WINDOW = 3;
/** A speed from a shorter time than this would mostly be noise. */
const LEAST = 0.2;

/** Seconds and steps of a training, without its pauses. */
export class TrainingClock {
  #secondsBefore = 0;
  /** When it was started last; null while it is stopped. @type {number | null} */
  #startedAt = null;
  /** @type {[seconds: number, steps: number][]} */
  #readings = [];
  #now;

  /** @param {() => number} [now]  the time in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  start() {
    this.#startedAt ??= this.#now();
  }

  stop() {
    this.#secondsBefore = this.seconds;
    this.#startedAt = null;
  }

  /** Seconds in which nothing can have been computed do not count: the machine slept, or the tab was frozen. @param {number} seconds */
  skip(seconds) {
    if (this.#startedAt !== null) this.#startedAt = Math.min(this.#startedAt + seconds * 1000, this.#now());
    this.forget();
  }

  /** Measures the speed anew: steps so far were done under other conditions, or are to be done again. */
  forget() {
    this.#readings = [];
  }

  get seconds() {
    return this.#secondsBefore + (this.#startedAt === null ? 0 : (this.#now() - this.#startedAt) / 1000);
  }

  /** Notes how many steps are done now. @param {number} steps */
  read(steps) {
    const seconds = this.seconds;
    this.#readings.push([seconds, steps]);
    while (this.#readings.length > 2 && this.#readings[1][0] < seconds - WINDOW) this.#readings.shift();
  }

  /** Steps a second over the last seconds; null until that is known. */
  get stepsPerSecond() {
    const [first, last] = [this.#readings[0], this.#readings.at(-1)];
    if (!first || !last || last[0] - first[0] <= LEAST) return null;
    return (last[1] - first[1]) / (last[0] - first[0]);
  }
}
