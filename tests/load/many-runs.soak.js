// Sweeps of 2000 runs, the most that are allowed: the page's thread stays free while they are trained,
// and in every view of what they ended with; and memory does not grow with how often.
import { button, expect, test } from '../page-fixture.js';
import { expectFreePage, openWith } from './many-runs.js';
import { growing, memoryMeter } from './memory.js';
import { manySeeds, manySizes } from './sweep-of-2000.js';

for (const [what, query, minutes] of /** @type {const} */ ([
  ['runs, 80 000 points in all,', manySeeds(40), 10],
  ['sizes with one seed each', manySizes, 10],
  // The longest curves that the largest sweep may have.
  ['runs, two million points in all,', manySeeds(1000), 40],
])) {
  test(`a sweep of 2000 ${what} never holds up the page, in any view`, async ({ page }) => {
    test.setTimeout(minutes * 60_000);
    await expectFreePage(page, query);
  });
}

const TRAININGS = 12;

test(`${TRAININGS} trainings of 2000 runs each: memory stays flat`, async ({ page }) => {
  test.setTimeout(1_200_000);
  const read = await memoryMeter(page);
  await openWith(page, manySeeds(8));
  const readings = [];
  for (let count = 0; count < TRAININGS; count += 1) {
    await button(page, count === 0 ? 'Train' : 'Train again').click();
    await button(page, 'Pause').waitFor();
    await button(page, 'Train again').waitFor({ timeout: 900_000 });
    // The first ones fill caches, and the one before stays to be compared with.
    if (count >= TRAININGS / 3) readings.push(await read());
  }
  expect(growing(readings)).toEqual([]);
});
