// A chart of hundreds of lines is painted in parts, one a frame: the page goes on meanwhile.
import { jsonFile } from './load/sweep-of-2000.js';
import { button, drawn, engineName, expect, FOUR_TARGETS, tab, test } from './page-fixture.js';

/** 600 sizes with one seed each: as many lines. */
const SWEEP = {
  task: { D: 2, d: 2 },
  grid: { h: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], T: [2, 3, 4, 5, 6, 7], N: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], n: 1 },
  recipe: { batch: 2, trainSequences: 8, validationSequences: 4, steps: 4, curvePoints: 4 },
};

test('a crowded chart takes one turn a frame, however many parts it has', async ({ page }) => {
  // Counts what is called in each frame: all of its callbacks are given the same time.
  await page.addInitScript(() => {
    const plain = window.requestAnimationFrame.bind(window);
    const counts = /** @type {Map<number, number>} */ (new Map());
    Object.assign(window, { callbacksByFrame: counts });
    window.requestAnimationFrame = (callback) =>
      plain((time) => {
        counts.set(time, (counts.get(time) ?? 0) + 1);
        callback(time);
      });
  });
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(jsonFile('sweep.json', SWEEP));
  await expect(page.locator('.progress')).toContainText('600 Transformers');
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => /** @type {any} */ (window).callbacksByFrame.clear());
  await tab(page, 'Learning').click();
  await drawn(page, 'learning');
  const counts = await page.evaluate(() => [.../** @type {any} */ (window).callbacksByFrame.values()]);
  // It was painted in parts, and each frame had one of them beside what else the page does.
  expect(counts.length).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThan(4);
});
