// The papers' experiments on the page: each opens with what was recorded, from the list and from a link, and trains at
// its quick size.
import { button, engineName, expect, numberOf, openTable, tab, test } from './page-fixture.js';

const list = (page) => page.locator('headcount-reproductions');
/** The experiments of one entry. */
const variants = (page, title) => list(page).getByRole('group', { name: title }).getByRole('button');

/** Opens one from the list, and waits for its recorded outcomes: the answer under the headline tells of them. */
async function open(page, title, variant) {
  await tab(page, 'The paper').click();
  await list(page).getByRole('group', { name: title }).getByRole('button', { name: variant, exact: true }).click();
  await expect(page.locator('h1')).toHaveText(title);
}

test('every experiment on record opens, shows what was recorded, and comes back from its link', async ({ page }) => {
  await page.goto('#paper');
  await expect(engineName(page)).toBeVisible();
  const titles = await list(page).locator('h3').allTextContents();
  expect(titles.length).toBeGreaterThan(2);
  for (const title of titles) {
    await tab(page, 'The paper').click();
    for (const variant of await variants(page, title).allTextContents()) {
      await open(page, title, variant);
      await openTable(page);
      const shown = await page.locator('td.nmse').allTextContents();
      expect(shown.map(numberOf).filter(Number.isFinite).length, `${title}: ${variant}`).toBeGreaterThan(1);
    }
  }
  // The last one again, by its address alone.
  const before = await page.locator('td.nmse').allTextContents();
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.locator('h1')).toHaveText(String(titles.at(-1)));
  await openTable(page);
  expect(await page.locator('td.nmse').allTextContents()).toEqual(before);
});

test('one of them trains at its quick size, beside what was recorded, and its file is the full size', async ({
  page,
}) => {
  await page.goto('#paper');
  await expect(engineName(page)).toBeVisible();
  await open(page, 'Too many heads (paper 2)', 'Points of 8 numbers');
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 90_000 });
  await openTable(page);
  await expect(page.locator('tr td.nmse')).toHaveCount(4);
  await tab(page, 'The paper').click();
  await expect(list(page).locator('.full')).toContainText('12 Transformers');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list(page).getByRole('button', { name: 'its experiment as a file' }).click(),
  ]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const { recipe, seeds } = JSON.parse(Buffer.concat(chunks).toString());
  expect({ steps: recipe.steps, seeds }).toEqual({ steps: 20_000, seeds: [0, 1, 2] });
  expect(download.suggestedFilename()).toBe('rank-d-8.json');
});
