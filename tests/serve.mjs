// Serves dist/ as the plainest static host would: under a sub-path, with no special headers. After its port
// it takes the word `watch`: then pages begin with a script that keeps their errors, for tests in browsers
// that do not tell them.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const BASE = '/some/where/';
/** A page with nothing of ours on it, for tests that call the API themselves. */
const BLANK = '<!doctype html><head><title>blank</title><link rel="icon" href="data:," />';
const WATCH = 'watched-errors.js';
const isWatched = process.argv[3] === 'watch';
const watched = (/** @type {string} */ page) =>
  isWatched ? page.replace('<head>', `<head><script src="${WATCH}"></script>`) : page;
const dist = join(import.meta.dirname, '..', 'dist');
const types = {
  '.svg': 'image/svg+xml',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (path === `${BASE}blank.html`) {
    response.writeHead(200, { 'content-type': types['.html'] }).end(watched(BLANK));
    return;
  }
  if (isWatched && path === `${BASE}${WATCH}`) {
    response.writeHead(200, { 'content-type': types['.js'] });
    createReadStream(join(import.meta.dirname, 'browsers', WATCH)).pipe(response);
    return;
  }
  // Pages that are watched are not those that the service worker has checksums of: it would try to keep them again and
  // again, and a browser keeps no page for its Back button while that goes on.
  if (isWatched && path === `${BASE}service-worker.js`) {
    response.writeHead(200, { 'content-type': types['.js'] }).end('');
    return;
  }
  const file = join(dist, path.slice(BASE.length) || 'index.html');
  if (!path.startsWith(BASE) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end('not found');
    return;
  }
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
  if (file.endsWith('.html')) response.end(watched(readFileSync(file, 'utf8')));
  else createReadStream(file).pipe(response);
}).listen(Number(process.argv[2] || 4173), '127.0.0.1');
