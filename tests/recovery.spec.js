// Workers that crash, hang, die or never start, while a sweep is trained: it goes on from the last
// checkpoint and ends with the same numbers; what happened is said; and what cannot be mended ends in a
// screen that says so. The faults are real (worker-faults.js), so pages are not watched for errors.
import { expect, test } from '@playwright/test';
import { button, openTable } from './page-fixture.js';
import { armWorkers, cause, hurry, largestFall, panicWhenTraining, stepsBack } from './worker-faults.js';

/** Two runs, one for each Worker: long enough that checkpoints are made before the fault. */
const SWEEP = 'v=1&h=1,2&T=8&N=8&steps=80000&trainSequences=500&validationSequences=200&curvePoints=8&seeds=2';

const faults = (page) => page.locator('.faults');
const bar = (page) => page.getByRole('progressbar');
const step = (page) => bar(page).evaluate((/** @type {HTMLProgressElement} */ { value }) => value);

/** What the table says: every run's error. */
const errors = async (page) => {
  await openTable(page);
  return page.locator('tbody tr td.nmse').allTextContents();
};

/** Begins to train, and waits until there are checkpoints to go back to. */
async function begin(page, query = SWEEP) {
  await page.goto(`?${query}`);
  await page.getByLabel('CPU', { exact: true }).click();
  await button(page, 'Train').click();
  await expect.poll(() => step(page), { timeout: 60_000 }).toBeGreaterThan(0);
  // Asked for after three seconds.
  await page.waitForTimeout(4500);
  expect(await step(page)).toBeLessThan(150_000);
}

const ended = (page) => expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });

/** The errors of the sweep when nothing happens; trained once for all tests. @type {string[] | null} */
let expected = null;

async function undisturbed(page) {
  if (expected) return expected;
  const other = await page.context().browser().newPage();
  await other.goto(`?${SWEEP}`);
  await button(other, 'Train').click();
  await ended(other);
  expected = await errors(other);
  await other.close();
  expect(expected).toHaveLength(2);
  return expected;
}

for (const [fault, sentence] of [
  [
    'die',
    /A Worker did not answer for 20 seconds\. The Worker was started again and goes on from the last checkpoint, /,
  ],
  [
    'hang',
    /A Worker did not answer for 20 seconds\. The Worker was started again and goes on from the last checkpoint, /,
  ],
  ['use up memory', /The engine crashed.* The Worker was started again and goes on from the last checkpoint, /],
]) {
  test(`a Worker that is made to ${fault}: the sweep goes on and ends as if nothing had happened`, {
    tag: '@alone',
  }, async ({ page }) => {
    await armWorkers(page);
    await begin(page);
    const before = await step(page);
    await cause(page, String(fault));
    await hurry(page);
    await expect(faults(page)).toHaveText(sentence, { timeout: 60_000 });
    // One Worker has half of the steps: a run that began anew would lose all of them, and so would one
    // whose checkpoint is claimed and not used, which shows as a bar that falls.
    expect(stepsBack(await faults(page).locator('p').first().textContent())).toBeLessThan(0.4 * before);
    expect(await largestFall(page)).toBe(0);
    await ended(page);
    expect(await errors(page)).toEqual(await undisturbed(page));
  });
}

test('an engine that panics: its message is said, and another one trains to the same end', {
  tag: '@alone',
}, async ({ page }) => {
  await armWorkers(page, { first: panicWhenTraining, only: 1 });
  await page.goto(`?${SWEEP}`);
  await button(page, 'Train').click();
  await expect(faults(page)).toHaveText(
    /^\s*The engine crashed: capacity overflow \(.+\)\. The Worker was started again and goes on from the last checkpoint, /,
    { timeout: 60_000 },
  );
  await ended(page);
  await expect(faults(page).locator('p')).toHaveCount(1);
  expect(await errors(page)).toEqual(await undisturbed(page));
});

test('a training whose Workers crash again and again is given up, with a screen that says so and a report', {
  tag: '@alone',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await armWorkers(page);
  await begin(page);
  // Of both Workers each is started again three times.
  for (let times = 1; times <= 4; times += 1) {
    await cause(page, 'use up memory', { once: false });
    if (times < 4) await expect(faults(page).locator('p')).toHaveCount(2 * times, { timeout: 60_000 });
  }
  const crash = page.locator('headcount-crash section');
  await expect(crash).toContainText('The training was given up', { timeout: 60_000 });
  await expect(crash).toContainText('It was started again 3 times in this training, and failed each time.');
  await expect(crash).toContainText(/It had come to [\d\s]+ of 160\s000 steps/);

  await crash.getByRole('button', { name: 'Copy report' }).click();
  await expect(crash).toContainText('Copied.');
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toMatch(/^Headcount \d+\.\d+\.\d+\nwhat happened: The engine crashed/);
  expect(report).toContain(`experiment: ?${new URL(page.url()).search.slice(1).split('&results')[0]}`);
  expect(report).toMatch(/\nbrowser: Mozilla/);
  expect(report).not.toContain(new URL(page.url()).host);

  // Nothing is lost: what was trained can be gone on with at once, and the engine works again.
  const offer = page.locator('headcount-resume-banner aside');
  await expect(offer).toContainText('A training was cut off');
  await offer.getByRole('button', { name: 'Go on with it' }).click();
  await expect(button(page, 'Pause')).toBeVisible();
  await ended(page);
  await expect(crash).toHaveCount(0);
  expect(await errors(page)).toEqual(await undisturbed(page));
});

for (const [what, script] of [
  ['says nothing at all', ''],
  ['has an error in its script', 'throw new Error();'],
]) {
  test(`a Worker that ${what} when it is started is started once more`, async ({ page }) => {
    const armed = await armWorkers(page, { replaced: (count) => (count === 1 ? script : null) });
    await hurry(page);
    await page.goto(`?${SWEEP}`);
    await expect(page.locator('section.engine strong')).toHaveText(/^CPU · /, { timeout: 90_000 });
    expect(armed.workers).toBe(3);
  });
}

test('a Worker that never starts is given up with a sentence, and Try again starts it', async ({ page }) => {
  let isBroken = true;
  await armWorkers(page, { replaced: () => (isBroken ? 'throw new Error("broken");' : null) });
  await page.goto(`?${SWEEP}`);
  const engine = page.locator('section.engine');
  await expect(engine).toContainText('There is no engine: it could not be started.');
  await expect(engine.getByRole('alert')).toContainText('A Worker failed: Uncaught Error: broken.');
  isBroken = false;
  await engine.getByRole('button', { name: 'Try again' }).click();
  await expect(engine.locator('strong')).toHaveText(/^CPU · /);
  await expect(engine.getByRole('alert')).toHaveCount(0);
});
