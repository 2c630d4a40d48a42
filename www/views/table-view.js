// Table: every run and every number, sortable by column.
import { html, nothing } from 'lit';
import { resultsOf } from '../state/pictures.js';
import { hasDimension } from '../content/properties.js';
import { scientific, whole } from './number-format.js';
import { SessionView } from './session-view.js';

/** @typedef {{ key: string, name: string, of: (row: any) => any, show?: (value: any) => unknown, needed?: (rows: any[]) => boolean }} Column */

const some = (key, plain) => (/** @type {any[]} */ rows) => rows.some(({ run }) => (run[key] ?? plain) !== plain);
const plain = (value) => (value === null || value === undefined ? '–' : whole(value));

/** @type {Column[]} */
const COLUMNS = [
  { key: 'h', name: 'heads h', of: ({ run }) => run.h },
  { key: 'nmse', name: 'error', of: ({ nmse, curve }) => (nmse === undefined ? curve.at(-1)?.[1] ?? null : nmse), show: scientific },
  { key: 'T', name: 'length T', of: ({ run }) => run.T },
  { key: 'n', name: 'head size n', of: ({ run }) => run.n },
  { key: 'N', name: 'width N', of: ({ run }) => run.N, needed: some('N', 0) },
  { key: 'w', name: 'side by side w', of: ({ run }) => run.w ?? 1, needed: some('w', 1) },
  { key: 'L', name: 'layers L', of: ({ run }) => run.L ?? 1, needed: some('L', 1) },
  { key: 'seed', name: 'seed', of: ({ run }) => run.seed },
  { key: 'parameters', name: 'parameters', of: ({ parameters }) => parameters ?? null, show: plain },
  { key: 'steps', name: 'steps', of: ({ step, steps }) => steps ?? step, show: plain },
  { key: 'predicted', name: 'your prediction', of: ({ predicted }) => predicted ?? null, show: scientific, needed: (rows) => rows.some(({ predicted }) => predicted !== undefined) },
  { key: 'stopped', name: 'ended', of: ({ stopped }) => stopped ?? 'training' },
];

export class TableView extends SessionView {
  static properties = { ...SessionView.properties, by: { state: true }, down: { state: true } };

  constructor() {
    super();
    this.by = '';
    this.down = false;
  }

  /** @param {string} key */
  #sort(key) {
    this.down = this.by === key && !this.down;
    this.by = key;
  }

  /** @param {Column} column @param {any[]} rows */
  #sorted(column, rows) {
    const order = (a, b) => (typeof a === 'string' ? a.localeCompare(b) : (a ?? Infinity) - (b ?? Infinity));
    return rows.toSorted((a, b) => (this.down ? -1 : 1) * order(column.of(a), column.of(b)));
  }

  render() {
    const { session } = this;
    const results = resultsOf(session);
    const shown = results.find(({ ghost }) => !ghost) ?? results[0];
    if (!shown) return html`<p class="empty">Nothing trained yet: press Train.</p>`;
    const runs = shown.ghost ? shown.runs : shown.runs.map((row) => ({ ...row, predicted: session.prediction.of(row.run.h) }));
    // How many parameters there are tells the token's size, and that what D may be.
    const columns = COLUMNS.filter(({ key, needed }) => (needed?.(runs) ?? true) && !(session.secret && key === 'parameters'));
    const by = columns.find(({ key }) => key === this.by);
    const rows = by ? this.#sorted(by, runs) : runs;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Every run">
      <table>
        <caption><span>${shown.ghost ? `${shown.note[0].toUpperCase()}${shown.note.slice(1)}.` : 'Trained in this tab.'}
          ${hasDimension(shown.experiment.task.kind)
            ? 'Error (NMSE): the mean squared error on unseen sequences, divided by the target’s variance. 0 is perfect, 1 no better than always guessing the mean.'
            : 'Error: the mean squared distance to the right point, on unseen sequences. 0 is perfect, 1 no better than answering nothing.'}</span></caption>
        <thead><tr>${columns.map(({ key, name }) => html`<th scope="col"
          aria-sort=${key === this.by ? (this.down ? 'descending' : 'ascending') : 'none'}>
          <button @click=${() => this.#sort(key)}>${name}<span aria-hidden="true">${key === this.by ? (this.down ? ' ↓' : ' ↑') : ''}</span></button></th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${columns.map(({ key, of, show }) => html`<td class=${key}>${key === 'h'
          ? html`<span class="dot" style="background:${session.charts?.colourOf(row.run.h, dark) ?? 'none'}"></span>` : nothing}${show ? show(of(row)) : of(row)}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }
}

customElements.define('headcount-table', TableView);
