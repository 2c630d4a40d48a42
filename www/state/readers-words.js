// Sentences of the wasm in the words of the page: a field is called as its control is, not by its path
// in an experiment. What is wrong, and what is allowed, is the wasm's business.
import { properties } from '../content/properties.js';

/** A field's path, perhaps with a place in its list; `seeds` has no part before it. */
const PATH =
  /\b(?:(?:task|grid|recipe)\.\w+|seeds(?=\[|\sis\s))((?:\[\d+\])*)(?:( is )(?:"([\w-]+)"|(?=[^[]))|(?=\W|$))/g;

/** @param {string} text */
export const inReadersWords = (text) =>
  text.replace(PATH, (whole, /** @type {string} */ place, is = '', word = '', at = 0) => {
    const path = whole.slice(0, whole.length - `${place}${is}${word && `"${word}"`}`.length);
    const property = properties.find((one) => one.path === path);
    if (!property) return whole;
    // Of a list, one entry: it has a place, or what is said of it is no list.
    const name = property.entry && (place || is) ? property.entry : property.label;
    // At the beginning of a sentence, which may come after a file's name.
    const begins = at === 0 || /(?:\n|: )$/.test(text.slice(0, at));
    const shown = begins ? name : `${name[0].toLowerCase()}${name.slice(1)}`;
    // Words of a link may be names that every object has, such as __proto__.
    const choice = Object.hasOwn(property.choices ?? {}, word) ? property.choices?.[word] : undefined;
    return `${shown}${is}${word && (choice ? `“${choice}”` : `"${word}"`)}`;
  });
