// npm test: everything, from nothing, in order; stops at the first failure and ends with one line
// that counts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, finishWith, root, run, say, target } from './shell.mjs';
import * as setup from './setup.mjs';
import { buildWasm, packages, selection } from './wasm.mjs';

let passed = 0;
let failed = 0;

/** Counts what test runners say of themselves. @param {string} line */
function count(line) {
  const counts = line.match(/^test result: .*?(\d+) passed; (\d+) failed/);
  if (!counts) return;
  passed += Number(counts[1]);
  failed += Number(counts[2]);
}

/** A check that passes or fails as a whole. */
async function check(what, command, args, options) {
  say(what);
  try {
    await run(command, args, options);
    passed += 1;
  } catch (error) {
    failed += 1;
    throw error;
  }
}

/** A test runner of Rust's kind; a run in which nothing was tested is a failure. */
async function tests(what, command, args, options) {
  say(what);
  const before = passed + failed;
  try {
    await run(command, args, { ...options, watch: count });
  } catch (error) {
    if (failed === 0) failed += 1;
    throw error;
  }
  if (passed + failed === before) {
    failed += 1;
    throw new Error(`${what}: no test ran`);
  }
}

async function lints() {
  const strict = ['--', '-D', 'warnings'];
  await check('formatting', 'cargo', ['fmt', '--all', '--check']);
  await check('lints, native', 'cargo', ['clippy', '--workspace', '--all-targets', '--release', ...strict]);
  for (const entry of packages) {
    const profile = ['--profile', entry.profile];
    await check(`lints, wasm32, ${entry.name}`, 'cargo', ['clippy', ...selection(entry), '--all-targets', ...profile, ...strict]);
  }
}

async function wasmTests({ browser, driver }) {
  const wasmPack = await setup.wasmPack();
  const env = {
    PATH: setup.toolPath(),
    CHROMEDRIVER: driver,
    WASM_BINDGEN_TEST_TIMEOUT: '600',
    WASM_BINDGEN_USE_BROWSER: '1',
    CHROME: browser,
  };
  for (const entry of packages) {
    const args = ['test', '--headless', '--chrome', '--mode', 'no-install', join('crate', entry.crate)];
    const features = ['--no-default-features', ...entry.features.flatMap((f) => ['--features', f])];
    await tests(`in the browser: ${entry.name}`, wasmPack, [...args, '--profile', entry.profile, ...features], { env });
  }
}

async function pageTests({ browser }) {
  say('the page, in its production build');
  await run('npm', ['run', 'build']);
  await check('sizes', 'node', ['scripts/sizes.mjs', '--check']);
  const report = join(target, 'playwright.json');
  const env = { CHROME: browser, HEADCOUNT_REPORT: report };
  try {
    await run(process.execPath, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test'], { env });
  } finally {
    const { expected = 0, unexpected = 1, flaky = 0, skipped = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).stats : {};
    passed += expected;
    failed += unexpected + flaky + skipped;
  }
}

finishWith(async () => {
  try {
    await setup.npmPackages();
    await setup.rust([['rustfmt', 'fmt'], ['clippy', 'clippy']]);
    const found = await setup.browser();
    await lints();
    // The generated declarations are what the page is checked against.
    await buildWasm();
    await check('types', process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit']);
    await tests('native tests', 'cargo', ['test', '--workspace', '--release']);
    await wasmTests(found);
    await pageTests(found);
  } finally {
    console.log(`\n${passed} passed, ${failed} failed`);
  }
  if (failed > 0) process.exit(1);
});
