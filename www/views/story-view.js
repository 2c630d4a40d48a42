// <headcount-story>: the story in six steps, as a strip below the picture: one question at a time, which
// is answered by running it. What a step says is in content/story.js. The playground sets what a step is
// about, and runs it; this only tells it, and gives the answer once there was something to see.
//
// Events: 'step' (detail: the step to go to, counted from 0, or -1 to leave), 'run' (detail: what to run), 'lab' (to
// leave for all settings, at the last step).
import { css, html, nothing } from 'lit';
import { COMPARE, story, USUAL_COMPARISON } from '../content/story.js';
import { comparisons } from '../state/prediction.js';
import { SessionView } from './session-view.js';
import { base } from './styles.js';
import { timeWords } from './training-words.js';

/** @typedef {import('../state/navigation.js').Navigation} Navigation */

/** A training that takes as long, in seconds, says so before it is begun. */
const LONG = 5;

export class StoryView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    css`
    :host { display: block; margin: 10px 0 14px; border-top: 1px solid var(--line); }
    ol { display: flex; gap: 4px; margin: 0; padding: 0; list-style: none; overflow-x: auto; scrollbar-width: none; }
    li { flex: 1; }
    li button { width: 100%; min-height: 40px; padding: 0 8px; border: 0; border-top: 3px solid transparent; border-radius: 0; color: var(--quiet); background: none; font-size: 0.9em; text-align: left; white-space: nowrap; }
    li button[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
    .step { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px 20px; align-items: start; min-height: 120px; padding: 4px 8px; }
    p { max-width: 56ch; margin: 0 0 8px; font: 1.1em/1.45 var(--serif, serif); text-wrap: pretty; }
    .choices { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 8px; }
    .choices button { font-size: 0.9em; }
    .choices button[aria-pressed='true'] { border-color: var(--accent); -webkit-text-stroke: 0.5px; }
    .go { display: flex; gap: 6px; align-items: center; color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .go button { min-height: 40px; padding: 0 12px; }
    .leave { border: 0; background: none; text-decoration: underline; }
    /* Room for what a training will have shown: it comes when the training ends, and nothing moves. */
    .later { visibility: hidden; }
    /* In a hall arrows go through it, and the question takes the whole width. */
    :host([compact]) { margin: 0; }
    :host([compact]) :is(ol, .leave) { display: none; }
    :host([compact]) .step { min-height: 9.5em; padding: 4px 0 0; }
    :host([compact]) p { max-width: none; margin-bottom: 6px; font-size: 1em; line-height: 1.3; }
    :host([compact]) .choices { margin-bottom: 6px; }
    @media (max-width: 700px) {
      /* The names of the steps take a row that the question needs. */
      ol { display: none; }
      .step { grid-template-columns: minmax(0, 1fr); min-height: 0; }
      /* Where it is at every step, however long that is. */
      .go { order: -1; }
    }
  `,
  ];
  static properties = {
    ...SessionView.properties,
    navigation: { attribute: false },
    /** The step that is told, counted from 0. */
    step: { attribute: false },
    /** What the reader has chosen at this step. */
    chosen: { state: true },
    /** Whether there was something to see that answers it. */
    isSeen: { state: true },
  };
  /** Whether what answers this step has been seen to train. */
  #hasTrained = false;
  /** The list that the machines were shown when this step began. @type {unknown} */
  #listBefore = null;

  constructor() {
    super();
    // Set by the owner before this is connected.
    this.navigation = /** @type {Navigation} */ (/** @type {unknown} */ (null));
    this.step = 0;
    this.chosen = '';
    this.isSeen = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.session.machines.addEventListener('change', this.#followMachines);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.session.machines.removeEventListener('change', this.#followMachines);
  }

  #followMachines = () => {
    const { isEdited, sequence } = this.session.machines;
    if (story[this.step].run === 'drag' && isEdited && sequence !== this.#listBefore) this.isSeen = true;
    this.requestUpdate();
  };

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('step')) {
      [this.chosen, this.isSeen, this.#hasTrained] = ['', false, false];
      this.#listBefore = this.session.machines.sequence;
    }
    this.#followTraining();
    const isAnswered = (changed.has('chosen') && this.chosen) || (changed.has('isSeen') && this.isSeen);
    // Whoever has answered knows the story, and may close the page before its end.
    if (isAnswered) this.navigation.noteStory();
  }

  /** What a training shows is seen at its end, by whatever button: the one above the picture and the space bar train, too. */
  #followTraining() {
    if (!this.#isTrained) return;
    const { stepTraining } = this.navigation;
    const isPredicted = this.#isPredicted && this.session.prediction.isMade;
    if (stepTraining === 'training') {
      this.#hasTrained = true;
      // It is compared anew.
      if (isPredicted) this.isSeen = false;
    }
    if (stepTraining === 'trained' && (this.#hasTrained || isPredicted)) this.isSeen = true;
  }

  /** Whether a training answers the step. */
  get #isTrained() {
    return story[this.step].run === 'train' || this.#isPredicted;
  }

  /** Whether it is held against what the reader has drawn. */
  get #isPredicted() {
    return story[this.step].run === 'predict';
  }

  /** @param {number} step */
  #go(step) {
    this.dispatchEvent(new CustomEvent('step', { detail: step }));
  }

  /** @param {'train' | 'drag' | 'silence' | 'predict'} [what] */
  #run(what = story[this.step].run) {
    // What a training shows is said once it has been seen.
    if (!this.#isTrained) this.isSeen = true;
    this.dispatchEvent(new CustomEvent('run', { detail: what }));
  }

  /** Whether what answers the step cannot be run now. */
  get #isOff() {
    const { canTrain, training, experiment, machines, prediction } = this.session;
    const { run } = story[this.step];
    if (run === 'train') return !canTrain;
    if (run === 'silence') return !machines.sides.enough.shown;
    return !experiment || training.isBusy || prediction.isDrawing;
  }

  /** What can be pressed to have the answer, once the reader has guessed where that is asked. */
  #buttons() {
    const show = () => {
      this.isSeen = true;
    };
    const { choices, button, mayAsk } = story[this.step];
    if (choices && !this.chosen) return nothing;
    return html`${button ? this.#button(`${button}${this.#time}`, this.#isOff, () => this.#run()) : nothing}
      ${mayAsk ? this.#button('Show the answer', this.isSeen, show) : nothing}${this.#compareButton()}`;
  }

  /** Once something is predicted: what it is held against. */
  #compareButton() {
    const { prediction, canTrain } = this.session;
    if (!this.#isPredicted || !prediction.isMade) return nothing;
    return this.#button(COMPARE, !canTrain, () => this.#run('train'));
  }

  /** @param {string} words @param {boolean} isOff @param {() => void} press */
  #button(words, isOff, press) {
    return html`<button class="small" aria-disabled=${isOff} @click=${() => isOff || press()}>${words}</button>`;
  }

  /** How long a training takes, where nobody would wait for it unasked. */
  get #time() {
    const { session } = this;
    const isLong = story[this.step].run === 'train' && (session.secondsToTrain ?? 0) >= LONG;
    return isLong ? ` (${timeWords(session)})` : '';
  }

  /** What the reader had said, beside what there was to see. */
  get #verdict() {
    const { choices, right } = story[this.step];
    if (this.#isPredicted) return this.#measured;
    if (!choices) return '';
    return this.chosen === right ? 'You were right. ' : `You said: ${this.chosen.toLowerCase()}. `;
  }

  /** Where the error fell and, where one was drawn, how far off the prediction was. */
  get #measured() {
    const [compared] = comparisons(this.session);
    const sentence = compared?.[1] ?? this.session.training.verdict?.sentence;
    return sentence ? `${sentence} ` : '';
  }

  #answer() {
    const { choices, answer } = story[this.step];
    const { isDrawing } = this.session.prediction;
    if ((choices && !this.chosen) || isDrawing) return nothing;
    if (this.isSeen) return html`<p role="status">${this.#verdict}${answer}</p>`;
    // What a training shows is said once it has been seen; its room is there before.
    const before = this.#isPredicted ? `${USUAL_COMPARISON} ` : this.#verdict;
    return this.#hasTrained ? html`<p class="later" aria-hidden="true">${before}${answer}</p>` : nothing;
  }

  /** A button that goes to a step, while it may be gone to. @param {number} step @param {unknown} words @param {{ label?: string, isCurrent?: boolean }} [about] */
  #goButton(step, words, { label, isCurrent = false } = {}) {
    const isOff = step < 0 || !this.navigation.mayTell(step);
    return html`<button aria-label=${label ?? nothing} aria-current=${isCurrent ? 'step' : nothing} aria-disabled=${isOff} @click=${() => isOff || this.#go(step)}>${words}</button>`;
  }

  render() {
    const { question, choices } = story[this.step];
    const isLast = this.step === story.length - 1;
    const choose = (/** @type {string} */ choice) => () => {
      this.chosen = choice;
    };
    return html`<nav aria-label="The story in six steps"><ol>${story.map(
      ({ name }, i) => html`<li>${this.#goButton(i, `${i + 1} ${name}`, { isCurrent: i === this.step })}</li>`,
    )}</ol></nav>
    <div class="step">
      <div>
        <p>${question}</p>
        <div class="choices">
          ${(choices ?? []).map((choice) => html`<button class="small" aria-pressed=${this.chosen === choice} @click=${choose(choice)}>${choice}</button>`)}
          ${this.#buttons()}
        </div>
        ${this.#answer()}
      </div>
      <div class="go">
        ${this.#goButton(this.step - 1, '‹', { label: 'Step back' })}
        ${this.step + 1} of ${story.length}
        ${this.#goButton(this.step + 1, isLast ? 'Mystery' : '›', { label: isLast ? 'To the mystery' : 'Next step' })}
        ${
          isLast
            ? html`<button class="leave" @click=${() => this.dispatchEvent(new CustomEvent('lab'))}>To the full lab</button>`
            : html`<button class="leave" @click=${() => this.#go(-1)}>Skip the story</button>`
        }
      </div>
    </div>`;
  }
}

customElements.define('headcount-story', StoryView);
