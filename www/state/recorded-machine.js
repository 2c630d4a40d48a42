// One machine of a recorded run, for the article below the charts: it shows what is learned whatever is trained
// meanwhile, with as many heads as the reader gives it. No DOM, no drawing.
import { sentenceOf } from '../api/checks.js';
import { recordedModels } from '../content/recorded-models.js';
import { RecordedRuns } from './recorded-runs.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('./machine-pair.js').Shown} Shown */
/** Recorded models, and what they were trained as. @typedef {{ recorded: typeof recordedModels[number], experiment: Experiment }} Recorded */

/** All of them. @type {Recorded[] | null} */
let records = null;

/** @param {PageWasm} wasm */
function recordsOf({ Experiment }) {
  records ??= recordedModels.map((recorded) => ({
    recorded,
    experiment: Experiment.fromJson(JSON.stringify(recorded.experiment)),
  }));
  return records;
}

/**
 * The record that is most like an experiment: of the same task where there is one, else of the same kind; null where
 * there is none.
 *
 * @param {PageWasm} wasm
 * @param {Experiment} experiment
 * @returns {Recorded | null}
 */
export function recordLike(wasm, experiment) {
  const { kind } = experiment.toFields().task;
  const ofKind = recordsOf(wasm).filter(({ recorded }) => recorded.kind === kind);
  const distance = (/** @type {Experiment} */ one) => experiment.distanceToRecorded(one) ?? Number.POSITIVE_INFINITY;
  // The first of those that are equally near: where none can be compared, the difference is NaN.
  return ofKind.toSorted((a, b) => distance(a.experiment) - distance(b.experiment) || 0)[0] ?? null;
}

export class RecordedMachine extends EventTarget {
  #loadDocument;
  #runs;
  /** @type {Recorded | null} */
  #record = null;
  #sequence = 0;
  /** What was asked last: an answer to anything before it comes too late. */
  #asked = {};
  heads = 1;
  /** What is drawn; null while there is nothing. @type {Shown | null} */
  shown = null;
  /** Why there is nothing, as a sentence. */
  problem = '';

  /** @param {PageWasm} wasm @param {(preset: string) => Promise<import('../api/protocol.js').Outcomes>} loadDocument  what was recorded for a preset @param {(url: URL) => Promise<Uint8Array>} [fetchModel] */
  constructor(wasm, loadDocument, fetchModel) {
    super();
    this.#loadDocument = loadDocument;
    this.#runs = new RecordedRuns(wasm, recordedModels, fetchModel);
  }

  /** The numbers of heads that there are machines of. */
  get choices() {
    return Object.keys(this.#record?.recorded.files ?? {}).map(Number);
  }

  /** Takes the runs of a record: first one that has too few heads or, where there is no D, the fewest. @param {Recorded} record */
  open(record) {
    if (record === this.#record) return;
    this.#record = record;
    this.#sequence = record.recorded.sequence;
    this.heads = Math.max(this.choices[0], (record.experiment.neededHeads ?? 1) - 1);
    this.shown = null;
    this.#look();
  }

  /** @param {number} heads */
  choose(heads) {
    this.heads = heads;
    this.#look();
  }

  nextSequence() {
    this.#sequence += 1;
    this.#look();
  }

  async #look() {
    const asked = {};
    this.#asked = asked;
    let problem = '';
    let shown = null;
    try {
      shown = await this.#shown();
    } catch (error) {
      problem = sentenceOf(error);
    }
    if (this.#asked !== asked) return;
    this.shown = shown;
    this.problem = problem;
    this.dispatchEvent(new Event('change'));
  }

  /** @returns {Promise<Shown | null>} */
  async #shown() {
    const [record, heads, sequence] = [this.#record, this.heads, this.#sequence];
    if (!record) return null;
    const document = await this.#loadDocument(record.recorded.preset);
    const found = this.#runs.find([heads], [{ experiment: record.experiment, document }]);
    const candidate = found?.candidates[0];
    if (!candidate) throw new Error('The recorded run is not there.');
    const { experiment } = record;
    const { run } = candidate;
    const looker = await candidate.take();
    const [look, error] = [await looker.look(sequence, []), await looker.error([], () => true)];
    return { experiment, run, look, error, silenced: [], isRecorded: true, query: 0, asking: 1 };
  }
}
