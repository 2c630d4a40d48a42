// The answer under the headline, and the one thing to do next as a button. Both come from the wasm
// (crate/lab/src/summary/answer.rs); here they are shown, and the button does what it says. Which preset comes after
// another one is the page's own.
import { css, html, nothing } from 'lit';
import { presets } from '../content/presets.js';
import { answerOf } from '../state/answer.js';
import { showsOpening } from '../state/headline.js';

/** @typedef {import('../state/session.js').Session} Session */

/** What a preset is that another one leads to. @type {Record<string, string>} */
const WHAT_IT_IS = { few: 'the paper’s own task' };

/** The button has its place beside the sentence, on narrow screens below it; it is kept while there is none. */
export const answerStyles = css`
  .said { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; min-height: 72px; margin-top: 8px; }
  /* A line is no longer than is easily read. */
  .said .answer { flex: 1 1 22em; max-width: 62ch; margin: 0; }
  .said .next { min-height: 40px; padding: 0 14px; }
  .said .after { min-height: 40px; }
  /* Until there is an engine it reads like the rest of its sentence. */
  .answer button[aria-disabled='true'] { opacity: 1; }
  @media (min-width: 701px) and (max-width: 900px) { .said .answer { flex-basis: 16em; } }
  /* The longest sentences have no button: a shorter one and its button take no more. */
  @media (max-width: 700px) {
    .said { align-content: start; min-height: 104px; }
    .said .answer { flex-basis: 100%; min-height: 0; }
  }
  /* What comes next is there from the first frame on: at the end of the row, or in a row of its own at the lower end,
     so that it stays where it is whatever the sentence and the button are. */
  .said.leads { display: grid; grid-template: minmax(0, 1fr) 44px / minmax(0, 1fr) auto; align-content: normal; min-height: 96px; }
  .leads .answer { grid-column: 1 / -1; align-self: start; }
  .leads .after { grid-area: 2 / 1; align-self: start; }
  .leads .next { grid-area: 2 / 2; }
  @media (min-width: 1201px) {
    .said.leads { grid-template: minmax(0, 1fr) / minmax(0, auto) auto minmax(0, 1fr); min-height: 48px; }
    .leads .answer { grid-area: 1 / 1; align-self: center; }
    .leads .next { grid-area: 1 / 2; }
    .leads .after { grid-area: 1 / 3; align-self: center; justify-self: end; }
  }
  @media (max-width: 700px) { .said.leads { min-height: 128px; } }
  @media (max-width: 420px) {
    .said { column-gap: 8px; min-height: 128px; }
    .said.leads { min-height: 146px; }
    .said .after { font-size: 0.9rem; }
  }
  /* As wide beside the button as before it comes. */
  @media (min-width: 351px) and (max-width: 420px) { .leads .after { max-width: 166px; } }
  /* Or one below the other. */
  @media (max-width: 350px) {
    .said { min-height: 164px; }
    .said.leads { grid-template: minmax(0, 1fr) 40px 44px / minmax(0, 1fr); min-height: 224px; }
    .leads .next { grid-area: 2 / 1; }
    .leads .after { grid-area: 3 / 1; }
  }
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
  const after = presetAfter(session, setPreset);
  return html`<div class="said ${after === nothing ? '' : 'leads'}"><p class="answer">${words}</p>${
    isShown && !next.isInline ? html`<button class="next" @click=${press}>${next.label}</button>` : nothing
  }${after}</div>`;
}

/** The preset that comes after the one that is set: to be had before its training, too, and before the wasm is there. @param {Session} session @param {(preset: string) => void} setPreset */
function presetAfter(session, setPreset) {
  const { editor, training, experiment } = session;
  const set = showsOpening(session) ? presets[0] : presets.find(({ name }) => name === editor.preset?.name);
  if (!set?.next || (experiment && editor.differsFromPreset)) return nothing;
  const { preset, words } = set.next;
  const isOff = training.isBusy;
  return html`<button class="link after" aria-disabled=${isOff} @click=${() => isOff || setPreset(preset)}>${[words, WHAT_IT_IS[preset]].filter(Boolean).join(', ')}</button>`;
}

/** @param {import('../state/answer.js').NextStep} next @param {Session} session @param {(tab: string) => void} showTab */
function take({ action, changes }, session, showTab) {
  if (action === 'inspect') return showTab('heads');
  if (action === 'find-d') return session.findD();
  session.apply(changes);
  session.train();
}
