// axe-core on the page: every tab at both sizes, before and after a training, and every state that
// shows something more. All of axe's rules for WCAG 2 A and AA and its best practices count, none is
// switched off. The themes differ in colours alone, so that in the dark only contrast is looked at.
import axe from 'axe-core';
import { button, drawn, engineName, expect, setting, tab, test, trained } from './page-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8,16&steps=40&trainSequences=500&validationSequences=200&curvePoints=4';
const TABS = ['Transition', 'Learning', 'Width', 'Heads', 'Theory', 'Rank', 'Table'];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Parts that are the same in every state. */
const SAME = ['.words', 'headcount-controls'].map((part) => ({ fromShadowDom: ['headcount-playground', part] }));

/**
 * Everything that axe finds, a line each: the rule, the place and the reason.
 *
 * @param {import('@playwright/test').Page} page
 * @param {object} runOnly
 * @param {object[]} exclude
 */
async function found(page, runOnly, exclude) {
  // Each time: a page that was loaded anew has none.
  await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { violations } = await /** @type {any} */ (window).axe.run(
        { include: [['html']], exclude: options.exclude },
        { runOnly: options.runOnly, resultTypes: ['violations'] },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')}: ${failureSummary}`),
      );
    },
    { runOnly, exclude },
  );
}

/**
 * Holds the page to the rules, in the light and in the dark.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} state
 * @param {boolean} [whole]  with the parts that are the same in every state
 */
async function check(page, state, whole = false) {
  const exclude = whole ? [] : SAME;
  expect.soft(await found(page, { type: 'tag', values: RULES }, exclude), `${state}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await found(page, { type: 'rule', values: ['color-contrast'] }, exclude), `${state}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Shows a tab, and waits for what it brings. */
async function show(page, name) {
  await tab(page, name).click();
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

for (const [screen, width, height] of /** @type {const} */ ([
  ['desktop', 1440, 900],
  ['phone', 390, 844],
])) {
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
        for (const values of await page.getByText('Values as a table').all())
          if (await values.isVisible()) await values.click();
        await check(page, `${name}, trained`);
      }
    });

    test('nothing is found in a menu, an alert, a refusal or a pin', async ({ page }) => {
      await page.goto('?v=1&h=0');
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(engineName(page)).toBeAttached();
      for (const summary of await page.locator('summary').all())
        if (
          (await summary.isVisible()) &&
          !(await summary.evaluate((part) => part.parentElement?.hasAttribute('open')))
        )
          await summary.click();
      await setting(page, 'grid.h').fill('0');
      await setting(page, 'grid.h').press('Tab');
      await expect(page.locator('.field').getByRole('alert')).toBeVisible();
      await check(page, 'an alert and a refused setting', true);
      await trained(page, QUICK);
      await button(page, 'Pin this result').click();
      await expect(page.locator('.result')).toBeVisible();
      await button(page, 'Export').click();
      await expect(page.locator('.menu')).toBeVisible();
      await check(page, 'a pin and an open menu');
    });

    test('nothing is found in a prediction, a mystery, Find D or an offer', async ({ page }) => {
      await page.goto(`?${QUICK.replace('N=8,16', 'N=8')}`);
      await expect(engineName(page)).toBeVisible();
      await button(page, 'Predict first').click();
      await expect(button(page, 'Cancel')).toBeVisible();
      await check(page, 'predicting');
      await button(page, 'Cancel').click();
      await button(page, 'Find D').click();
      await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
      await check(page, 'Find D, ended');
      await page.reload();
      await expect(page.locator('headcount-resume-banner aside')).toBeVisible();
      await check(page, 'an offer');
      await button(page, 'Not now').click();
      await button(page, 'Give me a mystery').click();
      await expect(page.getByLabel('Your guess: D =')).toBeVisible();
      await check(page, 'a mystery');
    });
  });
}
