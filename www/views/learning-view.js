// Learning: error during training, every run a line; with several lengths or widths, one at a time
// if the reader likes.
import { html, nothing } from 'lit';
import { MEASURED, learning, resultsOf } from '../state/pictures.js';
import { SessionView } from './session-view.js';

const KEYS = /** @type {const} */ ([['T', 'length'], ['N', 'width'], ['L', 'layers'], ['w', 'side by side'], ['seed', 'seed']]);

export class LearningView extends SessionView {
  static properties = { ...SessionView.properties, only: { state: true } };

  constructor() {
    super();
    /** What a run must have to be shown, by key. @type {Record<string, number>} */
    this.only = {};
  }

  get pictures() {
    const { shown } = this.session;
    if (!shown) return [];
    const wanted = (run) => Object.entries(this.only).every(([key, value]) => (run[key] ?? 1) === value);
    return [learning(shown, resultsOf(this.session), wanted)];
  }

  #choices() {
    const runs = (this.session.progress?.runs ?? []).map(({ run }) => run);
    return KEYS.map(([key, name]) => {
      const values = [...new Set(runs.map((run) => run[key] ?? 1))];
      if (values.length < 2) return nothing;
      return html`<label>${key === 'seed' ? 'Seed' : `${key} (${name})`}
        <select @change=${({ target: { value } }) => {
          const { [key]: _, ...others } = this.only;
          this.only = value === '' ? others : { ...others, [key]: Number(value) };
        }}>
          <option value="">all</option>
          ${values.map((value) => html`<option value=${value} ?selected=${this.only[key] === value}>${value}</option>`)}
        </select></label>`;
    });
  }

  render() {
    const dashed = resultsOf(this.session).some(({ ghost }) => ghost) ? ' Dashed: earlier, one seed.' : '';
    return this.figure('learning', this.pictures[0] ?? null, {
      caption: html`One line per run, in the colour of its number of heads. Solid: trained in this tab.${dashed} ${MEASURED}`,
      extra: html`<div class="choices">${this.#choices()}</div>`,
      label: 'Error against training step',
    });
  }
}

customElements.define('headcount-learning', LearningView);
