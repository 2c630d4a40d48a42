// <headcount-playground>: the page as one element. The frame only: the question and its answer, the
// Train button, tabs. What is trained is the session's business, what a tab shows its view's.
import { html, LitElement, nothing } from 'lit';
import { sentenceOf } from './api/checks.js';
import { explanations } from './content/explanations.js';
import { presets } from './content/presets.js';
import { playgroundStyles } from './playground-styles.js';
import { isMysteryLink, tabOfAddress, writeAddress } from './state/address.js';
import { answerOf } from './state/answer.js';
import { addPinnedResults, addRecordedResults, openLink } from './state/opening.js';
import { Session } from './state/session.js';
import { keepAwake } from './state/wake-lock.js';
import { newestSweep } from './storage/sweep-store.js';
import './views/compare-view.js';
import './views/controls-view.js';
import './views/files-view.js';
import { openFiles, saveResults } from './views/files.js';
import './views/find-d-view.js';
import './views/guess-view.js';
import './views/learning-view.js';
import './views/rank-view.js';
import './views/resume-banner.js';
import { scrollToElement } from './views/scrolling.js';
import { alerts, base, placeholders } from './views/styles.js';
import './views/table-view.js';
import './views/theory-view.js';
import { planWords, progressWords, shownProgress } from './views/training-words.js';
import './views/transition-view.js';
import './views/width-view.js';

/** The inspector: fetched when its tab is first opened. */
const loadInspector = () => import('./views/heads/heads-view.js');

const TABS = /** @type {const} */ ([
  ['transition', 'Transition'],
  ['learning', 'Learning'],
  ['width', 'Width'],
  ['heads', 'Heads'],
  ['theory', 'Theory'],
  ['rank', 'Rank'],
  ['table', 'Table'],
]);

/** @param {string} name */
const isTab = (name) => TABS.some(([id]) => id === name);

export class HeadcountPlayground extends LitElement {
  static styles = [base, alerts, placeholders, playgroundStyles];
  static properties = { tab: { state: true }, isDraggedOver: { state: true }, earlierSweep: { state: true } };

  constructor() {
    super();
    this.session = new Session();
    this.tab = 'transition';
    /** Whether a file is dragged over the page. */
    this.isDraggedOver = false;
    /** A sweep of an earlier visit. @type {import('./storage/sweep-store.js').StoredSweep | null} */
    this.earlierSweep = null;
    this.session.addEventListener('change', () => {
      keepAwake(this.session.training.state === 'training');
      writeAddress(this.session, this.tab);
      this.requestUpdate();
    });
    this.session.addEventListener('progress', () => this.requestUpdate());
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#followHash);
    window.addEventListener('dragover', this.#drag);
    window.addEventListener('dragleave', this.#drag);
    window.addEventListener('drop', this.#drag);
    document.addEventListener('visibilitychange', this.#saveWhenHidden);
    this.#open();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#followHash);
    window.removeEventListener('dragover', this.#drag);
    window.removeEventListener('dragleave', this.#drag);
    window.removeEventListener('drop', this.#drag);
    document.removeEventListener('visibilitychange', this.#saveWhenHidden);
    keepAwake(false);
    this.session.dispose();
  }

  /** First the chart, then the engine: it is needed when Train is pressed, not before. */
  async #open() {
    const { session } = this;
    try {
      await session.load();
      addRecordedResults(session);
      // Read before anything is written into the address.
      const asked = tabOfAddress();
      const tab = openLink(session, location.search);
      this.#showTab(isTab(asked) ? asked : (tab ?? 'transition'));
      await this.updateComplete;
    } catch (error) {
      session.loadError = sentenceOf(error);
      session.changed();
      return;
    }
    await Promise.all([session.engine.start(), addPinnedResults(session), this.#loadEarlierSweep()]);
  }

  async #loadEarlierSweep() {
    // A browser that keeps nothing, as in some private windows, has kept nothing.
    this.earlierSweep = await newestSweep().catch(() => null);
  }

  /** A page that is hidden may never be seen again. */
  #saveWhenHidden = () => {
    if (document.visibilityState === 'hidden') this.session.training.saveNow();
  };

  /** What the open view has to export. @returns {import('./views/pictures.js').Picture[]} */
  #picturesOfView = () =>
    /** @type {import('./views/session-view.js').SessionView | null} */ (this.renderRoot.querySelector('#panel > *'))
      ?.pictures ?? [];

  #followHash = () => {
    if (isTab(tabOfAddress())) this.#showTab(tabOfAddress());
  };

  /** @param {DragEvent} event */
  #drag = async (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isDraggedOver = event.type === 'dragover';
    if (event.type === 'drop') await this.#openFiles([...event.dataTransfer.files]);
  };

  /** @param {File[]} files */
  async #openFiles(files) {
    const tab = await openFiles(this.session, files);
    if (tab) this.#showTab(tab);
  }

  /** @param {string} tab */
  #showTab(tab) {
    this.tab = tab;
    if (tab === 'heads') this.#loadInspector();
    writeAddress(this.session, tab);
  }

  #loadInspector() {
    loadInspector().then(
      () => this.requestUpdate(),
      (error) => this.session.report(error),
    );
  }

  /** Sets everything to a preset. @param {string} id @param {boolean} [scrolls] */
  #setPreset(id, scrolls = false) {
    const { session } = this;
    const preset = presets.find((one) => one.id === id);
    if (!preset || session.training.isBusy) return;
    session.notice = '';
    session.clear();
    session.set(session.experimentOf(preset.experiment), preset);
    this.#showTab(preset.tab);
    if (!scrolls) return;
    scrollToElement(this);
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('button.primary'))?.focus({ preventScroll: true });
  }

  /** The same at every render: made once. */
  #explanations = explanations((id) => this.#setPreset(id, true));

  /** What a screen reader hears: once per state, not once per number. */
  #status() {
    const { training, prediction } = this.session;
    if (training.state === 'done' && !prediction.isDrawing)
      return training.isComplete ? `Done. ${answerOf(this.session)}` : 'Stopped.';
    return { idle: '', training: 'Training.', paused: 'Paused.', stopping: '', done: '', crashed: '' }[training.state];
  }

  #buttons() {
    const { session } = this;
    const { training } = session;
    const train = () => session.train();
    /** @type {Record<import('./state/training-lifecycle.js').State, [name: string, press: () => void]>} */
    const main = {
      idle: ['Train', train],
      training: ['Pause', () => training.pause()],
      paused: ['Resume', () => training.resume()],
      stopping: ['Stopping …', () => {}],
      done: ['Train again', train],
      crashed: [training.progress ? 'Train again' : 'Train', train],
    };
    const [name, press] = main[training.state];
    const canStop = training.state === 'training' || training.state === 'paused';
    // aria-disabled and not disabled: a button that has the focus must not lose it when pressed.
    const isOff = training.state === 'stopping' || (!training.isBusy && !session.canTrain);
    return html`
      <button class="primary" aria-disabled=${isOff} @click=${() => isOff || press()}>${name}</button>
      <button aria-disabled=${!canStop} @click=${() => canStop && training.stop()}>Stop</button>`;
  }

  #progress() {
    const { session } = this;
    const shown = shownProgress(session);
    const isRefused = session.editor.problems.length > 0;
    const words = shown ? progressWords(session, shown) : planWords(session);
    return html`<div class="progress">
      <div class="numbers">${words.map((word) => html`<span class=${!shown && isRefused ? 'problem' : ''}>${word}</span>`)}</div>
      <progress max=${shown?.steps ?? 1} value=${shown?.step ?? 0} aria-label="Training progress"></progress>
    </div>`;
  }

  #presets() {
    const { editor, training } = this.session;
    const isCurrent = (/** @type {string} */ name) => editor.preset?.name === name;
    return html`<div class="presets" role="group" aria-label="Presets">
      ${presets.map(
        ({ id, name, shows }) => html`<button aria-pressed=${isCurrent(name)} aria-disabled=${training.isBusy}
        title=${shows} @click=${() => this.#setPreset(id)}>${name}${isCurrent(name) && editor.differsFromPreset ? html`<span class="visually-hidden">, changed</span><span aria-hidden="true"> *</span>` : nothing}</button>`,
      )}
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  #moveThroughTabs(event) {
    const place = TABS.findIndex(([id]) => id === this.tab);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: TABS.length - 1 };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#showTab(TABS[(to + TABS.length) % TABS.length][0]);
    this.updateComplete.then(() => this.#selectedTab?.focus());
  }

  /** @returns {HTMLElement | null} */
  get #selectedTab() {
    return this.renderRoot.querySelector('[role=tab][aria-selected=true]');
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    // In the frame that lays out the new view anyway: asked at once, it would be laid out now as well.
    if (changed.has('tab')) requestAnimationFrame(() => this.#scrollTabs());
  }

  /** Where the tabs are wider than the screen, the selected one is brought into sight. */
  #scrollTabs() {
    const [tab, list] = [this.#selectedTab, this.renderRoot.querySelector('.tabs')];
    if (!tab || !list) return;
    const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollLeft += Math.min(0, inner.left - outer.left - 8) + Math.max(0, inner.right - outer.right + 48);
  }

  #tabs() {
    return html`<div class="tabs" role="tablist" aria-label="Views" @keydown=${(/** @type {KeyboardEvent} */ event) => this.#moveThroughTabs(event)}>
      ${TABS.map(
        ([id, name]) => html`<button role="tab" id="tab-${id}" aria-selected=${id === this.tab} aria-controls="panel"
        tabindex=${id === this.tab ? 0 : -1} @click=${() => this.#showTab(id)}>${name}</button>`,
      )}
    </div>`;
  }

  #view() {
    const { session } = this;
    // Theory is no result.
    if (session.prediction.isDrawing && this.tab !== 'transition' && this.tab !== 'theory') {
      return html`<p class="empty"><span>Hidden while you predict. <button class="link" @click=${() => this.#showTab('transition')}>Back to your prediction</button></span></p>`;
    }
    switch (this.tab) {
      case 'learning':
        return html`<headcount-learning .session=${session}></headcount-learning>`;
      case 'width':
        return html`<headcount-width .session=${session}></headcount-width>`;
      case 'heads':
        return this.#heads();
      case 'theory':
        return html`<headcount-theory .session=${session}></headcount-theory>`;
      case 'rank':
        return html`<headcount-rank .session=${session}></headcount-rank>`;
      case 'table':
        return html`<headcount-table .session=${session}></headcount-table>`;
      default:
        return html`<headcount-transition .session=${session}></headcount-transition>`;
    }
  }

  /** The inspector asks the lab itself. */
  #heads() {
    const { training, engine, openedModel, whySecret } = this.session;
    if (whySecret) return html`<p class="empty">The heads show what there is to find. ${whySecret}</p>`;
    if (training.labRuns.length === 0 && !openedModel)
      return html`<p class="empty">Nothing trained yet: press Train, or import a model.</p>`;
    const isPart = training.finding
      ? html`<p class="statement">Find D keeps the runs that it trained last, to look into. Train to look into all of them.</p>`
      : nothing;
    return html`${isPart}<headcount-heads .lab=${engine.lab} .runs=${training.labRuns} .experiment=${training.inLab} .isBusy=${training.isBusy} .openedModel=${openedModel}></headcount-heads>`;
  }

  /** Where a mystery is guessed, at the top; its place is kept while the page loads. */
  #guess() {
    const { whySecret, judgement, experiment } = this.session;
    if (!whySecret && !judgement && (experiment || !isMysteryLink(location.search))) return nothing;
    return html`<div class="guess">${experiment ? html`<headcount-guess .session=${this.session}></headcount-guess>` : nothing}</div>`;
  }

  #alerts() {
    const { session } = this;
    const { training, loadError, notice, storageProblem } = session;
    const error = loadError || training.error;
    const close = (/** @type {'notice' | 'storageProblem'} */ what) =>
      html`<button @click=${() => {
        session[what] = '';
        session.changed();
      }}>Close</button>`;
    const { outcome } = training;
    return html`
      ${error ? html`<p class="alert" role="alert">${error}</p>` : nothing}
      ${notice ? html`<div class="alert" role="alert">${notice} ${close('notice')}</div>` : nothing}
      ${
        storageProblem
          ? html`<div class="alert" role="alert">${storageProblem}
        <button aria-disabled=${!outcome} @click=${() => outcome && saveResults(session)}>Export results</button>${close('storageProblem')}</div>`
          : nothing
      }`;
  }

  render() {
    const { session } = this;
    return html`
      <header>
        <p class="name">Headcount</p>
        <h1>How many heads does this task need?</h1>
        <p class="task">${session.taskSentence}</p>
        <p class="answer">${answerOf(session)}</p>
        ${this.#guess()}
        <p class="visually-hidden" role="status">${this.#status()}</p>
      </header>
      <main>
      <div class="bar">${this.#buttons()}${this.#progress()}
        <headcount-files .session=${session} .picturesOfView=${this.#picturesOfView}
          @files=${(/** @type {CustomEvent<File[]>} */ { detail }) => this.#openFiles(detail)}></headcount-files>
      </div>
      ${this.#alerts()}
      ${this.#presets()}
      <div class="columns">
        <div class="views">
          ${this.#tabs()}
          <div id="panel" role="tabpanel" aria-labelledby="tab-${this.tab}" tabindex="0">${this.#view()}</div>
          <headcount-compare .session=${session}></headcount-compare>
          <headcount-find-d .session=${session}></headcount-find-d>
        </div>
        <section class="settings" aria-label="Settings"><h2 class="visually-hidden">Settings</h2>
          <headcount-controls .session=${session}></headcount-controls></section>
        ${this.#explanations}
      </div>
      </main>
      ${
        this.earlierSweep && !session.training.isBusy && session.wasm
          ? html`<headcount-resume-banner .session=${session} .sweep=${this.earlierSweep}
        @closed=${() => {
          this.earlierSweep = null;
        }}></headcount-resume-banner>`
          : nothing
      }
      ${this.isDraggedOver ? html`<p class="drop" role="status">Drop an experiment, results or a model</p>` : nothing}
    `;
  }
}

customElements.define('headcount-playground', HeadcountPlayground);
