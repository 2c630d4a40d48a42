// Width: error against hidden width N, with the slopes that the wasm fitted.
import { html } from 'lit';
import { displayedResults } from '../state/displayed-results.js';
import { widthPicture } from './pictures.js';
import { SessionView } from './session-view.js';
import { base, figures, placeholders } from './styles.js';

export class WidthView extends SessionView {
  static styles = [base, figures, placeholders];

  get pictures() {
    const { wasm, displayedExperiment } = this.session;
    return wasm && displayedExperiment ? [widthPicture(wasm, displayedExperiment, displayedResults(this.session))] : [];
  }

  /** Why there is nothing to see yet. */
  #empty() {
    const { displayedExperiment, experiment } = this.session;
    if (!displayedExperiment || !experiment) return '';
    const widths = (/** @type {import('../wasm/page/page.js').Experiment} */ of) => of.toFields().grid.N?.length ?? 0;
    // Recorded earlier, or trained here.
    if (displayedResults(this.session).length > 0 && widths(displayedExperiment) > 1) return '';
    if (widths(experiment) === 0) return 'This Transformer has no hidden width: choose another under Model.';
    if (widths(experiment) === 1)
      return html`<span>One width makes no line.
        <button class="link" @click=${() => this.dispatchEvent(new CustomEvent('preset', { detail: 'width' }))}>Open the width sweep</button>,
        or give several hidden widths N in All settings, under Model.</span>`;
    return 'Nothing trained yet: press Train.';
  }

  render() {
    return this.figure('width', this.pictures[0] ?? null, {
      empty: this.#empty(),
      caption: html`A straight line on these axes is a power law. A negative slope says how fast the error falls as the network gets wider; a positive one that it rises, as it may where wide networks would need more steps.`,
      label: 'Error against hidden width',
    });
  }
}

customElements.define('headcount-width', WidthView);
