// Guess: where the reader commits to the D of a mystery and sees whether it was right. The sentence
// comes from the wasm (crate/lab/src/mystery.rs).
import { css, html } from 'lit';
import { SessionView } from './session-view.js';
import { base } from './styles.js';

const MOST = 32;

export class GuessView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    css`
    form, .judgement { display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; min-height: 64px; margin: 0; padding: 8px 14px; border: 1px solid var(--accent); border-radius: 10px; }
    label { font-weight: 600; }
    form input[type='text'] { width: 3.5em; min-height: 44px; }
    button { padding: 0 14px; }
    form p { margin: 0; color: var(--quiet); font-size: 0.9rem; }
    .judgement { font-weight: 600; }
  `,
  ];
  static properties = { ...SessionView.properties, problem: { state: true } };

  constructor() {
    super();
    /** What is wrong with the guess. */
    this.problem = '';
  }

  /** @param {SubmitEvent} event */
  async #commit(event) {
    event.preventDefault();
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
    if (judgement) return html`<p class="judgement" tabindex="-1" role="status">${judgement}</p>`;
    return html`<form @submit=${(/** @type {SubmitEvent} */ event) => this.#commit(event)}>
      <label for="guess">Your guess: D =</label>
      <input id="guess" type="text" inputmode="numeric" autocomplete="off" aria-describedby="message" aria-invalid=${this.problem !== ''} />
      <button>Commit</button>
      <p id="message" role="status">${this.problem || 'D is shown once you commit, and not before.'}</p>
    </form>`;
  }
}

customElements.define('headcount-guess', GuessView);
