// The experiments of both papers that are on record, with what fetches their outcomes. Loaded when a reader wants
// them: nothing here is needed for the first chart. A file that is recorded later is found without a change here.
// The one-file build leaves this out (scripts/one-file.mjs).
import catalogue from '../../experiments/catalogue.json';
import { reproductionsOf } from './reproductions.js';

/** @typedef {import('./reproductions.js').Reproduction} Reproduction */
/** @typedef {import('./reproductions.js').FullExperiment} FullExperiment */

/** @type {Record<string, FullExperiment>} */
const experiments = import.meta.glob(['../../experiments/*/*.json', '!**/recipe*/**'], {
  import: 'default',
  eager: true,
});
/** What fetches the outcomes of each. @type {Record<string, () => Promise<unknown>>} */
const outcomes = import.meta.glob(['../../experiments/*/recorded/*.json', '!**/*.provenance.json', '!**/recipe*/**'], {
  import: 'default',
});

/** @param {string} id */
const loaderOf = (id) => outcomes[`../../experiments/${id.replace('/', '/recorded/')}.json`];

/** The name of a file without the path and its ending. @param {string} path */
const idOf = (path) => path.replace('../../experiments/', '').replace(/\.json$/, '');

/** Those on record. */
export const reproductions = reproductionsOf(
  catalogue,
  new Map(
    Object.entries(experiments)
      .map(([path, full]) => /** @type {const} */ ([idOf(path), full]))
      .filter(([id]) => loaderOf(id)),
  ),
);

/** What an experiment ended with at full size. @param {Reproduction} reproduction */
export const recordedOf = async ({ id }) => /** @type {import('../api/protocol.js').Outcomes} */ (await loaderOf(id)());
