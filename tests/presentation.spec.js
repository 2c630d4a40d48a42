// For a lecture hall: P shows the picture, the cliff and the sentence alone, with keys in place of buttons.
import { button, drawn, engineName, expect, FOUR_TARGETS, tab, test, trained } from './page-fixture.js';

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

/** Presents a tab: its charts are large, in sight and alone. @param {import('@playwright/test').Page} page @param {string} name @param {string[]} ids */
async function presentTab(page, name, ids) {
  await tab(page, name).click();
  for (const id of ids) await drawn(page, id);
  // The tab has the focus: a letter means nothing there.
  await page.keyboard.press('p');
  await expect(playground(page)).toHaveAttribute('presenting', '');
  const panel = page.locator('#panel');
  // What is read beside a picture, and what is chosen.
  for (const beside of ['figcaption', 'chart-table', '.choices select', '.quiet:not(.label)', '.beside'])
    for (const one of await panel.locator(beside).all()) await expect(one, `${name}: ${beside}`).toBeHidden();
  for (const id of ids) {
    const { y = 0, height = 0 } = (await page.locator(`#${id} canvas`).boundingBox()) ?? {};
    expect(height, `${name}: ${id}`).toBeGreaterThan(450);
    // Below the strips of the heads.
    if (name !== 'Heads') expect(y + height, `${name}: ${id}`).toBeLessThanOrEqual(1080);
  }
  for (const title of await panel.getByRole('heading', { level: 2 }).all()) {
    if (!(await title.isVisible())) continue;
    const size = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size, name).toBeGreaterThanOrEqual(22);
  }
  await page.keyboard.press('p');
  await expect(playground(page)).not.toHaveAttribute('presenting');
}

test('every tab presents its pictures large, in sight and alone', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await trained(page, 'h=1,2,3,4,5&N=8,16&steps=60&trainSequences=500&validationSequences=200');
  await presentTab(page, 'Learning', ['learning']);
  await presentTab(page, 'Width', ['width']);
  await presentTab(page, 'Theory', ['theory-map', 'soft-minimum', 'needed']);
  await presentTab(page, 'Too many heads', ['few', 'many', 'random-heads']);
  await presentTab(page, 'Heads', ['scatter']);
  // Of one width the paper has numbers.
  await page.goto(FOUR_TARGETS);
  await presentTab(page, 'The paper', ['paper-16']);
});

test('the last step of the story is presented as large as the first', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('#story-6');
  for (const id of ['few', 'many']) await drawn(page, id);
  await page.keyboard.press('p');
  await expect(playground(page)).toHaveAttribute('presenting', '');
  await expect(page.locator('#panel figcaption').first()).toBeHidden();
  await expect(page.locator('#panel chart-table').first()).toBeHidden();
  for (const id of ['few', 'many', 'random-heads'])
    expect((await page.locator(`#${id} canvas`).boundingBox())?.height).toBeGreaterThan(450);
  // The question is in sight with them.
  await expect(page.getByRole('button', { name: 'They hurt' })).toBeInViewport();
});

for (const [width, height] of [
  [1280, 720],
  [1024, 768],
])
  test(`headline, pictures, sentence and story fit into a hall's ${width} × ${height} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const expectFit = async (/** @type {string[]} */ ids) => {
      for (const id of ids) {
        await drawn(page, id);
        // Large enough to be read, and all of it in sight.
        const box = await page.locator(`#${id} canvas`).boundingBox();
        expect(box?.height, id).toBeGreaterThan(200);
        expect((box?.y ?? 0) + (box?.height ?? 0), id).toBeLessThanOrEqual(height);
      }
      const [overPage, overHall] = await playground(page).evaluate((host) => [
        document.documentElement.scrollHeight - innerHeight,
        host.scrollHeight - host.clientHeight,
      ]);
      expect(overPage).toBeLessThanOrEqual(0);
      expect(overHall).toBeLessThanOrEqual(0);
      for (const part of ['h1', '.answer']) await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
    };
    const question = page.locator('headcount-story .step');
    const machines = ['machine-fewer', 'transition', 'machine-enough'];
    await page.goto('');
    await drawn(page, 'machine-enough');
    await page.keyboard.press('p');
    for (let step = 1; step <= 6; step += 1) {
      if (step > 1) await page.keyboard.press('ArrowRight');
      await expect(page).toHaveURL(new RegExp(`#story-${step}$|some/where/$`));
      await expect(question).toContainText(`${step} of 6`);
      await expectFit(step < 6 ? machines : ['few', 'many', 'random-heads']);
      await expect(question).toBeInViewport({ ratio: 1 });
    }
    // With its answer, too.
    await button(page, 'They help').click();
    await button(page, 'Show the answer').click();
    await expect(page.locator('headcount-story [role=status]')).toBeInViewport({ ratio: 1 });
    await expectFit(['few', 'many', 'random-heads']);
    await page.keyboard.press('p');
    // Without the story.
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'machine-enough');
    await page.keyboard.press('p');
    await expectFit(machines);
  });
