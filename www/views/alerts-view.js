// What went wrong, in sentences: the page's own loading, the training, what was reported, what the browser did
// not keep. Each closes itself, or is gone once it is mended.
import { html, nothing } from 'lit';
import { loadAgain } from '../state/opening.js';
import { inReadersWords } from '../state/readers-words.js';
import { saveResults } from './files.js';

/** @typedef {import('../state/session.js').Session} Session */

/** @param {Session} session @param {() => void} retry  loads the page's wasm once more */
export function alertsView(session, retry) {
  const { training, loadError, notice, storageProblem } = session;
  const close = (/** @type {'notice' | 'storageProblem'} */ what) =>
    html`<button @click=${() => {
      session[what] = '';
      session.changed();
    }}>Close</button>`;
  const { outcome } = training;
  return html`
      ${loadError ? html`<p class="alert" role="alert">${loadError} <button @click=${retry}>Try again</button></p>` : nothing}
      ${trainingProblem(session)}
      ${notice ? html`<div class="alert" role="alert">${notice} ${close('notice')}</div>` : nothing}
      ${
        session.notLoaded.size > 0
          ? html`<div class="alert storage" role="status">Results that were recorded earlier could not be loaded: is this computer online? Training works without them.
        <button @click=${() => loadAgain(session)}>Try again</button></div>`
          : nothing
      }
      ${
        storageProblem
          ? html`<div class="alert storage" role="status">${storageProblem}
        <button aria-disabled=${!outcome} @click=${() => outcome && saveResults(session)}>Export results</button>${close('storageProblem')}</div>`
          : nothing
      }`;
}

/** What failed in the training and was mended, or why it was given up. @param {Session} session */
function trainingProblem(session) {
  const { training } = session;
  if (training.state === 'crashed' && training.progress)
    return html`<headcount-crash .session=${session}></headcount-crash>`;
  if (training.error) return html`<p class="alert" role="alert">${inReadersWords(training.error)}</p>`;
  if (training.faults.length === 0) return nothing;
  return html`<div class="faults" role="status">${training.faults.map((fault) => html`<p>${fault}</p>`)}</div>`;
}
