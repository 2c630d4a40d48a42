// <headcount-heads>: the inspector. Shows what the heads of one trained run look at, which target
// each watches and what is lost without some. Every number on it comes from the engine: what to ask
// for and when is in inspection.js, the sequence is in sequence-view.js, the matrix in
// specialisation-table.js.
import { html, LitElement, nothing } from 'lit';
import { sentenceOf } from '../../api/checks.js';
import { loadPageWasm } from '../../api/page-wasm.js';
import '../chart-canvas.js';
import '../chart-table.js';
import { GrowingList } from '../growing-list.js';
import { scientific } from '../number-format.js';
import { Picture } from '../pictures.js';
import { themeChanges, themeOf } from '../theme.js';
import { headPictures } from './head-pictures.js';
import { Inspection } from './inspection.js';
import { LengthMeasurements } from './length-measurements.js';
import './longer-view.js';
import { decimal, firstChoice, headsOf, meaningOf, namesOf, rangeOf, subscript, symbolOf } from './names.js';
import { bars } from './sequence-rows.js';
import { MANY_NUMBERS } from './sequence-view.js';
import { specialisationTable } from './specialisation-table.js';
import { styles } from './styles.js';

/** @typedef {import('../../api/protocol.js').RunProgress} RunProgress */
/** @typedef {import('../../api/protocol.js').Outcome} Outcome */
/** @typedef {import('../../api/protocol.js').Look} Look */
/** @typedef {import('../../api/run-inspection.js').RunInspection} RunInspection */
/** @typedef {import('./sequence-view.js').SequenceView} SequenceView */
/** @typedef {import('./longer-view.js').LongerView} LongerView */
/** @typedef {{ trained(index: number): Promise<RunInspection> }} Lab */

/** While training goes on, the run is inspected again this often, in milliseconds. */
const REFRESH_INTERVAL = 1000;

/** Stands for the run from a file where runs are counted. */
const OPENED = -1;

export class HeadcountHeads extends LitElement {
  static styles = styles;
  static properties = {
    /** The lab that trained the runs. */
    lab: { attribute: false },
    /** The runs of its last training, as in `Progress`. */
    runs: { attribute: false },
    /** What they ended with, once they have. */
    outcomes: { attribute: false },
    /** Their experiment: another one is another training. */
    experiment: { attribute: false },
    /** Whether training goes on. */
    isBusy: { attribute: false },
    /** A run opened from a file, if there is one. */
    openedModel: { attribute: false },
    /** The random sequence that is looked at first, by its number. */
    firstSequence: { attribute: false },
    picked: { state: true },
    query: { state: true },
    isListed: { state: true },
    problem: { state: true },
    wasm: { state: true },
  };

  /** What is known of the displayed run. @type {Inspection | null} */
  #inspection = null;
  /** The lab, the run and the training that it is of. @type {unknown[]} */
  #inspected = [];
  #refreshedAt = 0;
  #stepsBefore = 0;
  /** The run that was looked at while it was trained: it stays when the training ends. @type {number | null} */
  #held = null;
  /** Of the runs of the training or the file that is inspected. @type {LengthMeasurements | null} */
  #lengths = null;
  #lengthChanges = 0;
  /** The inspection whose sequence was scrolled into view. @type {Inspection | null} */
  #scrolled = null;
  /** See `#shownSequence`; null before the first. @type {number | null} */
  #randomSequence = null;
  #update = () => this.requestUpdate();
  #options = new GrowingList(this.#update);

  constructor() {
    super();
    /** @type {Lab | null} */
    this.lab = null;
    /** @type {RunProgress[]} */
    this.runs = [];
    /** @type {Outcome[]} */
    this.outcomes = [];
    /** @type {import('../../wasm/page/page.js').Experiment | null} */
    this.experiment = null;
    this.isBusy = false;
    /** @type {RunInspection | null} */
    this.openedModel = null;
    this.firstSequence = 0;
    /** The run that the reader picked; null where none was. @type {number | null} */
    this.picked = null;
    /** The token whose attention is shown, where every token has a query. */
    this.query = 0;
    /** Whether all numbers are listed. */
    this.isListed = false;
    this.problem = '';
    /** @type {import('../../api/page-wasm.js').PageWasm | null} */
    this.wasm = null;
  }

  connectedCallback() {
    super.connectedCallback();
    themeChanges.addEventListener('change', this.#update);
    loadPageWasm().then(
      (wasm) => {
        this.wasm = wasm;
      },
      (error) => {
        this.problem = sentenceOf(error);
      },
    );
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    themeChanges.removeEventListener('change', this.#update);
    this.#endInspection();
  }

  /** The run to display; null where there is none. */
  get #choice() {
    if (this.picked === OPENED && this.openedModel) return OPENED;
    if (this.picked !== null && this.picked >= 0 && this.picked < this.runs.length) return this.picked;
    if (this.openedModel) return OPENED;
    const held = this.#held === null ? undefined : this.runs[this.#held];
    if (held && held.stopped !== 'diverged') return this.#held;
    if (this.runs.length === 0) return null;
    return firstChoice(this.runs, this.isBusy, this.experiment?.neededHeads, this.outcomes);
  }

  #endInspection() {
    this.#inspection?.dispose();
    this.#inspection = null;
    this.#inspected = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('openedModel') && this.openedModel) this.picked = OPENED;
    // A training that begins again begins below where the last one ended.
    const steps = this.runs.reduce((sum, { step }) => sum + step, 0);
    const beganAgain = steps < this.#stepsBefore;
    this.#stepsBefore = steps;
    if (beganAgain || changed.has('experiment') || changed.has('lab')) this.#held = null;
    if (!this.isConnected) return;
    const choice = this.#choice;
    if (this.isBusy && choice !== OPENED) this.#held = choice;
    const progress = choice === null || choice === OPENED ? null : this.runs[choice];
    if (choice === null || !this.lab || progress?.stopped === 'diverged') return this.#endInspection();
    const inspected = [this.lab, choice, choice === OPENED ? this.openedModel : this.experiment];
    // A training that goes on makes other runs of the same ones.
    const goesOn = changed.has('isBusy') && this.isBusy;
    if (
      beganAgain ||
      goesOn ||
      !this.#lengths ||
      inspected[0] !== this.#inspected[0] ||
      inspected[2] !== this.#inspected[2]
    )
      this.#forgetLengths();
    if (beganAgain || inspected.some((part, i) => part !== this.#inspected[i]))
      return this.#inspect(inspected, choice, this.lab);
    if (choice === OPENED || !this.#inspection) return;
    const hasEnded = changed.has('isBusy') && !this.isBusy;
    const isDue =
      this.isBusy &&
      changed.has('runs') &&
      this.#inspection.isIdle &&
      performance.now() - this.#refreshedAt > REFRESH_INTERVAL;
    if (hasEnded || isDue) this.#refresh();
  }

  #forgetLengths() {
    this.#lengths?.end();
    this.#lengths = new LengthMeasurements(() => {
      this.#lengthChanges += 1;
      this.requestUpdate();
    });
  }

  /** @param {RunInspection} run */
  #measureLengths(run) {
    const { lab } = this;
    const runs = this.#choice === OPENED ? [] : this.runs;
    if (lab) void this.#lengths?.measure(run, runs, (index) => lab.trained(index));
  }

  /** @param {unknown[]} inspected @param {number} choice @param {Lab} lab */
  #inspect(inspected, choice, lab) {
    const { openedModel } = this;
    // The same random sequence for the next run: its heads can be compared.
    const before = this.#inspection?.sequence;
    this.#endInspection();
    this.#inspected = inspected;
    this.problem = '';
    const isOpened = choice === OPENED && openedModel !== null;
    this.#inspection = new Inspection(async () => (isOpened ? openedModel : lab.trained(choice)), {
      ownsRun: !isOpened,
      sequence: typeof before === 'number' ? before : this.#shownSequence,
      changed: (problem) => {
        this.problem = problem ? sentenceOf(problem) : '';
        this.requestUpdate();
      },
    });
    this.query = 0;
    this.#sequenceView?.resetPosition();
    this.#refresh();
  }

  /** @returns {SequenceView | null} */
  get #sequenceView() {
    return this.renderRoot?.querySelector('headcount-sequence') ?? null;
  }

  #refresh() {
    this.#refreshedAt = performance.now();
    this.#inspection?.refresh('run');
  }

  /** @param {import('./inspection.js').Sequence} sequence */
  #lookAt(sequence) {
    if (!this.#inspection) return;
    this.#inspection.sequence = sequence;
    this.#inspection.refresh('look');
    this.requestUpdate();
  }

  /** The random sequence on display, or the last one before the reader's own: at first the one that the machines show. */
  get #shownSequence() {
    this.#randomSequence ??= this.firstSequence;
    return this.#randomSequence;
  }

  #lookAtNextRandom() {
    this.#randomSequence = this.#shownSequence + 1;
    this.#lookAt(this.#randomSequence);
  }

  /** @param {Inspection} inspection @param {number} head */
  #toggle(inspection, head) {
    const silenced = new Set(inspection.silenced);
    if (!silenced.delete(head)) silenced.add(head);
    inspection.silenced = silenced;
    inspection.refresh('heads');
    this.requestUpdate();
  }

  /** @param {number} target */
  #colour = (target) => this.wasm?.targetColour(target, themeOf(this) === 'dark') ?? 'inherit';

  /** The layer of a head, where there are several. @param {number} head */
  #layerOf = (head) => {
    const run = this.#inspection?.run?.run;
    if (!run || (run.L ?? 1) === 1) return '';
    return `layer ${Math.floor(head / (run.h * (run.w ?? 1))) + 1}`;
  };

  #runPicker() {
    const choice = this.#choice;
    const { openedModel } = this;
    const pick = (/** @type {Event} */ { target }) => {
      this.picked = Number(/** @type {HTMLSelectElement} */ (target).value);
    };
    const names = namesOf(this.runs);
    return html`<label class="pick run">Run
      <select @change=${pick}>
        ${openedModel ? html`<option value=${OPENED} .selected=${choice === OPENED}>from a file · ${headsOf(openedModel.run)}</option>` : nothing}
        ${this.#options.of(this.runs, choice ?? 0).map(({ index }) => html`<option value=${index} .selected=${choice === index}>${names[index]}</option>`)}
      </select>
    </label>`;
  }

  #tools() {
    const isEdited = typeof this.#inspection?.sequence !== 'number';
    const count = this.#inspection?.now?.look.attention[0].length ?? 1;
    const pick = (/** @type {Event} */ { target }) => {
      this.query = Number(/** @type {HTMLSelectElement} */ (target).value);
    };
    return html`<div class="tools">
      ${this.#runPicker()}
      ${
        count > 1
          ? html`<label class="pick">Token that asks
        <select @change=${pick}>${Array.from({ length: count }, (_, t) => html`<option value=${t} .selected=${t === this.query}>token ${t + 1}</option>`)}</select>
      </label>`
          : nothing
      }
      <button @click=${() => this.#lookAtNextRandom()}>New sequence</button>
      <button aria-disabled=${!isEdited} aria-label="Undo changes to the sequence" @click=${() => isEdited && this.#lookAt(this.#shownSequence)}>Undo</button>
    </div>`;
  }

  updated() {
    // A run's first sequence is shown where its first target is, and what is below a frame later: all
    // at once would take too long for one frame. Where the reader scrolls to is left alone.
    if (this.#inspection?.now && this.#scrolled !== this.#inspection) {
      this.#scrolled = this.#inspection;
      // In a frame, which lays the page out anyway: asked at once, it would be laid out now as well.
      requestAnimationFrame(() => {
        this.#sequenceView?.scrollToPosition();
        this.requestUpdate();
      });
    }
  }

  /** @param {Inspection} inspection */
  #numbers({ whole, now, without }) {
    if (!whole || !now) return nothing;
    const isChanged = without.length > 0;
    const heads =
      without.length === 1 ? `head ${without[0] + 1}` : `heads ${without.map((head) => head + 1).join(', ')}`;
    const isNumber = now.look.prediction.length === 1;
    const error = isNumber ? 'Error (NMSE)' : 'Error (mean squared distance)';
    const pair = (/** @type {string} */ before, /** @type {string} */ after) =>
      isChanged ? html`<s>${before}</s> <span aria-hidden="true">→</span> <b>${after}</b>` : html`<b>${before}</b>`;
    return html`
      <dl class="numbers-now">
        <div><dt>${error}</dt><dd id="nmse">${pair(scientific(whole.error), scientific(now.error))}</dd></div>
        ${
          isNumber
            ? html`
          <div><dt>Prediction here</dt><dd id="prediction">${pair(decimal(whole.look.prediction[0]), decimal(now.look.prediction[0]))}</dd></div>
          <div><dt>Truth here</dt><dd id="target"><b>${decimal(now.look.target[0])}</b></dd></div>`
            : nothing
        }
      </dl>
      <p class="effect" role="status">${
        isChanged
          ? `Without ${heads} the error is ${scientific(now.error)} instead of ${scientific(whole.error)}.`
          : 'Press a head to silence it and see what is lost without it.'
      }</p>`;
  }

  /** Answers that are points: what was predicted and what is true, number by number. @param {Look} look @param {import('./names.js').Task} task */
  #answers(look, task) {
    if (look.prediction.length === 1) return nothing;
    const d = look.tokens[0].length;
    const from = Math.min(this.query, look.attention[0].length - 1) * d;
    const range = rangeOf(task);
    const line = (/** @type {string} */ name, /** @type {number[]} */ all) => {
      const values = all.slice(from, from + d);
      return html`<span class="label">${name}</span><div class="line token" role="img" aria-label="${name}: ${values.map(decimal).join(', ')}">${bars(values, range)}</div>`;
    };
    return html`<h2>What token ${look.prediction.length > d ? this.query + 1 : look.tokens.length} is answered</h2>
      <div class="rows answers" .style="--T:${d}">${line('prediction', look.prediction)}${line('true answer', look.target)}</div>`;
  }

  /** Predictions against the truth. @param {Inspection} inspection */
  #scatterPicture({ now }) {
    const { wasm } = this;
    if (!now || !wasm) return null;
    const { predictions, targets } = now.predictions;
    return new Picture(() => wasm.Chart.scatter(new Float64Array(predictions), new Float64Array(targets)));
  }

  /** What can be exported. @returns {Picture[]} */
  get pictures() {
    const inspection = this.#inspection;
    if (!inspection || !this.wasm) return [];
    const scatter = this.#scatterPicture(inspection);
    const longer = /** @type {LongerView | null} */ (this.renderRoot?.querySelector('headcount-longer'));
    const heads = headPictures(this.wasm, inspection, this.query);
    return [...heads, ...(scatter ? [scatter] : []), ...(longer?.pictures ?? [])];
  }

  /** @param {Inspection} inspection */
  #scatter(inspection) {
    const picture = this.#scatterPicture(inspection);
    const targets = inspection.now?.predictions.targets;
    if (!picture || !targets) return nothing;
    return html`<section>
      <h2>${picture.title}</h2>
      <chart-canvas id="scatter" .picture=${picture} label=${picture.title}></chart-canvas>
      <p class="quiet">${targets.length} predictions for sequences that the run was not trained on. On the diagonal, prediction and truth agree.</p>
      <chart-table label=${picture.title} .picture=${picture}></chart-table>
    </section>`;
  }

  /** @param {Inspection} inspection @param {import('./names.js').Task} task */
  #specialisation({ specialisation }, task) {
    if (!specialisation) return nothing;
    return html`<section>
      <h2>Which head watches which target</h2>
      ${specialisation.sentence ? html`<p class="sentence">${specialisation.sentence}</p>` : nothing}
      ${specialisationTable(specialisation, { colour: this.#colour, meaning: (target) => meaningOf(task, target), layerOf: this.#layerOf })}
      <p class="quiet">Attention to the token where the target is, averaged over many sequences. Outlined: the best way to give every target a head.</p>
    </section>`;
  }

  /** All numbers of the sequence, for eyes and screen readers alike. @param {Look} look */
  #list(look) {
    const row = Math.min(this.query, look.attention[0].length - 1);
    return html`<details slot="beside" @toggle=${(/** @type {Event} */ { target }) => {
      this.isListed = /** @type {HTMLDetailsElement} */ (target).open;
    }}>
      <summary>All numbers of this sequence</summary>
      ${
        this.isListed
          ? html`<div class="scroll tall" tabindex="0" role="region" aria-label="All numbers of this sequence">
        <table class="list">
          <thead><tr><th scope="col">position</th>
            ${look.tokens[0].map((_, k) => html`<th scope="col">x${subscript(k)}</th>`)}
            ${look.attention.map((_, head) => html`<th scope="col">head ${head + 1}</th>`)}
          </tr></thead>
          <tbody>${look.tokens.map(
            (token, t) => html`<tr>
            <th scope="row">${t + 1}${look.extrema.map((at, target) => (at === t ? html` <span class="symbol" .style="color:${this.#colour(target)}" role="img" aria-label="target ${target + 1}">${symbolOf(target)}</span>` : nothing))}</th>
            ${token.map((x) => html`<td>${decimal(x)}</td>`)}
            ${look.attention.map((rows) => html`<td class="share">${rows[row][t] === undefined ? '–' : rows[row][t].toFixed(4)}</td>`)}
          </tr>`,
          )}</tbody>
        </table>
      </div>`
          : nothing
      }
    </details>`;
  }

  /** What to say where there is nothing to show. */
  #empty() {
    const choice = this.#choice;
    if (choice === null || !this.lab)
      return 'Nothing has been trained yet. Press Train, and look here what the heads learn while they learn it.';
    if (choice !== OPENED && this.runs[choice].stopped === 'diverged') {
      return 'This run diverged: its weights grew beyond all numbers, and there is nothing left to look at. A lower learning rate helps.';
    }
    return 'Looking into the run …';
  }

  render() {
    const inspection = this.#inspection;
    const alert = this.problem ? html`<p class="alert" role="alert">${this.problem}</p>` : nothing;
    // One template whatever there is to show, or picking a run would take the focus from the picker.
    return html`
      ${this.runs.length > 0 || this.openedModel ? this.#tools() : nothing}
      ${alert}
      ${inspection?.now && inspection.run ? this.#parts(inspection, inspection.now.look, inspection.run.experiment.task) : html`<p class="empty" role="status">${this.problem ? '' : this.#empty()}</p>`}`;
  }

  /** @param {Inspection} inspection @param {Look} look @param {import('./names.js').Task} task */
  #parts(inspection, look, task) {
    const { sequence, silenced, run } = inspection;
    return html`
      <section>
        <h2>Where the heads look</h2>
        <p class="quiet">${
          look.extrema.length > 0
            ? 'Each column is a token; symbols mark where the targets are.'
            : 'Each column is a token; the star marks the true answer.'
        }
          A head’s attention adds up to 1: <span class="nowrap">none <span class="scale" role="img" aria-label="from pale to full colour"></span> all.</span>
          ${look.tokens[0].length > MANY_NUMBERS ? 'Numbers below zero are grey.' : 'Drag a bar to change a token.'}</p>
        <headcount-sequence .look=${look} .tokens=${typeof sequence === 'number' ? look.tokens : sequence} .task=${task} .query=${this.query}
          .silenced=${silenced} .colour=${this.#colour} .layerOf=${this.#layerOf}
          @edit=${(/** @type {CustomEvent<number[][]>} */ { detail }) => this.#lookAt(detail)}
          @toggle=${(/** @type {CustomEvent<number>} */ { detail }) => this.#toggle(inspection, detail)}>
          ${this.#numbers(inspection)}
          ${this.#answers(look, task)}
          ${this.#list(look)}
        </headcount-sequence>
      </section>
      ${
        this.#scrolled === inspection
          ? html`<div class="two">${this.#specialisation(inspection, task)}${this.#scatter(inspection)}</div>
        <headcount-longer .run=${run} .measurements=${this.#lengths} .changes=${this.#lengthChanges} .isBusy=${this.isBusy} .wasm=${this.wasm}
          @measure=${() => run && this.#measureLengths(run)}></headcount-longer>`
          : nothing
      }`;
  }
}

customElements.define('headcount-heads', HeadcountHeads);
