// The session: everything that the page knows, put together. One experiment being edited, one training,
// one engine, results to compare with, a prediction. It knows no DOM. Data go one way: edit →
// Experiment, checked by the wasm → lab → progress → listeners for 'change' and 'progress'.
// No number that the page shows is computed here: summaries and verdicts come from the wasm.
import { sentenceOf } from '../api/checks.js';
import { loadPageWasm } from '../api/page-wasm.js';
import { recordedModels } from '../content/recorded-models.js';
import { codeOf } from './class-guesses.js';
import { ComparedResults } from './compared-results.js';
import { EngineHost } from './engine-host.js';
import { ExperimentEditor } from './experiment-editor.js';
import { MachinePair } from './machine-pair.js';
import { nextShown } from './next-frame.js';
import { Prediction } from './prediction.js';
import { inReadersWords } from './readers-words.js';
import { SpeedEstimates } from './speed-estimates.js';
import { TrainingLifecycle } from './training-lifecycle.js';
import { findDSource, sweepSource } from './training-sources.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {import('../api/protocol.js').Checkpoint} Checkpoint */

const MYSTERY = { name: 'Mystery', shows: 'Nobody tells you D here, but the cliff does.' };
const SOLVED = { name: 'Mystery', shows: 'The mystery is solved: you know where the cliff has to be.' };

/** @typedef {import('../api/lab.js').Lab} Lab */

/**
 * What differs between the page and what is embedded in others.
 *
 * @typedef {object} SessionWorld
 * @property {(options: { engine: import('./engine-host.js').EngineChoice }) => Promise<Lab>} [createLab]
 * @property {(lab: Lab) => Promise<void>} [untilTurn]  waits until the lab may train
 * @property {boolean} [isKept]  whether the browser keeps what is trained
 */

/** @type {NonNullable<SessionWorld['createLab']>} */
const createOwnLab = async (options) => (await import('../api/headcount.js')).createLab(options);

export class Session extends EventTarget {
  /** Null until it is loaded. @type {PageWasm | null} */
  wasm = null;
  /** Whether the page opens on the first preset: nothing else was asked for. */
  isOpening = false;
  /** What could not be fetched of recorded results, by name: each tries once more. @type {Map<string, () => Promise<void>>} */
  notLoaded = new Map();
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
  /** Whether charts draw the paper's own values beside ours, where it has some. */
  showsPaper = false;
  /** What was said to the guess at a mystery. */
  judgement = '';
  /** The word of the mystery that is set or was solved, as its link had it. */
  mysteryWord = '';
  /** The guess as a code, for whoever counts those of a class. */
  classCode = '';
  /** What the controls were set to when the training began: Find D trains other heads and seeds. @type {Experiment | null} */
  #setAtStart = null;
  /** What was said about the browser's storage: nothing is said twice. @type {Set<string>} */
  #storageReports = new Set();
  #speeds = new SpeedEstimates();
  /** @type {{ experiment: Experiment | null, engine: object | null, runs: number, bytes: number | null, problem: string | null }} */
  #needs = { experiment: null, engine: null, runs: 0, bytes: null, problem: null };

  /** @param {SessionWorld} [world] */
  constructor({ createLab = createOwnLab, untilTurn = async () => {}, isKept = true } = {}) {
    super();
    const changed = () => this.changed();
    const wasm = () => this.loadedWasm;
    this.editor = new ExperimentEditor(wasm);
    this.compared = new ComparedResults(wasm, changed);
    this.prediction = new Prediction(changed);
    // Fetched with the engine, after the first chart.
    this.engine = new EngineHost(createLab, () => {
      // What was opened went with the Workers that held it.
      if (!this.engine.lab) this.openedModel = null;
      this.changed();
    });
    this.training = new TrainingLifecycle({
      startLab: async () => {
        const lab = await this.engine.labToTrain();
        await untilTurn(lab);
        return lab;
      },
      loadStore: async () => (isKept ? this.#loadStore() : null),
      nextShown,
      wasm,
    });
    this.training.addEventListener('change', changed);
    this.training.addEventListener('progress', () => this.#advanced());
    this.machines = new MachinePair(this, recordedModels);
  }

  /** Fetched with the first training; without it, what is trained lives as long as the tab. */
  async #loadStore() {
    try {
      const { SweepStore } = await import('../storage/sweep-store.js');
      return new SweepStore((sentence) => this.reportStorage(sentence));
    } catch {
      this.reportStorage(
        'What you train is not kept, because a part of the page could not be loaded. It is safe until you close this tab; export it to have it longer.',
      );
      return null;
    }
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
    const { experiment, finding } = this.training;
    const set = finding ? this.#setAtStart : experiment;
    return experiment !== null && set !== null && this.experiment !== null && !set.equals(this.experiment);
  }

  /** What a link is of: what is set, or once Find D has ended, what it has trained. */
  get linkedExperiment() {
    const { experiment, finding, state } = this.training;
    return finding && state === 'done' && !this.isStale ? experiment : this.experiment;
  }

  /** An experiment of plain fields; missing ones take their defaults. Throws what is wrong. @param {object} fields */
  experimentOf(fields) {
    return this.loadedWasm.Experiment.fromJson(JSON.stringify(fields));
  }

  /** Sets the controls to an experiment. @param {Experiment} experiment @param {{ name: string, headline?: string, shows: string, seconds?: number, experiment: object }} [preset]  what it is compared with from now on */
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
    this.mysteryWord = mystery.toMystery();
    this.editor.setPreset(MYSTERY, mystery);
    this.editor.set(mystery);
    this.changed();
  }

  /** Sets the controls to a new mystery. */
  drawMystery() {
    this.notice = '';
    this.setMystery(this.loadedWasm.Experiment.drawMystery(crypto.getRandomValues(new Uint32Array(1))[0]));
  }

  /** Changes one field. What is refused stays in the controls, with its sentence. @param {string} path @param {unknown} value */
  edit(path, value) {
    const experiment = this.editor.edit(path, value);
    if (experiment) this.set(experiment);
    else this.changed();
  }

  /** Makes changes that the wasm has offered, all at once. @param {import('../wasm/page/page.js').Change[]} changes */
  apply(changes) {
    if (changes.length === 0) return;
    const experiment = this.editor.apply(changes);
    if (experiment) this.set(experiment);
    else this.changed();
  }

  /** Takes the results off the page. */
  clear() {
    if (this.training.isBusy) return;
    this.training.clear();
    this.judgement = '';
    this.classCode = '';
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
    this.classCode = codeOf(this.mysteryWord, guess, crypto.getRandomValues(new Uint32Array(1))[0]);
    const revealed = experiment.revealed();
    // Differences are still counted from the mystery as it was given.
    const given = this.editor.preset?.experiment.revealed() ?? revealed;
    this.editor.setPreset(SOLVED, given);
    this.editor.set(revealed);
    training.reveal();
  }

  /** The task, in a sentence or two, and what becomes of a size that its heads cannot share evenly. */
  get taskSentence() {
    const experiment = this.displayedExperiment;
    if (!experiment) return '';
    if (experiment.isSecret)
      return 'A mystery: how many things are there to find in a sequence? Train, look for the cliff, and guess.';
    const { taskSentence, roundedHeads } = experiment;
    return roundedHeads
      ? `${taskSentence} Heads share a size of E = ${experiment.toFields().grid.E}. ${roundedHeads}`
      : taskSentence;
  }

  /** Whether Train or Find D may be pressed. */
  get canTrain() {
    return (
      this.wasm !== null &&
      this.engine.isThere &&
      this.experiment !== null &&
      !this.training.isBusy &&
      this.editor.problems.length === 0 &&
      !this.needs?.problem
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

  /** Goes on with a sweep, or a Find D, of an earlier visit. @param {import('../storage/stored-sweeps.js').StoredSweep} sweep @param {Checkpoint} checkpoint */
  async resume({ id, experiment: fields, hidden, found }, checkpoint) {
    if (this.training.isBusy) return;
    const experiment = this.experimentOf(fields);
    // Find D has chosen heads and seeds of its own: the controls keep the reader's.
    const isSet = found && !hidden && this.experiment?.hasEqualTask(experiment) && !this.experiment.isSecret;
    if (hidden) this.setMystery(experiment.hidden());
    else if (!isSet) this.set(experiment);
    const trained = hidden ? experiment.hidden() : experiment;
    const source = found ? findDSource(trained, { found, checkpoint }) : sweepSource(trained, checkpoint);
    await this.#start(source, trained, id);
  }

  /** @param {import('./training-sources.js').TrainingSource} source @param {Experiment} experiment @param {string} [id] */
  async #start(source, experiment, id) {
    this.#keepForComparison(experiment);
    this.notice = '';
    this.storageProblem = '';
    this.openedModel = null;
    this.prediction.settle(experiment);
    this.#setAtStart = this.experiment;
    await this.training.start(source, { id });
  }

  /** What was trained stays to be compared with, unless it is trained once more. @param {Experiment} next */
  #keepForComparison(next) {
    const { outcome, experiment, results } = this.training;
    if (!outcome || !experiment || !results || experiment.equals(next)) return;
    if (!this.compared.list.some(({ document }) => document === outcome))
      this.compared.add({ name: experiment.name, document: outcome, results });
    this.compared.removeOldest();
  }

  /** How many runs the experiment has, how many bytes the engine needs for them, and what to lower if it cannot have them. */
  get needs() {
    const {
      experiment,
      engine: { info },
    } = this;
    if (!experiment) return null;
    if (this.#needs.experiment !== experiment || this.#needs.engine !== info) {
      const memory = experiment.memory(info?.workers ?? 1);
      // Where a GPU has not the memory the CPU may have it: the lab says so when it has chosen.
      const problem = info?.kind === 'cpu' && memory.cpuProblem ? inReadersWords(memory.cpuProblem) : null;
      const bytes = memory[info?.kind ?? 'cpu'];
      this.#needs = { experiment, engine: info, runs: experiment.runs().length, bytes, problem };
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

  /**
   * How long the experiment that is set would train, in seconds: as measured here or, before anything was, as a
   * preset takes on other machines. Null where neither is known.
   */
  get secondsToTrain() {
    const { experiment, needs, speed, editor } = this;
    if (!experiment || !needs) return null;
    if (speed) return (needs.runs * experiment.toFields().recipe.steps) / speed.stepsPerSecond;
    return editor.differsFromPreset ? null : (editor.preset?.seconds ?? null);
  }

  /** Results of the experiment that is set, trained here or of the link; null if there are none. @returns {Outcomes | null} */
  get shareableResults() {
    const { linkedExperiment: experiment, training, linked } = this;
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
    this.notice = inReadersWords(sentenceOf(error));
    this.changed();
  }

  /** Says once why the browser does not store; '' once it does again. @param {string} sentence */
  reportStorage(sentence) {
    if (sentence === this.storageProblem || (sentence && this.#storageReports.has(sentence))) return;
    this.#storageReports.add(sentence);
    this.storageProblem = sentence;
    this.changed();
  }

  dispose() {
    this.engine.dispose();
  }
}
