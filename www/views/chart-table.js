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
    firstLine: { state: true },
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
    .pager { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; margin: 4px 0; color: var(--quiet); font-size: 0.8125rem; }
  `,
  ];

  constructor() {
    super();
    /** @type {import('./pictures.js').Picture | null} */
    this.picture = null;
    this.label = '';
    this.isOpen = false;
    /** Of a chart with more lines than fit: the first that has a column. */
    this.firstLine = 0;
  }

  /** Buttons that go on to other lines, where they do not all fit. @param {NonNullable<import('../wasm/page/page.js').Table['lines']>} lines */
  #pager({ first, count, all }) {
    const to = (/** @type {number} */ line, /** @type {string} */ name, /** @type {boolean} */ isOff) =>
      html`<button class="small" aria-disabled=${isOff} @click=${() => {
        if (!isOff) this.firstLine = line;
      }}>${name}</button>`;
    return html`<p class="pager" role="group" aria-label="Lines of ${this.label}">
      ${to(Math.max(0, first - count), 'Previous lines', first === 0)}
      <span role="status">Lines ${first + 1} to ${first + count} of ${all}</span>
      ${to(first + count, 'Next lines', first + count >= all)}
    </p>`;
  }

  #rows() {
    const { head, rows, lines } = this.picture?.table(this.firstLine) ?? { head: [], rows: [], lines: null };
    // Another experiment may have fewer lines.
    if (lines && lines.count === 0 && lines.all > 0) {
      this.firstLine = 0;
      return nothing;
    }
    return html`${lines && lines.count < lines.all ? this.#pager(lines) : nothing}
    <div class="scroll" tabindex="0" role="region" aria-label="Values: ${this.label}">
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
