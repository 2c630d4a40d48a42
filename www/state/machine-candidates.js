// The runs that the two machines may show, and what can be asked of them: trained ones through the engine,
// recorded ones through the page's wasm. And which of them a side shows. When they are looked at,
// machine-pair.js decides.
import { inlinedFile, isOneFile } from '../api/inlined-files.js';
import { nearest } from './displayed-results.js';
import { medianFirst, medianOf } from './median-run.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').Look} Look */
/** @typedef {import('../wasm/page/page.js').Run} Run */
/** @typedef {import('../wasm/page/page.js').RunSizes} RunSizes */
/** @typedef {'fewer' | 'enough'} SideName */
/** A random sequence by its number, or one of the reader's own. @typedef {number | number[][]} Sequence */
/** @typedef {Pick<Session, 'training' | 'engine' | 'displayedExperiment' | 'prediction' | 'whySecret' | 'compared' | 'loadedWasm' | 'addEventListener'>} PairSession */
/** @typedef {typeof import('../content/recorded-models.js').recordedModels} RecordedModels */

/**
 * A run that can be looked at.
 *
 * @typedef {object} Looker
 * @property {(sequence: Sequence, without: number[]) => Look | Promise<Look>} look
 * @property {(without: number[], isWanted: () => boolean) => number | null | Promise<number | null>} error  null where it is not known, or not wanted any more
 * @property {() => void} dispose
 */

/**
 * A run that a side may show.
 *
 * @typedef {object} Candidate
 * @property {string} key  another one is another run
 * @property {Run} run
 * @property {() => Promise<Looker>} take
 */

/** `first`: the random sequence that is shown first. @typedef {{ experiment: Experiment, isRecorded: boolean, first: number, candidates: Candidate[] }} Candidates */

/** Sequences that are computed at a time, and how long they are before the page gets its turn, in milliseconds. */
const SLICE = 8;
const SLICE_TIME = 8;

/** @param {URL} url */
export async function fetchFile(url) {
  const inlined = inlinedFile(url);
  if (inlined) return inlined;
  if (isOneFile()) throw new Error('Train, and the heads are drawn here while they learn.');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The recorded model could not be loaded (HTTP ${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}

export class MachineCandidates {
  #session;
  #recordedModels;
  #fetchFile;
  /** By the address of its file. @type {Map<string, Promise<import('../wasm/page/page.js').PlainModel>>} */
  #models = new Map();
  /** By the address of its file and the heads that are silenced. @type {Map<string, number>} */
  #errors = new Map();
  /** What the recorded models were trained as, in their order; made when it is first asked for. @type {Experiment[] | null} */
  #trainedAs = null;

  /** @param {PairSession} session @param {RecordedModels} recordedModels @param {(url: URL) => Promise<Uint8Array>} fetchModel */
  constructor(session, recordedModels, fetchModel) {
    this.#session = session;
    this.#recordedModels = recordedModels;
    this.#fetchFile = fetchModel;
  }

  /** The runs that can be shown; null where none may be. @param {number} first  the random sequence on display @returns {Candidates | null} */
  find(first) {
    const { training, engine, displayedExperiment, prediction, whySecret } = this.#session;
    // A mystery's heads would tell it, and a reader who predicts must not see.
    if (!displayedExperiment || whySecret || prediction.isDrawing) return null;
    const { labRuns, inLab } = training;
    if (labRuns.length > 0 && inLab && engine.lab) {
      const finite = labRuns.filter(({ stopped }) => stopped !== 'diverged');
      const runs = medianFirst(finite, training.outcome?.outcomes ?? []);
      const candidates = runs.map((run) => this.#trained(run, inLab));
      return { experiment: inLab, isRecorded: false, first, candidates };
    }
    return this.#recorded(displayedExperiment);
  }

  /** @param {import('../api/protocol.js').RunProgress} progress @param {Experiment} experiment @returns {Candidate} */
  #trained({ run, index }, experiment) {
    const take = async () => {
      const { engine } = this.#session;
      if (!engine.lab) throw new Error('The engine is not there any more.');
      const inspected = await engine.lab.trained(index);
      return {
        look: (/** @type {Sequence} */ sequence, /** @type {number[]} */ without) =>
          inspected.look(typeof sequence === 'number' ? { index: sequence, without } : { sequence, without }),
        error: (/** @type {number[]} */ without) => inspected.error({ without }),
        dispose: () => inspected.dispose(),
      };
    };
    return { key: `trained ${numberOf(experiment)} ${index}`, run, take };
  }

  /** @param {Experiment} experiment @returns {Candidates | null} */
  #recorded(experiment) {
    const { compared: all, loadedWasm } = this.#session;
    // Those that the chart shows: a machine beside it is one of its points.
    const near = nearest(experiment, all.list);
    if (near.length === 0) return null;
    this.#trainedAs ??= this.#recordedModels.map((one) =>
      loadedWasm.Experiment.fromJson(JSON.stringify(one.experiment)),
    );
    for (const [i, { files, sequence }] of this.#recordedModels.entries()) {
      const trainedAs = this.#trainedAs[i];
      // Of another record of the same kind of task these are not the models, and it has other errors.
      const compared = near.find((one) => one.experiment.equals(trainedAs));
      if (!compared) continue;
      const { document } = compared;
      const { h } = experiment.toFields().grid;
      const candidates = Object.entries(files).flatMap(([heads, url]) => {
        const outcome = medianOf(document.outcomes.filter(({ run }) => run.h === Number(heads)));
        if (!outcome || !h.includes(outcome.run.h)) return [];
        return [{ key: url.href, run: outcome.run, take: () => this.#openRecorded(url, outcome.nmse) }];
      });
      return { experiment: compared.experiment, isRecorded: true, first: sequence, candidates };
    }
    return null;
  }

  /** @param {URL} url @param {number | null} nmse @returns {Promise<Looker>} */
  async #openRecorded(url, nmse) {
    let loading = this.#models.get(url.href);
    if (!loading) {
      loading = this.#loadModel(url);
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
  async #loadModel(url) {
    return this.#session.loadedWasm.PlainModel.fromSafetensors(await this.#fetchFile(url));
  }
}

/** The number of heads from which on there are enough; without a D, more than the fewest. @param {Candidates} found */
export const splitOf = ({ experiment, candidates }) =>
  experiment.neededHeads ?? Math.min(...candidates.map(({ run }) => run.h)) + 1;

/** Whether a run has the sizes that others were picked by, but for its heads. @param {Run} run @param {RunSizes} sizes */
const isLike = (run, { T, N = 0, w = 1, L = 1 }) =>
  run.T === T && run.N === N && (run.w ?? 1) === w && (run.L ?? 1) === L;

/**
 * The run of a side: with the number of heads that was picked, or the one nearest to the cliff. Of several lengths
 * and other sizes it has those that were picked, where there are such runs; else, as of seeds, the first one given.
 *
 * @param {Candidates} found
 * @param {SideName} name
 * @param {number | null} picked
 * @param {RunSizes | null} sizes
 */
export function chosen(found, name, picked, sizes) {
  const split = splitOf(found);
  const ofSide = found.candidates.filter(({ run }) => (name === 'fewer' ? run.h < split : run.h >= split));
  const alike = sizes ? ofSide.filter(({ run }) => isLike(run, sizes)) : [];
  const own = alike.length ? alike : ofSide;
  const heads = own.map(({ run }) => run.h);
  // Without a D the most heads show best what many do.
  const isLargest = name === 'fewer' || found.experiment.dimension === undefined;
  const wanted =
    picked !== null && heads.includes(picked) ? picked : isLargest ? Math.max(...heads) : Math.min(...heads);
  return own.find(({ run }) => run.h === wanted) ?? null;
}

/** A number for each experiment that is asked about, the same one each time. @type {WeakMap<Experiment, number>} */
const numbers = new WeakMap();
let count = 0;

/** @param {Experiment} experiment */
function numberOf(experiment) {
  const known = numbers.get(experiment);
  if (known !== undefined) return known;
  count += 1;
  numbers.set(experiment, count);
  return count;
}
