// The lessons: every question is answered, by training in this tab; each page prints as a handout.
import { LESSONS, LONG_LESSONS, takeLesson, titleOf } from './lesson-walk.js';
import { expect, test } from './page-fixture.js';

for (const lesson of Object.keys(LESSONS).filter((name) => !LONG_LESSONS.includes(name))) {
  test(titleOf(lesson), async ({ page }) => {
    test.setTimeout(300_000);
    await takeLesson(page, lesson);
  });
}

test('lessons are reached from the page, lead to one another, and print as handouts', async ({ page }) => {
  await page.goto('');
  await page.getByRole('link', { name: 'Lessons' }).click();
  await expect(page).toHaveURL(/lessons\/(index\.html)?$/);
  await page.getByRole('link', { name: 'The cliff at h = D', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The cliff at h = D');
  await expect(page.getByRole('link', { name: '2 The cliff at h = D' })).toHaveAttribute('aria-current', 'page');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('head-count').first()).toBeHidden();
  await expect(page.locator('details:visible')).toHaveCount(0);
  const chart = page.locator('img.on-paper');
  await expect(chart).toBeVisible();
  expect(await chart.evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth)).toBeGreaterThan(0);
  await page.emulateMedia({ media: null });
  await page.getByRole('link', { name: 'Glossary' }).click();
  await expect(page.getByRole('row', { name: 'D how many targets' })).toBeVisible();
});
