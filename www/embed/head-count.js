// <head-count>: the playground in somebody else's page. Until it is near the screen it is a picture of recorded
// results in a frame of its final size; then it fetches the view (embedded-view.js), which does the rest. Small,
// and without dependencies: every page that embeds it pays for this file.
import { ATTRIBUTES, SHOWN_ATTRIBUTES } from './attributes.js';
import { posterOf } from './posters.js';

/** @import { EmbeddedView } from './embedded-view.js' */
/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */

/** How near to the screen it has to be before the view is fetched, in CSS pixels. */
const NEAR = 400;

const styles = new CSSStyleSheet();
styles.replaceSync(`
  :host { display: block; box-sizing: border-box; height: var(--headcount-height, 640px); overflow: hidden; contain: content; }
  @media (max-width: 600px) { :host { height: var(--headcount-height, 720px); } }
  :host([hidden]) { display: none; }
  img { display: block; width: 100%; height: 100%; object-fit: contain; }
  p { margin: 0; padding: 1em; }
`);

/** The element's theme: its own, its host's by `color-scheme`, or the reader's. @param {HTMLElement} element @returns {'light' | 'dark'} */
function themeFor(element) {
  const asked = element.getAttribute('theme');
  if (asked === 'light' || asked === 'dark') return asked;
  const schemes = getComputedStyle(element).colorScheme.split(' ');
  // A page that says nothing is a light one, whatever the reader's system is.
  if (!schemes.includes('dark')) return 'light';
  return !schemes.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/**
 * @fires headcount-progress  a CustomEvent whose `detail` is the Progress of docs/api.md
 * @fires headcount-outcome  a CustomEvent whose `detail` is the document of all outcomes
 * @fires headcount-error  a CustomEvent whose `detail` is `{ sentence }`: what is wrong with an attribute, or why a training failed
 */
export class HeadCount extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  #root = this.attachShadow({ mode: 'open' });
  /** @type {Promise<EmbeddedView> | null} */
  #loading = null;
  /** @type {EmbeddedView | null} */
  #view = null;
  /** What was set as plain fields. @type {ExperimentFields | null} */
  #fields = null;
  #isSeen = false;
  #isStale = false;
  #near = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && this.#load().catch(() => {}), {
    rootMargin: `${NEAR}px`,
  });
  #seen = new IntersectionObserver((entries) => {
    this.#isSeen = entries.at(-1)?.isIntersecting ?? false;
    this.#view?.seen(this.#isSeen);
  });
  /** Pages switch their theme by an attribute of their root, or of their body. */
  #themes = new MutationObserver(() => this.#view?.followTheme());

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styles];
  }

  connectedCallback() {
    this.#near.observe(this);
    this.#seen.observe(this);
    for (const place of [document.documentElement, document.body]) this.#themes.observe(place, { attributes: true });
    if (!this.#view) this.#showPoster();
  }

  disconnectedCallback() {
    this.#near.disconnect();
    this.#seen.disconnect();
    this.#themes.disconnect();
    // A page that only moves it to another place connects it again at once.
    setTimeout(() => {
      if (this.isConnected || !this.#view) return;
      this.#view.close();
      this.#view = null;
      this.#loading = null;
      this.#root.replaceChildren();
    });
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    // The last one to say what is trained is right.
    if (!SHOWN_ATTRIBUTES.includes(name)) this.#fields = null;
    // Several that change together are read once.
    if (this.#isStale || !this.#view) return;
    this.#isStale = true;
    queueMicrotask(() => {
      this.#isStale = false;
      this.#view?.follow();
    });
  }

  #showPoster() {
    const source = posterOf((name) => this.getAttribute(name), themeFor(this));
    if (!source) return;
    const image = new Image();
    image.alt = 'Recorded earlier: error against number of heads.';
    image.loading = 'lazy';
    image.onerror = () => image.remove();
    image.src = source;
    this.#root.replaceChildren(image);
  }

  /** Fetches the view, once; what could not be fetched is tried again by the next call. */
  #load() {
    this.#near.disconnect();
    this.#loading ??= this.#show();
    return this.#loading;
  }

  async #show() {
    try {
      const { EmbeddedView } = await import('./embedded-view.js');
      const view = new EmbeddedView(
        this,
        () => themeFor(this),
        () => this.#fields,
      );
      await view.open();
      this.#view = view;
      this.#root.replaceChildren(view);
      view.seen(this.#isSeen);
      return view;
    } catch (error) {
      this.#loading = null;
      const sentence = error instanceof Error ? error.message : String(error);
      const words = document.createElement('p');
      words.textContent = `Headcount could not be loaded: ${sentence}`;
      this.#root.replaceChildren(words);
      this.dispatchEvent(new CustomEvent('headcount-error', { detail: { sentence }, bubbles: true, composed: true }));
      throw error;
    }
  }

  /** What is set, as plain fields; null before it is loaded, or where an attribute is wrong. Fields that are given replace what attributes say; missing ones take their defaults. @type {ExperimentFields | null} */
  get experiment() {
    return this.#view?.session.experiment?.toFields() ?? null;
  }

  set experiment(fields) {
    if (this.#view && !this.#view.setFields(fields)) return;
    this.#fields = fields;
    // One that is not in a page yet is loaded when it is.
    if (this.isConnected) this.#load().catch(() => {});
  }

  /** What the last training ended with; null before. @type {Outcomes | null} */
  get outcome() {
    return this.#view?.session.training.outcome ?? null;
  }

  /** Trains, and resolves to the outcome; null where it was stopped before it began. Rejects with what is wrong. @returns {Promise<Outcomes | null>} */
  async train() {
    return (await this.#load()).train();
  }

  /** Holds the training until `resume()`. */
  pause() {
    this.#view?.session.training.pause();
  }

  /** Goes on with a training that was paused. */
  resume() {
    this.#view?.session.training.resume();
  }

  /** Ends the training; what was reached is the outcome. */
  stop() {
    this.#view?.session.training.stop();
  }
}

// Another copy may be on the page already: the first one stays.
if (!customElements.get('head-count')) customElements.define('head-count', HeadCount);
