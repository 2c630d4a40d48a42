// Pictures of recorded results, shown until an element is near the screen. scripts/posters.mjs draws them with the
// page's own charts; a unit test holds that they are what it draws now.
import { isOneFile } from '../api/inlined-files.js';
import { FIELD_ATTRIBUTES } from './attributes.js';

/** By the names of their files. @type {Record<string, string>} */
const files = import.meta.glob('../content/posters/*.svg', { query: '?url', import: 'default', eager: true });

/** What an element without a preset shows. */
const DEFAULT = 'few';

/**
 * The picture of what an element's attributes say; undefined where they say something that was not recorded.
 *
 * @param {(name: string) => string | null} read
 * @param {'light' | 'dark'} theme
 */
export function posterOf(read, theme) {
  // There it is loaded at once.
  if (isOneFile()) return undefined;
  const hasFields = ['experiment', ...Object.keys(FIELD_ATTRIBUTES)].some((name) => read(name) !== null);
  const preset = read('preset') ?? (hasFields ? null : DEFAULT);
  return preset === null ? undefined : files[`../content/posters/${preset}-${theme}.svg`];
}
