// The address bar: it always holds the experiment, its results where they fit, and the view. Not a
// history: going back leaves the page, as readers expect of one page.

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types.js').Experiment} Experiment */
/** @typedef {import('./types.js').Outcomes} Outcomes */

/** A longer address is cut off by some mail programs and chats. */
const LONGEST = 2000;
const RESULTS = 'results=';

/**
 * The experiment of the link that the page was opened with, and its results if it has some; null if
 * there is none. Throws what is wrong with it.
 *
 * @param {any} charts
 * @returns {{ experiment: Experiment, results: Outcomes | null } | null}
 */
export function readLink(charts) {
  const pairs = location.search.slice(1).split('&').filter(Boolean);
  if (pairs.length === 0) return null;
  const results = pairs.find((pair) => pair.startsWith(RESULTS));
  const experiment = charts.fromQuery(pairs.filter((pair) => pair !== results).join('&'));
  const text = results && decodeURIComponent(results.slice(RESULTS.length));
  return { experiment, results: text ? charts.resultsFromText(JSON.stringify(experiment), text) : null };
}

/** The view of the link; '' if there is none. */
export const tabOfLink = () => location.hash.slice(1);

/** Writes it all. Only what changed: browsers count how often. @param {Session} session @param {string} tab */
export function write(session, tab) {
  const { charts, experiment } = session;
  if (!charts || !experiment) return;
  const address = `?${queryOf(charts, experiment, session.resultsOf(experiment))}#${tab}`;
  if (`${location.search}${location.hash}` !== address) history.replaceState(null, '', address);
}

/** @type {{ experiment: object | null, results: object | null, query: string }} */
let last = { experiment: null, results: null, query: '' };

/** Asked for at every change, made once for what is the same. @param {any} charts @param {Experiment} experiment @param {Outcomes | null} results */
function queryOf(charts, experiment, results) {
  if (last.experiment !== experiment || last.results !== results) {
    const query = charts.toQuery(JSON.stringify(experiment));
    const text = results && charts.resultsToText(results.outcomes);
    const whole = text ? `${query}&${RESULTS}${text}` : query;
    const fits = location.origin.length + location.pathname.length + whole.length + 16 <= LONGEST;
    last = { experiment, results, query: fits ? whole : query };
  }
  return last.query;
}
