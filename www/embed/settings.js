// From attributes to settings: the experiment, and which views, controls and texts are shown. Whatever is wrong is
// thrown as sentences, those about the experiment by the validator (crate/lab).
import { presets } from '../content/presets.js';
import { properties } from '../content/properties.js';
import { TABS } from '../content/tabs.js';
import { isMysteryLink, readLink } from '../state/address.js';
import { FIELD_ATTRIBUTES, presetIdOf } from './attributes.js';
import { fieldsByAttribute, pairsOf, queryOf } from './given-fields.js';

/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../content/presets.js').Preset} Preset */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */

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
 * @property {Experiment} experiment  secret, where it is a mystery
 * @property {Outcomes | null} results  that came with the link
 * @property {Preset | null} preset
 * @property {string[]} views  the first is open
 * @property {string[]} strip  controls of the strip
 * @property {string[]} fields  other controls, by the paths of their fields
 * @property {Set<string>} hidden  parts that are left out
 * @property {boolean} isAutoplayed  whether it trains when it is seen
 */

/** @typedef {import('./given-fields.js').ReadAttribute} ReadAttribute */

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

/**
 * What a link or attributes ask for: the experiment, and results that came with the link. A mystery is a whole
 * experiment, of which nothing else may be said.
 *
 * @param {ReadAttribute} read
 * @param {PageWasm} wasm
 * @param {Preset | undefined} preset
 */
function linkOf(read, wasm, preset) {
  const query = queryOf(read('experiment') ?? '');
  const own = fieldsByAttribute(read);
  if (isMysteryLink(`?${query}`)) {
    const given = Object.keys(FIELD_ATTRIBUTES).filter((name) => read(name) !== null);
    if (preset) given.unshift('preset');
    if (given.length > 0)
      throw new Error(`A mystery is a whole experiment: leave out ${given.join(', ')}, which would change it.`);
    return readLink(wasm, `?${query}`);
  }
  const { Experiment } = wasm;
  const ofPreset = preset ? Experiment.fromJson(JSON.stringify(preset.experiment)).toQuery() : '';
  const pairs = new Map([...pairsOf(ofPreset), ...pairsOf(query), ...own]);
  // They are results of the link as it is: where something replaces a part of it, they are not its own.
  if (preset || own.size > 0) pairs.delete('results');
  // An experiment that says nothing is the default one.
  return readLink(wasm, `?${[...pairs].map(([key, value]) => `${key}=${value}`).join('&') || 'v=1'}`);
}

/** @param {ReadAttribute} read @param {PageWasm} wasm @returns {Settings} */
export function settingsOf(read, wasm) {
  const id = read('preset');
  const preset = presets.find((one) => id !== null && one.id === presetIdOf(id));
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
  /** @type {ReturnType<typeof linkOf> | null} */
  let link = null;
  try {
    link = linkOf(read, wasm, preset);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  if (problems.length > 0 || !link) throw new Error(problems.join('\n'));
  const tab = preset?.tab === 'transition' ? 'cliff' : preset?.tab;
  return {
    experiment: link.experiment,
    results: link.document,
    preset: preset ?? null,
    views: views.length ? views : [tab ?? 'cliff'],
    strip: controls.flatMap((name) => STRIP_NAMES[name] ?? []),
    fields: controls.flatMap((name) => (STRIP_NAMES[name] ? [] : (paths.get(name) ?? []))),
    hidden: new Set(hidden),
    isAutoplayed: autoplay === 'visible',
  };
}
