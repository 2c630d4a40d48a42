// The Share dialog: each snippet is used as it was written, in a page of another origin, and trains the experiment
// that was set. The cells of notebooks are run in tests/hosts.
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { test as plain } from '@playwright/test';
import { test as crossOrigin, htmlOf, serveDist } from './hosts.js';
import { button, downloaded, expect, test } from './page-fixture.js';

const QUICK = 'v=1&D=2&h=1,2&T=4&N=6&steps=300&trainSequences=200&validationSequences=100';

/** @param {import('@playwright/test').Page} page @param {string} [place]  where the page is @param {string} [query] */
async function openShare(page, place = '', query = QUICK) {
  await page.goto(`${place}?${query}`);
  await button(page, 'Share').click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await expect(page.locator('#share-link')).toHaveValue(new RegExp(`\\?${query}$`));
}

/** The boxes of one choice. @param {import('@playwright/test').Page} page @param {string} legend */
const choice = (page, legend) => page.getByRole('group', { name: legend });

test('the preview follows the choice, and so do the snippets', async ({ page }) => {
  await openShare(page);
  const preview = page.locator('headcount-share head-count');
  await expect(preview.locator('chart-canvas#transition[drawn]')).toBeVisible();
  // One view there is always.
  await expect(choice(page, 'Views').getByLabel('Cliff')).toBeDisabled();
  await choice(page, 'Views').getByLabel('Table').check();
  await choice(page, 'Views').getByLabel('Cliff').uncheck();
  await expect(preview.locator('headcount-table')).toBeVisible();
  await expect(choice(page, 'Views, of which Table is open')).toBeVisible();
  await page.getByLabel('result in words').uncheck();
  await expect(preview.locator('.answer')).toHaveCount(0);
  await expect(page.locator('#share-element')).toHaveValue(
    /<head-count preset="few" targets="2" heads="1,2" length="4" width="6" steps="300" train-sequences="200" validation-sequences="100" view="table" hide="lead,answer">/,
  );
  // What a reader sees where the script may not load.
  await expect(page.locator('#share-element')).toHaveValue(
    /><a href="http[^"]*\?v=1&amp;[^"]*">Open in Headcount<\/a><\/head-count>$/,
  );
  await expect(page.locator('#share-frame')).toHaveValue(/&amp;view=table&amp;hide=lead%2Canswer"/);
  await expect(page.locator('#share-notebook')).toHaveValue(
    /^%pip install -q \S+\.whl\n[^%]*^widget = Headcount\("v=1&.*", view="table", hide="lead,answer"\)$/m,
  );
  // marimo has no %pip.
  await expect(page.locator('#share-marimo')).toHaveValue(
    /^[^%]*pip install \S+\.whl\n[^%]*^widget = marimo\.ui\.anywidget\(Headcount\("v=1&.*", view="table", hide="lead,answer"\)\)$/m,
  );
  await expect(page.locator('#share-link')).toHaveValue(new RegExp(`/some/where/\\?${QUICK.replaceAll('?', '\\?')}$`));
  await button(page, 'Close').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('several views and controls are written, and of a preset its name', async ({ page }) => {
  await openShare(page, '', 'v=1&D=3&h=1,2,3,4');
  const preview = page.locator('headcount-share head-count');
  await choice(page, 'Views').getByLabel('Machines').check();
  for (const control of ['heads', 'targets']) await choice(page, 'What readers may change').getByLabel(control).check();
  await choice(page, 'Shown with it').getByLabel('explanation').check();
  await expect(page.locator('#share-element')).toHaveValue(
    /<head-count preset="three" view="cliff,machine" controls="targets,heads">/,
  );
  await expect(page.locator('#share-frame')).toHaveValue(
    /\/embed\.html\?v=1&amp;D=3&amp;h=1,2,3,4&amp;view=cliff%2Cmachine&amp;controls=targets%2Cheads"/,
  );
  await expect(page.locator('#share-notebook')).toHaveValue(
    /Headcount\("v=1&D=3&h=1,2,3,4", view="cliff,machine", controls="targets,heads"\)/,
  );
  await expect(preview.locator('headcount-strip label')).toHaveCount(2);
  await preview.getByRole('button', { name: 'Machines' }).click();
  await expect(preview.locator('#machine-enough[drawn]')).toBeVisible();
  // The buttons of the views can be left out.
  await choice(page, 'Shown with it').getByLabel('buttons of the views').uncheck();
  await expect(preview.getByRole('button', { name: 'Machines' })).toHaveCount(0);
  await expect(page.locator('#share-element')).toHaveValue(/hide="tabs"/);
});

test('opened before the page knows its experiment, it writes it as soon as it is there', async ({ page }) => {
  /** @type {() => void} */
  let go = () => {};
  const held = new Promise((resolve) => {
    go = () => resolve(undefined);
  });
  await page.route('**/page_bg*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`?${QUICK}`);
  await button(page, 'Share').click();
  await expect(page.locator('#share-link')).toHaveValue(/\?$/);
  go();
  await expect(page.locator('#share-link')).toHaveValue(new RegExp(`\\?${QUICK}$`));
  await expect(page.locator('#share-element')).toHaveValue(/<head-count preset="few" targets="2"/);
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

// Of a host with CORS, as the fixture's is not: what a frame with a sandbox and an element elsewhere ask for.
for (const [what, snippet] of /** @type {const} */ ([
  ['frame, with its sandbox', '#share-frame'],
  ['element', '#share-element'],
]))
  crossOrigin(
    `the ${what}, pasted as it is into a page of another origin, trains the experiment`,
    async ({ page, dist, host, wrong }) => {
      await openShare(page, `${dist}/`);
      await choice(page, 'Views').getByLabel('Table').check();
      for (const control of ['targets', 'length', 'heads'])
        await choice(page, 'What readers may change').getByLabel(control).check();
      const pasted = await page.locator(snippet).inputValue();
      expect(pasted).toContain(dist);
      const origin = await host({ 'notes.html': htmlOf(pasted) });
      expect(origin).not.toBe(new URL(dist).origin);
      await page.goto(`${origin}/notes.html`);
      const isFrame = snippet === '#share-frame';
      if (isFrame) await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-popups');
      const place = isFrame ? page.frameLocator('iframe') : page;
      await place.getByRole('button', { name: 'Train', exact: true }).click();
      await expect(place.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
      await expect(place.locator('.progress')).toContainText('600 of 600 steps');
      await expect(place.locator('headcount-strip label')).toHaveCount(3);
      await place.getByRole('button', { name: 'Table' }).click();
      await expect(place.locator('td.nmse').first()).toHaveText(/\d/);
      expect(wrong).toEqual([]);
    },
  );

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
