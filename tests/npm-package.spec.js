// The npm package, as somebody else uses it: packed, installed into an empty project, built by Vite with its default
// settings or loaded as it is, and trained with. Its types are compiled by a strict consumer.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePackage } from '../scripts/npm-package.mjs';
import { filesBelow, root } from '../scripts/shell.mjs';
import { expect, htmlOf, serveFolder, test } from './hosts.js';

const EXPERIMENT = `{ task: { D: 2 }, grid: { h: [1, 2], T: [4], N: [6] }, recipe: { steps: 60, trainSequences: 200, validationSequences: 100 } }`;
const ELEMENT = `<head-count targets="2" heads="1-2" length="4" width="6" steps="60" train-sequences="200" validation-sequences="100"></head-count>`;

/** Trains once with the element and once with the API, and leaves what came of it for the test. @param {string} element @param {string} api */
const scriptOf = (element, api) => `import ${JSON.stringify(element)};
import { createLab } from ${JSON.stringify(api)};
const byElement = await document.querySelector('head-count').train();
const lab = await createLab({ engine: 'cpu', workers: 1 });
for await (const progress of lab.run(${EXPERIMENT})) window.steps = progress.step;
window.trained = [byElement, await lab.outcome()].map(({ outcomes }) => outcomes.length);
lab.dispose();
`;

let project = '';

/** @param {string} command @param {string[]} args @param {string} [cwd] */
const call = (command, args, cwd = project) => execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });

/** A program of our own node_modules. @param {string} path @param {string[]} args */
const callTool = (path, args) => call(process.execPath, [join(root, 'node_modules', path), ...args]);

/** @param {string} name @param {string} text */
const write = (name, text) => writeFileSync(join(project, name), text);

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const folder = await writePackage();
  project = mkdtempSync(join(tmpdir(), 'headcount-consumer-'));
  const [{ filename }] = JSON.parse(call('npm', ['pack', folder, '--json'], project));
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  call('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`]);
});

test.afterAll(() => rmSync(project, { recursive: true, force: true }));

/** @param {import('@playwright/test').Page} page @param {string[]} wrong @param {string} folder @param {string} path */
async function trainsIn(page, wrong, folder, path) {
  const server = await serveFolder(folder);
  await page.goto(`${server.origin}/${path}`);
  await expect(page.locator('head-count').getByRole('button', { name: 'Train again' })).toBeVisible({
    timeout: 30_000,
  });
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).trained), { timeout: 30_000 })
    .toEqual([2, 2]);
  expect(await page.evaluate(() => /** @type {any} */ (window).steps)).toBe(120);
  // There is no page beside it that a link could lead to.
  await expect(page.getByText('Open in Headcount')).toHaveCount(0);
  expect(wrong).toEqual([]);
  await server.close();
}

test('in an empty Vite project it is bundled, and trains', async ({ page, wrong }) => {
  write('index.html', htmlOf(`${ELEMENT}<script type="module" src="./main.js"></script>`));
  write('main.js', scriptOf('headcount', 'headcount/api'));
  const said = callTool(join('vite', 'bin', 'vite.js'), ['build']);
  // A file that was not found is named in a warning.
  expect(said).not.toMatch(/didn't resolve|doesn't exist/i);
  await trainsIn(page, wrong, join(project, 'dist'), 'index.html');
});

test('from node_modules, without a bundler, it trains', async ({ page, wrong }) => {
  const place = './node_modules/headcount';
  write('plain.html', htmlOf(`${ELEMENT}<script type="module" src="./plain.js"></script>`));
  write('plain.js', scriptOf(`${place}/headcount.js`, `${place}/api.js`));
  await trainsIn(page, wrong, project, 'plain.html');
});

/** Without comments and strings, whose words are no types. @param {string} file */
const codeOf = (file) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^']*'|"[^"]*"/g, '');

test('its types have no any, and a strict project compiles against them', () => {
  const types = join(project, 'node_modules', 'headcount', 'types');
  const files = filesBelow(types);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => /\bany\b/.test(codeOf(file)))).toEqual([]);
  write(
    'consumer.ts',
    `import { createLab, HeadCount, version } from 'headcount';
import type { Lab, Outcomes, Progress, RunInspection } from 'headcount';
import { createLab as createLabAlone } from 'headcount/api';

const element: HeadCount = document.createElement('head-count');
element.addEventListener('headcount-progress', ({ detail }) => console.log(detail.step.toFixed(0), version));
const byElement: Outcomes | null = await element.train();
const lab: Lab = await createLab({ engine: 'cpu', workers: 2 });
for await (const progress of lab.run(${EXPERIMENT})) {
  const { runs, faults }: Progress = progress;
  console.log(runs[0].curve.at(-1)?.[1], faults.join());
}
const errors: number[] = (await lab.outcome()).outcomes.map(({ nmse }) => nmse ?? 0);
const run: RunInspection = await lab.trained(0);
const attention: number = (await run.look({ without: [0] })).attention[0][0][0];
console.log(byElement?.outcomes.length, errors, attention, (await createLabAlone()).engine.why.length);

// @ts-expect-error there is no such engine
await createLab({ engine: 'tpu' });
// @ts-expect-error a step is a number
lab.run({}).next().then(({ value }) => value?.step.length);
`,
  );
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const said = (() => {
    try {
      return callTool(join('typescript', 'bin', 'tsc'), [...options, '--lib', 'es2022,dom', 'consumer.ts']);
    } catch (error) {
      return String(/** @type {{ stdout?: string }} */ (error).stdout);
    }
  })();
  expect(said).toBe('');
});

test('what is packed is what a user needs, and no more', () => {
  const folder = join(project, 'node_modules', 'headcount');
  const names = filesBelow(folder).map((file) =>
    file
      .slice(folder.length + 1)
      .split('\\')
      .join('/'),
  );
  for (const needed of [
    'README.md',
    'LICENSE',
    'THIRD-PARTY-NOTICES.txt',
    'custom-elements.json',
    'headcount.js',
    'api.js',
    'assets/page_bg.wasm',
    'assets/worker-cpu_bg.wasm',
    'assets/worker-webgpu_bg.wasm',
  ])
    expect(names).toContain(needed);
  expect(names.filter((name) => /\.html$|^node_modules|SHA256SUMS/.test(name))).toEqual([]);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({});
});
