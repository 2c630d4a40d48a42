// Writes down how far a sweep has got, while it is trained, so that a reload or a crash loses a few
// seconds at most. It never delays the training, and reports once if the browser refuses to store.
// Whether to go on from it is the reader's choice, not made here.
import { randomId } from '../api/random-id.js';
import { answer, inStores } from './database.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */
/** @typedef {import('../api/protocol.js').Checkpoint} Checkpoint */
/** @typedef {import('../api/protocol.js').Outcome} Outcome */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {{ step: number, steps: number }} Steps */
/** What can be asked for a checkpoint. @typedef {{ checkpoint: (options: { known: Record<number, number> }) => Promise<Checkpoint> }} CheckpointLab */

/**
 * What is stored of a sweep beside its runs. Field names are those of the first version: sweeps of
 * earlier visits stay readable.
 *
 * @typedef {object} StoredSweep
 * @property {string} id
 * @property {ExperimentFields} experiment  of Find D: everything tried so far, and what is tried now
 * @property {boolean} hidden  whether its task is a mystery
 * @property {Outcome[] | null} found  of Find D: outcomes of the numbers of heads that are done
 * @property {ExperimentFields | null} [level]  of Find D: the number of heads that its stored runs belong to
 * @property {string} engine
 * @property {string} [device]
 * @property {number} saved  when, in milliseconds since 1970
 * @property {number} step   of Find D: 1 once it has ended, of 1
 * @property {number} steps
 */

/** The first time and the least time between two, in milliseconds. */
const SOONEST = 1000;
/** Writing may take this share of the time. */
const SHARE = 0.05;
/** Unfinished sweeps that are kept; older ones go. */
const MOST_UNFINISHED = 3;

/** While a tab trains a sweep it holds a lock of this name: other tabs do not offer it. @param {string} id */
const lockOf = (id) => `headcount sweep ${id}`;

export class SweepStore {
  /** @type {StoredSweep | null} */
  #sweep = null;
  /** Runs and the step at which they were written. @type {Record<number, number>} */
  #known = {};
  /** Whether stored runs are of another number of heads than the one that is trained now. */
  #runsAreStale = false;
  #nextTime = 0;
  /** @type {Promise<void> | null} */
  #writing = null;
  /** @type {(() => void) | null} */
  #unlock = null;
  #refused;

  /** @param {(sentence: string) => void} refused  called once per sweep that the browser does not keep, with why */
  constructor(refused) {
    this.#refused = refused;
  }

  /** A sweep begins, or goes on as the one that was stored as `id`. @param {Experiment} experiment @param {string} [id] */
  begin(experiment, id = randomId()) {
    this.end();
    this.#sweep = {
      id,
      experiment: experiment.toFields(),
      hidden: experiment.isSecret,
      found: null,
      level: null,
      engine: '',
      saved: 0,
      step: 0,
      steps: 0,
    };
    this.#known = {};
    this.#runsAreStale = false;
    this.#nextTime = performance.now() + SOONEST;
    const released = new Promise((unlock) => {
      this.#unlock = () => unlock(undefined);
    });
    navigator.locks?.request(lockOf(id), () => released);
  }

  /** Writes how it stands, if it is time to. @param {CheckpointLab} lab @param {Steps} progress */
  tick(lab, progress) {
    if (this.#sweep && !this.#writing && performance.now() >= this.#nextTime) this.save(lab, progress);
  }

  /** Writes how it stands now; after what is being written. @param {CheckpointLab} lab @param {Steps} progress */
  save(lab, { step, steps }) {
    const sweep = this.#sweep;
    if (!sweep) return Promise.resolve();
    // Find D has not ended because one number of heads has.
    if (!sweep.found) Object.assign(sweep, { step, steps });
    return this.#inTurn(() => this.#write(sweep, () => lab.checkpoint({ known: this.#known })));
  }

  /**
   * Find D goes on with another number of heads: writes the outcomes so far.
   *
   * @param {Experiment} experiment
   * @param {Experiment} level
   * @param {Outcome[]} found
   * @param {string} engine
   */
  saveLevel(experiment, level, found, engine) {
    const sweep = this.#sweep;
    if (!sweep) return Promise.resolve();
    Object.assign(sweep, { experiment: experiment.toFields(), level: level.toFields(), found, step: 0, steps: 1 });
    return this.#writeWithoutRuns(sweep, engine);
  }

  /** Find D has ended. @param {Experiment} experiment @param {Outcomes} document */
  saveEnd(experiment, { outcomes, engine }) {
    const sweep = this.#sweep;
    if (!sweep) return Promise.resolve();
    Object.assign(sweep, { experiment: experiment.toFields(), level: null, found: outcomes, step: 1, steps: 1 });
    return this.#writeWithoutRuns(sweep, engine);
  }

  /** @param {StoredSweep} sweep @param {string} engine */
  #writeWithoutRuns(sweep, engine) {
    return this.#inTurn(() => {
      this.#known = {};
      this.#runsAreStale = true;
      return this.#write(sweep, async () => ({ engine, runs: [] }));
    });
  }

  /** @param {() => Promise<void>} write */
  #inTurn(write) {
    const writing = (this.#writing ?? Promise.resolve()).then(write).finally(() => {
      if (this.#writing === writing) this.#writing = null;
    });
    this.#writing = writing;
    return writing;
  }

  /** @param {StoredSweep} sweep @param {() => Promise<Pick<Checkpoint, 'engine' | 'device' | 'runs'>>} read */
  async #write(sweep, read) {
    const began = performance.now();
    try {
      const { engine, device, runs } = await read();
      // Another one has begun meanwhile, and these may be its runs.
      if (this.#sweep !== sweep) return;
      await inStores(['sweeps', 'runs'], 'readwrite', async (sweeps, files) => {
        sweeps.put({ ...sweep, engine, device, saved: Date.now() });
        if (this.#runsAreStale) files.delete(runsOf(sweep.id));
        for (const run of runs) files.put({ sweep: sweep.id, ...run });
        await removeOthers(sweeps, files, sweep.id);
      });
      this.#runsAreStale = false;
      for (const { index, step } of runs) this.#known[index] = step;
      this.#nextTime = performance.now() + Math.max(SOONEST, (performance.now() - began) / SHARE);
    } catch (error) {
      // No more of this sweep is tried: what does not fit now will not fit later.
      if (this.#sweep === sweep) this.#nextTime = Infinity;
      // A browser that keeps nothing at all, as in some private windows and frames, need not be mentioned.
      if (error instanceof DOMException && error.name !== 'SecurityError' && error.name !== 'InvalidStateError') {
        const why =
          error.name === 'QuotaExceededError' ? 'there is no room left for it' : error.message.replace(/\.$/, '');
        this.#refused(
          `This browser does not keep what you train: ${why}. It is safe until you close this tab; export it to have it longer.`,
        );
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

/** The keys of a sweep's runs. @param {string} id */
const runsOf = (id) => IDBKeyRange.bound([id], [id, []]);

/** Removes what is too old: all finished sweeps but the newest one, and all but a few unfinished ones. @param {IDBObjectStore} sweeps @param {IDBObjectStore} files @param {string} newest */
async function removeOthers(sweeps, files, newest) {
  /** @type {StoredSweep[]} */
  const others = (await answer(sweeps.getAll())).filter(({ id }) => id !== newest);
  const unfinished = others.filter(({ step, steps }) => step < steps).sort((a, b) => b.saved - a.saved);
  const old = [...others.filter((sweep) => !unfinished.includes(sweep)), ...unfinished.slice(MOST_UNFINISHED)];
  for (const { id } of old) remove(sweeps, files, id);
}

/** @param {IDBObjectStore} sweeps @param {IDBObjectStore} files @param {string} id */
function remove(sweeps, files, id) {
  sweeps.delete(id);
  files.delete(runsOf(id));
}

/** The newest sweep of an earlier visit that no other tab is training, if there is one. @returns {Promise<StoredSweep | null>} */
export async function newestSweep() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const taken = new Set(held.map(({ name }) => name));
  /** @type {StoredSweep[]} */
  const all = await inStores(['sweeps'], 'readonly', (sweeps) => answer(sweeps.getAll()));
  return all.filter(({ id }) => !taken.has(lockOf(id))).sort((a, b) => b.saved - a.saved)[0] ?? null;
}

/** Its runs, to go on from. @param {StoredSweep} sweep @returns {Promise<Checkpoint>} */
export async function checkpointOf({ id, experiment, level, engine, device }) {
  const runs = await inStores(['runs'], 'readonly', (files) => answer(files.getAll(runsOf(id))));
  return { experiment: level ?? experiment, engine, device, runs };
}

/** @param {string} id */
export const deleteSweep = (id) =>
  inStores(['sweeps', 'runs'], 'readwrite', (sweeps, files) => remove(sweeps, files, id));
