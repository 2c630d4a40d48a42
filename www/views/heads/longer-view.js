// <headcount-longer>: the runs of a training on longer lists than they were trained on, as a chart. They are
// measured when the reader asks for it (length-measurements.js).
import { html, LitElement, nothing } from 'lit';
import '../chart-canvas.js';
import '../chart-table.js';
import { Picture } from '../pictures.js';
import { experimentOf } from './head-pictures.js';
import { styles } from './styles.js';

/** @typedef {import('../../api/run-inspection.js').RunInspection} RunInspection */
/** @typedef {import('./length-measurements.js').LengthMeasurements} LengthMeasurements */

/** "32, 64 and 128". @param {number[]} numbers */
const listed = (numbers) =>
  numbers.length > 1 ? `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}` : String(numbers[0]);

export class LongerView extends LitElement {
  static styles = styles;
  static properties = {
    /** The run that is shown. */
    run: { attribute: false },
    measurements: { attribute: false },
    /** What is measured changes in place: this says that it did. */
    changes: { attribute: false },
    isBusy: { attribute: false },
    wasm: { attribute: false },
  };

  constructor() {
    super();
    /** @type {RunInspection | null} */
    this.run = null;
    /** @type {LengthMeasurements | null} */
    this.measurements = null;
    this.changes = 0;
    this.isBusy = false;
    /** @type {import('../../api/page-wasm.js').PageWasm | null} */
    this.wasm = null;
  }

  /** All that a chart needs, where there is something to draw. */
  get #shown() {
    const { wasm, run } = this;
    const measured = run && this.measurements?.of(run);
    if (!wasm || !measured) return null;
    return { wasm, run: run.run, experiment: experimentOf(wasm, run), ...measured };
  }

  /** The chart, where something was measured. @returns {Picture[]} */
  get pictures() {
    const shown = this.#shown;
    if (!shown) return [];
    const { wasm, experiment, run, heads, numbers } = shown;
    return [new Picture(() => wasm.Chart.otherLengths(experiment, run, heads, numbers), { experiment })];
  }

  /** @param {RunInspection} run @param {LengthMeasurements} measurements */
  #question(run, { isMeasuring, progress }) {
    const [own, ...longer] = run.lengths;
    const cannot = this.isBusy || isMeasuring;
    return html`<p class="quiet">Trained on lists of ${own}: how does it do on lists of ${listed(longer)}, without any training on them?</p>
      <p class="effect"><button aria-disabled=${cannot} @click=${() => cannot || this.dispatchEvent(new Event('measure'))}>Measure longer lists</button>
      <span role="status">${progress || (this.isBusy ? 'When the training has ended.' : '')}</span></p>`;
  }

  render() {
    const { run, measurements } = this;
    if (!run || !measurements || run.lengths.length === 0) return nothing;
    const shown = this.#shown;
    const [picture] = this.pictures;
    // Paper 2's answers are points.
    const isNumber = shown?.experiment.hasDimension;
    return html`<section>
      <h2>Longer lists than it was trained on</h2>
      ${measurements.problem ? html`<p class="alert" role="alert">${measurements.problem}</p>` : nothing}
      ${
        shown
          ? html`<p class="sentence">${shown.wasm.lengthSentence(shown.experiment, shown.run, shown.heads, shown.numbers)}</p>
        <chart-canvas id="other-lengths" .picture=${picture} label=${picture.title}></chart-canvas>
        <p class="quiet">Nothing was trained for this${isNumber ? ', and an error of 1 is that of always answering the mean' : ''}. On longer lists attention has more tokens to spread over, and the extremes of more tokens lie farther out than those that were seen in training.</p>
        <chart-table label=${picture.title} .picture=${picture}></chart-table>`
          : this.#question(run, measurements)
      }
    </section>`;
  }
}

customElements.define('headcount-longer', LongerView);
