// The Workers that train: started with an engine, given shares of an experiment, told to pause.
// One Worker for WebGPU, which keeps a GPU busy alone; one per core for the CPU.
import { compile } from './compile.js';

/** @typedef {import('./types.js').EngineKind} EngineKind */

const WASM = {
  cpu: () => new URL('./wasm/engine-cpu/engine-cpu_bg.wasm', import.meta.url),
  webgpu: () => new URL('./wasm/engine-webgpu/engine-webgpu_bg.wasm', import.meta.url),
};

export class Pool {
  /** @type {Worker[]} */
  #workers = [];
  /** @type {((message: any, worker: number) => void) | null} */
  #listener = null;
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
        else if (data.kind === 'failed') {
          failed(new Error(data.sentence));
          this.#listener?.(data, place);
        } else this.#listener?.(data, place);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        const sentence = `A Worker failed: ${event.message || 'its script could not be loaded'}.`;
        failed(new Error(sentence));
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
   */
  train(experiment, shares, listener) {
    this.#listener = listener;
    shares.forEach((cohorts, place) => this.#workers[place].postMessage({ kind: 'train', experiment, cohorts }));
  }

  /** @param {'pause' | 'resume' | 'stop'} kind */
  tell(kind) {
    for (const worker of this.#workers) worker.postMessage({ kind });
  }

  dispose() {
    this.#listener = null;
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }
}
