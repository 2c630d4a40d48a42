// What experiments/ holds: a folder per table or question, described in catalogue.json, with experiment
// files that the native binary takes as they are, and beside them what they ended with.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, target } from './shell.mjs';

const folder = join(root, 'experiments');

/**
 * @typedef {object} Entry
 * @property {string} name   of its folder
 * @property {string} title
 * @property {string} look   what to look for, in one sentence
 * @property {boolean} [comparesRecipes]  whether its experiments differ in how they are trained alone: a row each
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

/** Builds the native binary, unless `HEADCOUNT_BINARY` names one, and returns where it is. */
export async function buildBinary() {
  const { HEADCOUNT_BINARY } = process.env;
  if (HEADCOUNT_BINARY) return HEADCOUNT_BINARY;
  await run('cargo', ['build', '--locked', '--workspace', '--release', '--bin', 'headcount']);
  return join(target, 'release', 'headcount');
}
