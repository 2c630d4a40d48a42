// node scripts/posters.mjs: draws pictures of recorded results with the page's own charts: those that <head-count>
// shows until it is near the screen, into www/content/posters, and those that the page opens on before its wasm is
// there, into www/content/opening. To be run when results or charts have changed: a unit test says so.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { presets } from '../www/content/presets.js';
import { recordedModels } from '../www/content/recorded-models.js';
import * as wasm from '../www/wasm/page/page.js';
import { root } from './shell.mjs';

const content = join(root, 'www', 'content');

/** Results of presets that were recorded under other names. @type {Record<string, string>} */
const RECORDED = { smallest: 'min-max', few: 'max-sum', many: 'farthest' };
/** Those that are among the papers' experiments. @type {Record<string, string>} */
const OF_PAPERS = { paper: 'table-2/recorded/gaussian-3.json' };
const FRAME = { width: 640, height: 400, scale: 1 };

/** @param {string} tab @param {wasm.Experiment} experiment @param {wasm.ResultSet} set */
function chartOf(tab, experiment, set) {
  if (tab === 'width') return wasm.Chart.width(experiment, set);
  return tab === 'learning' ? wasm.Chart.learning(experiment, set, {}) : wasm.Chart.transition(experiment, set, {});
}

/** As large as the page shows them on a usual screen. */
const OPENING_FRAME = { width: 420, height: 432, scale: 1 };

/** What was recorded for a preset, as charts take it. @param {string} id */
function recorded(id) {
  const path = OF_PAPERS[id]
    ? join(root, 'experiments', OF_PAPERS[id])
    : join(content, 'recorded', `${RECORDED[id] ?? id}.json`);
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const experiment = wasm.Experiment.fromJson(JSON.stringify(document.experiment));
  const set = new wasm.ResultSet();
  set.add(wasm.Results.fromOutcomes(experiment, document.outcomes), 'recorded', true);
  return { experiment, set };
}

/** What a picture that stands on the page itself has no need of. */
const BACKGROUND = /<g id="background">.*?<\/g>\n/s;

/** A chart in both themes. @param {string} path  below www/content @param {wasm.Chart} chart @param {typeof FRAME} frame */
const inBothThemes = (path, chart, frame) =>
  /** @type {const} */ (['light', 'dark']).map((theme) => ({
    path: join(content, `${path}-${theme}.svg`),
    svg: chart.svg({ ...frame, theme }, ''),
  }));

/** The two machines and the cliff between them, as the page opens on them. */
function opening() {
  const { experiment, set } = recorded('smallest');
  const { kind, sequence, files } = recordedModels[0];
  if (kind !== 'min-max') throw new Error('The first recorded models are not of what the page opens on.');
  const machine = (/** @type {number} */ h) => {
    const model = wasm.PlainModel.fromSafetensors(readFileSync(files[h]));
    return wasm.Chart.machine(experiment, model.run, model.lookAtRandom(sequence, new Uint32Array()), { silenced: [] });
  };
  const heads = [experiment.neededHeads ?? 2].flatMap((enough) => [enough - 1, enough]);
  const [fewer, enough] = heads.map(machine);
  const { T, N } = experiment.toFields().grid;
  const shown = heads.map((h) => ({ h, T: T[0], N: N?.[0] }));
  return [
    ...inBothThemes('opening/fewer', fewer, OPENING_FRAME),
    ...inBothThemes('opening/cliff', wasm.Chart.transition(experiment, set, { shown }), OPENING_FRAME),
    ...inBothThemes('opening/enough', enough, OPENING_FRAME),
  ].map(({ path, svg }) => ({ path, svg: svg.replace(BACKGROUND, '') }));
}

/** Every poster, with the path of its file. */
export function posters() {
  wasm.initSync({ module: readFileSync(join(root, 'www', 'wasm', 'page', 'page_bg.wasm')) });
  const ofPresets = presets.flatMap(({ id, tab }) => {
    const { experiment, set } = recorded(id);
    return inBothThemes(`posters/${id}`, chartOf(tab, experiment, set), FRAME);
  });
  return [...ofPresets, ...opening()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const { path, svg } of posters()) writeFileSync(path, svg);
