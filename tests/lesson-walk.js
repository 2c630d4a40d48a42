// One lesson as a class takes it: every question is answered, and decided by training in this tab.
import { expect } from './page-fixture.js';

/**
 * Every lesson, and the answer that the training gives to each of its questions: what the lesson says of it rests on
 * that. The CPU engine gives the same numbers everywhere.
 *
 * @type {Record<string, [string, string, string]>}
 */
export const LESSONS = {
  'what-a-head-does': ['With lists of 64, too', 'At none: one head is enough', 'At 2 heads'],
  'the-cliff': ['From 3 heads on', 'At 5 heads', 'It changes by less than 3 times'],
  'width-and-length': ['It changes by less than 2 times', 'It rises', 'still at 3 heads'],
  'more-heads-can-hurt': ['One head', 'A lot: the error at least doubles', 'at least twice as high'],
};

/** Those that train for a minute or two, which `npm run soak` takes. */
export const LONG_LESSONS = ['width-and-length', 'more-heads-can-hurt'];

export const titleOf = (/** @type {string} */ lesson) =>
  `lesson ${lesson}: three questions and a misconception, each decided by a training as the lesson says, and why`;

/** Presses a button, and waits until the training has decided. @param {import('@playwright/test').Locator} question @param {number} [answer] */
async function decided(question, answer = 0) {
  await question.scrollIntoViewIfNeeded();
  await question.getByRole('button').nth(answer).click();
  await expect(question).toHaveAttribute('answered', /right|wrong/, { timeout: 110_000 });
  const verdict = question.locator('.verdict');
  const why = await question
    .locator('template')
    .evaluate((/** @type {any} */ template) => template.content.textContent);
  await expect(verdict).toContainText(why);
  return verdict;
}

/** @param {import('@playwright/test').Page} page @param {string} lesson */
export async function takeLesson(page, lesson) {
  await page.goto(`lessons/${lesson}.html`);
  const questions = page.locator('lesson-question');
  await expect(questions).toHaveCount(3);
  for (const [i, taught] of LESSONS[lesson].entries()) {
    const question = questions.nth(i);
    const verdict = await decided(question);
    if ((await question.getAttribute('answered')) === 'right') {
      await expect(verdict).toContainText(/^You were right\./);
      await expect(question.getByRole('button').first()).toHaveText(taught);
      continue;
    }
    expect(await verdict.textContent()).toContain(`Measured here: ${taught}. `);
    // The answer that was measured is right, and what was trained is not trained again.
    await question.getByRole('button', { name: taught, exact: true }).click();
    await expect(question).toHaveAttribute('answered', 'right', { timeout: 1000 });
  }
  const beliefs = page.locator('lesson-belief');
  expect(await beliefs.count()).toBeGreaterThan(0);
  for (const belief of await beliefs.all())
    expect(await (await decided(belief)).textContent()).toMatch(/^Measured here, it is not so\. /);
}
