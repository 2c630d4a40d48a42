// <headcount-share>: the dialog that writes how an experiment gets into other pages: as a link, an element, a frame,
// cells of notebooks, or one file, with a choice of views and controls, and a preview of it. Fetched when it is first opened.
import { css, html, LitElement } from 'lit';
import { sentenceOf } from '../api/checks.js';
import '../embed/head-count.js';
import { presets } from '../content/presets.js';
import { TABS } from '../content/tabs.js';
import { ATTRIBUTES } from '../embed/attributes.js';
import { PARTS, VIEWS } from '../embed/settings.js';
import {
  attributesOf,
  elementSnippet,
  frameSnippet,
  marimoSnippet,
  notebookSnippet,
  oneFileWith,
} from '../embed/snippets.js';
import { copy, save } from './files.js';
import { base } from './styles.js';

/** What the parts are called that can be left out. */
const PART_NAMES = /** @type {Record<string, string>} */ ({
  title: 'headline',
  lead: 'explanation',
  train: 'Train button',
  progress: 'progress bar',
  answer: 'result in words',
  tabs: 'buttons of the views',
  caption: 'caption',
  link: 'link to this page',
});

/** What readers may change. */
const CONTROL_NAMES = { targets: 'targets', length: 'length', heads: 'heads' };

/** What the views are called. @type {Map<string, string>} */
const VIEW_NAMES = new Map([['cliff', 'Cliff'], ['machine', 'Machines'], ['soft-minimum', 'Soft minimum'], ...TABS]);

/** @param {string} view */
const viewName = (view) => VIEW_NAMES.get(view) ?? view;

/** Where this page is, and the files beside it. */
const place = () => new URL('.', location.href).href;

/**
 * What keeps these lines from working elsewhere, as sentences: a page of another host cannot load what is on the
 * reader's own machine, nor the element from a host that does not allow it. A page may read its own host's headers.
 */
async function obstacles() {
  const sentences = [];
  if (/^(localhost|127\.[\d.]+|\[::1\]|.*\.localhost)$/.test(location.hostname)) {
    sentences.push(
      'This page is served by your own machine, and these lines point to it: only you can open them. The one file works anywhere.',
    );
  }
  const { ok, headers } = await fetch(new URL('headcount.js', place()), { method: 'HEAD' });
  if (ok && !headers.has('access-control-allow-origin')) {
    sentences.push(
      'This host does not let pages of other hosts load its scripts (it sends no Access-Control-Allow-Origin), so the element works in its own pages only. Elsewhere take the frame or the one file.',
    );
  }
  return sentences;
}

export class ShareView extends LitElement {
  static styles = [
    base,
    css`
    dialog { width: min(980px, calc(100vw - 24px)); max-height: calc(100vh - 24px); padding: 16px 20px; border: 1px solid var(--line); border-radius: 12px; color: var(--ink); background: var(--ground); }
    dialog::backdrop { background: rgb(0 0 0 / 45%); }
    h2 { margin: 0 0 8px; font-size: 1.2rem; }
    .top { display: flex; justify-content: space-between; gap: 12px; }
    .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 12px 24px; }
    @media (max-width: 760px) { .columns { grid-template-columns: minmax(0, 1fr); } }
    fieldset { display: flex; flex-wrap: wrap; gap: 0 14px; margin: 0 0 8px; padding: 0; border: 0; }
    fieldset label { display: inline-flex; gap: 6px; align-items: center; min-height: 36px; font-size: 0.9rem; }
    legend { padding: 0; color: var(--quiet); font-size: 0.9rem; }
    textarea { display: block; box-sizing: border-box; width: 100%; height: 5.6em; margin: 4px 0; padding: 6px; border: 1px solid var(--edge); border-radius: 6px; color: var(--ink); background: var(--raised); font: 0.8125rem/1.4 ui-monospace, monospace; resize: vertical; }
    .snippet { margin-bottom: 8px; }
    .snippet label, .snippet .name { font-weight: 600; font-size: 0.95rem; }
    .purpose { color: var(--quiet); font-size: 0.9rem; }
    .status { margin: 4px 0 0; color: var(--quiet); font-size: 0.9rem; }
    .obstacle { margin: 0 0 8px; padding-left: 10px; border-left: 3px solid var(--edge); font-size: 0.9rem; text-wrap: pretty; }
    head-count { --headcount-height: 620px; }
  `,
  ];
  static properties = {
    session: { attribute: false },
    views: { state: true },
    controls: { state: true },
    hiddenParts: { state: true },
    isAutoplayed: { state: true },
    message: { state: true },
    obstacles: { state: true },
  };

  /** Asked for once: they stay as they are. @type {{ id: string, query: string }[] | null} */
  #presetQueries = null;

  constructor() {
    super();
    /** Set by the owner. */
    this.session = /** @type {import('../state/session.js').Session} */ (/** @type {unknown} */ (null));
    /** Those that are shown, the first one open. @type {string[]} */
    this.views = ['cliff'];
    /** Controls of the strip. @type {string[]} */
    this.controls = [];
    /** Parts that are left out. @type {string[]} */
    this.hiddenParts = ['lead'];
    this.isAutoplayed = false;
    /** What was done last, and with what. */
    this.message = { id: '', sentence: '' };
    /** What keeps the lines from working elsewhere. @type {string[]} */
    this.obstacles = [];
  }

  /** It may be opened before the page knows its experiment. */
  #follow = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    this.session.addEventListener('change', this.#follow);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.session.removeEventListener('change', this.#follow);
  }

  firstUpdated() {
    this.renderRoot.querySelector('dialog')?.showModal();
    obstacles().then(
      (found) => {
        this.obstacles = found;
      },
      // Without a network it is not known, and nothing is claimed.
      () => {},
    );
  }

  /** @returns {import('../embed/snippets.js').Shared} */
  get #shared() {
    const query = this.session.linkedExperiment?.toQuery() ?? '';
    const { views, controls, hiddenParts, isAutoplayed } = this;
    // With one view there are no buttons to leave out.
    const hidden = hiddenParts.filter((part) => part !== 'tabs' || views.length > 1);
    return { query, presets: this.#presets, views, controls, hidden, isAutoplayed };
  }

  /** What the presets are, as links have them. */
  get #presets() {
    if (!this.session.wasm) return [];
    this.#presetQueries ??= presets.map(({ id, experiment }) => ({
      id,
      query: this.session.experimentOf(experiment).toQuery(),
    }));
    return this.#presetQueries;
  }

  /** @param {string} id  of the snippet, beside which it is said how it went @param {() => unknown} act @param {string} done */
  async #do(id, act, done) {
    try {
      await act();
      this.message = { id, sentence: done };
    } catch (error) {
      this.message = { id, sentence: sentenceOf(error) };
    }
  }

  /** Where it is said what was done. @param {string} id */
  #status(id) {
    return html` <span class="status" role="status">${this.message.id === id ? this.message.sentence : ''}</span>`;
  }

  async #saveFile() {
    const response = await fetch(new URL('headcount.html', place()));
    if (!response.ok) throw new Error(`headcount.html could not be loaded (HTTP ${response.status}).`);
    save('headcount.html', oneFileWith(await response.text(), this.#shared), 'text/html');
  }

  /** @param {string} id @param {string} name @param {string} purpose  where it is pasted @param {string} text */
  #snippet(id, name, purpose, text) {
    return html`<div class="snippet"><label for=${id}>${name}</label> <span class="purpose">${purpose}</span>
      <textarea id=${id} readonly spellcheck="false" .value=${text}></textarea>
      <button class="small" @click=${() => this.#do(id, () => copy(text), 'Copied.')}>Copy ${name.toLowerCase()}</button>${this.#status(id)}</div>`;
  }

  /** @param {string} part @param {boolean} isShown */
  #show(part, isShown) {
    this.hiddenParts = PARTS.filter((one) => (one === part ? !isShown : this.hiddenParts.includes(one)));
  }

  /** The view that was there first stays open. @param {string} view @param {boolean} isShown */
  #showView(view, isShown) {
    const others = this.views.filter((one) => one !== view);
    this.views = isShown ? [...others, view] : others;
  }

  /** @param {string} control @param {boolean} isShown */
  #showControl(control, isShown) {
    this.controls = Object.keys(CONTROL_NAMES).filter((one) =>
      one === control ? isShown : this.controls.includes(one),
    );
  }

  /** @param {string} name @param {boolean} isOn @param {(isOn: boolean) => void} set @param {boolean} [isFixed] */
  #box(name, isOn, set, isFixed = false) {
    const change = (/** @type {Event} */ { target }) => set(/** @type {HTMLInputElement} */ (target).checked);
    return html`<label><input type="checkbox" .checked=${isOn} ?disabled=${isFixed} @change=${change} />${name}</label>`;
  }

  updated() {
    const preview = this.renderRoot.querySelector('head-count');
    const wanted = new Map(attributesOf({ ...this.#shared, isAutoplayed: false }));
    for (const name of ATTRIBUTES) {
      const value = wanted.get(name);
      if (value === undefined) preview?.removeAttribute(name);
      else if (preview?.getAttribute(name) !== value) preview?.setAttribute(name, value);
    }
  }

  render() {
    const shared = this.#shared;
    const link = `${place()}?${shared.query}`;
    return html`<dialog aria-label="Share" @close=${() => this.dispatchEvent(new CustomEvent('close'))}>
      <div class="top"><h2>Share</h2><button class="small" @click=${() => this.renderRoot.querySelector('dialog')?.close()}>Close</button></div>
      <div class="columns"><div>
        <fieldset><legend>Views, of which ${viewName(this.views[0])} is open</legend>${VIEWS.map((view) => {
          const isShown = this.views.includes(view);
          // One there must be.
          const isFixed = isShown && this.views.length === 1;
          return this.#box(viewName(view), isShown, (isTicked) => this.#showView(view, isTicked), isFixed);
        })}</fieldset>
        <fieldset><legend>What readers may change</legend>${Object.entries(CONTROL_NAMES).map(([control, name]) =>
          this.#box(name, this.controls.includes(control), (isShown) => this.#showControl(control, isShown)),
        )}</fieldset>
        <fieldset><legend>Shown with it</legend>${Object.entries(PART_NAMES)
          .filter(([part]) => part !== 'tabs' || this.views.length > 1)
          .map(([part, name]) =>
            this.#box(name, !this.hiddenParts.includes(part), (isShown) => this.#show(part, isShown)),
          )}${this.#box('trains when it is seen', this.isAutoplayed, (isOn) => {
          this.isAutoplayed = isOn;
        })}</fieldset>
        ${this.obstacles.map((sentence) => html`<p class="obstacle">${sentence}</p>`)}
        ${this.#snippet('share-link', 'Link', 'for a mail or a slide', link)}
        ${this.#snippet('share-element', 'Element', 'for pages that may load scripts: MkDocs, Sphinx, your own HTML', elementSnippet(shared, place()))}
        ${this.#snippet('share-frame', 'Frame', 'for pages and learning platforms that allow frames', frameSnippet(shared, place()))}
        ${this.#snippet('share-notebook', 'Notebook cell', 'for Jupyter', notebookSnippet(shared, place()))}
        ${this.#snippet('share-marimo', 'Marimo cell', 'for marimo', marimoSnippet(shared, place()))}
        <div class="snippet"><span class="name">One file</span> <span class="purpose">for a learning platform, a stick or a mail: what the preview shows, with the engine for the CPU inside</span>
          <button class="small" @click=${() => this.#do('share-file', () => this.#saveFile(), 'headcount.html is saved.')}>Save as one file</button>${this.#status('share-file')}</div>
      </div><div><p class="status">Preview</p><head-count></head-count></div></div>
    </dialog>`;
  }
}

customElements.define('headcount-share', ShareView);
