// The engine of the page: started when the page opens or when the reader chooses another, and again
// after a crash.
import { sentenceOf } from '../api/checks.js';

/** @typedef {import('../api/lab.js').Lab} Lab */
/** @typedef {import('../api/protocol.js').EngineInfo} EngineInfo */
/** @typedef {'auto' | 'cpu' | 'webgpu'} EngineChoice */

export class EngineHost {
  /** What the reader chose. @type {EngineChoice} */
  choice = 'auto';
  /** Null while it is starting. @type {EngineInfo | null} */
  info = null;
  error = '';
  isStarting = false;
  /** How often one has been started: more than once after a crash or a failure. */
  starts = 0;
  /** The lab once it has started. @type {Lab | null} */
  lab = null;
  /** @type {Promise<Lab> | null} */
  #starting = null;
  #createLab;
  #changed;

  /**
   * @param {(options: { engine: EngineChoice }) => Promise<Lab>} createLab
   * @param {() => void} changed  called whenever something here has changed
   */
  constructor(createLab, changed) {
    this.#createLab = createLab;
    this.#changed = changed;
  }

  /** Whether there is an engine, or one is starting. */
  get isThere() {
    return this.#starting !== null;
  }

  /** Starts the engine that the reader chose; the one before is disposed of. */
  async start() {
    const before = this.#starting;
    const crashed = this.lab?.hasCrashed ? this.lab : null;
    // Before another engine is chosen: then it is known whether the GPU has failed.
    crashed?.dispose();
    this.info = null;
    this.lab = null;
    this.isStarting = true;
    this.starts += 1;
    const starting = this.#createLab({ engine: this.choice });
    this.#starting = starting;
    this.#changed();
    before?.then(
      (old) => old !== crashed && old.dispose(),
      () => {},
    );
    try {
      const lab = await starting;
      // Another one was chosen meanwhile.
      if (this.#starting !== starting) return lab.dispose();
      this.lab = lab;
      this.info = lab.engine;
      this.isStarting = false;
    } catch (error) {
      if (this.#starting !== starting) return;
      this.error = sentenceOf(error);
      this.isStarting = false;
      if (this.choice === 'webgpu') {
        this.choice = 'auto';
        await this.start();
      }
    }
    this.#changed();
  }

  /** @param {EngineChoice} choice */
  choose(choice) {
    this.choice = choice;
    this.error = '';
    return this.start();
  }

  /** A lab that can train: the one that is there, or a new one where that crashed or never started. */
  async labToTrain() {
    const lab = await this.#starting?.catch(() => null);
    if (lab && !lab.hasCrashed) return lab;
    this.error = '';
    await this.start();
    if (!this.#starting) throw new Error('The engine is not there to train.');
    return this.#starting;
  }

  /** Which of two engines is faster is known only when a training begins. */
  refreshInfo() {
    this.info = this.lab?.engine ?? null;
  }

  dispose() {
    this.#starting?.then(
      (lab) => lab.dispose(),
      () => {},
    );
    this.#starting = null;
    this.lab = null;
  }
}
