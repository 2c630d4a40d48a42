// Rank: the two cliffs side by side. Too few heads for the features of a task (paper 1), and too
// many heads for the size that they share (paper 2).
import { html } from 'lit';
import { fromGhost, resultsOf, transition } from '../state/pictures.js';
import { hasDimension } from '../content/properties.js';
import { SessionView } from './session-view.js';

const SIDES = /** @type {const} */ ([
  { id: 'few', dimension: true, title: 'Too few: each head finds one thing' },
  { id: 'many', dimension: false, title: 'Too many: heads share one size' },
]);

export class RankView extends SessionView {
  /** What was trained here where it belongs to this side, else what was recorded. @param {boolean} dimension */
  #side(dimension) {
    const { shown, verdict, ghosts, secret } = this.session;
    if (shown && verdict && hasDimension(shown.task.kind) === dimension) return { experiment: shown, results: resultsOf(this.session) };
    // A recorded D beside a mystery would be taken for its own.
    if (dimension && secret) return null;
    const ghost = ghosts.find(({ own, results }) => !own && hasDimension(results.experiment.task.kind) === dimension);
    return ghost ? { experiment: ghost.results.experiment, results: [fromGhost(ghost)] } : null;
  }

  get #pictures() {
    const { charts } = this.session;
    return SIDES.map(({ dimension, title }) => {
      const side = charts && this.#side(dimension);
      return side ? transition(charts, side.experiment, side.results, { title }) : null;
    });
  }

  get pictures() {
    const [few, many] = this.#pictures;
    const shown = this.session.shown && hasDimension(this.session.shown.task.kind);
    return [...(shown ? [few, many] : [many, few])].filter((picture) => picture !== null);
  }

  render() {
    const pictures = this.#pictures;
    const here = (dimension) => (this.session.verdict && this.session.shown && hasDimension(this.session.shown.task.kind) === dimension
      ? 'Filled: trained in this tab.' : 'Recorded earlier.');
    return html`<div class="pair">
      ${this.figure(SIDES[0].id, pictures[0], { caption: html`Paper 1: from h = D on, the error falls. ${here(true)}`, empty: pictures[0] ? '' : 'Nothing trained yet.' })}
      ${this.figure(SIDES[1].id, pictures[1], { caption: html`Paper 2: h heads share the token’s size d, so each has rank d/h, and one full head beats many small ones. ${here(false)}`, empty: pictures[1] ? '' : 'Nothing trained yet: take the preset “Too many heads”.' })}
    </div>`;
  }
}

customElements.define('headcount-rank', RankView);
