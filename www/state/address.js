// The address bar: it always holds the experiment, its results where they fit, and the tab or the step of
// the story. Going to another preset, tab or step is a step of the browser's history, so that Back goes
// back to what was there; edits and results are not.
import { withoutCurve } from '../api/curves.js';

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

/** The link of a mystery: it has nothing in it but its word. @param {string} word */
export const mysteryLink = (word) => `${location.origin}${location.pathname}?mystery=${word}`;

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
  const text = document && textOf(Results, experiment, document);
  const whole = text ? `${query}&${RESULTS}${text}` : query;
  return taken + whole.length <= LONGEST_ADDRESS ? whole : query;
}

/** Results as a link has them; undefined where they are not to be passed on. @param {PageWasm['Results']} Results @param {Experiment} experiment @param {Outcomes} document */
function textOf(Results, experiment, { outcomes }) {
  // The text of a run has at least two characters.
  if (2 * outcomes.length > LONGEST_ADDRESS) return undefined;
  // No link has curves, and there may be a million points of them.
  const results = Results.fromOutcomes(
    experiment,
    outcomes.map((outcome) => ({ ...withoutCurve(outcome), curve: [] })),
  );
  try {
    return results.toText();
  } finally {
    results.free();
  }
}

/** What follows the tab where the paper's values are shown. */
const WITH_PAPER = '+paper';

/** The tab of the link, or the step of the story; '' if there is none. */
export const tabOfAddress = () => location.hash.slice(1).replace(WITH_PAPER, '');

/** Whether a link shows the paper's values. */
export const showsPaperByAddress = () => location.hash.endsWith(WITH_PAPER);

const STORY = /^story-([1-9])$/;

/** The step of the story that an address is at, counted from 0; null if it is at none. @param {string} tab */
export const stepOfAddress = (tab) => {
  const [, number] = tab.match(STORY) ?? [];
  return number === undefined ? null : Number(number) - 1;
};

/** @param {number} step  counted from 0 */
export const addressOfStep = (step) => `story-${step + 1}`;

/** Room for the tab. */
const LONGEST_TAB = 24;

/** @type {Link & { query: string } | null} */
let last = null;

/** Writes it all. Only what changed: browsers count how often. @param {Session} session @param {string} tab @param {boolean} [isStep]  whether Back should come back to what was there before */
export function writeAddress(session, tab, isStep = false) {
  const { wasm, linkedExperiment: experiment, shareableResults: document } = session;
  if (!wasm || !experiment) return;
  if (last?.experiment !== experiment || last.document !== document) {
    const taken = location.origin.length + location.pathname.length + LONGEST_TAB;
    last = { experiment, document, query: queryOf(wasm, { experiment, document }, taken) };
  }
  const address = `?${last.query}#${tab}${session.showsPaper ? WITH_PAPER : ''}`;
  if (`${location.search}${location.hash}` === address) return;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}
