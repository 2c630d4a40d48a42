// The charts of the page, as pictures: what to draw, and what it is called. Drawing, texts and tables
// are made by the wasm (crate/charts), from results that it holds itself.

/** @typedef {import('../wasm/page/page.js').Chart} Chart */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').Frame} Frame */
/** @typedef {import('../wasm/page/page.js').Drawn} Drawn */
/** @typedef {import('../wasm/page/page.js').Table} Table */
/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../state/displayed-results.js').DisplayedResults} DisplayedResults */

/** Why a curve does not end where the other charts' error is. */
export const CURVES_ARE_PARTIAL = 'Curves are measured on part of the unseen data, final errors on all of it.';

/** One chart. Each use makes it anew from the results as they are then, and frees it. */
export class Picture {
  #make;
  /** @type {Experiment | undefined} */
  #experiment;

  /**
   * @param {() => Chart} make
   * @param {{ title?: string, outline?: () => Chart, experiment?: Experiment }} [about]  a title in place of the
   *   chart's own; the same chart without its results, which has the same name and is made at once however
   *   many they are; what was trained
   */
  constructor(make, { title, outline = make, experiment } = {}) {
    this.#make = make;
    const about = use(outline, ({ kind, title: own, citation }) => ({ kind, own, citation }));
    /** For file names, such as "transition". */
    this.kind = about.kind;
    this.title = title ?? about.own;
    this.citation = about.citation;
    this.#experiment = experiment;
  }

  /** @template T @param {(chart: Chart) => T} work @returns {T} */
  use(work) {
    return use(this.#make, work);
  }

  /** Laid out as it is now, to be painted. @param {Frame} frame */
  sketch(frame) {
    return this.use((chart) => chart.sketch(frame));
  }

  /** @param {HTMLCanvasElement} canvas @param {Frame} frame @returns {Drawn} */
  draw(canvas, frame) {
    return this.use((chart) => chart.draw(canvas, frame));
  }

  /** Its values, as texts in rows; of many lines, those from one on. @param {number} [firstLine] @returns {Table} */
  table(firstLine = 0) {
    return this.use((chart) => chart.table(firstLine));
  }

  /** What was trained, in words; '' for what needs no training. */
  get setting() {
    return this.#experiment?.inWords ?? '';
  }
}

/** @template T @param {() => Chart} make @param {(chart: Chart) => T} work @returns {T} */
function use(make, work) {
  const chart = make();
  try {
    return work(chart);
  } finally {
    chart.free();
  }
}

/** @template T @param {PageWasm} wasm @param {DisplayedResults[]} all @param {(set: import('../wasm/page/page.js').ResultSet) => T} work */
function withResultSet({ ResultSet }, all, work) {
  const set = new ResultSet();
  try {
    for (const { results, name, isRecorded } of all) set.add(results, name, isRecorded);
    return work(set);
  } finally {
    set.free();
  }
}

/** What the results of a chart were trained as: what was trained in this tab, or else what was recorded. @param {Experiment} experiment @param {DisplayedResults[]} all */
const trainedAs = (experiment, all) =>
  (all.find(({ isRecorded }) => !isRecorded) ?? all[0] ?? { experiment }).experiment;

/** A chart of results. @param {PageWasm} wasm @param {Experiment} experiment @param {DisplayedResults[]} all @param {(set: import('../wasm/page/page.js').ResultSet) => Chart} chart @param {string} [title] */
const pictureOf = (wasm, experiment, all, chart, title) =>
  new Picture(() => withResultSet(wasm, all, chart), {
    title,
    experiment: trainedAs(experiment, all),
    outline: () => withResultSet(wasm, [], chart),
  });

/**
 * Error against heads.
 *
 * @param {PageWasm} wasm
 * @param {Experiment} experiment
 * @param {DisplayedResults[]} all
 * @param {import('../wasm/page/page.js').TransitionOptions} [options]
 * @param {string} [title]
 */
export const transitionPicture = (wasm, experiment, all, options = {}, title) =>
  pictureOf(wasm, experiment, all, (set) => wasm.Chart.transition(experiment, set, options), title);

/** Error during training, of runs with these sizes. @param {PageWasm} wasm @param {Experiment} experiment @param {DisplayedResults[]} all @param {import('../wasm/page/page.js').RunFilter} [only] */
export const learningPicture = (wasm, experiment, all, only = {}) =>
  pictureOf(wasm, experiment, all, (set) => wasm.Chart.learning(experiment, set, only));

/** Error against hidden width. @param {PageWasm} wasm @param {Experiment} experiment @param {DisplayedResults[]} all */
export const widthPicture = (wasm, experiment, all) =>
  pictureOf(wasm, experiment, all, (set) => wasm.Chart.width(experiment, set));
