// Holds what is built to deny.toml: the licence of every crate and of every npm package of the page, where
// they come from, and no crate in two versions without a reason. What has a lock file of its own, because it is
// no part of the product, is held to the same. A part of `npm run check`, because it
// needs nothing but cargo; known vulnerabilities are `npm run audit`'s business.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cratesOf, hostPlatform, WASM } from './crates.mjs';
import { finishWith, Refusal, root, say } from './shell.mjs';

/** @typedef {import('./crates.mjs').Crate} Crate */
/** What is used of deny.toml. @typedef {{ licenses: { allow: string[], exceptions: { crate: string, allow: string[] }[] }, bans: { skip: { crate: string, reason: string }[] } }} Rules */
/** A parsed SPDX expression. @typedef {{ license: string, exception?: string } | { left: Licence, conjunction: 'and' | 'or', right: Licence }} Licence */

const REGISTRY = 'registry+https://github.com/rust-lang/crates.io-index';

/** Whether a licence can be met with those that are allowed. @param {Licence} licence @param {string[]} allowed @returns {boolean} */
function isAllowed(licence, allowed) {
  if ('license' in licence)
    return allowed.includes(licence.exception ? `${licence.license} WITH ${licence.exception}` : licence.license);
  const [left, right] = [isAllowed(licence.left, allowed), isAllowed(licence.right, allowed)];
  return licence.conjunction === 'and' ? left && right : left || right;
}

/**
 * What is wrong with the licence of a package, in a sentence; '' if nothing is.
 *
 * @param {string} name
 * @param {string | null | undefined} licence  as the package states it
 * @param {string[]} allowed
 * @param {(expression: string) => Licence} parse
 */
function licenceProblem(name, licence, allowed, parse) {
  if (!licence) return `${name} names no licence.`;
  try {
    // Older crates write a slash for "or".
    if (isAllowed(parse(licence.replaceAll('/', ' OR ')), allowed)) return '';
  } catch {
    return `${name} has the licence "${licence}", which is no SPDX expression.`;
  }
  return `${name} has the licence "${licence}", which deny.toml does not allow.`;
}

/** Crates in more than one version, each version but the newest. @param {Crate[]} crates */
function olderVersions(crates) {
  /** @type {Map<string, string[]>} */
  const versions = new Map();
  for (const { name, version } of crates) versions.set(name, [...(versions.get(name) ?? []), version]);
  const newestFirst = (/** @type {string} */ a, /** @type {string} */ b) => b.localeCompare(a, 'en', { numeric: true });
  return [...versions].flatMap(([name, all]) =>
    all
      .sort(newestFirst)
      .slice(1)
      .map((version) => `${name}@${version}`),
  );
}

/**
 * Everything that is wrong, a sentence each.
 *
 * @param {Rules} rules
 * @param {Crate[]} crates
 * @param {{ name: string, license?: string }[]} npmPackages
 * @param {(expression: string) => Licence} parse  parses an SPDX expression
 */
export function problems({ licenses, bans }, crates, npmPackages, parse) {
  /** @param {string} name */
  const allowedFor = (name) => [
    ...licenses.allow,
    ...licenses.exceptions.filter(({ crate }) => crate === name).flatMap(({ allow }) => allow),
  ];
  const skipped = bans.skip.map(({ crate }) => crate);
  const older = olderVersions(crates);
  return [
    ...crates.map((crate) => licenceProblem(crate.name, crate.license, allowedFor(crate.name), parse)),
    ...npmPackages.map(({ name, license }) => licenceProblem(`npm's ${name}`, license, licenses.allow, parse)),
    ...crates
      .filter(({ source }) => source !== null && source !== REGISTRY)
      .map(({ name, source }) => `${name} comes from ${source}, and not from crates.io.`),
    ...older
      .filter((crate) => !skipped.includes(crate))
      .map((crate) => `${crate} is there beside a newer version: use one, or add it to "skip" in deny.toml with why.`),
  ].filter(Boolean);
}

/** The npm packages that the page is made of: those that are locked, and are not for development alone. */
function productPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path && !dev && !optional)
    .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }));
}

/** Folders of workspaces with lock files of their own: what writes the product's glue, and the fuzzers. */
export const OTHER_WORKSPACES = [join('scripts', 'bindgen'), 'fuzz'];

/** What is built of them, a list for each. They run on this machine alone. */
export const othersCrates = () =>
  OTHER_WORKSPACES.map((workspace) => cratesOf(hostPlatform(), ['--all-features'], 'normal,build', workspace));

/** Every crate of every build of the product: native and wasm32, all features, and what builds them. */
function builtCrates() {
  const crates = [WASM, hostPlatform()].flatMap((platform) =>
    cratesOf(platform, ['--workspace', '--all-features'], 'normal,build'),
  );
  return [...new Map(crates.map((crate) => [`${crate.name} ${crate.version}`, crate])).values()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  finishWith(async () => {
    const [{ parse: parseToml }, { default: parse }] = await Promise.all([
      import('smol-toml'),
      // @ts-expect-error: it has no types
      import('spdx-expression-parse'),
    ]);
    const rules = /** @type {Rules} */ (
      /** @type {unknown} */ (parseToml(readFileSync(join(root, 'deny.toml'), 'utf8')))
    );
    const [crates, others, npmPackages] = [builtCrates(), othersCrates(), productPackages()];
    // The fuzzers have most crates of the product, whose problems are said once.
    const found = new Set([
      ...problems(rules, crates, npmPackages, parse),
      ...others.flatMap((own) => problems(rules, own, [], parse)),
    ]);
    if (found.size) throw new Refusal([...found].join('\n'));
    const count = new Set([crates, ...others].flat().map(({ name, version }) => `${name} ${version}`)).size;
    say(`${count} crates and ${npmPackages.length} npm packages are as deny.toml allows`);
  });
}
