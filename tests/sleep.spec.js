// Pages that nobody looks at: hidden, frozen, asleep, left and come back to. A training goes on, and
// what the page says about its time stays sane.
import { button, expect, test } from './page-fixture.js';

const LONG = 'v=1&h=1,2&T=8&N=8&steps=200000&trainSequences=500&validationSequences=200&curvePoints=8&seeds=2';

const numbers = (page) => page.locator('.progress .numbers span');
const step = (page) => page.getByRole('progressbar').evaluate((/** @type {HTMLProgressElement} */ { value }) => value);
const isMoving = async (page) => {
  const before = await step(page);
  await expect.poll(() => step(page), { timeout: 30_000 }).toBeGreaterThan(before);
};

/** All that the page says about the time left during the next seconds. @param {import('@playwright/test').Page} page */
const timesLeft = (page) =>
  numbers(page)
    .nth(2)
    .evaluate(async (element) => {
      const said = new Set();
      for (let look = 0; look < 60; look += 1) {
        said.add(element.textContent);
        await new Promise((go) => setTimeout(go, 50));
      }
      return [...said];
    });

/** 400 000 steps at some thousand a second. Had the lost time counted, it would be hours, or many minutes. */
const SANE = /^(|\d+ s left|[1-9] min( \d+ s)? left)$/;

/** It is said again, and sane whenever it is. @param {import('@playwright/test').Page} page */
async function expectSaneTimes(page) {
  await expect(numbers(page).nth(2)).toHaveText(/ left$/, { timeout: 30_000 });
  for (const left of await timesLeft(page)) expect(left).toMatch(SANE);
}

test('a page that was frozen for a while goes on, and its speed and time left are those of now', {
  tag: '@alone',
}, async ({ page }) => {
  await page.goto(`?${LONG}`);
  await button(page, 'Train').click();
  await expect(numbers(page).nth(1)).toContainText('steps/s', { timeout: 30_000 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((go) => setTimeout(go, 15_000));
  await browser.send('Page.setWebLifecycleState', { state: 'active' });
  for (const left of await timesLeft(page)) expect(left).toMatch(SANE);
  await expectSaneTimes(page);
  await isMoving(page);
  await expect(page.locator('.faults')).toHaveCount(0);
});

test('a machine that slept: the clocks jump by eight hours, and nothing is taken for a hang', {
  tag: '@alone',
}, async ({ page }) => {
  // What a page sees of sleep is a clock that jumped between two of its timers.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    let slept = 0;
    performance.now = () => now() + slept;
    Object.assign(globalThis, {
      sleep: (seconds) => {
        slept += seconds * 1000;
      },
    });
  });
  await page.goto(`?${LONG}`);
  await button(page, 'Train').click();
  await expect(numbers(page).nth(1)).toContainText('steps/s', { timeout: 30_000 });
  await page.evaluate(() => /** @type {any} */ (globalThis).sleep(8 * 3600));
  for (const left of await timesLeft(page)) expect(left).toMatch(SANE);
  await expectSaneTimes(page);
  await isMoving(page);
  await expect(page.locator('.faults')).toHaveCount(0);
});

test('a page that is left and come back to offers to go on', { tag: '@alone' }, async ({ page }) => {
  await page.goto(`?${LONG}`);
  await button(page, 'Train').click();
  await expect(numbers(page).nth(1)).toContainText('steps/s', { timeout: 30_000 });
  await page.waitForTimeout(3000);
  await page.goto('about:blank');
  await page.goBack();
  await button(page, 'Go on with it').click();
  await isMoving(page);
  expect(await step(page)).toBeGreaterThan(1000);
  await expect(page.locator('.faults')).toHaveCount(0);
});
