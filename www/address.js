// The address bar: it always holds the experiment, and the view. Not a history: going back leaves
// the page, as readers expect of one page.

/** @typedef {import('./session.js').Session} Session */

/** The word of a link that hides its experiment. */
const MYSTERY = /^\?mystery=(.*)$/;

/** Whether the page was opened with one. */
export const isMystery = () => MYSTERY.test(location.search);

/**
 * The experiment of the link that the page was opened with; null if there is none. Throws what is
 * wrong with it.
 *
 * @param {any} charts
 */
export function experimentOfLink(charts) {
  const [, word] = location.search.match(MYSTERY) ?? [];
  if (word !== undefined) return charts.fromMystery(word);
  return location.search.length > 1 ? charts.fromQuery(location.search) : null;
}

/** The view of the link; '' if there is none. */
export const tabOfLink = () => location.hash.slice(1);

/** Writes both. Only what changed: browsers count how often. @param {Session} session @param {string} tab */
export function write(session, tab) {
  const { charts, experiment, secret } = session;
  if (!charts || !experiment) return;
  const address = `?${queryOf(charts, experiment, secret !== '')}#${tab}`;
  if (`${location.search}${location.hash}` !== address) history.replaceState(null, '', address);
}

/** @type {{ experiment: object | null, hidden: boolean, query: string }} */
let last = { experiment: null, hidden: false, query: '' };

/** Asked for at every change, made for every experiment once. */
function queryOf(charts, experiment, hidden) {
  if (last.experiment !== experiment || last.hidden !== hidden) {
    const text = JSON.stringify(experiment);
    last = { experiment, hidden, query: hidden ? `mystery=${charts.toMystery(text)}` : charts.toQuery(text) };
  }
  return last.query;
}
