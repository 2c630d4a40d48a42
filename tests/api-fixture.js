// What the tests of the JS API share: a page whose headcount.js is called, and a small experiment.
import { expect, test } from '@playwright/test';

export { expect, test };

/** Small enough to train in a second. */
export const experiment = {
  task: { D: 2, d: 2 },
  grid: { h: [1, 2], T: [4], N: [6], n: 3 },
  recipe: { steps: 30, batch: 4, trainSequences: 8, validationSequences: 10, curvePoints: 3 },
};

/**
 * Runs code in the page with `createLab` imported. The code's third argument gives the sentence of the error
 * that a promise ends with, or "nothing" where it ends well.
 */
export const inPage = (page, code, argument) =>
  page.evaluate(
    async ([url, source, value]) => {
      const { createLab } = await import(url);
      const why = (promise) =>
        promise.then(
          () => 'nothing',
          (error) => error.message,
        );
      return new Function('...given', `return (${source})(...given)`)(createLab, value, why);
    },
    [new URL('headcount.js', page.url()).href, code.toString(), argument],
  );

/** Lets code in the page have every Worker that it starts from now on, as `window.workers`. */
export const noteWorkers = (page) =>
  page.evaluate(() => {
    const noted = /** @type {Worker[]} */ ([]);
    const Plain = globalThis.Worker;
    globalThis.Worker = class extends Plain {
      constructor(url, options) {
        super(url, options);
        noted.push(this);
      }
    };
    /** @type {any} */ (window).workers = noted;
  });

/** Opens the page before every test of a file. */
export function openPage() {
  test.beforeEach(async ({ page }) => {
    // Of the same host, with nothing of ours on it.
    await page.goto('blank.html');
  });
}
