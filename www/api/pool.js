// The Workers that train: started with an engine, given shares of an experiment, paused, asked about
// their runs. One Worker for WebGPU, which keeps a GPU busy alone; one per core for the CPU.
import { compileWasm } from './wasm-file.js';

/** @typedef {import('./protocol.js').EngineKind} EngineKind */
/** @typedef {import('./protocol.js').ToWorker} ToWorker */
/** @typedef {import('./protocol.js').FromWorker} FromWorker */
/** @typedef {import('./protocol.js').TrainingMessage} TrainingMessage */
/** @typedef {import('./protocol.js').QuestionName} QuestionName */

const WASM = {
  cpu: () => new URL('../wasm/worker-cpu/worker-cpu_bg.wasm', import.meta.url),
  webgpu: () => new URL('../wasm/worker-webgpu/worker-webgpu_bg.wasm', import.meta.url),
};

const DISPOSED = 'The lab was disposed of.';

export class Pool {
  /** @type {Worker[]} */
  #workers = [];
  /** @type {((message: TrainingMessage) => void) | null} */
  #listener = null;
  /** Number of the newest training: messages of earlier ones are ignored. */
  #training = 0;
  /** Questions without an answer yet. @type {Map<number, { place: number, resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #questions = new Map();
  #lastQuestion = 0;
  /** Why a Worker cannot be used any more, by its place. @type {Map<number, string>} */
  #crashed = new Map();
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
      // Compiled once, shared by all.
      const wasm = await compileWasm(WASM[kind]());
      const names = await Promise.all(Array.from({ length: count }, () => pool.#add(wasm)));
      pool.device = names[0];
      return pool;
    } catch (error) {
      pool.dispose();
      throw error;
    }
  }

  get size() {
    return this.#workers.length;
  }

  /** Whether a Worker of it cannot be used any more. */
  get hasCrashed() {
    return this.#crashed.size > 0;
  }

  /** @param {Worker} worker @param {ToWorker} message */
  #post(worker, message) {
    worker.postMessage(message);
  }

  /**
   * @param {WebAssembly.Module} wasm
   * @returns {Promise<string>} what the engine calls itself
   */
  #add(wasm) {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    const place = this.#workers.push(worker) - 1;
    return new Promise((ready, failed) => {
      worker.onmessage = (/** @type {MessageEvent<FromWorker>} */ { data }) => {
        if (data.kind === 'ready') return ready(data.name);
        if (data.kind === 'answer') return this.#settle(data.id, (question) => question.resolve(data.value));
        if (data.kind === 'refusal')
          return this.#settle(data.id, (question) => question.reject(new Error(data.sentence)));
        if (data.kind === 'failed') {
          failed(new Error(data.sentence));
          if (data.crashed) this.#crash(place, data.sentence);
        }
        if (data.training === undefined || data.training === this.#training) this.#listener?.(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        const sentence = `A Worker failed: ${event.message || 'its script could not be loaded'}.`;
        failed(new Error(sentence));
        this.#crash(place, sentence);
        this.#listener?.({ kind: 'failed', sentence, crashed: true });
      };
      this.#post(worker, { kind: 'load', engine: this.kind, wasm });
    });
  }

  /**
   * Trains each share on a Worker of its own; every message of the training goes to `listener`.
   *
   * @param {string} experiment  as JSON text
   * @param {number[][][]} shares  for each Worker, its cohorts, each a list of runs
   * @param {(message: TrainingMessage) => void} listener
   * @param {Map<number, Uint8Array>} [from]  checkpoint files of runs that go on
   */
  train(experiment, shares, listener, from) {
    this.#listener = listener;
    this.#training += 1;
    const training = this.#training;
    const [crashed] = this.#crashed.values();
    if (crashed) return listener({ kind: 'failed', sentence: crashed, crashed: true });
    this.#workers.forEach((worker, place) =>
      this.#post(
        worker,
        place < shares.length
          ? { kind: 'train', training, experiment, cohorts: shares[place], from }
          : { kind: 'clear', training },
      ),
    );
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
    const crashed = this.#crashed.get(place);
    if (crashed) return Promise.reject(new Error(crashed));
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { place, resolve, reject });
      const message = { kind: 'ask', id, question: { ...question, name } };
      // `name` and `question` fit together by this function's type; the union cannot express it.
      this.#post(
        this.#workers[place],
        /** @type {import('./protocol.js').AskMessage} */ (/** @type {unknown} */ (message)),
      );
    });
  }

  /** @param {number} id @param {(question: { resolve: (value: any) => void, reject: (error: Error) => void }) => void} settle */
  #settle(id, settle) {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (question) settle(question);
  }

  /** Questions to a Worker that will not answer are refused. @param {number} place  @param {string} sentence */
  #crash(place, sentence) {
    this.#crashed.set(place, sentence);
    for (const [id, question] of this.#questions) {
      if (question.place === place) this.#settle(id, ({ reject }) => reject(new Error(sentence)));
    }
  }

  /** @param {'pause' | 'resume' | 'stop'} kind */
  tell(kind) {
    for (const worker of this.#workers) this.#post(worker, { kind });
  }

  dispose() {
    this.isDisposed = true;
    this.#listener = null;
    for (const id of [...this.#questions.keys()]) this.#settle(id, ({ reject }) => reject(new Error(DISPOSED)));
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }
}
