// axe-core on the page: every tab at both sizes, before and after a training, and every state that
// shows something more. All of axe's rules for WCAG 2 A and AA and its best practices count, none is
// switched off. The themes differ in colours alone, so that in the dark only contrast is looked at.
import { AxeBuilder } from '@axe-core/playwright';
import { button, drawn, engineName, expect, setting, tab, test, trained } from './watched.js';

const QUICK = 'v=1&h=1,2&T=8&N=8,16&steps=40&trainSequences=500&validationSequences=200&curvePoints=4';
const TABS = ['Transition', 'Learning', 'Width', 'Heads', 'Theory', 'Rank', 'Table'];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Everything that axe finds, a line each: the rule, the place and the reason. */
async function found(axe) {
  // There are no frames, which are what the slower mode is for.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')}: ${failureSummary}`));
}

/**
 * Holds the page to the rules, in the light and in the dark.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} state
 * @param {boolean} [whole]  with the parts that are the same in every state
 */
async function check(page, state, whole = false) {
  const axe = () => {
    const all = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    return whole ? all : all.exclude([['headcount-playground', '.words']]).exclude([['headcount-playground', 'headcount-controls']]);
  };
  expect.soft(await found(axe().withTags(RULES)), `${state}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await found(axe().withRules(['color-contrast'])), `${state}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Shows a tab, and waits for what it brings. */
async function show(page, name) {
  await tab(page, name).click();
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

for (const [screen, width, height] of /** @type {const} */ ([['desktop', 1440, 900], ['phone', 390, 844]])) {
  test.describe(`axe, ${screen}`, () => {
    test.use({ viewport: { width, height }, colorScheme: 'light' });

    test('nothing is found before training', async ({ page }) => {
      await page.goto('');
      await drawn(page, 'transition');
      await expect(engineName(page)).toBeVisible();
      await check(page, 'opened', true);
      for (const name of TABS.slice(1)) {
        await show(page, name);
        await check(page, name);
      }
    });

    test('nothing is found after training', async ({ page }) => {
      await trained(page, QUICK);
      for (const name of TABS) {
        await show(page, name);
        if (name === 'Heads') {
          await button(page, 'Silence head 1').click();
          await expect(page.getByText(/^Without head 1 the error is /)).toBeVisible();
          await page.getByText('All numbers of this sequence').click();
        }
        // The values of every chart, opened.
        for (const values of await page.getByText('Values as a table').all()) if (await values.isVisible()) await values.click();
        await check(page, `${name}, trained`);
      }
    });

    test('nothing is found in a menu, an alert, a refusal or a pin', async ({ page }) => {
      await page.goto('?v=1&h=0');
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(engineName(page)).toBeAttached();
      for (const summary of await page.locator('summary').all()) if (await summary.isVisible() && !await summary.evaluate((part) => part.parentElement?.hasAttribute('open'))) await summary.click();
      await setting(page, 'grid.h').fill('0');
      await setting(page, 'grid.h').press('Tab');
      await expect(page.locator('.field').getByRole('alert')).toBeVisible();
      await check(page, 'an alert and a refused setting', true);
      await trained(page, QUICK);
      await button(page, 'Pin this result').click();
      await expect(page.locator('.pin')).toBeVisible();
      await button(page, 'Export').click();
      await expect(page.locator('.menu')).toBeVisible();
      await check(page, 'a pin and an open menu');
    });
  });
}
