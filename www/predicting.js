// Drawing a prediction, and what is said of it: the pen for the chart, the buttons and the words
// beside it. Fetched when a reader first wants to predict.
import { html, nothing } from 'lit';

/** @typedef {import('./session.js').Session} Session */

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
function comparisons({ charts, shown, outcome, busy, prediction }) {
  if (!charts || !shown || !outcome || busy || prediction.drawing || !prediction.made) return [];
  return charts.compare(prediction.marks(shown.grid.h), outcome.outcomes);
}

/** @param {Session} session @param {(done: () => void) => () => void} then  does something and puts the focus where it belongs */
export function buttons(session, then) {
  const { prediction, shown, verdict, busy } = session;
  if (prediction.drawing) {
    const compare = () => prediction.made && shown && prediction.settle(shown.task);
    return html`
      ${verdict ? html`<button class="small" aria-disabled=${!prediction.made} @click=${then(compare)}>Compare</button>` : nothing}
      <button class="small" aria-disabled=${!prediction.made} @click=${() => prediction.clear()}>Clear</button>
      <button class="small" @click=${then(() => prediction.cancel())}>Cancel</button>`;
  }
  const lines = comparisons(session);
  return html`
    <button class="small" aria-disabled=${busy} @click=${() => busy || then(() => prediction.begin())()}>Predict again</button>
    <button class="small" aria-label="Remove your prediction" @click=${then(() => prediction.forget())}>Remove</button>
    ${lines.length > 1 ? html`<label>Compared with
      <select @change=${({ target }) => { prediction.line = target.value; session.changed(); }}>
        ${lines.map(([name]) => html`<option .selected=${name === prediction.line}>${name}</option>`)}
      </select></label>` : nothing}`;
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
