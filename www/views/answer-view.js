// The answer under the headline, and the one thing to do next as a button. Both come from the wasm
// (crate/lab/src/summary/answer.rs); here they are shown, and the button does what it says.
import { css, html, nothing } from 'lit';
import { answerOf } from '../state/answer.js';

/** @typedef {import('../state/session.js').Session} Session */

/** The button has its place beside the sentence, on narrow screens below it; it is kept while there is none. */
export const answerStyles = css`
  .said { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; min-height: 48px; margin-top: 8px; }
  .said .answer { flex: 1 1 22em; margin: 0; }
  .said .next { min-height: 40px; padding: 0 14px; }
  @media (max-width: 900px) { .said { min-height: 72px; } }
  /* The longest sentences have no button: a shorter one and its button take no more. */
  @media (max-width: 700px) {
    .said { align-content: start; min-height: 104px; }
    .said .answer { min-height: 0; }
  }
  @media (max-width: 420px) { .said { min-height: 128px; } }
  @media (max-width: 350px) { .said { min-height: 144px; } }
`;

/**
 * The answer as a part of a template.
 *
 * @param {Session} session
 * @param {(tab: string) => void} showTab
 */
export function answerView(session, showTab) {
  const { sentence, next } = answerOf(session);
  // The results are the experiment's that was trained: once the controls are elsewhere, the button
  // would undo what the reader has set since.
  const isShown = next && !session.training.isBusy && !session.isStale && session.editor.problems.length === 0;
  return html`<div class="said"><p class="answer">${sentence}</p>${
    isShown ? html`<button class="next" @click=${() => take(next, session, showTab)}>${next.label}</button>` : nothing
  }</div>`;
}

/** @param {import('../wasm/page/page.js').NextStep} next @param {Session} session @param {(tab: string) => void} showTab */
function take({ action, changes }, session, showTab) {
  if (action === 'inspect') return showTab('heads');
  session.apply(changes);
  session.train();
}
