// npm run build: writes dist/, static files with relative URLs only, with the notices of what is in them
// and their checksums.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeChecksums } from './checksums.mjs';
import { writeElementManifest } from './element-manifest.mjs';
import { notePackages, writeNotices } from './notices.mjs';
import { writeAppManifest, writeServiceWorker } from './offline-app.mjs';
import * as setup from './setup.mjs';
import { finishWith, Refusal, root, say } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

/**
 * Whoever shows a preview of a link wants the whole address of its picture, which a page that works on any host
 * does not know: a build that does is given it as SITE_URL.
 *
 * @param {string} dist
 * @param {string | undefined} site
 */
function namePreview(dist, site) {
  if (!site) return say('SITE_URL is not set, so previews of links may lack their picture (docs/hosting.md)');
  const file = join(dist, 'index.html');
  const html = readFileSync(file, 'utf8');
  const found = /(<meta property="og:image" content=")\.\//;
  if (!found.test(html)) throw new Refusal('index.html has no preview picture to give an address to.');
  writeFileSync(file, html.replace(found, `$1${site.replace(/\/*$/, '/')}`));
}

finishWith(async () => {
  await setup.npmPackages();
  await buildWasm();
  // What imports npm packages comes after they are installed.
  const vite = await import('vite');
  const { writeOneFile } = await import('./one-file.mjs');
  const { writeWheel } = await import('./wheel.mjs');
  const dist = join(root, 'dist');
  /** @type {Set<string>} */
  const npmPackages = new Set();
  const plugins = [notePackages(npmPackages)];
  // A Worker's script is a build of its own.
  await vite.build({ root, logLevel: 'warn', plugins, worker: { plugins: () => plugins } });
  namePreview(dist, process.env.SITE_URL);
  writeAppManifest(dist);
  writeElementManifest(dist);
  await writeOneFile(dist);
  const notices = writeNotices(dist, npmPackages);
  await writeWheel(dist);
  writeServiceWorker(dist);
  writeChecksums(dist);
  say(`wrote dist/: put it on any static host, at any path (it contains ${notices} works of others; docs/hosting.md)`);
});
