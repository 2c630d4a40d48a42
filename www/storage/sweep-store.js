// The keeper: writes down how far a sweep has got, while it is trained, so that a reload or a crash
// loses a few seconds at most. It never holds the training up, and what the browser refuses to keep is
// told once. Whether to go on from it is the reader's choice, not made here.
import { answer, inStores } from './database.js';

/** @typedef {import('../api/types.js').Experiment} Experiment */
/** @typedef {import('../api/types.js').Checkpoint} Checkpoint */
/** @typedef {{ checkpoint: (options: { known: Record<number, number> }) => Promise<Checkpoint> }} Lab */
/**
 * What is known of a sweep without its runs. `hidden` if its task is a mystery. Of Find D, which trains
 * one number of heads after another, `found` has the outcomes so far.
 *
 * @typedef {{ id: string, experiment: Experiment, hidden: boolean, found: import('../api/types.js').Outcome[] | null, engine: string, saved: number, step: number, steps: number }} Sweep
 */

/** The first time and the least time between two, in milliseconds. */
const SOONEST = 1000;
/** Writing may take this share of the time. */
const SHARE = 0.05;
/** Unfinished sweeps that are kept; older ones go. */
const MOST = 3;

/** While a tab trains a sweep it holds a lock of this name: to others it is not to be had. @param {string} id */
const lockOf = (id) => `headcount sweep ${id}`;

export class Keeper {
  /** @type {Sweep | null} */
  #sweep = null;
  /** Runs and the step at which they were written. @type {Record<number, number>} */
  #known = {};
  #next = 0;
  /** @type {Promise<void> | null} */
  #writing = null;
  /** @type {(() => void) | null} */
  #unlock = null;

  /** @param {(sentence: string) => void} told  hears once per sweep why it is not kept */
  constructor(told) {
    this.told = told;
  }

  /** A sweep begins, or goes on as the one that was kept as `id`. @param {Experiment} experiment @param {boolean} hidden @param {string} [id] */
  begin(experiment, hidden, id = crypto.randomUUID()) {
    this.end();
    this.#sweep = { id, experiment, hidden, found: null, engine: '', saved: 0, step: 0, steps: 0 };
    this.#known = {};
    this.#next = performance.now() + SOONEST;
    const held = new Promise((unlock) => { this.#unlock = () => unlock(undefined); });
    navigator.locks?.request(lockOf(id), () => held);
  }

  /** Writes how it stands, if it is time to. @param {Lab} lab @param {{ step: number, steps: number }} progress */
  tick(lab, progress) {
    if (this.#sweep && !this.#writing && performance.now() >= this.#next) this.save(lab, progress);
  }

  /** Writes how it stands now; after what is being written. @param {Lab} lab @param {{ step: number, steps: number }} progress */
  save(lab, { step, steps }) {
    const sweep = this.#sweep;
    if (!sweep) return Promise.resolve();
    Object.assign(sweep, { step, steps });
    return this.#inTurn(() => this.#write(sweep, () => lab.checkpoint({ known: this.#known })));
  }

  /** Writes what Find D has found so far, and whether that is all. @param {Experiment} experiment @param {string} engine @param {import('../api/types.js').Outcome[]} found @param {boolean} ended */
  saveFound(experiment, engine, found, ended) {
    const sweep = this.#sweep;
    if (!sweep) return Promise.resolve();
    Object.assign(sweep, { experiment, found, step: ended ? 1 : 0, steps: 1 });
    return this.#inTurn(() => this.#write(sweep, async () => ({ engine, runs: [] })));
  }

  /** @param {() => Promise<void>} write */
  #inTurn(write) {
    const writing = (this.#writing ?? Promise.resolve()).then(write).finally(() => {
      if (this.#writing === writing) this.#writing = null;
    });
    this.#writing = writing;
    return writing;
  }

  /** @param {Sweep} sweep @param {() => Promise<Pick<Checkpoint, 'engine' | 'runs'>>} read */
  async #write(sweep, read) {
    const began = performance.now();
    try {
      const { engine, runs } = await read();
      // Another one has begun meanwhile, and these may be its runs.
      if (this.#sweep !== sweep) return;
      await inStores(['sweeps', 'runs'], 'readwrite', async (sweeps, files) => {
        sweeps.put({ ...sweep, engine, saved: Date.now() });
        for (const run of runs) files.put({ sweep: sweep.id, ...run });
        await tidy(sweeps, files, sweep.id);
      });
      for (const { index, step } of runs) this.#known[index] = step;
      this.#next = performance.now() + Math.max(SOONEST, (performance.now() - began) / SHARE);
    } catch (error) {
      // No more of this sweep is tried: what does not fit now will not fit later.
      if (this.#sweep === sweep) this.#next = Infinity;
      // A browser that keeps nothing at all, as in some private windows and frames, is no news.
      if (error instanceof DOMException && error.name !== 'SecurityError' && error.name !== 'InvalidStateError') {
        const why = error.name === 'QuotaExceededError' ? 'there is no room left for it' : error.message.replace(/\.$/, '');
        this.told(`This browser does not keep what you train: ${why}. It is safe until you close this tab; export it to have it longer.`);
      }
    }
  }

  /** The sweep is over, or another begins: other tabs may have it. */
  end() {
    this.#sweep = null;
    this.#unlock?.();
    this.#unlock = null;
  }
}

/** What the newest finished sweep and a few others need stays. @param {IDBObjectStore} sweeps @param {IDBObjectStore} files @param {string} mine */
async function tidy(sweeps, files, mine) {
  /** @type {Sweep[]} */
  const others = (await answer(sweeps.getAll())).filter(({ id }) => id !== mine);
  const open = others.filter(({ step, steps }) => step < steps).sort((a, b) => b.saved - a.saved);
  const old = [...others.filter((sweep) => !open.includes(sweep)), ...open.slice(MOST)];
  for (const { id } of old) remove(sweeps, files, id);
}

/** @param {IDBObjectStore} sweeps @param {IDBObjectStore} files @param {string} id */
function remove(sweeps, files, id) {
  sweeps.delete(id);
  files.delete(IDBKeyRange.bound([id], [id, []]));
}

/** The newest sweep of an earlier visit that no other tab is at, if there is one. @returns {Promise<Sweep | null>} */
export async function left() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const taken = new Set(held.map(({ name }) => name));
  /** @type {Sweep[]} */
  const all = await inStores(['sweeps'], 'readonly', (sweeps) => answer(sweeps.getAll()));
  return all.filter(({ id }) => !taken.has(lockOf(id))).sort((a, b) => b.saved - a.saved)[0] ?? null;
}

/** Its runs, to go on from. @param {Sweep} sweep @returns {Promise<Checkpoint>} */
export async function checkpointOf({ id, experiment, engine }) {
  const runs = await inStores(['runs'], 'readonly', (files) => answer(files.getAll(IDBKeyRange.bound([id], [id, []]))));
  return { experiment, engine, runs };
}

/** @param {string} id */
export const forget = (id) => inStores(['sweeps', 'runs'], 'readwrite', (sweeps, files) => remove(sweeps, files, id));
