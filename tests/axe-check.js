// axe-core on a page. All of its rules for WCAG 2 A and AA and its best practices count, none is switched off. The
// themes differ in colours alone, so that in the dark only contrast is looked at.
import axe from 'axe-core';
import { expect } from './page-fixture.js';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Parts that are the same in every state. */
const SAME = ['headcount-article', 'headcount-controls'];
/** Parts that a dialog may cover in part: axe takes what lies over their texts for what they are written on. */
const COVERED = ['headcount-transition'];
/** @param {string[]} parts */
const inPlayground = (parts) => parts.map((part) => ({ fromShadowDom: ['headcount-playground', part] }));

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
export async function check(page, state, whole = false) {
  const hasDialog = await page.getByRole('dialog').isVisible();
  const exclude = inPlayground([...(whole ? [] : SAME), ...(hasDialog ? COVERED : [])]);
  // What is scrolled below the buttons of a phone is covered by them for as long as it is there.
  await page.evaluate(() => scrollTo(0, 0));
  expect.soft(await found(page, { type: 'tag', values: RULES }, exclude), `${state}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await found(page, { type: 'rule', values: ['color-contrast'] }, exclude), `${state}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}
