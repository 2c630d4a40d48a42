// The page as an app: it opens and trains without a network after one visit, a newer version is offered and never
// mixed with the older one, and one that is incomplete is never taken.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { button, drawn, engineName, openTable, tab } from './page-fixture.js';
import { assetOf, makeVersion, removeVersions, serveVersions } from './versions.js';

const QUICK = 'v=1&h=1,2&T=8&N=8&steps=60&trainSequences=500&validationSequences=200&curvePoints=4&seeds=3';

test.use({ serviceWorkers: 'allow' });

/** @type {Record<'one' | 'two', string>} */
const versions = { one: '', two: '' };
test.beforeAll(() => {
  versions.one = makeVersion('one');
  versions.two = makeVersion('two');
});
test.afterAll(() => removeVersions(Object.values(versions)));

/** @type {Awaited<ReturnType<typeof serveVersions>>} */
let host;
test.beforeEach(async () => {
  host = await serveVersions(versions.one);
});
test.afterEach(() => host.close());

/** Opens the page, and waits until the browser keeps it. @param {import('@playwright/test').Page} page @param {string} [query] */
async function visit(page, query = '') {
  await page.goto(`${host.origin}${query}`);
  await expect(engineName(page)).toBeAttached({ timeout: 30_000 });
  // Resolves when one is active: all files are there.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
}

const offer = (/** @type {import('@playwright/test').Page} */ page) =>
  page.getByRole('status').filter({ hasText: 'A new version of this page is there.' });
/** Files of the page that is open, by the version in their names. @param {import('@playwright/test').Page} page */
const loaded = async (page) => {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return ['one', 'two'].filter((version) => names.some((name) => new RegExp(`-${version}\\.\\w+$`).test(name)));
};
/** How many versions the browser keeps. @param {import('@playwright/test').Page} page */
const kept = (page) => page.evaluate(async () => (await caches.keys()).length);
/** Has the browser look for a newer version, and wait for what comes of it. @param {import('@playwright/test').Page} page */
const lookForNewer = (page) =>
  page.evaluate(async () => {
    const registration = /** @type {ServiceWorkerRegistration} */ (await navigator.serviceWorker.getRegistration());
    await registration.update();
    const { installing } = registration;
    if (installing?.state !== 'installing') return installing?.state ?? registration.waiting?.state ?? 'none';
    return new Promise((done) => installing.addEventListener('statechange', () => done(installing.state)));
  });

test('after one visit it opens without a network, shows what was recorded, and trains', async ({ page }) => {
  await visit(page);
  await host.close();
  await page.goto(host.origin);
  await drawn(page, 'transition');
  await expect(page.locator('headcount-playground')).toContainText('recorded');
  await page.goto(`${host.origin}?${QUICK}#table`);
  await expect(engineName(page)).toHaveText(/^CPU/);
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await openTable(page);
  await expect(page.locator('td.nmse')).toHaveText([/\d/, /\d/]);
  // Views that were never opened, and the lessons.
  await tab(page, 'Heads').click();
  await expect(page.locator('headcount-heads .figure')).toBeVisible();
  await page.getByRole('link', { name: 'Lessons' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${host.origin}lessons/the-cliff.html`);
  await expect(page.locator('head-count headcount-embedded .panel').first()).toBeVisible();
});

test('what is kept is asked of the host once, and the WebGPU engine not at all', async ({ page }) => {
  await visit(page);
  expect(host.asked.filter((name) => name.includes('worker-webgpu'))).toEqual([]);
  host.asked.length = 0;
  await page.goto(`${host.origin}?${QUICK}`);
  await expect(engineName(page)).toBeAttached();
  expect(host.asked.filter((name) => name !== 'service-worker.js' && name !== 'favicon.ico')).toEqual([]);
});

test('a newer version is offered; taken, no file of the older one is used, and a training goes on', async ({
  page,
}) => {
  await visit(page);
  await page.goto(`${host.origin}?${QUICK.replace('steps=60', 'steps=20000')}`);
  await button(page, 'Train').click();
  await expect(page.locator('.progress')).toContainText(/[1-9]\d* of/);
  host.folder = versions.two;
  await expect(offer(page)).toHaveCount(0);
  expect(await lookForNewer(page)).toBe('installed');
  await expect(offer(page)).toHaveCount(1);
  // Until it is taken nothing has changed, also for a tab that is opened now.
  const other = await page.context().newPage();
  await other.goto(host.origin);
  await expect(engineName(other)).toBeAttached();
  expect(await loaded(other)).toEqual(['one']);
  await other.close();
  expect(await loaded(page)).toEqual(['one']);
  host.asked.length = 0;
  await button(page, 'Load it').click();
  await expect(button(page, 'Go on with it')).toBeVisible({ timeout: 30_000 });
  await expect(offer(page)).toHaveCount(0);
  expect(await loaded(page)).toEqual(['two']);
  expect(host.asked.filter((name) => name.includes('-one.'))).toEqual([]);
  await button(page, 'Go on with it').click();
  await expect(button(page, 'Pause')).toBeVisible();
  expect(await loaded(page)).toEqual(['two']);
  await expect.poll(() => kept(page)).toBe(1);
});

test('a tab of the older version still has its own files when another tab has taken the newer one', async ({
  page,
}) => {
  await visit(page);
  await page.goto(`${host.origin}?${QUICK}`);
  await expect(engineName(page)).toBeAttached();
  const other = await page.context().newPage();
  await other.goto(host.origin);
  await expect(engineName(other)).toBeAttached();
  host.folder = versions.two;
  expect(await lookForNewer(other)).toBe('installed');
  await button(other, 'Load it').click();
  await expect.poll(() => loaded(other).catch(() => []), { timeout: 30_000 }).toEqual(['two']);
  // What this tab has not loaded yet is gone from the host.
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  expect(await page.evaluate((url) => fetch(url).then(({ ok }) => ok), assetOf(versions.one, 'export-view'))).toBe(
    true,
  );
  expect(await loaded(page)).toEqual(['one']);
});

for (const [what, fault] of /** @type {const} */ ([
  ['a file of it is missing', 'missing'],
  ['a file of it arrives cut off', 'damaged'],
])) {
  test(`a newer version is not taken where ${what}`, async ({ page }) => {
    await visit(page);
    await page.reload();
    await expect(engineName(page)).toBeAttached();
    host.folder = versions.two;
    host[fault] = assetOf(versions.two, 'worker-cpu_bg');
    expect(await lookForNewer(page)).toBe('redundant');
    await expect(offer(page)).toHaveCount(0);
    expect(await kept(page)).toBe(1);
    await page.goto(`${host.origin}?${QUICK}`);
    await button(page, 'Train').click();
    await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
    expect(await loaded(page)).toEqual(['one']);
  });
}

test('a frame of the page registers nothing', async ({ page }) => {
  writeFileSync(join(versions.one, 'notes.html'), '<!doctype html><title>notes</title><iframe src="./"></iframe>');
  await page.goto(`${host.origin}notes.html`);
  await expect(engineName(page.frameLocator('iframe'))).toBeAttached({ timeout: 30_000 });
  await page.waitForTimeout(6000);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('the manifest is one that browsers install', async ({ page }) => {
  await page.goto(host.origin);
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
  const client = await page.context().newCDPSession(page);
  const { errors, data } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons, start_url, display } = JSON.parse(String(data));
  expect([start_url, display]).toEqual(['./', 'standalone']);
  for (const { src, sizes, type } of icons) {
    const bytes = readFileSync(join(versions.one, src));
    if (type !== 'image/png') continue;
    // Width and height in the header of a PNG.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  expect(icons.map((/** @type {{ sizes: string }} */ { sizes }) => sizes)).toEqual(
    expect.arrayContaining(['any', '192x192', '512x512']),
  );
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // A window of its own is not offered in a browser without a profile.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
