// For a lecture hall: P shows the picture, the cliff and the sentence alone, with keys in place of buttons.
import { button, drawn, engineName, expect, test } from './page-fixture.js';

const playground = (page) => page.locator('headcount-playground');

test('P presents, the space bar trains, arrows tell the story, and P ends it', async ({ page }) => {
  await page.goto('');
  await drawn(page, 'machine-enough');
  await expect(engineName(page)).toBeVisible();
  await page.keyboard.press('p');
  await expect(playground(page)).toHaveAttribute('presenting', '');
  // Left are the pictures, the sentence, and the question of the story.
  for (const name of ['Export', 'Present', 'Two targets', 'Find D', 'All settings'])
    await expect(button(page, name)).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Cliff' })).toBeHidden();
  for (const id of ['machine-fewer', 'transition', 'machine-enough'])
    await expect(playground(page).locator(`#${id} canvas`)).toBeVisible();
  await expect(page.locator('.answer')).toContainText('2 targets need 2 heads');
  // To be read in the last row.
  const size = await page
    .locator('.answer')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(size).toBeGreaterThanOrEqual(22);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#story-2$/);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/#story-1$/);
  await page.keyboard.press('Space');
  await expect(page.locator('.answer')).toHaveText(
    /^2 targets need 2 heads: the error is more than 1000 times lower|^2 targets need 2 heads: the error is [\d ]+ times lower with 2 heads than with 1\.$/,
    { timeout: 60_000 },
  );
  await page.keyboard.press('p');
  await expect(playground(page)).not.toHaveAttribute('presenting');
  await expect(button(page, 'Export')).toBeVisible();
});

test('letters that are typed into a field do not present', async ({ page }) => {
  await page.goto('');
  await drawn(page, 'transition');
  const field = page.locator('#recipe-steps');
  await field.focus();
  await page.keyboard.press('p');
  await expect(playground(page)).not.toHaveAttribute('presenting');
});

test('after a chart was pressed the keys still present; on one that was come to by keys they are its own', async ({
  page,
}) => {
  await page.goto('');
  await drawn(page, 'machine-enough');
  await expect(engineName(page)).toBeVisible();
  const machine = page.locator('#machine-enough canvas');
  const press = async () => {
    await machine.scrollIntoViewIfNeeded();
    const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (await machine.boundingBox());
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3, { steps: 3 });
    await page.mouse.up();
  };
  await press();
  await expect(machine).toBeFocused();
  await page.keyboard.press('p');
  await expect(playground(page)).toHaveAttribute('presenting', '');
  await press();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#story-2$/);
  await press();
  await page.keyboard.press('Space');
  await expect(page.locator('.progress progress')).not.toHaveJSProperty('value', 0, { timeout: 60_000 });
  // The cliff walks through its values, and the story stays.
  await page.locator('#transition canvas').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#transition .bubble')).toHaveClass(/shown/);
  await expect(page).toHaveURL(/#story-2$/);
  await page.keyboard.press('p');
  await expect(playground(page)).not.toHaveAttribute('presenting');
});
