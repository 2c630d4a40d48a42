// From attributes to settings: the experiment, and which views, controls and texts are shown. Whatever is wrong is
// thrown as sentences, those about the experiment by the validator (crate/lab).
import { presets } from '../content/presets.js';
import { properties } from '../content/properties.js';
import { TABS } from '../content/tabs.js';
import { FIELD_ATTRIBUTES } from './attributes.js';

/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../content/presets.js').Preset} Preset */

/** Views, as the attribute names them. */
export const VIEWS = [
  'cliff',
  'machine',
  'soft-minimum',
  ...TABS.map(([id]) => id).filter((id) => id !== 'transition'),
];
/** What can be left out. */
export const PARTS = ['title', 'lead', 'train', 'progress', 'answer', 'tabs', 'caption', 'link'];
/** The names of controls of the strip. */
const STRIP_NAMES = /** @type {Record<string, string>} */ ({
  targets: 'targets',
  D: 'targets',
  d: 'targets',
  length: 'length',
  T: 'length',
  t: 'length',
  heads: 'heads',
  h: 'heads',
});

/**
 * @typedef {object} Settings
 * @property {Experiment} experiment
 * @property {Preset | null} preset
 * @property {string[]} views  the first is open
 * @property {string[]} strip  controls of the strip
 * @property {string[]} fields  other controls, by the paths of their fields
 * @property {Set<string>} hidden  parts that are left out
 * @property {boolean} isAutoplayed  whether it trains when it is seen
 */

/** @typedef {(name: string) => string | null} ReadAttribute */

/** The most characters of what was given that a sentence repeats. */
const LONGEST_QUOTE = 100;

/** @param {string | null} text */
const wordsOf = (text) => (text ?? '').split(/[\s,]+/).filter(Boolean);

/** @param {string} attribute @param {string[]} given @param {string[]} allowed */
function wrongWords(attribute, given, allowed) {
  const wrong = given.filter((word) => !allowed.includes(word));
  if (wrong.length === 0) return [];
  const words = wrong.join(',');
  const shown = words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…` : words;
  return [`${attribute} is ${JSON.stringify(shown)}, but must be of ${allowed.join(', ')}.`];
}

/** "1-5" is 1,2,3,4,5. @param {string} text */
const ranged = (text) =>
  text.replace(/\b(\d{1,3})-(\d{1,3})\b/g, (whole, from, to) => {
    const count = Number(to) - Number(from) + 1;
    return count < 1 ? whole : Array.from({ length: count }, (_, i) => Number(from) + i).join(',');
  });

/** Keys of links whose values are lists of whole numbers. */
const LISTS = ['h', 'T', 'w', 'N', 'L', 'seeds'];

/** The query of a link: its own, or of what is given as the whole link. @param {string} link */
const queryOf = (link) => link.replace(/^[^?]*\?/, '').replace(/#.*$/, '');

/** The experiment as a query of a link: of a preset or a link, with every field that an attribute gives in place of its own. @param {ReadAttribute} read @param {PageWasm} wasm @param {Preset | undefined} preset */
function experimentQuery(read, { Experiment }, preset) {
  const own = preset ? Experiment.fromJson(JSON.stringify(preset.experiment)).toQuery() : '';
  /** @type {Map<string, string>} */
  const pairs = new Map();
  const add = (/** @type {string} */ query) => {
    for (const pair of query.split('&').filter(Boolean)) {
      const [key, ...value] = pair.split('=');
      // A link may have results: here they are trained.
      if (key !== 'results') pairs.set(key, value.join('='));
    }
  };
  add(own);
  add(queryOf(read('experiment') ?? ''));
  for (const [attribute, key] of Object.entries(FIELD_ATTRIBUTES)) {
    const text = read(attribute)?.replace(/\s/g, '');
    if (text !== undefined)
      pairs.set(key, encodeURIComponent(LISTS.includes(key) ? ranged(text) : text).replaceAll('%2C', ','));
  }
  return [...pairs].map(([key, value]) => `${key}=${value}`).join('&');
}

/** @param {ReadAttribute} read @param {PageWasm} wasm @returns {Settings} */
export function settingsOf(read, wasm) {
  const id = read('preset');
  const preset = presets.find((one) => one.id === id);
  const views = wordsOf(read('view')).map((view) => (view === 'transition' ? 'cliff' : view));
  const controls = wordsOf(read('controls'));
  const hidden = wordsOf(read('hide'));
  const autoplay = read('autoplay');
  const paths = new Map(properties.map(({ path }) => [path.split('.').at(-1) ?? path, path]));
  const problems = [
    ...(id === null || preset
      ? []
      : wrongWords(
          'preset',
          [id],
          presets.map((one) => one.id),
        )),
    ...wrongWords('view', views, VIEWS),
    ...wrongWords('controls', controls, [...Object.keys(STRIP_NAMES), ...paths.keys()]),
    ...wrongWords('hide', hidden, PARTS),
    ...(autoplay === null ? [] : wrongWords('autoplay', [autoplay], ['visible'])),
    ...wrongWords('theme', wordsOf(read('theme')), ['auto', 'light', 'dark']),
  ];
  /** @type {Experiment | null} */
  let experiment = null;
  try {
    experiment = wasm.Experiment.fromQuery(experimentQuery(read, wasm, preset));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  if (problems.length > 0 || !experiment) throw new Error(problems.join('\n'));
  const tab = preset?.tab === 'transition' ? 'cliff' : preset?.tab;
  return {
    experiment,
    preset: preset ?? null,
    views: views.length ? views : [tab ?? 'cliff'],
    strip: controls.flatMap((name) => STRIP_NAMES[name] ?? []),
    fields: controls.flatMap((name) => (STRIP_NAMES[name] ? [] : (paths.get(name) ?? []))),
    hidden: new Set(hidden),
    isAutoplayed: autoplay === 'visible',
  };
}
