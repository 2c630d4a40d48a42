// Which fields of an experiment an element's attributes give: those of a share link, and each by an attribute of its
// own. They stay text, as links have it; the validator (crate/lab) reads them. Small: every page that embeds the
// element pays for this file, because its poster depends on them.
import { FIELD_ATTRIBUTES } from './attributes.js';

/** @typedef {(name: string) => string | null} ReadAttribute */

/** Keys of links whose values are lists of whole numbers. */
const LISTS = ['h', 'T', 'w', 'N', 'L', 'seeds'];

/** "1-5" is 1,2,3,4,5. @param {string} text */
const ranged = (text) =>
  text.replace(/\b(\d{1,3})-(\d{1,3})\b/g, (whole, from, to) => {
    const count = Number(to) - Number(from) + 1;
    return count < 1 ? whole : Array.from({ length: count }, (_, i) => Number(from) + i).join(',');
  });

/** A value of an address; one that is not encoded well is taken as it stands, and refused with a sentence. @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query of a link: its own, or of what is given as the whole link. @param {string} link */
export const queryOf = (link) => link.replace(/^[^?]*\?/, '').replace(/#.*$/, '');

/** Keys and values of a query; of a key that stands there twice, the last. @param {string} query @returns {Map<string, string>} */
export function pairsOf(query) {
  const pairs = query.split('&').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [key, ...value] = pair.split('=');
      return [key, value.join('=')];
    }),
  );
}

/** Fields that have an attribute of their own, by their keys in links. @param {ReadAttribute} read @returns {Map<string, string>} */
export function fieldsByAttribute(read) {
  /** @type {Map<string, string>} */
  const pairs = new Map();
  for (const [attribute, key] of Object.entries(FIELD_ATTRIBUTES)) {
    const text = read(attribute)?.replace(/\s/g, '');
    if (text !== undefined)
      pairs.set(key, encodeURIComponent(LISTS.includes(key) ? ranged(text) : text).replaceAll('%2C', ','));
  }
  return pairs;
}
