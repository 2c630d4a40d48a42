// The tabs: a list to walk through with arrow keys, of which the selected one is kept in sight. What a tab
// shows is decided in view-switch.js.
import { html } from 'lit';
import { TABS } from '../content/tabs.js';

/** @typedef {import('../state/navigation.js').Navigation} Navigation */

/** @param {ParentNode} root @returns {HTMLElement | null} */
export const selectedTab = (root) => root.querySelector('[role=tab][aria-selected=true]');

/** Where the tabs are wider than the screen, the selected one is brought into sight. @param {ParentNode} root */
export function bringTabIntoSight(root) {
  const [tab, list] = [selectedTab(root), root.querySelector('.tabs')];
  if (!tab || !list) return;
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += Math.min(0, inner.left - outer.left - 8) + Math.max(0, inner.right - outer.right + 48);
}

/** @param {Navigation} navigation @param {() => void} focusSelected  once the page shows what was chosen */
export function tabList(navigation, focusSelected) {
  const move = (/** @type {KeyboardEvent} */ event) => {
    const place = TABS.findIndex(([id]) => id === navigation.tab);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: TABS.length - 1 };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    navigation.chooseTab(TABS[(to + TABS.length) % TABS.length][0]);
    focusSelected();
  };
  return html`<div class="tabs" role="tablist" aria-label="Views" @keydown=${move}>
      ${TABS.map(
        ([
          id,
          name,
        ]) => html`<button role="tab" id="tab-${id}" aria-selected=${id === navigation.tab} aria-controls="panel"
        tabindex=${id === navigation.tab ? 0 : -1} @click=${() => navigation.chooseTab(id)}>${name}</button>`,
      )}
    </div>`;
}
