// The buttons that begin, pause and end a training, and how far it is: parts of the playground's frame.
import { html } from 'lit';
import { showsOpening } from '../state/headline.js';
import { planWords, progressWords, shownProgress } from './training-words.js';

/** @typedef {import('../state/session.js').Session} Session */

/** @param {Session} session @param {() => void} guessFirst  lets the reader draw what they expect */
export function trainButtons(session, guessFirst) {
  const { training } = session;
  const train = () => session.train();
  /** @type {Record<import('../state/training-lifecycle.js').State, [name: string, press: () => void]>} */
  const main = {
    // What the page opens on is trained in two seconds: a new reader is to try it.
    idle: [session.isOpening && showsOpening(session) ? 'Train them now' : 'Train', train],
    training: ['Pause', () => training.pause()],
    paused: ['Resume', () => training.resume()],
    stopping: ['Stopping …', () => {}],
    done: ['Train again', train],
    crashed: [training.progress ? 'Train again' : 'Train', train],
  };
  const [name, press] = main[training.state];
  // aria-disabled and not disabled: a button that has the focus must not lose it when pressed.
  const isOff = training.state === 'stopping' || (!training.isBusy && !session.canTrain);
  return html`
    <button class="primary" aria-disabled=${isOff} @click=${() => isOff || press()}>${name}</button>
    ${secondButton(session, guessFirst)}`;
}

/** Stop while something is trained, and else the offer to guess. One button, which keeps the focus. @param {Session} session @param {() => void} guessFirst */
function secondButton({ training, prediction, experiment }, guessFirst) {
  const isStop = training.isBusy;
  const canStop = training.state === 'training' || training.state === 'paused';
  const isOff = isStop ? !canStop : !experiment || prediction.isDrawing;
  const press = () => (isStop ? training.stop() : guessFirst());
  return html`<button class="second" aria-disabled=${isOff} @click=${() => isOff || press()}>${isStop ? 'Stop' : 'Guess first'}</button>`;
}

/** @param {Session} session */
export function progressBar(session) {
  const shown = shownProgress(session);
  const isRefused = session.editor.problems.length > 0 || Boolean(session.needs?.problem);
  const words = shown ? progressWords(session, shown) : planWords(session);
  return html`<div class="progress">
    <div class="numbers">${words.map((word) => html`<span class=${!shown && isRefused ? 'problem' : ''}>${word}</span>`)}</div>
    <progress max=${shown?.steps ?? 1} value=${shown?.step ?? 0} aria-label="Training progress"></progress>
  </div>`;
}
