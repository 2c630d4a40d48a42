// Width: error against hidden width N, with the slopes that the wasm fitted.
import { html } from 'lit';
import { resultsOf, width } from '../state/pictures.js';
import { SessionView } from './session-view.js';

export class WidthView extends SessionView {
  get pictures() {
    const { shown } = this.session;
    return shown ? [width(shown, resultsOf(this.session))] : [];
  }

  /** Why there is nothing to see yet. */
  #empty() {
    const { shown, experiment, verdict } = this.session;
    if (!shown || !experiment) return '';
    const widths = (/** @type {any} */ { grid }) => grid.N?.length ?? 0;
    if (verdict && widths(shown) > 1) return '';
    if (widths(experiment) === 0) return 'This Transformer has no hidden width: choose another under Model.';
    if (widths(experiment) === 1) return 'One width makes no line: give several hidden widths N under Model, or take the preset “Width sweep”.';
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
