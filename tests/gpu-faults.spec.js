// A GPU that is lost, fails or is refused: the sweep goes on, on a new device or on the CPU, from its
// last checkpoint, and the page says so. The browser's software GPU computes; devices are destroyed, and
// the GPU process is killed, from outside.
import { expect, test } from '@playwright/test';
import { button, openTable } from './page-fixture.js';
import { armWorkers, cause, changeAdapter, hardware, hurry, largestFall, stepsBack } from './worker-faults.js';

/** On the software GPU some hundred steps a second; on a busy machine, some. */
const SWEEP = 'v=1&h=1,2&T=8&N=8&batch=8&steps=40000&trainSequences=200&validationSequences=50&curvePoints=8&seeds=1';

const engine = (page) => page.locator('section.engine');
const faults = (page) => page.locator('.faults p');
const step = (page) => page.getByRole('progressbar').evaluate((/** @type {HTMLProgressElement} */ { value }) => value);
const ended = (page) => expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });

/** Trains on WebGPU until there are checkpoints to go back to, or for longer. */
async function begin(page, milliseconds = 4000) {
  await page.goto(`?${SWEEP}`);
  await page.getByLabel('WebGPU', { exact: true }).click();
  await expect(engine(page).locator('strong')).toHaveText(/^WebGPU · /, { timeout: 60_000 });
  await expect(engine(page)).toContainText('You chose WebGPU.');
  await button(page, 'Train').click();
  await expect.poll(() => step(page), { timeout: 60_000 }).toBeGreaterThan(20);
  await page.waitForTimeout(milliseconds);
  const at = await step(page);
  expect(at).toBeLessThan(70_000);
  return at;
}

/** Checkpoints are taken every three seconds or so: by now the last one is much newer than the training. */
const LONG = 9000;

/**
 * The notice at a place says that it went on from a checkpoint. The one Worker has all runs: one that began anew would
 * lose all steps, and one whose checkpoint is claimed and not used shows as a bar that falls.
 */
async function losesLittle(page, place, before) {
  expect(stepsBack(await faults(page).nth(place).textContent())).toBeLessThan(0.4 * before);
  expect(await largestFall(page)).toBe(0);
}

/** It goes on; stopped, every run has an error in the table, and the document names the engines. */
async function endsWell(page, engines) {
  const at = await step(page);
  await expect.poll(() => step(page), { timeout: 60_000 }).toBeGreaterThan(at);
  // The software GPU would take minutes to the end.
  await button(page, 'Stop').click();
  await ended(page);
  await errorsOf(page, engines);
}

async function errorsOf(page, engines) {
  await openTable(page);
  const errors = await page.locator('tbody tr td.nmse').allTextContents();
  expect(errors).toHaveLength(2);
  for (const error of errors) expect(error.trim()).toMatch(/^[\d.]/);
  const name = await page
    .locator('headcount-playground')
    .evaluate((/** @type {any} */ { session }) => session.training.outcome.engine);
  expect(name).toMatch(engines);
}

test('a device that is lost in the middle of a sweep: a new one goes on; out of memory, the CPU does, and why is said', {
  tag: '@alone',
}, async ({ page }) => {
  await changeAdapter(page, hardware);
  await armWorkers(page);
  const before = await begin(page, LONG);
  await cause(page, 'lose the GPU', { once: false });
  await expect(faults(page)).toHaveText(
    [/The GPU was started again and goes on from the last checkpoint, ([\d,]+ steps back|with nothing lost)\.$/],
    { timeout: 60_000 },
  );
  await losesLittle(page, 0, before);
  await expect(engine(page).locator('strong')).toHaveText(/^WebGPU · /);
  const at = await step(page);
  expect(at).toBeGreaterThan(0);
  await expect.poll(() => step(page), { timeout: 60_000 }).toBeGreaterThan(at);

  const again = await step(page);
  await cause(page, 'run out of GPU memory', { once: false });
  await expect(faults(page)).toHaveCount(2, { timeout: 60_000 });
  await expect(faults(page).last()).toContainText(
    /The GPU has too little memory for this training\..* The CPU goes on from the last checkpoint, /,
  );
  await losesLittle(page, 1, again);
  // Named with its first progress, which a busy machine takes its time for.
  await expect(engine(page).locator('strong')).toHaveText(/^CPU · /, { timeout: 60_000 });
  await ended(page);
  await errorsOf(page, /^CPU · .*, before that WebGPU · /);

  // It is not chosen again unasked, though it would be there.
  await page.getByLabel('Automatic').click();
  await expect(engine(page)).toContainText('The CPU, because the GPU failed earlier in this visit.');
});

test('the browser’s GPU process is killed: the sweep goes on, on whatever is left', {
  tag: '@alone',
}, async ({ page, browser }) => {
  await begin(page);
  await (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess');
  await expect(faults(page).first()).toContainText(/ goes on from the last checkpoint, /, { timeout: 90_000 });
  await endsWell(page, /WebGPU · /);
});

test('a Worker that hangs on the GPU is noticed after a minute, and the sweep goes on', {
  tag: '@alone',
}, async ({ page }) => {
  test.setTimeout(240_000);
  await armWorkers(page);
  await begin(page);
  await cause(page, 'hang');
  await hurry(page);
  await expect(faults(page).first()).toContainText(
    /^A Worker did not answer for 60 seconds\. The GPU was started again and goes on from the last checkpoint, /,
    { timeout: 120_000 },
  );
  await endsWell(page, /^WebGPU · /);
});

test('a command that the GPU refuses fails loudly, and the sweep goes on', { tag: '@alone' }, async ({ page }) => {
  await armWorkers(page);
  await begin(page);
  await cause(page, 'break a GPU command', { once: false });
  await expect(faults(page).first()).toContainText(/ goes on from the last checkpoint, /, { timeout: 60_000 });
  await endsWell(page, /^WebGPU · /);
});

for (const [what, requestDevice, reason] of /** @type {const} */ ([
  [
    'is refused when the engine starts: the CPU, with the reason',
    () => Promise.reject(new DOMException('not today', 'OperationError')),
    'WebGPU did not start: OperationError: not today',
  ],
  [
    'the browser never gives: the CPU, after half a minute',
    () => new Promise(() => {}),
    'A Worker did not answer for 30 seconds',
  ],
])) {
  test(`a device that ${what}`, async ({ page }) => {
    await changeAdapter(page, hardware);
    await armWorkers(page, { first: `() => (GPUAdapter.prototype.requestDevice = ${requestDevice})` });
    await hurry(page);
    await page.goto(`?${SWEEP}`);
    await expect(engine(page)).toContainText(`The CPU, because the GPU did not start (${reason}).`, {
      timeout: 90_000,
    });
    await expect(engine(page).locator('strong')).toHaveText(/^CPU · /);
  });
}
