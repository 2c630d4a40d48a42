// Versions of the page on one host, for tests of what happens when another one is published: copies of dist/ whose
// files all have names of their own.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join, normalize } from 'node:path';
import { writeAppManifest, writeServiceWorker } from '../scripts/offline-app.mjs';
import { filesBelow, root } from '../scripts/shell.mjs';
import { TYPES } from './hosts.js';

/** Only what the page asks for. */
const isCopied = (/** @type {string} */ file) => !/headcount\.html$|worker-webgpu_bg|SHA256SUMS|NOTICES/.test(file);

/** A version that calls itself `name`, in a folder of its own. Its files with hashes are called …-name.js. @param {string} name */
export function makeVersion(name) {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-version-'));
  cpSync(join(root, 'dist'), folder, { recursive: true, filter: isCopied });
  const assets = filesBelow(join(folder, 'assets'));
  const renamed = new Map(assets.map((file) => [basename(file), basename(file).replace(/(\.[a-z]+)$/, `-${name}$1`)]));
  const names = new RegExp([...renamed.keys()].map((one) => one.replaceAll('.', '\\.')).join('|'), 'g');
  for (const file of filesBelow(folder).filter((one) => /\.(js|css|html)$/.test(one))) {
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(names, (one) => String(renamed.get(one))),
    );
  }
  for (const file of assets) renameSync(file, file.replace(basename(file), String(renamed.get(basename(file)))));
  writeAppManifest(folder);
  writeServiceWorker(folder);
  return folder;
}

/** The name of a file of a version, by how it begins. @param {string} folder @param {string} start */
export const assetOf = (folder, start) =>
  `assets/${readdirSync(join(folder, 'assets')).find((name) => name.startsWith(start))}`;

/** A host whose folder can be changed, and which notes what it was asked for. @param {string} folder */
export async function serveVersions(folder) {
  const host = {
    folder,
    /** Names of files. @type {string[]} */
    asked: [],
    /** A file that is cut off in the middle. */
    damaged: '',
    /** A file that is not there. */
    missing: '',
    origin: '',
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
  const server = createServer((request, response) => {
    const name = normalize(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1) || 'index.html';
    host.asked.push(name);
    try {
      if (name === host.missing) throw new Error('It is not there.');
      const bytes = readFileSync(join(host.folder, name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
      response.end(name === host.damaged ? bytes.subarray(0, bytes.length / 2) : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  host.origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`;
  return host;
}

/** @param {string[]} folders */
export const removeVersions = (folders) => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
};
