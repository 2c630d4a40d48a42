// What the charts show: from results to the plain objects that the wasm draws, on the page and into
// files alike. Results are sorted into lines here; nothing is computed.
import { dimensionOf, measureOf } from './facts.js';
import { hasDimension } from '../content/properties.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../api/types.js').Group} Group */
/** @typedef {import('../api/types.js').Experiment} Experiment */
/** A chart without its frame. @typedef {{ kind: 'transition' | 'learning' | 'width' | 'theory-map' | 'soft-minimum' | 'needed', title: string, chart: object, citation: string }} Picture */
/** Results of one origin; the note says more than the name. @typedef {{ name: string, note: string, ghost: boolean, origin: import('../api/types.js').Outcomes | null, experiment: Experiment, groups: Group[], slopes: any[], runs: { run: import('../api/types.js').Run, curve: any[] }[] }} Results */

/** Why a curve does not end where the other charts' error is. */
export const MEASURED = 'Curves are measured on part of the unseen data, final errors on all of it.';

export const PAPER_1 = 'Yu, Jiang, Bao, Yu, Li: The Effect of Attention Head Count on Transformer Approximation, arXiv:2510.06662';
export const PAPER_2 = 'Amsel, Yehudai, Bruna: Quality over Quantity in Attention Layers, arXiv:2407.16153';

/** The paper that a task is from. @param {Experiment} experiment */
export const citationOf = ({ task }) => (hasDimension(task.kind) ? PAPER_1 : PAPER_2);

/** @param {string} kind */
const callOf = (kind) => `draw${kind.split('-').map((word) => word[0].toUpperCase() + word.slice(1)).join('')}`;

/** Draws it; what can be pointed at comes back, and what it shows in words. @param {any} charts @param {Picture} picture @param {HTMLCanvasElement} canvas @param {object} frame */
export const draw = (charts, picture, canvas, frame) => charts[callOf(picture.kind)](canvas, { frame, ...picture.chart });

/** Tables are of a chart without a frame, but the wasm asks for one. */
const NOWHERE = { width: 1, height: 1, scale: 1, theme: 'light' };

/** Its values, as texts in rows. @param {any} charts @param {{ kind: string, chart: object }} picture @returns {{ head: string[], rows: string[][] }} */
export const tableOf = (charts, { kind, chart }) => charts.tableOf(kind, { frame: NOWHERE, ...chart });

/** Whether two tasks are the same, whatever their data. @param {Experiment['task']} a @param {Experiment['task']} b */
export const sameTask = ({ seed: _, ...a }, { seed: __, ...b }) => JSON.stringify(a) === JSON.stringify(b);

/** What two experiments must share to be alike. @param {Experiment} experiment */
const likeness = ({ task: { seed, ...task }, grid: { form, n, E, L } }) => JSON.stringify([task, form, n, E, L]);

/** Whether results may stand behind an experiment unasked: they are of the same task and sizes. @param {Experiment} ghost @param {Experiment} shown */
const alike = (ghost, shown) => likeness(ghost) === likeness(shown)
  && ghost.grid.T.every((T) => shown.grid.T.includes(T))
  && (ghost.grid.N ?? []).every((N) => shown.grid.N.includes(N));

/** Whether two results are the same, trained once or twice. @param {import('../api/types.js').Outcomes | null} a @param {import('../api/types.js').Outcomes | null} b */
export const same = (a, b) => a === b || (a !== null && b !== null
  && JSON.stringify([a.experiment, a.outcomes.map(({ nmse }) => nmse)]) === JSON.stringify([b.experiment, b.outcomes.map(({ nmse }) => nmse)]));

/** What is shown: the ghosts that fit, then what was trained here. @param {Session} session @returns {Results[]} */
export function resultsOf(session) {
  const { shown, verdict, progress, outcome, prediction } = session;
  // Who predicts must not be told, who predicted wants to see it happen, and a mystery has no past.
  if (!shown || prediction.drawing) return [];
  const ghosts = ((prediction.made && session.busy) || session.secret ? [] : session.ghosts)
    // What was just pinned, or came with the link, is on show already.
    .filter(({ shown: on, own, results }) => on && !same(results, outcome) && (own
      ? hasDimension(results.experiment.task.kind) === hasDimension(shown.task.kind)
      : alike(results.experiment, shown)))
    .map(fromGhost);
  const runs = outcome?.outcomes ?? progress?.runs;
  if (!verdict || !runs) return ghosts;
  const { groups, slopes } = verdict.summary;
  return [...ghosts, { name: '', note: '', ghost: false, origin: outcome, experiment: shown, groups, slopes, runs }];
}

/** @param {import('./session.js').Ghost} ghost @returns {Results} */
export const fromGhost = ({ name, note, results }) =>
  ({ name, note, ghost: true, origin: results, experiment: results.experiment, groups: results.summary.groups, slopes: results.summary.slopes ?? [], runs: results.outcomes });

/** Groups of one line, by what they share, and a name that says only what varies. @param {Group[]} groups @param {('T' | 'N' | 'w' | 'L' | 'h')[]} keys */
function linesBy(groups, keys) {
  const varied = keys.filter((key) => new Set(groups.map((group) => group[key] ?? 1)).size > 1);
  /** @type {Map<string, Group[]>} */
  const lines = new Map();
  for (const group of groups) {
    const shared = keys.map((key) => group[key] ?? 1).join();
    lines.set(shared, [...(lines.get(shared) ?? []), group]);
  }
  return [...lines.values()].map((members) => ({
    members: members.filter((group) => group.median !== null),
    label: (varied.length ? varied : [keys[0]]).map((key) => `${key} = ${members[0][key] ?? 1}`).join(', '),
  })).filter(({ members }) => members.length > 0);
}

/** A name that fits beside a chart. @param {string} name */
const short = (name) => (name.length > 18 ? `${name.slice(0, 17)}…` : name);

/** Error against heads. @param {any} charts @param {Experiment} experiment @param {Results[]} all @param {{ paper?: boolean, title?: string, prediction?: import('./prediction.js').Expected[], asked?: number[] }} [options]  who is asked for a prediction is not told D @returns {Picture} */
export function transition(charts, experiment, all, { paper = false, title = 'Error for each number of heads', prediction = [], asked = [] } = {}) {
  const heads = hasDimension(experiment.task.kind) ? 'linear' : 'log';
  const lines = all.flatMap(({ name, ghost, groups }) => linesBy(groups, ['T', 'N', 'w', 'L']).map(({ members, label }, _, own) => ({
    label: name ? [short(name), ...(own.length > 1 ? [label] : [])].join(': ') : label,
    T: members[0].T,
    ghost,
    marks: members.map(({ h, min, median, max, count }) => ({ h, min, median, max, count })),
  })));
  const values = paper ? charts.paperValues(JSON.stringify(experiment)) : null;
  // In paper 2 heads share the token's size.
  const width = hasDimension(experiment.task.kind) ? null : experiment.task.d;
  const shared = { D: (asked.length ? null : dimensionOf(experiment)) ?? null, measure: measureOf(experiment), heads, width, prediction, asked };
  const chart = { ...shared, lines, paper: values?.lines ?? [] };
  return { kind: 'transition', title, chart, citation: values?.citation ?? citationOf(experiment) };
}

/** Error during training. @param {Experiment} experiment @param {Results[]} all @param {(run: any) => boolean} [wanted] @returns {Picture} */
export function learning(experiment, all, wanted = () => true) {
  const { steps } = experiment.recipe;
  const lines = all.flatMap(({ ghost, runs, experiment: { seeds } }) => runs
    // One seed of each ghost: they are there to compare with, not to study.
    .filter(({ run }) => wanted(run) && (!ghost || run.seed === seeds[0]))
    // A ghost that was trained for longer ends where the axis does.
    .map(({ run, curve }) => ({ run, h: run.h, curve: ghost ? curve.filter(([step]) => step <= steps) : curve, ghost })));
  // Lines are told apart by those of their sizes that vary; seeds share a name.
  const sizes = ['h', 'T', 'N', 'w', 'L'].filter((key) => new Set(lines.map(({ run }) => run[key] ?? 1)).size > 1);
  const named = lines.map(({ run, ...line }) => ({ ...line, label: sizes.map((key) => `${key} = ${run[key] ?? 1}`).join(', ') || null }));
  return { kind: 'learning', title: `Error during training (${measureOf(experiment)})`, chart: { steps, lines: named }, citation: citationOf(experiment) };
}

/** Error against hidden width. @param {Experiment} experiment @param {Results[]} all @returns {Picture} */
export function width(experiment, all) {
  const lines = all.filter(({ ghost }) => !ghost).flatMap(({ groups, slopes }) => linesBy(groups, ['h', 'T', 'w', 'L']).map(({ members, label }) => {
    const { h, T, w, L } = members[0];
    const fit = slopes.find((slope) => slope.h === h && slope.T === T && slope.w === w && slope.L === L);
    return {
      h, T, label, slope: fit?.slope ?? null, error: fit?.error ?? null,
      points: members.map(({ N, min, median, max }) => ({ N, min, median, max })),
    };
  }));
  return { kind: 'width', title: 'Error for each hidden width', chart: { measure: measureOf(experiment), lines }, citation: citationOf(experiment) };
}
