// <chart-values>: the values of a chart as a table, for those who cannot see the chart or want its
// numbers. Closed at first, and made only while it is open: what is in it is the wasm's.
import { LitElement, css, html, nothing } from 'lit';
import { parts } from './styles.js';

/** @typedef {{ head: string[], rows: string[][] }} Table */

export class ChartValues extends LitElement {
  static properties = {
    /** Makes the table. */
    table: { attribute: false },
    /** Whose values they are. */
    label: {},
    open: { state: true },
  };

  static styles = [parts, css`
    :host { display: block; }
    summary { gap: 4px; min-height: 36px; color: var(--quiet); font-size: 0.875rem; }
    .scroll { max-height: 320px; }
    table { width: auto; font-size: 0.8125rem; }
    th, td { padding: 4px 10px; }
    th { color: var(--quiet); font-weight: normal; }
    thead th { padding: 6px 10px; }
    th:first-child { padding-left: 2px; }
  `];

  constructor() {
    super();
    /** @type {(() => Table) | null} */
    this.table = null;
    this.label = '';
    this.open = false;
  }

  #rows() {
    const { head, rows } = this.table?.() ?? { head: [], rows: [] };
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Values: ${this.label}">
      <table>
        <thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map(([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
      </table>
    </div>`;
  }

  render() {
    return html`<details @toggle=${({ target }) => { this.open = target.open; }}>
      <summary>Values as a table</summary>
      ${this.open ? this.#rows() : nothing}
    </details>`;
  }
}

customElements.define('chart-values', ChartValues);
