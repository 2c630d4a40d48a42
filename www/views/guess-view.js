// Guess: where the reader commits to the D of a mystery, and is told. What is said comes from the
// wasm (crate/lab/src/mystery.rs).
import { css, html } from 'lit';
import { parts } from './styles.js';
import { SessionView } from './session-view.js';

export class GuessView extends SessionView {
  static live = false;
  static styles = [parts, css`
    form, .judged { display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; min-height: 64px; margin: 0; padding: 8px 14px; border: 1px solid var(--accent); border-radius: 10px; }
    label { font-weight: 600; }
    input { width: 3.5em; min-height: 44px !important; }
    button { padding: 0 14px; }
    form p { margin: 0; color: var(--quiet); font-size: 0.9rem; }
    .judged { font-weight: 600; }
  `];
  static properties = { ...SessionView.properties, told: { state: true } };

  constructor() {
    super();
    /** What is wrong with the guess. */
    this.told = '';
  }

  /** @param {SubmitEvent} event */
  async #commit(event) {
    event.preventDefault();
    const { session } = this;
    const guess = Number(this.renderRoot.querySelector('input')?.value.trim() || NaN);
    const sound = Number.isInteger(guess) && guess >= 1 && guess <= 32;
    this.told = !sound ? 'Guess a whole number from 1 to 32.' : session.busy ? 'Training goes on: wait for its end, or stop it.' : '';
    if (this.told) return;
    session.guess(guess);
    await this.updateComplete;
    // The button goes; the focus must not.
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.judged'))?.focus();
  }

  render() {
    const { judged } = this.session;
    if (judged) return html`<p class="judged" tabindex="-1" role="status">${judged}</p>`;
    return html`<form @submit=${(event) => this.#commit(event)}>
      <label for="guess">Your guess: D =</label>
      <input id="guess" type="text" inputmode="numeric" autocomplete="off" aria-describedby="told" aria-invalid=${this.told !== ''} />
      <button>Commit</button>
      <p id="told" role="status">${this.told || 'D is shown once you commit, and not before.'}</p>
    </form>`;
  }
}

customElements.define('headcount-guess', GuessView);
