// Which results the charts and the table show: earlier ones that may stand beside the experiment, then
// what was trained in this tab. Whether results are comparable is decided by the wasm.

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').Results} Results */
/** @typedef {import('../api/protocol.js').Outcome} Outcome */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {import('../api/protocol.js').RunProgress} RunProgress */
/** @typedef {import('./compared-results.js').ComparedResult} ComparedResult */

/**
 * Results of one origin.
 *
 * @typedef {object} DisplayedResults
 * @property {string} name  in the chart; '' for what was trained here
 * @property {string} note  more about it, for captions
 * @property {boolean} isRecorded  drawn as hollow marks and dashed lines
 * @property {string} record  which of those recorded with the page it is, where words are about it alone; else ''
 * @property {Experiment} experiment
 * @property {Results} results
 * @property {(Outcome | RunProgress)[]} runs  every run as a table shows it
 */

/** @param {ComparedResult} compared @returns {DisplayedResults} */
export const fromCompared = ({ name, note, record, experiment, results, document }) => ({
  name,
  note,
  isRecorded: true,
  record,
  experiment,
  results,
  runs: document.outcomes,
});

/** @param {Session} session @returns {DisplayedResults[]} */
export function displayedResults(session) {
  const { training, prediction, displayedExperiment: experiment } = session;
  // A reader who predicts must not see how it turned out.
  if (!experiment || prediction.isDrawing) return [];
  const earlier = earlierResults(session, experiment).map(fromCompared);
  const { results, outcome, progress } = training;
  const runs = outcome?.outcomes ?? progress?.runs;
  if (!results || !training.verdict || !runs) return earlier;
  return [...earlier, { name: '', note: '', isRecorded: false, record: '', experiment, results, runs }];
}

/**
 * The results that can be taken away as a file: what was trained here to its end, or else, where nothing is being
 * trained, the newest of the earlier ones that are shown. None of what a reader must not see yet.
 *
 * @param {Session} session
 * @returns {{ document: Outcomes, results: Results } | null}
 */
export function resultsToSave(session) {
  const { training, prediction, displayedExperiment } = session;
  if (!displayedExperiment || session.whySecret) return null;
  if (training.outcome && training.results) return { document: training.outcome, results: training.results };
  if (training.isBusy || prediction.isDrawing) return null;
  return earlierResults(session, displayedExperiment).at(-1) ?? null;
}

/** @param {Session} session @param {Experiment} experiment */
function earlierResults({ training, prediction, compared }, experiment) {
  // Who predicted wants to see it happen first, and results beside a mystery would be taken for its own.
  if ((prediction.isMade && training.isBusy) || experiment.isSecret) return [];
  const isShownAlready = (/** @type {ComparedResult} */ { results }) =>
    training.outcome !== null && training.results?.equals(results) === true;
  const recorded = new Set(nearest(experiment, compared.list));
  return compared.list.filter(
    (one) =>
      one.isVisible &&
      !isShownAlready(one) &&
      (one.isOwn ? one.experiment.hasDimension === experiment.hasDimension : recorded.has(one)),
  );
}

/** Of recorded results those that are nearest to the experiment: another draw is shown only where its own is not on record. @param {Experiment} experiment @param {ComparedResult[]} list */
export function nearest(experiment, list) {
  const distances = list.map((one) =>
    one.isOwn ? Number.POSITIVE_INFINITY : (experiment.distanceToRecorded(one.experiment) ?? Number.POSITIVE_INFINITY),
  );
  const least = Math.min(...distances);
  return Number.isFinite(least) ? list.filter((_, i) => distances[i] === least) : [];
}
