// The page over plain http on a host that is not localhost: no secure context, so the browser withholds
// crypto.randomUUID, Web Locks, WebGPU, the clipboard and the wake lock. dist/ works on any static host.
import { button, engineName, expect, tab, test } from './page-fixture.js';
import { storedStep } from './storage-fixture.js';

const HOST = 'headcount.test';
const LONG = 'v=1&h=1,2&T=8&N=8&steps=12000&trainSequences=500&validationSequences=200&curvePoints=8&seeds=3';

test.use({
  baseURL: async ({ baseURL }, use) => use(String(baseURL).replace('127.0.0.1', HOST)),
  // A name that only this browser knows.
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] }),
});

test('it opens, trains, goes on after a reload and copies its link', async ({ page }) => {
  await page.goto(`?${LONG}`);
  await expect(engineName(page)).toHaveText(/^CPU/);
  await expect(page.locator('section.engine')).toContainText('The CPU, because');
  // What is missing here, or the test would prove nothing.
  expect(
    await page.evaluate(() =>
      [
        isSecureContext,
        /** @type {any} */ (crypto).randomUUID,
        navigator.locks,
        navigator.gpu,
        navigator.clipboard,
        navigator.wakeLock,
      ].map(Boolean),
    ),
  ).toEqual([false, false, false, false, false, false]);

  await button(page, 'Train').click();
  await expect.poll(() => storedStep(page), { timeout: 60_000 }).toBeGreaterThan(500);
  await page.reload();
  await button(page, 'Go on with it').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
  await tab(page, 'Table').click();
  await expect(page.locator('tbody tr td.nmse')).toHaveText([/\d/, /\d/]);

  await button(page, 'Export').click();
  await button(page, 'Copy link').click();
  await expect(page.locator('.menu [role=status]')).toHaveText('Copy link: done.');
  // What was copied can be pasted.
  const pasted = await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    document.body.prepend(field);
    field.focus();
    return location.href;
  });
  await page.keyboard.press('Control+V');
  await expect(page.locator('#pasted')).toHaveValue(pasted);
});

test('where the browser copies nothing at all, that is said', async ({ page }) => {
  await page.addInitScript(() => {
    document.execCommand = () => false;
  });
  await page.goto(`?${LONG}`);
  await button(page, 'Export').click();
  await button(page, 'Copy link').click();
  await expect(page.locator('.menu [role=status]')).toHaveText(
    'The browser lets only pages from https or localhost copy.',
  );
});
