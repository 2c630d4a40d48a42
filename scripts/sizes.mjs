// npm run sizes: what a reader downloads, against the budgets. --json prints it as JSON, --check
// fails where a budget is exceeded.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { Refusal, filesBelow, finishWith, root } from './shell.mjs';

const KB = 1000;
const MB = 1000 * KB;

/** Each part of dist/, by the files it is made of; the last one takes what is left. */
const parts = [
  { part: 'WebGPU engine', is: /worker-webgpu/, brotli: 1.9 * MB, raw: 13 * MB },
  { part: 'CPU engine', is: /worker-cpu/, brotli: 0.6 * MB },
  { part: 'page, charts and CSS', is: /./, brotli: 250 * KB },
];

export function measure(dist = join(root, 'dist')) {
  if (!existsSync(join(dist, 'index.html'))) throw new Refusal('There is no dist/ yet: run "npm run build" first.');
  const sums = parts.map(({ part, brotli, raw }) => ({ part, files: 0, raw: 0, brotli: 0, budget: { brotli, raw } }));
  for (const file of filesBelow(dist)) {
    const data = readFileSync(file);
    const sum = sums[parts.findIndex(({ is }) => is.test(file.slice(dist.length)))];
    sum.files += 1;
    sum.raw += data.length;
    sum.brotli += brotliCompressSync(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length, [constants.BROTLI_PARAM_LGWIN]: 24 },
    }).length;
  }
  return sums.map((sum) => ({
    ...sum,
    within: sum.brotli <= sum.budget.brotli && sum.raw <= (sum.budget.raw ?? Infinity),
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

function print(sums) {
  const kb = (bytes) => `${(bytes / KB).toFixed(0)} KB`;
  for (const { part, files, raw, brotli, budget, within } of sums) {
    const allowed = `at most ${kb(budget.brotli)}${budget.raw ? `, raw ${kb(budget.raw)}` : ''}`;
    console.log(`${part.padEnd(22)} brotli ${kb(brotli).padStart(8)}   raw ${kb(raw).padStart(9)}   ${files} files   ${within ? 'within' : 'OVER'} (${allowed})`);
  }
}
