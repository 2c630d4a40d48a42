// Transition: error against heads, and beside it, where there is room, error during training. Here a
// reader may also predict the first before seeing either.
import { html, nothing } from 'lit';
import { MEASURED, learning, resultsOf, transition } from '../state/pictures.js';
import { sentenceOf } from '../state/session.js';
import { SessionView } from './session-view.js';

/** What drawing a prediction takes, once it was asked for. @type {typeof import('./prediction-editor.js') | null} */
let predicting = null;

export class TransitionView extends SessionView {
  static properties = { ...SessionView.properties, paper: { state: true } };

  /** @type {{ experiment: object | null, values: any }} */
  #published = { experiment: null, values: null };

  constructor() {
    super();
    /** Whether the paper's own values are drawn. */
    this.paper = false;
  }

  get pictures() {
    return this.#picturesOf(resultsOf(this.session));
  }

  /** @param {import('../state/pictures.js').Results[]} results */
  #picturesOf(results) {
    const { charts, shown, experiment, prediction, secret } = this.session;
    if (!charts || !shown || !experiment) return [];
    if (prediction.drawing) {
      const { h } = experiment.grid;
      return [transition(charts, experiment, [], { title: 'The error you expect', asked: h, prediction: prediction.marks(h) }), learning(shown, [])];
    }
    const expected = prediction.marks(shown.grid.h);
    return [transition(charts, shown, results, { paper: this.paper && !secret, prediction: expected }), learning(shown, results)];
  }

  #paper() {
    const { charts, shown, prediction, secret } = this.session;
    if (!charts || !shown || secret || prediction.drawing) return '';
    // Asked for once per experiment, not once per step.
    if (this.#published.experiment !== shown) this.#published = { experiment: shown, values: charts.paperValues(JSON.stringify(shown)) };
    const { values } = this.#published;
    if (!values) return '';
    return html`<label>
      <input type="checkbox" .checked=${this.paper} @change=${(event) => { this.paper = event.target.checked; }} />
      The paper’s values (${values.table})
    </label>`;
  }

  async #predict() {
    const { session } = this;
    if (!session.experiment || session.busy) return;
    try {
      predicting ??= await import('./prediction-editor.js');
      await this.#then(() => session.prediction.begin());
    } catch (error) {
      session.error = sentenceOf(error);
      session.changed();
    }
  }

  /** Where the buttons are others after a press, the focus goes to the chart that is drawn on, or to the first of them. @param {() => void} change */
  async #then(change) {
    change();
    await this.updateComplete;
    const next = this.session.prediction.drawing ? '#transition' : '.choices button';
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(next))?.focus();
  }

  /** Whether there is a prediction to speak of. */
  get #told() {
    const { drawing, made } = this.session.prediction;
    return predicting !== null && (drawing || made);
  }

  /** What can be done with a prediction, the first thing being to make one. */
  #buttons() {
    const { session } = this;
    const { prediction, busy } = session;
    if (!this.#told) return html`<button class="small" aria-disabled=${busy} @click=${() => this.#predict()}>Predict first</button>`;
    const lines = predicting?.comparisons(session) ?? [];
    return html`${predicting?.actions(session).map(({ name, label = name, off = false, stays, press }) => html`<button class="small"
      aria-label=${label} aria-disabled=${off} @click=${() => off || (stays ? press() : this.#then(press))}>${name}</button>`)}
      ${lines.length > 1 ? html`<label>Compared with
        <select @change=${({ target }) => { prediction.line = target.value; session.changed(); }}>
          ${lines.map(([name]) => html`<option .selected=${name === prediction.line}>${name}</option>`)}
        </select></label>` : nothing}`;
  }

  render() {
    const { prediction } = this.session;
    const { drawing } = prediction;
    const results = resultsOf(this.session);
    const [main, beside] = this.#picturesOf(results);
    const ghosts = results.filter(({ ghost }) => ghost).map(({ note }) => note);
    const cited = this.paper && main && !this.session.secret ? ` The paper’s values: ${main.citation}.` : '';
    // One text, in which what stays comes first: nothing moves.
    const hollow = ghosts.length ? `Hollow: ${ghosts.join('; ')}. ` : '';
    const mine = results.some(({ ghost }) => !ghost);
    const filled = mine ? 'Filled: trained in this tab.' : 'Nothing trained yet: press Train.';
    const caption = drawing ? 'Nothing is lost: Cancel brings back what was here.' : `${hollow}${filled}${cited}`;
    const extra = html`${this.#told ? html`<p class="foretold" role="status">${predicting?.words(this.session)}</p>` : nothing}<div class="choices">${this.#buttons()}${this.#paper()}</div>`;
    return html`<div class="pair">
      ${this.figure('transition', main ?? null, { caption, extra, label: 'Error against number of heads', pen: drawing && main && predicting ? predicting.penOf(this.session, main.chart) : null })}
      <div class="second">${this.figure('learning', beside ?? null, {
        caption: drawing ? nothing : `${MEASURED}${ghosts.length ? ' Dashed: earlier, one seed.' : ''}${mine ? ' Solid: trained in this tab.' : ''}`,
        label: 'Error against training step',
        empty: drawing ? 'Hidden while you predict.' : '',
      })}</div>
    </div>`;
  }
}

customElements.define('headcount-transition', TransitionView);
