// The address bar: it always holds the experiment, its results where they fit, and the tab. Not a
// history: going back leaves the page, as readers expect of one page.

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {{ experiment: Experiment, document: Outcomes | null }} Link */

/** A longer address is cut off by some mail programs and chats. */
const LONGEST_ADDRESS = 2000;
const RESULTS = 'results=';
/** The word of a link that hides its experiment. */
const MYSTERY = /^\?mystery=(.*)$/;

/** Whether a query is a mystery's. @param {string} query  with its `?` */
export const isMysteryLink = (query) => MYSTERY.test(query);

/**
 * The experiment of a link, secret if it is a mystery, and its results if it has some; null if there
 * is none. Throws what is wrong with it.
 *
 * @param {PageWasm} wasm
 * @param {string} query  with its `?`
 * @returns {Link | null}
 */
export function readLink({ Experiment }, query) {
  const [, word] = query.match(MYSTERY) ?? [];
  if (word !== undefined) return { experiment: Experiment.fromMystery(word), document: null };
  const pairs = query.slice(1).split('&').filter(Boolean);
  if (pairs.length === 0) return null;
  const results = pairs.find((pair) => pair.startsWith(RESULTS));
  const experiment = Experiment.fromQuery(pairs.filter((pair) => pair !== results).join('&'));
  const text = results && decodeURIComponent(results.slice(RESULTS.length));
  return { experiment, document: text ? experiment.documentFromText(text) : null };
}

/**
 * The query of a link, without its `?`: a mystery's word, or the experiment and, where that is not too
 * long, its results.
 *
 * @param {PageWasm} wasm
 * @param {Link} link
 * @param {number} taken  how much of the address is taken by what stands around the query
 */
export function queryOf({ Results }, { experiment, document }, taken) {
  if (experiment.isSecret) return `mystery=${experiment.toMystery()}`;
  const query = experiment.toQuery();
  const text = document && Results.fromOutcomes(experiment, document.outcomes).toText();
  const whole = text ? `${query}&${RESULTS}${text}` : query;
  return taken + whole.length <= LONGEST_ADDRESS ? whole : query;
}

/** The tab of the link; '' if there is none. */
export const tabOfAddress = () => location.hash.slice(1);

/** Room for the tab. */
const LONGEST_TAB = 16;

/** @type {Link & { query: string } | null} */
let last = null;

/** Writes it all. Only what changed: browsers count how often. @param {Session} session @param {string} tab */
export function writeAddress(session, tab) {
  const { wasm, experiment, shareableResults: document } = session;
  if (!wasm || !experiment) return;
  if (last?.experiment !== experiment || last.document !== document) {
    const taken = location.origin.length + location.pathname.length + LONGEST_TAB;
    last = { experiment, document, query: queryOf(wasm, { experiment, document }, taken) };
  }
  const address = `?${last.query}#${tab}`;
  if (`${location.search}${location.hash}` !== address) history.replaceState(null, '', address);
}
