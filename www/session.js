// The session: one experiment being set up, trained and looked at. It knows no DOM. Data go one
// way: edit → Experiment, checked by the wasm → lab → progress → whoever listens for 'change' and
// 'progress'.
// No number that the page shows is computed here: summaries and verdicts come from the wasm.
import { loadCharts } from './charts.js';
import { createLab } from './headcount.js';
import { pruned, put } from './properties.js';

/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').Outcomes} Outcomes */
/** @typedef {import('./types.js').Experiment} Experiment */
/** @typedef {import('./types.js').Verdict} Verdict */
/** @typedef {Awaited<ReturnType<typeof loadCharts>>} Charts */
/** @typedef {'idle' | 'training' | 'paused' | 'stopping' | 'done'} State */
/** @typedef {{ field: string, sentence: string }} Problem */
/** @typedef {'auto' | 'cpu' | 'webgpu'} Asked */
/** Results to compare with: the reader's own, or recorded ones. @typedef {{ id: string, name: string, note: string, shown: boolean, own: boolean, results: Outcomes }} Ghost */

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
  /** @type {Ghost[]} */
  ghosts = [];
  /** A model read from a file. @type {import('./trained.js').Trained | null} */
  opened = null;

  /** @type {Asked} */
  asked = 'auto';
  /** @type {import('./types.js').EngineInfo | null} */
  engine = null;
  engineError = '';
  /** @type {Promise<Awaited<ReturnType<typeof createLab>>> | null} */
  lab = null;
  /** The lab once it is there. @type {Awaited<ReturnType<typeof createLab>> | null} */
  ready = null;
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
  #advanced() {
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

  /** The experiment that the shown results belong to, or else the one that is set. */
  get shown() {
    return this.trainedExperiment ?? this.experiment;
  }

  /** Its task, in a sentence or two. */
  get task() {
    if (!this.charts || !this.shown) return '';
    if (this.#task.experiment !== this.shown) this.#task = { experiment: this.shown, sentence: this.charts.taskSentence(JSON.stringify(this.shown)) };
    return this.#task.sentence;
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
    this.error = '';
    this.state = 'idle';
    this.changed();
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
      const memory = charts.memoryOf?.(text, workers);
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
    const { charts, experiment } = this;
    if (!this.lab || !charts || !experiment || this.busy || this.problems.length) return;
    Object.assign(this, { error: '', notice: '', outcome: null, verdict: null, progress: null, opened: null, state: 'training' });
    this.trainedExperiment = experiment;
    this.changed();
    const sizes = this.#sizes();
    const text = JSON.stringify(experiment);
    try {
      const lab = await this.lab;
      for await (const progress of lab.run(experiment)) {
        this.progress = progress;
        // Which of two engines is faster shows only when a training begins.
        this.engine = lab.engine;
        // Of a curve only its end counts; to hand over all of it would take time.
        this.verdict = charts.summariseProgress(progress.runs.map((run) => ({ ...run, curve: run.curve.slice(-1) })), text);
        if (progress.stepsPerSecond) {
          this.#speeds.set(sizes, progress.stepsPerSecond).set(lab.engine.name, progress.stepsPerSecond);
        }
        this.#advanced();
        await pause();
      }
      this.outcome = await lab.outcome();
      this.verdict = charts.summarise(this.outcome.outcomes, text);
      this.state = 'done';
    } catch (error) {
      this.error = sentenceOf(error);
      this.state = this.progress ? 'done' : 'idle';
    }
    this.changed();
  }

  /** @param {'pause' | 'resume' | 'stop'} what */
  async tell(what) {
    const lab = await this.lab;
    lab?.[what]();
    this.state = /** @type {const} */ ({ pause: 'paused', resume: 'training', stop: 'stopping' })[what];
    this.changed();
  }

  /** Adds results to compare with. @param {{ name: string, note?: string, own?: boolean, shown?: boolean, results: Outcomes, id?: string }} ghost */
  compare({ name, note = name, own = true, shown = true, results, id = crypto.randomUUID() }) {
    this.ghosts = [...this.ghosts, { id, name, note, own, shown, results }];
    this.changed();
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
const pause = () => new Promise((go) => {
  const timer = setTimeout(go, 500);
  setTimeout(() => requestAnimationFrame(() => { clearTimeout(timer); go(undefined); }), SHOWN);
});
