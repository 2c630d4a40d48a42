// The paper beside us: its table with our numbers, and its values in charts, wherever the reader goes.

import { button, downloaded, drawn, engineName, expect, FOUR_TARGETS, numberOf, tab, test } from './page-fixture.js';
import { lookAtTable, openPaper } from './paper-page.js';

test('the paper’s table stands beside what was recorded: mean, standard error, ratio', async ({ page }) => {
  await openPaper(page);
  await expect(page.locator('headcount-paper h2').first()).toHaveText('Reproduce the paper: table 2');
  const cells = await lookAtTable(page);
  expect(cells).toHaveLength(25);
  // Of the paper's table 2 (arXiv 2510.06662).
  const at = (T, h) => cells.find((cell) => cell.T === T && cell.h === h);
  expect(at(16, 4)).toMatchObject({ paper: 4.36e-5 });
  expect(at(128, 1)).toMatchObject({ paper: 0.145 });
  for (const { ours, error, paper, ratio } of cells) {
    expect(ours).toBeGreaterThan(0);
    expect(error).toBeGreaterThan(0);
    expect(Math.abs(ratio / (ours / paper) - 1)).toBeLessThan(0.06);
  }
  // One chart for each length, and all on one scale.
  for (const T of [8, 16, 32, 64, 128]) await drawn(page, `paper-${T}`);
  await expect(page.locator('headcount-paper figure')).toHaveCount(5);
});

test('the table can be had as a file, with the numbers that it shows', async ({ page }) => {
  await openPaper(page);
  const cells = await lookAtTable(page);
  const { name, bytes } = await downloaded(page, () => button(page, 'This table as CSV').click());
  expect(name).toBe('headcount-beside-the-paper.csv');
  const [head, ...rows] = String(bytes).trim().split('\n');
  expect(head).toBe('T,h,ours,standard error,paper,ratio,runs');
  expect(rows).toHaveLength(cells.length);
  for (const [i, row] of rows.entries()) {
    const [T, h, ours, error, paper] = row.split(',').map(Number);
    expect([T, h, paper]).toEqual([cells[i].T, cells[i].h, cells[i].paper]);
    // The page rounds to three digits.
    for (const [exact, shown] of [
      [ours, cells[i].ours],
      [error, cells[i].error],
    ])
      expect(Math.abs(exact / shown - 1)).toBeLessThan(0.006);
  }
});

test('words about one record stand beside that record alone', async ({ page }) => {
  const words = page.locator('headcount-paper .words');
  // Table 2 as well, but with another record: at right angles, of one length.
  await page.goto(`${FOUR_TARGETS}#paper`);
  await expect(page.locator('headcount-paper')).toContainText('recorded earlier, 2000 steps each, 3 seeds');
  await expect(words).toContainText('Why the curves differ');
  await expect(words).not.toContainText('our 25 runs');
  // Which leads to the other one.
  await words.getByRole('button', { name: 'Open the paper’s table 2' }).click();
  await expect(page.locator('headcount-paper')).toContainText('recorded earlier, 40 000 steps each, 5 seeds');
  await expect(words).toContainText('13 of our 25 runs');
});

test('what is trained here takes the place of what was recorded', async ({ page }) => {
  await page.goto('?directions=gaussian&seed=3&h=1,4&T=8&steps=60&trainSequences=500&validationSequences=200#paper');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('headcount-paper')).toContainText('Filled: trained in this tab');
  // Brief training is what the words are needed for.
  await expect(page.locator('headcount-paper .words')).toContainText('What long training changes');
  await expect(page.locator('headcount-paper .words')).not.toContainText('our 25 runs');
  const cells = await lookAtTable(page);
  expect(cells.map(({ T, h }) => [T, h])).toEqual([
    [8, 1],
    [8, 4],
  ]);
  await tab(page, 'Table').click();
  const errors = page.locator('td.nmse');
  await expect(errors).toHaveCount(2);
  expect((await errors.allTextContents()).map(numberOf)).toEqual(cells.map(({ ours }) => ours));
});

test('where the paper has nothing, its own table is one press away', async ({ page }) => {
  await page.goto('#paper');
  await button(page, 'Open its table 2').click();
  await expect(page.locator('h1')).toHaveText('The paper’s own table, beside ours.');
  await expect(page.locator('headcount-paper tbody').first()).toBeVisible();
});

test('the paper’s values stay over tabs and in links', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await drawn(page, 'transition');
  const box = page.getByRole('checkbox', { name: 'The paper’s values' });
  await box.check();
  await expect(page).toHaveURL(/#transition\+paper$/);
  await tab(page, 'Theory').click();
  await tab(page, 'Cliff').click();
  await expect(box).toBeChecked();
  await page.reload();
  await expect(box).toBeChecked();
  await box.uncheck();
  await expect(page).toHaveURL(/#transition$/);
});

test('whoever shows the paper’s values on the cliff is told why they differ, before training and after', async ({
  page,
}) => {
  await page.goto(`${FOUR_TARGETS}&steps=100#transition`);
  await expect(engineName(page)).toBeVisible();
  const why = page.locator('headcount-transition .why');
  const box = page.getByRole('checkbox', { name: 'The paper’s values' });
  await expect(why).toHaveCount(0);
  await box.check();
  await expect(why).toContainText('13 to 15 times lower with each head up to four');
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(why).toContainText('ours has most of its fall at the fourth head');
  await box.uncheck();
  await expect(why).toHaveCount(0);
  await box.check();
  await why.getByRole('button', { name: 'More beside the paper’s table' }).click();
  await expect(tab(page, 'The paper')).toHaveAttribute('aria-selected', 'true');
  // Another table of the paper has words without the numbers of table 2.
  await page.goto('?E=32&h=1,2,3,4#transition+paper');
  await expect(why).toContainText('The paper does not say how long it trained');
  await expect(why).not.toContainText('13 to 15');
});

test('with two layers the line stands at D/L, and says that this is conjectured', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await button(page, 'Two layers').click();
  await drawn(page, 'transition');
  await button(page, 'Export').click();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Chart as SVG').click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toContain('D/L = 2, conjectured');
});
