// Nothing jumps, nothing is wider than the screen, and nothing moves for those who want no motion.
// What moved is the browser's own count, its `layout-shift` entries.

import { presets } from '../www/content/presets.js';
import { button, drawn, engineName, expect, FOUR_TARGETS, TABS, tab, test, trained } from './page-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8,16&steps=40&trainSequences=500&validationSequences=200&curvePoints=4';

/** Counts what moves from now on, also what the reader caused: `[share of the screen, whether it was caused, from → to]`. */
function watch() {
  /** @type {any[]} */
  const shifts = [];
  /** @type {any} */ (window).shifts = shifts;
  const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join();
  new PerformanceObserver((list) =>
    shifts.push(
      ...list
        .getEntries()
        .map((/** @type {any} */ entry) => [
          entry.value,
          entry.hadRecentInput,
          ...entry.sources.map(({ previousRect, currentRect }) => `${at(previousRect)} → ${at(currentRect)}`),
        ]),
    ),
  ).observe({ type: 'layout-shift' });
}

/** Browsers call a tenth of the screen good. This is what the words on two buttons and a number take when they
 * change. */
const ALMOST_NOTHING = 0.002;
/** Their share of the smallest screen. */
const ALMOST_NOTHING_OF_320 = 0.003;

/** @param {import('@playwright/test').Page} page @param {boolean} [byItself]  whether what the reader caused does not count */
async function expectStill(page, byItself = false) {
  const most = (page.viewportSize()?.width ?? 0) > 320 ? ALMOST_NOTHING : ALMOST_NOTHING_OF_320;
  const all = await page.evaluate(() => /** @type {any[]} */ (/** @type {any} */ (window).shifts));
  const shifts = byItself ? all.filter(([, isCaused]) => !isCaused) : all;
  const sum = shifts.reduce((/** @type {number} */ all, [value]) => all + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(most);
}

for (const [screen, width, height] of /** @type {const} */ ([
  ['desktop', 1440, 900],
  ['phone', 390, 844],
])) {
  test.describe(screen, () => {
    test.use({ viewport: { width, height } });

    test(`nothing moves while a training goes on (${screen})`, async ({ page }) => {
      await page.goto('?v=1&steps=600');
      await drawn(page, 'transition');
      await expect(engineName(page)).toBeVisible();
      await page.evaluate(watch);
      await button(page, 'Train').click();
      await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
      await page.waitForTimeout(300);
      await expectStill(page);
    });

    test(`nothing moves while the page is opened (${screen})`, async ({ page }) => {
      await page.addInitScript(watch);
      await page.goto(FOUR_TARGETS);
      await drawn(page, 'transition');
      await expect(engineName(page)).toBeVisible();
      await page.waitForTimeout(300);
      await expectStill(page);
    });
  });
}

for (const [width, height] of [
  [320, 640],
  [390, 844],
  // Tall enough to see what is below the captions.
  [1440, 1400],
  [1440, 900],
  [2560, 1440],
]) {
  test.describe(`the opening, ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test(`nothing moves while it is opened and while it trains (${width} × ${height})`, async ({ page }) => {
      await page.addInitScript(watch);
      // As for a new reader.
      await page.addInitScript(() => localStorage.setItem('headcount settings', 'closed'));
      await page.goto('');
      for (const id of ['machine-fewer', 'transition', 'machine-enough']) await drawn(page, id);
      await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'false');
      await page.waitForTimeout(300);
      await expectStill(page);
      await button(page, 'Train').click();
      await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
      await page.waitForTimeout(300);
      await expectStill(page);
    });
  });
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
]) {
  test(`nothing moves by itself while the story is told and answered, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => localStorage.setItem('headcount settings', 'closed'));
    await page.goto('');
    for (const id of ['machine-fewer', 'transition', 'machine-enough']) await drawn(page, id);
    await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'false');
    await page.waitForTimeout(300);
    await page.evaluate(watch);
    const next = async () => {
      await button(page, 'Next step').click();
      await page.waitForTimeout(700);
    };
    const train = async (/** @type {string} */ name) => {
      // On a slow machine it says how long that takes.
      await page.getByRole('button', { name: new RegExp(`^${name}( \\(.+\\))?$`) }).click();
      await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
      await expect(page.locator('headcount-story').getByRole('status')).toBeVisible();
    };
    await button(page, '2 heads').click();
    await train('Train and see');
    await next();
    await train('Train them');
    await next();
    await button(page, 'Show the answer').click();
    await next();
    await button(page, 'One of the two numbers').click();
    await button(page, 'Silence head 2').click();
    await page.waitForTimeout(1000);
    await next();
    await button(page, 'Draw it').click();
    await page.locator('#transition canvas[role=application]').focus();
    for (const key of ['Home', 'ArrowUp', 'End', 'ArrowUp', 'PageDown', 'PageDown']) await page.keyboard.press(key);
    await train('Train and compare');
    await next();
    await button(page, 'They hurt').click();
    await button(page, 'Show the answer').click();
    await page.waitForTimeout(700);
    await expectStill(page, true);
  });
}

for (const width of [320, 390, 768, 1280, 1440]) {
  test(`other presets leave Train where it is, and the view nearly, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'transition');
    await expect(engineName(page)).toBeVisible();
    const places = async () =>
      Promise.all(
        // The presets follow the view, which is as tall as what it shows.
        ['.buttons', '.tabs', '#panel'].map(async (part) =>
          Math.round((await page.locator(part).boundingBox())?.y ?? 0),
        ),
      );
    const before = await places();
    for (const { name } of presets) {
      await button(page, name).click();
      await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
      await page.evaluate(() => scrollTo(0, 0));
      const [buttons, ...below] = await places();
      expect(buttons, name).toBe(before[0]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
      // What was found is said in more words of one preset than of another.
      below.forEach((place, i) => {
        expect(Math.abs(place - before[i + 1]), name).toBeLessThan(80);
      });
    }
  });
}

test.describe('320 px wide, as a page zoomed to 400 %', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no tab needs scrolling sideways, before training and after', async ({ page }) => {
    const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'transition');
    for (const name of TABS) {
      await tab(page, name).click();
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
      expect(await widest(), name).toBe(320);
    }
    await trained(page, QUICK);
    for (const name of TABS) {
      await tab(page, name).click();
      if (name === 'Heads') await expect(page.locator('headcount-heads .matrix')).toBeVisible();
      for (const values of await page.getByText('Values as a table').all())
        if (await values.isVisible()) await values.click();
      expect(await widest(), `${name}, trained`).toBe(320);
    }
    for (const summary of await page.locator('.settings summary').all())
      if (await summary.isVisible()) await summary.click();
    await button(page, 'Pin this result').click();
    await button(page, 'Export').click();
    await expect(page.locator('.menu')).toBeVisible();
    expect(await widest()).toBe(320);
  });
});

test.describe('for those who want no motion', () => {
  test.use({ reducedMotion: 'reduce' });

  test('nothing fades and nothing glides', async ({ page }) => {
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'transition');
    await page.locator('#transition canvas').focus();
    await page.keyboard.press('ArrowRight');
    const bubble = page.locator('#transition .bubble');
    await expect(bubble).toHaveClass(/shown/);
    expect(await bubble.evaluate((part) => getComputedStyle(part).transitionDuration)).toBe('0s');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    // A sentence to try scrolls there at once.
    const try_ = button(page, 'too many heads');
    await try_.scrollIntoViewIfNeeded();
    const tops = await try_.evaluate(async (/** @type {HTMLElement} */ part) => {
      const before = scrollY;
      part.click();
      await new Promise((frame) => requestAnimationFrame(frame));
      return [before, scrollY];
    });
    expect(tops[0]).toBeGreaterThan(200);
    expect(tops[1]).toBeLessThan(60);
  });
});
