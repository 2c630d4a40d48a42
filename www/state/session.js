// The session: everything that the page knows, put together. One experiment being edited, one training,
// one engine, results to compare with, a prediction. It knows no DOM. Data go one way: edit →
// Experiment, checked by the wasm → lab → progress → listeners for 'change' and 'progress'.
// No number that the page shows is computed here: summaries and verdicts come from the wasm.
import { sentenceOf } from '../api/checks.js';
import { loadPageWasm } from '../api/page-wasm.js';
import { SweepStore } from '../storage/sweep-store.js';
import { ComparedResults } from './compared-results.js';
import { EngineHost } from './engine-host.js';
import { ExperimentEditor } from './experiment-editor.js';
import { nextFrame } from './next-frame.js';
import { Prediction } from './prediction.js';
import { SpeedEstimates } from './speed-estimates.js';
import { TrainingLifecycle } from './training-lifecycle.js';
import { findDSource, sweepSource } from './training-sources.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {import('../api/protocol.js').Checkpoint} Checkpoint */

const MYSTERY = { name: 'Mystery', shows: 'Nobody tells you D here, but the cliff does.' };

export class Session extends EventTarget {
  /** Null until it is loaded. @type {PageWasm | null} */
  wasm = null;
  /** What is wrong with a link or a file, in sentences. */
  notice = '';
  /** Why the browser does not keep what is trained, in sentences. */
  storageProblem = '';
  /** Why the page itself could not be loaded. */
  loadError = '';
  /** The results that came with the link. @type {import('./compared-results.js').ComparedResult | null} */
  linked = null;
  /** A model read from a file, to inspect. @type {import('../api/run-inspection.js').RunInspection | null} */
  openedModel = null;
  /** What was said to the guess at a mystery. */
  judgement = '';
  /** What the controls were set to when the training began, or by Find D since then. @type {Experiment | null} */
  #setByTraining = null;
  #speeds = new SpeedEstimates();
  /** @type {{ experiment: Experiment | null, engine: object | null, runs: number, bytes: number | null }} */
  #needs = { experiment: null, engine: null, runs: 0, bytes: null };

  constructor() {
    super();
    const changed = () => this.changed();
    const wasm = () => this.loadedWasm;
    this.editor = new ExperimentEditor(wasm);
    this.compared = new ComparedResults(wasm, changed);
    this.prediction = new Prediction(changed);
    // Fetched with the engine, after the first chart.
    this.engine = new EngineHost(
      async (options) => (await import('../api/headcount.js')).createLab(options),
      () => {
        // What was opened went with the Workers that held it.
        if (!this.engine.lab) this.openedModel = null;
        this.changed();
      },
    );
    this.training = new TrainingLifecycle({
      startLab: () => this.engine.labToTrain(),
      store: new SweepStore((sentence) => {
        this.storageProblem = sentence;
        this.changed();
      }),
      nextFrame,
      wasm,
    });
    this.training.addEventListener('change', changed);
    this.training.addEventListener('progress', () => this.#advanced());
  }

  /** Something has changed: views render again. */
  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** Only those who show how training goes listen to this: it comes many times a second. */
  #advanced() {
    const { progress, experiment } = this.training;
    this.engine.refreshInfo();
    if (progress?.stepsPerSecond && experiment && this.engine.info)
      this.#speeds.note(this.engine.info, experiment, progress.stepsPerSecond);
    this.dispatchEvent(new Event('progress'));
  }

  async load() {
    this.wasm = await loadPageWasm();
    return this.wasm;
  }

  get loadedWasm() {
    if (!this.wasm) throw new Error('The charts are not loaded yet.');
    return this.wasm;
  }

  /** What Train would train. */
  get experiment() {
    return this.editor.experiment;
  }

  /** The experiment that the displayed results belong to, or else the one that is set. */
  get displayedExperiment() {
    return this.training.experiment ?? this.editor.experiment;
  }

  /** Whether results are displayed that the controls have moved away from. */
  get isStale() {
    const { experiment } = this.training;
    return experiment !== null && this.experiment !== null && !experiment.equals(this.experiment);
  }

  /** An experiment of plain fields; missing ones take their defaults. Throws what is wrong. @param {object} fields */
  experimentOf(fields) {
    return this.loadedWasm.Experiment.fromJson(JSON.stringify(fields));
  }

  /** Sets the controls to an experiment. @param {Experiment} experiment @param {{ name: string, shows: string, experiment: object }} [preset]  what it is compared with from now on */
  set(experiment, preset) {
    const isMystery = this.experiment?.isSecret ?? false;
    if (isMystery && !experiment.isSecret && this.training.isBusy)
      throw new Error('A mystery is being trained: stop it first.');
    if (isMystery && !experiment.isSecret) this.clear();
    if (preset) this.editor.setPreset(preset, this.experimentOf(preset.experiment));
    this.editor.set(experiment);
    this.changed();
  }

  /** Sets the controls to an experiment whose task is hidden until the reader guesses its D. @param {Experiment} mystery */
  setMystery(mystery) {
    this.clear();
    this.editor.setPreset(MYSTERY, mystery);
    this.editor.set(mystery);
    this.changed();
  }

  /** Changes one field. What is refused stays in the controls, with its sentence. @param {string} path @param {unknown} value */
  edit(path, value) {
    const experiment = this.editor.edit(path, value);
    if (experiment) this.set(experiment);
    else this.changed();
  }

  /** Takes the results off the page. */
  clear() {
    if (this.training.isBusy) return;
    this.training.clear();
    this.judgement = '';
    // It was made for results that are gone.
    this.prediction.discard();
  }

  /** Why neither the task nor anything that reveals it may be shown; '' where it may. */
  get whySecret() {
    return this.displayedExperiment?.isSecret ? 'The task is a mystery: commit to a guess of D first.' : '';
  }

  /** Ends the mystery. @param {number} guess */
  guess(guess) {
    const { experiment, training } = this;
    if (!experiment?.isSecret || training.isBusy) return;
    this.judgement = experiment.judge(guess, training.outcome?.outcomes ?? []);
    this.editor.set(experiment.revealed());
    training.reveal();
  }

  /** The task, in a sentence or two. */
  get taskSentence() {
    const experiment = this.displayedExperiment;
    if (!experiment) return '';
    if (experiment.isSecret)
      return 'A mystery: how many things are there to find in a sequence? Train, look for the cliff, and guess.';
    return experiment.taskSentence;
  }

  /** Whether Train or Find D may be pressed. */
  get canTrain() {
    return (
      this.wasm !== null &&
      this.engine.isThere &&
      this.experiment !== null &&
      !this.training.isBusy &&
      this.editor.problems.length === 0
    );
  }

  async train() {
    const { experiment } = this;
    if (!this.canTrain || !experiment) return;
    await this.#start(sweepSource(experiment), experiment);
  }

  async findD() {
    const { experiment } = this;
    if (!this.canTrain || !experiment) return;
    this.clear();
    await this.#start(findDSource(experiment), experiment);
  }

  /** Goes on with a sweep, or a Find D, of an earlier visit. @param {import('../storage/sweep-store.js').StoredSweep} sweep @param {Checkpoint} checkpoint */
  async resume({ id, experiment: fields, hidden, found }, checkpoint) {
    if (this.training.isBusy) return;
    const experiment = this.experimentOf(fields);
    if (hidden) this.setMystery(experiment.hidden());
    else this.set(experiment);
    const set = /** @type {Experiment} */ (this.experiment);
    const source = found ? findDSource(set, { found, checkpoint }) : sweepSource(set, checkpoint);
    await this.#start(source, set, id);
  }

  /** @param {import('./training-sources.js').TrainingSource} source @param {Experiment} experiment @param {string} [id] */
  async #start(source, experiment, id) {
    this.#keepForComparison(experiment);
    this.notice = '';
    this.storageProblem = '';
    this.openedModel = null;
    this.prediction.settle(experiment);
    this.#setByTraining = experiment;
    const followFindD = () => this.#followFindD();
    this.training.addEventListener('change', followFindD);
    await this.training.start(source, { id });
    this.training.removeEventListener('change', followFindD);
  }

  /** While Find D goes on, the controls show what it tries, unless the reader has changed them meanwhile. */
  #followFindD() {
    const { finding, experiment } = this.training;
    const isUntouched = this.editor.experiment === this.#setByTraining && this.editor.problems.length === 0;
    if (!finding || !experiment || experiment === this.#setByTraining || !isUntouched) return;
    this.#setByTraining = experiment;
    this.set(experiment);
  }

  /** What was trained stays to be compared with, unless it is trained once more. @param {Experiment} next */
  #keepForComparison(next) {
    const { outcome, experiment } = this.training;
    if (!outcome || !experiment || experiment.equals(next)) return;
    if (!this.compared.list.some(({ document }) => document === outcome))
      this.compared.add({ name: experiment.settings, document: outcome });
    this.compared.removeOldest();
  }

  /** How many runs the experiment has, and how many bytes the engine needs for them. */
  get needs() {
    const {
      experiment,
      engine: { info },
    } = this;
    if (!experiment) return null;
    if (this.#needs.experiment !== experiment || this.#needs.engine !== info) {
      const memory = experiment.memory(info?.workers ?? 1);
      this.#needs = { experiment, engine: info, runs: experiment.runs().length, bytes: memory[info?.kind ?? 'cpu'] };
    }
    return this.#needs;
  }

  /** Steps a second to expect of the experiment; null where nothing was measured. */
  get speed() {
    const {
      experiment,
      engine: { info },
    } = this;
    return experiment && info ? this.#speeds.estimate(info, experiment) : null;
  }

  /** Results of the experiment that is set, trained here or of the link; null if there are none. @returns {Outcomes | null} */
  get shareableResults() {
    const { experiment, training, linked } = this;
    if (!experiment) return null;
    if (training.outcome && training.experiment?.equals(experiment)) return training.outcome;
    return linked?.experiment.equals(experiment) ? linked.document : null;
  }

  /** Opens a model file, to inspect its run. @param {ArrayBuffer} bytes */
  async openModel(bytes) {
    const lab = await this.engine.labToTrain();
    this.openedModel = await lab.open(bytes);
    this.changed();
  }

  /** Says what went wrong where nothing else can. @param {unknown} error */
  report(error) {
    this.notice = sentenceOf(error);
    this.changed();
  }

  dispose() {
    this.engine.dispose();
  }
}
