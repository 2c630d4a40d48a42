// What a control refuses: said in its words, with a click that mends it.
import { button, engineName, expect, FOUR_TARGETS, setting, test } from './page-fixture.js';

const problem = (page) => page.locator('headcount-controls .problem');

/** Types a value into a control. */
async function type(page, path, text) {
  await setting(page, path).fill(text);
  await setting(page, path).press('Tab');
}

test.beforeEach(async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
});

test('what does not fit is said in the words of the page, and one click mends it', async ({ page }) => {
  await type(page, 'task.D', '32');
  await expect(problem(page)).toContainText(
    'is 32, but must be at most 4: tokens of 4 numbers have room for only 4 targets whose weights are at right angles.',
  );
  await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Set d = 32').click();
  await expect(problem(page)).toHaveCount(0);
  await expect(setting(page, 'task.d')).toHaveValue('32');
  await expect(setting(page, 'task.D')).toHaveValue('32');
  // The button is gone, and the focus is at what it changed.
  await expect(setting(page, 'task.d')).toBeFocused();
  await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'false');

  await type(page, 'task.d', '4');
  await button(page, 'Use random weights').click();
  await expect(problem(page)).toHaveCount(0);
  await expect(setting(page, 'task.directions')).toHaveValue('gaussian');
});

test('an entry of a list is named, and the nearest list that is allowed is offered', async ({ page }) => {
  await type(page, 'grid.h', '1, 99');
  await expect(problem(page)).toContainText('A number of heads is 99, but must be a whole number from 1 to 64.');
  await button(page, 'Use 1, 64').click();
  await expect(setting(page, 'grid.h')).toHaveValue('1, 64');
});

test('lists and numbers are read as people write them', async ({ page }) => {
  await type(page, 'grid.h', '1-3, 3');
  await expect(setting(page, 'grid.h')).toHaveValue('1, 2, 3');
  await type(page, 'recipe.steps', '10 000');
  await expect(setting(page, 'recipe.steps')).toHaveValue('10000');
  await type(page, 'recipe.learningRate', '0,01');
  await expect(setting(page, 'recipe.learningRate')).toHaveValue('0.01');
  await expect(problem(page)).toHaveCount(0);
});

test('a size that the heads cannot share evenly is rounded, and that is said', async ({ page }) => {
  const note = page.locator('headcount-controls .note');
  await type(page, 'grid.E', '7');
  await type(page, 'grid.h', '1, 5');
  await expect(note).toHaveText('Rounded up: 5 heads have 2 each, 10 in all.');
  await type(page, 'grid.E', '10');
  await expect(note).toHaveCount(0);
});
