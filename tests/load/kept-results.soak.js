// 200 results that the browser has kept: using them for long does not take more and more memory.
// tests/many-pins.spec.js has that they do not hold up the page.
import { button, drawn, expect, FOUR_TARGETS, tab, test } from '../page-fixture.js';
import { keepResults, keptName, resultNames } from '../storage-fixture.js';
import { growing, memoryMeter } from './memory.js';

const COUNT = 200;
const ROUNDS = 30;
/** Charts show eight at most: each round shows others than the rounds before. */
const SHOWN = 8;

/** Shows some others, looks at them in every view that has them, and renames one. */
async function round(page, number) {
  for (let i = 0; i < SHOWN; i += 1) {
    const name = keptName((number * SHOWN + i) % COUNT);
    const box = page.getByRole('checkbox', { name: `Show ${name}`, exact: true });
    if (await box.isChecked()) await box.uncheck();
    else await box.check();
  }
  for (const [name, chart] of [
    ['Learning', 'learning'],
    ['Width', ''],
    ['Table', ''],
    ['Cliff', 'transition'],
  ]) {
    await tab(page, name).click();
    if (chart) await drawn(page, chart);
  }
  const kept = resultNames(page).nth(number % COUNT);
  const name = await kept.inputValue();
  for (const given of ['another name', name]) {
    await kept.fill(given);
    await kept.press('Tab');
    await expect(button(page, `Remove ${given}`)).toBeVisible();
  }
}

test(`${COUNT} results kept and used in turn: memory stays flat`, async ({ page }) => {
  test.setTimeout(900_000);
  await keepResults(page, COUNT);
  const read = await memoryMeter(page);
  await page.goto(FOUR_TARGETS);
  await expect(resultNames(page)).toHaveCount(COUNT, { timeout: 60_000 });
  const readings = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    await round(page, number);
    // The first ones fill caches.
    if (number >= ROUNDS / 3) readings.push(await read());
  }
  expect(growing(readings)).toEqual([]);
});
