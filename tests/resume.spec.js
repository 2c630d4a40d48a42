// Nothing lost, from outside: a reload in the middle of a sweep, a browser that keeps nothing more, a
// page that nobody looks at.
import { button, engineName, expect, FOUR_TARGETS, openTable, tab, test } from './page-fixture.js';
import { offer, recordsOf, storedStep } from './storage-fixture.js';

const LONG = 'v=1&h=1,2&T=8&N=8&steps=12000&trainSequences=500&validationSequences=200&curvePoints=8&seeds=3';
const QUICK = LONG.replace('12000', '60');

const steps = (page) => page.locator('.progress .numbers span').first();
/** "1 234 of 24 000 steps in all", as a number. */
const done = async (page) => Number((await steps(page).textContent()).split(' of ')[0].replace(/\D/g, ''));

/** What the table says: every run's error. */
const errors = async (page) => {
  await openTable(page);
  return page.locator('tbody tr td.nmse').allTextContents();
};

/** Waits until so many steps of the sweep are stored. */
const isStored = (page, least) =>
  expect.poll(() => storedStep(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(least);

/** How old what is stored of the newest sweep is, in milliseconds. */
const age = async (page) => Date.now() - Math.max(0, ...(await recordsOf(page, 'sweeps')).map(({ saved }) => saved));

test('a sweep that a reload cut off goes on where it was, after asking, and ends as if nothing had happened', async ({
  page,
  context,
}) => {
  await page.goto(`?${LONG}`);
  await button(page, 'Train').click();
  await isStored(page, 1000);
  await page.reload();
  await expect(offer(page)).toContainText(
    /A training was cut off: 4 maxima, T = 8, .*; cut off \d+ s ago, at \d.* of 24\s?000 steps\./,
  );
  const at = Number((await offer(page).textContent()).match(/at ([\d\s]+) of/)[1].replace(/\D/g, ''));
  expect(at).toBeGreaterThanOrEqual(1000);
  // Asking is not doing.
  await expect(button(page, 'Train')).toBeVisible();
  await button(page, 'Go on with it').click();
  await expect(offer(page)).toHaveCount(0);
  await expect.poll(() => done(page)).toBeGreaterThanOrEqual(at);
  // In another tab it is not to be had: this one is at it.
  const other = await context.newPage();
  await other.goto(`${page.url()}`);
  await expect(engineName(other)).toBeVisible();
  await expect(offer(other)).toHaveCount(0);
  await other.close();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
  const resumed = await errors(page);

  // The same without a stop.
  await button(page, 'Train again').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
  expect(await errors(page)).toEqual(resumed);
});

test('a tab that crashes while it trains: the next one offers to go on', async ({ page, context }) => {
  await page.goto(`?${LONG.replace('12000', '400000')}`);
  await button(page, 'Train').click();
  await isStored(page, 1000);
  const session = await context.newCDPSession(page);
  // It answers nobody any more.
  session.send('Page.crash').catch(() => {});
  await page.waitForEvent('crash');
  const next = await context.newPage();
  await next.goto(FOUR_TARGETS);
  await expect(offer(next)).toContainText(/A training was cut off: 4 maxima, T = 8, /);
  await button(next, 'Go on with it').click();
  await expect.poll(() => done(next)).toBeGreaterThanOrEqual(1000);
  await next.close();
});

test('what was trained to the end is there after a reload, heads and all', async ({ page }) => {
  await page.goto(`?${QUICK}`);
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible();
  await isStored(page, 120);
  const before = await errors(page);
  await page.goto('about:blank');
  await page.goto(`${FOUR_TARGETS}#table`);
  await expect(offer(page)).toContainText(
    /Your last results are still here: 4 maxima, .*; 2 Transformers, trained to the end \d+ s ago\./,
  );
  await button(page, 'Show them').click();
  await expect(button(page, 'Train again')).toBeVisible();
  expect(await errors(page)).toEqual(before);
  expect(page.url()).toContain('steps=60');
  await tab(page, 'Heads').click();
  await expect(page.locator('headcount-heads')).toContainText(/head/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an offer is put off or forgotten', async ({ page }) => {
  await page.goto(`?${QUICK}`);
  await button(page, 'Train').click();
  await isStored(page, 120);
  await page.reload();
  await button(page, 'Not now').click();
  await expect(offer(page)).toHaveCount(0);
  await page.reload();
  await button(page, 'Forget').click();
  await expect(offer(page)).toHaveCount(0);
  await page.reload();
  await expect(engineName(page)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('an offer that was passed over for another training does not come back over its results', async ({ page }) => {
  await page.goto(`?${QUICK}`);
  await button(page, 'Train').click();
  await isStored(page, 120);
  await page.reload();
  await expect(offer(page)).toContainText('Your last results are still here');
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  // Nor is what it offered there any more: the newest results have taken its place.
  await page.reload();
  await expect(offer(page)).toContainText('Your last results are still here');
});

test('a hidden page, which has no frames, trains to the end all the same', async ({ page }) => {
  await page.goto(`?${QUICK.replace('steps=60', 'steps=3000')}`);
  await expect(engineName(page)).toBeVisible();
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await button(page, 'Train').dispatchEvent('click');
  await expect
    .poll(
      () =>
        page.evaluate(
          () => /** @type {any} */ (document.querySelector('headcount-playground')).session.training.isComplete,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
});

test('what is stored of a training is at most 5 s old, in a page that was hidden for minutes too', {
  tag: '@alone',
}, async ({ page }) => {
  await page.goto(`?${LONG.replace('12000', '1000000')}`);
  await expect(engineName(page)).toBeVisible();
  // As Chromium treats it then: no frames, and timers once a minute.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    window.requestAnimationFrame = () => 0;
    const { setTimeout } = window;
    window.setTimeout = /** @type {any} */ ((act, delay, ...rest) => setTimeout(act, Math.max(60_000, delay), ...rest));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await button(page, 'Train').dispatchEvent('click');
  // Watched from Node, whose timers are not throttled.
  await expect.poll(() => age(page), { timeout: 60_000 }).toBeLessThan(5000);
  const ages = [];
  for (let i = 0; i < 60; i += 1) {
    await new Promise((go) => setTimeout(go, 250));
    ages.push(await age(page));
  }
  console.log(`the oldest checkpoint was ${Math.max(...ages)} ms old`);
  expect(Math.max(...ages)).toBeLessThan(5000);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('headcount-playground')).session.training.stop(),
  );
});

test('the screen stays on while something is trained, and only then', async ({ page }) => {
  await page.addInitScript(() => {
    /** @type {any} */ (window).locks = [];
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async (kind) => {
          const lock = {
            kind,
            released: false,
            release: async () => {
              lock.released = true;
            },
          };
          /** @type {any} */ (window).locks.push(lock);
          return lock;
        },
      },
    });
  });
  const locks = () =>
    page.evaluate(() => /** @type {any} */ (window).locks.map(({ kind, released }) => [kind, released]));
  await page.goto(`?${LONG}`);
  await expect(engineName(page)).toBeVisible();
  expect(await locks()).toEqual([]);
  await button(page, 'Train').click();
  await expect.poll(locks).toEqual([['screen', false]]);
  await button(page, 'Pause').click();
  await expect.poll(locks).toEqual([['screen', true]]);
  await button(page, 'Resume').click();
  await expect.poll(locks).toEqual([
    ['screen', true],
    ['screen', false],
  ]);
  await button(page, 'Stop').click();
  await expect.poll(locks).toEqual([
    ['screen', true],
    ['screen', true],
  ]);
});

test('Find D goes on after a reload with what it had tried', async ({ page }) => {
  await page.goto('?v=1&D=2&d=2&T=8&N=16&n=8&trainSequences=2000&validationSequences=500&curvePoints=10&steps=1000');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Find D').click();
  await expect(page.locator('.answer')).toHaveText('After 1 head, 2: does twice as many help?', { timeout: 60_000 });
  await page.reload();
  await expect(offer(page)).toContainText(/Find D, cut off \d+ s ago after h = 1\./);
  await button(page, 'Go on with it').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.answer')).toHaveText(/this task needs 2 heads\./);
  await openTable(page);
  await expect(page.locator('td.h')).toHaveText(['1', '1', '1', '2', '2', '2', '4', '4', '4']);
});

test('Find D that was cut off among two heads goes on there, and not with their beginning', async ({ page }) => {
  await page.goto('?v=1&D=2&d=2&T=8&N=16&n=8&trainSequences=2000&validationSequences=500&curvePoints=10&steps=12000');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Find D').click();
  await expect(page.locator('.answer')).toHaveText('After 1 head, 2: does twice as many help?', { timeout: 100_000 });
  const storedOfLevel = async () => {
    const levels = (await recordsOf(page, 'sweeps')).filter(({ level }) => level?.grid.h[0] === 2);
    const runs = await recordsOf(page, 'runs');
    return Math.max(0, ...levels.flatMap(({ id }) => runs.filter(({ sweep }) => sweep === id).map(({ step }) => step)));
  };
  await expect.poll(storedOfLevel, { timeout: 60_000 }).toBeGreaterThan(2000);
  await page.reload();
  const stored = await storedOfLevel();
  expect(stored).toBeGreaterThan(2000);
  await button(page, 'Go on with it').click();
  // Three runs of one head are done; of two heads, one at least is where it was.
  const seen = [];
  await expect
    .poll(async () => seen.push(await done(page)) && seen.at(-1), { timeout: 30_000 })
    .toBeGreaterThan(36_000);
  expect(seen.filter((steps) => steps > 36_000)[0]).toBeGreaterThanOrEqual(36_000 + stored);
});

test('a mystery that goes on after a reload is still one', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Give me a mystery').click();
  await expect(page.locator('.task')).toContainText('A mystery');
  await button(page, 'Train').click();
  await isStored(page, 1);
  await page.goto('about:blank');
  await page.goto(FOUR_TARGETS);
  await expect(offer(page)).toContainText('a mystery');
  await page.getByRole('button', { name: /Go on with it|Show them/ }).click();
  await expect(page.locator('.task')).toContainText('A mystery');
  await expect.poll(() => page.url()).toContain('?mystery=');
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
])
  test(`the offer covers no control that is brought into sight, and moves nothing, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`?${QUICK}`);
    await button(page, 'Train').click();
    await isStored(page, 120);
    await page.addInitScript(() => {
      /** @type {any} */ (window).moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) /** @type {any} */ (window).moved += /** @type {any} */ (entry).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // An experiment that opens without moving anything by itself.
    await page.goto(FOUR_TARGETS);
    await expect(engineName(page)).toBeVisible();
    await expect(offer(page)).toBeVisible();
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => /** @type {any} */ (window).moved)).toBeLessThan(0.002);
    const controls = [
      page.locator('headcount-controls input[name=engine]'),
      page.locator('headcount-transition button'),
    ];
    for (const all of controls) {
      expect(await all.count()).toBeGreaterThan(1);
      for (const one of await all.all()) {
        const isFree = await one.evaluate((/** @type {HTMLElement} */ element) => {
          // At the lower edge, where the offer is.
          element.scrollIntoView({ block: 'end' });
          const { x, y, width, height } = element.getBoundingClientRect();
          const root = /** @type {ShadowRoot} */ (element.getRootNode());
          return root.elementFromPoint(x + width / 2, y + height / 2) === element;
        });
        expect(isFree, await one.evaluate((element) => element.outerHTML)).toBe(true);
      }
    }
    // While settings are beside the charts, they are never behind it.
    const [left, right] = await Promise.all([
      offer(page).boundingBox(),
      page.locator('section.settings').boundingBox(),
    ]);
    if (width > 1060) expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
  });
