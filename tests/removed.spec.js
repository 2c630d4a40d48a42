// Elements that come and go: whatever is taken off the page takes its Workers with it, however far it has come.
import { engineName, expect, FOUR_TARGETS, test } from './page-fixture.js';

test('an element that is taken off the page while it loads leaves no Workers behind', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  const before = page.workers().length;
  expect(before).toBeGreaterThan(0);
  await page.evaluate(async () => {
    for (let i = 0; i < 10; i += 1) {
      document.querySelector('headcount-playground')?.remove();
      const element = /** @type {any} */ (document.createElement('headcount-playground'));
      document.body.append(element);
      while (!element.session.experiment) await new Promise((go) => setTimeout(go));
      await element.updateComplete;
    }
  });
  await expect(engineName(page)).toBeVisible();
  // Those that were on their way have had time to come.
  await page.waitForTimeout(3000);
  expect(page.workers().length).toBe(before);
});
