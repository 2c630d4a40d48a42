// The newest checkpoint of every run of a training, in this tab's memory: what a Worker that crashed
// is started again from. What outlives the tab is written by the page (www/storage/sweep-store.js),
// from the same answers of the Workers.

/** @typedef {import('./pool.js').Pool} Pool */
/** @typedef {import('./protocol.js').RunCheckpoint} RunCheckpoint */

/** Milliseconds after which a new one is asked for. A crash loses at most as much, and one slice. */
const INTERVAL = 3000;
/** Runs that a Worker is asked for at once: a message with those of a large sweep would hold up the page. */
const MOST_AT_ONCE = 100;
/** Asking may take this share of the time. */
const SHARE = 0.05;

export class RunCheckpoints {
  /** @type {Map<number, RunCheckpoint>} */
  #newest;
  #isAsking = false;
  #nextTime = performance.now() + INTERVAL;

  /** @param {Map<number, RunCheckpoint>} from  where runs stand at the beginning; those that are left out are at step 0 */
  constructor(from) {
    this.#newest = new Map(from);
  }

  /** The step at which a run is known. @param {number} index */
  stepOf(index) {
    return this.#newest.get(index)?.step ?? 0;
  }

  /** Whether a run can go on. @param {number} index */
  has(index) {
    return this.#newest.has(index);
  }

  /** Checkpoint files of those of the runs that have one. @param {number[]} indices @returns {Map<number, Uint8Array>} */
  files(indices) {
    return new Map(
      indices.flatMap((index) => {
        const found = this.#newest.get(index);
        return found ? [[index, found.bytes]] : [];
      }),
    );
  }

  /**
   * Where the runs stand now, but for those that are known to stand there. Of a Worker that does not
   * answer, its runs as they were last known.
   *
   * @param {Pool} pool
   * @param {Map<number, number[]>} runsAt  for each Worker's place, its runs
   * @param {Record<number, number>} known  runs and the step at which they are known
   * @returns {Promise<RunCheckpoint[]>}
   */
  async ask(pool, runsAt, known) {
    const began = performance.now();
    const answers = await Promise.all(
      [...runsAt].map(async ([place, indices]) => {
        try {
          return await this.#askInParts(pool, place, indices.length, known);
        } catch (error) {
          if (pool.isDisposed) throw error;
          return indices
            .flatMap((index) => this.#newest.get(index) ?? [])
            .filter(({ index, step }) => known[index] !== step);
        }
      }),
    );
    const now = performance.now();
    this.#nextTime = now + Math.max(INTERVAL, (now - began) / SHARE);
    return answers.flat().sort((a, b) => a.index - b.index);
  }

  /** @param {Pool} pool @param {number} place @param {number} count  of its runs @param {Record<number, number>} known @returns {Promise<RunCheckpoint[]>} */
  async #askInParts(pool, place, count, known) {
    /** @type {Map<number, RunCheckpoint>} */
    const found = new Map();
    // As often as all runs take, and once for those that moved on meanwhile: it must end.
    for (let times = 1 + Math.ceil(count / MOST_AT_ONCE); times > 0; times -= 1) {
      const told = Object.fromEntries([...found].map(([index, { step }]) => [index, step]));
      const part = await pool.ask(place, 'checkpoint', { known: { ...known, ...told }, most: MOST_AT_ONCE });
      for (const run of part) {
        found.set(run.index, run);
        this.#newest.set(run.index, run);
      }
      if (part.length < MOST_AT_ONCE) break;
    }
    return [...found.values()];
  }

  /** Asks for what is new, if it is time to. @param {Pool} pool @param {Map<number, number[]>} runsAt */
  async keep(pool, runsAt) {
    if (this.#isAsking || performance.now() < this.#nextTime) return;
    this.#isAsking = true;
    const known = Object.fromEntries([...this.#newest].map(([index, { step }]) => [index, step]));
    try {
      await this.ask(pool, runsAt, known);
    } catch {
      // The lab was disposed of meanwhile: nothing is left to go on from.
    }
    this.#isAsking = false;
  }
}
