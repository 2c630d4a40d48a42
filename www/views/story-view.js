// <headcount-story>: the story in six steps, as a strip below the picture: one question at a time, which
// is answered by running it. What a step says is in content/story.js. The playground sets what a step is
// about; this only tells it.
//
// Events: 'step' (detail: the step to go to, counted from 0, or -1 to leave), 'run' (detail: what to run).
import { css, html, LitElement, nothing } from 'lit';
import { story } from '../content/story.js';
import { base } from './styles.js';

export class StoryView extends LitElement {
  static styles = [
    base,
    css`
    :host { display: block; margin: 10px 0 14px; border-top: 1px solid var(--line); }
    ol { display: flex; gap: 4px; margin: 0; padding: 0; list-style: none; overflow-x: auto; scrollbar-width: none; }
    li { flex: 1; }
    li button { width: 100%; min-height: 40px; padding: 0 8px; border: 0; border-top: 3px solid transparent; border-radius: 0; color: var(--quiet); background: none; font-size: 0.9em; text-align: left; white-space: nowrap; }
    li button[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
    .step { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px 20px; align-items: start; min-height: 120px; padding: 4px 8px; }
    p { max-width: 65ch; margin: 0 0 8px; font: 1.1em/1.45 var(--serif, serif); }
    .choices { display: flex; flex-wrap: wrap; gap: 8px; }
    .choices button { font-size: 0.9em; }
    .choices button[aria-pressed='true'] { border-color: var(--accent); -webkit-text-stroke: 0.5px; }
    .go { display: flex; gap: 6px; align-items: center; color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .go button { min-height: 40px; padding: 0 12px; }
    .leave { border: 0; background: none; text-decoration: underline; }
    @media (max-width: 700px) {
      .step { grid-template-columns: minmax(0, 1fr); min-height: 250px; }
      li { flex: none; }
    }
  `,
  ];
  static properties = {
    /** The step that is told, counted from 0. */
    step: { type: Number },
    /** What the reader has chosen at this step. */
    chosen: { state: true },
    hasRun: { state: true },
    isTraining: { attribute: false },
  };

  constructor() {
    super();
    this.step = 0;
    this.chosen = '';
    this.hasRun = false;
    /** Whether something is being trained. Set by the owner. */
    this.isTraining = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('step')) [this.chosen, this.hasRun] = ['', false];
  }

  /** @param {number} step */
  #go(step) {
    this.dispatchEvent(new CustomEvent('step', { detail: step }));
  }

  /** @param {string} choice */
  #choose(choice) {
    this.chosen = choice;
  }

  #run() {
    this.hasRun = true;
    this.dispatchEvent(new CustomEvent('run', { detail: story[this.step].run }));
  }

  #answer() {
    const { choices, right, run, answer } = story[this.step];
    const isAnswered = choices ? this.chosen !== '' : true;
    const hasSeen = run ? this.hasRun : isAnswered;
    // What a training shows is said once it has been seen.
    if (!isAnswered || !hasSeen || (run === 'train' && this.isTraining)) return nothing;
    const verdict = !choices
      ? ''
      : this.chosen === right
        ? 'You were right. '
        : `You said: ${this.chosen.toLowerCase()}. `;
    return html`<p role="status">${verdict}${answer}</p>`;
  }

  render() {
    const { question, choices, run, button } = story[this.step];
    const isLast = this.step === story.length - 1;
    const mayRun = run && (!choices || this.chosen !== '');
    return html`<nav aria-label="The story in six steps"><ol>${story.map(
      ({ name }, i) =>
        html`<li><button aria-current=${i === this.step ? 'step' : nothing} @click=${() => this.#go(i)}>${i + 1} ${name}</button></li>`,
    )}</ol></nav>
    <div class="step">
      <div>
        <p>${question}</p>
        <div class="choices">
          ${(choices ?? []).map((choice) => html`<button class="small" aria-pressed=${this.chosen === choice} @click=${() => this.#choose(choice)}>${choice}</button>`)}
          ${mayRun ? html`<button class="small" @click=${() => this.#run()}>${button}</button>` : nothing}
        </div>
        ${this.#answer()}
      </div>
      <div class="go">
        <button aria-label="Step back" aria-disabled=${this.step === 0} @click=${() => this.step > 0 && this.#go(this.step - 1)}>‹</button>
        ${this.step + 1} of ${story.length}
        <button aria-label=${isLast ? 'To the mystery' : 'Next step'} @click=${() => this.#go(this.step + 1)}>${isLast ? 'Mystery' : '›'}</button>
        <button class="leave" @click=${() => this.#go(-1)}>Skip the story</button>
      </div>
    </div>`;
  }
}

customElements.define('headcount-story', StoryView);
