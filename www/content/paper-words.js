// What to make of our numbers beside the paper's: what agrees, what does not, and why. Every text names what it is
// about, and is held to it by tests/unit/paper-words.test.js: the paper's table 2 itself, LONG_RECORD (which
// `npm run record` makes again), or www/content/recorded/max-sum.json. No number here is of what a reader trains.
import { html, nothing } from 'lit';

/** The recorded results that the long words are about: experiments/table-2/recorded/gaussian-3.json. */
export const LONG_RECORD = 'table-2/gaussian-3';

/** The number of a table of paper 1; undefined for what paper 2 measured. @param {string | undefined} table  such as "table 2, mean over seeds" */
const numberOf = (table) => table?.match(/^table (\d)/)?.[1];

/** The last words of both texts about table 2. */
const LENGTH_OF_PAPER =
  'The paper’s error becomes 2.0 to 2.3 times as high from 8 to 128 tokens with one, two and three heads, and falls to about a tenth with four and five.';
const LONG_TRAINING =
  'From the first fifth of that training to its end, errors with one to three heads became 1.5 to 6 times lower, and those with four and five 60 times at T = 64, and more than 1000 times at all other lengths. So brief training, such as in this tab, shows the cliff lower than it is: its right side goes on falling, its left side far less.';

const aboutLongRecord = html`
  <h3>What agrees</h3>
  <p>The error falls until there are four heads: four is D, and a fifth head has nothing left to find. From four heads on the recorded errors and the paper’s are a factor of ten apart at most, most of ours below.</p>
  <h3>What does not</h3>
  <p>The paper’s error falls with every head up to four: 9 to 13 times with the second and with the third, and with the fourth 11 to 19 times up to 32 tokens, and 150 and 300 times at 64 and 128. With three heads 13 of our 25 runs keep up, and the others hardly gain: so our median is 1.8 to 7 times lower with the second head and with the third, and 80 to 900 times lower with the fourth. With one head the paper’s error is 7 to 10 times larger than ours. (At T = 8 one seed with three heads is right on nearly all of 20 000 sequences, and off by hundreds on three with an unusual token. It alone makes that mean.)</p>
  <h3>Why that may be</h3>
  <p>How much three heads can do depends on the weights of the four targets, and the paper does not say which it took. Weights at right angles, as the page’s other presets have them, are as different as can be. Of weights that are drawn at random some are alike, and their targets can share a head. This is one such draw, in which the best of five seeds comes to 0.7 to 1.3 times the paper’s mean.</p>
  <h3>What the length does</h3>
  <p>With one head or two our error grows with T, 1.8 times from 8 to 128 tokens. From four heads on it does not. ${LENGTH_OF_PAPER} That is what the theorem says: below D longer sequences ask for more, from D on they do not.</p>
  <h3>What long training changes</h3>
  <p>These results took 40 000 steps. ${LONG_TRAINING}</p>`;

/** @param {(preset: string) => void} go */
const openLongRecord = (go) =>
  html`<button class="link" @click=${() => go('paper')}>Open the paper’s table 2 and those results</button>`;

/** @param {(preset: string) => void} go */
const aboutBriefTraining = (go) => html`
  <h3>Why the curves differ</h3>
  <p>The paper’s error falls evenly and then flattens: at T = 16 it is 13 to 15 times lower with each head up to four, and 4 times with the fifth. Brief training has most of its fall at the fourth head: after 2000 steps with weights at right angles (the recorded results of “Four targets”) the median is 2.2 and 2.4 times lower with the second and the third head, 43 times with the fourth, and no lower with the fifth.</p>
  <h3>What the length does</h3>
  <p>${LENGTH_OF_PAPER} That is what the theorem says: below D longer sequences ask for more, from D on they do not.</p>
  <h3>What long training changes</h3>
  <p>We trained table 2 for 40 000 steps, with random weights. ${LONG_TRAINING}</p>
  <p>${openLongRecord(go)}</p>`;

/** @param {(preset: string) => void} go */
const aboutOtherTables = (go) => html`
  <h3>Why the curves differ</h3>
  <p>The paper does not say how long it trained, nor which weights its targets have. Both matter: we trained its table 2 for 40 000 steps, with random weights. ${LONG_TRAINING}</p>
  <p>${openLongRecord(go)}</p>`;

/**
 * The words beside a table of the paper; nothing beside what paper 2 measured.
 *
 * @param {string | undefined} table
 * @param {string} record  which recorded results are shown with it; '' for all that have no words of their own
 * @param {(preset: string) => void} go
 */
export function besideTable(table, record, go) {
  const number = numberOf(table);
  if (number === undefined) return nothing;
  if (number !== '2') return aboutOtherTables(go);
  return record === LONG_RECORD ? aboutLongRecord : aboutBriefTraining(go);
}

const SHORT = {
  table2:
    'The paper’s error is 13 to 15 times lower with each head up to four (at T = 16), and then flattens; below four heads it grows with the length T, from four on it does not. Trained briefly (2000 steps, weights at right angles), ours has most of its fall at the fourth head: longer training lowers its right side far more than its left.',
  others:
    'The paper does not say how long it trained, nor which weights its targets have. Longer training lowers errors from D heads on far more than those below, so the cliff of a brief one is lower.',
};

/**
 * The same on the cliff, in two or three sentences.
 *
 * @param {string | undefined} table
 * @param {(() => void) | null} openPaper  null where there is no such tab
 */
export function besideCliff(table, openPaper) {
  const number = numberOf(table);
  if (number === undefined) return nothing;
  const more = openPaper
    ? html`<button class="link" @click=${openPaper}>More beside the paper’s table</button>`
    : nothing;
  return html`${number === '2' ? SHORT.table2 : SHORT.others} ${more}`;
}
