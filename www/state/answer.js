// The answer to the page's question, as far as it is known: one sentence under the headline, and one
// thing to do next. What results show is the wasm's sentence; here it is decided which results it is
// about.
import { displayedResults } from './displayed-results.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../wasm/page/page.js').Change} Change */

/**
 * What to do next: what the wasm offers, or Find D once more. `isInline`: its label is how the sentence ends.
 *
 * @typedef {{ label: string, action: 'train' | 'inspect' | 'find-d', changes: Change[], isInline?: boolean }} NextStep
 * @typedef {{ sentence: string, next: NextStep | null }} Answer
 */

/** A sentence with nothing to do but what the page offers anyway. @param {string} sentence @returns {Answer} */
const only = (sentence) => ({ sentence, next: null });

/** @type {NextStep} */
const INSPECT = { label: 'Look into the heads', action: 'inspect', changes: [] };
/** @type {NextStep} */
const FIND_D = { label: 'Find D again', action: 'find-d', changes: [] };
/** @type {NextStep} */
const WATCH = { label: 'watch it happen', action: 'train', changes: [], isInline: true };

/** @param {Session} session @returns {Answer} */
export function answerOf(session) {
  const { training, prediction, displayedExperiment: experiment } = session;
  const { verdict, finding } = training;
  if (!experiment) return only('');
  if (prediction.isDrawing) return only('You are predicting: what is known is hidden until you are done.');
  if (finding) return { sentence: finding.sentence, next: afterFinding(session, experiment) };
  // A reader who is to guess is shown the errors, and not told what they mean.
  if (experiment.isSecret && verdict)
    return only(
      training.isComplete ? 'Trained: where is the cliff? Commit to a guess, and you are told.' : 'Training …',
    );
  if (verdict?.sentence) return { ...verdict, sentence: `${training.isComplete ? '' : 'So far: '}${verdict.sentence}` };
  if (training.isBusy) return only('Training …');
  const earlier = earlierAnswer(session, experiment);
  if (earlier)
    return { sentence: `${earlier.sentence} ${earlier.origin}: press Train to ${WATCH.label}.`, next: WATCH };
  const { preset } = session.editor;
  // A preset's own words are the page's lead; a mystery has none there.
  return only(`${experiment.isSecret && preset ? preset.shows : 'Not trained yet.'} Press Train to see.`);
}

/** What to do after Find D: null while it searches, and where the task is secret, as the heads would tell it. @param {Session} session @param {import('../wasm/page/page.js').Experiment} experiment */
function afterFinding({ training: { finding, verdict, isBusy } }, experiment) {
  if (!finding || isBusy || experiment.isSecret) return null;
  if (finding.next) return FIND_D;
  // Where D was not found, what the errors show says what may help.
  return finding.h === null ? (verdict?.next ?? INSPECT) : INSPECT;
}

/** What was measured, without what the page offers to do about it; '' where nothing was. @param {Session} session */
export function measuredSentence(session) {
  const { training, displayedExperiment: experiment } = session;
  if (!experiment || experiment.isSecret) return '';
  return training.verdict?.sentence ?? earlierAnswer(session, experiment)?.sentence ?? '';
}

/** What earlier results show, and where they are from; null where there are none of the same task. @param {Session} session @param {import('../wasm/page/page.js').Experiment} experiment */
function earlierAnswer(session, experiment) {
  const { h } = experiment.toFields().grid;
  // Of no other numbers of heads: else it would promise what Train does not show.
  const earlier = displayedResults(session).filter(
    (one) =>
      one.experiment.hasSameTask(experiment) && one.experiment.toFields().grid.h.every((heads) => h.includes(heads)),
  );
  // Results of the link are what its reader was sent to see.
  const linked = session.linked && earlier.find(({ results }) => session.linked?.results.equals(results));
  const shown = linked ?? earlier[0];
  if (!shown) return null;
  const origin = linked ? 'The page’s address says so' : 'Recorded earlier';
  return { sentence: shown.results.answer(false).sentence, origin };
}
