// Transition: error against heads, and beside it, where there is room, error during training. Here a
// reader may also predict the first before seeing either.
import { css, html, nothing } from 'lit';
import { displayedResults } from '../state/displayed-results.js';
import { CURVES_ARE_PARTIAL, learningPicture, transitionPicture } from './pictures.js';
import { SessionView } from './session-view.js';
import { base, figures, placeholders } from './styles.js';

/** @typedef {import('../state/displayed-results.js').DisplayedResults} DisplayedResults */

/** What drawing a prediction takes, once a reader has wanted to. @type {typeof import('./prediction-editor.js') | null} */
let editor = null;

export class TransitionView extends SessionView {
  static styles = [
    base,
    figures,
    placeholders,
    css`
    .second { display: none; }
    @media (min-width: 820px) { .second { display: block; } }
    /* Room for what is said of a prediction: it comes when training ends, and nothing moves. */
    .prediction { min-height: 4.5em; margin: 6px 0; font-size: 0.95rem; text-wrap: pretty; }
    @media (max-width: 1400px) { .prediction { min-height: 6em; } }
    @media (max-width: 1060px) { .prediction { min-height: 7.5em; } }
    @media (max-width: 480px) { .prediction { min-height: 9em; } }
    /* And for its buttons, however many. */
    .prediction + .choices { min-height: 84px; align-content: start; }
  `,
  ];
  static properties = { ...SessionView.properties, showsPaper: { state: true } };

  /** @type {{ experiment: object | null, table: string | undefined }} */
  #paper = { experiment: null, table: undefined };

  constructor() {
    super();
    /** Whether the paper's own values are drawn. */
    this.showsPaper = false;
  }

  get pictures() {
    return this.#picturesOf(displayedResults(this.session));
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
      paper: this.showsPaper,
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
      <input type="checkbox" .checked=${this.showsPaper} @change=${(/** @type {Event} */ { target }) => {
        this.showsPaper = /** @type {HTMLInputElement} */ (target).checked;
      }} />
      The paper’s values (${this.#paperTable})
    </label>`;
  }

  async #predict() {
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
    const next = this.session.prediction.isDrawing ? '#transition' : '.choices button';
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(next))?.focus();
  }

  /** Whether there is a prediction to speak of. */
  get #hasPrediction() {
    const { isDrawing, isMade } = this.session.prediction;
    return editor !== null && (isDrawing || isMade);
  }

  /** What can be done with a prediction, the first thing being to make one. */
  #buttons() {
    const { session } = this;
    const { prediction, training } = session;
    if (!editor || !this.#hasPrediction)
      return html`<button class="small" aria-disabled=${training.isBusy} @click=${() => this.#predict()}>Predict first</button>`;
    const lines = editor.comparisons(session);
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
    const citation = this.showsPaper && main && !session.whySecret ? ` The paper’s values: ${main.citation}.` : '';
    // One text, in which what stays comes first: nothing moves.
    const hollow = earlier.length ? `Hollow: ${earlier.join('; ')}. ` : '';
    const isTrained = results.some(({ isRecorded }) => !isRecorded);
    const filled = isTrained ? 'Filled: trained in this tab.' : 'Nothing trained yet: press Train.';
    const caption = isDrawing ? 'Nothing is lost: Cancel brings back what was here.' : `${hollow}${filled}${citation}`;
    const extra = html`${editor && this.#hasPrediction ? html`<p class="prediction" role="status">${editor.wordsOf(session)}</p>` : nothing}<div class="choices">${this.#buttons()}${this.#paperChoice()}</div>`;
    return html`<div class="pair">
      ${this.figure('transition', main ?? null, { caption, extra, label: 'Error against number of heads', pen: isDrawing && main && editor ? editor.penOf(session, main) : null })}
      <div class="second">${this.figure('learning', beside ?? null, {
        caption: isDrawing
          ? nothing
          : `${CURVES_ARE_PARTIAL}${earlier.length ? ' Dashed: earlier, one seed.' : ''}${isTrained ? ' Solid: trained in this tab.' : ''}`,
        label: 'Error against training step',
        empty: isDrawing ? 'Hidden while you predict.' : '',
      })}</div>
    </div>`;
  }
}

customElements.define('headcount-transition', TransitionView);
