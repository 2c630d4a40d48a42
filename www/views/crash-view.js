// <headcount-crash>: what the page shows once a training was given up: what happened, what is left of
// it, what the reader can do, and a report to copy. How to go on from the last checkpoint is offered by
// the resume banner beside it.
import { css, html, LitElement, nothing } from 'lit';
import { crashReport } from '../state/crash-report.js';
import { inReadersWords } from '../state/readers-words.js';
import { copy, saveResults } from './files.js';
import { whole } from './number-format.js';
import { base } from './styles.js';

/** @typedef {import('../state/session.js').Session} Session */

export class CrashView extends LitElement {
  static properties = { session: { attribute: false }, copied: { state: true } };

  static styles = [
    base,
    css`
    section { margin: 12px 0; padding: 14px 18px 16px; border: 1px solid var(--alert); border-radius: 10px; }
    h2 { margin: 0 0 6px; font-size: 1.1rem; color: var(--alert); }
    p { margin: 0 0 10px; max-width: 46rem; overflow-wrap: anywhere; }
    .actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
    .actions button { min-height: 40px; padding: 0 14px; font-size: 0.95rem; }
    details { margin-top: 10px; }
    summary { cursor: pointer; color: var(--quiet); }
    pre { margin: 8px 0 0; padding: 10px 12px; overflow-x: auto; border: 1px solid var(--edge); border-radius: 8px; font-size: 0.8125rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  `,
  ];

  constructor() {
    super();
    // Set by the playground before this is connected.
    this.session = /** @type {Session} */ (/** @type {unknown} */ (null));
    this.copied = '';
  }

  /** As it was when the training was given up: what is copied is what is read. */
  #report = '';

  willUpdate() {
    this.#report ||= crashReport(this.session);
  }

  async #copy() {
    try {
      await copy(this.#report);
      this.copied = 'Copied.';
    } catch {
      this.copied = 'The browser does not let this page copy: select the text below.';
      /** @type {HTMLDetailsElement} */ (this.renderRoot.querySelector('details')).open = true;
    }
  }

  render() {
    const { training, engine, canTrain } = this.session;
    const { progress, error, outcome } = training;
    const onGpu = engine.choice === 'webgpu' || engine.info?.kind === 'webgpu';
    const useCpu = async () => {
      await engine.choose('cpu');
      await this.session.train();
    };
    return html`<section role="alert" aria-label="The training was given up">
      <h2>The training was given up</h2>
      <p>${inReadersWords(error)}</p>
      <p>${progress ? `It had come to ${whole(progress.step)} of ${whole(progress.steps)} steps; the charts show how far. ` : ''}Nothing
        else on this page is affected.</p>
      <div class="actions">
        <button class="primary" aria-disabled=${!canTrain} @click=${() => canTrain && this.session.train()}>Train from the start</button>
        ${onGpu ? html`<button @click=${useCpu}>Train on the CPU</button>` : nothing}
        ${outcome ? html`<button @click=${() => saveResults(this.session)}>Export results</button>` : nothing}
        <button @click=${() => this.#copy()}>Copy report</button>
        <span role="status">${this.copied}</span>
      </div>
      <details><summary>What the report says</summary><pre>${this.#report}</pre></details>
    </section>`;
  }
}

customElements.define('headcount-crash', CrashView);
