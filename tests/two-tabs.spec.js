// Two tabs with the same page: neither spoils what the other has stored.
import { button, engineName, expect, FOUR_TARGETS, test } from './page-fixture.js';
import { gotoEmptyPage, offer, pin, putRecords, recordsOf, resultNames } from './storage-fixture.js';

const LONG = 'v=1&h=1,2&T=8&N=8&steps=100000&trainSequences=500&validationSequences=200&curvePoints=8';

/** The sweep of an experiment with this seed, as the browser has stored it. */
const sweepOf = async (page, seed) =>
  (await recordsOf(page, 'sweeps').catch(() => [])).find(({ experiment }) => experiment.seeds[0] === seed);

for (const hasLocks of [true, false]) {
  test.describe(hasLocks ? 'with locks' : 'without locks, as over plain http', () => {
    test.beforeEach(async ({ context }) => {
      if (!hasLocks) await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    });

    test('both train, both reload: each is offered its own, and none that the other is at', {
      tag: '@alone',
    }, async ({ page, context }) => {
      const other = await context.newPage();
      await page.goto(`?${LONG}&seeds=3`);
      await other.goto(`?${LONG}&seeds=5`);
      await button(page, 'Train').click();
      await button(other, 'Train').click();
      await expect.poll(async () => (await sweepOf(page, 3))?.step ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
      await expect.poll(async () => (await sweepOf(page, 5))?.step ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
      await page.reload();
      await expect(offer(page)).toContainText('seed 3');
      await other.reload();
      await expect(offer(other)).toContainText('seed 5');
      // Both go on, and go on storing.
      await button(page, 'Go on with it').click();
      await button(other, 'Go on with it').click();
      for (const [seed, tab] of /** @type {const} */ ([
        [3, page],
        [5, other],
      ])) {
        const before = await sweepOf(tab, seed);
        await expect
          .poll(async () => (await sweepOf(tab, seed)).step, { timeout: 30_000 })
          .toBeGreaterThan(before.step);
        expect((await sweepOf(tab, seed)).id).toBe(before.id);
      }
      // A third one is offered neither.
      const third = await context.newPage();
      await third.goto(FOUR_TARGETS);
      await expect(engineName(third)).toBeVisible();
      await third.waitForTimeout(1000);
      await expect(offer(third)).toHaveCount(0);
      await button(page, 'Stop').click();
      await button(other, 'Stop').click();
    });

    test('a sweep that was offered to two tabs is gone on with in one only', async ({ page, context }) => {
      await page.goto(`?${LONG}&seeds=3`);
      await button(page, 'Train').click();
      await expect.poll(async () => (await sweepOf(page, 3))?.step ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
      await page.reload();
      const other = await context.newPage();
      await other.goto(FOUR_TARGETS);
      await expect(offer(page)).toBeVisible();
      await expect(offer(other)).toBeVisible();
      await button(page, 'Go on with it').click();
      await expect(button(page, 'Pause')).toBeVisible();
      await button(other, 'Go on with it').click();
      await expect(other.getByRole('alert')).toContainText('Another tab goes on with this training already.');
      await expect(button(other, 'Train')).toBeVisible();
      await button(page, 'Stop').click();
    });
  });
}

test('should two trainings write one sweep all the same, they become two, each with all of its runs', async ({
  page,
}) => {
  await page.goto(`?${LONG}&seeds=3`);
  await button(page, 'Train').click();
  await expect.poll(async () => (await sweepOf(page, 3))?.step ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  // As a tab does that takes it over.
  const taken = { ...(await sweepOf(page, 3)), writer: 'another tab', saved: Date.now() };
  await putRecords(page, 'sweeps', [taken]);
  const takenRuns = (await recordsOf(page, 'runs')).map(({ index, step }) => [index, step]);
  await expect.poll(async () => (await recordsOf(page, 'sweeps')).length, { timeout: 30_000 }).toBe(2);
  const sweeps = await recordsOf(page, 'sweeps');
  expect(sweeps.find(({ id }) => id === taken.id)).toEqual(taken);
  const runs = await recordsOf(page, 'runs');
  expect(runs.filter(({ sweep }) => sweep === taken.id).map(({ index, step }) => [index, step])).toEqual(takenRuns);
  expect(runs.filter(({ sweep }) => sweep !== taken.id).map(({ index }) => index)).toEqual([0, 1]);
  await button(page, 'Stop').click();
});

test('what one tab pins and the other removes: both agree, and nothing comes back', async ({ page, context }) => {
  await gotoEmptyPage(page);
  await putRecords(page, 'pinned', [pin('a', 'first'), pin('b', 'second')]);
  const other = await context.newPage();
  await page.goto(FOUR_TARGETS);
  await other.goto(FOUR_TARGETS);
  await expect(resultNames(page)).toHaveCount(2);
  await expect(resultNames(other)).toHaveCount(2);
  await button(other, 'Remove first').click();
  await expect.poll(async () => (await recordsOf(page, 'pinned')).map(({ id }) => id)).toEqual(['b']);
  // A change in the tab that still shows it does not bring it back.
  await resultNames(page).first().fill('renamed');
  await resultNames(page).first().press('Tab');
  await expect(button(page, 'Pin renamed')).toBeVisible();
  expect((await recordsOf(page, 'pinned')).map(({ id }) => id)).toEqual(['b']);
  // Pinned once more, it is there; the other tab has it when it is looked at.
  await button(page, 'Pin renamed').click();
  await expect.poll(async () => (await recordsOf(page, 'pinned')).map(({ id }) => id)).toEqual(['a', 'b']);
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(resultNames(other)).toHaveCount(2);
  await expect(resultNames(other).first()).toHaveValue('renamed');
  await button(page, 'Remove second').click();
  await expect.poll(async () => (await recordsOf(page, 'pinned')).map(({ id }) => id)).toEqual(['a']);
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(button(other, 'Pin second')).toBeVisible();
});
