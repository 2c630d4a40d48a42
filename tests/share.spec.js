// The Share dialog: each snippet is used as it was written, in a page of another origin, and trains the experiment
// that was set. The cell of a notebook is run in tests/hosts.
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { test as plain } from '@playwright/test';
import { htmlOf, serveDist, servePages } from './hosts.js';
import { button, downloaded, engineName, expect, test } from './page-fixture.js';

const QUICK = 'v=1&D=2&h=1,2&T=4&N=6&steps=300&trainSequences=200&validationSequences=100';

/** @param {import('@playwright/test').Page} page */
async function openShare(page) {
  await page.goto(`?${QUICK}`);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Share').click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
}

test('the preview follows the choice, and so do the snippets', async ({ page }) => {
  await openShare(page);
  const preview = page.locator('headcount-share head-count');
  await expect(preview.locator('chart-canvas#transition[drawn]')).toBeVisible();
  await page.locator('headcount-share select').selectOption('table');
  await expect(preview.locator('headcount-table')).toBeVisible();
  await page.getByLabel('result in words').uncheck();
  await expect(preview.locator('.answer')).toHaveCount(0);
  await expect(page.locator('#share-element')).toHaveValue(/view="table" hide="lead,answer"/);
  // What a reader sees where the script may not load.
  await expect(page.locator('#share-element')).toHaveValue(
    /><a href="http[^"]*\?v=1&amp;[^"]*">Open in Headcount<\/a><\/head-count>$/,
  );
  await expect(page.locator('#share-frame')).toHaveValue(/&amp;view=table&amp;hide=lead%2Canswer"/);
  await expect(page.locator('#share-notebook')).toHaveValue(
    /^widget = Headcount\("v=1&.*", view="table", hide="lead,answer"\)$/m,
  );
  await expect(page.locator('#share-link')).toHaveValue(new RegExp(`/some/where/\\?${QUICK.replaceAll('?', '\\?')}$`));
  await button(page, 'Close').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the one file has the experiment inside, and trains it from file://', async ({ page, browser }, info) => {
  await openShare(page);
  const { name, bytes } = await downloaded(page, () => button(page, 'Save as one file').click());
  expect(name).toBe('headcount.html');
  const file = info.outputPath(name);
  await writeFile(file, bytes);
  const other = await browser.newPage();
  await other.goto(pathToFileURL(file).href);
  await other.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await expect(other.locator('.progress')).toContainText('600 of 600 steps');
  await other.close();
});

test('the frame, pasted into another page, trains the experiment', async ({ page, browser }) => {
  await openShare(page);
  const snippet = await page.locator('#share-frame').inputValue();
  // The host of this test sends no CORS, which a sandboxed frame asks for: without the sandbox it needs none.
  const host = await servePages({ 'notes.html': htmlOf(snippet.replace(/ sandbox="[^"]*"/, '')) });
  const other = await browser.newPage();
  await other.goto(`${host.origin}/notes.html`);
  const frame = other.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(frame.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await expect(frame.locator('.progress')).toContainText('600 of 600 steps');
  await other.close();
  await host.close();
});

test('the element, pasted into another page, trains the experiment', async ({ page, browser, baseURL }) => {
  await openShare(page);
  const snippet = await page.locator('#share-element').inputValue();
  const other = await browser.newPage();
  // Of the same host, which sends no CORS; across origins elements are tested in embed.spec.js.
  await other.route('**/notes.html', (route) => route.fulfill({ contentType: 'text/html', body: htmlOf(snippet) }));
  await other.goto(`${baseURL}notes.html`);
  await other.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await expect(other.locator('.progress')).toContainText('600 of 600 steps');
  await other.close();
});

// Of another host than the one that the fixture allows.
for (const hasCors of [true, false])
  plain(
    `what keeps the lines from working elsewhere is said: a host ${hasCors ? 'with' : 'without'} CORS`,
    async ({ page }) => {
      const host = await serveDist({ hasCors });
      await page.goto(`${host.origin}/headcount/?${QUICK}`);
      await button(page, 'Share').click();
      const said = page.locator('headcount-share .obstacle');
      await expect(said.first()).toContainText('served by your own machine');
      await expect(said.filter({ hasText: 'Access-Control-Allow-Origin' })).toHaveCount(hasCors ? 0 : 1);
      await host.close();
    },
  );
