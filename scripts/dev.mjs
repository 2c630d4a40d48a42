// npm run dev: serves the page, and rebuilds what is saved. JavaScript and CSS are reloaded at once;
// a changed crate is compiled in cargo's dev profile, the page's wasm first, then the CPU engine.
// --webgpu compiles the WebGPU engine too; without it, the one that is there is served.
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { clientNonce, clientStylesPlugin, forgetPackage, freePort, host, statusPlugin } from './server.mjs';
import * as setup from './setup.mjs';
import { finishWith, Refusal, root, run, say } from './shell.mjs';
import {
  buildPackage,
  compilation,
  isBuilt,
  isCurrent,
  page,
  workerCpu,
  workerWebgpu,
  writePlaceholder,
} from './wasm.mjs';

/** @typedef {import('./wasm.mjs').Package} Package */

/** How long, in ms, to wait for more: editors save a file in several steps. */
const SETTLED = 50;

/** @returns {{ webgpu?: boolean }} */
function options() {
  try {
    return parseArgs({ options: { webgpu: { type: 'boolean' } } }).values;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${problem.replace(/\.$/, '')}. The only option is --webgpu.`);
  }
}

/** Which packages a file is part of: all of them, if it belongs to no crate. @param {string} file @param {Package[]} watched */
function packagesOf(file, watched) {
  const [folder, crate, part] = relative(root, file).split(sep);
  if (folder !== 'crate') return watched;
  if (part !== 'src' && part !== 'Cargo.toml') return [];
  return watched.filter((entry) => entry.crate === crate || entry.libraries.includes(crate));
}

/**
 * Builds packages as they become stale, one at a time, in the order of `watched`. A build is given up
 * when a package that comes before it, or the package itself, becomes stale again.
 *
 * @param {Package[]} watched
 * @param {string} bindgen
 * @param {{ built: (entry: Package) => void, failed: (entry: Package, errors: string) => void }} report
 */
function createBuilder(watched, bindgen, report) {
  /** @type {Set<Package>} */
  const stale = new Set();
  /** @type {{ entry: Package, controller: AbortController } | undefined} */
  let current;

  async function build() {
    if (current) return;
    const entry = watched.find((candidate) => stale.has(candidate));
    if (!entry) return;
    stale.delete(entry);
    const controller = new AbortController();
    current = { entry, controller };
    const began = performance.now();
    /** @type {string[]} */
    const lines = [];
    try {
      const { signal } = controller;
      await buildPackage(entry, { profile: 'dev', bindgen, signal, onLine: (line) => lines.push(line) });
      say(`${entry.name} is built (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      report.built(entry);
    } catch (error) {
      stale.add(entry);
      if (!controller.signal.aborted) {
        // The others wait for the next save: a library's error would be reported once for each.
        report.failed(entry, lines.join('\n') || String(error));
        current = undefined;
        return;
      }
    }
    current = undefined;
    build();
  }

  /** @param {Package[]} entries */
  return (entries) => {
    for (const entry of entries) stale.add(entry);
    const isFirst = entries.some((entry) => current && watched.indexOf(entry) <= watched.indexOf(current.entry));
    if (isFirst) current?.controller.abort();
    build();
  };
}

finishWith(async () => {
  const { webgpu: withWebgpu } = options();
  const port = await freePort('npm run dev');
  await setup.npmPackages();
  setup.diskSpace(6);
  await setup.rust();
  const bindgen = await setup.bindgen();
  const watched = withWebgpu ? [page, workerCpu, workerWebgpu] : [page, workerCpu];
  const missing = watched.filter((entry) => !isCurrent(entry));
  for (const entry of missing) {
    say(`building ${entry.name} in the dev profile (from nothing usually ${entry.usually} on two cores)`);
    await buildPackage(entry, { profile: 'dev', bindgen });
  }
  if (!isBuilt(workerWebgpu))
    writePlaceholder(workerWebgpu, 'The WebGPU engine is not built: run "npm run dev -- --webgpu".');

  const vite = await import('vite');
  const server = await vite.createServer({
    root,
    plugins: [statusPlugin({ webgpu: isBuilt(workerWebgpu) ? 'ready' : 'failed' }), clientStylesPlugin()],
    html: { cspNonce: clientNonce },
    // The folder that builds are written to is reloaded when a build is complete, not while it is written.
    server: { host, port, strictPort: true, watch: { ignored: ['**/target/**', '**/dist/**', '**/www/wasm/**'] } },
  });
  const browser = server.environments.client.hot;
  const rebuild = createBuilder(watched, bindgen, {
    built: (entry) => {
      forgetPackage(server, entry);
      browser.send({ type: 'full-reload' });
    },
    failed: (entry, errors) => {
      browser.send({ type: 'error', err: { message: `${entry.name} does not compile:\n${errors}`, stack: '' } });
    },
  });
  /** @type {Set<string>} */
  const saved = new Set();
  server.watcher.add(['crate', 'Cargo.toml', 'Cargo.lock', '.cargo'].map((path) => join(root, path)));
  server.watcher.on('all', (event, file) => {
    const [folder] = relative(root, file).split(sep);
    if (event.endsWith('Dir') || !['crate', 'Cargo.toml', 'Cargo.lock', '.cargo'].includes(folder)) return;
    if (saved.size === 0) {
      setTimeout(() => {
        const entries = new Set([...saved].flatMap((path) => packagesOf(path, watched)));
        saved.clear();
        rebuild([...entries]);
      }, SETTLED);
    }
    saved.add(file);
  });
  await server.listen();
  say('serving, and watching crate/ and www/; press Ctrl-C to stop');
  console.log(`headcount ready: http://${host}:${port}/`);

  // A product build is served as it is. The dev profile's dependencies are compiled meanwhile, so
  // that the first saved line takes no longer than the next.
  for (const entry of watched.filter((candidate) => !missing.includes(candidate))) {
    await run('cargo', [...compilation(entry, 'dev'), '--quiet'], { background: true });
  }
});
