// What charts say to those who do not see them: a name, a summary with the numbers, and all values
// as a table. The words are the wasm's; here they are held against what the page shows elsewhere.
import { button, drawn, expect, FOUR_TARGETS, openTable, tab, test, trained } from './page-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8,16&steps=40&trainSequences=500&validationSequences=200&curvePoints=4';

const canvas = (page, id) => page.locator(`#${id} canvas`).first();
const values = (page, id) => page.locator('figure', { has: page.locator(`#${id}`) }).locator('chart-table');

/** The cells of a chart's table, row by row, opened first. */
async function table(page, id) {
  await values(page, id).getByText('Values as a table').click();
  await values(page, id).locator('tbody tr').first().waitFor();
  return values(page, id)
    .locator('table')
    .evaluate((/** @type {HTMLTableElement} */ of) =>
      [...of.rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? '')),
    );
}

/** "0.0712" as "7.12e-2" is written, to compare numbers and not their notation. */
const number = (text) =>
  Number(
    text
      .replace(/ × 10/, 'e')
      .replace('⁻', '-')
      .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit))),
  );

test('charts of results tell their numbers, which are those of the table of runs', async ({ page }) => {
  await trained(page, QUICK);
  await openTable(page);
  const errors = (await page.locator('td.nmse').allTextContents()).map(number);
  expect(errors).toHaveLength(4);

  await tab(page, 'Cliff').click();
  await drawn(page, 'transition');
  await expect(canvas(page, 'transition')).toHaveAccessibleName('Error against number of heads');
  await expect(canvas(page, 'transition')).toHaveAccessibleDescription(
    /^The line at D = 4 marks where enough heads begin\. N = 8: \S+ at h = 1, \S+ at h = 2\. N = 16: .*Arrow keys walk through the values\. Enter chooses one\.$/,
  );
  const [head, ...rows] = await table(page, 'transition');
  expect(head).toEqual(['heads h', 'N = 8', 'N = 16']);
  expect(
    rows
      .flatMap((row) => row.slice(1))
      .map(number)
      .toSorted(),
  ).toEqual(errors.toSorted());
  await expect(canvas(page, 'learning')).toHaveAccessibleDescription(
    /Training takes 40 steps\. h = 1, N = 8: from \S+ to \S+ at step 40\./,
  );

  await tab(page, 'Learning').click();
  const curves = await table(page, 'learning');
  expect(curves[0]).toEqual(['training step', 'h = 1, N = 8', 'h = 2, N = 8', 'h = 1, N = 16', 'h = 2, N = 16']);
  expect(curves.at(-1)?.[0]).toBe('40');
  expect(curves.at(-1)?.slice(1).map(number).toSorted()).toEqual(errors.toSorted());

  await tab(page, 'Width').click();
  await drawn(page, 'width');
  await expect(canvas(page, 'width')).toHaveAccessibleDescription(
    /^h = 1: \S+ at N = 8, \S+ at N = 16\. The fitted slope /,
  );
  const [, ...widths] = await table(page, 'width');
  expect(
    widths
      .flatMap((row) => row.slice(1))
      .map(number)
      .toSorted(),
  ).toEqual(errors.toSorted());

  await tab(page, 'Heads').click();
  await drawn(page, 'scatter');
  await expect(canvas(page, 'scatter')).toHaveAccessibleDescription(
    /^200 predictions\. The truth goes from \S+ to \S+\. Predictions are off by \S+ \(root mean square\), at most by \S+\. /,
  );
  await page.locator('headcount-heads chart-table').getByText('Values as a table').click();
  await expect(page.locator('headcount-heads chart-table tbody tr')).toHaveCount(200);
  // Its points can be pointed at, as those of other charts.
  await canvas(page, 'scatter').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#scatter [role=status]')).toHaveText(/^truth \S+, prediction \S+$/);
});

test('charts of theory tell what stands at the sliders, and have tables of their own', async ({ page }) => {
  await page.goto(`${FOUR_TARGETS}#theory`);
  await drawn(page, 'theory-map');
  await drawn(page, 'needed');
  await expect(canvas(page, 'theory-map')).toHaveAccessibleDescription(
    /^At h = 3 and T = 16: k = −1\.071, vacuous here.* Of 48 combinations of heads and length, 24 have enough heads, /,
  );
  const map = await table(page, 'theory-map');
  expect(map[0]).toEqual([
    'length T',
    'k at h = 1',
    'k at h = 2',
    'k at h = 3',
    'k at h = 4',
    'k at h = 5',
    'k at h = 6',
  ]);
  expect(map.find(([length]) => length === '128')?.slice(1, 5)).toEqual([
    '1.80',
    '0.42',
    '−0.07, vacuous',
    'enough heads',
  ]);

  await expect(canvas(page, 'soft-minimum')).toHaveAccessibleDescription(
    /^At β = 10\.0: here \S+ above the true minimum, the bound allows 0\.55\. /,
  );
  const soft = await table(page, 'soft-minimum');
  expect(soft.length).toBeGreaterThan(10);
  await expect(canvas(page, 'needed')).toHaveAccessibleDescription(
    /^h = 4, smooth: 1\/ε² suffices, .* It binds from T = 137\. /,
  );
  const needed = await table(page, 'needed');
  expect(needed.find(([allowed]) => allowed === '0.10')).toEqual(['0.10', '100', '1.0 × 10⁴']);

  // Words follow the sliders.
  await page.getByLabel(/^Sharpness/).fill('50');
  await expect(canvas(page, 'soft-minimum')).toHaveAccessibleDescription(/^At β = 50\.0: /);
});

test('both cliffs are told, each with the error that it has', async ({ page }) => {
  await page.goto(`${FOUR_TARGETS}#rank`);
  await drawn(page, 'many');
  await expect(canvas(page, 'few')).toHaveAccessibleDescription(/^The line at D = 4 .*recorded: \S+ at h = 1, /);
  await expect(canvas(page, 'many')).toHaveAccessibleDescription(
    /^recorded: \S+ at h = 1, \S+ at h = 2, \S+ at h = 4\. /,
  );
  expect((await table(page, 'many'))[0]).toEqual(['heads h', 'rank of each', 'recorded']);
  // Random heads need no training, are computed a little at a time, and have their own numbers.
  await expect(canvas(page, 'random-heads')).toHaveAccessibleDescription(
    /^One head of full rank errs not at all\. d = 16: \S+ with 1 head, \S+ with 16 heads, .*d = 64: .* 0\.469 with 64 heads, .* 256 heads\. The paper at d = 64: 0\.720 with 1 head, 0\.465 with 64 heads\. /,
  );
  const random = await table(page, 'random-heads');
  expect(random[0]).toEqual(['heads of rank 1', 'd = 16', 'd = 64', 'paper, d = 64']);
  expect(random.find(([heads]) => heads === '64')?.slice(2)).toEqual(['0.469 (0.464 to 0.476)', '0.465']);
  await button(page, 'Too many heads').click();
  await tab(page, 'Learning').click();
  await expect(page.getByRole('heading', { name: 'Error during training (mean squared distance)' })).toBeVisible();
  await button(page, 'Four targets').click();
  await tab(page, 'Learning').click();
  await expect(page.getByRole('heading', { name: 'Error during training (NMSE)' })).toBeVisible();
});
