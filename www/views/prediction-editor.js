// Drawing a prediction, and what is said of it: the pen for the chart, what can be done, and the words
// beside it. Fetched when a reader first wants to predict.

/** @typedef {import('../state/session.js').Session} Session */

/** How far a key moves an error, in steps of the wasm's: ten make a power of ten. */
const KEYS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** What the chart draws with. @param {Session} session @param {object} chart @returns {import('./chart-canvas.js').Pen} */
export function penOf({ charts, experiment, prediction }, chart) {
  const heads = [...new Set(experiment?.grid.h)].sort((a, b) => a - b);
  return {
    label: 'Your prediction: the error you expect for each number of heads',
    help: 'Left and right choose the number of heads. Up and down change the error, Page Up and Page Down by a factor of ten. Delete takes it away.',
    stroke(frame, from, to) {
      if (charts) prediction.set(charts.strokeOf({ frame, ...chart }, ...from, ...to));
    },
    press(place, key) {
      const h = heads[place];
      const before = prediction.of(h);
      if (key === 'Delete' || key === 'Backspace') prediction.clear(h);
      else if (!charts || !(key in KEYS)) return false;
      // The first press puts it where the one before it is, or else where guessing is.
      else prediction.set([{ h, value: before ? charts.stepped(before, KEYS[key]) : prediction.of(heads[place - 1]) ?? 1 }]);
      return true;
    },
  };
}

/** The prediction beside each line of the results, as the wasm says it. @param {Session} session @returns {[name: string, sentence: string][]} */
export function comparisons({ charts, shown, outcome, busy, prediction }) {
  if (!charts || !shown || !outcome || busy || prediction.drawing || !prediction.made) return [];
  return charts.compare(prediction.marks(shown.grid.h), outcome.outcomes);
}

/** What can be done with it now; `stays` where the same can be done after. @param {Session} session @returns {{ name: string, label?: string, off?: boolean, stays?: boolean, press: () => void }[]} */
export function actions({ prediction, shown, verdict, busy }) {
  const empty = !prediction.made;
  if (!prediction.drawing) {
    return [
      { name: 'Predict again', off: busy, press: () => prediction.begin() },
      { name: 'Remove', label: 'Remove your prediction', press: () => prediction.forget() },
    ];
  }
  return [
    ...(verdict && shown ? [{ name: 'Compare', off: empty, press: () => prediction.settle(shown.task) }] : []),
    { name: 'Clear', off: empty, stays: true, press: () => prediction.clear() },
    { name: 'Cancel', press: () => prediction.cancel() },
  ];
}

/** What to do, or how it turned out. @param {Session} session */
export function words(session) {
  const { prediction, verdict, busy, complete } = session;
  if (prediction.drawing) {
    return `Drag across the chart, or use the arrow keys in it, to draw the error you expect: 1 is no better than guessing, 0 is perfect. Then press Train${verdict ? ', or Compare with what is trained' : ''}.`;
  }
  if (busy) return 'Dashed: your prediction. How good it was is said when training ends.';
  const lines = comparisons(session);
  const line = lines.find(([name]) => name === prediction.line) ?? lines[0];
  if (!line) return 'Dashed: your prediction. Press Train to see how good it is.';
  return `${complete ? '' : 'So far: '}${line[1]}`;
}
