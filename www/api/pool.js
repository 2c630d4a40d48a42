// The Workers that train: started with an engine, given shares of an experiment, paused, asked about
// their runs, watched, and started again after a crash. One Worker for WebGPU, which keeps a GPU busy
// alone; one per core for the CPU. What to do about a crash is decided in training.js.
import { Worker } from './trusted-worker.js';
import { compileWasm } from './wasm-file.js';
import { Watchdog } from './watchdog.js';

/** @typedef {import('./protocol.js').EngineKind} EngineKind */
/** @typedef {import('./protocol.js').ToWorker} ToWorker */
/** @typedef {import('./protocol.js').FromWorker} FromWorker */
/** @typedef {import('./protocol.js').FailureCause} FailureCause */
/** @typedef {import('./protocol.js').TrainingMessage} TrainingMessage */
/** @typedef {import('./protocol.js').QuestionName} QuestionName */
/** Hears of a training. @typedef {{ heard: (message: TrainingMessage, place: number) => void, slept: (seconds: number) => void }} Listener */
/** An answer that is awaited. @typedef {{ place: number, resolve: (value: any) => void, reject: (error: Error) => void }} Asked */
/**
 * A Worker, from its start on.
 *
 * @typedef {object} Slot
 * @property {Worker} worker
 * @property {boolean} isTraining
 * @property {boolean} isPaused
 * @property {boolean} isStarting
 * @property {{ cause: FailureCause, sentence: string } | null} crash  why it cannot be used any more
 * @property {(error: Error) => void} failToStart
 */

const WASM = {
  cpu: () => new URL('../wasm/worker-cpu/worker-cpu_bg.wasm', import.meta.url),
  webgpu: () => new URL('../wasm/worker-webgpu/worker-webgpu_bg.wasm', import.meta.url),
};

const DISPOSED = 'The lab was disposed of.';
/** A Worker that says nothing for so many seconds, though something is expected of it, hangs. A GPU's driver may compile shaders for longer than the CPU computes anything. */
const LONGEST_SILENCE = { cpu: 20, webgpu: 60 };
/** Starting may take longer: a slow phone compiles, a browser asks its GPU process. */
const LONGEST_START = 30;
/** How often a Worker is started before its failure is reported. A GPU is tried once: the CPU takes its place sooner. */
const MOST_STARTS = { cpu: 2, webgpu: 1 };

/** What an engine cannot do, as a sentence. Its Worker works on. */
export class Refusal extends Error {
  /** @param {string} sentence @param {EngineKind} engine */
  constructor(sentence, engine) {
    super(sentence);
    this.engine = engine;
  }
}

export class Pool {
  /** @type {Slot[]} */
  #slots = [];
  /** Compiled once, shared by all. @type {WebAssembly.Module | null} */
  #wasm = null;
  /** @type {Listener | null} */
  #listener = null;
  /** Number of the newest training: messages of earlier ones are ignored. */
  #training = 0;
  /** Questions without an answer yet. @type {Map<number, Asked>} */
  #questions = new Map();
  #lastQuestion = 0;
  #watchdog = new Watchdog(
    (place, seconds) => this.#crash(place, 'crashed', `A Worker did not answer for ${seconds} seconds.`),
    (seconds) => this.#listener?.slept(seconds),
  );
  /** For each place, by how much more its silence may last: a step that takes longer must not be taken for a hang for ever. @type {Map<number, number>} */
  #patience = new Map();
  isDisposed = false;
  /** What the engine calls itself. */
  device = '';

  /** @param {EngineKind} kind */
  constructor(kind) {
    this.kind = kind;
  }

  /**
   * Starts `count` Workers with an engine each. Throws a sentence if the engine does not start.
   *
   * @param {EngineKind} kind
   * @param {number} count
   */
  static async start(kind, count) {
    const pool = new Pool(kind);
    try {
      pool.#wasm = await compileWasm(WASM[kind]());
      const names = await Promise.all(Array.from({ length: count }, (_, place) => pool.#startAt(place)));
      pool.device = names[0];
      return pool;
    } catch (error) {
      pool.dispose();
      throw error;
    }
  }

  get size() {
    return this.#slots.length;
  }

  /** Whether a Worker of it cannot be used any more. */
  get hasCrashed() {
    return this.#slots.some(({ crash }) => crash !== null);
  }

  /** @param {number} place @param {ToWorker} message */
  #post(place, message) {
    this.#slots[place].worker.postMessage(message);
  }

  /** Starts a Worker, once more if it fails for no reason that would stay. @param {number} place @returns {Promise<string>} what the engine calls itself */
  async #startAt(place) {
    for (let start = 1; ; start += 1) {
      try {
        return await this.#startOnce(place);
      } catch (error) {
        const hasReason = this.#slots[place]?.crash?.cause !== 'crashed';
        if (start >= MOST_STARTS[this.kind] || hasReason || this.isDisposed) throw error;
      }
    }
  }

  /** @param {number} place @returns {Promise<string>} */
  #startOnce(place) {
    if (this.isDisposed || !this.#wasm) return Promise.reject(new Error(DISPOSED));
    const wasm = this.#wasm;
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    return new Promise((ready, failed) => {
      /** @type {Slot} */
      const slot = { worker, isTraining: false, isPaused: false, isStarting: true, crash: null, failToStart: failed };
      this.#slots[place] = slot;
      worker.onmessage = (/** @type {MessageEvent<FromWorker>} */ { data }) => {
        // What a Worker posted before it was given up may still arrive.
        if (this.#slots[place] !== slot || slot.crash) return;
        this.#watchdog.heard(place);
        if (data.kind === 'ready') {
          slot.isStarting = false;
          ready(data.name);
        } else this.#hear(place, data);
        this.#expect(place);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        if (this.#slots[place] !== slot || slot.crash) return;
        // Browsers may send an event with nothing in it.
        const silent = slot.isStarting ? 'its script could not be loaded' : 'the browser does not say why';
        this.#crash(place, 'crashed', `A Worker failed: ${event.message || silent}.`);
      };
      this.#post(place, { kind: 'load', engine: this.kind, wasm });
      this.#expect(place);
    });
  }

  /** @param {number} place @param {Exclude<FromWorker, import('./protocol.js').ReadyMessage>} message */
  #hear(place, message) {
    if (message.kind === 'answer') return this.#settle(message.id, (question) => question.resolve(message.value));
    if (message.kind === 'refusal')
      return this.#settle(message.id, (question) => question.reject(new Refusal(message.sentence, this.kind)));
    const slot = this.#slots[place];
    if (message.kind === 'failed' && (message.cause !== 'refused' || slot.isStarting))
      return this.#crash(place, message.cause, message.sentence);
    if (message.training !== undefined && message.training !== this.#training) return;
    if (message.kind === 'done' || message.kind === 'failed') slot.isTraining = false;
    this.#listener?.heard(message, place);
  }

  /** Has the watchdog wait for a Worker exactly as long as something is expected of it. @param {number} place */
  #expect(place) {
    const slot = this.#slots[place];
    const isAsked = [...this.#questions.values()].some((question) => question.place === place);
    const isBusy = slot.isStarting || isAsked || (slot.isTraining && !slot.isPaused);
    if (slot.crash || !isBusy) this.#watchdog.unwatch(place);
    else {
      const longest = slot.isStarting ? LONGEST_START : LONGEST_SILENCE[this.kind];
      this.#watchdog.watch(place, longest * (this.#patience.get(place) ?? 1));
    }
  }

  /**
   * From now on `listener` hears of the training, and of no earlier one. Workers that are not given a
   * share with `train` are to be cleared.
   *
   * @param {Listener} listener
   */
  begin(listener) {
    this.#listener = listener;
    this.#training += 1;
    this.#patience.clear();
  }

  /**
   * Trains a share of the experiment on the Worker at `place`.
   *
   * @param {number} place
   * @param {string} experiment  as JSON text
   * @param {number[][]} cohorts  each a list of runs
   * @param {Map<number, Uint8Array>} from  checkpoint files of runs that go on
   */
  train(place, experiment, cohorts, from) {
    const slot = this.#slots[place];
    if (slot.crash) {
      this.#listener?.heard({ kind: 'failed', ...slot.crash }, place);
      return;
    }
    slot.isTraining = true;
    slot.isPaused = false;
    this.#post(place, { kind: 'train', training: this.#training, experiment, cohorts, from });
    this.#expect(place);
  }

  /** Frees what the Worker at `place` holds of earlier trainings. @param {number} place */
  clear(place) {
    if (!this.#slots[place].crash) this.#post(place, { kind: 'clear', training: this.#training });
  }

  /**
   * Puts a new Worker in the place of one that crashed. Runs that were inspected there are gone. Throws
   * a sentence if it does not start.
   *
   * @param {number} place
   */
  async restart(place) {
    this.#slots[place].worker.terminate();
    // Longer each time: a hang that was none would else be met again.
    this.#patience.set(place, 2 * (this.#patience.get(place) ?? 1));
    await this.#startAt(place);
  }

  /**
   * Asks the Worker at `place`, which answers between two slices of training.
   *
   * @template {QuestionName} Name
   * @param {number} place
   * @param {Name} name
   * @param {import('./protocol.js').QuestionOf<Name>} question
   * @returns {Promise<import('./protocol.js').AnswerTo<Name>>}
   */
  ask(place, name, question) {
    if (this.isDisposed) return Promise.reject(new Error(DISPOSED));
    const { crash } = this.#slots[place];
    if (crash) return Promise.reject(new Error(crash.sentence));
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { place, resolve, reject });
      const message = { kind: 'ask', id, question: { ...question, name } };
      // `name` and `question` fit together by this function's type; the union cannot express it.
      this.#post(place, /** @type {import('./protocol.js').AskMessage} */ (/** @type {unknown} */ (message)));
      this.#expect(place);
    });
  }

  /** @param {number} id @param {(question: Asked) => void} settle */
  #settle(id, settle) {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (question) settle(question);
  }

  /** Gives a Worker up: it is ended, and whoever waits for it is told. @param {number} place @param {FailureCause} cause @param {string} sentence */
  #crash(place, cause, sentence) {
    const slot = this.#slots[place];
    slot.crash = { cause, sentence };
    slot.worker.terminate();
    this.#watchdog.unwatch(place);
    for (const [id, question] of this.#questions) {
      if (question.place === place) this.#settle(id, ({ reject }) => reject(new Error(sentence)));
    }
    if (slot.isStarting) slot.failToStart(new Error(sentence));
    else this.#listener?.heard({ kind: 'failed', cause, sentence }, place);
  }

  /** @param {'pause' | 'resume' | 'stop'} kind @param {number[]} [places]  all, if they are left out */
  tell(kind, places = [...this.#slots.keys()]) {
    for (const place of places) {
      const slot = this.#slots[place];
      if (slot.crash) continue;
      slot.isPaused = kind === 'pause';
      this.#post(place, { kind });
      this.#expect(place);
    }
  }

  dispose() {
    this.isDisposed = true;
    this.#listener = null;
    for (const id of [...this.#questions.keys()]) this.#settle(id, ({ reject }) => reject(new Error(DISPOSED)));
    for (const [place, { worker, failToStart }] of this.#slots.entries()) {
      this.#watchdog.unwatch(place);
      worker.terminate();
      failToStart(new Error(DISPOSED));
    }
    this.#slots = [];
  }
}
