// What the bar says beside the Train button: before a training what it will take, then how it goes.
import { counted, duration, size, whole } from './number-format.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../api/protocol.js').Progress} Progress */

/** The progress to show; null where the plan of the next training is shown instead. @param {Session} session */
export function shownProgress({ training, editor, isStale }) {
  const { progress, isBusy } = training;
  return progress && (isBusy || (!isStale && editor.problems.length === 0)) ? progress : null;
}

/** How long it will take; '' where nobody knows. @param {Session} session */
export const timeWords = ({ speed, secondsToTrain }) =>
  secondsToTrain === null ? '' : `${speed && !speed.isExact ? 'very roughly' : 'about'} ${duration(secondsToTrain)}`;

/** Before training: what it will take. @param {Session} session */
export function planWords(session) {
  const { editor, experiment, needs, whySecret, training, engine } = session;
  if (training.isBusy && engine.isStarting)
    return [engine.starts > 1 ? 'Starting the engine again …' : 'Starting the engine …'];
  if (editor.problems.length) return ['Not to be trained as it is: see the settings.'];
  if (!experiment || !needs) return [];
  if (needs.problem) return [whySecret ? 'This mystery is too large to be trained here.' : needs.problem];
  const { steps } = experiment.toFields().recipe;
  return [
    `${counted(needs.runs, 'Transformer', 'Transformers')}, ${whole(steps)} steps each`,
    timeWords(session) || 'time known once it trains',
    needs.bytes === null || whySecret ? '' : `${size(needs.bytes)} of memory`,
  ];
}

/** While it trains and after: how far it is. @param {Session} session @param {Progress} progress */
export function progressWords({ training }, { step, steps, stepsPerSecond, secondsLeft }) {
  const { state, isBusy, isComplete } = training;
  const speed = stepsPerSecond ? `${whole(stepsPerSecond)} steps/s` : '';
  const left = secondsLeft === null ? '' : `${duration(secondsLeft)} left`;
  const ending = isComplete ? 'done' : 'stopped';
  // How many numbers of heads a search will try is not known.
  const isOpen = training.finding?.next && !isComplete;
  return [
    isOpen ? `${whole(step)} steps so far` : `${whole(step)} of ${whole(steps)} steps in all`,
    isBusy ? speed : ending,
    { training: left, paused: 'paused', stopping: 'stopping', done: '', idle: '', crashed: '' }[state],
  ];
}
