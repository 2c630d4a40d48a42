// A whole visit without a mouse: everything is reached with Tab and used with keys, and wherever the
// focus is, it can be seen.
import { button, downloaded, engineName, expect, focused, setting, TABS, tab, test } from './page-fixture.js';

/** More stops than the page has. */
const MOST = 150;

/**
 * Goes to what is called that, stop by stop, forwards or back.
 *
 * @param {import('@playwright/test').Page} page
 * @param {RegExp} name
 * @param {'Tab' | 'Shift+Tab'} [key]
 */
async function reach(page, name, key = 'Tab') {
  const passed = [];
  for (let i = 0; i < MOST; i += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    // Beyond the last stop is the browser itself, and then the first.
    if (!at) continue;
    expect(at, `the focus is seen on “${at.name}”`).toHaveProperty('outlined', true);
    if (name.test(at.name)) return;
    passed.push(at.name);
  }
  throw new Error(`${name} is not reached by ${key}, only ${passed.join(' | ')}`);
}

test('a visit with keys alone', async ({ page }) => {
  await page.goto('?v=1&h=1,2&T=8&N=8,16&steps=60&trainSequences=500&validationSequences=200&curvePoints=4');
  await expect(engineName(page)).toBeVisible();

  await test.step('train', async () => {
    await reach(page, /^Train$/);
    await page.keyboard.press('Enter');
    await expect(button(page, 'Train again')).toBeFocused({ timeout: 60_000 });
  });

  await test.step('every tab, and the values of a chart', async () => {
    await reach(page, /^Cliff$/);
    for (const name of [...TABS.slice(1), TABS[0]]) {
      await page.keyboard.press('ArrowRight');
      await expect(tab(page, name)).toBeFocused();
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    }
    // From the tabs into the view, and through its values.
    await reach(page, /^Error against number of heads$/);
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('#transition [role=status]')).toHaveText(/^h = 1, N = 8, T = 8: /);
    await reach(page, /^Values as a table$/);
    await page.keyboard.press('Enter');
    await expect(page.locator('chart-table table').first()).toBeVisible();
  });

  await test.step('change a setting and reset it', async () => {
    await reach(page, /^Steps/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('70');
    await page.keyboard.press('Tab');
    await expect(page.locator('.stale')).toBeVisible();
    // Before its field, and only while there is something to reset.
    await reach(page, /^Reset Steps to /, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(setting(page, 'recipe.steps')).toBeFocused();
    await expect(setting(page, 'recipe.steps')).toHaveValue('2000');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await expect(page.locator('.stale')).toBeHidden();
  });

  await test.step('pick a run and silence a head', async () => {
    await reach(page, /^Cliff$/, 'Shift+Tab');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Heads')).toBeFocused();
    const run = page.locator('headcount-heads').getByLabel('Run');
    await expect(run).toBeVisible();
    const before = await run.inputValue();
    await reach(page, /^Run/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(run).not.toHaveValue(before);
    await expect(page.getByRole('button', { name: 'Silence head 2' })).toBeVisible();
    await reach(page, /^Silence head 2$/);
    await page.keyboard.press('Space');
    await expect(page.getByText(/^Without head 2 the error is /)).toBeVisible();
    await reach(page, /^Position in the sequence$/);
    await page.keyboard.press('End');
    await expect(page.getByRole('slider', { name: 'Position in the sequence' })).toHaveAttribute('aria-valuenow', '7');
  });

  await test.step('sort the table', async () => {
    await reach(page, /^Heads$/, 'Shift+Tab');
    await page.keyboard.press('End');
    await expect(tab(page, 'Table')).toBeFocused();
    await reach(page, /^error$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: 'error', exact: true })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  await test.step('export', async () => {
    await reach(page, /^Export$/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await reach(page, /^Results as JSON$/);
    const { bytes } = await downloaded(page, () => page.keyboard.press('Enter'));
    expect(JSON.parse(String(bytes)).outcomes).toHaveLength(4);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Export')).toBeFocused();
  });

  await test.step('pin, rename and remove', async () => {
    await reach(page, /^Pin this result$/);
    await page.keyboard.press('Enter');
    await reach(page, /^Name of /);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('mine');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('group', { name: 'mine' })).toBeVisible();
    expect((await focused(page))?.name).toBe('Unpin mine');
    await page.keyboard.press('Tab');
    expect((await focused(page))?.name).toBe('Remove mine');
    await page.keyboard.press('Enter');
    await expect(page.locator('.result')).toHaveCount(0);
    await expect(button(page, 'Pin this result')).toBeFocused();
  });
});
