// The lessons: every question is answered, by training in this tab; each page prints as a handout.
import { expect, test } from './page-fixture.js';

/** Every lesson, and the answer to its first question where the lesson stands or falls with it. */
const LESSONS = {
  'what-a-head-does': '',
  'the-cliff': 'From 3 heads on',
  'width-and-length': '',
  'more-heads-can-hurt': 'One head',
};

/** Answers a question, and waits until the training has decided. @param {import('@playwright/test').Locator} question @param {number} answer */
async function decided(question, answer) {
  await question.scrollIntoViewIfNeeded();
  await question.getByRole('button').nth(answer).click();
  await expect(question).toHaveAttribute('answered', /right|wrong/, { timeout: 110_000 });
  return question.locator('.verdict');
}

for (const [lesson, taught] of Object.entries(LESSONS)) {
  test(`lesson ${lesson}: three questions, each decided by a training, and the answers say why`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.goto(`lessons/${lesson}.html`);
    const questions = page.locator('lesson-question');
    await expect(questions).toHaveCount(3);
    for (let i = 0; i < 3; i += 1) {
      const question = questions.nth(i);
      const verdict = await decided(question, 0);
      const why = await question
        .locator('template')
        .evaluate((/** @type {any} */ template) => template.content.textContent);
      await expect(verdict).toContainText(why);
      const isRight = (await question.getAttribute('answered')) === 'right';
      await expect(verdict).toContainText(isRight ? /^You were right\./ : /^Measured here: .+\./);
      const given = question.getByRole('button').first();
      const measured = isRight
        ? ((await given.textContent()) ?? '')
        : (/^Measured here: (.+?)\. /.exec((await verdict.textContent()) ?? '')?.[1] ?? '');
      if (taught && i === 0) expect(measured).toBe(taught);
      if (isRight) continue;
      // The answer that was measured is right, and what was trained is not trained again.
      await question.getByRole('button', { name: measured, exact: true }).click();
      await expect(question).toHaveAttribute('answered', 'right', { timeout: 1000 });
    }
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
