// What the tests of <head-count> share: pages that have one, small experiments, and ways to look at an element.
export { expect, htmlOf, test } from './hosts.js';

/** Trains in a second or two. */
export const QUICK = 'heads="1,2" D="2" T="4" n="6" steps="300" train-sequences="200" validation-sequences="100"';
/** Trains for some time. */
export const LONG = 'heads="1,2" D="2" T="8" n="16" steps="8000" train-sequences="400" validation-sequences="100"';
export const script = (dist) => `<script type="module" src="${dist}/headcount.js"></script>`;
export const element = (page, number = 0) => page.locator('head-count').nth(number);
/** What its Train button says. */
export const state = (page, number = 0) =>
  element(page, number).evaluate((one) => {
    const words = /** @type {HTMLElement} */ (one.shadowRoot?.firstElementChild)?.shadowRoot?.querySelector('.primary');
    return words?.textContent ?? '';
  });
export const train = (page, number = 0) => element(page, number).getByRole('button', { name: 'Train', exact: true });
