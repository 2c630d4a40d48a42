// The runs that the two machines may show, and what can be asked of them: trained ones through the engine,
// recorded ones through the page's wasm (recorded-runs.js). And which of them a side shows. When they are looked
// at, machine-pair.js decides.
import { nearest } from './displayed-results.js';
import { medianFirst } from './median-run.js';
import { RecordedRuns } from './recorded-runs.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').Look} Look */
/** @typedef {import('../wasm/page/page.js').Run} Run */
/** @typedef {import('../wasm/page/page.js').RunSizes} RunSizes */
/** @typedef {'fewer' | 'enough'} SideName */
/** A random sequence by its number, or one of the reader's own. @typedef {number | number[][]} Sequence */
/** @typedef {Pick<Session, 'training' | 'engine' | 'displayedExperiment' | 'prediction' | 'whySecret' | 'compared' | 'loadedWasm' | 'notLoaded' | 'changed' | 'addEventListener'>} PairSession */
/** @typedef {import('./recorded-runs.js').RecordedModels} RecordedModels */

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

export class MachineCandidates {
  #session;
  #recordedModels;
  #fetchFile;
  /** Made when they are first asked for. @type {RecordedRuns | null} */
  #recordedRuns = null;

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
    const { compared, loadedWasm } = this.#session;
    // Those that the chart shows: a machine beside it is one of its points.
    const near = nearest(experiment, compared.list);
    if (near.length === 0) return null;
    this.#recordedRuns ??= new RecordedRuns(loadedWasm, this.#recordedModels, this.#fetchFile);
    return this.#recordedRuns.find(experiment.toFields().grid.h, near);
  }
}

/** The number of heads from which on there are enough; without a D, more than the fewest. @param {Candidates} found */
export const splitOf = ({ experiment, candidates }) =>
  experiment.neededHeads ?? Math.min(...candidates.map(({ run }) => run.h)) + 1;

/** The sizes of a run, but for its heads. @param {Run | RunSizes} run @returns {[name: string, size: number][]} */
const sizesOf = ({ T, N = 0, w = 1, L = 1 }) => Object.entries({ T, N, w, L });

/** Whether a run has the sizes that others were picked by, but for its heads. @param {Run} run @param {RunSizes} sizes */
const isLike = (run, sizes) => String(sizesOf(run)) === String(sizesOf(sizes));

/**
 * Why a point of the chart has no machine, as a sentence; '' where it has one.
 *
 * @param {Candidates} found
 * @param {RunSizes} sizes
 */
export function whyNoMachine({ candidates, isRecorded }, sizes) {
  const runs = candidates.map(({ run }) => run);
  if (runs.some((run) => run.h === sizes.h && isLike(run, sizes))) return '';
  const wanted = sizesOf(sizes);
  // Recorded models all have one size, where a table has several.
  const others = runs.map(sizesOf);
  const place = wanted.findIndex(([, size], i) =>
    others.every((one) => one[i][1] === others[0][i][1] && one[i][1] !== size),
  );
  if (!isRecorded || place < 0 || others.length === 0) return 'That point has no machine: train it to see one.';
  const [name, size] = wanted[place];
  return `Recorded at ${name} = ${others[0][place][1]} only: train to see ${name} = ${size}.`;
}

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
