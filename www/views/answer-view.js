// The answer under the headline, and the one thing to do next as a button. Both come from the wasm
// (crate/lab/src/summary/answer.rs); here they are shown, and the button does what it says. Which preset comes after
// another one is the page's own.
import { css, html, nothing } from 'lit';
import { presets } from '../content/presets.js';
import { answerOf } from '../state/answer.js';

/** @typedef {import('../state/session.js').Session} Session */

/** The button has its place beside the sentence, on narrow screens below it; it is kept while there is none. */
export const answerStyles = css`
  .said { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; min-height: 48px; margin-top: 8px; }
  .said .answer { flex: 1 1 22em; margin: 0; }
  .said .next { min-height: 40px; padding: 0 14px; }
  .said .after { min-height: 40px; }
  /* Until there is an engine it reads like the rest of its sentence. */
  .answer button[aria-disabled='true'] { opacity: 1; }
  @media (max-width: 900px) { .said { min-height: 72px; } }
  @media (min-width: 701px) and (max-width: 900px) { .said .answer { flex-basis: 16em; } }
  /* The longest sentences have no button: a shorter one and its button take no more. */
  @media (max-width: 700px) {
    .said { align-content: start; min-height: 104px; }
    .said .answer { flex-basis: 100%; min-height: 0; }
  }
  /* Two buttons beside each other. */
  @media (max-width: 420px) {
    .said { column-gap: 8px; min-height: 128px; }
    .said .after { font-size: 0.9rem; }
  }
  /* Or one below the other. */
  @media (max-width: 350px) { .said { min-height: 164px; } }
`;

/**
 * The answer as a part of a template.
 *
 * @param {Session} session
 * @param {(tab: string) => void} showTab
 * @param {(preset: string) => void} setPreset
 */
export function answerView(session, showTab, setPreset) {
  const { sentence, next } = answerOf(session);
  // The results are the experiment's that was trained: once the controls are elsewhere, the button
  // would undo what the reader has set since.
  const isShown = next && !session.training.isBusy && !session.isStale && session.editor.problems.length === 0;
  const press = () => next && take(next, session, showTab);
  const words = next?.isInline
    ? html`${sentence.slice(0, sentence.lastIndexOf(next.label))}<button class="link" aria-disabled=${!session.canTrain} @click=${press}>${next.label}</button>.`
    : sentence;
  return html`<div class="said"><p class="answer">${words}</p>${
    isShown && !next.isInline ? html`<button class="next" @click=${press}>${next.label}</button>` : nothing
  }${isShown && next.action === 'inspect' ? presetAfter(session, setPreset) : nothing}</div>`;
}

/** Once what a preset shows was found, the one that comes after it. @param {Session} session @param {(preset: string) => void} setPreset */
function presetAfter({ editor, experiment, training }, setPreset) {
  const next = presets.find(({ name }) => name === editor.preset?.name)?.next;
  if (!next || editor.differsFromPreset || !experiment || !training.experiment?.equals(experiment)) return nothing;
  return html`<button class="link after" @click=${() => setPreset(next.preset)}>${next.words}</button>`;
}

/** @param {import('../state/answer.js').NextStep} next @param {Session} session @param {(tab: string) => void} showTab */
function take({ action, changes }, session, showTab) {
  if (action === 'inspect') return showTab('heads');
  if (action === 'find-d') return session.findD();
  session.apply(changes);
  session.train();
}
