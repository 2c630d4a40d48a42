// Results recorded earlier by the native binary: there is something to see before anything is
// trained. Each has its experiment beside it in recorded/. Those that the page opens on come with it; the
// others are fetched when they are wanted.
import minMax from './recorded/min-max.json';

/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */

/** A JSON file, whose type is wider than what it holds. @param {unknown} json */
const documentOf = (json) => /** @type {Outcomes} */ (json);

export const recordedMinMax = documentOf(minMax);

const loadMaxSum = () => import('./recorded/max-sum.json');
const loadFarthest = () => import('./recorded/farthest.json');

/** Those that many settings may be compared with. @returns {Promise<Outcomes[]>} */
export async function loadRecorded() {
  const files = await Promise.all([loadMaxSum(), loadFarthest()]);
  return files.map((file) => documentOf(file.default));
}

/** Those of one preset alone, by its id. @type {Record<string, () => Promise<{ default: unknown }>>} */
const OF_PRESETS = {
  three: () => import('./recorded/three.json'),
  layers: () => import('./recorded/layers.json'),
  retrieval: () => import('./recorded/retrieval.json'),
  width: () => import('./recorded/width.json'),
  // Trained twenty times as long as the page would.
  paper: () => import('../../experiments/table-2/recorded/gaussian-3.json'),
  memoriser: () => import('./recorded/memoriser.json'),
};

/** What those are called that are among the papers' experiments, too. @type {Record<string, string | undefined>} */
export const RECORD_OF_PRESET = { paper: 'table-2/gaussian-3' };

/** What was recorded for a preset; null where it is among the others, or nothing was. @param {string} id @returns {Promise<Outcomes | null>} */
export async function loadRecordedOf(id) {
  const file = await OF_PRESETS[id]?.();
  return file ? documentOf(file.default) : null;
}

/** What was recorded for a preset, among others or alone. @param {string} id @returns {Promise<Outcomes>} */
export async function loadRecordOf(id) {
  if (id === 'smallest') return recordedMinMax;
  const load = { few: loadMaxSum, many: loadFarthest }[id] ?? OF_PRESETS[id];
  if (!load) throw new Error(`Nothing was recorded for ${id}.`);
  return documentOf((await load()).default);
}
