// Writes dist/THIRD-PARTY-NOTICES.txt: every crate in the wasm files and every npm package in the
// JavaScript, with its version and the texts of its licence. Texts that are the same stand there once.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cratesOf, downloadedCrates, WASM } from './crates.mjs';
import { filesBelow, output, Refusal, root } from './shell.mjs';
import { packages } from './wasm.mjs';

/** @typedef {import('./crates.mjs').Crate} Crate */
/** @typedef {{ name: string, version: string, licence: string, from: string, texts: string[] }} Notice */

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

const LICENCE_FILE = /^(licen[cs]es?|copying|notice|unlicense|copyright)/i;

/** Parts of the bundle that vite writes itself, by the package that has them. @type {[RegExp, string][]} */
const WRITTEN_BY = [
  [/^\0vite\//, 'vite'],
  [/^\0?rolldown\//, 'rolldown'],
];

/**
 * A plugin for vite's build that notes which npm packages are in the bundle.
 *
 * @param {Set<string>} found  where their names go
 * @returns {import('vite').Plugin}
 */
export function notePackages(found) {
  return {
    name: 'headcount-note-packages',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
        const name = id.match(/^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/)?.[1];
        const writer = WRITTEN_BY.find(([pattern]) => pattern.test(id))?.[1];
        if (name ?? writer) found.add(String(name ?? writer).replace('\\', '/'));
      }
    },
  };
}

/** The texts of the licence files of a package. @param {string} folder */
const textsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()
    // Some have a folder of them.
    .flatMap((name) => filesBelow(join(folder, name)))
    .map((file) => readFileSync(file, 'utf8').replace(/\r/g, ''))
    // Vite's goes on with the licences of what it is built with, which is not in our bundle.
    .map((text) => text.split(/^# Licenses of bundled dependencies/m)[0].trim())
    // A link to a file outside of the package was packed as the link's own words.
    .filter((text) => !/^[./]\S*$/.test(text));

/** Where a crate is developed, without the folder inside it. @param {Crate} crate */
const projectOf = ({ repository }) => repository?.match(/^https?:\/\/[^/]+\/[^/]+\/[^/#?]+/)?.[0].replace(/\.git$/, '');

/** The standard text of a licence. @param {string} id  of SPDX */
function standardText(id) {
  const file = join(root, 'node_modules', 'spdx-license-list', 'licenses', `${id}.json`);
  if (!existsSync(file)) throw new Refusal(`SPDX has no text of "${id}".`);
  return JSON.parse(readFileSync(file, 'utf8')).licenseText.trim();
}

/** The licence that is taken where a crate has no text of its own: one whose text names no author, if it can be chosen. @param {string} expression */
const takenLicence = (expression) =>
  ['Apache-2.0', 'MPL-2.0'].find((id) => expression.includes(id)) ?? expression.replace(/[()]/g, '').split(' ')[0];

/** @param {Crate} crate @returns {Notice} */
function noticeOfCrate(crate) {
  const { name, version, license, repository } = crate;
  const licence = license ?? 'see its text';
  const folder = (/** @type {Crate} */ { manifest_path }) => dirname(manifest_path);
  let texts = textsIn(folder(crate));
  if (texts.length === 0) {
    // Of a project with many crates, often only some have the text.
    const siblings = downloadedCrates().filter((other) => projectOf(other) === projectOf(crate) && projectOf(crate));
    texts = siblings.map((other) => textsIn(folder(other))).find((found) => found.length > 0) ?? [];
  }
  if (texts.length === 0) texts = [standardText(takenLicence(licence))];
  return { name, version, licence: licence.replace(/ ?\/ ?/g, ' OR '), from: repository ?? '', texts };
}

/** @param {string} name @returns {Notice} */
function noticeOfNpmPackage(name) {
  const folder = join(root, 'node_modules', name);
  const { version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = textsIn(folder);
  const from = (repository?.url ?? '').replace(/^git\+/, '');
  return { name, version, licence: license, from, texts: texts.length ? texts : [standardText(license)] };
}

/** Rust's standard library is in every wasm file, and is no crate of crates.io. @returns {Notice} */
const noticeOfRust = () => ({
  name: 'The Rust standard library',
  version: output('rustc', ['--version'])?.split(' ')[1] ?? '',
  licence: 'MIT OR Apache-2.0',
  from: 'https://github.com/rust-lang/rust',
  texts: [standardText('Apache-2.0')],
});

/** The whole file. @param {Notice[]} notices */
function textOf(notices) {
  /** Every text, by itself without white space: crates differ in how they break lines. @type {Map<string, string>} */
  const texts = new Map();
  const numberOf = (/** @type {string} */ text) => {
    const bare = text.replace(/\s+/g, ' ');
    if (!texts.has(bare)) texts.set(bare, text);
    return [...texts.keys()].indexOf(bare) + 1;
  };
  const lines = notices.map(({ name, version, licence, from, texts: own }) => {
    const numbers = [...new Set(own.map(numberOf))];
    return `${name} ${version}\n  ${[licence, from].filter(Boolean).join(', ')}\n  text ${numbers.join(', ')}\n`;
  });
  const all = [...texts.values()].map((text, i) => `${'='.repeat(80)}\nText ${i + 1}\n\n${text}\n`);
  return [
    'Headcount contains the following software of others, under the licences whose texts follow.\n',
    ...lines,
    ...all,
  ].join('\n');
}

/**
 * Writes the notices of what is in dist/. Returns how many there are.
 *
 * @param {string} dist
 * @param {Set<string>} npmPackages  those in the bundle
 */
export function writeNotices(dist, npmPackages) {
  // Without procedural macros, which are not in what they help to build.
  const crates = packages.flatMap(({ crate, features }) => {
    const selection = ['-p', crate, '--no-default-features', ...features.flatMap((name) => ['--features', name])];
    return cratesOf(WASM, selection, 'normal,no-proc-macro');
  });
  const notices = [
    ...[...new Set(crates)].filter(({ source }) => source !== null).map(noticeOfCrate),
    ...[...npmPackages].map(noticeOfNpmPackage),
    noticeOfRust(),
  ].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
  writeFileSync(join(dist, NOTICES), textOf(notices));
  return notices.length;
}
