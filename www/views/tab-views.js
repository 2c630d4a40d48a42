// The views by the names of their tabs: what fetches the code of each, and its markup. The page and what is
// embedded elsewhere show the same ones.
import { html } from 'lit';
import { planWords } from './training-words.js';

/** @typedef {import('../state/session.js').Session} Session */

/** Views that are fetched when the first chart is there, or when their tab is opened before that. @type {Record<string, () => Promise<unknown>>} */
export const LATER_VIEWS = {
  learning: () => import('./learning-view.js'),
  width: () => import('./width-view.js'),
  theory: () => import('./theory-view.js'),
  rank: () => import('./rank-view.js'),
  paper: () => import('./paper-view.js'),
  table: () => import('./table-view.js'),
};

/** One and the same list: another one would be a change. @type {import('../api/protocol.js').Outcome[]} */
const NO_OUTCOMES = [];

/** The inspector: fetched when its tab is first opened. */
const loadInspector = () => import('./heads/heads-view.js');

/** What fetches the code of a tab's view; undefined where it is there from the start. @param {string} tab */
export const loaderOf = (tab) => (tab === 'heads' ? loadInspector : LATER_VIEWS[tab]);

/**
 * The view of a tab other than the first, whose frame has more to say about it.
 *
 * @param {Session} session
 * @param {string} tab
 * @param {(preset: string) => void} setPreset
 * @param {(reproduction: import('../content/reproductions.js').Reproduction) => void} [setReproduction]  where experiments of the papers can be opened
 */
export function tabView(session, tab, setPreset, setReproduction) {
  const choose = (/** @type {CustomEvent<string>} */ { detail }) => setPreset(detail);
  const open = (/** @type {CustomEvent<import('../content/reproductions.js').Reproduction>} */ { detail }) =>
    setReproduction?.(detail);
  // A view takes the session when it is made: not before its code is here.
  if (LATER_VIEWS[tab] && !customElements.get(`headcount-${tab}`)) return html`<p class="empty"></p>`;
  switch (tab) {
    case 'learning':
      return html`<headcount-learning .session=${session}></headcount-learning>`;
    case 'width':
      return html`<headcount-width .session=${session} @preset=${choose}></headcount-width>`;
    case 'heads':
      return headsView(session);
    case 'theory':
      return html`<headcount-theory .session=${session}></headcount-theory>`;
    case 'rank':
      return html`<headcount-rank .session=${session}></headcount-rank>`;
    case 'paper':
      return html`<headcount-paper .session=${session} .opensOthers=${setReproduction !== undefined} @preset=${choose} @reproduction=${open}></headcount-paper>`;
    default:
      return html`<headcount-table .session=${session}></headcount-table>`;
  }
}

/** What there is to do before there are heads to look into. @param {Session} session */
function nothingTrained(session) {
  const [what, time] = planWords(session);
  const isOff = !session.canTrain;
  return html`<div class="empty"><div>
    <p>Nothing trained yet in this tab: train, or import a model, and its heads are drawn here.</p>
    <p><button class="primary" aria-disabled=${isOff} @click=${() => isOff || session.train()}>Train to see the heads</button></p>
    <p>${what}${time ? `: ${time}` : ''}</p>
  </div></div>`;
}

/** The inspector asks the lab itself. @param {Session} session */
function headsView(session) {
  const { training, engine, openedModel, whySecret, machines, wasm } = session;
  if (whySecret) return html`<p class="empty">The heads show what there is to find. ${whySecret}</p>`;
  if (training.labRuns.length === 0 && !openedModel) {
    // Before anything is trained: the machines, where some were recorded for what is set.
    if (machines.shownHeads.length === 0) return nothingTrained(session);
    return html`<p class="statement">Two Transformers that were trained earlier. Press Train, or import a model, to look into all heads of all runs.</p>
      <div class="two">${/** @type {const} */ (['fewer', 'enough']).map((side) => html`<headcount-machine .pair=${machines} .wasm=${wasm} .side=${side}></headcount-machine>`)}</div>`;
  }
  const isPart = training.finding
    ? html`<p class="statement">Find D keeps the runs that it trained last, to look into. Train to look into all of them.</p>`
    : '';
  return html`${isPart}<headcount-heads .lab=${engine.lab} .runs=${training.labRuns} .outcomes=${training.outcome?.outcomes ?? NO_OUTCOMES} .experiment=${training.inLab} .isBusy=${training.isBusy} .openedModel=${openedModel} .firstSequence=${machines.randomSequence}></headcount-heads>`;
}
