// What the Share dialog writes: a link, the element, the frame, cells of notebooks, and one file, each for one
// experiment and with the same choice of what is shown.
import { version } from '../api/version.js';
import { FIELD_ATTRIBUTES } from './attributes.js';
import { decoded, pairsOf } from './given-fields.js';

/**
 * @typedef {object} Shared
 * @property {string} query  the experiment, as a link has it
 * @property {{ id: string, query: string }[]} presets  what an experiment may be written as a change of
 * @property {string[]} views  the first is open
 * @property {string[]} controls
 * @property {string[]} hidden  parts that are left out
 * @property {boolean} isAutoplayed
 */

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The attribute of each field: of those with two, the one that is a word. */
const WORDS = Object.fromEntries(Object.entries(FIELD_ATTRIBUTES).map(([attribute, key]) => [key, attribute]));

/**
 * An experiment as the preset that it is or differs least from, and its other fields each as an attribute; as a link
 * where there is no such preset. A field that only the preset changes cannot be left out.
 *
 * @param {Shared} shared
 * @returns {[name: string, value: string][]}
 */
function experimentAttributes({ query, presets }) {
  const fields = pairsOf(query);
  const others = (/** @type {Map<string, string>} */ own) =>
    [...fields].filter(([key, value]) => own.get(key) !== value);
  const [nearest] = presets
    .map(({ id, query }) => ({ id, own: pairsOf(query) }))
    .filter(({ own }) => [...own.keys()].every((key) => fields.has(key)))
    .map(({ id, own }) => ({ id, changes: others(own) }))
    .filter(({ changes }) => changes.every(([key]) => WORDS[key]))
    .sort((one, other) => one.changes.length - other.changes.length);
  if (!nearest) return query ? [['experiment', query]] : [];
  return [
    ['preset', nearest.id],
    ...nearest.changes.map(([key, value]) => /** @type {[string, string]} */ ([WORDS[key], decoded(value)])),
  ];
}

/** What is shown of it, as attributes. @param {Shared} shared @returns {[name: string, value: string][]} */
function shownAttributes({ views, controls, hidden, isAutoplayed }) {
  const all = /** @type {[string, string][]} */ ([
    ['view', views.join(',')],
    ['controls', controls.join(',')],
    ['hide', hidden.join(',')],
    ['autoplay', isAutoplayed ? 'visible' : ''],
  ]);
  return all.filter(([, value]) => value !== '');
}

/** The element's attributes, in the order in which they are written. @param {Shared} shared */
export const attributesOf = (shared) => [...experimentAttributes(shared), ...shownAttributes(shared)];

/** @param {Shared} shared */
const openingTag = (shared) =>
  `<head-count ${attributesOf(shared)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ')}>`;

/** @param {Shared} shared @param {string} base  where dist/ is, with its last slash */
export const elementSnippet = (shared, base) =>
  // The link is seen where the script may not load.
  `<script type="module" src="${escaped(base)}headcount.js"></script>\n${openingTag(shared)}<a href="${escaped(`${base}?${shared.query}`)}">Open in Headcount</a></head-count>`;

/** @param {Shared} shared @param {string} base */
export function frameSnippet(shared, base) {
  const query = [
    shared.query,
    ...shownAttributes(shared).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join('&');
  return `<iframe title="Headcount" src="${escaped(`${base}embed.html?${query}`)}" width="100%" height="720" style="border: 0" sandbox="allow-scripts allow-popups"></iframe>`;
}

/** @param {string} base */
const wheelOf = (base) => `${base}python/headcount-${version}-py3-none-any.whl`;

/** The widget, in Python. @param {Shared} shared */
function widgetCall(shared) {
  // A string of JSON is one of Python, too.
  const given = [
    JSON.stringify(shared.query),
    ...shownAttributes(shared).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
  ];
  return `Headcount(${given.join(', ')})`;
}

/** A cell for Jupyter, which installs the Python package. @param {Shared} shared @param {string} base */
export const notebookSnippet = (shared, base) => `%pip install -q ${wheelOf(base)}
from headcount import Headcount

widget = ${widgetCall(shared)}
widget`;

/** A cell for marimo, which has no `%pip`, and no name twice: `mo` is defined in most notebooks already. @param {Shared} shared @param {string} base */
export const marimoSnippet = (shared, base) => `# Once, where marimo is installed: pip install ${wheelOf(base)}
import marimo
from headcount import Headcount

widget = marimo.ui.anywidget(${widgetCall(shared)})
widget`;

/** The one file with an experiment in it. @param {string} file  the text of headcount.html @param {Shared} shared */
export function oneFileWith(file, shared) {
  if (!file.includes('<head-count>')) throw new Error('headcount.html is not what this page was built with: reload.');
  return file.replace('<head-count>', () => openingTag(shared));
}
