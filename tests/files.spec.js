// Links and files from outside: what leaves the page is parsed and held against what the page
// shows, and what comes in is shown.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { scientific } from '../www/views/number-format.js';
import {
  button,
  drawn,
  engineName,
  expect,
  exported,
  FOUR_TARGETS,
  look,
  numberOf,
  openTable,
  setting,
  tab,
  test,
  trained,
} from './page-fixture.js';
import { recordsOf } from './storage-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8&steps=40&trainSequences=500&validationSequences=200&curvePoints=4&seeds=3,5';

/** Names of the results that the browser keeps: they are written a moment after they are seen. */
const pinnedNames = async (page) => (await recordsOf(page, 'pinned')).map(({ name }) => name);

const chooser = (page) => page.locator('input[type=file]');
const file = (name, content) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

test('a link round trip: the address holds what was set, and opening it sets it', async ({ page, context }) => {
  await page.goto(FOUR_TARGETS);
  await setting(page, 'grid.h').fill('1, 4');
  await setting(page, 'recipe.steps').fill('300');
  await setting(page, 'recipe.steps').press('Tab');
  await tab(page, 'Learning').click();
  expect(new URL(page.url()).search).toBe('?v=1&h=1,4&steps=300');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(setting(other, 'grid.h')).toHaveValue('1, 4');
  await expect(setting(other, 'recipe.steps')).toHaveValue('300');
  await expect(tab(other, 'Learning')).toHaveAttribute('aria-selected', 'true');
  expect(other.url()).toBe(page.url());
  await expect(other.locator('.field.differs')).toHaveCount(2);
});

test('a link has the results too, where they fit, and whoever opens it sees them', async ({ page, context }) => {
  await trained(page, QUICK);
  const link = new URL(page.url());
  expect(link.search).toMatch(/^\?v=1&.*seeds=3,5&results=[\d.e-]+(,[\d.e-]+){3}$/);
  await openTable(page);
  const shown = await page.locator('td.nmse').allTextContents();
  const given = (link.search.split('results=')[1] ?? '').split(',').map((text) => scientific(Number(text)));
  expect(given).toEqual(shown);

  // Somebody else's browser.
  const other = await context.browser()?.newPage();
  if (!other) throw new Error('There is no second browser.');
  await other.goto(link.href);
  await expect(other.locator('.answer')).toHaveText(/The page’s address says so: press Train/);
  await expect(other.locator('figcaption').first()).toContainText('Hollow: from the link.');
  await openTable(other);
  expect(await other.locator('td.nmse').allTextContents()).toEqual(shown);
  expect(other.url().split('#')[0]).toBe(link.href.split('#')[0]);
  // Results of something else would be lies.
  await setting(other, 'recipe.steps').fill('50');
  await setting(other, 'recipe.steps').press('Tab');
  await expect.poll(() => other.url()).not.toContain('results=');
  await other.goto(link.href.replace(/results=[^,]*,/, 'results=blue,').replace('#', '#table'));
  await expect(other.getByRole('alert')).toContainText('results[0] is "blue", but must be an error not below 0');
  await other.close();
});

test('what cannot be exported now says why, to the eye and to a screen reader', async ({ page }) => {
  await page.goto(`${FOUR_TARGETS}#table`);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Export').click();
  const chart = button(page, 'Chart as PNG');
  await expect(chart).toHaveAttribute('aria-disabled', 'true');
  await expect(chart).toHaveAccessibleDescription('This view has no chart.');
  await expect(chart).toContainText('This view has no chart.');
  await tab(page, 'Cliff').click();
  await button(page, 'Export').click();
  await expect(button(page, 'Chart as PNG')).toHaveAccessibleDescription('');
});

test('the button of a short notice stays inside its box', async ({ page }) => {
  await page.goto('?mystery=x');
  const box = page.locator('.alert');
  await expect(box).toBeVisible();
  // One line, as a file's problem may be.
  await page.evaluate(() => {
    const { session } = /** @type {any} */ (document.querySelector('headcount-playground'));
    session.report('Too short.');
  });
  await expect(box).toContainText('Too short.');
  const bottom = (of) => of.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bottom(button(page, 'Close'))).toBeLessThanOrEqual(await bottom(box));
});

test('a bad link says every problem and opens the first experiment', async ({ page }) => {
  await page.goto('?v=1&h=0&colour=red&steps=many');
  const said = page.getByRole('alert');
  await expect(said).toContainText('A number of heads is 0, but must be a whole number from 1 to 64.');
  await expect(said).toContainText('colour is "red", but must be left out');
  await expect(said).toContainText('Steps is "many", but must be a whole number from 1 to 1000000.');
  await expect(setting(page, 'grid.h')).toHaveValue('1, 2, 3');
  expect(new URL(page.url()).search).toMatch(/^\?v=1&kind=min-max&/);
  await button(page, 'Close').click();
  await expect(said).toHaveCount(0);
});

test('every export is what the page shows', async ({ page }) => {
  await trained(page, QUICK);
  await openTable(page);
  const shown = await page.locator('td.nmse').allTextContents();
  const standardErrors = await page.locator('td.standardError').allTextContents();
  expect(shown).toHaveLength(4);

  const results = await exported(page, 'Results as JSON');
  expect(results.name).toBe('headcount-results.json');
  const outcome = JSON.parse(String(results.bytes));
  expect(outcome.outcomes.map(({ nmse }) => scientific(nmse))).toEqual(shown);
  expect(outcome.experiment.seeds).toEqual([3, 5]);

  const experiment = await exported(page, 'Experiment as JSON');
  expect(JSON.parse(String(experiment.bytes))).toEqual(outcome.experiment);

  await page.locator('.model select').selectOption({ index: 1 });
  const model = await exported(page, 'Model as safetensors');
  const { run } = outcome.outcomes[1];
  expect(model.name).toBe(`T8-h${run.h}-n8-N8-seed${run.seed}.safetensors`);
  const length = Number(model.bytes.readBigUInt64LE(0));
  const header = JSON.parse(String(model.bytes.subarray(8, 8 + length)));
  const about = JSON.parse(header.__metadata__.headcount);
  expect(about.run).toMatchObject(run);
  expect(about.experiment).toEqual(outcome.experiment);

  const lines = String((await exported(page, 'Results as CSV')).bytes)
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const column = (name) => lines.slice(1).map((cells) => scientific(Number(cells[lines[0].indexOf(name)])));
  expect(column('nmse')).toEqual(shown);
  // Every error has its standard error, in the file and in the table.
  expect(column('standardError')).toEqual(standardErrors);
  expect(standardErrors.map(numberOf).every((error) => error > 0)).toBe(true);
});

test('a chart as PNG and SVG, with its caption', async ({ page, context }) => {
  await page.goto(`${FOUR_TARGETS}#transition`);
  await expect(engineName(page)).toBeVisible();
  const png = await exported(page, 'Chart as PNG');
  expect(png.name).toBe('headcount-transition.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBe(1600);
  const inks = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(image, 0, 0);
      const count = (top, height) => {
        const { data } = context.getImageData(0, top, image.width, height);
        return data.filter((value, i) => i % 4 === 0 && value < 128).length;
      };
      return { chart: count(0, image.height - 100), caption: count(image.height - 100, 100) };
    },
    [...png.bytes],
  );
  expect(inks.chart).toBeGreaterThan(500);
  expect(inks.caption).toBeGreaterThan(200);
  const text = String((await exported(page, 'Chart as SVG')).bytes);
  // In a page of its own: the policy of ours lets nothing be parsed.
  const blank = await context.newPage();
  expect(
    await blank.evaluate((xml) => new DOMParser().parseFromString(xml, 'image/svg+xml').documentElement.nodeName, text),
  ).toBe('svg');
  await blank.close();
  expect(text).toContain('arXiv:2510.06662');
  // In words, not as a link's query.
  expect(text).toContain('Each was trained for 2000 steps of 64 sequences by AdamW');
  expect(text).not.toContain('v=1');
});

for (const [task, query, runs] of /** @type {const} */ ([
  ['paper 1', 'v=1&h=1,3&T=6&N=8&steps=5&batch=4&trainSequences=20&validationSequences=10&curvePoints=1&seeds=0,1', 4],
  [
    'paper 2',
    'v=1&kind=farthest&d=8&h=1,2,4&T=5&steps=5&batch=4&trainSequences=20&validationSequences=10&curvePoints=1',
    3,
  ],
])) {
  test(`the experiment is copied as a PyTorch script that runs, ${task}`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`?${query}`);
    await expect(engineName(page)).toBeVisible();
    await button(page, 'Export').click();
    await button(page, 'Copy as PyTorch').click();
    await expect(page.locator('.menu [role=status]')).toHaveText('Copy as PyTorch: done.');
    const script = await page.evaluate(() => navigator.clipboard.readText());
    expect(script).toContain('import torch');
    const python = (args, env = {}) =>
      spawnSync('python3', args, { input: script, encoding: 'utf8', env: { ...process.env, ...env } });
    if (python(['--version']).status !== 0) return console.log('there is no python3 to try the PyTorch script with');
    expect(python(['-c', 'import ast, sys; ast.parse(sys.stdin.read())'])).toMatchObject({ status: 0, stderr: '' });
    // With the stand-in for torch of lab's own tests, which knows shapes: one line for every run.
    const modules = join(import.meta.dirname, '..', 'crate', 'lab', 'tests', 'stand-in');
    const ran = python(['-B', '-'], { PYTHONPATH: modules });
    expect(ran.status, ran.stderr).toBe(0);
    expect(ran.stdout.match(/ seed=/g)).toHaveLength(runs);
  });
}

test('what cannot be exported yet says why', async ({ page }) => {
  // Nothing was recorded for this one.
  await page.goto(`${FOUR_TARGETS}&T=17`);
  await button(page, 'Export').click();
  const item = button(page, 'Results as JSON');
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await item.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.menu [role=status]')).toHaveText('Nothing has been trained to the end in this tab yet.');
  await page.keyboard.press('Escape');
  await expect(page.locator('.menu')).toHaveCount(0);
  await expect(button(page, 'Export')).toBeFocused();
});

test('recorded results that are shown can be taken away, and so can the machines beside them', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await drawn(page, 'transition');
  await button(page, 'Export').click();
  await expect(button(page, 'Results as JSON')).toHaveAttribute('aria-disabled', 'false');
  const document = JSON.parse((await exported(page, 'Results as JSON')).bytes.toString());
  expect(document.experiment.grid.h).toEqual([1, 2, 3, 4, 5]);
  // Five sizes, each with as many seeds as were recorded, and the cliff between three heads and four.
  expect(document.outcomes).toHaveLength(5 * document.experiment.seeds.length);
  const lowest = (/** @type {number} */ h) =>
    Math.min(...document.outcomes.filter(({ run }) => run.h === h).map(({ nmse }) => nmse));
  expect(lowest(4)).toBeLessThan(lowest(3) / 10);

  await tab(page, 'Heads').click();
  await drawn(page, 'machine-enough');
  expect((await exported(page, 'Chart as SVG')).name).toBe('headcount-machine.svg');
});

test('an experiment is imported by the button', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(setting(page, 'grid.h')).toHaveValue('1, 2, 3, 4, 5');
  await chooser(page).setInputFiles(file('mine.json', { task: { D: 3 }, grid: { h: [2, 3] }, seeds: [7] }));
  await expect(setting(page, 'grid.h')).toHaveValue('2, 3');
  await expect(setting(page, 'task.D')).toHaveValue('3');
  await expect(setting(page, 'seeds')).toHaveValue('7');
  expect(new URL(page.url()).search).toBe('?v=1&D=3&h=2,3&seeds=7');
});

test('results are imported by dropping them, and stand beside what is trained', async ({ page }) => {
  await trained(page, QUICK);
  const { bytes } = await exported(page, 'Results as JSON');
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'monday.json', { type: 'application/json' }));
    return transfer;
  }, String(bytes));
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await expect(page.locator('.drop')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(page.locator('.drop')).toHaveCount(0);
  await expect(page.locator('figcaption').first()).toContainText('monday');
  await expect(setting(page, 'seeds')).toHaveValue('3, 5');
});

test('a model is imported and opens under Heads', async ({ page }) => {
  await trained(page, QUICK);
  const { name, bytes } = await exported(page, 'Model as safetensors');
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  await chooser(page).setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await expect(tab(page, 'Heads')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a file that is none of these is refused in a sentence', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  await chooser(page).setInputFiles([
    file('cat.json', 'meow'),
    file('bad.json', { grid: { h: [0] } }),
    file('bad.safetensors', 'meow'),
  ]);
  const said = page.getByRole('alert');
  await expect(said).toContainText('cat.json: It is neither JSON nor a .safetensors file');
  await expect(said).toContainText('bad.json: A number of heads is 0, but must be a whole number from 1 to 64.');
  await expect(said).toContainText(/bad\.safetensors: .+\./);
  await expect(setting(page, 'grid.h')).toHaveValue('1, 2, 3, 4, 5');
});

test('what was trained before stays beside what is trained now, until it is removed', async ({ page }) => {
  await trained(page, QUICK);
  const name = page.locator('.result input[type=text]');
  await expect(name).toHaveCount(0);
  // Once more the same leaves nothing to compare.
  await button(page, 'Train again').click();
  await expect(button(page, 'Train again')).toBeVisible();
  await expect(name).toHaveCount(0);
  for (const steps of ['50', '60', '70', '80']) {
    await setting(page, 'recipe.steps').fill(steps);
    await setting(page, 'recipe.steps').press('Tab');
    await button(page, 'Train again').click();
    await expect(page.locator('.progress')).toContainText('done');
    await expect(page.locator('.stale')).toBeHidden();
  }
  // The last three.
  const named = (steps) => `4 maxima, T = 8, N = 8, ${steps} steps, 2 seeds`;
  for (const [i, steps] of ['50', '60', '70'].entries()) await expect(name.nth(i)).toHaveValue(named(steps));
  await expect(name).toHaveCount(3);
  await expect(page.locator('figcaption').first()).toContainText('50 steps');
  await button(page, `Pin ${named('60')}`).click();
  await button(page, `Remove ${named('70')}`).click();
  // Pinned ones outlive the visit; the last one came with the link.
  await expect.poll(() => pinnedNames(page)).toEqual([named('60')]);
  await page.reload();
  await expect(name).toHaveCount(2);
  await expect(name.nth(0)).toHaveValue('from the link');
  await expect(name.nth(1)).toHaveValue(named('60'));
});

test('a pinned result is named by what differs, renamed, kept over a reload, and removed', async ({ page }) => {
  await trained(page, QUICK);
  await button(page, 'Pin this result').click();
  const name = page.locator('.result input[type=text]');
  await expect(name).toHaveValue('4 maxima, T = 8, N = 8, 40 steps, 2 seeds');
  // All of it can be read.
  expect(await name.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
  await expect(button(page, 'Pin this result')).toHaveAttribute('aria-disabled', 'true');
  await name.fill('first try');
  await name.press('Tab');
  // It is on show as it is; as a ghost it comes once something else is.
  await expect(page.locator('figcaption').first()).not.toContainText('Hollow');
  await expect.poll(() => pinnedNames(page)).toEqual(['first try']);
  await page.reload();
  await expect(name).toHaveValue('first try');
  await expect(page.locator('figcaption').first()).toContainText('Hollow: first try.');
  const before = await look(page, 'transition');
  await page.locator('.result input[type=checkbox]').uncheck();
  await expect.poll(async () => (await look(page, 'transition')).print).not.toBe(before.print);
  await button(page, 'Remove first try').click();
  await expect(page.locator('.result')).toHaveCount(0);
  await expect.poll(() => pinnedNames(page)).toEqual([]);
  await page.reload();
  await expect(engineName(page)).toBeVisible();
  await expect(page.locator('.result')).toHaveCount(0);
});
