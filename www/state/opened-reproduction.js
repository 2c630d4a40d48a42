// An experiment of the papers that a reader opens, from the list or by its link: its quick size is set, and what was
// recorded at full size is shown. Loaded when it is wanted.
import { recordedOf, reproductions } from '../content/recorded-experiments.js';
import { addRecorded } from './opening.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../content/reproductions.js').Reproduction} Reproduction */

/** Shows what is on record of one. @param {Session} session @param {Reproduction} reproduction */
export async function showRecorded(session, reproduction) {
  addRecorded(session, await recordedOf(reproduction), reproduction.id);
}

/** Where an experiment is the quick size of one: its words, and what is on record of it. @param {Session} session @param {Experiment} given */
export async function openLike(session, given) {
  const found = reproductions.find(({ experiment }) => session.experimentOf(experiment).equals(given));
  if (!found) return;
  if (session.experiment?.equals(given)) session.set(given, found);
  await showRecorded(session, found);
}
