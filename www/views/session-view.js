// What every view is made of: it follows the session, and shows pictures as figures.
import { html, LitElement, nothing } from 'lit';
import './chart-canvas.js';
import './chart-table.js';
import { base } from './styles.js';

/** @typedef {import('./pictures.js').Picture} Picture */
/** @typedef {import('../state/session.js').Session} Session */

export class SessionView extends LitElement {
  /** @type {import('lit').CSSResultGroup} */
  static styles = base;
  /** @type {import('lit').PropertyDeclarations} */
  static properties = { session: { attribute: false } };

  /** Whether it shows how training goes, many times a second. */
  static isLive = true;

  constructor() {
    super();
    /** Set by the playground before the view is connected. */
    this.session = /** @type {Session} */ (/** @type {unknown} */ (null));
  }

  #update = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    this.session.addEventListener('change', this.#update);
    if (/** @type {typeof SessionView} */ (this.constructor).isLive)
      this.session.addEventListener('progress', this.#update);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.session.removeEventListener('change', this.#update);
    this.session.removeEventListener('progress', this.#update);
  }

  /** What can be exported, the main picture first. @returns {Picture[]} */
  get pictures() {
    return [];
  }

  /**
   * A picture with its heading; in its place a sentence where there is nothing to draw.
   *
   * @param {string} id
   * @param {Picture | null} picture
   * @param {{ caption?: unknown, empty?: unknown, extra?: unknown, label?: string, pen?: import('./chart-canvas.js').Pen | null, choose?: import('./chart-canvas.js').ChartCanvas['choose'], poster?: unknown }} [words]  `poster` is shown until the first drawing
   */
  figure(
    id,
    picture,
    { caption = nothing, empty = '', extra = nothing, label = '', pen = null, choose = null, poster = nothing } = {},
  ) {
    return html`<figure>
      <h2>${picture?.title ?? ''}</h2>
      ${
        empty
          ? html`<p class="empty" id=${id}>${empty}</p>`
          : html`<chart-canvas id=${id} .pen=${pen} .choose=${choose} .picture=${picture} .poster=${poster} label=${label || picture?.title || ''}></chart-canvas>`
      }
      <figcaption>${caption}</figcaption>
      ${extra}
      ${empty || !picture ? html`<div class="no-table"></div>` : html`<chart-table label=${picture.title} .picture=${picture}></chart-table>`}
    </figure>`;
  }
}
