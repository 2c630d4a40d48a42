// A sweep of 2000 runs on the page, from its file to every view of its results: how long the page's
// thread was held up.
import { heldUpEveryTime } from '../long-tasks.js';
import { button, drawn, engineName, expect, exported, FOUR_TARGETS, tab } from '../page-fixture.js';
import { jsonFile } from './sweep-of-2000.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Opens the page and sets it to an experiment of 2000 runs. @param {Page} page @param {object} experiment */
export async function openWith(page, experiment) {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(jsonFile('sweep.json', experiment));
  await expect(page.locator('.progress')).toContainText(/2\s?000 Transformers/);
}

/** Goes through every view, and waits until each is drawn. @param {Page} page */
async function throughTabs(page) {
  for (const [name, chart] of [
    ['Learning', 'learning'],
    ['Width', 'width'],
    ['Heads', 'scatter'],
    ['Theory', ''],
    ['Too many heads', ''],
    ['Table', ''],
    ['Cliff', 'transition'],
  ]) {
    await tab(page, name).click();
    if (chart) await drawn(page, chart);
    await page.waitForTimeout(300);
  }
}

/** Opens the values of the learning curves, which are more columns than one table has. @param {Page} page */
async function throughValues(page) {
  await tab(page, 'Learning').click();
  const values = page.locator('chart-table');
  await values.getByText('Values as a table').click();
  await expect(values).toContainText('Lines 1 to 20 of 2000');
  await values.getByRole('button', { name: 'Next lines' }).click();
  await expect(values).toContainText('Lines 21 to 40 of 2000');
  await expect(values.locator('thead th')).toHaveCount(21);
  await values.getByText('Values as a table').click();
}

/** To the end of the table and back to its beginning, sorted another way. @param {Page} page */
async function throughTable(page) {
  await tab(page, 'Table').click();
  const scroller = page.getByRole('region', { name: 'Every run' });
  await expect(scroller.locator('tbody tr:not(.space)').first()).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(scroller.locator('[aria-rowindex="2001"]')).toBeVisible();
  await button(page, 'error').click();
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await expect(scroller.locator('[aria-rowindex="2"]')).toBeVisible();
}

/** @param {Page} page */
async function exportAll(page) {
  await tab(page, 'Learning').click();
  for (const name of ['Results as JSON', 'Results as CSV', 'Chart as SVG', 'Chart as PNG']) await exported(page, name);
  await button(page, 'Export').click();
}

/**
 * Trains an experiment of 2000 runs and looks at everything. The page must never be held up.
 *
 * @param {Page} page
 * @param {object} experiment
 */
export async function expectFreePage(page, experiment) {
  const parts = /** @type {const} */ ([
    ['opening it', () => openWith(page, experiment)],
    [
      'training',
      async () => {
        await page.locator('button.primary').click();
        await button(page, 'Pause').waitFor();
        await button(page, 'Train again').waitFor({ timeout: 900_000 });
      },
    ],
    ['every view', () => throughTabs(page)],
    ['values of a chart', () => throughValues(page)],
    ['the table', () => throughTable(page)],
    ['exports', () => exportAll(page)],
    [
      'another training, and the last one to compare with',
      async () => {
        await tab(page, 'Learning').click();
        await page.locator('#recipe-steps').fill('3');
        await page.locator('#recipe-steps').press('Tab');
        await button(page, 'Train again').click();
        await button(page, 'Pause')
          .waitFor({ timeout: 5000 })
          .catch(() => {});
        await button(page, 'Train again').waitFor({ timeout: 900_000 });
      },
    ],
  ]);
  for (const [name, act] of parts) {
    console.log(`${name}:`);
    // All parts are tried, so that one run tells about each.
    // What opens the page is counted from where there is a page to hold up.
    const since = name === 'opening it' ? 'headcount: first chart drawn' : undefined;
    const held = await heldUpEveryTime(page, act, { since });
    expect.soft(held, name).toBe(0);
  }
}
