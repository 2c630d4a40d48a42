// What the page shows of the tab that is open, and when its code is fetched. The views themselves, which what is
// embedded shows too, are in tab-views.js; which tabs there are, in content/tabs.js.
import { html } from 'lit';
import { showsOpening } from '../state/headline.js';
import { LATER_VIEWS, loaderOf, tabView } from './tab-views.js';
import './transition-view.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../state/navigation.js').Navigation} Navigation */

const NOT_LOADED = 'This tab could not be loaded: is this computer online? Open it again to try once more.';

/** One that cannot be fetched now is fetched, or reported, when its tab is opened. */
export function loadAllViews() {
  for (const load of Object.values(LATER_VIEWS)) load().catch(() => {});
}

/** Fetches the code of a tab's view, if it is not there. @param {string} tab @param {Session} session @param {() => void} whenLoaded */
export function loadView(tab, session, whenLoaded) {
  loaderOf(tab)?.().then(
    () => {
      if (session.notice === NOT_LOADED) session.notice = '';
      whenLoaded();
    },
    () => session.report(NOT_LOADED),
  );
}

/**
 * The view of the tab that is open.
 *
 * @param {Session} session
 * @param {Navigation} navigation
 * @param {() => void} whenGivenUp  a prediction that the reader has given up
 * @param {unknown} story  what stands below the pictures of the first tab
 */
export function viewOf(session, navigation, whenGivenUp, story) {
  const { tab } = navigation;
  // Theory is no result.
  if (session.prediction.isDrawing && tab !== 'transition' && tab !== 'theory') {
    return html`<p class="empty"><span>Hidden while you predict. <button class="link" @click=${() => navigation.chooseTab('transition')}>Back to your prediction</button></span></p>`;
  }
  if (tab !== 'transition')
    return tabView(
      session,
      tab,
      (preset) => navigation.setPreset(preset),
      (reproduction) => navigation.setReproduction(reproduction),
    );
  return html`<headcount-transition .session=${session} .isOpening=${showsOpening(session)} @given-up=${whenGivenUp} @tab=${(/** @type {CustomEvent<string>} */ { detail }) => navigation.chooseTab(detail)}>${story}</headcount-transition>`;
}
