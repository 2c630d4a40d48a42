// A tab that is open while another version of the page is published: files of its own version are gone
// from the host, and whatever it has not loaded yet meets a 404.
import { expect, test } from '@playwright/test';
import { button, engineName, openTable, tab } from './page-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8&steps=60&trainSequences=500&validationSequences=200&curvePoints=4&seeds=3';

const said = (page) => page.getByRole('alert').filter({ hasText: 'A new version of this page has been published' });

/**
 * The host of a page. Once another version `isPublished`, and until the page is loaded anew, its HTML names
 * other files, and those of `gone` are not there.
 *
 * @param {import('@playwright/test').Page} page
 * @param {RegExp} gone
 */
async function hostOf(page, gone) {
  const host = { isPublished: false };
  let isOpened = false;
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.isNavigationRequest()) {
      if (isOpened) host.isPublished = false;
      isOpened = true;
    }
    if (!host.isPublished || request.isNavigationRequest()) return route.continue();
    if (gone.test(request.url())) return route.fulfill({ status: 404, body: 'not found' });
    if (!new URL(request.url()).pathname.endsWith('/')) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replace(/index-[\w-]+\.js/, 'index-newer.js') });
  });
  return host;
}

test('it is said, and a reload keeps what was trained', async ({ page }) => {
  const host = await hostOf(page, /\/assets\//);
  await page.goto(`?${QUICK}`);
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible();
  host.isPublished = true;
  await tab(page, 'Heads').click();
  await expect(said(page)).toContainText('Reload to go on: what you trained is kept in this browser.');
  // What is loaded still works.
  await openTable(page);
  await expect(page.locator('td.nmse')).toHaveCount(2);
  const shown = await page.locator('td.nmse').allTextContents();
  await button(page, 'Reload').click();
  await button(page, 'Show them').click();
  await expect(said(page)).toHaveCount(0);
  await openTable(page);
  await expect(page.locator('td.nmse')).toHaveText(shown);
});

for (const [what, gone] of /** @type {const} */ ([
  ['the API', /\/headcount-[^/]+\.js$/],
  ['the engine', /\/worker-cpu_bg-[^/]+\.wasm$/],
  ['the Worker', /\/worker-(?!cpu|webgpu)[^/]+\.js$/],
  ['the glue that the Worker imports', /\/worker-cpu-[^/]+\.js$/],
])) {
  test(`it is said where ${what} is gone, and nothing else was lost`, async ({ page }) => {
    // After the HTML and before the engine.
    const host = await hostOf(page, gone);
    host.isPublished = true;
    await page.goto(`?${QUICK}`);
    await expect(said(page)).toBeVisible({ timeout: 60_000 });
    await button(page, 'Reload').click();
    await expect(engineName(page)).toHaveText(/^CPU/);
    await expect(said(page)).toHaveCount(0);
  });
}

test('a file that only failed once is no new version: it is fetched again', async ({ page }) => {
  await page.goto(`?${QUICK}`);
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible();
  await page.route(/heads-view-/, (route) => route.abort(), { times: 1 });
  await tab(page, 'Heads').click();
  await expect(page.getByRole('alert')).toContainText(
    'This tab could not be loaded: is this computer online? Open it again to try once more.',
  );
  await expect(said(page)).toHaveCount(0);
  await openTable(page);
  await tab(page, 'Heads').click();
  await expect(page.locator('headcount-heads .figure')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
