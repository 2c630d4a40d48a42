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

/** What a text field means. Text that is no number is left as it is, for the wasm to refuse. @param {FieldSpec} spec @param {string} text */
export function parseField({ kind, insteadOf }, text) {
  const number = (/** @type {string} */ word) => (word !== '' && Number.isFinite(Number(word)) ? Number(word) : word);
  if (kind === 'list')
    return text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(number);
  if (kind === 'choice') return text;
  if (insteadOf && text.trim() === '') return undefined;
  return number(text.trim());
}
