// The answer to the page's question, as far as it is known: one sentence under the headline. What
// results show is the wasm's sentence; here it is decided which results it is about.
import { displayedResults } from './displayed-results.js';

/** @typedef {import('./session.js').Session} Session */

/** @param {Session} session */
export function answerOf(session) {
  const { training, prediction, displayedExperiment: experiment } = session;
  const { verdict, finding } = training;
  if (!experiment) return '';
  if (prediction.isDrawing) return 'You are predicting: what is known is hidden until you are done.';
  if (finding) return finding.sentence;
  // A reader who is to guess is shown the errors, and not told what they mean.
  if (experiment.isSecret && verdict)
    return training.isComplete ? 'Trained: where is the cliff? Commit to a guess, and you are told.' : 'Training …';
  if (verdict?.sentence) return `${training.isComplete ? '' : 'So far: '}${verdict.sentence}`;
  if (training.isBusy) return 'Training …';
  return (
    earlierAnswer(session, experiment) ??
    `${session.editor.preset && !session.editor.differsFromPreset ? session.editor.preset.shows : 'Not trained yet.'} Press Train to see.`
  );
}

/** What earlier results show; null where there are none of the same task. @param {Session} session @param {import('../wasm/page/page.js').Experiment} experiment */
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
  const origin = linked ? 'The page’s address says so' : 'That was recorded earlier';
  return `${shown.results.verdict(false).sentence} ${origin}: press Train to watch it happen in this tab.`;
}
