// npm run sizes: what a reader downloads, against the budgets. --json prints it as JSON, --check
// fails where a budget is exceeded.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { CHECKSUMS } from './checksums.mjs';
import { NOTICES } from './notices.mjs';
import { filesBelow, finishWith, Refusal, root } from './shell.mjs';

const KB = 1000;
const MB = 1000 * KB;

/**
 * Each part of dist/, and the files that belong to it. The first part that a file belongs to takes it.
 *
 * @type {{ part: string, has: (file: string, first: Set<string>) => boolean, brotli: number, raw?: number }[]}
 */
const parts = [
  // 17 KB of it are wgpu's `custom` feature: what it takes to train where a GPU has no timestamp queries.
  { part: 'WebGPU engine', has: (file) => file.includes('worker-webgpu'), brotli: 1748 * KB, raw: 13 * MB },
  // 2 KB are checks of sizes and checkpoints before anything is computed from them, 10 KB what a refusal
  // offers to mend it with, 1 KB standard errors, 8 KB paper 2's attention layer as an operation of its own.
  { part: 'CPU engine', has: (file) => file.includes('worker-cpu'), brotli: 564 * KB },
  // Before a chart is live. What there is to see until then was drawn beforehand: see below. 6 KB of it are
  // random heads of rank 1 with their chart, 4 KB the chart of other lengths, 1 KB learning curves in typed arrays,
  // 8 KB the inspector's two pictures as charts, 3 KB marks beyond the axis of every chart, 1 KB recorded results that
  // can be fetched once more, 5 KB torn heads that blur between their targets, 1 KB recorded models of two layers, 1 KB
  // the paper's table as CSV, 3 KB symbols of targets, the part of a long list that is drawn and answers off their line.
  { part: 'before the first chart', has: (file, first) => first.has(file), brotli: 327 * KB },
  // One is fetched for each machine that is drawn without an engine.
  { part: 'recorded models', has: (file) => file.endsWith('.safetensors'), brotli: 440 * KB },
  // Two are fetched after the first chart, the others each with its preset.
  { part: 'recorded results', has: (file) => /assets.recorded/.test(file), brotli: 30 * KB },
  // The papers' experiments: each is fetched when it is opened.
  { part: 'recorded experiments', has: (file) => /assets.experiments/.test(file), brotli: 250 * KB },
  { part: 'one file', has: (file) => file.endsWith('headcount.html'), brotli: 1200 * KB, raw: 1200 * KB },
  // The same for notebooks, and with it in the Python package.
  { part: 'widget', has: (file) => file.endsWith('widget.mjs'), brotli: 1200 * KB, raw: 1200 * KB },
  { part: 'wheel', has: (file) => file.endsWith('.whl'), brotli: 1000 * KB, raw: 1000 * KB },
  // One of them is fetched with each element that is embedded, see below.
  { part: 'posters', has: (file) => isPoster(file), brotli: 36 * KB },
  // The frame of what is embedded in other pages.
  { part: 'embedding', has: (file) => /headcount\.js$|assets.(head-count|embedded-view)-/.test(file), brotli: 12 * KB },
  {
    part: 'lessons',
    has: (file) => /lessons?[^/\\]*\.(html|js|css|svg)$|[/\\]lessons[/\\]/.test(file),
    brotli: 24 * KB,
  },
  // Fetched by the browser beside the page: what keeps it for use without a network, and its icons.
  {
    part: 'offline app',
    has: (file) => /service-worker\.js$|\.webmanifest$|[/\\]icons[/\\]/.test(file),
    brotli: 28 * KB,
  },
  // Modules that are imported when they are needed, and the Worker's script. 1 KB of it are words beside the paper's
  // values, 1 KB the inspector's pictures, 3 KB the article below the charts.
  { part: 'later', has: () => true, brotli: 67 * KB },
];

/** What an element costs its host before it is near the screen: headcount.js, what that imports statically, and a poster. */
const HOST_COST = 15 * KB;

/** What is fetched before anything of the opening can be seen: no wasm, but the pictures that were drawn beforehand. */
export const FIRST_PICTURE = 64 * KB;

/** @param {string} file */
const isPoster = (file) => /-(light|dark)-[\w-]+\.svg$/.test(file);

/**
 * The files that index.html needs before it can draw: what it names, what those import statically,
 * and the wasm files that these name. The engines' wasm files are among them; their parts take them.
 *
 * @param {string} dist
 * @returns {Set<string>}
 */
function filesBeforeFirstChart(dist) {
  return importedBy(dist, join(dist, 'index.html'));
}

/** @param {string} dist @param {string} entry */
function importedBy(dist, entry) {
  const wasmFiles = filesBelow(dist).filter((file) => file.endsWith('.wasm'));
  const found = new Set([entry]);
  // A Set's iteration reaches what is added meanwhile.
  for (const file of found) {
    if (file.endsWith('.wasm')) continue;
    const text = readFileSync(file, 'utf8');
    // Not `import("…")`, which is a lazy import.
    const named = file.endsWith('.html') ? /(?:src|href)="(\.[^"]+)"/g : /(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g;
    for (const [, path] of file.endsWith('.css') ? [] : text.matchAll(named)) found.add(join(dirname(file), path));
    for (const wasm of wasmFiles) if (text.includes(basename(wasm))) found.add(wasm);
  }
  return found;
}

/** @param {Buffer} data */
const brotliSize = (data) =>
  brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
      [constants.BROTLI_PARAM_LGWIN]: 24,
    },
  }).length;

/**
 * Files of several parts: what counts is what they cost together.
 *
 * @param {string} part
 * @param {string[]} files
 * @param {number} brotli  the budget
 */
function together(part, files, brotli) {
  const data = files.map((file) => readFileSync(file));
  const sum = (/** @type {(one: Buffer) => number} */ of) => data.reduce((all, one) => all + of(one), 0);
  return {
    part,
    files: data.length,
    raw: sum((one) => one.length),
    brotli: sum(brotliSize),
    budget: { brotli, raw: undefined },
  };
}

/** @param {string} dist */
function hostCost(dist) {
  const [largest] = filesBelow(dist)
    .filter(isPoster)
    .map((file) => ({ file, size: brotliSize(readFileSync(file)) }))
    .sort((a, b) => b.size - a.size);
  const files = [...importedBy(dist, join(dist, 'headcount.js')), largest.file];
  return together('host, before it is near', files, HOST_COST);
}

/** What the page fetches before it shows the machines and the cliff that it opens on, which were drawn beforehand. @param {string} dist */
function firstPicture(dist) {
  const code = [...filesBeforeFirstChart(dist)].filter((file) => !file.endsWith('.wasm'));
  const opening = filesBelow(dist).filter((file) => /(fewer|cliff|enough)-light-[\w-]+\.svg$/.test(file));
  if (opening.length !== 3) throw new Refusal('dist/ does not have the three pictures that the page opens on.');
  return together('the first picture', [...code, ...opening], FIRST_PICTURE);
}

/** What each part weighs. @param {string} [dist] */
export function measure(dist = join(root, 'dist')) {
  if (!existsSync(join(dist, 'index.html'))) throw new Refusal('There is no dist/ yet: run "npm run build" first.');
  const first = filesBeforeFirstChart(dist);
  const sums = parts.map(({ part, brotli, raw }) => ({ part, files: 0, raw: 0, brotli: 0, budget: { brotli, raw } }));
  // What no page loads.
  const unloaded = [CHECKSUMS, NOTICES, 'custom-elements.json'].map((name) => join(dist, name));
  // The preview of a link is for whoever shows links.
  const isLoaded = (/** @type {string} */ path) => !unloaded.includes(path) && !basename(path).startsWith('preview-');
  for (const file of filesBelow(dist).filter(isLoaded)) {
    const data = readFileSync(file);
    const sum = sums[parts.findIndex(({ has }) => has(file, first))];
    sum.files += 1;
    sum.raw += data.length;
    sum.brotli += brotliSize(data);
  }
  return [...sums, firstPicture(dist), hostCost(dist)].map((sum) => ({
    ...sum,
    within: sum.brotli <= sum.budget.brotli && sum.raw <= (sum.budget.raw ?? Number.POSITIVE_INFINITY),
  }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  finishWith(async () => {
    const sums = measure();
    if (process.argv.includes('--json')) console.log(JSON.stringify(sums, null, 2));
    else print(sums);
    const over = sums.filter(({ within }) => !within).map(({ part }) => part);
    if (process.argv.includes('--check') && over.length) throw new Refusal(`Over budget: ${over.join(', ')}.`);
  });
}

/** @param {ReturnType<typeof measure>} sums */
function print(sums) {
  const kb = (/** @type {number} */ bytes) => `${(bytes / KB).toFixed(0)} KB`;
  for (const { part, files, raw, brotli, budget, within } of sums) {
    const allowed = `at most ${kb(budget.brotli)}${budget.raw ? `, raw ${kb(budget.raw)}` : ''}`;
    console.log(
      `${part.padEnd(24)} brotli ${kb(brotli).padStart(8)}   raw ${kb(raw).padStart(9)}   ${files} files   ${within ? 'within' : 'OVER'} (${allowed})`,
    );
  }
}
