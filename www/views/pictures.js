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

  /** @param {() => Chart} make @param {string} [title]  in place of the chart's own */
  constructor(make, title) {
    this.#make = make;
    const about = this.use(({ kind, title: own, citation }) => ({ kind, own, citation }));
    /** For file names, such as "transition". */
    this.kind = about.kind;
    this.title = title ?? about.own;
    this.citation = about.citation;
  }

  /** @template T @param {(chart: Chart) => T} work @returns {T} */
  use(work) {
    const chart = this.#make();
    try {
      return work(chart);
    } finally {
      chart.free();
    }
  }

  /** @param {HTMLCanvasElement} canvas @param {Frame} frame @returns {Drawn} */
  draw(canvas, frame) {
    return this.use((chart) => chart.draw(canvas, frame));
  }

  /** Its values, as texts in rows. @returns {Table} */
  table() {
    return this.use((chart) => chart.table());
  }

  /** @param {Frame} frame @param {string} caption */
  svg(frame, caption) {
    return this.use((chart) => chart.svg(frame, caption));
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
  new Picture(() => withResultSet(wasm, all, (set) => wasm.Chart.transition(experiment, set, options)), title);

/** Error during training, of runs with these sizes. @param {PageWasm} wasm @param {Experiment} experiment @param {DisplayedResults[]} all @param {import('../wasm/page/page.js').RunFilter} [only] */
export const learningPicture = (wasm, experiment, all, only = {}) =>
  new Picture(() => withResultSet(wasm, all, (set) => wasm.Chart.learning(experiment, set, only)));

/** Error against hidden width. @param {PageWasm} wasm @param {Experiment} experiment @param {DisplayedResults[]} all */
export const widthPicture = (wasm, experiment, all) =>
  new Picture(() => withResultSet(wasm, all, (set) => wasm.Chart.width(experiment, set)));
