// Runs whose models were recorded, computed by the page's wasm without any engine: which of them are of given results,
// and what can be asked of them. Which models there are and how a file is fetched is handed in, so that it is tested
// without a browser.
import { inlinedFile, isOneFile } from '../api/inlined-files.js';
import { medianOf } from './median-run.js';

/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('./machine-candidates.js').Candidates} Candidates */
/** @typedef {import('./machine-candidates.js').Looker} Looker */
/** @typedef {Omit<typeof import('../content/recorded-models.js').recordedModels[number], 'preset'>[]} RecordedModels */
/** Recorded results, and what was trained. @typedef {{ experiment: Experiment, document: import('../api/protocol.js').Outcomes }} RecordedResults */

/** Sequences that are computed at a time, and how long they are before the page gets its turn, in milliseconds. */
const SLICE = 8;
const SLICE_TIME = 8;

/** @param {URL} url */
export async function fetchFile(url) {
  const inlined = inlinedFile(url);
  if (inlined) return inlined;
  if (isOneFile()) throw new Error('Train, and the heads are drawn here while they learn.');
  const fail = () => {
    throw new Error('The recorded model could not be loaded: is this computer online?');
  };
  const response = await fetch(url).catch(fail);
  if (!response.ok) throw new Error(`The recorded model could not be loaded (HTTP ${response.status}).`);
  return new Uint8Array(await response.arrayBuffer().catch(fail));
}

/** Whether a run has these sizes. @param {import('../wasm/page/page.js').Run} run @param {Record<string, number>} sizes */
const isOfSizes = (run, sizes) =>
  Object.entries(sizes).every(([name, size]) => /** @type {Record<string, unknown>} */ ({ ...run })[name] === size);

export class RecordedRuns {
  #wasm;
  #recordedModels;
  #fetchFile;
  /** By the address of its file. @type {Map<string, Promise<import('../wasm/page/page.js').PlainModel>>} */
  #models = new Map();
  /** By the address of its file and the heads that are silenced. @type {Map<string, number>} */
  #errors = new Map();
  /** What the recorded models were trained as, in their order. @type {Experiment[]} */
  #trainedAs;

  /** @param {PageWasm} wasm @param {RecordedModels} recordedModels @param {(url: URL) => Promise<Uint8Array>} fetchModel */
  constructor(wasm, recordedModels, fetchModel = fetchFile) {
    this.#wasm = wasm;
    this.#recordedModels = recordedModels;
    this.#fetchFile = fetchModel;
    this.#trainedAs = recordedModels.map((one) => wasm.Experiment.fromJson(JSON.stringify(one.experiment)));
  }

  /** The runs with these numbers of heads that have models, of the first results that have any; null where none have. @param {number[]} heads @param {RecordedResults[]} results @returns {Candidates | null} */
  find(heads, results) {
    for (const [i, { files, sequence, sizes = {} }] of this.#recordedModels.entries()) {
      const trainedAs = this.#trainedAs[i];
      // Of another record of the same kind of task these are not the models, and it has other errors.
      const of = results.find((one) => one.experiment.equals(trainedAs));
      if (!of) continue;
      const outcomes = of.document.outcomes.filter(({ run }) => isOfSizes(run, sizes));
      const candidates = Object.entries(files).flatMap(([h, url]) => {
        const outcome = medianOf(outcomes.filter(({ run }) => run.h === Number(h)));
        if (!outcome || !heads.includes(outcome.run.h)) return [];
        return [{ key: url.href, run: outcome.run, take: () => this.#open(url, outcome.nmse) }];
      });
      return { experiment: of.experiment, isRecorded: true, first: sequence, candidates };
    }
    return null;
  }

  /** @param {URL} url @param {number | null} nmse @returns {Promise<Looker>} */
  async #open(url, nmse) {
    let loading = this.#models.get(url.href);
    if (!loading) {
      loading = this.#load(url);
      this.#models.set(url.href, loading);
      // One that could not be fetched may be tried again.
      loading.catch(() => this.#models.delete(url.href));
    }
    const model = await loading;
    return {
      look: (sequence, without) => {
        const heads = new Uint32Array(without);
        return typeof sequence === 'number' ? model.lookAtRandom(sequence, heads) : model.lookAt(sequence, heads);
      },
      error: (without, isWanted) => {
        if (without.length === 0) return nmse;
        const name = `${url.href} ${without}`;
        return this.#errors.get(name) ?? this.#measure(model, without, name, isWanted);
      },
      dispose: () => {},
    };
  }

  /**
   * The error without some heads, measured in parts: between them the page draws and listens.
   *
   * @param {import('../wasm/page/page.js').PlainModel} model
   * @param {number[]} without
   * @param {string} name
   * @param {() => boolean} isWanted
   */
  async #measure(model, without, name, isWanted) {
    const measured = model.errorWithout(new Uint32Array(without));
    try {
      while (isWanted()) {
        const end = performance.now() + SLICE_TIME;
        do {
          const error = measured.advance(SLICE);
          if (error === undefined) continue;
          this.#errors.set(name, error);
          return error;
        } while (performance.now() < end);
        await new Promise((go) => setTimeout(go));
      }
      return null;
    } finally {
      measured.free();
    }
  }

  /** @param {URL} url */
  async #load(url) {
    const file = await this.#fetchFile(url);
    try {
      return this.#wasm.PlainModel.fromSafetensors(file);
    } catch {
      throw new Error('The recorded model arrived damaged, or the host sent something else in its place.');
    }
  }
}
