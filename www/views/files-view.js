// What leaves the page and comes into it: the Share button, the menu of what can be exported, and the button
// that imports. Files themselves are made in files.js.
import { css, html, nothing } from 'lit';
import { sentenceOf } from '../api/checks.js';
import { resultsToSave } from '../state/displayed-results.js';
import { copy, pngOf, save, saveResults, svgOf } from './files.js';
import { GrowingList } from './growing-list.js';
import { SessionView } from './session-view.js';
import { base } from './styles.js';

export class FilesView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    css`
    .files { position: relative; display: flex; gap: 8px; }
    .menu {
      position: absolute;
      top: calc(100% + 6px);
      right: 0;
      z-index: 5;
      display: grid;
      width: min(300px, calc(100vw - 28px));
      padding: 6px;
      border: 1px solid var(--line);
      border-radius: 10px;
      background: var(--ground);
      box-shadow: 0 8px 24px rgb(0 0 0 / 20%);
    }
    .menu :is(button, .button) { border: 0; background: none; text-align: left; padding: 0 10px; min-height: 40px; width: 100%; }
    .menu :is(button, .button):hover:not([aria-disabled='true']) { background: var(--raised); }
    .menu .button { display: none; }
    .menu .why { display: block; margin-bottom: 4px; font-size: 0.8125rem; }
    .menu p { margin: 4px 10px; color: var(--quiet); font-size: 0.875rem; min-height: 1.5em; }
    .model { margin-top: 4px; padding-top: 4px; border-top: 1px solid var(--line); }
    .menu label:not(.button) { display: flex; gap: 8px; align-items: center; padding: 0 10px; font-size: 0.9rem; }
    .menu select { flex: 1; min-width: 0; min-height: 2em; contain: size; }
    @media (max-width: 480px) {
      .files > button { padding: 0 10px; font-size: 0.95rem; }
      /* Three buttons do not fit beside the name: here it is in the menu. */
      .files > .button { display: none; }
      .menu .button { display: flex; }
    }
  `,
  ];
  static properties = {
    ...SessionView.properties,
    picturesOfView: { attribute: false },
    place: { state: true },
    run: { state: true },
    message: { state: true },
    isOpen: { state: true },
    figurePictures: { state: true },
    isSharing: { state: true },
  };

  #options = new GrowingList(() => this.requestUpdate());

  constructor() {
    super();
    /** Gives the pictures of the view that is open. @type {() => import('./pictures.js').Picture[]} */
    this.picturesOfView = () => [];
    /** Which of them is exported. */
    this.place = 0;
    /** The run whose model is exported. */
    this.run = 0;
    /** What was done, for a moment. */
    this.message = '';
    this.isOpen = false;
    /** Whether the Share dialog is open. */
    this.isSharing = false;
    /** What the dialog of figures is open for; null while it is closed. @type {import('./pictures.js').Picture[] | null} */
    this.figurePictures = null;
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
    if (!event.composedPath().includes(this)) this.isOpen = false;
  };

  /** Runs an export and says how it went. @param {string} name @param {() => unknown} make */
  async #do(name, make) {
    try {
      await make();
      if (!name.endsWith('…')) this.message = `${name}: done.`;
    } catch (error) {
      this.message = sentenceOf(error);
    }
  }

  /** @param {string} name @param {string} why  why it cannot be had now; '' if it can @param {() => unknown} make */
  #item(name, why, make) {
    const press = () => {
      if (why) this.message = why;
      else this.#do(name, make);
    };
    return html`<button aria-disabled=${why !== ''} aria-description=${why || nothing} title=${why} @click=${press}>${name}${
      why ? html`<span class="why" aria-hidden="true">${why}</span>` : nothing
    }</button>`;
  }

  /** Opens the dialog of figures, which is fetched when it is first wanted. */
  async #openFigure() {
    await import('./export-view.js');
    this.figurePictures = this.picturesOfView();
    this.isOpen = false;
  }

  async #model() {
    const {
      engine: { lab },
      training: { inLab },
    } = this.session;
    if (!lab || !inLab) return;
    const inspection = await lab.trained(this.run);
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (await inspection.toSafetensors());
    save(`${inLab.runNames()[this.run]}.safetensors`, bytes, 'application/octet-stream');
    inspection.dispose();
  }

  /** Which of a view's charts is exported. @param {import('./pictures.js').Picture[]} pictures */
  #choice(pictures) {
    if (pictures.length < 2) return nothing;
    const choose = (/** @type {Event} */ { target }) => {
      this.place = /** @type {HTMLSelectElement} */ (target).selectedIndex;
    };
    return html`<label>Chart <select @change=${choose}>
      ${pictures.map(({ title }, place) => html`<option .selected=${place === this.place}>${title}</option>`)}
    </select></label>`;
  }

  #menu() {
    const { session } = this;
    const {
      training: { labRuns, inLab },
      displayedExperiment,
      whySecret,
    } = session;
    const pictures = this.picturesOfView();
    const picture = pictures[this.place] ?? pictures[0];
    const noPicture = picture ? '' : 'This view has no chart.';
    const saved = resultsToSave(session);
    const noResults = whySecret || (saved ? '' : 'Nothing has been trained to the end in this tab yet.');
    const names = inLab?.runNames() ?? [];
    return html`<div class="menu">
      ${this.#choice(pictures)}
      ${this.#item('Chart as PNG', noPicture, async () => save(`headcount-${picture.kind}.png`, await pngOf(picture), 'image/png'))}
      ${this.#item('Chart as SVG', noPicture, () => save(`headcount-${picture.kind}.svg`, svgOf(picture), 'image/svg+xml'))}
      ${this.#item('Figure for a paper or slide …', noPicture, () => this.#openFigure())}
      ${this.#item('Handout to print', '', () => print())}
      ${this.#item('Results as CSV', noResults, () => saved && save('headcount-results.csv', saved.results.toCsv(saved.document.engine), 'text/csv'))}
      ${this.#item('Results as JSON', noResults, () => saveResults(session))}
      ${this.#item('Experiment as JSON', whySecret, () => save('headcount-experiment.json', JSON.stringify(displayedExperiment?.toFields(), null, 2), 'application/json'))}
      ${this.#item('Copy link', '', () => copy(location.href))}
      ${this.#item('Copy as PyTorch', whySecret, () => copy(displayedExperiment?.pytorch() ?? ''))}
      <div class="model">
        ${
          labRuns.length
            ? html`<label>Run <select @change=${(/** @type {Event} */ { target }) => {
                this.run = Number(/** @type {HTMLSelectElement} */ (target).value);
              }}>
          ${this.#options.of(labRuns, this.run).map(({ index }) => html`<option value=${index} .selected=${index === this.run}>${names[index]}</option>`)}
        </select></label>`
            : nothing
        }
        ${this.#item('Model as safetensors', whySecret || (labRuns.length ? '' : 'Nothing has been trained yet.'), () => this.#model())}
      </div>
      ${this.#importButton('Import a file')}
      <p role="status">${this.message}</p>
    </div>`;
  }

  async #openShare() {
    this.isOpen = false;
    try {
      await import('./share-view.js');
      this.isSharing = true;
    } catch (error) {
      this.session.report(error);
    }
  }

  /** The button that opens a file of the reader's. @param {string} name */
  #importButton(name) {
    return html`<label class="button">${name}<input class="visually-hidden" type="file" multiple accept=".json,.safetensors" @change=${(/** @type {Event} */ event) => this.#import(event)} /></label>`;
  }

  /** @param {Event} event */
  #import({ target }) {
    const input = /** @type {HTMLInputElement} */ (target);
    this.dispatchEvent(new CustomEvent('files', { detail: [...(input.files ?? [])] }));
    // The same file may be chosen again.
    input.value = '';
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || !this.isOpen) return;
    this.isOpen = false;
    this.#focus('export');
  }

  /** The focus goes back to the button that opened something. @param {'share' | 'export'} name */
  #focus(name) {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`button.${name}`))?.focus();
  }

  render() {
    const { whySecret } = this.session;
    return html`<div class="files" @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}>
      <button class="share" aria-disabled=${whySecret !== ''} title=${whySecret || 'A link, or lines that put this into your own page'} @click=${() => whySecret || this.#openShare()}>Share</button>
      <button class="export" aria-expanded=${this.isOpen} @click=${() => {
        this.isOpen = !this.isOpen;
        this.place = 0;
        this.message = '';
      }}>Export</button>
      ${this.#importButton('Import')}
      ${this.isOpen ? this.#menu() : nothing}
    </div>
    ${
      this.isSharing
        ? html`<headcount-share .session=${this.session} @close=${() => {
            this.isSharing = false;
            this.#focus('share');
          }}></headcount-share>`
        : nothing
    }
    ${
      this.figurePictures
        ? html`<headcount-export .session=${this.session} .pictures=${this.figurePictures} .place=${this.place} @close=${() => {
            this.figurePictures = null;
            this.#focus('export');
          }}></headcount-export>`
        : nothing
    }`;
  }
}

customElements.define('headcount-files', FilesView);
