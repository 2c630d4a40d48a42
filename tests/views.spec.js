// Tabs, presets and settings from outside.
import { presets } from '../www/content/presets.js';
import {
  button,
  drawn,
  engineName,
  expect,
  FOUR_TARGETS,
  focused,
  look,
  setting,
  settled,
  TABS,
  tab,
  test,
  trained,
} from './page-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8,16&steps=40&trainSequences=500&validationSequences=200&curvePoints=4';

test('every tab shows what was trained', async ({ page }) => {
  await trained(page, QUICK);
  expect(await page.getByRole('tab').allTextContents()).toEqual(TABS);
  const charts = {
    Cliff: ['transition', 'learning'],
    Learning: ['learning'],
    Width: ['width'],
    Theory: ['theory-map', 'soft-minimum', 'needed'],
    'Too many heads': ['few', 'many', 'random-heads'],
  };
  for (const [name, ids] of Object.entries(charts)) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    const hash = { Cliff: 'transition', 'Too many heads': 'rank' }[name] ?? name.toLowerCase();
    expect(new URL(page.url()).hash).toBe(`#${hash}`);
    for (const id of ids) {
      await page.locator(`#${id}`).first().waitFor();
      await drawn(page, id);
      expect((await look(page, id)).inked).toBeGreaterThan(1500);
    }
  }
  await tab(page, 'Heads').click();
  await expect(page.locator('#panel headcount-heads button, #panel .empty').first()).toBeVisible();
  await tab(page, 'Table').click();
  await expect(page.locator('tbody tr')).toHaveCount(4);
});

test('the table sorts by any column, both ways, and says so', async ({ page }) => {
  await page.goto(`${FOUR_TARGETS}#table`);
  const errors = async () =>
    (await page.locator('td.nmse').allTextContents())
      .map((text) =>
        text.replace(/ × 10⁻/, 'e-').replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit))),
      )
      .map(Number);
  await expect(page.locator('tbody tr')).toHaveCount(15);
  const head = page.getByRole('columnheader', { name: 'error', exact: true });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  const up = await errors();
  expect(up).toEqual(up.toSorted((a, b) => a - b));
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  expect(await errors()).toEqual(up.toReversed());
});

for (const { name, tab: id, seconds } of presets) {
  test(`the preset “${name}” opens its view and trains`, async ({ page }) => {
    await page.goto(FOUR_TARGETS);
    await expect(engineName(page)).toBeVisible();
    await button(page, name).click();
    await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator(`#tab-${id}`)).toHaveAttribute('aria-selected', 'true');
    if (seconds < 5) {
      // It is trained at once.
      await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
      await expect(page.locator('.answer')).toHaveText(/^\d targets need \d heads: .*\.$/);
      return;
    }
    // There is something to see before it is trained.
    await expect(page.locator('.answer')).toHaveText(/ Recorded earlier: press Train /);
    await button(page, 'Train').click();
    await expect(page.locator('.progress .numbers span').first()).toHaveText(/^[1-9].* steps in all$/, {
      timeout: 60_000,
    });
    await button(page, 'Stop').click();
    await expect(button(page, 'Train again')).toBeVisible();
    await expect(page.locator('.answer')).toHaveText(/^So far: \S.*\.$/);
  });
}

test('a setting is marked when it differs, and reset; what is wrong stands at its field', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  const field = page.locator('.field', { has: page.locator('#grid-h') });
  const heads = setting(page, 'grid.h');
  await heads.fill('1, 0, blue');
  await heads.press('Tab');
  await expect(field.getByRole('alert')).toContainText([
    'A number of heads is 0, but must be a whole number from 1 to 64.',
    'A number of heads is "blue", but must be a whole number from 1 to 64.',
  ]);
  await expect(heads).toHaveAttribute('aria-invalid', 'true');
  await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'true');
  await heads.fill('2,4');
  await heads.press('Tab');
  await expect(field.getByRole('alert')).toHaveCount(0);
  await expect(field).toHaveClass(/differs/);
  await expect(page.locator('.progress')).toContainText('2 Transformers, 2000 steps each');
  await button(page, 'Reset Heads h to 1, 2, 3, 4, 5').click();
  await expect(heads).toHaveValue('1, 2, 3, 4, 5');
  await expect(heads).toBeFocused();
  await expect(field).not.toHaveClass(/differs/);
});

test('another task brings its own settings, and the defaults that go with them', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await setting(page, 'task.kind').selectOption('farthest');
  await expect(page.locator('.task')).toHaveText(/^Points lie scattered on a ball\./);
  await expect(setting(page, 'task.D')).toHaveCount(0);
  await expect(setting(page, 'grid.h')).toHaveValue('1, 2, 4');
  await setting(page, 'grid.form').selectOption('encoder');
  await expect(setting(page, 'grid.N')).toHaveValue('64');
  await setting(page, 'task.kind').selectOption('retrieval');
  await expect(setting(page, 'grid.n')).toHaveValue('8');
  await setting(page, 'grid.E').fill('24');
  await setting(page, 'grid.E').press('Tab');
  await expect(setting(page, 'grid.n')).toHaveValue('');
  expect(page.url()).toContain('kind=retrieval&E=24');
});

test('what was trained stays while settings change, and says that it is of before', async ({ page }) => {
  // Long enough to be timed.
  await trained(page, QUICK.replace('steps=40', 'steps=3000'));
  await expect(page.locator('.stale')).toBeHidden();
  await setting(page, 'recipe.steps').fill('50');
  await setting(page, 'recipe.steps').press('Tab');
  await expect(page.locator('.stale')).toHaveText('Changed since the last training: train again to see what it does.');
  await expect(page.locator('.progress')).toContainText(
    /4 Transformers, 50 steps each.*very roughly|4 Transformers, 50 steps each.*about \d/s,
  );
  await tab(page, 'Table').click();
  await expect(page.locator('td.steps').first()).toHaveText('3000');
});

test('a sentence to try sets the controls and scrolls there', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await button(page, 'too many heads').click();
  await expect(tab(page, 'Too many heads')).toHaveAttribute('aria-selected', 'true');
  await expect(setting(page, 'task.kind')).toHaveValue('farthest');
  await expect(button(page, 'Train')).toBeFocused();
  await expect(button(page, 'Train')).toBeInViewport();
});

test('learning curves of one length alone are another picture, and all of them the first one again', async ({
  page,
}) => {
  await trained(page, 'v=1&h=1,2&T=8,16&N=8&steps=40&trainSequences=200&validationSequences=100&curvePoints=4');
  await tab(page, 'Learning').click();
  await drawn(page, 'learning');
  const words = async () => String(await page.locator('#learning #description').textContent());
  const all = { print: await settled(page, 'learning'), words: await words() };
  expect(all.words).toContain('T = 8');
  expect(all.words).toContain('T = 16');
  const length = page.getByLabel('T (length)');
  const seen = [all.print];
  for (const [value, other] of [
    ['8', 'T = 16'],
    ['16', 'T = 8'],
  ]) {
    await length.selectOption(value);
    await expect.poll(words).not.toContain(other);
    const print = await settled(page, 'learning');
    expect(seen).not.toContain(print);
    seen.push(print);
  }
  await length.selectOption('all');
  await expect.poll(words).toBe(all.words);
  expect(await settled(page, 'learning')).toBe(all.print);
});

test('a mystery begins with the cliff, whatever was looked at before', async ({ page }) => {
  await page.goto('?v=1&steps=20&h=1,2#theory');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Give me a mystery').click();
  await expect(tab(page, 'Cliff')).toHaveAttribute('aria-selected', 'true');
  await drawn(page, 'transition');
  // From then on the reader goes where they like.
  await tab(page, 'Learning').click();
  await button(page, 'Train').click();
  await expect(tab(page, 'Learning')).toHaveAttribute('aria-selected', 'true');
});

test('all settings come into sight on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('?v=1&steps=20&h=1,2');
  await expect(engineName(page)).toBeAttached();
  const settings = button(page, 'All settings');
  await settings.click();
  await settings.click();
  await expect(page.locator('.settings summary').first()).toBeInViewport();
});

test('the keyboard alone reaches everything, with the focus in sight', async ({ page }) => {
  await page.goto('?v=1&steps=20&h=1,2');
  await expect(engineName(page)).toBeVisible();
  const seen = [];
  for (let i = 0; i < 90; i += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (!at) break;
    expect(at, `focus of ${at.name}`).toHaveProperty('outlined', true);
    seen.push(at.name);
  }
  for (const name of [
    'Train',
    'Guess first',
    'Export',
    'Import',
    'Four targets',
    'Cliff',
    'Task',
    'Heads h',
    'Steps',
    'Automatic',
    'three targets',
  ]) {
    expect(
      seen.some((words) => words.startsWith(name)),
      `${name} among ${seen.join(' | ')}`,
    ).toBe(true);
  }
  // One of them is also the name of a preset.
  const tabs = TABS.slice(1).filter((name) => name !== 'Too many heads');
  expect(seen.filter((words) => tabs.includes(words))).toEqual([]);

  await tab(page, 'Cliff').focus();
  for (const name of [...TABS.slice(1), TABS[0]]) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, name)).toBeFocused();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await page.keyboard.press('End');
  await expect(tab(page, 'Table')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'The paper')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tab(page, 'Cliff')).toBeFocused();

  await button(page, 'Train').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(button(page, 'Train again')).toBeFocused();
});

test('nothing moves above and beside the view when tabs change', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await drawn(page, 'transition');
  await expect(engineName(page)).toBeVisible();
  const places = async () =>
    Promise.all(
      // What is below follows the view, which is as tall as what it shows.
      [page.locator('[role=tablist]'), page.locator('section.settings')].map((part) => part.boundingBox()),
    );
  const before = await places();
  for (const name of [...TABS.slice(1), TABS[0]].filter((name) => name !== 'Theory')) {
    await tab(page, name).click();
    await page.waitForTimeout(100);
    expect(await places(), name).toEqual(before);
  }
});

test.describe('at phone size', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('no tab and no menu is wider than the screen', async ({ page }) => {
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'transition');
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const name of TABS) {
      await tab(page, name).click();
      await page.waitForTimeout(100);
      expect(await width(), name).toBe(390);
    }
    for (const summary of await page.locator('summary').all()) if (await summary.isVisible()) await summary.click();
    expect(await width()).toBe(390);
    await button(page, 'Export').click();
    const menu = await page.locator('.menu').boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect(Number(menu?.x) + Number(menu?.width)).toBeLessThanOrEqual(390);
  });
});

test('a preset that is chosen below the charts brings what it sets into sight', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Width sweep').click();
  await expect(button(page, 'Train')).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('Width has nothing to show of one width, and leads to several', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await tab(page, 'Width').click();
  await button(page, 'Open the width sweep').click();
  await drawn(page, 'width');
  await expect(setting(page, 'grid.N')).toHaveValue(/,/);
});
