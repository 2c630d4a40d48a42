// Pictures of recorded results, shown until an element is near the screen. scripts/posters.mjs draws them with the
// page's own charts; a unit test holds that they are what it draws now.
import { isOneFile } from '../api/inlined-files.js';
import { POSTERS, posterIdOf } from './poster-fields.js';

/** @typedef {import('./given-fields.js').ReadAttribute} ReadAttribute */

/** By the names of their files. @type {Record<string, string>} */
const files = import.meta.glob('../content/posters/*.svg', { query: '?url', import: 'default', eager: true });

/**
 * The picture of what an element's attributes ask for, and its words; undefined where that was not recorded.
 *
 * @param {ReadAttribute} read
 * @param {'light' | 'dark'} theme
 */
export function posterOf(read, theme) {
  // There it is loaded at once.
  const id = isOneFile() ? undefined : posterIdOf(read);
  if (id === undefined) return undefined;
  const [name, axis] = POSTERS[id];
  return {
    source: files[`../content/posters/${id}-${theme}.svg`],
    alt: `Recorded earlier, “${name}”: error against ${axis}.`,
  };
}
