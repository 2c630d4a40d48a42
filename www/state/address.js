// The address bar: it always holds the experiment, its results where they fit, and the view. Not a
// history: going back leaves the page, as readers expect of one page.

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../api/types.js').Experiment} Experiment */
/** @typedef {import('../api/types.js').Outcomes} Outcomes */
/** @typedef {{ experiment: Experiment, hidden: boolean, results: Outcomes | null }} Link */

/** A longer address is cut off by some mail programs and chats. */
const LONGEST = 2000;
const RESULTS = 'results=';
/** The word of a link that hides its experiment. */
const MYSTERY = /^\?mystery=(.*)$/;

/** Whether the page was opened with one. */
export const isMystery = () => MYSTERY.test(location.search);

/**
 * The experiment of the link that the page was opened with, whether its task is to be hidden, and its
 * results if it has some; null if there is none. Throws what is wrong with it.
 *
 * @param {any} charts
 * @returns {Link | null}
 */
export function readLink(charts) {
  const [, word] = location.search.match(MYSTERY) ?? [];
  if (word !== undefined) return { experiment: charts.fromMystery(word), hidden: true, results: null };
  const pairs = location.search.slice(1).split('&').filter(Boolean);
  if (pairs.length === 0) return null;
  const results = pairs.find((pair) => pair.startsWith(RESULTS));
  const experiment = charts.fromQuery(pairs.filter((pair) => pair !== results).join('&'));
  const text = results && decodeURIComponent(results.slice(RESULTS.length));
  return { experiment, hidden: false, results: text ? charts.resultsFromText(JSON.stringify(experiment), text) : null };
}

/** The view of the link; '' if there is none. */
export const tabOfLink = () => location.hash.slice(1);

/** Writes it all. Only what changed: browsers count how often. @param {Session} session @param {string} tab */
export function write(session, tab) {
  const { charts, experiment, secret } = session;
  if (!charts || !experiment) return;
  const address = `?${queryOf(charts, { experiment, hidden: secret !== '', results: session.resultsOf(experiment) })}#${tab}`;
  if (`${location.search}${location.hash}` !== address) history.replaceState(null, '', address);
}

/** @type {{ link: Link | null, query: string }} */
let last = { link: null, query: '' };

/** Asked for at every change, made once for what is the same. @param {any} charts @param {Link} link */
function queryOf(charts, link) {
  const { experiment, hidden, results } = link;
  if (last.link?.experiment !== experiment || last.link.hidden !== hidden || last.link.results !== results) {
    last = { link, query: hidden ? `mystery=${charts.toMystery(JSON.stringify(experiment))}` : openly(charts, experiment, results) };
  }
  return last.query;
}

/** @param {any} charts @param {Experiment} experiment @param {Outcomes | null} results */
function openly(charts, experiment, results) {
  const query = charts.toQuery(JSON.stringify(experiment));
  const text = results && charts.resultsToText(results.outcomes);
  const whole = text ? `${query}&${RESULTS}${text}` : query;
  const fits = location.origin.length + location.pathname.length + whole.length + 16 <= LONGEST;
  return fits ? whole : query;
}
