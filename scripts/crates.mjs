// What cargo knows about the crates that are built here: which they are, where they are, under which
// licence. Judges nothing.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Refusal, root } from './shell.mjs';

/**
 * A crate, as far as it is used here.
 *
 * @typedef {object} Crate
 * @property {string} name
 * @property {string} version
 * @property {string[]} authors
 * @property {string | null} license  an SPDX expression
 * @property {string | null} license_file
 * @property {string | null} repository
 * @property {string | null} source  where it was downloaded from; null for our own
 * @property {string} manifest_path
 */

/** What a cargo command prints. @param {string[]} args @param {string} [workspace]  the folder of a workspace */
function cargo(args, workspace = '.') {
  const cwd = join(root, workspace);
  const { status, stdout, stderr } = spawnSync('cargo', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Refusal(`"cargo ${args.join(' ')}" failed: ${(stderr ?? '').trim()}`);
  return stdout;
}

export const WASM = 'wasm32-unknown-unknown';

/** The platform that this machine is. */
export const hostPlatform = () => String(cargo(['-vV']).match(/^host: (.+)$/m)?.[1]);

/** By workspace and platform. @type {Map<string, Map<string, Crate>>} */
const known = new Map();

/** Every crate that a build for a platform may need, by `name version`, as locked. Asked for once. @param {string} platform @param {string} [workspace] */
function allCrates(platform, workspace = '.') {
  const key = `${workspace} ${platform}`;
  const asked = known.get(key);
  if (asked) return asked;
  const args = ['metadata', '--locked', '--format-version', '1', '--all-features', '--filter-platform', platform];
  /** @type {{ packages: Crate[] }} */
  const { packages } = JSON.parse(cargo(args, workspace));
  const found = new Map(packages.map((crate) => [`${crate.name} ${crate.version}`, crate]));
  known.set(key, found);
  return found;
}

/** Every downloaded crate that a build for wasm32 may need. */
export const downloadedCrates = () => [...allCrates(WASM).values()].filter(({ source }) => source !== null);

/**
 * The crates of one build, sorted by name. Our own are among them.
 *
 * @param {string} platform
 * @param {string[]} selection  cargo's arguments that select packages and features, without the platform
 * @param {string} edges  which dependencies count, as `cargo tree` takes it
 * @param {string} [workspace]  the folder of another workspace than the product's
 */
export function cratesOf(platform, selection, edges, workspace = '.') {
  const args = ['tree', '--locked', '--target', platform, ...selection, '--edges', edges];
  const lines = cargo([...args, '--prefix', 'none', '--format', '{p}'], workspace);
  const names = [...lines.matchAll(/^(\S+) v(\S+)/gm)].map(([, name, version]) => `${name} ${version}`);
  return [...new Set(names)].sort().map((name) => {
    const crate = allCrates(platform, workspace).get(name);
    if (!crate) throw new Refusal(`cargo tree names ${name}, and cargo metadata does not.`);
    return crate;
  });
}
