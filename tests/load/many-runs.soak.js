// Sweeps of 2000 runs, the most that are allowed: the page's thread stays free while they are trained,
// and in every view of what they ended with.
import { test } from '../page-fixture.js';
import { expectFreePage } from './many-runs.js';
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
