// Two hundred results kept: the page opens as fast as without them, and its charts and the panel that
// lists them stay usable.
import { heldUpEveryTime } from './long-tasks.js';
import { drawn, expect, FOUR_TARGETS, look, tab, test } from './page-fixture.js';
import { keepResults, keptName, recordsOf, resultNames } from './storage-fixture.js';

const COUNT = 200;

test('with 200 results kept no task of its own holds up the page, when it opens and when they are used', {
  tag: '@alone',
}, async ({ page }) => {
  await keepResults(page, COUNT);
  const opening = heldUpEveryTime(
    page,
    async () => {
      await page.goto(FOUR_TARGETS);
      await expect(resultNames(page)).toHaveCount(COUNT, { timeout: 60_000 });
      await drawn(page, 'transition');
      await page.waitForTimeout(1000);
    },
    { since: 'headcount: first chart drawn' },
  );
  expect(await opening).toBe(0);
  let kept = COUNT;
  const use = heldUpEveryTime(page, async () => {
    await page.getByRole('checkbox', { name: `Show ${keptName(3)}` }).check();
    await tab(page, 'Learning').click();
    await drawn(page, 'learning');
    await resultNames(page).nth(100).scrollIntoViewIfNeeded();
    await page
      .getByRole('button', { name: /^Remove result/ })
      .nth(100)
      .click();
    kept -= 1;
    await expect(resultNames(page)).toHaveCount(kept);
    await tab(page, 'Cliff').click();
    await drawn(page, 'transition');
    await page.waitForTimeout(500);
  });
  expect(await use).toBe(0);
});

test('of 200 results kept the newest are shown, and each of the others can be', async ({ page }) => {
  await keepResults(page, COUNT);
  await page.goto(FOUR_TARGETS);
  await expect(resultNames(page)).toHaveCount(COUNT, { timeout: 60_000 });
  for (const i of [0, 99, 199]) await expect(resultNames(page).nth(i)).toHaveValue(keptName(i));
  const box = (i) => page.getByRole('checkbox', { name: `Show ${keptName(i)}` });
  await expect(page.getByRole('checkbox', { name: /^Show result/, checked: true })).toHaveCount(8);
  await expect(box(192)).toBeChecked();
  await expect(box(191)).not.toBeChecked();
  await expect(page.locator('headcount-compare')).toContainText('200 results; charts show 8 of them at most.');
  const caption = page.locator('figcaption').first();
  await expect(caption).toContainText(keptName(199));
  await expect(caption).not.toContainText(keptName(191));
  // One more is shown in place of the oldest.
  const before = await look(page, 'transition');
  await box(5).check();
  await expect(box(5)).toBeChecked();
  await expect(box(192)).not.toBeChecked();
  await expect(caption).toContainText(keptName(5));
  await expect.poll(async () => (await look(page, 'transition')).print).not.toBe(before.print);
  // The panel is no taller than a few rows, however many there are.
  const panel = await page.locator('headcount-compare .results').boundingBox();
  expect(panel?.height).toBeLessThan(200);
  // What the page hid by itself is stored as it was.
  const stored = await recordsOf(page, 'pinned');
  expect(stored).toHaveLength(COUNT);
  expect(stored.every(({ shown }) => shown)).toBe(true);
});
