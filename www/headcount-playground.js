// <headcount-playground>: the page as one element. The frame only: the question and its answer, the
// Train button, tabs. What is trained is the session's business, what a tab shows its view's.
import { html, LitElement, nothing } from 'lit';
import { sentenceOf } from './api/checks.js';
import { frameStyles } from './frame-styles.js';
import { playgroundStyles } from './playground-styles.js';
import { Presentation } from './presentation.js';
import { isMysteryLink } from './state/address.js';
import { answerOf } from './state/answer.js';
import { headlineOf, leadOf, longestLead } from './state/headline.js';
import { Navigation, opensOnFirst } from './state/navigation.js';
import { addOtherRecordedResults, addRecordedResults } from './state/opening.js';
import { remembered } from './state/remembered.js';
import { Session } from './state/session.js';
import { keepAwake } from './state/wake-lock.js';
import { alertsView } from './views/alerts-view.js';
import { answerStyles, answerView } from './views/answer-view.js';
import './views/files-view.js';
import { presetList } from './views/presets-view.js';
import { scrollToElement } from './views/scrolling.js';
import './views/story-view.js';
import './views/strip-view.js';
import { alerts, base, disclosures, placeholders } from './views/styles.js';
import { bringTabIntoSight, selectedTab, tabList } from './views/tab-list.js';
import { progressBar, trainButtons } from './views/train-bar.js';
import { loadAllViews, loadView, viewOf } from './views/view-switch.js';

/** What stands around the chart. */
const loadSurroundings = () => import('./views/surroundings.js');
/** The screen after a crash: few readers ever need it. */
const loadCrashView = () => import('./views/crash-view.js');

/** What the browser kept of earlier visits, and the banner about it: fetched after the first chart. */
const loadEarlierVisits = async () => {
  const [earlierVisits] = await Promise.all([import('./state/earlier-visits.js'), import('./views/resume-banner.js')]);
  return earlierVisits;
};

export class HeadcountPlayground extends LitElement {
  static styles = [base, alerts, placeholders, disclosures, frameStyles, playgroundStyles, answerStyles];
  static properties = {
    isDraggedOver: { state: true },
    earlierSweep: { state: true },
    hasSettings: { state: true },
    unreadable: { state: true },
    surroundings: { state: true },
  };
  #tabBefore = '';
  /** Of the training. @type {import('./state/training-lifecycle.js').State} */
  #stateBefore = 'idle';
  #wasSecret = false;

  constructor() {
    super();
    this.session = new Session();
    this.session.isOpening = opensOnFirst();
    this.navigation = new Navigation(this.session, () => this.#loadView());
    this.presentation = new Presentation(this, this.session, this.navigation);
    /** Whether a file is dragged over the page. */
    this.isDraggedOver = false;
    /** Whether the drawer of all settings is open. */
    this.hasSettings = remembered.read('settings') === 'open';
    /** A sweep of an earlier visit. @type {import('./storage/stored-sweeps.js').StoredSweep | null} */
    this.earlierSweep = null;
    /** What the browser has kept and cannot be read. @type {import('./state/earlier-visits.js').Unreadable[]} */
    this.unreadable = [];
    /** Null until they are loaded. @type {typeof import('./views/surroundings.js') | null} */
    this.surroundings = null;
    this.session.addEventListener('change', () => {
      this.#followCrash();
      // Who trains something else has declined the offer; what was cut off is offered at the next visit.
      if (this.session.training.isBusy) this.earlierSweep = null;
      keepAwake(this.session.training.state === 'training');
      this.#followMystery();
      this.navigation.write();
      this.requestUpdate();
    });
    this.session.addEventListener('progress', () => this.requestUpdate());
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener('popstate', this.#followHistory);
    window.addEventListener('dragover', this.#drag);
    window.addEventListener('dragleave', this.#drag);
    window.addEventListener('drop', this.#drag);
    window.addEventListener('online', this.#retryEngine);
    window.addEventListener('beforeprint', this.#print);
    window.addEventListener('afterprint', this.#print);
    this.#paper.addEventListener('change', this.#print);
    this.#oneColumn.addEventListener('change', this.#layOut);
    document.addEventListener('visibilitychange', this.#followVisibility);
    this.#open();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener('popstate', this.#followHistory);
    window.removeEventListener('dragover', this.#drag);
    window.removeEventListener('dragleave', this.#drag);
    window.removeEventListener('drop', this.#drag);
    window.removeEventListener('online', this.#retryEngine);
    window.removeEventListener('beforeprint', this.#print);
    window.removeEventListener('afterprint', this.#print);
    this.#paper.removeEventListener('change', this.#print);
    this.#oneColumn.removeEventListener('change', this.#layOut);
    document.removeEventListener('visibilitychange', this.#followVisibility);
    keepAwake(false);
    this.session.dispose();
  }

  /** First what was drawn beforehand, then the chart, then the engine: it is needed when Train is pressed, not before. */
  async #open() {
    const { session } = this;
    try {
      session.loadError = '';
      // The pictures are asked for when all of this is rendered, and are not to wait for the wasm, which is larger.
      await new Promise((rendered) => setTimeout(rendered));
      await session.load();
      await addRecordedResults(session, location.search);
      this.navigation.open();
      await this.updateComplete;
    } catch (error) {
      session.loadError = sentenceOf(error);
      session.changed();
      return;
    }
    await this.#addSurroundings();
    // Taken off the page meanwhile: Workers that start now would be ended by nobody.
    if (!this.isConnected) return;
    await Promise.all([addOtherRecordedResults(session), session.engine.start(), this.#openEarlierVisits()]);
    // One that cannot be fetched now is fetched, or reported, when its tab is opened.
    loadAllViews();
  }

  async #addSurroundings() {
    try {
      this.surroundings = await loadSurroundings();
      await this.updateComplete;
    } catch {
      this.session.report('A part of the page could not be loaded: is this computer online? Reload to try once more.');
    }
  }

  async #openEarlierVisits() {
    const { session } = this;
    try {
      const { addPinnedResults, findEarlierSweep } = await loadEarlierVisits();
      const { sweep, unreadable } = await findEarlierSweep(session);
      if (!session.training.isBusy) this.earlierSweep = sweep;
      this.unreadable = [...unreadable, ...(await addPinnedResults(session))];
    } catch {
      session.reportStorage('What this browser has kept of earlier visits could not be loaded: reload to see it.');
    }
  }

  /** After a crash: how to go on is offered at once, as after a reload. */
  #followCrash() {
    const { state } = this.session.training;
    if (state === 'crashed' && this.#stateBefore !== state) {
      loadCrashView().catch((error) => this.session.report(error));
      this.#openEarlierVisits();
    }
    this.#stateBefore = state;
  }

  /** A mystery is no part of the story, and begins with the cliff that is looked for. */
  #followMystery() {
    const isSecret = this.session.experiment?.isSecret ?? false;
    if (isSecret) this.navigation.leaveStory();
    if (isSecret && !this.#wasSecret) this.navigation.tab = 'transition';
    this.#wasSecret = isSecret;
  }

  #followVisibility = async () => {
    // A page that is hidden may never be seen again.
    if (document.visibilityState === 'hidden') return this.session.training.saveNow();
    try {
      await (await loadEarlierVisits()).followPinnedResults(this.session);
    } catch {
      // Not loaded, for want of a network: the next reload shows what other tabs have pinned.
    }
  };

  /** What could not be loaded without a network may be now. */
  #retryEngine = () => {
    const { engine } = this.session;
    if (engine.error && !engine.info && !engine.isStarting) engine.choose(engine.choice);
  };

  /** What the open view has to export. @returns {import('./views/pictures.js').Picture[]} */
  #picturesOfView = () => {
    // Before anything is trained, the machines stand in the panel themselves.
    const views = this.renderRoot.querySelectorAll('#panel > *, #panel headcount-machine');
    return [...views].flatMap(
      (view) => /** @type {import('./views/session-view.js').SessionView} */ (view).pictures ?? [],
    );
  };

  #followHistory = () => this.navigation.followHistory();

  /** The medium paper: it holds in a preview too, which no event announces. */
  #paper = matchMedia('print');

  /** Where the pictures of a tab stand one below the other (`figures` in views/styles.js). */
  #oneColumn = matchMedia('(max-width: 819px)');
  #layOut = () => this.requestUpdate();

  /** Printed is the handout. @param {Event} event */
  #print = ({ type }) => {
    const handout = /** @type {import('./views/handout-view.js').HandoutView | null} */ (
      this.renderRoot.querySelector('headcount-handout')
    );
    if (type === 'beforeprint' || this.#paper.matches) handout?.prepare();
    else handout?.forget();
  };

  /** @param {'train' | 'silence' | 'predict'} what */
  #runStep(what) {
    const { machines } = this.session;
    if (what === 'train') this.navigation.trainStep();
    else if (what === 'predict') this.#guessFirst();
    else machines.silence('enough', 1);
  }

  /** @param {DragEvent} event */
  #drag = async (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isDraggedOver = event.type === 'dragover';
    if (event.type === 'drop') await this.#openFiles([...event.dataTransfer.files]);
  };

  /** @param {File[]} files */
  async #openFiles(files) {
    const { openFiles } = await import('./views/opened-files.js');
    const tab = await openFiles(this.session, files);
    if (tab) this.navigation.chooseTab(tab);
  }

  /** The code of the view that is open. */
  #loadView() {
    const { tab } = this.navigation;
    loadView(tab, this.session, () => this.requestUpdate());
    this.requestUpdate();
    // In the frame that lays out the new view anyway: asked at once, it would be laid out now as well.
    if (tab !== this.#tabBefore) requestAnimationFrame(() => bringTabIntoSight(this.renderRoot));
    this.#tabBefore = tab;
  }

  /** From below the charts: what is set is at the top, and may be training there already. @param {string} id */
  #goToPreset = async (id) => {
    if (!(await this.navigation.setPreset(id))) return;
    scrollToElement(this);
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('button.primary'))?.focus({ preventScroll: true });
  };

  /** The words below the charts, and the pictures between them. */
  #explanations() {
    if (!this.surroundings) return nothing;
    return html`<headcount-article .session=${this.session} .go=${this.#goToPreset}></headcount-article>`;
  }

  /** What a screen reader hears: once per state, not once per number. */
  #status() {
    const { training, prediction } = this.session;
    if (training.state === 'done' && !prediction.isDrawing)
      return training.isComplete ? `Done. ${answerOf(this.session).sentence}` : 'Stopped.';
    return { idle: '', training: 'Training.', paused: 'Paused.', stopping: '', done: '', crashed: '' }[training.state];
  }

  /** The reader draws the curve that they expect, on the cliff's chart. */
  async #guessFirst() {
    if (this.navigation.tab !== 'transition') this.navigation.chooseTab('transition');
    await this.updateComplete;
    const view = /** @type {import('./views/transition-view.js').TransitionView | null} */ (
      this.renderRoot.querySelector('headcount-transition')
    );
    await view?.predict();
  }

  /** Where a prediction began, the focus goes back to. */
  async #focusSecond() {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('button.second'))?.focus();
  }

  /** Goes to a step of the story, whose question is then in sight. @param {number} step */
  async #tell(step) {
    await this.navigation.tell(step);
    await this.updateComplete;
    const story = /** @type {import('./views/story-view.js').StoryView | null} */ (
      this.renderRoot.querySelector('headcount-story')
    );
    await story?.updateComplete;
    story?.renderRoot.querySelector('.step')?.scrollIntoView({ block: 'nearest' });
  }

  #story() {
    if (this.navigation.step === null)
      return html`<p class="told"><button class="link" @click=${() => this.#tell(0)}>The story in six steps</button></p>`;
    return html`<headcount-story ?compact=${this.presentation.isOn} .session=${this.session} .navigation=${this.navigation} .step=${this.navigation.step} @step=${(/** @type {CustomEvent<number>} */ { detail }) => this.#tell(detail)} @lab=${() => this.#openLab()}
      @run=${(/** @type {CustomEvent<'train' | 'silence' | 'predict'>} */ { detail }) => this.#runStep(detail)}></headcount-story>`;
  }

  /** After the story: everything that can be set. */
  #openLab() {
    this.navigation.tell(-1);
    if (!this.hasSettings) this.#toggleSettings();
  }

  async #toggleSettings() {
    this.hasSettings = !this.hasSettings;
    remembered.write('settings', this.hasSettings ? 'open' : 'closed');
    if (!this.hasSettings) return;
    await this.updateComplete;
    // On a phone they open below everything else.
    const settings = this.renderRoot.querySelector('.settings');
    if (settings && settings.getBoundingClientRect().top > innerHeight) scrollToElement(settings);
  }

  /** Where a mystery is guessed, at the top; its place is kept while the page loads. */
  #guess() {
    const { whySecret, judgement, experiment } = this.session;
    if (!whySecret && !judgement && (experiment || !isMysteryLink(location.search))) return nothing;
    const isThere = experiment && this.surroundings;
    return html`<div class="guess">${isThere ? html`<headcount-guess .session=${this.session}></headcount-guess>` : nothing}</div>`;
  }

  /** Where the story stands: with the pictures of the first tab, which know their layout, above another tab's view or below it. */
  get #storyPlace() {
    if (this.navigation.tab === 'transition') return 'pictures';
    return this.#oneColumn.matches ? 'above' : 'below';
  }

  render() {
    const { session } = this;
    const storyAt = this.#storyPlace;
    return html`
      <header>
        <div class="top"><p class="name">Headcount</p>
          <a href="lessons/index.html">Lessons</a>
          <button title="Full screen, for a lecture hall (key P)" @click=${() => this.presentation.toggle()}>Present</button>
          <headcount-files .session=${session} .picturesOfView=${this.#picturesOfView}
            @files=${(/** @type {CustomEvent<File[]>} */ { detail }) => this.#openFiles(detail)}></headcount-files>
        </div>
        <h1>${headlineOf(session)}</h1>
        <p class="task" data-longest=${longestLead}><span>${leadOf(session)}</span></p>
        ${this.#guess()}
        <p class="visually-hidden" role="status">${this.#status()}</p>
      </header>
      <main>
      <div class="bar"><div class="buttons">${trainButtons(session, () => this.#guessFirst())}</div>
        <headcount-strip .session=${session} .isOpen=${this.hasSettings} @settings=${() => this.#toggleSettings()}></headcount-strip>
      </div>
      ${progressBar(session)}
      ${answerView(
        session,
        (tab) => this.navigation.chooseTab(tab),
        (preset) => this.#goToPreset(preset),
      )}
      ${this.surroundings ? html`<headcount-new-version .session=${session}></headcount-new-version>` : nothing}
      ${alertsView(session, () => this.#open())}
      <div class="columns ${this.hasSettings ? 'with-settings' : ''}">
        <div class="views">
          ${tabList(this.navigation, () => this.updateComplete.then(() => selectedTab(this.renderRoot)?.focus()))}
          ${storyAt === 'above' ? this.#story() : nothing}
          <div id="panel" role="tabpanel" aria-labelledby="tab-${this.navigation.tab}" tabindex="0">${viewOf(session, this.navigation, () => this.#focusSecond(), storyAt === 'pictures' ? this.#story() : nothing)}</div>
          ${storyAt === 'below' ? this.#story() : nothing}
          ${presetList(session, this.navigation, (id) => this.#goToPreset(id))}
          ${
            this.surroundings
              ? html`<headcount-compare .session=${session}></headcount-compare>
          <headcount-find-d .session=${session}></headcount-find-d>`
              : nothing
          }
        </div>
        <section class="settings" aria-label="Settings" ?hidden=${!this.hasSettings}><h2 class="visually-hidden">Settings</h2>
          ${this.surroundings ? html`<headcount-controls .session=${session}></headcount-controls>` : nothing}</section>
        ${this.#explanations()}
      </div>
      </main>
      ${
        (this.earlierSweep || this.unreadable.length) && !session.training.isBusy
          ? html`<headcount-resume-banner .session=${session} .sweep=${this.earlierSweep} .unreadable=${this.unreadable}
        @closed=${() => {
          this.earlierSweep = null;
        }} @settled=${() => {
          this.unreadable = [];
        }}></headcount-resume-banner>`
          : nothing
      }
      ${this.surroundings ? html`<headcount-handout .session=${session} .headline=${headlineOf(session)}></headcount-handout>` : nothing}
      ${this.isDraggedOver ? html`<p class="drop" role="status">Drop an experiment, results or a model</p>` : nothing}
    `;
  }
}

customElements.define('headcount-playground', HeadcountPlayground);
