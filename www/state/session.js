// The session: one experiment being set up, trained and looked at. It knows no DOM. Data go one
// way: edit → Experiment, checked by the wasm → lab → progress → whoever listens for 'change' and
// 'progress'.
// No number that the page shows is computed here: summaries and verdicts come from the wasm.
import { loadCharts } from '../api/page-wasm.js';
import { createLab } from '../api/headcount.js';
import { Keeper } from '../storage/sweep-store.js';
import { Prediction } from './prediction.js';
import { MYSTERY, pruned, put } from '../content/properties.js';

/** @typedef {import('../api/types.js').Progress} Progress */
/** @typedef {import('../api/types.js').Outcomes} Outcomes */
/** @typedef {import('../api/types.js').Experiment} Experiment */
/** @typedef {import('../api/types.js').Verdict} Verdict */
/** @typedef {Awaited<ReturnType<typeof loadCharts>>} Charts */
/** @typedef {'idle' | 'training' | 'paused' | 'stopping' | 'done'} State */
/** @typedef {{ field: string, sentence: string }} Problem */
/** @typedef {'auto' | 'cpu' | 'webgpu'} Asked */
/** Results to compare with: the reader's own, or recorded ones; `kept` are those of the shelf. @typedef {{ id: string, name: string, note: string, shown: boolean, own: boolean, kept: boolean, results: Outcomes }} Ghost */

/** Earlier results that stay unasked. */
const MOST_GHOSTS = 3;

/** @param {unknown} error */
export const sentenceOf = (error) => (error instanceof Error ? error.message : String(error));

/** One of the validator's sentences a line; each begins with its field. @param {unknown} error @returns {Problem[]} */
const problemsOf = (error) => sentenceOf(error).split('\n')
  .map((sentence) => ({ field: sentence.match(/^(\S+) is /)?.[1] ?? '', sentence }));

export class Session extends EventTarget {
  /** @type {Charts | null} */
  charts = null;
  /** What Train would train: complete and sound. @type {Experiment | null} */
  experiment = null;
  /** As the controls have it; the same but for what is refused. @type {any} */
  draft = null;
  /** What is wrong with the draft. @type {Problem[]} */
  problems = [];
  /** What marks of difference and resets refer to. @type {{ name: string, shows: string, experiment: Experiment } | null} */
  preset = null;

  /** @type {State} */
  state = 'idle';
  /** What the results below belong to. @type {Experiment | null} */
  trainedExperiment = null;
  /** @type {Progress | null} */
  progress = null;
  /** @type {Verdict | null} */
  verdict = null;
  /** @type {Outcomes | null} */
  outcome = null;
  error = '';
  /** What is wrong with a link or a file, in sentences. */
  notice = '';
  /** Why the browser does not keep what is trained, in sentences. */
  unkept = '';
  /** @type {Ghost[]} */
  ghosts = [];
  /** The results that came with the link. @type {Outcomes | null} */
  linked = null;
  /** A model read from a file. @type {import('../api/run-inspection.js').Trained | null} */
  opened = null;

  /** What the reader expects of it. */
  prediction = new Prediction(() => this.changed());

  /** @type {Asked} */
  asked = 'auto';
  /** @type {import('../api/types.js').EngineInfo | null} */
  engine = null;
  engineError = '';
  /** @type {Promise<Awaited<ReturnType<typeof createLab>>> | null} */
  lab = null;
  /** The lab once it is there. @type {Awaited<ReturnType<typeof createLab>> | null} */
  ready = null;
  keeper = new Keeper((sentence) => { this.unkept = sentence; this.changed(); });
  /** Find D, as it stands or as it ended. @type {import('./find-d.js').Finding | null} */
  search = null;
  /** What was said to the guess at a mystery. */
  judged = '';
  /** The task that is a mystery, as JSON; '' where there is none. While there is, it is the one that is set. */
  #mystery = '';
  /** What may be shown of an experiment whose task is a mystery. @type {{ of: Experiment | null, as: Experiment | null }} */
  #masked = { of: null, as: null };
  /** Steps a second as last measured, by what was trained. @type {Map<string, number>} */
  #speeds = new Map();
  /** @type {{ experiment: Experiment | null, sentence: string }} */
  #task = { experiment: null, sentence: '' };
  /** @type {{ experiment: Experiment | null, engine: object | null, runs: number, bytes: number | null }} */
  #needs = { experiment: null, engine: null, runs: 0, bytes: null };

  /** Whoever shows something looks again. */
  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** Only those who show how training goes: many times a second, nobody else need look. */
  advanced() {
    this.dispatchEvent(new Event('progress'));
  }

  async load() {
    this.charts = await loadCharts();
    return this.charts;
  }

  /**
   * Sets the controls to an experiment; what is missing takes its defaults. Throws what is wrong.
   *
   * @param {object} given
   * @param {{ name: string, shows: string, experiment: object }} [preset]  what it is compared with from now on
   */
  set(given, preset) {
    if (!this.charts) throw new Error('The charts are not loaded yet.');
    const experiment = this.charts.validate(JSON.stringify(given));
    if (this.#mystery && JSON.stringify(experiment.task) !== this.#mystery) {
      if (this.busy) throw new Error('A mystery is being trained: stop it first.');
      this.#mystery = '';
      this.clear();
    }
    if (preset) this.preset = { ...preset, experiment: this.charts.validate(JSON.stringify(preset.experiment)) };
    this.experiment = experiment;
    this.draft = experiment;
    this.problems = [];
    this.changed();
  }

  /** Changes one field. What is refused stays in the draft, with its sentence. @param {string} path @param {unknown} value */
  edit(path, value) {
    this.draft = pruned(put(this.draft, path, value), path);
    try {
      this.set(this.draft);
    } catch (error) {
      this.problems = problemsOf(error);
      this.changed();
    }
  }

  /** The experiment that the shown results belong to, or else the one that is set; of a mystery, without its task. */
  get shown() {
    const experiment = this.trainedExperiment ?? this.experiment;
    if (!experiment || !this.#mystery) return experiment;
    if (this.#masked.of !== experiment) this.#masked = { of: experiment, as: { ...experiment, task: /** @type {any} */ ({ kind: MYSTERY }) } };
    return this.#masked.as;
  }

  /** What outcomes show, in numbers and a sentence; of a mystery without its D. @param {any[]} outcomes @returns {Verdict} */
  fold(outcomes) {
    return /** @type {Charts} */ (this.charts).summarise(outcomes, JSON.stringify(this.trainedExperiment ?? this.experiment), this.#mystery !== '');
  }

  /** The same of runs in training. @param {import('../api/types.js').RunProgress[]} runs @returns {Verdict} */
  foldProgress(runs) {
    // Of a curve only its end counts; to hand over all of it would take time.
    const ends = runs.map((run) => ({ ...run, curve: run.curve.slice(-1) }));
    return /** @type {Charts} */ (this.charts).summariseProgress(ends, JSON.stringify(this.trainedExperiment ?? this.experiment), this.#mystery !== '');
  }

  /** Why the task may not be told, or anything that gives it away; '' where it may. */
  get secret() {
    return this.#mystery && 'The task is a mystery: commit to a guess of D first.';
  }

  /** Sets the controls to an experiment whose task is hidden until the reader guesses its D. @param {Experiment} experiment */
  hide(experiment) {
    this.clear();
    this.#mystery = JSON.stringify(experiment.task);
    this.set(experiment, { name: 'Mystery', shows: 'Nobody tells you D here, but the cliff does.', experiment });
  }

  /** Sets the controls to an experiment, as a mystery or openly. @param {Experiment} experiment @param {boolean} hidden */
  show(experiment, hidden) {
    if (hidden) this.hide(experiment);
    else this.set(experiment);
  }

  /** Ends the mystery. @param {number} guess */
  guess(guess) {
    const { charts, experiment, outcome, progress } = this;
    if (!charts || !experiment || !this.#mystery || this.busy) return;
    this.judged = charts.judge(JSON.stringify(experiment), guess, outcome?.outcomes ?? []);
    this.#mystery = '';
    if (outcome) this.verdict = this.fold(outcome.outcomes);
    else if (progress) this.verdict = this.foldProgress(progress.runs);
    this.changed();
  }

  /** Its task, in a sentence or two. */
  get task() {
    if (!this.charts || !this.shown) return '';
    if (this.#mystery) return 'A mystery: how many things are there to find in a sequence? Train, look for the cliff, and guess.';
    if (this.#task.experiment !== this.shown) this.#task = { experiment: this.shown, sentence: this.charts.taskSentence(JSON.stringify(this.shown)) };
    return this.#task.sentence;
  }

  /** The runs that the lab holds, to look into: of Find D, those that it trained last. */
  get held() {
    return this.progress?.held ?? this.progress?.runs ?? [];
  }

  get busy() {
    return this.state === 'training' || this.state === 'paused' || this.state === 'stopping';
  }

  /** Whether all that was asked for has been trained. */
  get complete() {
    return this.state === 'done' && this.progress?.step === this.progress?.steps;
  }

  /** Whether results are shown that the controls have moved away from. */
  get stale() {
    return this.trainedExperiment !== null && this.trainedExperiment !== this.experiment && JSON.stringify(this.trainedExperiment) !== JSON.stringify(this.experiment);
  }

  /** Takes the results off the page. */
  clear() {
    if (this.busy) return;
    this.trainedExperiment = null;
    this.progress = null;
    this.verdict = null;
    this.outcome = null;
    this.search = null;
    this.judged = '';
    this.error = '';
    this.state = 'idle';
    // It was made for what is gone.
    this.prediction.forget();
  }

  /** Steps a second to expect, if this was measured; `exact` where it was for these very sizes. */
  get speed() {
    const exact = this.#speeds.get(this.#sizes());
    if (exact) return { stepsPerSecond: exact, exact: true };
    const any = this.#speeds.get(this.engine?.name ?? '');
    return any ? { stepsPerSecond: any, exact: false } : null;
  }

  /** How many runs the experiment has, and how many bytes the engine needs for them. */
  get needs() {
    const { charts, experiment, engine } = this;
    if (!charts || !experiment) return null;
    if (this.#needs.experiment !== experiment || this.#needs.engine !== engine) {
      const text = JSON.stringify(experiment);
      const workers = Number(engine?.name.match(/(\d+) workers?$/)?.[1] ?? 1);
      const memory = charts.memoryOf(text, workers);
      this.#needs = { experiment, engine, runs: charts.runs(text).length, bytes: memory?.[engine?.kind ?? 'cpu'] ?? null };
    }
    return this.#needs;
  }

  #sizes() {
    const { task, grid, recipe } = this.experiment ?? {};
    return JSON.stringify([this.engine?.name, task, grid, recipe?.batch, recipe?.data]);
  }

  async startEngine() {
    const before = this.lab;
    this.engine = null;
    this.ready = null;
    const lab = createLab({ engine: this.asked });
    this.lab = lab;
    this.changed();
    before?.then((old) => old.dispose(), () => {});
    try {
      const started = await lab;
      if (this.lab !== lab) return started.dispose();
      this.ready = started;
      this.engine = started.engine;
      // What was opened or trained went with the Workers that held it.
      this.opened = null;
    } catch (error) {
      if (this.lab !== lab) return;
      this.engineError = sentenceOf(error);
      if (this.asked === 'webgpu') {
        this.asked = 'auto';
        await this.startEngine();
      }
    }
    this.changed();
  }

  /** Computes on something else. @param {Asked} asked */
  ask(asked) {
    this.asked = asked;
    this.engineError = '';
    return this.startEngine();
  }

  async train() {
    const { experiment } = this;
    if (!this.lab || !this.charts || !experiment || this.busy || this.problems.length) return;
    await this.#follow(experiment, (lab) => lab.run(experiment));
  }

  /** Goes on with a sweep that was kept. @param {import('../storage/sweep-store.js').Sweep} sweep @param {import('../api/types.js').Checkpoint} checkpoint */
  async goOn({ id, experiment, hidden }, checkpoint) {
    if (this.busy) return;
    this.show(experiment, hidden);
    // What crashed does not train again.
    if (this.error) await this.startEngine();
    await this.#follow(/** @type {Experiment} */ (this.experiment), (lab) => lab.runFrom(checkpoint), id);
  }

  /**
   * Follows a training from its beginning to its end.
   *
   * @param {Experiment} experiment
   * @param {(lab: Awaited<ReturnType<typeof createLab>>) => AsyncGenerator<Progress, void, void>} start
   * @param {string} [id]  what it is kept as, if it is already
   */
  async #follow(experiment, start, id) {
    const { charts } = this;
    if (!charts) return;
    this.#leaveGhost(experiment);
    Object.assign(this, { error: '', notice: '', unkept: '', outcome: null, verdict: null, progress: null, opened: null, search: null, state: 'training' });
    this.trainedExperiment = experiment;
    this.prediction.settle(experiment.task);
    const sizes = this.#sizes();
    try {
      const lab = await this.lab;
      if (!lab) throw new Error('The engine is not there to train.');
      this.keeper.begin(experiment, this.secret !== '', id);
      for await (const progress of start(lab)) {
        this.progress = progress;
        // Which of two engines is faster shows only when a training begins.
        this.engine = lab.engine;
        this.verdict = this.foldProgress(progress.runs);
        if (progress.stepsPerSecond) {
          this.#speeds.set(sizes, progress.stepsPerSecond).set(lab.engine.name, progress.stepsPerSecond);
        }
        this.keeper.tick(lab, progress);
        this.advanced();
        await shown();
      }
      this.outcome = await lab.outcome();
      this.verdict = this.fold(this.outcome.outcomes);
      this.state = 'done';
      this.keep().then(() => this.keeper.end());
    } catch (error) {
      this.keeper.end();
      this.error = sentenceOf(error);
      this.state = this.progress ? 'done' : 'idle';
    }
    this.changed();
  }

  /** Has the browser keep how far the training is, without waiting for its turn. */
  async keep() {
    if (this.ready && this.progress) await this.keeper.save(this.ready, this.progress);
  }

  /** @param {'pause' | 'resume' | 'stop'} what */
  async tell(what) {
    const lab = await this.lab;
    lab?.[what]();
    this.state = /** @type {const} */ ({ pause: 'paused', resume: 'training', stop: 'stopping' })[what];
    this.changed();
  }

  /** What is special about an experiment, in the words of a link. @param {Experiment} experiment */
  settingsOf(experiment) {
    if (this.secret) return 'mystery';
    return this.charts?.toQuery(JSON.stringify(experiment)).split('&').slice(1).join(' ') || (experiment.task.D ? `D=${experiment.task.D}` : experiment.task.kind);
  }

  /** Adds results to compare with. @param {{ name: string, note?: string, own?: boolean, kept?: boolean, shown?: boolean, results: Outcomes, id?: string }} ghost */
  compare({ name, note = name, own = true, kept = false, shown = true, results, id = crypto.randomUUID() }) {
    this.ghosts = [...this.ghosts, { id, name, note, own, kept, shown, results }];
    this.changed();
  }

  /** Results of an experiment, trained here or of the link; null if there are none. @param {Experiment} experiment @returns {Outcomes | null} */
  resultsOf(experiment) {
    const text = JSON.stringify(experiment);
    const all = [this.state === 'done' ? this.outcome : null, this.linked];
    return all.find((results) => results && JSON.stringify(results.experiment) === text) ?? null;
  }

  /** What was trained stays to be compared with, unless it is trained once more; the oldest go. @param {Experiment} next */
  #leaveGhost(next) {
    const { outcome } = this;
    if (!outcome || JSON.stringify(outcome.experiment) === JSON.stringify(next)) return;
    if (!this.ghosts.some(({ results }) => results === outcome)) this.compare({ name: this.settingsOf(outcome.experiment), results: outcome });
    const passing = this.ghosts.filter(({ own, kept }) => own && !kept);
    for (const { id } of passing.slice(0, -MOST_GHOSTS)) this.changeGhost(id, null);
  }

  /** @param {string} id @param {Partial<Ghost> | null} change  null removes it */
  changeGhost(id, change) {
    this.ghosts = this.ghosts.flatMap((ghost) => (ghost.id !== id ? [ghost] : change ? [{ ...ghost, ...change }] : []));
    this.changed();
  }

  dispose() {
    this.lab?.then((lab) => lab.dispose(), () => {});
    this.lab = null;
    this.ready = null;
  }
}

/** How long the page shows one state of a training, in milliseconds: the cores are needed for it. */
const SHOWN = 80;

/** Until the next state is worth showing, in a frame; a hidden page has no frames and still wants to end. */
export const shown = () => new Promise((go) => {
  const timer = setTimeout(go, 500);
  setTimeout(() => requestAnimationFrame(() => { clearTimeout(timer); go(undefined); }), SHOWN);
});
