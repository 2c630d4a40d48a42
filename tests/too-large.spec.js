// An experiment of which every run fits a Worker, but not all that a Worker would hold: it can be opened
// and edited, and nothing is trained before the field that is named is lowered.
import { inPage } from './api-fixture.js';
import { button, engineName, expect, setting, test } from './page-fixture.js';

const heads = Array.from({ length: 64 }, (_, i) => i + 1);
const REFUSAL =
  /(?:grid\.T|A sequence length) is 1024, but must be at most (\d+): a Worker would need [\d.]+ GiB of memory, and can have 2 GiB\./;

test('a link that needs more memory than there is names the field to lower', async ({ page }) => {
  await page.goto(`?v=1&h=${heads.join(',')}&T=1024`);
  await expect(engineName(page)).toBeVisible();
  const words = page.locator('.progress .numbers');
  await expect(words).toHaveText(REFUSAL);
  await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Train').click({ force: true });
  await expect(words).toHaveText(REFUSAL);
  const [, most] = /** @type {string} */ (await words.textContent()).match(REFUSAL) ?? [];
  await setting(page, 'grid.T').fill(most);
  await setting(page, 'grid.T').blur();
  await expect(words).toHaveText(/64 Transformers, 2000 steps each.* of memory/);
  await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'false');
});

test('the API refuses it before anything is trained', async ({ page }) => {
  await page.goto('blank.html');
  const refused = await inPage(
    page,
    async (createLab, value) => {
      const lab = await createLab({ engine: 'cpu', workers: 2 });
      try {
        for await (const _ of lab.run(value)) return 'it is trained';
        return 'it ended';
      } catch (error) {
        return String(error);
      } finally {
        lab.dispose();
      }
    },
    { grid: { h: heads, T: [1024] } },
  );
  expect(refused).toMatch(REFUSAL);
});
