// Rank: the two cliffs side by side. Too few heads for the targets of a task (paper 1), and too
// many heads for the size that they share (paper 2). Below them, how far many small heads come.
import { html } from 'lit';
import { displayedResults, fromCompared, nearest } from '../state/displayed-results.js';
import { transitionPicture } from './pictures.js';
import { PAPERS_D, RandomHeads } from './random-heads.js';
import { SessionView } from './session-view.js';
import { base, figures, placeholders } from './styles.js';

const SIDES = /** @type {const} */ ([
  { id: 'few', hasDimension: true, title: 'Too few: each head finds one thing' },
  { id: 'many', hasDimension: false, title: 'Too many: heads share one size' },
]);

export class RankView extends SessionView {
  static styles = [base, figures, placeholders];

  /** @type {RandomHeads | null} */
  #randomHeads = null;
  /** The number of dimensions of an experiment, looked up once. @type {{ experiment: unknown, d: number }} */
  #size = { experiment: null, d: PAPERS_D };

  /** Whether the results trained in this tab belong to this side. @param {boolean} hasDimension */
  #isTrainedHere(hasDimension) {
    const { displayedExperiment, training } = this.session;
    return training.verdict !== null && displayedExperiment?.hasDimension === hasDimension;
  }

  /** What was trained here where it belongs to this side, else what was recorded. @param {boolean} hasDimension */
  #side(hasDimension) {
    const { displayedExperiment, compared, whySecret } = this.session;
    if (displayedExperiment && this.#isTrainedHere(hasDimension))
      return { experiment: displayedExperiment, results: displayedResults(this.session) };
    // A recorded D beside a mystery would be taken for its own.
    if (hasDimension && whySecret) return null;
    const fitting = compared.list.filter(({ isOwn, experiment }) => !isOwn && experiment.hasDimension === hasDimension);
    const recorded = (displayedExperiment && nearest(displayedExperiment, fitting)[0]) ?? fitting[0];
    return recorded ? { experiment: recorded.experiment, results: [fromCompared(recorded)] } : null;
  }

  get #sides() {
    const { wasm } = this.session;
    return SIDES.map(({ hasDimension, title }) => {
      const side = wasm && this.#side(hasDimension);
      return side ? transitionPicture(wasm, side.experiment, side.results, {}, title) : null;
    });
  }

  /** The number of dimensions of paper 2's task, as it is beside this; the paper's own where none is. */
  get #dimensions() {
    const experiment = this.#side(false)?.experiment ?? null;
    if (this.#size.experiment !== experiment) this.#size = { experiment, d: experiment?.toFields().task.d ?? PAPERS_D };
    return this.#size.d;
  }

  /** Error against the number of random heads of rank 1. */
  get #random() {
    const { wasm } = this.session;
    if (!wasm) return null;
    this.#randomHeads ??= new RandomHeads(wasm, () => this.requestUpdate());
    return this.#randomHeads.picture([this.#dimensions, PAPERS_D]);
  }

  get pictures() {
    const [few, many] = this.#sides;
    const both = this.session.displayedExperiment?.hasDimension ? [few, many] : [many, few];
    return [...both, this.#random].filter((picture) => picture !== null);
  }

  render() {
    const [few, many] = this.#sides;
    const origin = (/** @type {boolean} */ hasDimension) =>
      this.#isTrainedHere(hasDimension) ? 'Filled: trained in this tab.' : 'Recorded earlier.';
    return html`<div class="pair">
      ${this.figure(SIDES[0].id, few, { caption: html`Paper 1: from h = D on, the error falls. ${origin(true)}`, empty: few ? '' : 'Nothing trained yet.' })}
      ${this.figure(SIDES[1].id, many, { caption: html`Paper 2: h heads share the token’s size d, so each has rank d/h, and one full head beats many small ones. ${origin(false)}`, empty: many ? '' : 'Nothing trained yet: take the preset “Too many heads”.' })}
      ${this.figure('random-heads', this.#random, { caption: html`Paper 2’s formula, without training: each small head makes one number of a token, with random weights, and compares those; all their answers are added up as well as can be (five random draws, shaded from the best to the worst). Circled: d of them, which have as many parameters as one full head for tokens of d numbers. Even many more still miss; one full head does not miss at all.` })}
    </div>`;
  }
}

customElements.define('headcount-rank', RankView);
