// The specialisation matrix as a table: a row per target, a column per head, in the order of the
// matching that the wasm found, so that a permutation shows as a diagonal.
import { html, nothing } from 'lit';
import { share, symbolOf } from './names.js';

/** @typedef {import('../../api/protocol.js').Specialisation} Specialisation */

/**
 * Rows with a head of their own first, and their heads in the same order; then what is left over.
 *
 * @param {Specialisation} specialisation
 */
export function orderOf({ matrix, matching }) {
  const targets = matrix.map((_, target) => target);
  const rows = [...targets.filter((i) => matching[i] !== null), ...targets.filter((i) => matching[i] === null)];
  const matched = rows.map((i) => matching[i]).filter((head) => head !== null);
  const columns = [...matched, ...matrix[0].map((_, head) => head).filter((head) => !matched.includes(head))];
  return { rows, columns };
}

/**
 * @param {Specialisation} specialisation
 * @param {object} words
 * @param {(target: number) => string} words.colour
 * @param {(target: number) => string} words.meaning
 * @param {(head: number) => string} words.layerOf  empty where there is but one
 */
export function specialisationTable(specialisation, { colour, meaning, layerOf }) {
  const { rows, columns } = orderOf(specialisation);
  const head = (/** @type {number} */ j) =>
    html`<th scope="col">${layerOf(j) ? html`<small>${layerOf(j)}</small>` : nothing} head ${j + 1}</th>`;
  const cell = (/** @type {number} */ i, /** @type {number} */ j) => {
    const value = specialisation.matrix[i][j];
    const own = specialisation.matching[i] === j;
    return html`<td class=${own ? 'own' : ''} .style="--share:${Math.round(100 * value)}%">${share(value)}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Which head watches which target">
    <table class="matrix">
      <thead><tr><td></td>${columns.map(head)}</tr></thead>
      <tbody>${rows.map(
        (i) => html`<tr>
        <th scope="row"><span class="symbol" .style="color:${colour(i)}" aria-hidden="true">${symbolOf(i)}</span> target ${i + 1}
          <small>${meaning(i)}</small></th>
        ${columns.map((j) => cell(i, j))}
      </tr>`,
      )}</tbody>
    </table>
  </div>`;
}
