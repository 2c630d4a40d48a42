// npm test: everything, from nothing, in order. A part that fails stops no later one, so that one run tells
// of everything; it ends with one line that counts. `npm test -- PART [NAME]` runs one part, or its tests
// with NAME in their name.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { allBrowsers, chromium, headlessShell, lavapipe } from './browsers.mjs';
import { checks, setUp } from './check.mjs';
import { clusterEnvironment } from './cluster.mjs';
import { hostsEnvironment } from './hosts.mjs';
import * as setup from './setup.mjs';
import { finishWith, Refusal, root, run, say, target } from './shell.mjs';
import { TestCounts } from './test-counts.mjs';
import { buildForUnitTests, environmentOf, workerWebgpu } from './wasm.mjs';

const counts = new TestCounts();

/** How long each part took, in words. @type {string[]} */
const times = [];

/** What passed at the second try only. @type {string[]} */
const secondTry = [];

/** Something that passes or fails as a whole. @param {string} title @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
async function countOne(title, command, args, env) {
  say(title);
  try {
    await run(command, args, { env });
    counts.passed += 1;
  } catch (error) {
    counts.failed += 1;
    throw error;
  }
}

/**
 * A test runner that prints its totals. A run of all tests in which none ran or was skipped is a failure.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ name?: string, env?: Record<string, string> }} [options]  `name`: only some tests were asked for
 */
async function countTests(title, command, args, { name, env } = {}) {
  say(title);
  const { failed, total } = counts;
  try {
    await run(command, args, { env, onLine: (line) => counts.addLine(line) });
  } catch (error) {
    // It may have stopped before it counted, for instance because the tests do not compile.
    if (counts.failed === failed) counts.failed += 1;
    throw error;
  }
  // Where a browser is missing, its tests are skipped by name: they are there, and that is said at the end.
  if (!name && counts.total === total) {
    counts.failed += 1;
    throw new Refusal(`${title}: no test ran.`);
  }
}

/**
 * Tests in browsers and programs of others, which on a busy machine now and then miss a moment: those that fail are run
 * once more, unless one was asked for by its name. What passes only then is named at the end, so that it is seen.
 *
 * @type {typeof countTests}
 */
async function countTestsTwice(title, command, args, options = {}) {
  const before = counts.copy();
  try {
    await countTests(title, command, args, options);
  } catch (error) {
    if (options.name) throw error;
    counts.goBackTo(before);
    await countTests(`${title}, once more`, command, args, options);
    secondTry.push(title);
  }
}

async function checkPart() {
  await setUp();
  for (const { title, command, args, env, before } of checks()) {
    await before?.();
    await countOne(title, command, args, env?.());
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

/** The binary that cargo builds for its tests: one that is built alone has other features, for which burn is compiled again. */
const testedBinary = { HEADCOUNT_BINARY: join(target, 'release', 'headcount') };

/** @param {string} [name] */
async function nativePart(name) {
  await setup.rust();
  const args = ['test', '--locked', '--workspace', '--release', ...(name ? [name] : [])];
  await countTests('native tests', 'cargo', args, { name });
  if (name) return;
  const report = [join('scripts', 'report.mjs'), '--check'];
  await countOne('the report of recorded experiments', process.execPath, report, testedBinary);
}

/** The binary under schedulers of clusters, and what it writes for others read by them. @param {string} [name] */
async function clusterPart(name) {
  await setup.rust();
  await run('cargo', ['test', '--locked', '--workspace', '--release', '--no-run']);
  const env = { ...(await clusterEnvironment()), ...testedBinary };
  await tensorBoardTests(env, name);
  const args = ['--test', '--test-reporter=spec', ...(name ? [`--test-name-pattern=${name}`] : [])];
  args.push(join('tests', 'cluster', 'cluster.test.js'));
  await countTests('under schedulers of clusters', process.execPath, args, { name, env });
}

/** The native tests that ask TensorBoard itself, which they do not install. @param {Record<string, string>} env @param {string} [name] */
async function tensorBoardTests(env, name) {
  const reads = 'tensorboard_reads';
  if (name && !reads.includes(name)) return;
  if (env.HEADCOUNT_NO_PYTHON) {
    counts.skip(env.HEADCOUNT_NO_PYTHON, [reads]);
    return;
  }
  const args = ['test', '--locked', '--workspace', '--release', '--test', 'headcount', '--', '--ignored', reads];
  await countTests('read by TensorBoard', 'cargo', args, { env });
}

/** The GPU natively, on a Vulkan driver that computes on the CPU. @param {string} [name] */
async function gpuPart(name) {
  await setup.rust();
  const driver = await lavapipe();
  if (!driver) {
    counts.skip('lavapipe is not installed (on Debian and Ubuntu, package mesa-vulkan-drivers)', [
      'native tests on a GPU',
    ]);
    return;
  }
  // In the dev profile: burn's GPU crates are compiled for this test alone, and in half the time.
  const args = ['test', '--locked', '-p', 'cli', '--features', 'wgpu', name ?? 'wgpu::'];
  await countTests('native tests on a GPU', 'cargo', args, { name, env: { VK_ICD_FILENAMES: driver } });
}

/** @param {string} [name] */
async function wasmPart(name) {
  await setup.rust();
  const { browser, driver } = await chromium();
  const wasmPack = await setup.wasmPack();
  const env = { PATH: setup.toolPath(), CHROMEDRIVER: driver, CHROME: browser };
  const test = ['test', '--headless', '--chrome'];
  const filter = ['--locked', ...(name ? ['--', name] : [])];
  // The plain commands of the README, so that they cannot rot.
  await countTests('in the browser: page', wasmPack, [...test, 'crate/page', ...filter], { name, env });
  await countTests('in the browser: worker, CPU', wasmPack, [...test, 'crate/worker', ...filter], { name, env });
  // In the product's profile: burn's GPU crates are compiled for minutes, and only once this way.
  const webgpu = ['--profile', workerWebgpu.profile, '--no-default-features', '--features', 'webgpu'];
  await countTests('in the browser: worker, WebGPU', wasmPack, [...test, 'crate/worker', ...webgpu, ...filter], {
    name,
    env: { ...env, ...environmentOf(workerWebgpu.profile) },
  });
}

/** The production build, made once for all parts that test it. @type {Promise<void> | undefined} */
let build;

function productBuild() {
  say('the page, in its production build');
  build ??= run('npm', ['run', 'build']);
  return build;
}

/** @param {string} [name] */
async function pagePart(name) {
  const browser = await headlessShell();
  await productBuild();
  /** @type {unknown[]} */
  const errors = [];
  const sizes = [join('scripts', 'sizes.mjs'), '--check'];
  if (!name) await countOne('sizes', process.execPath, sizes).catch((error) => errors.push(error));
  // Those that need the machine to themselves after those that do not.
  for (const set of ['together', 'alone']) await pageTests(set, browser, name).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** @param {string} set  a project of playwright.config.js @param {string} browser @param {string} [name] */
async function pageTests(set, browser, name) {
  const report = join(target, `playwright-${set}.json`);
  rmSync(report, { force: true });
  const env = { CHROME: browser, HEADCOUNT_REPORT: report };
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  // With a name, one of the two sets may have no such test.
  const chosen = name ? ['-g', name, '--pass-with-no-tests'] : [];
  try {
    await run(process.execPath, [playwright, 'test', '--project', set, ...chosen], { env });
  } finally {
    const { stats = {}, suites = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
    const { expected = 0, unexpected = 1, flaky = 0, skipped = 0 } = stats;
    counts.passed += expected + flaky;
    counts.failed += unexpected + skipped;
    secondTry.push(...flakyIn(suites));
  }
}

/** Titles of the tests that failed and then passed. @param {any[]} suites  of Playwright's report @returns {string[]} */
function flakyIn(suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => {
    const flaky = specs.filter((/** @type {any} */ { tests }) =>
      tests.some((/** @type {any} */ { status }) => status === 'flaky'),
    );
    return [...flaky.map((/** @type {any} */ { title }) => `${file}: ${title}`), ...flakyIn(inner)];
  });
}

/** Hosts of course notes and notebooks, with what dist/ has for them. @param {string} [name] */
async function hostsPart(name) {
  const env = { CHROME: await headlessShell(), ...(await hostsEnvironment()) };
  await productBuild();
  const folder = join('tests', 'hosts');
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.test.js'));
  const args = ['--test', '--test-reporter=spec'];
  if (name) args.push(`--test-name-pattern=${name}`);
  for (const file of files)
    await countTestsTwice(`on hosts: ${file}`, process.execPath, [...args, join(folder, file)], { name, env });
}

/** The build is the same in another folder. After the page's part, which builds it. */
async function reproducePart() {
  await countOne('a second build in another folder', process.execPath, ['scripts/reproduce.mjs', '--quick']);
}

const BROWSERS = ['chromium', 'firefox', 'webkit'];

/** @param {string} [name]  of a browser */
async function browsersPart(name) {
  if (name && !BROWSERS.includes(name)) {
    throw new Refusal(`npm test -- browsers [BROWSER]: BROWSER is one of ${BROWSERS.join(', ')}.`);
  }
  const installed = await allBrowsers();
  await productBuild();
  const args = ['--test', '--test-reporter=spec', join('tests', 'browsers', 'browsers.test.js')];
  // What Chromium's CPU engine trains, and the others are compared with.
  const reference = join(target, 'browsers-reference.json');
  rmSync(reference, { force: true });
  for (const browser of name ? [name] : BROWSERS) {
    const env = { ...installed, HEADCOUNT_BROWSERS: browser, HEADCOUNT_REFERENCE: reference };
    await countTestsTwice(`in ${browser}`, process.execPath, args, { name, env });
  }
}

/** @type {Record<string, (name?: string) => Promise<void>>} */
const parts = {
  check: checkPart,
  unit: unitPart,
  native: nativePart,
  cluster: clusterPart,
  gpu: gpuPart,
  wasm: wasmPart,
  page: pagePart,
  hosts: hostsPart,
  browsers: browsersPart,
  reproduce: reproducePart,
};

/** Run only when they are asked for: the native GPU crates take many minutes to compile, for one test. */
const ASKED_FOR = ['gpu'];

/** Runs one part; one in which no test ran is a failure, for then NAME is wrong. @param {string} part @param {string} [name] */
async function runPart(part, name) {
  const before = counts.total;
  const start = performance.now();
  try {
    await parts[part](name);
  } finally {
    times.push(`${part} ${((performance.now() - start) / 60_000).toFixed(1)}`);
  }
  if (counts.total === before) {
    counts.failed += 1;
    throw new Refusal(`${part}: no test ran${name ? ` that has "${name}" in its name` : ''}.`);
  }
}

finishWith(async () => {
  const [part, name, ...rest] = process.argv.slice(2);
  if (part !== undefined && (!Object.hasOwn(parts, part) || rest.length > 0)) {
    throw new Refusal(`npm test -- PART [NAME]: PART is one of ${Object.keys(parts).join(', ')}.`);
  }
  /** What a part ended with, where it failed. @type {string[]} */
  const failures = [];
  try {
    if (part) await runPart(part, name);
    else {
      // What cannot be installed unasked is missed before minutes are spent.
      await allBrowsers();
      for (const each of Object.keys(parts)) {
        if (ASKED_FOR.includes(each)) continue;
        await runPart(each).catch((error) => {
          failures.push(`${each}: ${/** @type {Error} */ (error).message}`);
        });
      }
    }
  } finally {
    if (secondTry.length > 0) console.log(`\npassed at the second try only:\n  ${secondTry.join('\n  ')}`);
    for (const paragraph of counts.skippedInWords) console.log(`\n${paragraph}`);
    if (failures.length > 0) console.log(`\nfailed; its own words stand above:\n  ${failures.join('\n  ')}`);
    console.log(`\nminutes: ${times.join(', ')}`);
    console.log(`\n${counts.inWords}`);
  }
  if (counts.failed > 0 || failures.length > 0) process.exit(1);
});
