// Transition: error against heads between two machines, and below them, where there is room, error during
// training. Here a reader may also predict the first before seeing either. What the page puts inside the
// element, the story, stands below the pictures that it is about.
import { css, html, nothing } from 'lit';
import { displayedResults } from '../state/displayed-results.js';
import { comparisons } from '../state/prediction.js';
import { HINT, machinePicture, sequenceButtons, wordsInPlace } from './machine-view.js';
import { openingPosters } from './opening-posters.js';
import { CURVES_ARE_PARTIAL, learningPicture, transitionPicture } from './pictures.js';
import { SessionView } from './session-view.js';
import { base, figures, placeholders } from './styles.js';

/** @typedef {import('../state/displayed-results.js').DisplayedResults} DisplayedResults */

/** From this width on, in CSS pixels, the pictures stand beside each other. */
const BESIDE = 960;

/** What the axis of the opening's chart says in letters. */
const NMSE = ' NMSE: the error on unseen lists; 1 is no better than guessing the mean.';

/** What drawing a prediction takes, once a reader has wanted to. @type {typeof import('./prediction-editor.js') | null} */
let editor = null;

/** What is said of the paper's values, once they are shown. @type {typeof import('../content/paper-words.js') | null} */
let paperWords = null;

export class TransitionView extends SessionView {
  static styles = [
    base,
    figures,
    placeholders,
    css`
    .second { display: none; margin-top: 20px; }
    @media (min-width: 820px) { .second { display: var(--beside-pictures, block); } }
    /* What the machines can be asked. */
    .hint { color: var(--quiet); font-size: 0.9rem; }
    .hint { display: var(--beside-pictures, block); margin: 0 0 8px; }
    .hint.off { visibility: hidden; }
    /* Where there is room, beside the tabs: it is to be seen with the pictures. */
    @container (min-width: 1240px) { .hint { position: absolute; top: -46px; right: 0; margin: 0; } }
    /* Fewer heads, the cliff, enough heads: read from left to right, or from top to bottom. */
    .three { --machine-height: var(--presented-height, clamp(340px, min(30vw, 43vh), 460px)); display: grid; grid-template-columns: var(--presented-columns, minmax(0, 1fr)); gap: 20px clamp(16px, 2.5vw, 40px); }
    .three chart-canvas { height: var(--machine-height); }
    /* In a hall they take the height that the story leaves. */
    .three { --presented-figure: var(--presented-fill, auto); flex: 1 1 0; min-height: 0; grid-template-rows: var(--presented-rows, none); }
    .three { --caption-height: 4.5em; }
    /* The opening's says more, some of it once the results are there. */
    .three:not(.cliff-first) { --caption-height: 6em; }
    @container (max-width: 1240px) { .three:not(.cliff-first) { --caption-height: 7.5em; } }
    .why { display: var(--beside-pictures, block); margin: 0 0 8px; max-width: 56ch; color: var(--quiet); font-size: 0.9rem; text-wrap: pretty; }
    /* One below the other, they need no lines for the sake of their neighbours. */
    @container (max-width: 959px) {
      headcount-machine { --caption-height: 1.5em; }
      .choices:empty:not(.kept) { display: none; }
      /* Where nothing is drawn yet, one sentence is enough for both machines, and no frame is kept for it. */
      headcount-machine.vacant { --machine-height: auto; --caption-height: 0; --around-empty: none; --empty-padding: 10px 16px; }
      headcount-machine.vacant ~ headcount-machine.vacant { display: none; }
      /* And beyond the opening the cliff comes first: machines that come when training begins do not push it down. */
      .cliff-first > figure { order: -1; }
    }
    .three figcaption { min-height: var(--caption-height); }
    .alone .choices:empty { display: none; }
    /* While it is drawn, what to do stands where the first machine was, in sight of the chart. */
    .drawing { position: relative; }
    .drawing > headcount-machine { display: block; visibility: hidden; }
    .drawing > .panel { position: absolute; inset: auto 0 0; }
    .drawing h2 { margin: 0; }
    .drawing .prediction, .drawing .prediction + .choices { min-height: 0; }
    /* By the view's own width: beside all settings there is less of it. */
    :host { display: var(--presented-figure-display, block); flex-direction: column; height: var(--presented-fill, auto); position: relative; container-type: inline-size; }
    @container (min-width: 960px) {
      .three { grid-template-columns: repeat(3, minmax(0, 1fr)); }
      .drawing > .panel { inset: 0; }
    }
    /* Room for what is said of a prediction: it comes when training ends, and nothing moves. */
    .prediction, .room-for-words { min-height: 15.5em; margin: 6px 0; font-size: 0.95rem; text-wrap: pretty; }
    @media (max-width: 1060px) { .prediction, .room-for-words { min-height: 7.5em; } }
    @media (max-width: 480px) { .prediction, .room-for-words { min-height: 9em; } }
    /* And for its buttons, however many. */
    .prediction + .choices, .room-for-words + .choices { min-height: 128px; align-content: start; }
  `,
  ];
  static properties = {
    ...SessionView.properties,
    isAlone: { attribute: false },
    isOpening: { attribute: false },
    isNarrow: { state: true },
  };
  /** @type {{ experiment: object | null, table: string | undefined }} */
  #paper = { experiment: null, table: undefined };

  #update = () => this.requestUpdate();
  #resized = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    /** Whether the pictures stand one below the other. */
    this.isNarrow = false;
    /** Whether the cliff is shown without machines and learning curves. */
    this.isAlone = false;
    /** Whether it shows what the page opens on, for which there are posters. */
    this.isOpening = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.session.machines.addEventListener('change', this.#update);
    // At once, so that nothing changes its place after the first frame.
    this.#measure();
    this.#resized.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.session.machines.removeEventListener('change', this.#update);
    this.#resized.disconnect();
  }

  #measure() {
    const { clientWidth } = this;
    // In a window that nobody sees it has none.
    if (clientWidth > 0) this.isNarrow = clientWidth < BESIDE;
  }

  get pictures() {
    const { wasm, machines } = this.session;
    const { fewer, enough } = machines.sides;
    const shown = [fewer.shown, enough.shown].filter((one) => one !== null);
    return [
      ...this.#picturesOf(displayedResults(this.session)),
      ...(wasm ? shown.map((one) => machinePicture(wasm, one)) : []),
    ];
  }

  /** @param {DisplayedResults[]} results */
  #picturesOf(results) {
    const { wasm, displayedExperiment, experiment, prediction } = this.session;
    if (!wasm || !displayedExperiment || !experiment) return [];
    if (prediction.isDrawing) {
      const asked = experiment.toFields().grid.h;
      return [
        transitionPicture(wasm, experiment, [], { asked, prediction: prediction.errors(asked) }),
        learningPicture(wasm, displayedExperiment, []),
      ];
    }
    const options = {
      shown: this.isAlone ? [] : this.session.machines.shownRuns,
      paper: this.session.showsPaper,
      prediction: prediction.isMade ? prediction.errors(displayedExperiment.toFields().grid.h) : [],
    };
    return [
      transitionPicture(wasm, displayedExperiment, results, options),
      learningPicture(wasm, displayedExperiment, results),
    ];
  }

  /** The table of the paper that has values for the displayed experiment; looked up once per experiment. */
  get #paperTable() {
    const experiment = this.session.displayedExperiment;
    if (this.#paper.experiment !== experiment) this.#paper = { experiment, table: experiment?.paperTable };
    return this.#paper.table;
  }

  #paperChoice() {
    const { whySecret, prediction } = this.session;
    if (whySecret || prediction.isDrawing || !this.#paperTable) return '';
    return html`<label>
      <input type="checkbox" .checked=${this.session.showsPaper} @change=${(/** @type {Event} */ { target }) => {
        this.session.showsPaper = /** @type {HTMLInputElement} */ (target).checked;
        this.session.changed();
      }} />
      The paper’s values (${this.#paperTable})
    </label>`;
  }

  /** Why the paper's curve and ours differ; nothing where its values are not shown. */
  #paperWords() {
    const { session } = this;
    const table = this.#paperTable;
    if (!session.showsPaper || session.whySecret || session.prediction.isDrawing || !table) return nothing;
    if (!paperWords) {
      import('../content/paper-words.js').then(
        (loaded) => {
          paperWords = loaded;
          this.requestUpdate();
        },
        // Without a network there are the values alone.
        () => {},
      );
      return nothing;
    }
    const openPaper = () => this.dispatchEvent(new CustomEvent('tab', { detail: 'paper' }));
    // What is embedded elsewhere has no tab of that name beside it.
    const words = paperWords.besideCliff(table, this.isAlone ? null : openPaper);
    return words === nothing ? nothing : html`<p class="why">${words}</p>`;
  }

  /** Lets the reader draw the curve that they expect. */
  async predict() {
    const { session } = this;
    if (!session.experiment || session.training.isBusy) return;
    try {
      editor ??= await import('./prediction-editor.js');
      await this.#thenFocus(() => session.prediction.begin());
    } catch (error) {
      session.report(error);
    }
  }

  /** After a press that changes the buttons, the focus goes to the chart that is drawn on, or to the first button. @param {() => void} change */
  async #thenFocus(change) {
    change();
    await this.updateComplete;
    const next = this.session.prediction.isDrawing ? '#transition' : '.choices.of-prediction button';
    const found = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(next));
    if (found) found.focus();
    else this.dispatchEvent(new CustomEvent('given-up'));
  }

  /** Whether there is a prediction to speak of. */
  get #hasPrediction() {
    const { isDrawing, isMade } = this.session.prediction;
    return editor !== null && (isDrawing || isMade);
  }

  /** What can be done with a prediction, the first thing being to make one. */
  #buttons() {
    const { session } = this;
    const { prediction } = session;
    // The button that begins one stands beside Train.
    if (!editor || !this.#hasPrediction) return nothing;
    const lines = comparisons(session);
    const choose = (/** @type {Event} */ { target }) => {
      prediction.line = /** @type {HTMLSelectElement} */ (target).value;
      session.changed();
    };
    return html`${editor.actionsOf(session).map(
      ({ name, label = name, isOff = false, staysHere = false, press }) => html`<button class="small"
      aria-label=${label} aria-disabled=${isOff} @click=${() => isOff || (staysHere ? press() : this.#thenFocus(press))}>${name}</button>`,
    )}
      ${
        lines.length > 1
          ? html`<label>Compared with
        <select @change=${choose}>
          ${lines.map(([name]) => html`<option .selected=${name === prediction.line}>${name}</option>`)}
        </select></label>`
          : nothing
      }`;
  }

  render() {
    const { session } = this;
    const { isDrawing } = session.prediction;
    const results = displayedResults(session);
    const [main, beside] = this.#picturesOf(results);
    const earlier = results.filter(({ isRecorded }) => isRecorded).map(({ note }) => note);
    const citation =
      session.showsPaper && this.#paperTable && main && !session.whySecret
        ? ` The paper’s values: ${main.citation}.`
        : '';
    // One text, in which what stays comes first: nothing moves.
    const hollow = earlier.length ? `Hollow: ${earlier.join('; ')}. ` : '';
    const isTrained = results.some(({ isRecorded }) => !isRecorded);
    const filled = isTrained ? 'Filled: trained in this tab.' : 'Nothing trained yet: press Train.';
    const ringed = this.isAlone ? '' : 'Rings: the machines beside it. ';
    const caption = isDrawing
      ? 'Nothing is lost: Cancel brings back what was here.'
      : `${hollow}${ringed}${filled}${citation}${this.isOpening ? NMSE : ''}`;
    const words = html`${editor && this.#hasPrediction ? html`<p class="prediction" role="status">${editor.wordsOf(session)}</p>` : nothing}<div class="choices of-prediction">${this.#buttons()}${this.#paperChoice()}</div>${this.#paperWords()}`;
    const isBeside = isDrawing && !this.isAlone;
    const cliff = this.figure('transition', main ?? null, {
      caption,
      extra: isBeside ? html`<p class="room-for-words"></p><div class="choices kept"></div>` : words,
      label: 'Error against number of heads',
      pen: isDrawing && main && editor ? editor.penOf(session, main) : null,
      choose: main && !isDrawing && !this.isAlone ? this.#chooser(main) : null,
      poster: this.isOpening ? openingPosters.cliff : nothing,
    });
    if (this.isAlone) return html`<div class="alone">${cliff}</div>`;
    // Where there is nothing to drag or press, it keeps its place: nothing moves.
    const hasHint = session.machines.shownHeads.length > 0 && !isDrawing;
    const { isNarrow } = this;
    return html`${isNarrow ? html`<slot></slot>` : nothing}<p class=${hasHint ? 'hint' : 'hint off'}>${HINT}</p><div class="three ${this.isOpening ? '' : 'cliff-first'}">
      ${isBeside ? html`<div class="drawing">${this.#machine('fewer')}<div class="panel"><h2>Draw before you look</h2>${words}</div></div>` : this.#machine('fewer')}
      ${cliff}
      ${this.#machine('enough')}
    </div>
    ${sequenceButtons(session.machines)}
      ${isNarrow ? nothing : html`<slot></slot>`}
      <div class="second">${this.figure('learning', beside ?? null, {
        caption: isDrawing
          ? nothing
          : `${CURVES_ARE_PARTIAL}${earlier.length ? ' Dashed: earlier, the median run.' : ''}${isTrained ? ' Solid: trained in this tab.' : ''}`,
        label: 'Error against training step',
        empty: isDrawing ? 'Hidden while you predict.' : '',
      })}</div>`;
  }

  /** A point that is pressed is shown as a machine. @param {import('./pictures.js').Picture} picture @returns {NonNullable<import('./chart-canvas.js').ChartCanvas['choose']>} */
  #chooser(picture) {
    return (frame, [x, y]) => {
      const sizes = picture.use((chart) => chart.pointAt(frame, x, y));
      if (sizes) this.session.machines.pick(sizes);
    };
  }

  /** @param {import('../state/machine-pair.js').SideName} side */
  #machine(side) {
    const { wasm, machines, prediction, whySecret, training } = this.session;
    const empty = prediction.isDrawing
      ? 'Hidden while you predict.'
      : whySecret
        ? `The heads show what there is to find. ${whySecret}`
        : 'Train, and the heads are drawn here while they learn.';
    // Once something is trained or predicted their room is kept: they come at any moment, and nothing may move then.
    const isExpected = training.isBusy || prediction.isDrawing || prediction.isMade;
    const isVacant = !isExpected && wordsInPlace(machines.sides[side], wasm, empty) !== '';
    return html`<headcount-machine class=${isVacant ? 'vacant' : ''} .pair=${machines} .wasm=${wasm} .side=${side} .empty=${empty} .poster=${this.isOpening ? openingPosters[side] : nothing}></headcount-machine>`;
  }
}

customElements.define('headcount-transition', TransitionView);
