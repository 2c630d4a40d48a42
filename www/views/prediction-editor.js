// Drawing a prediction, and what is said of it: the pen for the chart, the buttons, and the words
// beside it. Fetched when a reader first wants to predict.
import { comparisons } from '../state/prediction.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('./pictures.js').Picture} Picture */
/** A button. @typedef {{ name: string, label?: string, isOff?: boolean, staysHere?: boolean, press: () => void }} Action */

/** How many of the wasm's steps a key moves an error: ten are a power of ten. @type {Record<string, number>} */
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** What the chart is drawn on with. @param {Session} session @param {Picture} picture  the transition chart @returns {import('./chart-canvas.js').Pen} */
export function penOf({ wasm, experiment, prediction }, picture) {
  const heads = [...new Set(experiment?.toFields().grid.h)].sort((a, b) => a - b);
  return {
    label: 'Your prediction: the error you expect for each number of heads',
    help: 'Left and right choose the number of heads. Up and down change the error, Page Up and Page Down by a factor of ten. Delete takes it away.',
    stroke(frame, from, to) {
      prediction.set(picture.use((chart) => chart.stroke(frame, ...from, ...to)));
    },
    press(column, key) {
      const h = heads[column];
      const before = prediction.of(h);
      if (key === 'Delete' || key === 'Backspace') prediction.clear(h);
      else if (!wasm || !(key in STEPS)) return false;
      // The first press puts it where the one before it is, or else where guessing the mean is.
      else
        prediction.set([
          { h, value: before ? wasm.stepError(before, STEPS[key]) : (prediction.of(heads[column - 1]) ?? 1) },
        ]);
      return true;
    },
  };
}

/** What can be done with it now; `staysHere` where the same buttons are there after. @param {Session} session @returns {Action[]} */
export function actionsOf({ prediction, displayedExperiment, training }) {
  const isEmpty = !prediction.isMade;
  if (!prediction.isDrawing) {
    return [
      { name: 'Predict again', isOff: training.isBusy, press: () => prediction.begin() },
      { name: 'Remove', label: 'Remove your prediction', press: () => prediction.discard() },
    ];
  }
  const compare = {
    name: 'Compare',
    isOff: isEmpty,
    press: () => displayedExperiment && prediction.settle(displayedExperiment),
  };
  return [
    ...(training.verdict ? [compare] : []),
    { name: 'Clear', isOff: isEmpty, staysHere: true, press: () => prediction.clear() },
    { name: 'Cancel', press: () => prediction.cancel() },
  ];
}

/** What to do, or how it turned out. @param {Session} session */
export function wordsOf(session) {
  const { prediction, training } = session;
  if (prediction.isDrawing) {
    return `Drag across the chart, or use the arrow keys in it, to draw the error you expect: 1 is no better than guessing, 0 is perfect. Then press Train${training.verdict ? ', or Compare with what is trained' : ''}.`;
  }
  if (training.isBusy) return 'Dashed: your prediction. How good it was is said when training ends.';
  const lines = comparisons(session);
  const line = lines.find(([name]) => name === prediction.line) ?? lines[0];
  if (!line) return 'Dashed: your prediction. Press Train to see how good it is.';
  return `${training.isComplete ? '' : 'So far: '}${line[1]}`;
}
