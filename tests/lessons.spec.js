// The lessons: every question is answered, by training in this tab; each page prints as a handout.
import { LESSONS, LONG_LESSONS } from './lesson-answers.js';
import { takeLesson, titleOf } from './lesson-walk.js';
import { expect, test } from './page-fixture.js';

for (const lesson of Object.keys(LESSONS).filter((name) => !LONG_LESSONS.includes(name))) {
  test(titleOf(lesson), async ({ page }) => {
    test.setTimeout(300_000);
    await takeLesson(page, lesson);
  });
}

test('what the theory decides needs no training', async ({ page }) => {
  await page.goto('lessons/width-and-length.html');
  const question = page.locator('lesson-question[decide="bound"]');
  await question.getByRole('button', { name: 'At 128 and 256' }).click();
  await expect(question.locator('.verdict')).toContainText('Computed here: At 256 only. Only from T = 137 on');
  await expect(question.locator('head-count')).toHaveCount(0);
});

test('a training that is out of sight says why no verdict comes, and ends when it is back', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto('lessons/the-cliff.html');
  const question = page.locator('lesson-question').first();
  await question.getByRole('button').first().click();
  const chart = question.locator('head-count');
  await expect(chart.locator('.progress')).toContainText(/steps\/s/, { timeout: 60_000 });
  // So that it has not ended when it is out of sight.
  await expect(question).toHaveAttribute('busy');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(question.locator('.verdict')).toHaveText(/^Paused while its chart is out of sight/);
  await expect(chart.locator('.answer')).toHaveText('Paused while it is out of sight.');
  await chart.scrollIntoViewIfNeeded();
  await expect(question.locator('.verdict')).toContainText('Measured here', { timeout: 110_000 });
});

test('lessons are reached from the page, and lead to one another', async ({ page }) => {
  await page.goto('');
  await page.getByRole('link', { name: 'Lessons' }).click();
  await expect(page).toHaveURL(/lessons\/(index\.html)?$/);
  await page.getByRole('link', { name: 'The cliff at h = D', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The cliff at h = D');
  await expect(page.getByRole('link', { name: '2 The cliff at h = D' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Glossary' }).click();
  await expect(page.getByRole('row', { name: 'D targets of the task' })).toBeVisible();
});

for (const lesson of Object.keys(LESSONS)) {
  test(`lesson ${lesson} prints as a handout: questions first, and what was measured on a sheet of its own`, async ({
    page,
  }) => {
    await page.goto(`lessons/${lesson}.html`);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('head-count:visible, details:visible, .verdict:visible')).toHaveCount(0);
    const sheet = page.locator('.sheet');
    await expect(sheet).toHaveCSS('break-before', 'page');
    // Nothing comes after it, and every chart is on it.
    expect(await sheet.evaluate((one) => one.nextElementSibling?.localName)).toBe('details');
    const charts = await page.locator('img:visible').evaluateAll((images) =>
      images.map((image) => ({
        path: new URL(/** @type {HTMLImageElement} */ (image).src).pathname,
        isThere: /** @type {HTMLImageElement} */ (image).naturalWidth > 0,
        isOnSheet: image.closest('.sheet') !== null,
      })),
    );
    expect(charts.filter(({ isThere }) => !isThere)).toEqual([]);
    for (const { path, isOnSheet } of charts) expect(/-light-[\w-]+\.svg$/.test(path)).toBe(isOnSheet);
    expect(charts.some(({ isOnSheet }) => isOnSheet)).toBe(true);
    // What can be done on a screen only is not asked for, and no answer is told before the sheet.
    const words = await page.locator('main').evaluate((main) => /** @type {HTMLElement} */ (main).innerText);
    const [questions, measured] = words.split('What was measured');
    expect(measured).toBeDefined();
    expect(questions).not.toMatch(/\bDrag\b|\b[Pp]ress\b|Move β|\bLet another token ask\b|Make two bars/);
    for (const why of await page.locator('template').evaluateAll((all) => all.map((one) => one.innerHTML)))
      expect(questions).not.toContain(why);
    // Each answer has its box, and the printer at least two pages.
    const boxes = await page
      .locator('lesson-question button:visible')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content));
    expect(boxes.length).toBeGreaterThanOrEqual(12);
    expect(new Set(boxes)).toEqual(new Set(['"☐ "']));
    const pdf = (await page.pdf()).toString('latin1');
    expect(Math.max(...[...pdf.matchAll(/\/Count (\d+)/g)].map(([, count]) => Number(count)))).toBeGreaterThan(1);
  });
}
