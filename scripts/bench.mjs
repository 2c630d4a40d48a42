// npm run bench: how fast training is, against TensorFlow.js, jax-js and native JAX, in one run in
// one browser. --json FILE writes the same as JSON, --quick measures less, --no-build takes dist/ as
// it is. The peers are installed in tests/bench and nowhere else.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from './browsers.mjs';
import { fingerprint, finishWith, Refusal, root, run, say } from './shell.mjs';

/** @type {import('node:util').ParseArgsConfig['options']} */
const OPTIONS = { json: { type: 'string' }, quick: { type: 'boolean' }, 'no-build': { type: 'boolean' } };

/** What was asked for on the command line. @returns {{ json?: string, quick?: boolean, 'no-build'?: boolean }} */
function asked() {
  try {
    return /** @type {any} */ (parseArgs({ options: OPTIONS }).values);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${what.replace(/\.$/, '')}. The options are --json FILE, --quick and --no-build.`);
  }
}

async function peers() {
  const stamp = join(root, 'tests', 'bench', 'node_modules', '.headcount-stamp');
  const wanted = fingerprint(['tests/bench/package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('installing the peers into tests/bench (usually under a minute)');
  await run('npm', ['ci', '--prefix', 'tests/bench', '--no-audit', '--no-fund']);
  writeFileSync(stamp, wanted);
}

/** Needs packages that are installed later; checked with the tests. @param {string} file */
const bench = (file) => new URL(file, import.meta.url).href;

finishWith(async () => {
  const { json, quick, 'no-build': built } = asked();
  if (!built) await run('npm', ['run', 'build']);
  else if (!existsSync(join(root, 'dist', 'headcount.js')))
    throw new Refusal('There is no dist/ yet: run this without --no-build.');
  await peers();
  const { browser } = await chromium();
  // They need packages that were not there when this script was loaded.
  const { runBench } = await import(bench('../tests/bench/run.mjs'));
  const { figures } = await import(bench('../tests/bench/figures.mjs'));
  const { table } = await import(bench('../tests/bench/table.mjs'));
  const found = await runBench({ browser, quick });
  const result = { ...found, figures: figures(found) };
  console.log(`\n${table(result)}`);
  if (json) writeFileSync(resolve(json), `${JSON.stringify(result, null, 2)}\n`);
  const wrong = result.equality.filter(
    (/** @type {{ worst: unknown, problem: unknown }} */ { worst, problem }) => worst !== null && problem,
  );
  if (wrong.length > 0)
    throw new Refusal(
      `Not comparable: ${wrong.map((/** @type {{ name: string }} */ { name }) => name).join('; ')} does not compute the same function.`,
    );
});
