// What tests on hosts share: a browser, dist/ served from an origin of its own, examples with its address filled in,
// programs of the hosts, and what is expected of every element.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import playwright from '../../playwright.config.js';
import { freePort } from '../browsers/free-port.js';
import { serveDist } from '../hosts.js';

export const root = join(import.meta.dirname, '..', '..');
export const dist = join(root, 'dist');

/** The Python that has the hosts. */
export const python = process.env.HEADCOUNT_PYTHON ?? '';
/** For tests that need it: why they are skipped. */
export const withPython = { skip: python ? false : process.env.HEADCOUNT_NO_PYTHON || 'npm test -- hosts sets it up' };

/** Loading a notebook on a busy machine, in milliseconds. */
export const LONG = 60_000;

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

/** A web server of a host: its folders by where they are served. @param {Record<string, string>} folders */
export async function serveFolders(folders) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    // Browsers ask every host for it.
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    const at = Object.keys(folders).find((start) => path.startsWith(start)) ?? '/';
    let file = join(folders[at], path.slice(at.length));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * What one test uses; all of it ends with the test.
 *
 * @param {import('node:test').TestContext} t
 */
export async function stage(t) {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-host-'));
  const { executablePath = process.env.CHROME, args } = playwright.use?.launchOptions ?? {};
  const browser = await chromium.launch({ executablePath, args });
  const own = await serveDist();
  t.after(async () => {
    await browser.close();
    await own.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(LONG);
  /** What went wrong in the page. @type {string[]} */
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(`page error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
  const host = `${own.origin}/headcount`;
  return {
    folder,
    page,
    wrong,
    host,
    /** Serves folders until the test ends. @param {Record<string, string>} folders */
    serve: async (folders) => {
      const server = await serveFolders(folders);
      t.after(() => server.close());
      return server.origin;
    },
    /** A copy of an example, with the address of dist/ in the place of HOST. @param {string} name */
    example: async (name) => {
      await cp(join(root, 'examples', name), folder, { recursive: true });
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        await writeFile(file, (await readFile(file, 'utf8')).replaceAll('HOST', host));
      }
      return folder;
    },
  };
}

/** Runs a program of Python to its end. @param {string[]} args @param {string} cwd @param {string} [input] @returns {Promise<string>} what it printed */
export function runPython(args, cwd, input = '') {
  return new Promise((done, failed) => {
    const child = spawn(python, args, { cwd });
    let said = '';
    let errors = '';
    child.stdout.on('data', (data) => {
      said += data;
    });
    child.stderr.on('data', (data) => {
      errors += data;
    });
    child.on('error', failed);
    child.on('close', (code) => (code === 0 ? done(said) : failed(new Error(`${args.join(' ')}:\n${said}${errors}`))));
    child.stdin.end(input);
  });
}

let isInstalled = false;

/** The wheel of dist/, installed as readers install it. */
export async function installWheel() {
  if (isInstalled) return;
  const [wheel] = await readdir(join(dist, 'python'));
  const path = join(dist, 'python', wheel);
  await runPython(['-m', 'pip', 'install', '-q', '--no-deps', '--no-index', '--force-reinstall', path], root);
  isInstalled = true;
}

/**
 * A server of Python, until the test ends. Resolves to its address when it answers.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} cwd
 * @param {(port: number) => string[]} argsOf
 * @param {string} path  that answers
 */
export async function startPython(t, cwd, argsOf, path) {
  const port = await freePort();
  // Nothing of the reader's own settings, and nothing left in them.
  const places = ['JUPYTER_CONFIG_DIR', 'JUPYTER_RUNTIME_DIR', 'IPYTHONDIR', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'];
  const env = Object.fromEntries(places.map((name) => [name, join(cwd, '.settings', name)]));
  const child = spawn(python, argsOf(port), {
    cwd,
    env: { ...process.env, ...env, MARIMO_SKIP_UPDATE_CHECK: '1' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said = (said + data).slice(-5000);
    });
  const ended = new Promise((done) => child.on('close', done));
  t.after(async () => {
    // Its kernels too: they are in its process group.
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    const timer = setTimeout(() => child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
  });
  const origin = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + LONG; ; await wait(200)) {
    const answer = await fetch(`${origin}${path}`).catch(() => null);
    if (answer?.ok) return origin;
    if (child.exitCode !== null || Date.now() > end) throw new Error(`The server does not answer:\n${said}`);
  }
}

/** @typedef {import('@playwright/test').Page | import('@playwright/test').FrameLocator} Place */

/** @param {Place} place */
export const trainButton = (place) => place.getByRole('button', { name: 'Train', exact: true });

/** Until a training has ended. @param {Place} place */
export const untilTrained = (place) => place.getByRole('button', { name: 'Train again' }).waitFor({ timeout: LONG });

/** Trains the element of an example on the CPU engine: three runs, and the chart of them is drawn. @param {Place} place */
export async function expectTraining(place) {
  await trainButton(place).click();
  await untilTrained(place);
  await place.locator('chart-canvas#transition[drawn]').waitFor();
  const outcome = await place.locator('head-count').evaluate((/** @type {any} */ one) => one.outcome);
  assert.deepEqual(
    outcome.outcomes.map(({ run }) => run.h),
    [1, 2, 3],
  );
  assert.match(outcome.engine, /cpu/i);
}
