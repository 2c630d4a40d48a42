// What every view is made of: it follows the session, and shows pictures as figures.
import { LitElement, html, nothing } from 'lit';
import './chart-canvas.js';
import './chart-table.js';
import { draw, tableOf } from '../state/pictures.js';
import { parts } from './styles.js';

/** @typedef {import('../state/pictures.js').Picture} Picture */

export class SessionView extends LitElement {
  /** @type {import('lit').CSSResultGroup} */
  static styles = parts;
  static properties = { session: { attribute: false } };

  constructor() {
    super();
    /** @type {import('../state/session.js').Session} */
    this.session = /** @type {any} */ (null);
  }

  /** Whether it shows how training goes, many times a second. */
  static live = true;

  #again = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    this.session.addEventListener('change', this.#again);
    if (/** @type {typeof SessionView} */ (this.constructor).live) this.session.addEventListener('progress', this.#again);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.session.removeEventListener('change', this.#again);
    this.session.removeEventListener('progress', this.#again);
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
   * @param {{ caption?: unknown, empty?: string, extra?: unknown, label?: string, pen?: import('./chart-canvas.js').Pen | null }} [words]
   */
  figure(id, picture, { caption = nothing, empty = '', extra = nothing, label = '', pen = null } = {}) {
    const { charts } = this.session;
    return html`<figure>
      <h2>${picture?.title ?? ''}</h2>
      ${empty
        ? html`<p class="empty" id=${id}>${empty}</p>`
        : html`<chart-canvas id=${id} .pen=${pen}
            .draw=${charts && picture ? (canvas, frame) => draw(charts, picture, canvas, frame) : null}
            label=${label || picture?.title || ''}></chart-canvas>`}
      <figcaption>${caption}</figcaption>
      ${extra}
      ${empty || !charts || !picture ? nothing : html`<chart-values label=${picture.title} .table=${() => tableOf(charts, picture)}></chart-values>`}
    </figure>`;
  }
}
