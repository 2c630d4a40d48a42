// What is on the screen before any wasm is there, and what that takes. How long it takes is not asserted: a loaded
// machine is no defect of the page.
import { brotliCompressSync } from 'node:zlib';
import { FIRST_PICTURE } from '../scripts/sizes.mjs';
import { drawn, expect, FOUR_TARGETS, holdWasm, test } from './page-fixture.js';

test('the idea is on the screen before the wasm: headline, machines and cliff, drawn beforehand', async ({ page }) => {
  const release = await holdWasm(page);
  await page.goto('');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One head cannot look at two places.');
  const pictures = page.locator('chart-canvas img');
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((/** @type {HTMLImageElement} */ image) => image.complete && image.naturalWidth))
      .toBe(420);
  await expect(page.locator('chart-canvas[drawn]')).toHaveCount(0);
  release();
  for (const id of ['machine-fewer', 'transition', 'machine-enough']) await drawn(page, id);
  for (const picture of await pictures.all()) await expect(picture).toBeHidden();
});

test('what the first paint takes is asked for before any wasm, and is no more than its budget', async ({ page }) => {
  let release = () => {};
  const held = new Promise((go) => {
    release = () => go(undefined);
  });
  await page.route(/\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  /** @type {string[]} in their order */
  const asked = [];
  /** @type {import('@playwright/test').Request[]} */
  const arrived = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('requestfinished', (request) => arrived.push(request));
  await page.goto('');
  const pictures = page.locator('chart-canvas img');
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((/** @type {HTMLImageElement} */ image) => image.complete)).toBe(true);
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
  await expect.poll(() => asked.some((url) => url.endsWith('.wasm'))).toBe(true);
  const firstWasm = asked.findIndex((url) => url.endsWith('.wasm'));
  const needed = [...arrived];
  // The page, its code, its pictures and nothing of what comes later.
  expect(needed.filter((request) => request.url().endsWith('.svg'))).toHaveLength(3);
  for (const request of needed) {
    expect(request.url()).toMatch(/\/$|\.(js|css|svg)$/);
    expect(asked.indexOf(request.url()), request.url()).toBeLessThan(firstWasm);
  }
  const bodies = await Promise.all(needed.map(async (request) => (await request.response())?.body()));
  const size = bodies.reduce((sum, body) => sum + (body ? brotliCompressSync(body).length : 0), 0);
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(FIRST_PICTURE);
  release();
  await drawn(page, 'transition');
});

test('a link does not show the opening’s pictures while it loads', async ({ page }) => {
  await page.route(/page_bg.*\.wasm$/, async (route) => {
    await new Promise((go) => setTimeout(go, 1500));
    await route.continue();
  });
  await page.goto(FOUR_TARGETS, { waitUntil: 'load' });
  await expect(page.getByRole('tab', { name: 'Cliff' })).toBeVisible();
  await expect(page.locator('chart-canvas img')).toHaveCount(0);
  await drawn(page, 'transition');
  await expect(page.locator('chart-canvas img')).toHaveCount(0);
});
