// <headcount-playground>: the page as one element. It shows what a lab reports and passes on what
// the reader asks for; every number on it comes from the wasm.
import { LitElement, html, nothing } from 'lit';
import './chart-canvas.js';
import { loadCharts } from './charts.js';
import { createLab } from './headcount.js';
import './heads-view.js';
import recorded from './recorded/max-sum.json';
import { styles } from './styles.js';
import { duration, scientific, whole } from './words.js';

/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').Outcomes} Outcomes */
/** @typedef {import('./types.js').Group} Group */
/** @typedef {'idle' | 'training' | 'paused' | 'stopping' | 'done'} State */

/** The paper's task; whatever is not named takes its default, in one place: crate/lab. */
const EXPERIMENT = { task: { D: 4 }, grid: { h: [1, 2, 3, 4, 5], T: [16], N: [32], n: 8 } };

/** @type {Outcomes} */
const ghosts = /** @type {any} */ (recorded);

const ENGINES = /** @type {const} */ ([['auto', 'Automatic'], ['cpu', 'CPU'], ['webgpu', 'WebGPU']]);

export class HeadcountPlayground extends LitElement {
  static styles = styles;
  static properties = {
    state: { state: true },
    progress: { state: true },
    verdict: { state: true },
    outcome: { state: true },
    engine: { state: true },
    asked: { state: true },
    error: { state: true },
    engineError: { state: true },
    charts: { state: true },
  };

  constructor() {
    super();
    /** @type {State} */
    this.state = 'idle';
    /** @type {Progress | null} */
    this.progress = null;
    /** @type {{ summary: import('./types.js').Summary, sentence: string } | null} */
    this.verdict = null;
    /** @type {Outcomes | null} */
    this.outcome = null;
    /** @type {import('./types.js').EngineInfo | null} */
    this.engine = null;
    /** @type {'auto' | 'cpu' | 'webgpu'} */
    this.asked = 'auto';
    this.error = '';
    /** What is wrong with the engine, shown beside its switch. */
    this.engineError = '';
    this.task = '';
    /** @type {Awaited<ReturnType<typeof loadCharts>> | null} */
    this.charts = null;
    /** @type {Promise<Awaited<ReturnType<typeof createLab>>> | null} */
    this.lab = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#open();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.lab?.then((lab) => lab.dispose(), () => {});
    this.lab = null;
  }

  /** First the chart, then the engine: it must be there when Train is pressed, not before. */
  async #open() {
    try {
      this.charts = await loadCharts();
      this.experiment = this.charts.validate(JSON.stringify(EXPERIMENT));
      this.task = this.charts.taskSentence(JSON.stringify(EXPERIMENT));
      await this.updateComplete;
    } catch (error) {
      return this.#fail(error);
    }
    await this.#startEngine();
  }

  async #startEngine() {
    const before = this.lab;
    this.engine = null;
    const lab = createLab({ engine: this.asked });
    this.lab = lab;
    before?.then((old) => old.dispose(), () => {});
    try {
      const started = await lab;
      if (this.lab === lab) this.engine = started.engine;
      else started.dispose();
    } catch (error) {
      if (this.lab !== lab) return;
      this.engineError = error instanceof Error ? error.message : String(error);
      if (this.asked === 'webgpu') {
        this.asked = 'auto';
        await this.#startEngine();
      }
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.error = error instanceof Error ? error.message : String(error);
    if (this.state !== 'idle') this.state = this.outcome ? 'done' : 'idle';
  }

  /** @param {'auto' | 'cpu' | 'webgpu'} asked */
  #ask(asked) {
    this.asked = asked;
    this.engineError = '';
    this.#startEngine();
  }

  async #train() {
    if (!this.lab || !this.charts) return;
    this.error = '';
    this.outcome = null;
    this.verdict = null;
    this.progress = null;
    this.state = 'training';
    try {
      const lab = await this.lab;
      for await (const progress of lab.run(this.experiment)) {
        this.progress = progress;
        this.engine = lab.engine;
        this.verdict = this.charts.summariseProgress(progress.runs, this.experiment.task.D);
        // One update a frame is all that eyes can use.
        await new Promise((frame) => requestAnimationFrame(frame));
      }
      this.outcome = await lab.outcome();
      this.verdict = this.charts.summarise(this.outcome.outcomes, this.experiment.task.D);
      this.state = 'done';
    } catch (error) {
      this.#fail(error);
    }
  }

  async #tell(what) {
    const lab = await this.lab;
    if (what === 'pause') { lab?.pause(); this.state = 'paused'; }
    if (what === 'resume') { lab?.resume(); this.state = 'training'; }
    if (what === 'stop') { lab?.stop(); this.state = 'stopping'; }
  }

  /** @param {HTMLCanvasElement} canvas @param {object} frame */
  #drawTransition = (canvas, frame) => {
    const marks = (/** @type {Group[]} */ groups, ghost) => groups
      .filter((group) => group.median !== null)
      .map(({ h, min, median, max }) => ({ h, min, median, max, ghost }));
    this.charts?.drawTransition(canvas, {
      frame,
      D: this.experiment.task.D,
      marks: [...marks(ghosts.summary.groups, true), ...marks(this.verdict?.summary.groups ?? [], false)],
    });
  };

  /** @param {HTMLCanvasElement} canvas @param {object} frame */
  #drawLearning = (canvas, frame) => {
    const line = (ghost) => ({ run, curve }) => ({ h: run.h, curve, ghost });
    // One seed of each: the shadows are there to compare with, not to study.
    const seed = ghosts.experiment.seeds[0];
    this.charts?.drawLearning(canvas, {
      frame,
      steps: this.experiment.recipe.steps,
      lines: [
        ...ghosts.outcomes.filter(({ run }) => run.seed === seed).map(line(true)),
        ...(this.progress?.runs ?? []).map(line(false)),
      ],
    });
  };

  /** Whether all that was asked for has been trained. */
  get #complete() {
    return this.state === 'done' && this.progress?.step === this.progress?.steps;
  }

  /** What a screen reader hears: once per state, not once per number. */
  #status() {
    if (this.state === 'done') return this.#complete ? `Done. ${this.verdict?.sentence}` : 'Stopped.';
    return { idle: '', training: 'Training.', paused: 'Paused.', stopping: '' }[this.state];
  }

  #answer() {
    if (!this.charts) return '';
    if (this.verdict?.sentence) return `${this.#complete ? '' : 'So far: '}${this.verdict.sentence}`;
    if (this.state === 'training') return 'Training …';
    const { sentence } = this.charts.summarise(ghosts.outcomes, ghosts.experiment.task.D);
    return `${sentence} That was recorded earlier: press Train to watch it happen in this tab.`;
  }

  #buttons() {
    const { state } = this;
    const ready = this.charts && this.lab;
    const big = {
      idle: ['Train', () => this.#train()],
      training: ['Pause', () => this.#tell('pause')],
      paused: ['Resume', () => this.#tell('resume')],
      stopping: ['Stopping …', () => {}],
      done: ['Train again', () => this.#train()],
    };
    const [name, press] = /** @type {[string, () => void]} */ (big[state]);
    const stoppable = state === 'training' || state === 'paused';
    // aria-disabled and not disabled: a button that has the focus must not lose it when pressed.
    const off = !ready || state === 'stopping';
    return html`
      <button class="primary" aria-disabled=${off} @click=${() => off || press()}>${name}</button>
      <button aria-disabled=${!stoppable} @click=${() => stoppable && this.#tell('stop')}>Stop</button>`;
  }

  #progress() {
    const { progress, state } = this;
    if (!progress) {
      const steps = this.experiment ? whole(this.experiment.recipe.steps) : '';
      return html`<div class="progress">
        <div class="numbers"><span>${steps && `5 Transformers, ${steps} steps each`}</span></div>
        <progress max="1" value="0" aria-label="Training progress"></progress>
      </div>`;
    }
    const speed = progress.stepsPerSecond && state !== 'done' ? `${whole(progress.stepsPerSecond)} steps/s` : '';
    const left = { training: progress.secondsLeft === null ? '' : `${duration(progress.secondsLeft)} left`, paused: 'paused', stopping: 'stopping', done: this.#complete ? 'done' : 'stopped', idle: '' }[state];
    return html`<div class="progress">
      <div class="numbers">
        <span>${whole(progress.step)} of ${whole(progress.steps)} steps in all</span><span>${speed}</span><span>${left}</span>
      </div>
      <progress max=${progress.steps} value=${progress.step} aria-label="Training progress"></progress>
    </div>`;
  }

  #engine() {
    const busy = this.state === 'training' || this.state === 'paused' || this.state === 'stopping';
    const { engine } = this;
    return html`<section class="engine" aria-label="Engine">
      <p role="status">${engine
        ? html`<strong>${engine.name}</strong><br /><span>${engine.why}</span>`
        : html`<span>Starting the engine …</span>`}</p>
      <fieldset ?disabled=${busy}>
        <legend>Compute on</legend>
        ${ENGINES.map(([value, name]) => html`<label>
          <input type="radio" name="engine" value=${value} .checked=${this.asked === value} @change=${() => this.#ask(value)} />${name}
        </label>`)}
      </fieldset>
      ${this.engineError ? html`<p class="alert" role="alert">${this.engineError}</p>` : nothing}
    </section>`;
  }

  #table() {
    const here = this.verdict?.summary.groups ?? [];
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    return html`<table>
      <caption>
        Validation error (NMSE): the mean squared error on unseen sequences, divided by the target's
        variance. 0 is perfect, 1 no better than always guessing the mean. This tab: one run each.
        Recorded: the median of ${ghosts.experiment.seeds.length}.
      </caption>
      <thead><tr><th scope="col">heads</th><th scope="col">this tab</th><th scope="col">recorded</th></tr></thead>
      <tbody>${ghosts.summary.groups.map((ghost) => html`<tr>
        <th scope="row"><span class="dot" style="background:${this.charts?.colourOf(ghost.h, dark) ?? 'none'}"></span>h = ${ghost.h}</th>
        <td>${scientific(here.find((group) => group.h === ghost.h)?.median)}</td>
        <td>${scientific(ghost.median)}</td>
      </tr>`)}</tbody>
    </table>`;
  }

  render() {
    const charts = this.charts && this.experiment;
    const answer = this.#answer();
    return html`
      <header>
        <p class="name">Headcount</p>
        <h1>How many heads does this task need?</h1>
        <p class="task">${this.task}</p>
        <p class="answer">${answer}</p>
        <p class="unseen" role="status">${this.#status()}</p>
      </header>
      <div class="controls">${this.#buttons()}${this.#progress()}</div>
      ${this.error ? html`<p class="alert" role="alert">${this.error}</p>` : nothing}
      <div class="charts">
        <figure>
          <h2>Error for each number of heads</h2>
          <chart-canvas id="transition" .draw=${charts ? (c, f) => this.#drawTransition(c, f) : null} label="Error against number of heads. The values are in the table below."></chart-canvas>
          <figcaption>Filled: trained in this tab. Hollow: recorded earlier, the median of ${ghosts.experiment.seeds.length} runs.</figcaption>
        </figure>
        <figure>
          <h2>Error during training</h2>
          <chart-canvas id="learning" .draw=${charts ? (c, f) => this.#drawLearning(c, f) : null} label="Error against training step, one line per number of heads. The last values are in the table below."></chart-canvas>
          <figcaption>Solid: trained in this tab. Dashed: one of the recorded runs.</figcaption>
        </figure>
      </div>
      <div class="below">
        ${this.#table()}
        <section class="words">
          <h2>What is being learned?</h2>
          <p>
            Each sequence holds T = 16 random tokens. The target is the sum of D = 4 maxima: the largest
            value that the sequence reaches along each of four directions. They usually sit at different
            places, so a Transformer has to look at several places at once. One head looks at one place.
          </p>
          <p>
            With fewer heads than maxima a head has to be shared, and the error stays far higher. From
            four heads on it falls off a cliff.
          </p>
          <p>
            The task and the sizes (n = 8 per head, N = 32) are those of
            <a href="https://arxiv.org/abs/2510.06662">Yu et al., “The Effect of Attention Head Count on
            Transformer Approximation”</a>. The training is our own and far shorter, so errors here are
            higher than in the paper.
          </p>
        </section>
      </div>
      ${this.#engine()}
    `;
  }
}

customElements.define('headcount-playground', HeadcountPlayground);
