// Transition: error against heads, and beside it, where there is room, error during training.
import { html } from 'lit';
import { learning, resultsOf, transition } from './pictures.js';
import { SessionView } from './view.js';

export class TransitionView extends SessionView {
  static properties = { ...SessionView.properties, paper: { state: true } };

  constructor() {
    super();
    /** Whether the paper's own values are drawn. */
    this.paper = false;
  }

  get pictures() {
    const { charts, shown } = this.session;
    if (!charts || !shown) return [];
    const results = resultsOf(this.session);
    return [transition(charts, shown, results, { paper: this.paper }), learning(shown, results)];
  }

  #paper() {
    const { charts, shown } = this.session;
    const values = shown && /** @type {any} */ (charts)?.paperValues?.(JSON.stringify(shown));
    if (!values) return '';
    return html`<label class="switch">
      <input type="checkbox" .checked=${this.paper} @change=${(event) => { this.paper = event.target.checked; }} />
      The paper’s values (${values.table})
    </label>`;
  }

  render() {
    const [main, beside] = this.pictures;
    const ghosts = resultsOf(this.session).filter(({ ghost }) => ghost).map(({ name }) => name);
    const hollow = ghosts.length ? ` Hollow: ${ghosts.join('; ')}.` : '';
    return html`<div class="pair">
      ${this.figure('transition', main ?? null, { caption: html`Filled: trained in this tab.${hollow}`, extra: this.#paper(), label: 'Error against number of heads' })}
      <div class="second">${this.figure('learning', beside ?? null, { caption: html`Solid: trained in this tab.${ghosts.length ? ' Dashed: recorded earlier.' : ''}`, label: 'Error against training step' })}</div>
    </div>`;
  }
}

customElements.define('headcount-transition', TransitionView);
