// Small web servers for tests of embedding: one has dist/ as a host with CORS has it, the others are hosts of
// course notes, of other origins, whose pages a test writes itself.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { test as plain } from '@playwright/test';

export { expect } from '@playwright/test';

const dist = join(import.meta.dirname, '..', 'dist');
export const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A page of a host: its text, or its text and headers. @typedef {string | { body: string, headers?: Record<string, string> }} HostPage */

/** @param {import('node:http').RequestListener} answer */
async function listen(answer) {
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = async () => {
    // Browsers open connections that they may need: a server waits a minute for their first request.
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}

/** @param {string} path */
const pathOf = (path) => normalize(new URL(path, 'http://localhost').pathname);

/** The files of a folder, below `base`. @param {string} folder @param {string} [base] @param {Record<string, string>} [headers] */
export const serveFolder = (folder, base = '/', headers = {}) =>
  listen((request, response) => {
    const path = pathOf(request.url ?? '/');
    const file = join(folder, path.slice(base.length) || 'index.html');
    if (!path.startsWith(base) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', ...headers });
    createReadStream(file).pipe(response);
  });

/** dist/ at `/headcount/`. @param {{ hasCors?: boolean }} [options] */
export const serveDist = ({ hasCors = true } = {}) =>
  serveFolder(dist, '/headcount/', hasCors ? { 'access-control-allow-origin': '*' } : {});

/** Pages by their names. @param {Record<string, HostPage>} pages */
export const servePages = (pages) =>
  listen((request, response) => {
    const page = pages[pathOf(request.url ?? '/').slice(1)];
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { body, headers } = typeof page === 'string' ? { body: page, headers: {} } : page;
    response.writeHead(200, { 'content-type': TYPES['.html'], ...headers }).end(body);
  });

/** A page with what is given in its body. @param {string} body @param {string} [head] */
export const htmlOf = (body, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Course notes</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

/**
 * A test with hosts: `dist` is where headcount.js is, of an origin that no page has; `host` serves pages and gives
 * their origin.
 *
 * @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions & { dist: string, host: (pages: Record<string, HostPage>) => Promise<string>, wrong: string[] }, import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions>}
 */
export const test = plain.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  dist: async ({}, use) => {
    const server = await serveDist();
    await use(`${server.origin}/headcount`);
    await server.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  host: async ({}, use) => {
    /** @type {Awaited<ReturnType<typeof servePages>>[]} */
    const servers = [];
    await use(async (pages) => {
      const server = await servePages(pages);
      servers.push(server);
      return server.origin;
    });
    for (const server of servers) await server.close();
  },
  /** What went wrong in the page; a test that expects nothing to, says so. */
  wrong: async ({ page }, use) => {
    /** @type {string[]} */
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(`page error: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
    await use(wrong);
  },
});
