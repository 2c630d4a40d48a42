// The Workers that train: started with an engine, given shares of an experiment, told to pause,
// asked about their runs. One Worker for WebGPU, which keeps a GPU busy alone; one per core for the
// CPU.
import { compile } from './wasm-file.js';

/** @typedef {import('./types.js').EngineKind} EngineKind */

const WASM = {
  cpu: () => new URL('../wasm/worker-cpu/worker-cpu_bg.wasm', import.meta.url),
  webgpu: () => new URL('../wasm/worker-webgpu/worker-webgpu_bg.wasm', import.meta.url),
};

export class Pool {
  /** @type {Worker[]} */
  #workers = [];
  /** @type {((message: any, worker: number) => void) | null} */
  #listener = null;
  /** Number of the newest training: what an earlier one still says is not listened to. */
  #training = 0;
  /** Questions without an answer yet. @type {Map<number, { place: number, answered: (value: any) => void, refused: (error: Error) => void }>} */
  #questions = new Map();
  #asked = 0;
  /** Why a Worker cannot be used any more, by its place. @type {Map<number, string>} */
  #crashed = new Map();
  disposed = false;
  /** What the engine calls itself. */
  name = '';

  /**
   * Starts `count` Workers with an engine each. Throws a sentence if the engine does not start.
   *
   * @param {EngineKind} kind
   * @param {number} count
   */
  static async start(kind, count) {
    const pool = new Pool();
    try {
      // Compiled once, shared by all.
      const wasm = await compile(WASM[kind]());
      const names = await Promise.all(Array.from({ length: count }, () => pool.#add(kind, wasm)));
      pool.name = names[0];
      return pool;
    } catch (error) {
      pool.dispose();
      throw error;
    }
  }

  get size() {
    return this.#workers.length;
  }

  /**
   * @param {EngineKind} kind
   * @param {WebAssembly.Module} wasm
   * @returns {Promise<string>}
   */
  #add(kind, wasm) {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    const place = this.#workers.push(worker) - 1;
    return new Promise((ready, failed) => {
      worker.onmessage = ({ data }) => {
        if (data.kind === 'ready') ready(data.name);
        else if (data.kind === 'answer') this.#answer(data);
        else {
          if (data.kind === 'failed') failed(new Error(data.sentence));
          if (data.crashed) this.#crash(place, data.sentence);
          if (data.training === undefined || data.training === this.#training) this.#listener?.(data, place);
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        const sentence = `A Worker failed: ${event.message || 'its script could not be loaded'}.`;
        failed(new Error(sentence));
        this.#crash(place, sentence);
        this.#listener?.({ kind: 'failed', sentence }, place);
      };
      worker.postMessage({ kind: 'load', engine: kind, wasm });
    });
  }

  /**
   * Trains each share on a Worker of its own; every message of theirs goes to `listener`.
   *
   * @param {string} experiment
   * @param {number[][][]} shares  for each Worker, its cohorts, each a list of runs
   * @param {(message: any, worker: number) => void} listener
   * @param {Map<number, Uint8Array>} [from]  checkpoints of runs that go on
   */
  train(experiment, shares, listener, from) {
    this.#listener = listener;
    this.#training += 1;
    const [crashed] = this.#crashed;
    if (crashed) return listener({ kind: 'failed', sentence: crashed[1] }, crashed[0]);
    this.#workers.forEach((worker, place) => {
      const [kind, cohorts] = place < shares.length ? ['train', shares[place]] : ['clear'];
      worker.postMessage({ kind, training: this.#training, experiment, cohorts, from });
    });
  }

  /**
   * Asks the Worker at `place`, which answers between two slices of training.
   *
   * @param {number} place
   * @param {string} call  what to do
   * @param {object} question  with what
   * @returns {Promise<any>}
   */
  ask(place, call, question) {
    if (this.disposed) return Promise.reject(new Error('The lab was disposed of.'));
    const sentence = this.#crashed.get(place);
    if (sentence) return Promise.reject(new Error(sentence));
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((answered, refused) => {
      this.#questions.set(id, { place, answered, refused });
      this.#workers[place].postMessage({ kind: 'ask', id, call, question });
    });
  }

  /** @param {{ id: number, value?: any, sentence?: string }} answer */
  #answer({ id, value, sentence }) {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (sentence === undefined) question?.answered(value);
    else question?.refused(new Error(sentence));
  }

  /** Nobody waits for a Worker that will not answer. @param {number} place  @param {string} sentence */
  #crash(place, sentence) {
    this.#crashed.set(place, sentence);
    for (const [id, question] of this.#questions) if (question.place === place) this.#answer({ id, sentence });
  }

  /** @param {'pause' | 'resume' | 'stop'} kind */
  tell(kind) {
    for (const worker of this.#workers) worker.postMessage({ kind });
  }

  dispose() {
    this.disposed = true;
    this.#listener = null;
    for (const id of this.#questions.keys()) this.#answer({ id, sentence: 'The lab was disposed of.' });
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }
}
