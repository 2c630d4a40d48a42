// The inspector's own pictures as charts, for export: where the heads look, and which head watches which
// target. On the page both are HTML, which can be dragged and pressed; what is drawn here, and what it says,
// the wasm decides (crate/charts).
import { Picture } from '../pictures.js';

/** @typedef {import('../../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../../api/run-inspection.js').RunInspection} RunInspection */
/** @typedef {import('../../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('./inspection.js').Inspection} Inspection */

/** Runs of the same training have the same experiment as plain data. @type {WeakMap<RunInspection, Experiment>} */
const checked = new WeakMap();

/** The experiment of a run as the wasm has it, checked once. @param {PageWasm} wasm @param {RunInspection} run */
export function experimentOf(wasm, run) {
  const known = checked.get(run) ?? wasm.Experiment.fromJson(JSON.stringify(run.experiment));
  checked.set(run, known);
  return known;
}

/** JSON has no NaN: a run whose weights are no numbers has null. @param {(number | null)[]} numbers */
const known = (numbers) => numbers.map((x) => x ?? Number.NaN);

/**
 * The pictures of what is known of a run.
 *
 * @param {PageWasm} wasm
 * @param {Inspection} inspection
 * @param {number} query  the token whose attention is shown, where every token has a query of its own
 */
export function headPictures(wasm, { run, now, specialisation, without }, query) {
  if (!run || !now) return [];
  const experiment = experimentOf(wasm, run);
  const { tokens, attention } = now.look;
  const row = Math.min(query, attention[0].length - 1);
  const numbers = new Float32Array(tokens.flat());
  const shares = new Float32Array(known(attention.flatMap((rows) => rows[row])));
  const silenced = new Uint32Array(without);
  const strips = new Picture(() => wasm.Chart.attention(experiment, run.run, numbers, shares, row, silenced), {
    experiment,
  });
  if (!specialisation) return [strips];
  const { matrix, matching, sentence } = specialisation;
  const paid = new Float64Array(known(matrix.flat()));
  const matched = new Int32Array(matching.map((head) => head ?? -1));
  const table = () => wasm.Chart.specialisation(experiment, run.run, paid, matched, sentence);
  return [strips, new Picture(table, { experiment })];
}
