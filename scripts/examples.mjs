// Every public type, function and constant of the library `lab` has an example in its documentation: a part of
// `npm run check`. Whether the examples are right, `npm test` says, which runs them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishWith, Refusal, run, say, target } from './shell.mjs';

/**
 * What rustdoc writes about an item, as far as it is used here. `inner` has one key, the kind of the item.
 *
 * @typedef {object} Item
 * @property {string | null} name
 * @property {string | null} docs
 * @property {string} visibility
 * @property {{ filename: string, begin: [line: number, column: number] } | null} span
 * @property {Record<string, any>} inner
 */

const SHOWN = ['struct', 'enum', 'union', 'trait', 'function', 'constant', 'static', 'type_alias', 'macro'];

/** Items that others can use, each once. @param {{ root: number, index: Record<string, Item> }} crate @returns {Item[]} */
function publicItems({ root, index }) {
  /** @type {Set<Item>} */
  const found = new Set();
  /** @param {number} id @returns {void} */
  const visit = (id) => {
    const item = index[id];
    // Of another crate.
    if (!item) return;
    const [kind, inner] = Object.entries(item.inner)[0];
    if (kind === 'use') return inner.id === null ? undefined : visit(inner.id);
    if (kind === 'module') return inner.items.forEach(visit);
    if (SHOWN.includes(kind)) found.add(item);
    const own = kind === 'trait' ? inner.items : (inner.impls ?? []).flatMap(ownMembers);
    for (const id of own) if ('function' in index[id].inner || 'assoc_const' in index[id].inner) found.add(index[id]);
  };
  /** Public members of a type's own, not those that a trait asks for. @param {number} id  of an `impl` */
  const ownMembers = (id) => {
    const block = index[id]?.inner.impl;
    if (!block || block.trait) return [];
    return block.items.filter((/** @type {number} */ member) => index[member].visibility === 'public');
  };
  visit(root);
  return [...found];
}

finishWith(async () => {
  const options = ['-Z', 'unstable-options', '--output-format', 'json'];
  // Descriptions that other programs read are not stable yet; the compiler's version is fixed, so they are for us.
  const env = { RUSTC_BOOTSTRAP: '1' };
  await run('cargo', ['rustdoc', '--locked', '-p', 'headcount-lab', '--all-features', '--', ...options], { env });
  const items = publicItems(JSON.parse(readFileSync(join(target, 'doc', 'lab.json'), 'utf8')));
  if (items.length === 0) throw new Refusal('rustdoc lists no public item of lab: its format is another one now.');
  const missing = items.filter(({ docs }) => !docs?.includes('```'));
  if (missing.length) {
    const places = missing.map(({ name, span }) => `${name} (${span?.filename}:${span?.begin[0]})`);
    throw new Refusal(`Public items of lab without an example: ${places.join(', ')}.`);
  }
  say(`${items.length} public items of lab have an example`);
});
