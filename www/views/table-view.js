// Table: every run and every number, sortable by column. Of many runs only those in sight, and some more,
// are rows of the page; space stands for the others.
import { css, html, nothing } from 'lit';
import { pointsOf } from '../api/curves.js';
import { displayedResults } from '../state/displayed-results.js';
import { scientific, whole } from './number-format.js';
import { SessionView } from './session-view.js';
import { base, placeholders, tables } from './styles.js';

/** @typedef {import('../wasm/page/page.js').Run} Run */
/** @typedef {import('../api/protocol.js').Outcome | import('../api/protocol.js').RunProgress} Row */
/** @typedef {number | string | null} Cell */
/**
 * @typedef {object} Column
 * @property {string} key
 * @property {string} name
 * @property {(row: Row) => Cell} of
 * @property {(value: any) => unknown} [show]
 * @property {(rows: Row[]) => boolean} [isNeeded]  always without
 * @property {boolean} [revealsTask]  not shown while the task is a mystery
 */

/** Whether a size is not the usual one in some row. @param {'N' | 'w' | 'L'} size @param {number} usual */
const varies = (size, usual) => (/** @type {Row[]} */ rows) => rows.some(({ run }) => (run[size] ?? usual) !== usual);
/** @param {number | null} value */
const wholeOrDash = (value) => (value === null ? '–' : whole(value));
/** The final error, or while it trains the last of its curve. @param {Row} row */
const errorOf = (row) => ('nmse' in row ? row.nmse : (pointsOf(row).at(-1) ?? null));

/** How far the error on other sequences may be from it. @param {Row} row */
const standardErrorOf = (row) => ('standardError' in row ? (row.standardError ?? null) : null);

/** @type {Column[]} */
const COLUMNS = [
  { key: 'h', name: 'heads h', of: ({ run }) => run.h },
  { key: 'nmse', name: 'error', of: errorOf, show: scientific },
  {
    key: 'standardError',
    name: 'standard error',
    of: standardErrorOf,
    show: scientific,
    // Known at the end of a training, when a new column would move the others; earlier versions recorded none.
    isNeeded: (rows) => rows.some((row) => !('nmse' in row) || standardErrorOf(row) !== null),
  },
  { key: 'T', name: 'length T', of: ({ run }) => run.T },
  { key: 'n', name: 'head size n', of: ({ run }) => run.n },
  { key: 'N', name: 'width N', of: ({ run }) => run.N, isNeeded: varies('N', 0) },
  { key: 'w', name: 'side by side w', of: ({ run }) => run.w ?? 1, isNeeded: varies('w', 1) },
  { key: 'L', name: 'layers L', of: ({ run }) => run.L ?? 1, isNeeded: varies('L', 1) },
  { key: 'seed', name: 'seed', of: ({ run }) => run.seed },
  // How many parameters there are tells the token's size, and that what D may be.
  {
    key: 'parameters',
    name: 'parameters',
    of: (row) => ('parameters' in row ? row.parameters : null),
    show: wholeOrDash,
    revealsTask: true,
  },
  { key: 'steps', name: 'steps', of: (row) => ('steps' in row ? row.steps : row.step), show: wholeOrDash },
];
/** @type {Column} */
const ENDED = { key: 'stopped', name: 'ended', of: ({ stopped }) => stopped ?? 'training' };

/** What the reader predicted. Not a field of the rows: a copy of one would make its curve. @param {(h: number) => number | undefined} predictedOf @returns {Column} */
const predicted = (predictedOf) => ({
  key: 'predicted',
  name: 'your prediction',
  of: ({ run }) => predictedOf(run.h) ?? null,
  show: scientific,
  isNeeded: (rows) => rows.some(({ run }) => predictedOf(run.h) !== undefined),
});

/** @param {Cell} a @param {Cell} b */
const order = (a, b) =>
  typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a ?? Infinity) - Number(b ?? Infinity);

/** Up to so many rows are all made. */
const FEW_ROWS = 150;
/** Of more rows, so many are made at a time: what is in sight, and as much again above and below. */
const ROWS_AT_A_TIME = 60;
/** The first of them is a multiple of this, so that not every scrolled pixel makes rows anew. */
const ROWS_PER_STEP = 10;

export class TableView extends SessionView {
  static styles = [
    base,
    placeholders,
    tables,
    css`
    table { width: 100%; }
    caption { padding: 4px 0 8px; }
    /* No wider than the screen, even where the table is. */
    caption span { position: sticky; left: 0; display: block; width: min(100%, calc(100vw - 2 * clamp(14px, 3vw, 32px))); }
    th, td { padding: 6px; }
    thead th { position: sticky; top: 0; padding: 0; background: var(--ground); }
    thead button { width: 100%; min-height: 40px; padding: 0 6px; border: 0; color: var(--quiet); background: none; font-weight: 600; text-align: right; white-space: nowrap; }
    thead button:focus-visible { outline-offset: -3px; }
    .space td { padding: 0; border: 0; }
  `,
  ];
  static properties = {
    ...SessionView.properties,
    sortKey: { state: true },
    isDescending: { state: true },
    firstRow: { state: true },
  };

  /** In CSS pixels, as last laid out. */
  #rowHeight = 34;

  constructor() {
    super();
    /** The first row that is made, of many. */
    this.firstRow = 0;
    this.sortKey = '';
    this.isDescending = false;
  }

  /** @param {string} key */
  #sortBy(key) {
    this.isDescending = this.sortKey === key && !this.isDescending;
    this.sortKey = key;
  }

  /** @param {Column} column @param {Row[]} rows */
  #sorted(column, rows) {
    return rows.toSorted((a, b) => (this.isDescending ? -1 : 1) * order(column.of(a), column.of(b)));
  }

  #followScrolling(/** @type {Event} */ { target }) {
    const above = /** @type {HTMLElement} */ (target).scrollTop / this.#rowHeight - ROWS_AT_A_TIME / 3;
    this.firstRow = Math.max(0, Math.floor(above / ROWS_PER_STEP) * ROWS_PER_STEP);
  }

  updated() {
    // In a frame, which lays the page out anyway: asked at once, it would be laid out now as well.
    requestAnimationFrame(() => {
      const height = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('tbody tr:not(.space)'))
        ?.offsetHeight;
      if (!height || height === this.#rowHeight) return;
      this.#rowHeight = height;
      this.requestUpdate();
    });
  }

  /** The rows to make, and how many are left out before and after them. @param {Row[]} rows */
  #window(rows) {
    if (rows.length <= FEW_ROWS) return { made: rows, before: 0, after: 0 };
    const before = Math.min(this.firstRow, rows.length - ROWS_AT_A_TIME);
    const made = rows.slice(before, before + ROWS_AT_A_TIME);
    return { made, before, after: rows.length - before - made.length };
  }

  /** Stands for rows that are not made. @param {number} count @param {number} columns */
  #space(count, columns) {
    if (count === 0) return nothing;
    return html`<tr class="space" aria-hidden="true"><td colspan=${columns} height=${count * this.#rowHeight}></td></tr>`;
  }

  render() {
    const { session } = this;
    const results = displayedResults(session);
    const shown = results.find(({ isRecorded }) => !isRecorded) ?? results[0];
    if (!shown) return html`<p class="empty">Nothing trained yet: press Train.</p>`;
    const { runs } = shown;
    const predictedOf = (/** @type {number} */ h) => (shown.isRecorded ? undefined : session.prediction.of(h));
    const columns = [...COLUMNS, predicted(predictedOf), ENDED].filter(
      ({ isNeeded, revealsTask }) => (isNeeded?.(runs) ?? true) && !(session.whySecret && revealsTask),
    );
    const by = columns.find(({ key }) => key === this.sortKey);
    const rows = by ? this.#sorted(by, runs) : runs;
    const { made, before, after } = this.#window(rows);
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Every run" @scroll=${this.#followScrolling}>
      <table aria-rowcount=${rows.length + 1}>
        <caption><span>${shown.isRecorded ? `${shown.note[0].toUpperCase()}${shown.note.slice(1)}.` : 'Trained in this tab.'}
          ${
            shown.experiment.hasDimension
              ? 'Error (NMSE): the mean squared error on unseen sequences, divided by the target’s variance. 0 is perfect, 1 no better than always guessing the mean.'
              : 'Error: the mean squared distance to the right point, on unseen sequences. 0 is perfect, 1 no better than answering nothing.'
          }</span></caption>
        <thead><tr>${columns.map(
          ({ key, name }) => html`<th scope="col"
          aria-sort=${key === this.sortKey ? (this.isDescending ? 'descending' : 'ascending') : 'none'}>
          <button @click=${() => this.#sortBy(key)}>${name}<span aria-hidden="true">${key === this.sortKey ? (this.isDescending ? ' ↓' : ' ↑') : ''}</span></button></th>`,
        )}</tr></thead>
        <tbody>${this.#space(before, columns.length)}${made.map(
          (row, i) =>
            html`<tr aria-rowindex=${before + i + 2}>${columns.map(
              ({ key, of, show }) => html`<td class=${key}>${show ? show(of(row)) : of(row)}</td>`,
            )}</tr>`,
        )}${this.#space(after, columns.length)}</tbody>
      </table></div>`;
  }
}

customElements.define('headcount-table', TableView);
