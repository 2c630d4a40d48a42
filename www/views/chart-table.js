// <chart-table>: the values of a chart as a table, for those who cannot see the chart or want its
// numbers. Closed at first, and made only while it is open: its texts are the wasm's.
import { css, html, LitElement, nothing } from 'lit';
import { base, disclosures, tables } from './styles.js';

export class ChartTable extends LitElement {
  static properties = {
    /** Whose values they are. */
    picture: { attribute: false },
    /** What the chart is called. */
    label: {},
    isOpen: { state: true },
  };

  static styles = [
    base,
    disclosures,
    tables,
    css`
    :host { display: block; }
    summary { gap: 4px; min-height: 36px; color: var(--quiet); font-size: 0.875rem; }
    .scroll { max-height: 320px; }
    table { font-size: 0.8125rem; }
    th, td { padding: 4px 10px; }
    th { color: var(--quiet); font-weight: normal; }
    thead th { position: sticky; top: 0; padding: 6px 10px; background: var(--ground); }
    th:first-child { padding-left: 2px; }
  `,
  ];

  constructor() {
    super();
    /** @type {import('./pictures.js').Picture | null} */
    this.picture = null;
    this.label = '';
    this.isOpen = false;
  }

  #rows() {
    const { head, rows } = this.picture?.table() ?? { head: [], rows: [] };
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Values: ${this.label}">
      <table>
        <thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map(([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
      </table>
    </div>`;
  }

  render() {
    return html`<details @toggle=${(/** @type {Event} */ { target }) => {
      this.isOpen = /** @type {HTMLDetailsElement} */ (target).open;
    }}>
      <summary>Values as a table</summary>
      ${this.isOpen ? this.#rows() : nothing}
    </details>`;
  }
}

customElements.define('chart-table', ChartTable);
