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
  .waiting { opacity: 0.75; }
`);

/** Shown until it is near the screen, where nothing was recorded of what is asked for. */
const WAITING = 'Headcount trains small Transformers here. It loads when it comes near the screen.';

/** What the reader's system prefers. */
const dark = matchMedia('(prefers-color-scheme: dark)');

/** The element's theme: its own, its host's by `color-scheme`, or the reader's. @param {HTMLElement} element @returns {'light' | 'dark'} */
function themeFor(element) {
  const asked = element.getAttribute('theme');
  if (asked === 'light' || asked === 'dark') return asked;
  const schemes = getComputedStyle(element).colorScheme.split(' ');
  // A page that says nothing is a light one, whatever the reader's system is.
  if (!schemes.includes('dark')) return 'light';
  return !schemes.includes('light') || dark.matches ? 'dark' : 'light';
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
  /** Whether words stand in the place of what could not be loaded. */
  #hasFailed = false;
  #near = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && this.#load().catch(() => {}), {
    rootMargin: `${NEAR}px`,
  });
  #seen = new IntersectionObserver((entries) => {
    this.#isSeen = entries.at(-1)?.isIntersecting ?? false;
    this.#view?.seen(this.#isSeen);
  });
  #followTheme = () => {
    if (this.#view) this.#view.followTheme();
    else this.#showPoster();
  };
  /** Pages switch their theme by an attribute of their root, or of their body. */
  #themes = new MutationObserver(this.#followTheme);

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styles];
  }

  connectedCallback() {
    this.#near.observe(this);
    this.#seen.observe(this);
    for (const place of [document.documentElement, document.body]) this.#themes.observe(place, { attributes: true });
    dark.addEventListener('change', this.#followTheme);
    if (!this.#view) this.#showPoster();
  }

  disconnectedCallback() {
    this.#near.disconnect();
    this.#seen.disconnect();
    this.#themes.disconnect();
    dark.removeEventListener('change', this.#followTheme);
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
    if (this.#isStale) return;
    this.#isStale = true;
    queueMicrotask(() => {
      this.#isStale = false;
      if (this.#view) this.#view.follow();
      else this.#showPoster();
    });
  }

  /** Until there is more: a picture of what was recorded or, where nothing was, a sentence. */
  #showPoster() {
    if (!this.isConnected || this.#hasFailed) return;
    const poster = posterOf((name) => this.getAttribute(name), themeFor(this));
    const image = this.#root.querySelector('img') ?? new Image();
    if (!poster) return this.#say(WAITING, 'waiting');
    if (image.getAttribute('src') === poster.source) return;
    image.alt = poster.alt;
    image.loading = 'lazy';
    image.onerror = () => image.isConnected && this.#say(WAITING, 'waiting');
    image.src = poster.source;
    this.#root.replaceChildren(image);
  }

  /** Words in the place of everything else. @param {string} sentence @param {string} kind */
  #say(sentence, kind) {
    const words = document.createElement('p');
    words.className = kind;
    words.textContent = sentence;
    this.#root.replaceChildren(words);
  }

  /** Fetches the view, once; what could not be fetched is tried again by the next call. */
  #load() {
    this.#near.disconnect();
    this.#loading ??= this.#show();
    return this.#loading;
  }

  async #show() {
    this.#hasFailed = false;
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
      this.#hasFailed = true;
      this.#say(`Headcount could not be loaded: ${sentence}`, 'failed');
      this.dispatchEvent(new CustomEvent('headcount-error', { detail: { sentence }, bubbles: true, composed: true }));
      throw error;
    }
  }

  /** What is set, as plain fields; null before it is loaded, where an attribute is wrong, or while it is a mystery. Fields that are given replace what attributes say; missing ones take their defaults. @type {ExperimentFields | null} */
  get experiment() {
    const experiment = this.#view?.session.experiment;
    return experiment && !experiment.isSecret ? experiment.toFields() : null;
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
