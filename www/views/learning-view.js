// Learning: error during training, every run a line; with several lengths or widths, one at a time
// if the reader likes.
import { html, nothing } from 'lit';
import { displayedResults } from '../state/displayed-results.js';
import { CURVES_ARE_PARTIAL, learningPicture } from './pictures.js';
import { SessionView } from './session-view.js';
import { base, figures, placeholders } from './styles.js';

/** Sizes that runs may be chosen by. */
const SIZES = /** @type {const} */ ([
  ['T', 'length'],
  ['N', 'width'],
  ['L', 'layers'],
  ['w', 'side by side'],
  ['seed', 'seed'],
]);

export class LearningView extends SessionView {
  static styles = [base, figures, placeholders];
  static properties = { ...SessionView.properties, only: { state: true } };

  constructor() {
    super();
    /** The sizes of the runs that are shown; all without. @type {import('../wasm/page/page.js').RunFilter} */
    this.only = {};
  }

  get pictures() {
    const { wasm, displayedExperiment } = this.session;
    if (!wasm || !displayedExperiment) return [];
    return [learningPicture(wasm, displayedExperiment, displayedResults(this.session), this.only)];
  }

  #choices() {
    const runs = displayedResults(this.session).flatMap(({ runs }) => runs.map(({ run }) => run));
    return SIZES.map(([key, name]) => {
      const values = [...new Set(runs.map((run) => run[key] ?? 1))];
      if (values.length < 2) return nothing;
      const choose = (/** @type {Event} */ { target }) => {
        const { value } = /** @type {HTMLSelectElement} */ (target);
        const { [key]: _, ...others } = this.only;
        this.only = value === '' ? others : { ...others, [key]: Number(value) };
      };
      return html`<label>${key === 'seed' ? 'Seed' : `${key} (${name})`}
        <select @change=${choose}>
          <option value="">all</option>
          ${values.map((value) => html`<option value=${value} ?selected=${this.only[key] === value}>${value}</option>`)}
        </select></label>`;
    });
  }

  render() {
    const dashed = displayedResults(this.session).some(({ isRecorded }) => isRecorded)
      ? ' Dashed: earlier, the median run of each size.'
      : '';
    return this.figure('learning', this.pictures[0] ?? null, {
      caption: html`One line per run; of three seeds or more their median, in a band from the best to the worst. Colour is the number of heads, or the length where there are several; point at a line to bring it forward. Solid: trained in this tab.${dashed} ${CURVES_ARE_PARTIAL}`,
      extra: html`<div class="choices">${this.#choices()}</div>`,
      label: 'Error against training step',
    });
  }
}

customElements.define('headcount-learning', LearningView);
