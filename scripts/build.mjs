// npm run build: writes dist/, static files with relative URLs only, with the notices of what is in them
// and their checksums.
import { join } from 'node:path';
import { writeChecksums } from './checksums.mjs';
import { writeElementManifest } from './element-manifest.mjs';
import { notePackages, writeNotices } from './notices.mjs';
import { writeAppManifest, writeServiceWorker } from './offline-app.mjs';
import { namePreviews } from './previews.mjs';
import * as setup from './setup.mjs';
import { finishWith, root, say } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

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
  namePreviews(dist, process.env.SITE_URL);
  writeAppManifest(dist);
  writeElementManifest(dist);
  await writeOneFile(dist);
  const notices = writeNotices(dist, npmPackages);
  await writeWheel(dist);
  writeServiceWorker(dist);
  writeChecksums(dist);
  say(`wrote dist/: put it on any static host, at any path (it contains ${notices} works of others; docs/hosting.md)`);
});
