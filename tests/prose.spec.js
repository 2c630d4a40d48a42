// Prose has lines that are easily read, however wide the screen is.
import { button, drawn, expect, FOUR_TARGETS, TABS, tab, test } from './page-fixture.js';

/** What is prose. */
const PROSE =
  'figcaption, .statement, .task > span, .why, .words p, headcount-story .step p, headcount-article .text p, headcount-reproductions p';

/** Lines of text, as they are broken on the screen. @param {import('@playwright/test').Page} page @param {string} which */
const linesOf = (page, which) =>
  page.locator(which).evaluateAll((all) =>
    all.flatMap((one) => {
      /** @type {Map<number, string>} by where the line begins */
      const found = new Map();
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+\s*/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const rects = range.getClientRects();
          const top = Math.round(rects[0]?.bottom ?? -1);
          if (rects.length > 0) found.set(top, (found.get(top) ?? '') + word);
        }
      return [...found.values()].map((line) => line.replace(/\s+/g, ' ').trim());
    }),
  );

test.describe('on a screen of 2560 pixels no line of prose is longer than is easily read', () => {
  test.use({ viewport: { width: 2560, height: 1440 } });

  /** @param {import('@playwright/test').Page} page @param {string} where */
  async function expectShort(page, where) {
    const lines = await linesOf(page, PROSE);
    for (const line of lines) expect(line.length, `${where}: ${line}`).toBeLessThanOrEqual(75);
    // A sentence or two, in larger letters.
    for (const line of await linesOf(page, '.answer')) expect(line.length, `${where}: ${line}`).toBeLessThanOrEqual(80);
    return lines.length;
  }

  test('in any tab', async ({ page }) => {
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'transition');
    let measured = 0;
    for (const name of TABS) {
      await tab(page, name).click();
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
      await page.waitForTimeout(300);
      measured += await expectShort(page, name);
    }
    expect(measured).toBeGreaterThan(20);
  });

  test('at the top, in the story and in the article', async ({ page }) => {
    await page.goto('');
    await drawn(page, 'transition');
    await expect(page.locator('headcount-article .text p').first()).toBeAttached();
    for (let step = 1; step <= 6; step += 1) {
      await expect(page.locator('headcount-story .step p').first()).toBeVisible();
      expect(await expectShort(page, `step ${step}`)).toBeGreaterThan(20);
      if (step < 6) await button(page, 'Next step').click();
    }
  });

  test('beside the paper’s values', async ({ page }) => {
    await page.goto('?directions=gaussian&seed=3&T=8,16,32,64,128#transition+paper');
    await expect(page.locator('.why')).toBeVisible();
    await expectShort(page, 'Cliff');
    await tab(page, 'The paper').click();
    await expect(page.locator('.words p').first()).toBeVisible();
    await expectShort(page, 'The paper');
  });
});
