// One lesson as a class takes it: every question is answered, and decided by training in this tab.
import { LESSONS } from './lesson-answers.js';
import { expect } from './page-fixture.js';

export const titleOf = (/** @type {string} */ lesson) =>
  `lesson ${lesson}: a prediction, three questions and a misconception, each decided as the lesson says, and why`;

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
  await expect(questions).toHaveCount(LESSONS[lesson].length);
  for (const [i, taught] of LESSONS[lesson].entries()) {
    const question = questions.nth(i);
    const verdict = await decided(question);
    if ((await question.getAttribute('answered')) === 'right') {
      await expect(verdict).toContainText(/^You were right\./);
      await expect(question.getByRole('button').first()).toHaveText(taught);
      continue;
    }
    expect(await verdict.textContent()).toMatch(/^(Measured|Computed) here: /);
    expect(await verdict.textContent()).toContain(` here: ${taught}. `);
    // The answer that was measured is right, and what was trained is not trained again.
    await question.getByRole('button', { name: taught, exact: true }).click();
    await expect(question).toHaveAttribute('answered', 'right', { timeout: 1000 });
  }
  const beliefs = page.locator('lesson-belief');
  expect(await beliefs.count()).toBeGreaterThan(0);
  for (const belief of await beliefs.all())
    expect(await (await decided(belief)).textContent()).toMatch(/^Measured here, it is not so\. /);
}
