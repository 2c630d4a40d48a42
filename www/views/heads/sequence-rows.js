// One sequence as rows of T columns: where targets are extremal, the tokens' numbers as bars, and
// each head's attention as a strip of heat. Rows only: which are shown is decided in sequence-view.js.
import { html, svg } from 'lit';
import { symbolOf } from './names.js';

/** Columns of a row are stretched to its width: one unit each. @param {number} columns @param {unknown} inner */
const row = (columns, inner) =>
  svg`<svg viewBox="0 0 ${columns} 1" preserveAspectRatio="none" aria-hidden="true">${inner}</svg>`;

/** Of many positions only some are numbered. @param {number} T */
export function positions(T) {
  const every = T <= 32 ? 1 : 8;
  return html`<div class="numbers" aria-hidden="true">
    ${Array.from({ length: T }, (_, t) => html`<span>${(t + 1) % every === 0 ? t + 1 : ''}</span>`)}
  </div>`;
}

/**
 * Marks in a row: symbols at positions.
 *
 * @param {number} T
 * @param {{ at: number, symbol: string, colour: string }[]} marks
 */
export function marks(T, marks) {
  // Marks at the same position stand one above the other.
  const same = (/** @type {number} */ at) => marks.filter((other) => other.at === at);
  return marks.map((mark) => {
    const { at, symbol, colour } = mark;
    const top = (same(at).indexOf(mark) + 1) / (same(at).length + 1);
    return html`<span class="mark" .style="left:${(100 * (at + 0.5)) / T}%;top:${100 * top}%;color:${colour}" aria-hidden="true">${symbol}</span>`;
  });
}

/**
 * One number of every token, as bars from zero up or down.
 *
 * @param {number[]} values
 * @param {[number, number]} range
 */
export function bars(values, [least, most]) {
  // From 0 at the foot to 1 at the top; what lies outside is cut off.
  const height = (/** @type {number} */ x) => Math.min(1, Math.max(0, (x - least) / (most - least)));
  const zero = 1 - height(0);
  const bar = (/** @type {number} */ x, /** @type {number} */ t) => {
    const end = 1 - height(x);
    return `M${t + 0.15} ${zero}V${end}h0.7V${zero}z`;
  };
  return row(
    values.length,
    svg`
    <path class="zero" d="M0 ${zero}H${values.length}" />
    <path class="bars" d=${values.map(bar).join('')} />`,
  );
}

/**
 * The same where there is no room for bars: the farther from zero, the stronger its cell.
 *
 * @param {number[]} values
 * @param {[number, number]} range
 */
export function cells(values, [, most]) {
  // Numbers of many seldom reach the end of their range, so half of it is full strength.
  const cell = (/** @type {number} */ x, /** @type {number} */ t) =>
    svg`<rect class=${x < 0 ? 'below' : 'above'} x=${t} width="1" height="1" fill-opacity=${Math.min(1, (2 * Math.abs(x)) / most)} />`;
  return row(values.length, values.map(cell));
}

/**
 * Where one head looks, from nothing to all of its attention.
 *
 * @param {number[]} shares
 * @param {number} T
 */
export function heat(shares, T) {
  const cell = (/** @type {number} */ share, /** @type {number} */ t) =>
    svg`<rect x=${t} width="1" height="1" fill-opacity=${share} />`;
  return row(T, svg`<g class="heat">${shares.map(cell)}</g>`);
}

/** @param {number[]} extrema @param {(target: number) => string} colour */
export const targetMarks = (extrema, colour) =>
  extrema.map((at, target) => ({ at, symbol: symbolOf(target), colour: colour(target) }));
