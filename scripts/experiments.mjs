// What experiments/ holds: a folder per table or question, described in catalogue.json, with experiment
// files that the native binary takes as they are, and beside them what they ended with.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { output, Refusal, root, run, target } from './shell.mjs';

const folder = join(root, 'experiments');

/**
 * @typedef {object} Entry
 * @property {string} name   of its folder
 * @property {string} title
 * @property {string} look   what to look for, in one sentence
 * @property {boolean} [comparesRecipes]  whether its experiments differ in how they are trained alone: a row each
 * @property {boolean} [comparesDraws]  whether its experiments differ in the draw of the task alone: a row each
 * @property {string} [discussion]  what agrees with the paper, what does not, and the likely reason
 */

/** Every entry, in the order of the report. @returns {Entry[]} */
export const catalogue = () => JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8'));

/** The experiments of one entry. @param {string} name */
export function experimentsOf(name) {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => ({
    name,
    variant: file.replace('.json', ''),
    path: join(folder, name, file),
    recorded: join(folder, name, 'recorded', file),
  }));
}

/** Outcomes that no experiment file belongs to. @param {string} name  of an entry */
export function orphansOf(name) {
  const place = join(folder, name, 'recorded');
  if (!existsSync(place)) return [];
  const own = experimentsOf(name).map(({ variant }) => `${variant}.json`);
  const files = readdirSync(place).filter((file) => !file.endsWith('.provenance.json'));
  return files.filter((file) => !own.includes(file)).map((file) => join(place, file));
}

/**
 * How far an experiment is recorded. Outcomes are of an experiment only if they name it as its file has it now: a file that
 * was changed after it was recorded is not recorded.
 *
 * @param {object} experiment  of the file, with every default filled in
 * @param {number} planned     its runs
 * @param {{ experiment: object, outcomes: unknown[] } | null} document  what is recorded
 * @returns {{ done: number, state: 'missing' | 'partial' | 'whole' | 'another' }}
 */
export function recordState(experiment, planned, document) {
  if (!document) return { done: 0, state: 'missing' };
  const done = document.outcomes.length;
  if (!isDeepStrictEqual(document.experiment, experiment)) return { done, state: 'another' };
  return { done, state: done === planned ? 'whole' : 'partial' };
}

/**
 * What there is of one experiment, as the binary reads its file.
 *
 * @param {string} binary @param {{ path: string, recorded: string }} files
 */
export function readRecord(binary, { path, recorded }) {
  const [plan, experiment] = [output(binary, ['plan', path, '--json']), output(binary, ['validate', path])];
  if (!plan || !experiment) throw new Refusal(`${path} is no experiment: headcount validate ${path} says why.`);
  const document = existsSync(recorded) ? JSON.parse(readFileSync(recorded, 'utf8')) : null;
  const planned = JSON.parse(plan).runs.length;
  return { document, planned, ...recordState(JSON.parse(experiment), planned, document) };
}

/** Builds the native binary, unless `HEADCOUNT_BINARY` names one, and returns where it is. */
export async function buildBinary() {
  const { HEADCOUNT_BINARY } = process.env;
  if (HEADCOUNT_BINARY) return HEADCOUNT_BINARY;
  await run('cargo', ['build', '--locked', '--workspace', '--release', '--bin', 'headcount']);
  return join(target, 'release', 'headcount');
}
