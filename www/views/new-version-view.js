// What a reader is told when another version of the page has been published meanwhile: that a part of this one could
// not be loaded, or, where the browser keeps the page for use without a network, that the newer one is there. One
// notice for both. Fetched with what stands around the first chart: later, nothing more may be there to load.
import { css, html, nothing } from 'lit';
import { isReplaced } from '../state/new-version.js';
import { keepForOffline, takeNewVersion } from '../state/offline.js';
import { SessionView } from './session-view.js';
import { alerts, base } from './styles.js';

const SENTENCE =
  'A new version of this page has been published, and files of the one in this tab are gone. Reload to go on: what you trained is kept in this browser.';

const OFFER = 'A new version of this page is there. Loading it keeps what you trained, and a training can go on.';

/** When nothing more urgent is to be done. @param {() => void} act */
const whenIdle = (act) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act, 1000);

export class NewVersionView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    alerts,
    css`.calm { border-color: var(--line); color: var(--ink); background: var(--raised); }`,
  ];
  static properties = { ...SessionView.properties, isReplaced: { state: true }, isOffered: { state: true } };

  /** The errors at which the host was asked last. */
  #askedAt = '';
  #isKept = false;

  constructor() {
    super();
    this.isReplaced = false;
    /** Whether a newer version waits to be taken. */
    this.isOffered = false;
  }

  connectedCallback() {
    super.connectedCallback();
    // Dispatched by vite's code around every import(), and only where that failed.
    window.addEventListener('vite:preloadError', this.#ask);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener('vite:preloadError', this.#ask);
  }

  #ask = async () => {
    this.isReplaced ||= await isReplaced();
  };

  updated() {
    const { engine, training, loadError } = this.session;
    // Engines and their Workers fail with these, for whatever reason.
    const errors = [engine.error, training.error, loadError].join('');
    if (errors && errors !== this.#askedAt) this.#ask();
    this.#askedAt = errors;
    // The engine is there: nothing that the reader waits for is fetched any more.
    if (!this.#isKept && engine.info) {
      this.#isKept = true;
      whenIdle(() =>
        keepForOffline(() => {
          this.isOffered = true;
        }),
      );
    }
  }

  async #reload() {
    await this.session.training.saveNow();
    await takeNewVersion();
    location.reload();
  }

  render() {
    if (!this.isReplaced && !this.isOffered) return nothing;
    if (!this.isReplaced)
      return html`<div class="alert calm" role="status">${OFFER} <button @click=${() => this.#reload()}>Load it</button></div>`;
    return html`<div class="alert" role="alert">${SENTENCE} <button @click=${() => this.#reload()}>Reload</button></div>`;
  }
}

customElements.define('headcount-new-version', NewVersionView);
