// Writes down how far a sweep has got, while it is trained, so that a reload or a crash loses a few
// seconds at most. It never delays the training, and reports once if the browser refuses to store.
// Whether to go on from it is the reader's choice, not made here: stored-sweeps.js reads what is
// written.
import { waitAfter } from '../api/checkpoint-pace.js';
import { randomId } from '../api/random-id.js';
import { answer, inStores, isStorageError, whyNotStored } from './database.js';
import { keepStored } from './persistence.js';
import { remove, runsOf } from './stored-sweeps.js';
import { hold, tabId } from './tabs.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../api/protocol.js').Checkpoint} Checkpoint */
/** @typedef {import('../api/protocol.js').Outcome} Outcome */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {import('./stored-sweeps.js').StoredSweep} StoredSweep */
/** @typedef {{ step: number, steps: number }} Steps */
/** What can be asked for a checkpoint. @typedef {{ checkpoint: (options: { known: Record<number, number> }) => Promise<Checkpoint> }} CheckpointLab */
/** @typedef {Pick<Checkpoint, 'engine' | 'device' | 'runs'>} Writable */

/** The first time and the least time between two, in milliseconds. */
const SOONEST = 1000;
/** After a refusal: the longest time until it is tried again. */
const LONGEST_REFUSAL = 30_000;
/** Runs that are handed to the browser in one task: each is copied, and thousands would hold up the page. */
const RUNS_PER_TASK = 32;
/** Sweeps that are kept beside the one in training, unfinished and finished ones; older ones go. */
const MOST_UNFINISHED = 3;
const MOST_FINISHED = 3;
/** A sweep that was written this long ago may be in training in another tab, in milliseconds. */
const MOMENT = 30_000;

/** Why what is trained is not stored, for the reader. @param {DOMException} error */
export const notStored = (error) =>
  `This browser does not keep what you train: ${whyNotStored(error)}. It is safe until you close this tab; export it to have it longer.`;

export class SweepStore {
  /** @type {StoredSweep | null} */
  #sweep = null;
  /** Runs and the step at which they were written. @type {Record<number, number>} */
  #known = {};
  /** Whether stored runs are of another number of heads than the one that is trained now. */
  #runsAreStale = false;
  /** Whether this training has written its sweep; before that it may take over one of an earlier visit. */
  #isWritten = false;
  #nextTime = 0;
  /** After refusals: how long it is waited until it is tried again. */
  #patience = 0;
  /** @type {Promise<void> | null} */
  #writing = null;
  /** @type {(() => Promise<unknown>) | null} */
  #release = null;
  #report;

  /** @param {(sentence: string) => void} report  is told why the browser does not store, and '' once it does again */
  constructor(report) {
    this.#report = report;
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
      tab: tabId(),
      writer: randomId(),
    };
    this.#known = {};
    this.#runsAreStale = false;
    this.#isWritten = false;
    this.#nextTime = performance.now() + SOONEST;
    this.#release = hold(id);
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

  /** @param {StoredSweep} sweep @param {() => Promise<Writable>} read */
  async #write(sweep, read) {
    const began = performance.now();
    try {
      if (!(await this.#writeOnce(sweep, await read()))) {
        // Another tab has gone on with it, or has removed it. From here on these are two sweeps, and all
        // runs of this one are written anew.
        this.#moveTo(sweep, randomId());
        await this.#writeOnce(sweep, await read());
      }
      if (this.#sweep !== sweep) return;
      this.#nextTime = performance.now() + waitAfter(performance.now() - began, SOONEST);
      this.#patience = 0;
      this.#report('');
      keepStored();
    } catch (error) {
      this.#fail(sweep, error);
    }
  }

  /** Writes, unless the sweep is another training's by now: then it returns false. @param {StoredSweep} sweep @param {Writable} written */
  async #writeOnce(sweep, { engine, device, runs }) {
    // Another one has begun meanwhile, and these may be its runs.
    if (this.#sweep !== sweep) return true;
    const isOurs = await inStores(['sweeps', 'runs'], 'readwrite', async (sweeps, files) => {
      if (this.#isWritten && (await answer(sweeps.get(sweep.id)))?.writer !== sweep.writer) return false;
      sweeps.put({ ...sweep, engine, device, saved: Date.now() });
      if (this.#runsAreStale) files.delete(runsOf(sweep.id));
      for (const [i, run] of runs.entries()) {
        const put = files.put({ sweep: sweep.id, ...run });
        if ((i + 1) % RUNS_PER_TASK === 0) await answer(put);
      }
      await removeOthers(sweeps, files, sweep);
      return true;
    });
    if (!isOurs || this.#sweep !== sweep) return isOurs;
    this.#isWritten = true;
    this.#runsAreStale = false;
    for (const { index, step } of runs) this.#known[index] = step;
    return true;
  }

  /** @param {StoredSweep} sweep @param {string} id */
  #moveTo(sweep, id) {
    sweep.id = id;
    this.#known = {};
    this.#isWritten = false;
    this.#release?.();
    this.#release = hold(id);
  }

  /** @param {StoredSweep} sweep @param {unknown} error */
  #fail(sweep, error) {
    // An engine that crashed gives no checkpoint: that is reported where it is trained.
    if (this.#sweep !== sweep || !isStorageError(error)) return;
    this.#patience = Math.min(LONGEST_REFUSAL, Math.max(SOONEST, 2 * this.#patience));
    this.#nextTime = performance.now() + this.#patience;
    this.#report(notStored(error));
  }

  /** The sweep is over, or another begins: other tabs may have it, as soon as this resolves. */
  async end() {
    const release = this.#release;
    this.#sweep = null;
    this.#release = null;
    await release?.();
  }
}

/**
 * Removes what is too old: finished sweeps of this tab, and all but a few others. What this version
 * cannot read is left alone, and so is what was written a moment ago: another tab is training it.
 *
 * @param {IDBObjectStore} sweeps
 * @param {IDBObjectStore} files
 * @param {StoredSweep} newest
 */
async function removeOthers(sweeps, files, newest) {
  /** @type {StoredSweep[]} */
  const all = await answer(sweeps.getAll());
  const others = all
    .filter((sweep) => sweep.id !== newest.id && isReadable(sweep, newest))
    .sort((a, b) => b.saved - a.saved);
  const isOld = (/** @type {StoredSweep} */ { saved }) => Date.now() - saved > MOMENT;
  const unfinished = others.filter(({ step, steps }) => step < steps);
  const finished = others.filter(({ step, steps }) => step >= steps);
  const own = finished.filter(({ tab }) => tab === newest.tab || tab === undefined);
  const foreign = finished.filter((sweep) => !own.includes(sweep));
  const old = [...unfinished.slice(MOST_UNFINISHED).filter(isOld), ...own, ...foreign.slice(MOST_FINISHED)];
  for (const { id } of old) remove(sweeps, files, id);
}

/** Whether a sweep is of this version. @param {Partial<StoredSweep>} sweep @param {StoredSweep} own */
const isReadable = ({ experiment, step, steps, saved }, own) =>
  experiment?.version === own.experiment.version &&
  [step, steps, saved].every(Number.isFinite) &&
  Number(step) <= Number(steps);
