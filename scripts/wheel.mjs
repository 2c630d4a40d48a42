// npm run build:python: writes the Python package (python/) as a wheel into dist/python, with dist/widget.mjs inside.
// A pure wheel is a zip file with a few text files about it, so this needs no Python and no network, and gives the
// same bytes again; a test installs it with pip, and compares it with what pip builds from python/.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { NOTICES } from './notices.mjs';
import { filesBelow, finishWith, Refusal, root, say } from './shell.mjs';

/** @typedef {{ name: string, bytes: Buffer }} Entry */
/** What is used of pyproject.toml. @typedef {{ name: string, version: string, description: string, readme: string, 'requires-python': string, license: string, authors: { name: string }[], dependencies: string[], 'optional-dependencies': Record<string, string[]> }} Project */

/** 1 January 1980, the first day that zip files know: a wheel does not depend on when it is written. */
const DAY = (1 << 5) | 1;
/** A plain file, which all may read. */
const MODE = (0o100644 << 16) >>> 0;
const DEFLATED = 8;
/** The version of the format that deflated files need: 2.0. */
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 1 << 11;

/** What both headers of an entry have, from the version that is needed to the length of the name. @param {Entry} entry @param {Buffer} packed */
function commonHeader({ name, bytes }, packed) {
  const header = Buffer.alloc(24);
  [VERSION, FLAGS, DEFLATED, 0, DAY].forEach((value, i) => header.writeUInt16LE(value, 2 * i));
  [crc32(bytes), packed.length, bytes.length].forEach((value, i) => header.writeUInt32LE(value, 10 + 4 * i));
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

/** A number of 32 bits, least significant byte first. @param {number} value */
const word = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** @param {Entry[]} entries */
export function zipOf(entries) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let at = 0;
  for (const entry of entries) {
    const packed = deflateRawSync(entry.bytes, { level: 9 });
    const header = commonHeader(entry, packed);
    const name = Buffer.from(entry.name);
    const local = Buffer.concat([word(0x04034b50), header, Buffer.alloc(2), name, packed]);
    // Made by Unix, in version 2.0 of the format; without extra fields and comments.
    const made = Buffer.from([VERSION, 3]);
    directory.push(Buffer.concat([word(0x02014b50), made, header, Buffer.alloc(8), word(MODE), word(at), name]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  for (const place of [8, 10]) end.writeUInt16LE(entries.length, place);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

/** The package as its index shows it. @param {Project} project @param {string} readme */
function metadataOf(project, readme) {
  const extras = Object.entries(project['optional-dependencies']);
  return [
    'Metadata-Version: 2.4',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `Author: ${project.authors.map(({ name }) => name).join(', ')}`,
    `License-Expression: ${project.license}`,
    'License-File: LICENSE',
    `License-File: ${NOTICES}`,
    `Requires-Python: ${project['requires-python']}`,
    ...project.dependencies.map((one) => `Requires-Dist: ${one}`),
    ...extras.flatMap(([extra, all]) => [
      `Provides-Extra: ${extra}`,
      ...all.map((one) => `Requires-Dist: ${one}; extra == '${extra}'`),
    ]),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: headcount\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** The list of files, which names itself last and without a sum. @param {Entry[]} entries @param {string} name */
const recordOf = (entries, name) =>
  [
    ...entries.map(({ name, bytes }) => {
      const sum = createHash('sha256').update(bytes).digest('base64url');
      return `${name},sha256=${sum},${bytes.length}`;
    }),
    `${name},,`,
    '',
  ].join('\n');

/** Writes the wheel, and returns its name. @param {string} dist */
export async function writeWheel(dist) {
  const { parse } = await import('smol-toml');
  const folder = join(root, 'python');
  const read = (/** @type {string} */ path) => readFileSync(path, 'utf8');
  const project = /** @type {Project} */ (/** @type {any} */ (parse(read(join(folder, 'pyproject.toml')))).project);
  const { version } = JSON.parse(read(join(root, 'package.json')));
  if (project.version !== version)
    throw new Refusal(`python/pyproject.toml says version ${project.version}, and package.json ${version}.`);
  for (const file of ['widget.mjs', NOTICES])
    if (!existsSync(join(dist, file))) throw new Refusal(`There is no dist/${file} yet: run "npm run build" first.`);
  const about = `${project.name}-${version}.dist-info`;
  const source = join(folder, 'src');
  const entries = [
    ...filesBelow(source)
      .filter((file) => file.endsWith('.py'))
      .map((file) => ({ name: relative(source, file).split(sep).join('/'), bytes: readFileSync(file) })),
    { name: 'headcount/widget.mjs', bytes: readFileSync(join(dist, 'widget.mjs')) },
    { name: `${about}/METADATA`, bytes: Buffer.from(metadataOf(project, read(join(folder, project.readme)))) },
    { name: `${about}/WHEEL`, bytes: Buffer.from(WHEEL) },
    { name: `${about}/licenses/LICENSE`, bytes: readFileSync(join(root, 'LICENSE')) },
    { name: `${about}/licenses/${NOTICES}`, bytes: readFileSync(join(dist, NOTICES)) },
  ];
  const record = { name: `${about}/RECORD`, bytes: Buffer.from(recordOf(entries, `${about}/RECORD`)) };
  const wheel = `${project.name}-${version}-py3-none-any.whl`;
  rmSync(join(dist, 'python'), { recursive: true, force: true });
  mkdirSync(join(dist, 'python'), { recursive: true });
  writeFileSync(join(dist, 'python', wheel), zipOf([...entries, record]));
  return wheel;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  finishWith(async () => say(`wrote dist/python/${await writeWheel(join(root, 'dist'))}`));
}
