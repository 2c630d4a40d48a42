// The menu of what can be exported, and the button that imports. Files themselves are made in
// files.js.
import { html, nothing } from 'lit';
import { copy, nameOf, pngOf, save, saveResults, svgOf } from './files.js';
import { sentenceOf } from '../state/session.js';
import { SessionView } from './session-view.js';

export class FilesView extends SessionView {
  static live = false;
  static properties = { ...SessionView.properties, pictured: { attribute: false }, run: { state: true }, told: { state: true }, open: { state: true } };

  constructor() {
    super();
    /** Asks for the pictures of the view that is open. @type {() => import('../state/pictures.js').Picture[]} */
    this.pictured = () => [];
    /** The run whose model is exported. */
    this.run = 0;
    /** What was done, for a moment. */
    this.told = '';
    this.open = false;
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('click', this.#outside);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('click', this.#outside);
  }

  /** @param {Event} event */
  #outside = (event) => {
    if (!event.composedPath().includes(this)) this.open = false;
  };

  /** Runs an export and says how it went. @param {string} name @param {() => unknown} make */
  async #do(name, make) {
    try {
      await make();
      this.told = `${name}: done.`;
    } catch (error) {
      this.told = sentenceOf(error);
    }
  }

  /** @param {string} name @param {string} why  why it cannot be had now; '' if it can @param {() => unknown} make */
  #item(name, why, make) {
    return html`<button aria-disabled=${why !== ''} title=${why} @click=${() => (why ? (this.told = why) : this.#do(name, make))}>${name}</button>`;
  }

  async #model() {
    const lab = await this.session.lab;
    if (!lab) return;
    const trained = await lab.trained(this.run);
    save(`${nameOf(trained.run)}.safetensors`, /** @type {any} */ (await trained.toSafetensors()), 'application/octet-stream');
    trained.dispose();
  }

  #menu() {
    const { session } = this;
    const charts = /** @type {any} */ (session.charts);
    const { outcome, shown, secret } = session;
    const [picture] = this.pictured();
    const noPicture = picture ? '' : 'This view has no chart.';
    const noResults = secret || (outcome ? '' : 'Nothing has been trained to the end in this tab yet.');
    const runs = session.held;
    return html`<div class="menu">
      ${this.#item('Chart as PNG', noPicture, async () => save(`headcount-${picture.kind}.png`, await pngOf(session, picture), 'image/png'))}
      ${this.#item('Chart as SVG', noPicture, () => save(`headcount-${picture.kind}.svg`, svgOf(session, picture), 'image/svg+xml'))}
      ${this.#item('Results as CSV', noResults, () => save('headcount-results.csv', charts.csvOf(outcome), 'text/csv'))}
      ${this.#item('Results as JSON', noResults, () => saveResults(session))}
      ${this.#item('Experiment as JSON', secret, () => save('headcount-experiment.json', JSON.stringify(shown, null, 2), 'application/json'))}
      ${this.#item('Copy link', '', () => copy(location.href))}
      ${this.#item('Copy as PyTorch', secret, () => copy(charts.pytorch(JSON.stringify(shown))))}
      <div class="model">
        ${runs.length ? html`<label>Run <select @change=${({ target }) => { this.run = Number(target.value); }}>
          ${runs.map(({ index, run }) => html`<option value=${index} .selected=${index === this.run}>${nameOf(run)}</option>`)}
        </select></label>` : nothing}
        ${this.#item('Model as safetensors', secret || (runs.length ? '' : 'Nothing has been trained yet.'), () => this.#model())}
      </div>
      <p role="status">${this.told}</p>
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || !this.open) return;
    this.open = false;
    this.renderRoot.querySelector('button')?.focus();
  }

  render() {
    return html`<div class="files" @keydown=${(event) => this.#key(event)}>
      <button aria-expanded=${this.open} @click=${() => { this.open = !this.open; this.told = ''; }}>Export</button>
      <label class="button">Import<input class="unseen" type="file" multiple accept=".json,.safetensors"
        @change=${({ target }) => { this.dispatchEvent(new CustomEvent('files', { detail: [...target.files] })); target.value = ''; }} /></label>
      ${this.open ? this.#menu() : nothing}
    </div>`;
  }
}

customElements.define('headcount-files', FilesView);
