// One engine for all embedded playgrounds of a page. Only one of them trains at a time: the others wait for their
// turn, in the order in which they asked. One that is paused while others wait leaves its turn, and goes on from
// a checkpoint when it is resumed and its turn comes again.

/** @typedef {import('../api/lab.js').Lab} Lab */
/** @typedef {import('../api/protocol.js').Progress} Progress */
/** @typedef {import('../api/protocol.js').Checkpoint} Checkpoint */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {import('../api/run-inspection.js').RunInspection} RunInspection */

export class LabTurns {
  #createLab;
  /** @type {Promise<Lab> | null} */
  #lab = null;
  /** Who trains now. @type {LabShare | null} */
  #holder = null;
  /** Who trained last: the lab has its runs. @type {LabShare | null} */
  #last = null;
  /** @type {{ share: LabShare, go: (mayTrain: boolean) => void }[]} */
  #waiting = [];

  /** @param {() => Promise<Lab>} createLab */
  constructor(createLab) {
    this.#createLab = createLab;
  }

  /** A share of the engine, for one playground. Started with the first. */
  async join() {
    return new LabShare(this, await this.lab());
  }

  /** The lab; a new one where the one before has crashed. @returns {Promise<Lab>} */
  lab() {
    // Set before anything is awaited: who asks meanwhile waits for this one, and starts no second engine.
    this.#lab = this.#workingLab(this.#lab);
    return this.#lab;
  }

  /** @param {Promise<Lab> | null} asked  what was asked for last @returns {Promise<Lab>} */
  async #workingLab(asked) {
    const before = await asked?.catch(() => null);
    if (before && !before.hasCrashed) return before;
    before?.dispose();
    this.#last = null;
    return this.#createLab();
  }

  /** Whether the lab has a share's runs. @param {LabShare} share */
  isLast(share) {
    return this.#last === share;
  }

  /** Waits for a turn; false if the share gave it up meanwhile. @param {LabShare} share @returns {Promise<boolean>} */
  async take(share) {
    if (this.#holder && this.#holder !== share) {
      const mayTrain = new Promise((/** @type {(mayTrain: boolean) => void} */ go) =>
        this.#waiting.push({ share, go }),
      );
      if (this.#holder.isPaused) this.#holder.leave();
      if (!(await mayTrain)) return false;
    }
    this.#holder = share;
    if (this.#last !== share) await this.#last?.keepRuns();
    this.#last = share;
    return true;
  }

  /** Ends a turn, or the wait for one. @param {LabShare} share */
  release(share) {
    for (const { go } of this.#waiting.filter((one) => one.share === share)) go(false);
    this.#waiting = this.#waiting.filter((one) => one.share !== share);
    if (this.#holder !== share) return;
    const next = this.#waiting.shift();
    this.#holder = next?.share ?? null;
    next?.go(true);
  }

  /** Whether a share waits for its turn. @param {LabShare} share */
  isWaiting(share) {
    return this.#waiting.some((one) => one.share === share);
  }

  /** Whether others wait. */
  get hasWaiting() {
    return this.#waiting.length > 0;
  }
}

/** What one playground has of the engine: as a lab, but it trains when it is its turn. */
export class LabShare {
  #turns;
  #lab;
  /** Where it stood when it left its turn. @type {Checkpoint | null} */
  #left = null;
  #isLeaving = false;
  #isStopped = false;
  isPaused = false;
  /** @type {(() => void) | null} */
  #wake = null;
  /** @type {Promise<Outcomes> | null} */
  #outcome = null;
  /** Its runs, once the lab trains others'. @type {RunInspection[]} */
  #kept = [];
  #runs = 0;

  /** @param {LabTurns} turns @param {Lab} lab */
  constructor(turns, lab) {
    this.#turns = turns;
    this.#lab = lab;
  }

  get engine() {
    return this.#lab.engine;
  }

  get hasCrashed() {
    return this.#lab.hasCrashed;
  }

  /** Whether it waits until others have trained. */
  get isWaiting() {
    return this.#turns.isWaiting(this);
  }

  /** Resolves when it may train, or has given that up. */
  async turn() {
    await this.#turns.take(this);
  }

  /** @param {object} experiment */
  run(experiment) {
    return this.#follow((lab) => lab.run(experiment));
  }

  /** @param {Checkpoint} checkpoint */
  runFrom(checkpoint) {
    return this.#follow((lab) => lab.runFrom(checkpoint));
  }

  /** @param {(lab: Lab) => AsyncGenerator<Progress, void, void>} begin @returns {AsyncGenerator<Progress, void, void>} */
  async *#follow(begin) {
    [this.#isStopped, this.isPaused, this.#left, this.#kept] = [false, false, null, []];
    let next = begin;
    try {
      while (await this.#turns.take(this)) {
        const lab = await this.#turns.lab();
        this.#lab = lab;
        // Stopped while it waited for its turn or for a new engine: there is nothing yet that could be stopped.
        if (this.#isStopped) return;
        for await (const progress of next(lab)) {
          this.#runs = progress.runs.length;
          yield progress;
        }
        this.#outcome = lab.outcome();
        const checkpoint = this.#left;
        this.#left = null;
        if (!checkpoint) return;
        next = (lab) => lab.runFrom(checkpoint);
        this.#turns.release(this);
        while (this.isPaused && !this.#isStopped) await this.#untilWoken();
        if (this.#isStopped) return;
      }
    } finally {
      this.#turns.release(this);
    }
  }

  /** @returns {Promise<void>} */
  #untilWoken() {
    return new Promise((woken) => {
      this.#wake = woken;
    });
  }

  /** Leaves its turn to others; it goes on from here later. */
  async leave() {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    try {
      const checkpoint = await this.#lab.checkpoint();
      if (this.isPaused && !this.#isStopped && this.#turns.hasWaiting) {
        this.#left = checkpoint;
        this.#lab.stop();
      }
    } catch {
      // Nothing is trained yet, or it ends now: then the turn is over anyway.
    } finally {
      this.#isLeaving = false;
    }
  }

  pause() {
    this.isPaused = true;
    if (!this.#turns.isLast(this)) return;
    this.#lab.pause();
    if (this.#turns.hasWaiting) this.leave();
  }

  resume() {
    this.isPaused = false;
    if (this.#turns.isLast(this) && !this.#left) this.#lab.resume();
    this.#wake?.();
  }

  stop() {
    this.#isStopped = true;
    if (this.#turns.isLast(this)) this.#lab.stop();
    this.#left = null;
    this.#wake?.();
    // Who waits for a turn to go on waits no longer; what was reached is kept.
    if (!this.#turns.isLast(this)) this.#turns.release(this);
  }

  /** @returns {Promise<Outcomes>} */
  outcome() {
    return this.#outcome ?? Promise.reject(new Error('Nothing has been trained yet.'));
  }

  /** @param {{ known?: Record<number, number> }} [options] */
  checkpoint(options) {
    return this.#lab.checkpoint(options);
  }

  /** Takes its runs out of the lab, which is about to train others'. */
  async keepRuns() {
    try {
      this.#kept = await Promise.all(Array.from({ length: this.#runs }, (_, index) => this.#lab.trained(index)));
    } catch {
      // The engine crashed: then nobody can look into them any more.
      this.#kept = [];
    }
  }

  /** @param {number} index @returns {Promise<RunInspection>} */
  async trained(index) {
    if (this.#turns.isLast(this)) return this.#lab.trained(index);
    const kept = this.#kept[index];
    if (!kept) throw new Error('The runs are gone: train again to look into them.');
    return borrowed(kept);
  }

  /** @param {Uint8Array | ArrayBuffer} bytes */
  open(bytes) {
    return this.#lab.open(bytes);
  }

  /** The engine stays for the others. */
  dispose() {
    this.stop();
    this.#turns.release(this);
    for (const run of this.#kept) run.dispose();
  }
}

/** A run that stays when the one who asked for it is done. @param {RunInspection} run */
const borrowed = (run) =>
  /** @type {RunInspection} */ (
    /** @type {unknown} */ ({
      run: run.run,
      experiment: run.experiment,
      heads: run.heads,
      look: run.look.bind(run),
      specialisation: run.specialisation.bind(run),
      error: run.error.bind(run),
      predictions: run.predictions.bind(run),
      weights: run.weights.bind(run),
      toSafetensors: run.toSafetensors.bind(run),
      dispose() {},
    })
  );
