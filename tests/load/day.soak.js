// An 8-hour day in minutes: what a reader does, again and again, with trainings of a few steps in place
// of thousands. Memory must not grow after the first minute, and nothing of it may hold up the page.
import { heldUpEveryTime } from '../long-tasks.js';
import { button, drawn, engineName, expect, exported, FOUR_TARGETS, tab, test } from '../page-fixture.js';
import { growing, memoryMeter } from './memory.js';
import { jsonFile } from './sweep-of-2000.js';

const minutes = Number(process.env.HEADCOUNT_MINUTES);

const SIZES = { trainSequences: 200, validationSequences: 100, batch: 16, curvePoints: 40 };
/** Trained one after the other: one that is long enough to be paused, one of other sizes, one of paper 2's. */
const EXPERIMENTS = [
  { grid: { h: [1, 2, 3, 4, 5], T: [8], N: [8] }, recipe: { ...SIZES, steps: 4000 }, seeds: [0, 1, 2] },
  { grid: { h: [1, 2, 4], T: [4, 8], N: [4, 8], n: 2 }, recipe: { ...SIZES, steps: 100 } },
  { task: { kind: 'farthest' }, grid: { h: [1, 2], T: [8] }, recipe: { ...SIZES, steps: 40 } },
];

const isDone = (page) => expect(button(page, 'Train again')).toBeVisible({ timeout: 120_000 });

/** One round: train, pause, go on, look everywhere, export, find D, clear. */
async function round(page, number) {
  const experiment = EXPERIMENTS[number % EXPERIMENTS.length];
  await page.locator('input[type=file]').setInputFiles(jsonFile('experiment.json', experiment));
  await button(page, 'Train').click();
  const isLong = number % EXPERIMENTS.length === 0;
  if (isLong) {
    // The others may have ended before it is pressed.
    await button(page, 'Pause').click();
    await expect(page.locator('.progress')).toContainText('paused');
  }
  await tab(page, 'Heads').click();
  if (isLong) await button(page, 'Resume').click();
  await isDone(page);
  await drawn(page, 'scatter');
  await page.getByRole('button', { name: /^Silence head 1/ }).click();
  await expect(page.locator('.effect[role=status]')).toContainText('Without head 1');
  for (const name of ['Learning', 'Width', 'Theory', 'Too many heads', 'Table', 'Cliff']) await tab(page, name).click();
  await drawn(page, 'transition');
  await page.getByText('Values as a table').first().click();
  await page.getByText('Values as a table').first().click();
  for (const name of ['Results as JSON', 'Results as CSV', 'Chart as SVG', 'Chart as PNG', 'Model as safetensors'])
    await exported(page, name);
  await button(page, 'Export').click();
  if (isLong) {
    // Find D starts the next training while this one stays to be compared with.
    await button(page, 'Find D').click();
    await button(page, 'Stop').click();
    await isDone(page);
  }
  // A preset clears what was trained, and one that takes long is not trained by the click; what is compared with
  // is taken off by the reader.
  await page.getByRole('group', { name: 'Presets' }).getByRole('button', { name: 'Table 2' }).click();
  const removes = page.getByRole('button', { name: /^Remove / });
  while ((await removes.count()) > 0) await removes.first().click();
  await expect(button(page, 'Train')).toBeVisible();
}

test(`a day of training, pausing, inspecting and exporting in ${minutes} minutes: memory stays flat`, async ({
  page,
}) => {
  test.setTimeout(minutes * 60_000 + 600_000);
  const read = await memoryMeter(page);
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  const readings = [];
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 60_000;
  // Whatever is cached is cached within the first minute, and not before every experiment was trained.
  let number = 0;
  for (; elapsed() < 1 || number < 2 * EXPERIMENTS.length; number += 1) await round(page, number);
  for (; elapsed() < 1 + minutes || readings.length < 9; number += 1) {
    await round(page, number);
    // One reading for each three: experiments differ in what they need.
    if (number % EXPERIMENTS.length === EXPERIMENTS.length - 1) readings.push(await read());
  }
  console.log(`${number} rounds in ${elapsed().toFixed(1)} minutes`);
  expect.soft(growing(readings, EXPERIMENTS.length)).toEqual([]);
  const last = async () => {
    await round(page, number);
    number += 1;
  };
  expect(await heldUpEveryTime(page, last)).toBe(0);
});
