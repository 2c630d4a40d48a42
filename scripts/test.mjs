// npm test: everything, from nothing, in order. It stops at the first failure and ends with one line
// that counts. `npm test -- PART [NAME]` runs one part, or its tests with NAME in their name.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks, setUp } from './check.mjs';
import * as setup from './setup.mjs';
import { finishWith, Refusal, root, run, say, target } from './shell.mjs';
import { buildForUnitTests, workerWebgpu } from './wasm.mjs';

let passed = 0;
let failed = 0;

/** Adds the totals that a test runner prints: those of Rust, and those of Node. @param {string} line */
function countLine(line) {
  const rust = line.match(/^test result: .*?(\d+) passed; (\d+) failed/);
  if (rust) {
    passed += Number(rust[1]);
    failed += Number(rust[2]);
  }
  const node = line.match(/^ℹ (pass|fail|cancelled) (\d+)$/);
  if (node?.[1] === 'pass') passed += Number(node[2]);
  else if (node) failed += Number(node[2]);
}

/** Something that passes or fails as a whole. @param {string} title @param {string} command @param {string[]} args */
async function countOne(title, command, args) {
  say(title);
  try {
    await run(command, args);
    passed += 1;
  } catch (error) {
    failed += 1;
    throw error;
  }
}

/**
 * A test runner that prints its totals. A run of all tests in which none ran is a failure.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ name?: string, env?: Record<string, string> }} [options]  `name`: only some tests were asked for
 */
async function countTests(title, command, args, { name, env } = {}) {
  say(title);
  const before = { passed, failed };
  try {
    await run(command, args, { env, onLine: countLine });
  } catch (error) {
    // It may have stopped before it counted, for instance because the tests do not compile.
    if (failed === before.failed) failed += 1;
    throw error;
  }
  if (!name && passed === before.passed && failed === before.failed) {
    failed += 1;
    throw new Refusal(`${title}: no test ran.`);
  }
}

async function checkPart() {
  await setUp();
  for (const { title, command, args, before } of checks()) {
    await before?.();
    await countOne(title, command, args);
  }
}

/** @param {string} [name] */
async function unitPart(name) {
  await setup.npmPackages();
  await buildForUnitTests();
  const folder = join('tests', 'unit');
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.test.js'));
  const args = ['--test', '--test-reporter=spec', ...(name ? [`--test-name-pattern=${name}`] : [])];
  await countTests('unit tests', process.execPath, [...args, ...files.map((file) => join(folder, file))], { name });
}

/** @param {string} [name] */
async function nativePart(name) {
  await setup.rust();
  await countTests('native tests', 'cargo', ['test', '--workspace', '--release', ...(name ? [name] : [])], { name });
}

/** @param {string} [name] */
async function wasmPart(name) {
  await setup.rust();
  const { browser, driver } = await setup.browser();
  const wasmPack = await setup.wasmPack();
  const env = { PATH: setup.toolPath(), CHROMEDRIVER: driver, CHROME: browser };
  const test = ['test', '--headless', '--chrome'];
  const filter = name ? ['--', name] : [];
  // The plain commands of the README, so that they cannot rot.
  await countTests('in the browser: page', wasmPack, [...test, 'crate/page', ...filter], { name, env });
  await countTests('in the browser: worker, CPU', wasmPack, [...test, 'crate/worker', ...filter], { name, env });
  // In the product's profile: burn's GPU crates are compiled for minutes, and only once this way.
  const webgpu = ['--profile', workerWebgpu.profile, '--no-default-features', '--features', 'webgpu'];
  await countTests('in the browser: worker, WebGPU', wasmPack, [...test, 'crate/worker', ...webgpu, ...filter], {
    name,
    env,
  });
}

/** @param {string} [name] */
async function pagePart(name) {
  const { browser } = await setup.browser();
  say('the page, in its production build');
  await run('npm', ['run', 'build']);
  if (!name) await countOne('sizes', process.execPath, ['scripts/sizes.mjs', '--check']);
  const report = join(target, 'playwright.json');
  rmSync(report, { force: true });
  const env = { CHROME: browser, HEADCOUNT_REPORT: report };
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  try {
    await run(process.execPath, [playwright, 'test', ...(name ? ['-g', name] : [])], { env });
  } finally {
    const stats = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).stats : {};
    const { expected = 0, unexpected = 1, flaky = 0, skipped = 0 } = stats;
    passed += expected;
    failed += unexpected + flaky + skipped;
  }
}

/** @type {Record<string, (name?: string) => Promise<void>>} */
const parts = { check: checkPart, unit: unitPart, native: nativePart, wasm: wasmPart, page: pagePart };

/** Runs one part; one in which no test ran is a failure, for then NAME is wrong. @param {string} part @param {string} [name] */
async function runPart(part, name) {
  const before = passed + failed;
  await parts[part](name);
  if (passed + failed === before) {
    failed += 1;
    throw new Refusal(`${part}: no test ran${name ? ` that has "${name}" in its name` : ''}.`);
  }
}

finishWith(async () => {
  const [part, name, ...rest] = process.argv.slice(2);
  if (part !== undefined && (!Object.hasOwn(parts, part) || rest.length > 0)) {
    throw new Refusal(`npm test -- PART [NAME]: PART is one of ${Object.keys(parts).join(', ')}.`);
  }
  try {
    if (part) await runPart(part, name);
    else {
      // What cannot be installed unasked is missed before minutes are spent.
      await setup.browser();
      for (const each of Object.keys(parts)) await runPart(each);
    }
  } finally {
    console.log(`\n${passed} passed, ${failed} failed`);
  }
  if (failed > 0) process.exit(1);
});
