// One lesson as a class takes it: every question is answered, and decided by training in this tab.
import { expect } from './page-fixture.js';

/** Every lesson, and the answer to its first question where the lesson stands or falls with it. */
export const LESSONS = {
  'what-a-head-does': '',
  'the-cliff': 'From 3 heads on',
  'width-and-length': '',
  'more-heads-can-hurt': 'One head',
};

/** Those that train for a minute or two, which `npm run soak` takes. */
export const LONG_LESSONS = ['width-and-length', 'more-heads-can-hurt'];

export const titleOf = (/** @type {string} */ lesson) =>
  `lesson ${lesson}: three questions, each decided by a training, and the answers say why`;

/** Answers a question, and waits until the training has decided. @param {import('@playwright/test').Locator} question @param {number} answer */
async function decided(question, answer) {
  await question.scrollIntoViewIfNeeded();
  await question.getByRole('button').nth(answer).click();
  await expect(question).toHaveAttribute('answered', /right|wrong/, { timeout: 110_000 });
  return question.locator('.verdict');
}

/** @param {import('@playwright/test').Page} page @param {string} lesson */
export async function takeLesson(page, lesson) {
  const taught = LESSONS[lesson];
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
}
