// <headcount-playground>: the page as one element. The frame only: the question and its answer, the
// Train button, tabs. What is trained is the session's business, what a tab shows its view's.
import { LitElement, html, nothing } from 'lit';
import { isMystery, readLink, tabOfLink, write } from './state/address.js';
import { keepAwake } from './state/wake-lock.js';
import './views/compare-view.js';
import './views/controls-view.js';
import { explanations, presetOf } from './content/explanations.js';
import './views/files-view.js';
import { saveResults, takeAll } from './views/files.js';
import './views/guess-view.js';
import { left } from './storage/sweep-store.js';
import './views/resume-banner.js';
import './views/learning-view.js';
import { resultsOf, same, sameTask } from './state/pictures.js';
import { presets } from './content/presets.js';
import './views/rank-view.js';
import { recorded } from './content/recorded.js';
import { Session, sentenceOf } from './state/session.js';
import { stored } from './storage/pinned-results.js';
import { page, parts } from './views/styles.js';
import './views/table-view.js';
import './views/theory-view.js';
import './views/transition-view.js';
import './views/find-d-view.js';
import './views/width-view.js';
import { counted, duration, size, whole } from './views/number-format.js';

/** The inspector: fetched when its tab is first opened. */
const inspector = () => import('./views/heads/heads-view.js');

const TABS = /** @type {const} */ ([
  ['transition', 'Transition'], ['learning', 'Learning'], ['width', 'Width'], ['heads', 'Heads'],
  ['theory', 'Theory'], ['rank', 'Rank'], ['table', 'Table'],
]);

export class HeadcountPlayground extends LitElement {
  static styles = [page, parts];
  static properties = { tab: { state: true }, dragged: { state: true }, left: { state: true } };

  constructor() {
    super();
    this.session = new Session();
    this.tab = 'transition';
    /** Whether a file hovers over the page. */
    this.dragged = false;
    /** A sweep of an earlier visit. @type {import('./storage/sweep-store.js').Sweep | null} */
    this.left = null;
    this.session.addEventListener('change', () => {
      keepAwake(this.session.state === 'training');
      write(this.session, this.tab);
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
    document.addEventListener('visibilitychange', this.#hide);
    this.#open();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#followHash);
    window.removeEventListener('dragover', this.#drag);
    window.removeEventListener('dragleave', this.#drag);
    window.removeEventListener('drop', this.#drag);
    document.removeEventListener('visibilitychange', this.#hide);
    keepAwake(false);
    this.session.dispose();
  }

  /** First the chart, then the engine: it must be there when Train is pressed, not before. */
  async #open() {
    const { session } = this;
    try {
      const charts = await session.load();
      for (const results of recorded) {
        const experiment = charts.validate(JSON.stringify(results.experiment));
        session.compare({ name: 'recorded', note: `recorded earlier, the median of ${experiment.seeds.length} runs`, own: false, results: { ...results, experiment } });
      }
      this.#openLink(charts);
      await this.updateComplete;
    } catch (error) {
      session.error = sentenceOf(error);
      session.changed();
      return;
    }
    await Promise.all([session.startEngine(), this.#shelved(), this.#lookBack()]);
  }

  /** Whether an earlier visit left a sweep. */
  async #lookBack() {
    // As above: what keeps nothing has left nothing.
    this.left = await left().catch(() => null);
  }

  /** A page that is hidden may never be seen again. */
  #hide = () => {
    if (document.visibilityState === 'hidden' && this.session.busy) this.session.keep();
  };

  /** What was pinned on earlier visits. */
  async #shelved() {
    try {
      const { session } = this;
      for (const ghost of await stored()) {
        // A pinned result that came with the link as well is there once.
        const twin = session.ghosts.find(({ own, results }) => own && same(results, ghost.results));
        if (twin) session.changeGhost(twin.id, null);
        session.compare({ ...ghost, kept: true });
      }
    } catch {
      // A browser that keeps nothing, as in some private windows, has nothing to show.
    }
  }

  /** @param {any} charts */
  #openLink(charts) {
    const { session } = this;
    /** @type {ReturnType<typeof readLink>} */
    let link = null;
    try {
      link = readLink(charts);
    } catch (error) {
      session.notice = `This link cannot be opened, so here is the first experiment instead.\n${sentenceOf(error)}`;
    }
    const given = link?.experiment ?? null;
    const base = presetFor(charts, link?.hidden ? null : given);
    this.tab = TABS.some(([id]) => id === tabOfLink()) ? tabOfLink() : given ? base.tab : 'transition';
    if (this.tab === 'heads') this.#fetchInspector();
    if (link?.results) {
      session.linked = link.results;
      session.compare({ name: 'from the link', results: link.results });
    }
    if (given && link?.hidden) session.hide(given);
    else session.set(given ?? base.experiment, base);
  }

  /** What the open view has to export. */
  #pictured = () => /** @type {any} */ (this.renderRoot.querySelector('#panel > *'))?.pictures ?? [];

  #followHash = () => {
    if (TABS.some(([id]) => id === tabOfLink())) this.#show(tabOfLink());
  };

  /** @param {DragEvent} event */
  #drag = async (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.dragged = event.type === 'dragover';
    if (event.type === 'drop') await this.#take([...event.dataTransfer.files]);
  };

  /** @param {File[]} files */
  async #take(files) {
    const tab = await takeAll(this.session, files);
    if (tab) this.#show(tab);
  }

  /** @param {string} tab */
  #show(tab) {
    this.tab = tab;
    if (tab === 'heads') this.#fetchInspector();
    write(this.session, tab);
  }

  #fetchInspector() {
    inspector().then(() => this.requestUpdate(), (error) => { this.session.error = sentenceOf(error); this.requestUpdate(); });
  }

  /** Sets everything to a preset. @param {string} id @param {boolean} [scroll] */
  #preset(id, scroll = false) {
    const preset = presetOf(id);
    if (!preset || this.session.busy) return;
    this.session.notice = '';
    this.session.clear();
    this.session.set(preset.experiment, preset);
    this.#show(preset.tab);
    if (!scroll) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const train = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('button.primary'));
    this.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
    train?.focus({ preventScroll: true });
  }

  /** The same at every render: made once. */
  #explanations = explanations((id) => this.#preset(id, true));

  /** What a screen reader hears: once per state, not once per number. */
  #status() {
    const { session } = this;
    if (session.state === 'done' && !session.prediction.drawing) return session.complete ? `Done. ${this.#answer()}` : 'Stopped.';
    return { idle: '', training: 'Training.', paused: 'Paused.', stopping: '', done: '' }[session.state];
  }

  #answer() {
    const { session } = this;
    const { charts, shown, verdict } = session;
    if (!charts || !shown) return '';
    if (session.prediction.drawing) return 'You are predicting: what is known is hidden until you are done.';
    if (session.search) return session.search.sentence;
    // Whoever is to guess is shown the errors, not told what they mean.
    if (session.secret && verdict) return session.complete ? 'Trained: where is the cliff? Commit to a guess, and you are told.' : 'Training …';
    if (verdict?.sentence) return `${session.complete ? '' : 'So far: '}${verdict.sentence}`;
    if (session.busy) return 'Training …';
    // Of the same task, and of no other heads: else it would promise what Train does not show.
    const ghosts = resultsOf(session).filter(({ experiment: { task, grid } }) => sameTask(task, shown.task) && grid.h.every((h) => shown.grid.h.includes(h)));
    // What came with the link is what its reader was sent to see.
    const linked = ghosts.find(({ origin }) => same(origin, session.linked));
    const ghost = linked ?? ghosts[0];
    if (!ghost) return `${session.preset && !this.#differs ? session.preset.shows : 'Not trained yet.'} Press Train to see.`;
    const { sentence } = session.fold(ghost.runs);
    const origin = linked ? 'The page’s address says so' : 'That was recorded earlier';
    return `${sentence} ${origin}: press Train to watch it happen in this tab.`;
  }

  get #differs() {
    const { experiment, preset } = this.session;
    return JSON.stringify(experiment) !== JSON.stringify(preset?.experiment);
  }

  #buttons() {
    const { session } = this;
    const { state } = session;
    const big = {
      idle: ['Train', () => session.train()],
      training: ['Pause', () => session.tell('pause')],
      paused: ['Resume', () => session.tell('resume')],
      stopping: ['Stopping …', () => {}],
      done: ['Train again', () => session.train()],
    };
    const [name, press] = /** @type {[string, () => void]} */ (big[state]);
    const stoppable = state === 'training' || state === 'paused';
    // aria-disabled and not disabled: a button that has the focus must not lose it when pressed.
    const off = !session.charts || !session.lab || state === 'stopping' || (!session.busy && session.problems.length > 0);
    return html`
      <button class="primary" aria-disabled=${off} @click=${() => off || press()}>${name}</button>
      <button aria-disabled=${!stoppable} @click=${() => stoppable && session.tell('stop')}>Stop</button>`;
  }

  /** Before training: what it will take. */
  #plan() {
    const { session } = this;
    const { experiment, needs, speed } = session;
    if (session.problems.length) return [html`<span class="problem">Not to be trained as it is: see the settings.</span>`];
    if (!experiment || !needs) return [];
    const seconds = speed && (needs.runs * experiment.recipe.steps) / speed.stepsPerSecond;
    return [
      `${counted(needs.runs, 'Transformer', 'Transformers')}, ${whole(experiment.recipe.steps)} steps each`,
      seconds === null ? 'time known once it trains' : `${speed?.exact ? 'about' : 'very roughly'} ${duration(seconds)}`,
      needs.bytes === null || session.secret ? '' : `${size(needs.bytes)} of memory`,
    ];
  }

  #progress() {
    const { progress, state, complete, stale, busy, problems } = this.session;
    const planned = !progress || (!busy && (stale || problems.length > 0));
    const spans = planned ? this.#plan() : [
      `${whole(progress.step)} of ${whole(progress.steps)} steps in all`,
      state === 'done' ? (complete ? 'done' : 'stopped') : progress.stepsPerSecond ? `${whole(progress.stepsPerSecond)} steps/s` : '',
      { training: progress.secondsLeft === null ? '' : `${duration(progress.secondsLeft)} left`, paused: 'paused', stopping: 'stopping', done: '', idle: '' }[state],
    ];
    return html`<div class="progress">
      <div class="numbers">${spans.map((words) => html`<span>${words}</span>`)}</div>
      <progress max=${progress && !planned ? progress.steps : 1} value=${progress && !planned ? progress.step : 0} aria-label="Training progress"></progress>
    </div>`;
  }

  #presets() {
    const { session } = this;
    return html`<div class="presets" role="group" aria-label="Presets">
      ${presets.map(({ id, name, shows }) => html`<button aria-pressed=${session.preset?.name === name} aria-disabled=${session.busy}
        title=${shows} @click=${() => this.#preset(id)}>${name}${session.preset?.name === name && this.#differs ? html`<span class="unseen">, changed</span><span aria-hidden="true"> *</span>` : nothing}</button>`)}
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const place = TABS.findIndex(([id]) => id === this.tab);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#show(TABS[(to + TABS.length) % TABS.length][0]);
    this.updateComplete.then(() => this.#selected?.focus());
  }

  /** @returns {HTMLElement | null} */
  get #selected() {
    return this.renderRoot.querySelector('[role=tab][aria-selected=true]');
  }

  /** Where the tabs are wider than the screen, the selected one is in sight. @param {Map<string, unknown>} changed */
  updated(changed) {
    // In the frame that lays out the new view anyway: asked at once, it would be laid out now as well.
    if (changed.has('tab')) requestAnimationFrame(() => this.#reveal());
  }

  #reveal() {
    const [tab, list] = [this.#selected, this.renderRoot.querySelector('.tabs')];
    if (!tab || !list) return;
    const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollLeft += Math.min(0, inner.left - outer.left - 8) + Math.max(0, inner.right - outer.right + 48);
  }

  #tabs() {
    return html`<div class="tabs" role="tablist" aria-label="Views" @keydown=${(event) => this.#arrow(event)}>
      ${TABS.map(([id, name]) => html`<button role="tab" id="tab-${id}" aria-selected=${id === this.tab} aria-controls="panel"
        tabindex=${id === this.tab ? 0 : -1} @click=${() => this.#show(id)}>${name}</button>`)}
    </div>`;
  }

  #view() {
    const { session } = this;
    // Theory is no result.
    if (session.prediction.drawing && this.tab !== 'transition' && this.tab !== 'theory') {
      return html`<p class="empty"><span>Hidden while you predict. <button class="link" @click=${() => this.#show('transition')}>Back to your prediction</button></span></p>`;
    }
    switch (this.tab) {
      case 'learning': return html`<headcount-learning .session=${session}></headcount-learning>`;
      case 'width': return html`<headcount-width .session=${session}></headcount-width>`;
      case 'heads': return this.#heads();
      case 'theory': return html`<headcount-theory .session=${session}></headcount-theory>`;
      case 'rank': return html`<headcount-rank .session=${session}></headcount-rank>`;
      case 'table': return html`<headcount-table .session=${session}></headcount-table>`;
      default: return html`<headcount-transition .session=${session}></headcount-transition>`;
    }
  }

  /** The inspector asks the lab itself; `opened` is a run that came as a file. */
  #heads() {
    const { session } = this;
    if (session.secret) return html`<p class="empty">The heads show what there is to find. ${session.secret}</p>`;
    const runs = session.held;
    if (runs.length === 0 && !session.opened) return html`<p class="empty">Nothing trained yet: press Train, or import a model.</p>`;
    const fewer = session.progress?.held ? html`<p class="said">Find D keeps the runs that it trained last, to look into. Train to look into all of them.</p>` : nothing;
    return html`${fewer}<headcount-heads .lab=${session.ready} .runs=${runs} .experiment=${session.shown} .busy=${session.busy} .opened=${session.opened}></headcount-heads>`;
  }

  /** Where a mystery is guessed, at the top; its place is kept while the page loads. */
  #guess() {
    const { secret, judged, experiment } = this.session;
    if (!secret && !judged && (experiment || !isMystery())) return nothing;
    return html`<div class="guess">${experiment ? html`<headcount-guess .session=${this.session}></headcount-guess>` : nothing}</div>`;
  }

  render() {
    const { session } = this;
    return html`
      <header>
        <p class="name">Headcount</p>
        <h1>How many heads does this task need?</h1>
        <p class="task">${session.task}</p>
        <p class="answer">${this.#answer()}</p>
        ${this.#guess()}
        <p class="unseen" role="status">${this.#status()}</p>
      </header>
      <main>
      <div class="bar">${this.#buttons()}${this.#progress()}
        <headcount-files .session=${session} .pictured=${this.#pictured}
          @files=${({ detail }) => this.#take(detail)}></headcount-files>
      </div>
      ${session.error ? html`<p class="alert" role="alert">${session.error}</p>` : nothing}
      ${session.notice ? html`<div class="alert" role="alert">${session.notice}
        <button @click=${() => { session.notice = ''; session.changed(); }}>Close</button></div>` : nothing}
      ${session.unkept ? html`<div class="alert" role="alert">${session.unkept}
        <button aria-disabled=${!session.outcome} @click=${() => session.outcome && saveResults(session)}>Export results</button>
        <button @click=${() => { session.unkept = ''; session.changed(); }}>Close</button></div>` : nothing}
      ${this.#presets()}
      <div class="columns">
        <div class="views">
          ${this.#tabs()}
          <div id="panel" role="tabpanel" aria-labelledby="tab-${this.tab}" tabindex="0">${this.#view()}</div>
          <headcount-compare .session=${session}></headcount-compare>
          <headcount-unknown .session=${session}></headcount-unknown>
        </div>
        <section class="settings" aria-label="Settings"><h2 class="unseen">Settings</h2>
          <headcount-controls .session=${session}></headcount-controls></section>
        ${this.#explanations}
      </div>
      </main>
      ${this.left && !session.busy ? html`<headcount-left .session=${session} .sweep=${this.left}
        @closed=${() => { this.left = null; }}></headcount-left>` : nothing}
      ${this.dragged ? html`<p class="drop" role="status">Drop an experiment, results or a model</p>` : nothing}
    `;
  }
}

/** The preset that an experiment is, or is most like. @param {any} charts @param {any} given */
function presetFor(charts, given) {
  if (!given) return presets[0];
  const full = presets.map((preset) => ({ preset, experiment: charts.validate(JSON.stringify(preset.experiment)) }));
  const same = full.find(({ experiment }) => JSON.stringify(experiment) === JSON.stringify(given));
  const like = full.find(({ experiment: { task, grid } }) => task.kind === given.task.kind && grid.form === given.grid.form);
  return (same ?? like ?? full[0]).preset;
}

customElements.define('headcount-playground', HeadcountPlayground);
