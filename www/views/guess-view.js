// Guess: where the reader commits to the D of a mystery and sees whether it was right. The sentence
// comes from the wasm (crate/lab/src/mystery.rs).
import { css, html, nothing } from 'lit';
import { sentenceOf } from '../api/checks.js';
import { mysteryLink } from '../state/address.js';
import { countGuesses } from '../state/class-guesses.js';
import { copy } from './files.js';
import { counted } from './number-format.js';
import { SessionView } from './session-view.js';
import { base, disclosures } from './styles.js';

const MOST = 32;

/** Copies a text, and says what became of that. @param {string} text */
const copied = (text) => copy(text).then(() => 'Copied.', sentenceOf);

export class GuessView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    disclosures,
    css`
    .ask, .judgement { display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; min-height: 64px; margin: 0; padding: 8px 14px; border: 1px solid var(--accent); border-radius: 10px; }
    label { font-weight: 600; }
    .ask input { width: 3.5em; min-height: 44px; }
    button { padding: 0 14px; }
    .ask p { margin: 0; color: var(--quiet); font-size: 0.9rem; }
    .judgement { font-weight: 600; }
    .judgement p { margin: 0; }
    .code { font-weight: 400; }
    code { font-size: 1.05em; user-select: all; }
    details { max-width: 40em; font-size: 0.9rem; }
    textarea { box-sizing: border-box; width: 100%; min-height: 5em; font: inherit; color: inherit; background: none; border: 1px solid var(--edge); border-radius: 8px; }
    td { padding: 2px 12px 2px 0; font-variant-numeric: tabular-nums; }
  `,
  ];
  static properties = {
    ...SessionView.properties,
    problem: { state: true },
    message: { state: true },
    linkMessage: { state: true },
    pasted: { state: true },
  };

  constructor() {
    super();
    /** What is wrong with the guess. */
    this.problem = '';
    /** What became of copying the code. */
    this.message = '';
    /** What became of copying the link. */
    this.linkMessage = '';
    /** The codes of a class, as they were pasted. */
    this.pasted = '';
  }

  async #commit() {
    const { session } = this;
    const guess = Number(this.renderRoot.querySelector('input')?.value.trim() || NaN);
    const isValid = Number.isInteger(guess) && guess >= 1 && guess <= MOST;
    this.problem = !isValid
      ? `Guess a whole number from 1 to ${MOST}.`
      : session.training.isBusy
        ? 'Training goes on: wait for its end, or stop it.'
        : '';
    if (this.problem) return;
    session.guess(guess);
    await this.updateComplete;
    // The button goes; the focus must not.
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.judgement'))?.focus();
  }

  render() {
    const { judgement } = this.session;
    if (judgement)
      return html`<div class="judgement" tabindex="-1" role="status"><p>${judgement}</p>${this.#code()}</div>${this.#class()}`;
    const pressed = (/** @type {KeyboardEvent} */ { key }) => key === 'Enter' && this.#commit();
    // No form: sandboxed frames, in which the element may be, submit none.
    return html`<div class="ask" role="group" aria-label="Guess">
      <label for="guess">Your guess: D =</label>
      <input id="guess" type="text" inputmode="numeric" autocomplete="off" aria-describedby="message" aria-invalid=${this.problem !== ''} @keydown=${pressed} />
      <button @click=${() => this.#commit()}>Commit</button>
      <p id="message" role="status">${this.problem || 'D is shown once you commit, and not before.'}</p>
    </div>${this.#class()}`;
  }

  /** The guess for whoever counts those of a class. */
  #code() {
    const { classCode } = this.session;
    if (!classCode) return nothing;
    const press = async () => {
      this.message = await copied(classCode);
    };
    return html`<p class="code">In a class? Your code: <code>${classCode}</code>
      <button class="small" @click=${press}>Copy code</button> ${this.message}</p>`;
  }

  /** Where a lecturer counts the guesses of a class. */
  #class() {
    const { guesses, foreign } = countGuesses(this.session.mysteryWord, this.pasted);
    const all = guesses.reduce((sum, { count }) => sum + count, 0);
    const strange = foreign ? ` ${counted(foreign, 'code is', 'codes are')} not of this mystery, or mistyped.` : '';
    const copyLink = async () => {
      this.linkMessage = await copied(mysteryLink(this.session.mysteryWord));
    };
    return html`<details><summary>Count the guesses of a class</summary>
      <p>Send everybody the same link. Who has guessed is given a code; paste all of them here, with whatever stands around them.</p>
      <p><button class="small" @click=${copyLink}>Copy link for the class</button> <span role="status">${this.linkMessage}</span></p>
      <label>Codes <textarea .value=${this.pasted} @input=${(/** @type {Event} */ { target }) => {
        this.pasted = /** @type {HTMLTextAreaElement} */ (target).value;
      }}></textarea></label>
      <p class="tally" role="status">${all || foreign ? `${counted(all, 'guess', 'guesses')}.${strange}` : ''}</p>
      <table><tbody>${guesses.map(
        ({ guess, count }) => html`<tr><td>D = ${guess}</td><td>${count}</td>
        <td><progress max=${all} value=${count} aria-hidden="true"></progress></td></tr>`,
      )}</tbody></table>
    </details>`;
  }
}

customElements.define('headcount-guess', GuessView);
