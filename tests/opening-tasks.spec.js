// What a new reader does on the opening does not hold up the page: a bar that is dragged, a head that is silenced,
// the article that is scrolled through, steps of the story.
import { heldUpEveryTime } from './long-tasks.js';
import { placeOf } from './machine-page.js';
import { button, drawn, engineName, expect, test } from './page-fixture.js';

const canvas = (page, side) => page.locator(`#machine-${side} canvas`);

/** Before each attempt: the opening, with all of it there. */
const opened = (page, address = '') => ({
  before: async () => {
    // Another fragment of the same address would not load it.
    await page.goto('about:blank');
    await page.goto(address);
    await expect(engineName(page)).toBeAttached();
    for (const id of ['machine-fewer', 'transition', 'machine-enough']) await drawn(page, id);
    // What is fetched and drawn after the first chart does not count.
    await page.waitForTimeout(1500);
  },
});

test('a bar that is dragged', { tag: '@alone' }, async ({ page }) => {
  const drag = async () => {
    const { x, y } = await placeOf(page, 'fewer', 'Token 8: ');
    await canvas(page, 'fewer').scrollIntoViewIfNeeded();
    const box = await canvas(page, 'fewer').boundingBox();
    if (!box) throw new Error('no canvas');
    await page.mouse.move(box.x + x, box.y + y + 2);
    await page.mouse.down();
    for (const by of [80, -40, 120]) await page.mouse.move(box.x + x, box.y + y + by, { steps: 20 });
    await page.mouse.up();
    await button(page, 'Undo').click();
    await page.waitForTimeout(300);
  };
  expect(await heldUpEveryTime(page, drag, opened(page))).toBe(0);
});

test('a head that is silenced and speaks again', { tag: '@alone' }, async ({ page }) => {
  const silence = async () => {
    const { x, y } = await placeOf(page, 'enough', 'Head 2');
    for (const name of ['without head 2', 'Two heads: error']) {
      await canvas(page, 'enough').click({ position: { x, y } });
      // Its error is measured anew, in parts.
      await page.getByRole('heading', { name }).waitFor();
      await page.waitForTimeout(500);
    }
  };
  expect(await heldUpEveryTime(page, silence, opened(page))).toBe(0);
});

test('the article that is scrolled through', { tag: '@alone' }, async ({ page }) => {
  const scroll = async () => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let at = 0; at < height; at += 300) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(50);
    }
    for (const id of ['article-soft-minimum', 'article-needed', 'article-few', 'article-many']) await drawn(page, id);
  };
  expect(await heldUpEveryTime(page, scroll, opened(page))).toBe(0);
});

test('steps of the story', { tag: '@alone' }, async ({ page }) => {
  const tell = async () => {
    for (let step = 2; step <= 6; step += 1) {
      await button(page, 'Next step').click();
      await page.locator('headcount-story').getByText(`${step} of 6`).waitFor();
      await page.waitForTimeout(500);
    }
    await drawn(page, 'few');
  };
  expect(await heldUpEveryTime(page, tell, opened(page, '#story-1'))).toBe(0);
});
