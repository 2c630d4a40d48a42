// Reading and changing single fields of an experiment that is being edited. Pure functions.

/** @typedef {import('./experiment-editor.js').Draft} Draft */
/** @typedef {import('../wasm/page/page.js').FieldSpec} FieldSpec */

/** What stands at a path. @param {unknown} draft @param {string} path @returns {unknown} */
export const at = (draft, path) =>
  path.split('.').reduce((value, name) => /** @type {Draft | undefined} */ (value)?.[name], /** @type {any} */ (draft));

/** A copy with `value` at a path; without that field for `undefined`. @param {Draft} draft @param {string} path @param {unknown} value @returns {Draft} */
export function put(draft, path, value) {
  const copy = structuredClone(draft);
  const names = path.split('.');
  const last = /** @type {string} */ (names.pop());
  const place = names.reduce((object, name) => (object[name] ??= {}), copy);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

/**
 * Leaves out what an experiment cannot have, or should not keep, after the field at `path` was
 * changed: the wasm fills in the defaults of what it then is.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {(draft: Draft) => Map<string, FieldSpec>} specsOf
 * @returns {Draft}
 */
export function pruned(draft, path, specsOf) {
  const { task, grid = {} } = draft;
  if (path === 'task.kind') {
    const bare = { ...draft, task: { kind: task.kind } };
    const forms = specsOf({ task: bare.task }).get('grid.form')?.choices ?? [];
    return forms.includes(grid.form) ? bare : { ...bare, grid: { T: grid.T } };
  }
  if (path === 'grid.form') return { ...draft, grid: { form: grid.form, T: grid.T } };
  const insteadOf = specsOf(draft).get(path)?.insteadOf;
  return insteadOf ? put(draft, insteadOf, undefined) : draft;
}

/** As a text field shows it. @param {unknown} value */
export const fieldText = (value) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** Spaces that stand inside a number, never between two. */
const THIN_SPACES = /(?<=\d)[\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g;
/** "10 000" as one number, where it cannot be two. */
const GROUPED = /^[+-]?\d{1,3}(?:[ .,]\d{3})+$/;
/** "0,01", but not "1,000", which may be a thousand. */
const DECIMAL_COMMA = /^([+-]?\d+),(\d+(?:e[+-]?\d+)?)$/i;
/** "1-5", in a list. */
const RANGE = /(?<![\w.])(\d+)\s*(?:-|–|…|\.{2,3}|to)\s*(\d+)(?![\w.])/g;
/** A longer range is left as it is, for the wasm to refuse. */
const LONGEST_RANGE = 200;

/** @param {string} word */
const numberOf = (word) => (word !== '' && Number.isFinite(Number(word)) ? Number(word) : word);

/** One number, as people write it. @param {string} text @param {boolean} isWhole */
function parseNumber(text, isWhole) {
  const plain = text.trim().replace(THIN_SPACES, '');
  if (isWhole && GROUPED.test(plain)) return Number(plain.replace(/[ .,]/g, ''));
  const [, before, after] = plain.match(DECIMAL_COMMA) ?? [];
  // Three digits after a comma may be thousands, unless a zero stands before them.
  const isDecimal = before !== undefined && (after.length !== 3 || Number(before) === 0);
  return numberOf(isDecimal ? `${before}.${after}` : plain.replace(/(?<=\d) (?=\d{3}(?!\d))/g, ''));
}

/** Different numbers, as people write them: "1-5", "1, 2, 2", "10 000". @param {string} text */
function parseList(text) {
  const spread = text.replace(THIN_SPACES, '').replace(RANGE, (range, from, to) => {
    const [first, last] = [Number(from), Number(to)];
    if (last < first || last - first >= LONGEST_RANGE) return range;
    return Array.from({ length: last - first + 1 }, (_, i) => first + i).join(' ');
  });
  // A group of three zeros is no number of its own.
  const words = spread.replace(/(?<=\d)\s000(?!\d)/g, '000').split(/[\s,;]+/);
  return [...new Set(words.filter(Boolean).map(numberOf))];
}

/** What a text field means. Text that is no number is left as it is, for the wasm to refuse. @param {FieldSpec} spec @param {string} text */
export function parseField({ kind, insteadOf }, text) {
  if (kind === 'list') return parseList(text);
  if (kind === 'choice') return text;
  if (insteadOf && text.trim() === '') return undefined;
  return parseNumber(text, kind === 'whole');
}
