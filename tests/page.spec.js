// The page from outside: a real browser, the production build, a plain static host.
import { heldUpEveryTime } from './long-tasks.js';
import { button, drawn, engineName, expect, FOUR_TARGETS, look, TABS, tab, test } from './page-fixture.js';

test('something is on the page at once: the recorded cliff, as ghosts', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await drawn(page, 'transition');
  await drawn(page, 'learning');
  for (const id of ['transition', 'learning']) {
    const { inked, width, cssWidth } = await look(page, id);
    expect(inked).toBeGreaterThan(1500);
    expect(width).toBe(Math.round(cssWidth * (await page.evaluate(() => devicePixelRatio))));
  }
  await expect(page.locator('.answer')).toContainText(/error is \d+ times lower with 4 heads than with 3/);
  // The figure for the README; not asserted, because a loaded machine is no defect of the page.
  const milliseconds = await page.evaluate(
    () => performance.getEntriesByName('headcount: first chart drawn')[0].startTime,
  );
  test
    .info()
    .annotations.push({ type: 'first chart drawn', description: `${milliseconds.toFixed(0)} ms after navigation` });
  console.log(`first chart drawn ${milliseconds.toFixed(0)} ms after navigation`);
});

test('without a GPU of its own the page takes the CPU, says why, and fetches no WebGPU engine', async ({ page }) => {
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toHaveText(/^CPU · SIMD · \d+ workers?$/);
  await expect(page.locator('section.engine')).toContainText(/The CPU, because .+\./);
  expect(fetched.some((url) => url.includes('worker-cpu'))).toBe(true);
  expect(fetched.filter((url) => url.includes('worker-webgpu'))).toEqual([]);
});

test('train, pause, resume, stop: curves move, hold still, and are kept', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  const before = await look(page, 'learning');
  await button(page, 'Train').click();
  const steps = page.locator('.progress .numbers span').first();
  await expect(steps).toHaveText(/^[1-9].* of 10\s?000 steps in all$/);
  await expect(page.locator('.progress')).toContainText(/ steps\/s/);
  await expect(page.locator('.progress')).toContainText(/ left$/m);
  await expect.poll(async () => (await look(page, 'learning')).print).not.toBe(before.print);

  await button(page, 'Pause').click();
  await expect(page.locator('.progress')).toContainText('paused');
  await page.waitForTimeout(400);
  const held = await steps.textContent();
  await page.waitForTimeout(600);
  expect(await steps.textContent()).toBe(held);

  await button(page, 'Resume').click();
  await expect.poll(() => steps.textContent()).not.toBe(held);
  await button(page, 'Stop').click();
  await expect(button(page, 'Train again')).toBeVisible();
  await expect(page.locator('.progress')).toContainText('stopped');
  await expect(page.locator('.answer')).toHaveText(/^So far: /);
  // What was trained is kept: five numbers in the table.
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.locator('tbody tr td.nmse')).toHaveText([/\d/, /\d/, /\d/, /\d/, /\d/]);
  await expect(page.locator('caption')).toContainText('Trained in this tab.');
});

/** Before each attempt: a page on which nothing is trained yet. */
const opened = (page) => ({
  before: async () => {
    await page.goto(FOUR_TARGETS);
    await expect(engineName(page)).toBeVisible();
  },
});

test('a whole training finds the cliff, and going through all tabs during it never holds up the page', {
  tag: '@alone',
}, async ({ page }) => {
  expect(
    await heldUpEveryTime(
      page,
      async () => {
        await button(page, 'Train').click();
        for (const name of [...TABS.slice(1), TABS[0]]) {
          await page.waitForTimeout(500);
          await tab(page, name).click();
        }
        await button(page, 'Train again').waitFor({ timeout: 100_000 });
      },
      opened(page),
    ),
  ).toBe(0);
  await expect(page.locator('.answer')).toHaveText(
    /^4 targets need 4 heads: the error is \d+ times lower with 4 heads than with 3\.$/,
  );
  const fold = Number((await page.locator('.answer').textContent())?.match(/is (\d+) times/)?.[1]);
  expect(fold).toBeGreaterThanOrEqual(10);
});

test.describe('at phone size, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 3 });

  test('nothing is wider than the screen, and charts are drawn dark and sharp', async ({ page }) => {
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'transition');
    const { width, cssWidth, inked } = await look(page, 'transition');
    expect(width).toBe(Math.round(cssWidth * 3));
    expect(inked).toBeGreaterThan(5000);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
