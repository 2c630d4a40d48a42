// <headcount-embedded>: what <head-count> shows once it is near the screen. A small frame around the page's own
// session and views; which of its parts there are, its attributes say. It writes nothing into the host's address,
// history or storage.
import { html, LitElement, nothing } from 'lit';
import { sentenceOf } from '../api/checks.js';
import { isOneFile } from '../api/inlined-files.js';
import { presets } from '../content/presets.js';
import { TABS } from '../content/tabs.js';
import { frameStyles } from '../frame-styles.js';
import { answerOf } from '../state/answer.js';
import { headlineOf, leadOf } from '../state/headline.js';
import { addRecordedOf, addRecordedResults, presetLike } from '../state/opening.js';
import { Session } from '../state/session.js';
import { alerts, base, placeholders } from '../views/styles.js';
import { loaderOf, tabView } from '../views/tab-views.js';
import { themeChanges } from '../views/theme.js';
import { progressBar, trainButtons } from '../views/train-bar.js';
import '../views/machines-view.js';
import '../views/strip-view.js';
import '../views/transition-view.js';
import { embeddedStyles } from './embedded-styles.js';
import { LabTurns } from './lab-turns.js';
import { settingsOf } from './settings.js';

/** @typedef {import('../api/lab.js').Lab} Lab */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {import('./lab-turns.js').LabShare} LabShare */

/** One engine for all of them. */
const turns = new LabTurns(async () => (await import('../api/headcount.js')).createLab({ remember: false }));

/** What the tab of a view says. @param {string} view */
const nameOf = (view) =>
  ({ cliff: 'Cliff', machine: 'Machines', 'soft-minimum': 'Soft minimum' })[view] ??
  TABS.find(([id]) => id === view)?.[1] ??
  view;

/** Where this build's page is: beside headcount.js. The npm package (scripts/npm-package.mjs) has none. */
const page =
  import.meta.env.MODE === 'npm-package'
    ? null
    : new URL(import.meta.env.DEV ? '/index.html' : '../index.html', import.meta.url);

export class EmbeddedView extends LitElement {
  static styles = [base, alerts, placeholders, frameStyles, embeddedStyles];

  #host;
  #theme;
  #fields;
  /** @type {import('./settings.js').Settings | null} */
  #settings = null;
  /** What is wrong with the attributes, in sentences. */
  #problem = '';
  #view = '';
  /** Whether it was paused because it went out of sight. */
  #isAsleep = false;
  /** Whether it has trained by itself. */
  #hasPlayed = false;
  /** What was told already: each ending once. @type {object | string | null} */
  #told = null;

  /**
   * @param {HTMLElement} host
   * @param {() => 'light' | 'dark'} theme  of the host
   * @param {() => object | null} fields  of an experiment in place of the attributes' own
   */
  constructor(host, theme, fields) {
    super();
    this.#host = host;
    this.#theme = theme;
    this.#fields = fields;
    const session = new Session({
      // A share does what the session asks of a lab, when it is its turn.
      createLab: async () => /** @type {Lab} */ (/** @type {unknown} */ (await turns.join())),
      untilTurn: async (lab) => {
        // Stopped while the engine was loading: then no turn is taken that nobody would end.
        if (session.training.isBusy) await /** @type {LabShare} */ (/** @type {unknown} */ (lab)).turn();
      },
      isKept: false,
    });
    this.session = session;
    session.addEventListener('change', () => {
      if (!session.training.isBusy) this.#leaveTurn();
      this.#tellEnd();
      this.requestUpdate();
    });
    session.addEventListener('progress', () => {
      this.#tell('progress', session.training.progress);
      this.requestUpdate();
    });
  }

  /** Loads what the first chart needs, and reads the attributes; then the engine, which is needed when it trains. */
  async open() {
    const { session } = this;
    await session.load();
    // Everything that was recorded: which of it is shown depends on what is set.
    await addRecordedResults(session, '?all');
    this.followTheme();
    this.follow();
    session.engine.start();
  }

  /** Reads the attributes. What is trained meanwhile goes on. */
  follow() {
    const { session } = this;
    this.followTheme();
    if (session.training.isBusy) return;
    try {
      this.#problem = '';
      const settings = settingsOf((name) => this.#host.getAttribute(name), session.loadedWasm);
      this.#settings = settings;
      const fields = this.#fields();
      this.#set(fields ? session.experimentOf(fields) : settings.experiment, fields ? null : settings.preset);
      this.#showLinked(fields ? null : settings.results);
      this.#open(settings.views[0]);
    } catch (error) {
      this.#refuse(error);
    }
    this.requestUpdate();
  }

  /** @param {import('../wasm/page/page.js').Experiment} experiment @param {import('../content/presets.js').Preset | null} given */
  #set(experiment, given) {
    const { session } = this;
    const isSame = session.experiment?.equals(experiment) ?? false;
    if (experiment.isSecret) {
      // Fetched now: it is asked for when the training ends. One that was guessed stays open.
      import('../views/guess-view.js').then(() => this.requestUpdate());
      if (!isSame) session.setMystery(experiment);
      return;
    }
    const preset = given ?? presetLike(session, experiment) ?? presets[0];
    if (!isSame) session.clear();
    session.set(experiment, preset);
    // Without a network there is nothing recorded to see, and all else works.
    addRecordedOf(session, preset.id).catch(() => {});
  }

  /** The results that came with the link, as the page shows them; those of the link before go. @param {Outcomes | null} document */
  #showLinked(document) {
    const { session } = this;
    if (JSON.stringify(session.linked?.document ?? null) === JSON.stringify(document)) return;
    if (session.linked) session.compared.remove(session.linked.id);
    session.linked = document && session.compared.add({ name: 'from the link', document });
  }

  /** Whether it may be changed now. @param {object | null} fields */
  setFields(fields) {
    const { session } = this;
    if (session.training.isBusy) {
      // Said, and no more: what is set and trained is as right as it was.
      const sentence = 'It is training: stop() it first.';
      session.report(sentence);
      this.#tell('error', { sentence });
      return false;
    }
    try {
      this.#problem = '';
      this.#set(session.experimentOf(fields ?? {}), null);
    } catch (error) {
      this.#refuse(error);
    }
    return true;
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.#problem = sentenceOf(error);
    this.#tell('error', { sentence: this.#problem });
    this.requestUpdate();
  }

  followTheme() {
    const theme = this.#theme();
    if (this.getAttribute('theme') === theme) return;
    this.setAttribute('theme', theme);
    // Charts read it from the style, which has to be there first.
    requestAnimationFrame(() => themeChanges.dispatchEvent(new Event('change')));
  }

  /** @param {'progress' | 'outcome' | 'error'} name @param {unknown} detail */
  #tell(name, detail) {
    this.#host.dispatchEvent(new CustomEvent(`headcount-${name}`, { detail, bubbles: true, composed: true }));
  }

  #tellEnd() {
    const { outcome, error, state } = this.session.training;
    const end = state === 'done' ? outcome : state === 'crashed' ? error : null;
    if (end === this.#told) return;
    this.#told = end;
    if (state === 'done') this.#tell('outcome', outcome);
    else if (state === 'crashed') this.#tell('error', { sentence: error });
  }

  /** What it has of the engine. @returns {LabShare | null} */
  get #share() {
    return /** @type {LabShare | null} */ (/** @type {unknown} */ (this.session.engine.lab));
  }

  #leaveTurn() {
    if (this.#share) turns.release(this.#share);
  }

  /** @returns {Promise<Outcomes | null>} */
  async train() {
    const { session } = this;
    if (this.#problem) throw new Error(this.#problem);
    if (session.training.isBusy) throw new Error('It is training already.');
    await session.train();
    if (session.training.state === 'crashed') throw new Error(session.training.error);
    return session.training.outcome;
  }

  /** Out of sight it does not train. @param {boolean} isSeen */
  seen(isSeen) {
    const { training } = this.session;
    if (!isSeen && training.state === 'training') {
      this.#isAsleep = true;
      training.pause();
    } else if (isSeen && this.#isAsleep) {
      this.#isAsleep = false;
      training.resume();
    } else if (isSeen && this.#settings?.isAutoplayed && !this.#hasPlayed && !this.#problem) {
      this.#hasPlayed = true;
      this.session.train();
    }
  }

  close() {
    this.session.training.stop();
    this.session.dispose();
  }

  /** @param {string} view */
  #open(view) {
    this.#view = view;
    loaderOf(view === 'soft-minimum' ? 'theory' : view)?.().then(
      () => this.requestUpdate(),
      () => this.session.report('This view could not be loaded: is this computer online?'),
    );
    this.requestUpdate();
  }

  /** @param {string} part */
  #has(part) {
    return !this.#settings?.hidden.has(part);
  }

  #tabs() {
    const views = this.#settings?.views ?? [];
    if (views.length < 2 || !this.#has('tabs')) return nothing;
    return html`<div class="tabs" role="group" aria-label="Views">${views.map(
      (view) =>
        html`<button aria-pressed=${view === this.#view} @click=${() => this.#open(view)}>${nameOf(view)}</button>`,
    )}</div>`;
  }

  #panel() {
    const { session } = this;
    if (this.#view === 'cliff')
      return html`<headcount-transition .session=${session} .isAlone=${true}></headcount-transition>`;
    if (this.#view === 'soft-minimum')
      // A view takes the session when it is made: not before its code is here.
      return customElements.get('headcount-theory')
        ? html`<headcount-theory .session=${session} .isSoftMinimum=${true}></headcount-theory>`
        : nothing;
    if (this.#view === 'machine') return html`<headcount-machines .session=${session}></headcount-machines>`;
    return tabView(session, this.#view, (id) => {
      const preset = presets.find((one) => one.id === id);
      if (preset && !session.training.isBusy) this.#set(session.experimentOf(preset.experiment), preset);
    });
  }

  #controls() {
    const { strip = [], fields = [] } = this.#settings ?? {};
    if (fields.length) import('../views/controls-view.js').then(() => this.requestUpdate());
    const hasFields = fields.length > 0 && customElements.get('headcount-controls');
    return {
      strip: strip.length
        ? html`<headcount-strip .session=${this.session} .shown=${strip}></headcount-strip>`
        : nothing,
      fields: hasFields
        ? html`<headcount-controls .session=${this.session} .only=${fields}></headcount-controls>`
        : nothing,
    };
  }

  /** A link to the whole page with the same experiment. */
  #link() {
    const { experiment } = this.session;
    // One file has no page beside it.
    if (!this.#has('link') || !experiment || experiment.isSecret || !page || isOneFile()) return nothing;
    const tab = { cliff: 'transition', machine: 'heads', 'soft-minimum': 'theory' }[this.#view] ?? this.#view;
    return html`<p class="more"><a href=${`${page.href}?${experiment.toQuery()}#${tab}`} target="_blank" rel="noopener">Open in Headcount</a></p>`;
  }

  #problems() {
    const { training, notice, engine } = this.session;
    const words = [this.#problem, training.error, notice, engine.info ? '' : engine.error].filter(Boolean);
    return words.map((word) => html`<p class="alert" role="alert">${word}</p>`);
  }

  /** Where a mystery is guessed, or was. */
  #guess() {
    const { whySecret, judgement } = this.session;
    const isMystery = (whySecret || judgement) && customElements.get('headcount-guess');
    return isMystery ? html`<headcount-guess .session=${this.session}></headcount-guess>` : nothing;
  }

  /** What the results show, or why none come. */
  #answer() {
    const { session } = this;
    const { training, engine } = session;
    if (this.#isAsleep && training.state === 'paused') return 'Paused while it is out of sight.';
    // Others train: before its first step, or after it was out of sight.
    const isWaiting = training.isBusy && (!training.progress || this.#share?.isWaiting);
    if (isWaiting && engine.info) return 'Waiting for its turn to train.';
    return answerOf(session).sentence;
  }

  render() {
    const { session } = this;
    if (!this.#settings) return html`${this.#problems()}`;
    const controls = this.#controls();
    return html`
      ${this.#has('title') ? html`<h1>${headlineOf(session)}</h1>` : nothing}
      ${this.#has('lead') ? html`<p class="lead">${leadOf(session)}</p>` : nothing}
      <div class="bar">
        ${this.#has('train') ? html`<div class="buttons ${session.training.isBusy ? 'busy' : ''}">${trainButtons(session, () => {})}</div>` : nothing}
        ${controls.strip}
      </div>
      ${controls.fields}
      ${this.#has('progress') ? progressBar(session) : nothing}
      ${this.#has('answer') ? html`<p class="answer" role="status">${this.#answer()}</p>` : nothing}
      ${this.#guess()}
      ${this.#problems()}
      ${this.#tabs()}
      <div class="panel ${this.#has('caption') ? '' : 'bare'}" tabindex="0">${this.#problem ? nothing : this.#panel()}</div>
      ${this.#link()}`;
  }
}

customElements.define('headcount-embedded', EmbeddedView);
