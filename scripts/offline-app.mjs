// What makes dist/ an app that can be installed and opened without a network: headcount.webmanifest, its icons, and
// service-worker.js with the list of all files (www/service-worker.js says how that is used).
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { CHECKSUMS } from './checksums.mjs';
import { NOTICES } from './notices.mjs';
import { filesBelow, Refusal, root, say } from './shell.mjs';

export const SERVICE_WORKER = 'service-worker.js';
export const APP_MANIFEST = 'headcount.webmanifest';
const ICONS = 'icons';

const manifest = {
  name: 'Headcount',
  short_name: 'Headcount',
  description: 'How many attention heads does a task need? Small Transformers, trained live.',
  lang: 'en',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#fdfdfc',
  theme_color: '#fdfdfc',
  categories: ['education'],
  icons: [
    { src: `${ICONS}/icon.svg`, sizes: 'any', type: 'image/svg+xml' },
    { src: `${ICONS}/icon-192.png`, sizes: '192x192', type: 'image/png' },
    { src: `${ICONS}/icon-512.png`, sizes: '512x512', type: 'image/png' },
    { src: `${ICONS}/icon-maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** The manifest, the icons, and the line in index.html that names them: the dev server has none. @param {string} dist */
export function writeAppManifest(dist) {
  writeFileSync(join(dist, APP_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(join(dist, ICONS), { recursive: true });
  for (const file of filesBelow(join(root, 'www', ICONS))) copyFileSync(file, join(dist, ICONS, basename(file)));
  const index = join(dist, 'index.html');
  const html = readFileSync(index, 'utf8');
  const line = `<link rel="manifest" href="./${APP_MANIFEST}" />`;
  if (!html.includes(line)) writeFileSync(index, html.replace('</head>', `  ${line}\n  </head>`));
}

/** Never asked for by the page itself. @param {string} name */
const isLeftOut = (name) =>
  [SERVICE_WORKER, CHECKSUMS, NOTICES, 'custom-elements.json', 'headcount.html', 'embed.html', 'widget.mjs'].includes(
    name,
  ) || /^(assets\/(preview|embed)-|python\/)/.test(name);

/** Large and of use to few, or pictures of elements in other pages: kept when they were asked for. @param {string} name */
const isLate = (name) =>
  name.includes('worker-webgpu') ||
  name.startsWith('assets/experiments/') ||
  (/-(light|dark)-[\w-]+\.svg$/.test(name) && !/\/(fewer|cliff|enough)-/.test(name));

/** Lists every file of dist/; to be called when all are there. @param {string} dist */
export function writeServiceWorker(dist) {
  const names = filesBelow(dist)
    .map((file) => relative(dist, file).split(sep).join('/'))
    .filter((name) => !isLeftOut(name))
    .sort();
  const digests = (/** @type {string[]} */ which) =>
    Object.fromEntries(
      which.map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dist, name)))
          .digest('base64'),
      ]),
    );
  const early = names.filter((name) => !isLate(name));
  const files = { early: digests(early), late: digests(names.filter(isLate)) };
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const source = readFileSync(join(root, 'www', SERVICE_WORKER), 'utf8');
  const empty = "{ version: '', early: {}, late: {} }";
  if (!source.includes(empty)) throw new Refusal(`www/${SERVICE_WORKER} has no place for the list of files.`);
  writeFileSync(join(dist, SERVICE_WORKER), source.replace(empty, JSON.stringify({ version, ...files })));
  const bytes = early.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
  const late = names.length - early.length;
  say(`offline: ${early.length} files, ${(bytes / 1e6).toFixed(1)} MB, are kept at once, ${late} when they are used`);
  return version;
}
