// The inspector from outside: a lab trains a toy, and <headcount-heads> shows what its heads do. It
// stands on a page of its own here, so that nothing else on the page can help or hinder it.
import { expect, test } from '@playwright/test';
import { numberOf } from './page-fixture.js';

/** The largest plus the smallest of eight numbers: two targets, learned in a second or two. */
const toy = {
  task: { kind: 'min-max' },
  grid: { h: [1, 2], T: [8], N: [32], n: 8 },
  recipe: { steps: 300, validationSequences: 500, trainSequences: 4000 },
  // With seeds 0 and 2 both heads settle on the smallest number, however long they train.
  seeds: [1],
};

const heads = (page) => page.locator('headcount-heads');
const button = (page, name) => heads(page).getByRole('button', { name, exact: true });
const reading = (page) => heads(page).getByRole('slider', { name: 'Position in the sequence' });
const table = (page, name) => heads(page).getByRole('region', { name }).locator('table');
const text = (locator) => locator.textContent().then((/** @type {string | null} */ said) => said?.trim() ?? '');

/** Puts the inspector alone on the page and trains an experiment under its eyes. */
async function inspect(page, experiment, { wait = true } = {}) {
  await page.goto('#heads');
  await page.evaluate(
    async ([value, wait]) => {
      await customElements.whenDefined('headcount-heads');
      const url = './headcount.js';
      const { createLab } = await import(new URL(url, document.baseURI).href);
      const view = /** @type {any} */ (document.createElement('headcount-heads'));
      document.body.replaceChildren(view);
      const lab = await createLab({ engine: 'cpu', workers: 2 });
      Object.assign(window, { lab, view });
      const training = (async () => {
        Object.assign(view, { lab, experiment: value, isBusy: true });
        for await (const { runs } of lab.run(value)) {
          view.runs = runs;
          await new Promise((frame) => requestAnimationFrame(frame));
        }
        view.isBusy = false;
      })();
      if (wait) await training;
    },
    [experiment, wait],
  );
}

/** The rows of a table's body, cell by cell, as numbers; symbols count for nothing. */
const numbers = (body) =>
  body.evaluate((/** @type {HTMLTableElement} */ table) =>
    [...table.tBodies[0].rows].map((row) =>
      [...row.cells].filter((cell) => cell.tagName === 'TD').map((cell) => Number(cell.textContent?.replace('−', '-'))),
    ),
  );

test.beforeEach(async ({ page }) => {
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(`page error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
  /** @type {any} */ (page).wrong = wrong;
});

test.afterEach(async ({ page }) => {
  expect(/** @type {any} */ (page).wrong).toEqual([]);
});

test('with as many heads as targets the matrix is nearly a permutation', async ({ page }) => {
  await inspect(page, toy);
  // The run with the most heads is on show.
  await expect(heads(page).getByLabel('Run')).toHaveValue('1');
  const matrix = table(page, 'Which head watches which target');
  await expect(matrix.locator('tbody tr')).toHaveCount(2);
  // Sorted by the matching: each feature's own head is on the diagonal.
  await expect.poll(() => numbers(matrix).then(([[a], [, d]]) => Math.min(a, d))).toBeGreaterThan(0.7);
  const [[, b], [c]] = await numbers(matrix);
  for (const other of [b, c]) expect(other).toBeLessThan(0.25);
  await expect(matrix.locator('td.own')).toHaveCount(2);
  // One head for two targets cannot serve both.
  const run = heads(page).getByLabel('Run');
  await run.selectOption('1 head');
  await expect(matrix.locator('thead th')).toHaveText(['head 1']);
  const shares = (await numbers(matrix)).flat();
  expect(Math.min(...shares)).toBeLessThan(0.5);
});

test('the matrix is put into words, which are the engine’s own', async ({ page }) => {
  await inspect(page, toy);
  const sentence = heads(page).locator('.sentence');
  await expect(sentence).toContainText('Each of the two targets has a head of its own');
  const engine = await page.evaluate(
    async () => (await (await /** @type {any} */ (window).lab.trained(1)).specialisation()).sentence,
  );
  await expect(sentence).toHaveText(engine);
  await heads(page).getByLabel('Run').selectOption('1 head');
  await expect(sentence).toContainText('1 head for 2 targets: ');
});

test('what a head pays to all positions adds up to 1, in the list and in the read-out', async ({ page }) => {
  await inspect(page, toy);
  await heads(page).getByText('All numbers of this sequence').click();
  const rows = await numbers(table(page, 'All numbers of this sequence'));
  expect(rows).toHaveLength(8);
  for (const head of [1, 2]) expect(rows.reduce((sum, row) => sum + row[head], 0)).toBeCloseTo(1, 2);
  // The read-out follows the keys and says the same.
  await reading(page).focus();
  await page.keyboard.press('Home');
  for (const [t, row] of rows.entries()) {
    await expect(reading(page)).toHaveAttribute('aria-valuenow', String(t));
    const words = await reading(page).getAttribute('aria-valuetext');
    const shares = [...(words ?? '').matchAll(/head \d+ ([\d.]+\d)/g)].map(([, share]) => Number(share));
    expect(shares).toHaveLength(2);
    shares.forEach((share, head) => expect(share).toBeCloseTo(row[1 + head], 2));
    await page.keyboard.press('ArrowRight');
  }
});

test('silencing a head changes error and prediction, as the engine says, and can be undone', async ({ page }) => {
  await inspect(page, toy);
  const error = heads(page).locator('#nmse');
  // The run as it was trained, not as it was seen on the way.
  await expect(error).toContainText('× 10');
  const [before, prediction] = [await text(error), await text(heads(page).locator('#prediction'))];
  await button(page, 'Silence head 2').click();
  await expect(button(page, 'Silence head 2')).toHaveAttribute('aria-pressed', 'true');
  await expect(heads(page).getByText(/^Without head 2 the error is .+ instead of .+\.$/)).toBeVisible();
  await expect(error.locator('s')).toHaveText(before);
  await expect(error.locator('b')).not.toHaveText(before);
  await expect(heads(page).locator('#prediction b')).not.toHaveText(prediction);
  // The run without a head is made from its file here; the engine has its own way to silence one.
  const engine = await page.evaluate(async () =>
    (await /** @type {any} */ (window).lab.trained(1)).error({ without: 1 }),
  );
  expect(Number(await text(error.locator('b'))) / engine).toBeCloseTo(1, 2);
  await button(page, 'Silence head 1').click();
  await expect(heads(page).getByText(/^Without heads 1, 2 the error is /)).toBeVisible();
  await button(page, 'Silence head 1').click();
  await button(page, 'Silence head 2').click();
  await expect(error).toHaveText(before);
});

test('a new sequence brings new tokens, and a token can be changed by hand', async ({ page }) => {
  await inspect(page, toy);
  await heads(page).getByText('All numbers of this sequence').click();
  const list = table(page, 'All numbers of this sequence');
  const first = await numbers(list);
  await button(page, 'New sequence').click();
  await expect.poll(() => numbers(list)).not.toEqual(first);
  const second = await numbers(list);
  // Token 4 becomes the smallest of all: target 2 is there now, and the truth follows.
  const target = await text(heads(page).locator('#target'));
  await reading(page).focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
  await heads(page).getByText('Change token 4').click();
  const value = heads(page).getByLabel('x of token 4, as a number');
  await value.fill('-0.5');
  await value.press('Enter');
  await expect(reading(page)).toHaveAttribute('aria-valuetext', /^Token 4 \(−0\.500\), where target 2 is\./);
  await expect(heads(page).locator('#target')).not.toHaveText(target);
  await button(page, 'Undo changes to the sequence').click();
  await expect.poll(() => numbers(list)).toEqual(second);
  // The same with the mouse: dragging a bar to the top makes its token the largest.
  const line = await heads(page).locator('.line.token').boundingBox();
  if (!line) throw new Error('no tokens are drawn');
  const [x, y] = [line.x + (line.width * 5.5) / 8, line.y + line.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60);
  await page.mouse.move(x, y - 200);
  await page.mouse.up();
  await expect.poll(async () => (await numbers(list))[5][0]).toBe(1);
});

test('a run is looked into while it trains', async ({ page }) => {
  await inspect(page, { ...toy, recipe: { ...toy.recipe, steps: 100_000 } }, { wait: false });
  const error = heads(page).locator('#nmse b');
  await expect(error).toBeVisible();
  const early = await text(error);
  await expect.poll(() => text(error), { timeout: 20_000 }).not.toBe(early);
  await button(page, 'New sequence').click();
  await button(page, 'Silence head 1').click();
  await expect(heads(page).getByText(/^Without head 1 the error is /)).toBeVisible();
  await page.evaluate(() => /** @type {any} */ (window).lab.dispose());
});

test('paper 2’s tokens each ask, and heads of two layers are told apart', async ({ page }) => {
  const recipe = { steps: 5, batch: 4, trainSequences: 8, validationSequences: 10, curvePoints: 1 };
  await inspect(page, { task: { kind: 'farthest', d: 12 }, grid: { h: [2], T: [5] }, recipe });
  await expect(reading(page)).toHaveAttribute(
    'aria-valuetext',
    /^Token 1\. Attention: head 1 [\d.]+, head 2 [\d.]+\.$/,
  );
  const asked = await reading(page).getAttribute('aria-valuetext');
  await heads(page).getByLabel('Token that asks').selectOption('token 4');
  await expect(reading(page)).not.toHaveAttribute('aria-valuetext', String(asked));
  await expect(heads(page).getByText('What token 4 is answered')).toBeVisible();
  await expect(heads(page).locator('.strip .mark')).toHaveCount(2);
  await expect(heads(page).locator('.matrix')).toHaveCount(0);

  await inspect(page, { task: { D: 2, d: 2 }, grid: { h: [2], T: [5], L: [2] }, recipe });
  await expect(heads(page).locator('.label.layer')).toHaveText(['layer 1', 'layer 2']);
  await expect(heads(page).locator('button.head')).toHaveText(['head 1', 'head 2', 'head 3', 'head 4']);
  await button(page, 'Silence head 4, layer 2').click();
  await expect(heads(page).getByText(/^Without head 4 the error is /)).toBeVisible();
});

test('what cannot be shown is said', async ({ page }) => {
  await page.goto('#heads');
  await page.evaluate(async () => {
    await customElements.whenDefined('headcount-heads');
    document.body.replaceChildren(document.createElement('headcount-heads'));
  });
  await expect(heads(page).getByRole('status')).toContainText('Nothing has been trained yet.');
  await inspect(page, { ...toy, recipe: { ...toy.recipe, learningRate: 10, warmUp: 0, steps: 5 } });
  await page.evaluate(() => {
    const { view } = /** @type {any} */ (window);
    view.runs = view.runs.map((run) => ({ ...run, stopped: 'diverged' }));
  });
  await expect(heads(page).getByRole('status')).toContainText('This run diverged');
  await page.evaluate(() => {
    const { view } = /** @type {any} */ (window);
    view.lab = {
      trained: async () => {
        throw new Error('The engine crashed: no more memory.');
      },
    };
    view.runs = view.runs.map((run) => ({ ...run, stopped: 'finished' }));
  });
  await expect(heads(page).getByRole('alert')).toHaveText('The engine crashed: no more memory.');
});

test('a run from a file is shown beside those that were trained', async ({ page }) => {
  await inspect(page, { ...toy, recipe: { ...toy.recipe, steps: 5 } });
  await page.evaluate(async () => {
    const { lab, view } = /** @type {any} */ (window);
    view.openedModel = await lab.open(await (await lab.trained(0)).toSafetensors());
  });
  await expect(heads(page).getByLabel('Run')).toHaveValue('-1');
  await expect(heads(page).locator('option').first()).toHaveText('from a file · 1 head');
  await expect(heads(page).locator('button.head')).toHaveText(['head 1']);
  await heads(page).getByLabel('Run').selectOption('2 heads');
  await expect(heads(page).locator('button.head')).toHaveText(['head 1', 'head 2']);
});

test.describe('at phone size', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('128 tokens scroll inside their figure, and keys bring every one into view', async ({ page }) => {
    const recipe = { steps: 5, batch: 4, trainSequences: 8, validationSequences: 10, curvePoints: 1 };
    await inspect(page, { grid: { h: [2], T: [128] }, recipe });
    await reading(page).focus();
    for (const key of ['End', 'Home']) {
      await page.keyboard.press(key);
      await expect(heads(page).locator('.box.at')).toBeInViewport({ ratio: 0.9 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test('longer lists are measured when asked for, with a line for each number of heads', async ({ page }) => {
  await inspect(page, toy);
  const longer = heads(page).locator('headcount-longer');
  await expect(longer).toContainText('Trained on lists of 8: how does it do on lists of 16, 32 and 64,');
  await button(page, 'Measure longer lists').click();
  const chart = longer.locator('#other-lengths canvas');
  await expect(chart).toHaveAccessibleName('Longer lists than it was trained on', { timeout: 30_000 });
  await expect(chart).toHaveAccessibleDescription(
    /^Trained on lists of 8, 2 heads, which are enough for 2 targets, err .* on lists of 64\. .* h = 1: \S+ at T = 8, .* h = 2: /,
  );
  await expect(longer.locator('.sentence')).toHaveText(
    /^Trained on lists of 8, 2 heads, .* of a head’s attention .*\.$/,
  );
  await longer.getByText('Values as a table').click();
  const rows = longer.locator('chart-table tbody tr');
  await expect(rows.locator('th, td').first()).toHaveText('8');
  await expect(rows).toHaveCount(4);
  // At the length that it was trained on, the error is the known one.
  const error = (await text(rows.first().locator('td').nth(2))).split(' ± ')[0];
  const known = await page.evaluate(async () => /** @type {any} */ (window).lab.trained(1).then((run) => run.error()));
  expect(Math.abs(numberOf(error) / known - 1)).toBeLessThan(0.01);
  // Another number of heads is another sentence about the same chart.
  await heads(page).getByLabel('Run').selectOption('1 head');
  await expect(longer.locator('.sentence')).toHaveText(/^Trained on lists of 8, 1 head errs /);
  // All pictures of the inspector can be exported.
  const kinds = await heads(page).evaluate((view) => /** @type {any} */ (view).pictures.map(({ kind }) => kind));
  expect(kinds).toEqual(['attention', 'specialisation', 'scatter', 'other-lengths']);
  // What is trained again has to be measured again.
  await page.evaluate(async () => {
    const { lab, view } = /** @type {any} */ (window);
    view.isBusy = true;
    for await (const { runs } of lab.run(view.experiment)) view.runs = runs;
    view.isBusy = false;
  });
  await expect(button(page, 'Measure longer lists')).toBeVisible();
});

test('a memoriser is not asked about other lengths', async ({ page }) => {
  const grid = { form: 'memoriser', h: [1], T: [8], N: [8] };
  await inspect(page, { ...toy, grid, recipe: { ...toy.recipe, steps: 5 } });
  await expect(heads(page).locator('#scatter')).toBeVisible();
  await expect(button(page, 'Measure longer lists')).toHaveCount(0);
});
