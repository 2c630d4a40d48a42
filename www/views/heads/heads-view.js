// <headcount-heads>: the inspector. Shows what the heads of one trained run look at, which feature
// each watches and what is lost without one. Every number on it comes from the engine; what to ask
// for and when is in heads-inside.js, what rows and tables look like in heads-strips.js and
// heads-matrix.js.
import { LitElement, html, nothing } from 'lit';
import '../chart-canvas.js';
import '../chart-table.js';
import { loadCharts } from '../../api/page-wasm.js';
import { Inside } from './inspection.js';
import { matrix } from './specialisation-table.js';
import { bars, cells, featureMarks, heat, marks, positions } from './sequence-rows.js';
import { styles } from './styles.js';
import { firstChoice, meaningOf, nameOf, plain, rangeOf, share, subscript, symbolOf } from './names.js';
import { tableOf } from '../../state/pictures.js';
import { scientific } from '../number-format.js';

/** @typedef {import('../../api/types.js').RunProgress} RunProgress */
/** @typedef {import('../../api/types.js').Experiment} Experiment */
/** @typedef {import('../../api/types.js').Look} Look */
/** @typedef {import('../../api/run-inspection.js').Trained} Trained */
/** @typedef {{ trained(index: number): Promise<Trained>, open(bytes: Uint8Array): Promise<Trained> }} Lab */

/** While training goes on, the run is looked at anew this often, in milliseconds. */
const AGAIN = 1000;
/** Dragging a bar this many pixels takes it from one end of its range to the other. */
const DRAG = 120;
/** Tokens of more numbers than this are drawn small. */
const MANY = 8;

const OPENED = -1;

export class HeadcountHeads extends LitElement {
  static styles = styles;
  static properties = {
    /** The lab that trained the runs. */
    lab: { attribute: false },
    /** The runs of its last training, as in `Progress`. */
    runs: { attribute: false },
    /** Their experiment. */
    experiment: { attribute: false },
    /** Whether training goes on. */
    busy: { type: Boolean },
    /** A run opened from a file, if there is one. */
    opened: { attribute: false },
    picked: { state: true },
    at: { state: true },
    hover: { state: true },
    asking: { state: true },
    listed: { state: true },
    problem: { state: true },
    charts: { state: true },
  };

  /** What is known of the run on show. @type {Inside | null} */
  #inside = null;
  /** Which run that is, and of which training. @type {unknown[]} */
  #shown = [];
  #asked = 0;
  #steps = 0;
  /** The run whose sequence is on show and was scrolled into view. @type {Inside | null} */
  #revealed = null;
  /** @type {{ k: number, t: number, y: number, from: number, tokens: number[][] } | null} */
  #drag = null;
  #dark = matchMedia('(prefers-color-scheme: dark)');
  #again = () => this.requestUpdate();

  constructor() {
    super();
    /** @type {Lab | null} */
    this.lab = null;
    /** @type {RunProgress[]} */
    this.runs = [];
    /** @type {Experiment | null} */
    this.experiment = null;
    this.busy = false;
    /** @type {Trained | null} */
    this.opened = null;
    /** The run that the reader picked; none yet where it is null. @type {number | null} */
    this.picked = null;
    /** The position that is read out and edited; the first feature's where the reader chose none. @type {number | null} */
    this.at = null;
    /** The position under the pointer. @type {number | null} */
    this.hover = null;
    /** The token that asks, where each does. */
    this.asking = 0;
    /** Whether all numbers are listed. */
    this.listed = false;
    this.problem = '';
    /** @type {Awaited<ReturnType<typeof loadCharts>> | null} */
    this.charts = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#dark.addEventListener('change', this.#again);
    loadCharts().then((charts) => { this.charts = charts; }, (error) => { this.problem = error.message; });
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#dark.removeEventListener('change', this.#again);
    this.#leave();
  }

  /** The run on show. */
  get #choice() {
    if (this.picked === OPENED && this.opened) return OPENED;
    if (this.picked !== null && this.picked >= 0 && this.picked < this.runs.length) return this.picked;
    if (this.opened) return OPENED;
    return this.runs.length > 0 ? firstChoice(this.runs, this.busy) : null;
  }

  #leave() {
    this.#inside?.dispose();
    this.#inside = null;
    this.#shown = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('opened') && this.opened) this.picked = OPENED;
    if (!this.isConnected) return;
    const choice = this.#choice;
    const progress = choice === null || choice === OPENED ? null : this.runs[choice];
    if (choice === null || !this.lab || progress?.stopped === 'diverged') return this.#leave();
    // A training that begins again begins below where the last one ended.
    const steps = this.runs.reduce((sum, { step }) => sum + step, 0);
    const anew = steps < this.#steps;
    this.#steps = steps;
    const shown = [this.lab, choice, choice === OPENED ? this.opened : this.experiment];
    if (anew || shown.some((part, i) => part !== this.#shown[i])) return this.#show(shown, choice);
    if (choice === OPENED || !this.#inside) return;
    const ended = changed.has('busy') && !this.busy;
    const due = this.busy && changed.has('runs') && this.#inside.idle && performance.now() - this.#asked > AGAIN;
    if (ended || due) this.#refresh();
  }

  /** @param {unknown[]} shown @param {number} choice */
  #show(shown, choice) {
    const { lab, opened } = this;
    if (!lab) return;
    // The same sequence for the next run, unless that reads others: its heads can be compared.
    const sequence = this.#inside?.sequence ?? 0;
    this.#leave();
    this.#shown = shown;
    this.problem = '';
    const take = async () => (choice === OPENED && opened ? opened : lab.trained(choice));
    const inside = new Inside(take, (bytes) => lab.open(bytes), (problem) => {
      this.problem = problem ? (problem instanceof Error ? problem.message : String(problem)) : '';
      this.requestUpdate();
    });
    inside.own = choice !== OPENED;
    inside.sequence = typeof sequence === 'number' ? sequence : 0;
    this.#inside = inside;
    this.at = null;
    this.asking = 0;
    this.#refresh();
  }

  #refresh() {
    this.#asked = performance.now();
    this.#inside?.refresh('run');
  }

  /** @param {import('./inspection.js').Sequence} sequence */
  #lookAt(sequence) {
    if (!this.#inside) return;
    this.#inside.sequence = sequence;
    this.#inside.refresh('look');
    this.requestUpdate();
  }

  /** @param {number} head */
  #toggle(head) {
    const { off } = /** @type {Inside} */ (this.#inside);
    if (!off.delete(head)) off.add(head);
    this.#inside?.refresh('heads');
    this.requestUpdate();
  }

  /** @param {number[][]} tokens @param {number} t @param {number} k @param {number} value */
  #edit(tokens, t, k, value) {
    if (!Number.isFinite(value)) return;
    this.#lookAt(tokens.map((token, i) => (i === t ? token.map((x, j) => (j === k ? value : x)) : token)));
  }

  /** @param {number} feature */
  #colour = (feature) => this.charts?.colourOf(feature + 1, this.#dark.matches) ?? 'inherit';

  /** The task of the run on show, which a file brings along. @returns {any} */
  get #task() {
    return this.#inside?.trained?.experiment.task ?? this.experiment?.task ?? {};
  }

  /** The layer of a head, where there are several. @param {number} head */
  #layer = (head) => {
    const run = this.#inside?.trained?.run;
    if (!run || (run.L ?? 1) === 1) return '';
    return `layer ${Math.floor(head / (run.h * (run.w ?? 1))) + 1}`;
  };

  #picker() {
    const choice = this.#choice;
    const pick = (/** @type {Event} */ { target }) => { this.picked = Number(/** @type {HTMLSelectElement} */ (target).value); };
    return html`<label class="pick">Run
      <select @change=${pick}>
        ${this.opened ? html`<option value=${OPENED} .selected=${choice === OPENED}>from a file · ${this.opened.run.h} heads</option>` : nothing}
        ${this.runs.map((run) => html`<option value=${run.index} .selected=${choice === run.index}>${nameOf(run, this.runs)}</option>`)}
      </select>
    </label>`;
  }

  #tools() {
    const edited = typeof this.#inside?.sequence !== 'number';
    const { look } = this.#inside?.now ?? {};
    const count = look?.attention[0].length ?? 1;
    const ask = (/** @type {Event} */ { target }) => { this.asking = Number(/** @type {HTMLSelectElement} */ (target).value); };
    return html`<div class="tools">
      ${this.#picker()}
      ${count > 1 ? html`<label class="pick">Token that asks
        <select @change=${ask}>${Array.from({ length: count }, (_, t) => html`<option value=${t} .selected=${t === this.asking}>token ${t}</option>`)}</select>
      </label>` : nothing}
      <button @click=${() => this.#lookAt(this.#next)}>New sequence</button>
      <button aria-disabled=${!edited} aria-label="Undo changes to the sequence" @click=${() => edited && this.#lookAt(this.#random)}>Undo</button>
    </div>`;
  }

  /** The random sequence on show, or the last one before the reader's own. */
  #random = 0;

  get #next() {
    this.#random += 1;
    return this.#random;
  }

  /** @param {Look} look @param {number} T */
  #marks(look, T) {
    if (look.extrema.length > 0) return marks(T, featureMarks(look.extrema, this.#colour));
    const at = this.#answer(look);
    return at < 0 ? nothing : marks(T, [{ at, symbol: '★', colour: 'var(--quiet)' }]);
  }

  /** The position of the token that is the true answer, in tasks whose answers are tokens. @param {Look} look */
  #answer({ tokens, target }) {
    const d = tokens[0].length;
    const answer = target.slice(this.asking * d, (this.asking + 1) * d);
    return tokens.findIndex((token) => token.every((x, k) => x === answer[k]));
  }

  /** @param {Look} look */
  #at({ tokens, extrema }) {
    return Math.min(this.at ?? extrema[0] ?? 0, tokens.length - 1);
  }

  /** What there is at a position, in words. @param {Look} look @param {number} t */
  #readOut(look, t) {
    const features = look.extrema.flatMap((at, feature) => (at === t ? [`feature ${feature}`] : []));
    const heads = look.attention.map((rows, head) => `head ${head} ${share(rows[this.#row(look)][t])}`);
    const numbers = look.tokens[t].length > MANY ? '' : ` (${look.tokens[t].map(plain).join(', ')})`;
    const here = features.length > 0 ? `, where ${features.join(' and ')} ${features.length > 1 ? 'are' : 'is'}` : '';
    return { token: `Token ${t}${numbers}${here}`, heads };
  }

  /** @param {Look} look */
  #row(look) {
    return Math.min(this.asking, look.attention[0].length - 1);
  }

  /** @param {Look} look */
  #sequence(look) {
    const T = look.tokens.length;
    const d = look.tokens[0].length;
    const off = /** @type {Inside} */ (this.#inside).off;
    const range = rangeOf(this.#task);
    const first = look.extrema.length === 0;
    return html`<div class="figure" style="--T:${T}" tabindex="-1">
      <div class="rows">
        <span class="label quiet">position</span><div class="line">${positions(T)}</div>
        ${look.extrema.map((at, feature) => html`
          <span class="label" title=${meaningOf(this.#task, feature)}><span class="symbol" style="color:${this.#colour(feature)}" aria-hidden="true">${symbolOf(feature)}</span> feature ${feature}</span>
          <div class="line features">${marks(T, [{ at, symbol: symbolOf(feature), colour: this.#colour(feature) }])}</div>`)}
        ${first ? html`<span class="label"><span class="symbol" aria-hidden="true">★</span> answer</span><div class="line features">${this.#marks(look, T)}</div>` : nothing}
        ${d > MANY ? html`<span class="label quiet" style="grid-row:span ${d}">token</span>` : nothing}
        ${Array.from({ length: d }, (_, k) => {
          const values = look.tokens.map((token) => token[k]);
          return d > MANY
            ? html`<div class="line token small" data-k=${k}>${cells(values, range)}</div>`
            : html`<span class="label quiet">${d === 1 ? 'token' : `token x${subscript(k)}`}</span>
              <div class="line token" data-k=${k}>${bars(values, range)}</div>`;
        })}
        ${look.attention.map((rows, head) => html`
          ${this.#layer(head) && this.#layer(head) !== this.#layer(head - 1) ? html`<span class="label layer">${this.#layer(head)}</span>` : nothing}
          <span class="label head"><button class="head" aria-pressed=${off.has(head)} aria-label="Silence head ${head}${this.#layer(head) && `, ${this.#layer(head)}`}" @click=${() => this.#toggle(head)}><span class="name">head ${head}</span></button></span>
          <div class="line strip ${off.has(head) ? 'off' : ''}">${heat(rows[this.#row(look)], T)}${this.#marks(look, T)}</div>`)}
        ${this.#cursor(look, T)}
      </div>
    </div>`;
  }

  /** What follows pointer and keys along the sequence, over all rows. @param {Look} look @param {number} T */
  #cursor(look, T) {
    const at = this.#at(look);
    const { token, heads } = this.#readOut(look, at);
    const box = (/** @type {number} */ t, /** @type {string} */ name) => html`<span class="box ${name}" style="left:${(100 * t) / T}%;width:${100 / T}%"></span>`;
    return html`<div class="cursor" role="slider" tabindex="0" aria-label="Position in the sequence" aria-orientation="horizontal"
      aria-valuemin="0" aria-valuemax=${T - 1} aria-valuenow=${at} aria-valuetext="${token}. Attention: ${heads.join(', ')}."
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, at, T)}
      @pointermove=${(/** @type {PointerEvent} */ event) => this.#move(event, T)}
      @pointerleave=${() => { this.hover = null; }}
      @pointerdown=${(/** @type {PointerEvent} */ event) => this.#press(event, look)}
      @pointerup=${() => { this.#drag = null; }}
      @pointercancel=${() => { this.#drag = null; }}>
      ${box(at, 'at')}${this.hover === null || this.hover === at ? nothing : box(this.hover, 'hover')}
    </div>`;
  }

  /** @param {KeyboardEvent} event @param {number} at @param {number} T */
  #key(event, at, T) {
    const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, PageUp: at + 8, PageDown: at - 8, Home: 0, End: T - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.at = Math.min(T - 1, Math.max(0, to));
    this.hover = null;
    this.updateComplete.then(() => this.#reveal());
  }

  /** Scrolls a sequence that is wider than what is seen of it to the position that is read out. */
  #reveal() {
    const [figure, box, label] = ['.figure', '.box.at', '.label'].map((name) => this.renderRoot.querySelector(name));
    if (!figure || !box || !label) return;
    const [seen, at] = [figure.getBoundingClientRect(), box.getBoundingClientRect()];
    const left = label.getBoundingClientRect().right;
    if (at.left < left) figure.scrollLeft -= left - at.left;
    else if (at.right > seen.right) figure.scrollLeft += at.right - seen.right;
  }

  updated() {
    // A run's first sequence is shown where its first feature is, and what is below a frame later: all
    // at once would hold up the page. What the reader scrolls to stays.
    if (this.#inside?.now && this.#revealed !== this.#inside) {
      this.#revealed = this.#inside;
      // In a frame, which lays the page out anyway: asked at once, it would be laid out now as well.
      requestAnimationFrame(() => {
        this.#reveal();
        this.requestUpdate();
      });
    }
  }

  /** @param {PointerEvent} event @param {number} T */
  #position(event, T) {
    const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    return Math.min(T - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * T)));
  }

  /** @param {PointerEvent} event @param {number} T */
  #move(event, T) {
    const drag = this.#drag;
    if (!drag) {
      this.hover = this.#position(event, T);
      return;
    }
    const [least, most] = rangeOf(this.#task);
    const value = drag.from + ((drag.y - event.clientY) / DRAG) * (most - least);
    this.#edit(drag.tokens, drag.t, drag.k, Math.min(most, Math.max(least, value)));
  }

  /** @param {PointerEvent} event @param {Look} look */
  #press(event, look) {
    const t = this.#position(event, look.tokens.length);
    this.at = t;
    // A finger scrolls; the sliders below are there for it.
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const under = [...this.renderRoot.querySelectorAll('.line.token')].find((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    const k = under ? Number(/** @type {HTMLElement} */ (under).dataset.k) : -1;
    if (k < 0 || this.#fixed(k)) return;
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.#drag = { k, t, y: event.clientY, from: look.tokens[t][k], tokens: look.tokens };
  }

  /** Whether a number of a token is its position, which is not the reader's to change. @param {number} k */
  #fixed(k) {
    const task = this.#task;
    return task.kind === 'retrieval' && task.subsets !== 'all' && k === task.d;
  }

  /** @param {Look} look */
  #editor(look) {
    const t = this.#at(look);
    const [least, most] = rangeOf(this.#task);
    const { sequence } = /** @type {Inside} */ (this.#inside);
    // What was asked for, not what was answered: a slider must not jump back while it is dragged.
    const tokens = typeof sequence === 'number' ? look.tokens : sequence;
    const change = (/** @type {number} */ k) => (/** @type {Event} */ { target }) => {
      const { value } = /** @type {HTMLInputElement} */ (target);
      if (value !== '') this.#edit(tokens, t, k, Number(value));
    };
    return html`<details>
      <summary>Change token ${t}</summary>
      <div class="editor" role="group" aria-label="Numbers of token ${t}">
      ${tokens[t].map((x, k) => {
        const name = tokens[t].length === 1 ? 'x' : `x${subscript(k)}`;
        return html`<div class="value">
          <span aria-hidden="true">${name}</span>
          <input type="range" aria-label="${name} of token ${t}" min=${least} max=${most} step="0.01" .value=${String(x)} ?disabled=${this.#fixed(k)} @input=${change(k)} />
          <input type="number" aria-label="${name} of token ${t}, as a number" step="0.01" .value=${x.toFixed(2)} ?disabled=${this.#fixed(k)} @change=${change(k)} />
        </div>`;
      })}
      </div>
    </details>`;
  }

  /** @param {Look} look */
  #reading(look) {
    const t = Math.min(this.hover ?? this.#at(look), look.tokens.length - 1);
    const { token, heads } = this.#readOut(look, t);
    return html`<p class="reading"><strong>${token}.</strong> Attention: ${heads.map((head) => html`<span>${head}</span> `)}</p>`;
  }

  #numbers() {
    const { whole, now, without } = /** @type {Inside} */ (this.#inside);
    if (!whole || !now) return nothing;
    const changed = without.length > 0;
    const heads = without.length === 1 ? `head ${without[0]}` : `heads ${without.join(', ')}`;
    const paper1 = now.look.prediction.length === 1;
    const error = paper1 ? 'Error (NMSE)' : 'Error (mean squared distance)';
    const pair = (/** @type {string} */ before, /** @type {string} */ after) => (changed ? html`<s>${before}</s> <span aria-hidden="true">→</span> <b>${after}</b>` : html`<b>${before}</b>`);
    return html`
      <dl class="numbers-now">
        <div><dt>${error}</dt><dd id="nmse">${pair(scientific(whole.error), scientific(now.error))}</dd></div>
        ${paper1 ? html`
          <div><dt>Prediction here</dt><dd id="prediction">${pair(plain(whole.look.prediction[0]), plain(now.look.prediction[0]))}</dd></div>
          <div><dt>Target here</dt><dd id="target"><b>${plain(now.look.target[0])}</b></dd></div>` : nothing}
      </dl>
      <p class="effect" role="status">${changed
        ? `Without ${heads} the error is ${scientific(now.error)} instead of ${scientific(whole.error)}.`
        : 'Press a head to silence it and see what is lost without it.'}</p>`;
  }

  /** Answers that are points: what was said and what is true, number by number. @param {Look} look */
  #answers(look) {
    if (look.prediction.length === 1) return nothing;
    const d = look.tokens[0].length;
    const from = this.#row(look) * d;
    const range = rangeOf(this.#task);
    const line = (/** @type {string} */ name, /** @type {number[]} */ all) => {
      const values = all.slice(from, from + d);
      return html`<span class="label">${name}</span><div class="line token" role="img" aria-label="${name}: ${values.map(plain).join(', ')}">${bars(values, range)}</div>`;
    };
    return html`<h2>What token ${look.prediction.length > d ? this.asking : look.tokens.length - 1} is answered</h2>
      <div class="rows answers" style="--T:${d}">${line('prediction', look.prediction)}${line('true answer', look.target)}</div>`;
  }

  /** @param {HTMLCanvasElement} canvas @param {object} frame */
  #drawScatter = (canvas, frame) => {
    const { now } = this.#inside ?? {};
    return now && this.charts?.drawScatter(canvas, { frame, ...now.predictions });
  };

  #scatter() {
    const { now } = /** @type {Inside} */ (this.#inside);
    if (!now || !this.charts) return nothing;
    const count = now.predictions.targets.length;
    return html`<section>
      <h2>Prediction against target</h2>
      <chart-canvas id="scatter" .draw=${(/** @type {HTMLCanvasElement} */ canvas, /** @type {object} */ frame) => this.#drawScatter(canvas, frame)}
        label="Prediction against target"></chart-canvas>
      <p class="quiet">${count} predictions for sequences that the run was not trained on. On the diagonal, prediction and target agree.</p>
      <chart-values label="Prediction against target" .table=${() => tableOf(this.charts, { kind: 'scatter', chart: now.predictions })}></chart-values>
    </section>`;
  }

  #matrix() {
    const { specialisation } = /** @type {Inside} */ (this.#inside);
    if (!specialisation) return nothing;
    return html`<section>
      <h2>Which head watches which feature</h2>
      ${specialisation.sentence ? html`<p class="sentence">${specialisation.sentence}</p>` : nothing}
      ${matrix(specialisation, { colour: this.#colour, meaning: (i) => meaningOf(this.#task, i), layer: this.#layer })}
      <p class="quiet">Attention to the token where the feature is, averaged over many sequences. Outlined: the best way to give every feature a head.</p>
    </section>`;
  }

  /** All numbers of the sequence, for eyes and screen readers alike. @param {Look} look */
  #list(look) {
    const row = this.#row(look);
    return html`<details @toggle=${(/** @type {Event} */ { target }) => { this.listed = /** @type {HTMLDetailsElement} */ (target).open; }}>
      <summary>All numbers of this sequence</summary>
      ${this.listed ? html`<div class="scroll tall" tabindex="0" role="region" aria-label="All numbers of this sequence">
        <table class="list">
          <thead><tr><th scope="col">position</th>
            ${look.tokens[0].map((_, k) => html`<th scope="col">x${subscript(k)}</th>`)}
            ${look.attention.map((_, head) => html`<th scope="col">head ${head}</th>`)}
          </tr></thead>
          <tbody>${look.tokens.map((token, t) => html`<tr>
            <th scope="row">${t}${look.extrema.map((at, feature) => (at === t ? html` <span class="symbol" style="color:${this.#colour(feature)}" role="img" aria-label="feature ${feature}">${symbolOf(feature)}</span>` : nothing))}</th>
            ${token.map((x) => html`<td>${plain(x)}</td>`)}
            ${look.attention.map((rows) => html`<td class="share">${rows[row][t] === undefined ? '–' : rows[row][t].toFixed(4)}</td>`)}
          </tr>`)}</tbody>
        </table>
      </div>` : nothing}
    </details>`;
  }

  /** What to say where there is nothing to show. */
  #empty() {
    const choice = this.#choice;
    if (choice === null || !this.lab) return 'Nothing has been trained yet. Press Train, and look here what the heads learn while they learn it.';
    if (choice !== OPENED && this.runs[choice].stopped === 'diverged') {
      return 'This run diverged: its weights grew beyond all numbers, and there is nothing left to look at. A lower learning rate helps.';
    }
    return 'Looking into the run …';
  }

  render() {
    const inside = this.#inside;
    const look = inside?.now?.look;
    const alert = this.problem ? html`<p class="alert" role="alert">${this.problem}</p>` : nothing;
    // One template whatever there is to show, or picking a run would take the focus from the picker.
    return html`
      ${this.runs.length > 0 || this.opened ? this.#tools() : nothing}
      ${alert}
      ${inside && look ? this.#parts(inside, look) : html`<p class="empty" role="status">${this.problem ? '' : this.#empty()}</p>`}`;
  }

  /** @param {Inside} inside @param {Look} look */
  #parts(inside, look) {
    return html`
      <section>
        <h2>Where the heads look</h2>
        <p class="quiet">${look.extrema.length > 0
          ? 'Each column is a token; symbols mark where the features are.'
          : 'Each column is a token; the star marks the true answer.'}
          A head’s attention adds up to 1: <span class="nowrap">none <span class="scale" role="img" aria-label="from pale to full colour"></span> all.</span>
          ${look.tokens[0].length > MANY ? 'Tokens are grey above zero and orange below.' : 'Drag a bar to change a token.'}</p>
        ${this.#sequence(look)}
        ${this.#reading(look)}
        ${this.#numbers()}
        ${this.#answers(look)}
        <div class="two">${this.#editor(look)}${this.#list(look)}</div>
      </section>
      ${this.#revealed === inside ? html`<div class="two">${this.#matrix()}${this.#scatter()}</div>` : nothing}`;
  }
}

customElements.define('headcount-heads', HeadcountHeads);
