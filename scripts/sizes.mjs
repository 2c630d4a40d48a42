// npm run sizes: what a reader downloads, against the budgets. --json prints it as JSON, --check
// fails where a budget is exceeded.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { filesBelow, finishWith, Refusal, root } from './shell.mjs';

const KB = 1000;
const MB = 1000 * KB;

/**
 * Each part of dist/, and the files that belong to it. The first part that a file belongs to takes it.
 *
 * @type {{ part: string, has: (file: string, first: Set<string>) => boolean, brotli: number, raw?: number }[]}
 */
const parts = [
  { part: 'WebGPU engine', has: (file) => file.includes('worker-webgpu'), brotli: 1720 * KB, raw: 13 * MB },
  { part: 'CPU engine', has: (file) => file.includes('worker-cpu'), brotli: 540 * KB },
  { part: 'before the first chart', has: (file, first) => first.has(file), brotli: 240 * KB },
  // Modules that are imported when they are needed, the Worker's script, and the API for other pages.
  { part: 'later', has: () => true, brotli: 60 * KB },
];

/**
 * The files that index.html needs before it can draw: what it names, what those import statically,
 * and the wasm files that these name. The engines' wasm files are among them; their parts take them.
 *
 * @param {string} dist
 * @returns {Set<string>}
 */
function filesBeforeFirstChart(dist) {
  const wasmFiles = filesBelow(dist).filter((file) => file.endsWith('.wasm'));
  const html = join(dist, 'index.html');
  const found = new Set([html]);
  // A Set's iteration reaches what is added meanwhile.
  for (const file of found) {
    if (file.endsWith('.wasm')) continue;
    const text = readFileSync(file, 'utf8');
    // Not `import("…")`, which is a lazy import.
    const named = file === html ? /(?:src|href)="(\.[^"]+)"/g : /(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g;
    for (const [, path] of file.endsWith('.css') ? [] : text.matchAll(named)) found.add(join(dirname(file), path));
    for (const wasm of wasmFiles) if (text.includes(basename(wasm))) found.add(wasm);
  }
  return found;
}

/** What each part weighs. @param {string} [dist] */
export function measure(dist = join(root, 'dist')) {
  if (!existsSync(join(dist, 'index.html'))) throw new Refusal('There is no dist/ yet: run "npm run build" first.');
  const first = filesBeforeFirstChart(dist);
  const sums = parts.map(({ part, brotli, raw }) => ({ part, files: 0, raw: 0, brotli: 0, budget: { brotli, raw } }));
  for (const file of filesBelow(dist)) {
    const data = readFileSync(file);
    const sum = sums[parts.findIndex(({ has }) => has(file, first))];
    sum.files += 1;
    sum.raw += data.length;
    sum.brotli += brotliCompressSync(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
        [constants.BROTLI_PARAM_LGWIN]: 24,
      },
    }).length;
  }
  return sums.map((sum) => ({
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
      `${part.padEnd(22)} brotli ${kb(brotli).padStart(8)}   raw ${kb(raw).padStart(9)}   ${files} files   ${within ? 'within' : 'OVER'} (${allowed})`,
    );
  }
}
