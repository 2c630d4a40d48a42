// The newest checkpoint of every run of a training, in this tab's memory: what a Worker that crashed
// is started again from. What outlives the tab is written by the page (www/storage/sweep-store.js),
// from the same answers of the Workers.
import { waitAfter } from './checkpoint-pace.js';

/** @typedef {Pick<import('./pool.js').Pool, 'ask' | 'isDisposed'>} Pool */
/** @typedef {import('./protocol.js').RunCheckpoint} RunCheckpoint */

/** The least time between two, in milliseconds. */
const SOONEST = 3000;
/** Runs that a Worker is asked for at once: a message with those of a large sweep would hold up the page. */
const MOST_AT_ONCE = 100;

export class RunCheckpoints {
  /** @type {Map<number, RunCheckpoint>} */
  #newest;
  #mostAtOnce;
  #isAsking = false;
  #nextTime = performance.now() + SOONEST;

  /** @param {Map<number, RunCheckpoint>} from  where runs stand at the beginning; those that are left out are at step 0 @param {number} mostAtOnce  runs that a Worker is asked for in one message */
  constructor(from, mostAtOnce = MOST_AT_ONCE) {
    this.#newest = new Map(from);
    this.#mostAtOnce = mostAtOnce;
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
    this.#nextTime = now + waitAfter(now - began, SOONEST);
    return answers.flat().sort((a, b) => a.index - b.index);
  }

  /** @param {Pool} pool @param {number} place @param {number} count  of its runs @param {Record<number, number>} known @returns {Promise<RunCheckpoint[]>} */
  async #askInParts(pool, place, count, known) {
    /** @type {Map<number, RunCheckpoint>} */
    const found = new Map();
    // As often as all runs take, and once for those that moved on meanwhile: it must end.
    for (let times = 1 + Math.ceil(count / this.#mostAtOnce); times > 0; times -= 1) {
      const told = Object.fromEntries([...found].map(([index, { step }]) => [index, step]));
      const part = await pool.ask(place, 'checkpoint', { known: { ...known, ...told }, most: this.#mostAtOnce });
      for (const run of part) {
        found.set(run.index, run);
        this.#newest.set(run.index, run);
      }
      if (part.length < this.#mostAtOnce) break;
    }
    return [...found.values()];
  }

  /** Asks for what is new, if it is time to. @param {Pool} pool @param {() => Map<number, number[]>} runsAt  asked only then: it is long for a large sweep */
  async keep(pool, runsAt) {
    if (this.#isAsking || performance.now() < this.#nextTime) return;
    this.#isAsking = true;
    const known = Object.fromEntries([...this.#newest].map(([index, { step }]) => [index, step]));
    try {
      await this.ask(pool, runsAt(), known);
    } catch {
      // The lab was disposed of meanwhile: nothing is left to go on from.
    }
    this.#isAsking = false;
  }
}
