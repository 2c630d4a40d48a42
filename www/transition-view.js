// Transition: error against heads, and beside it, where there is room, error during training.
import { html } from 'lit';
import { learning, resultsOf, transition } from './pictures.js';
import { SessionView } from './view.js';

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

  /** @param {import('./pictures.js').Results[]} results */
  #picturesOf(results) {
    const { charts, shown } = this.session;
    if (!charts || !shown) return [];
    return [transition(charts, shown, results, { paper: this.paper }), learning(shown, results)];
  }

  #paper() {
    const { charts, shown } = this.session;
    if (!charts || !shown) return '';
    // Asked for once per experiment, not once per step.
    if (this.#published.experiment !== shown) this.#published = { experiment: shown, values: /** @type {any} */ (charts).paperValues?.(JSON.stringify(shown)) };
    const { values } = this.#published;
    if (!values) return '';
    return html`<label>
      <input type="checkbox" .checked=${this.paper} @change=${(event) => { this.paper = event.target.checked; }} />
      The paper’s values (${values.table})
    </label>`;
  }

  render() {
    const results = resultsOf(this.session);
    const [main, beside] = this.#picturesOf(results);
    const ghosts = results.filter(({ ghost }) => ghost).map(({ note }) => note);
    const cited = this.paper && main ? ` The paper’s values: ${main.citation}.` : '';
    const hollow = ghosts.length ? ` Hollow: ${ghosts.join('; ')}.` : '';
    const filled = results.length ? 'Filled: trained in this tab.' : 'Nothing trained yet: press Train.';
    return html`<div class="pair">
      ${this.figure('transition', main ?? null, { caption: html`${filled}${hollow}${cited}`, extra: html`<div class="choices">${this.#paper()}</div>`, label: 'Error against number of heads' })}
      <div class="second">${this.figure('learning', beside ?? null, { caption: html`Solid: trained in this tab.${ghosts.length ? ' Dashed: earlier, one seed.' : ''}`, label: 'Error against training step' })}</div>
    </div>`;
  }
}

customElements.define('headcount-transition', TransitionView);
