// What the tests of the JS API share: a page whose headcount.js is called, and a small experiment.
import { expect, test } from '@playwright/test';

export { expect, test };

/** Small enough to train in a second. */
export const experiment = {
  task: { D: 2, d: 2 },
  grid: { h: [1, 2], T: [4], N: [6], n: 3 },
  recipe: { steps: 30, batch: 4, trainSequences: 8, validationSequences: 10, curvePoints: 3 },
};

/** Runs code in the page with `createLab` imported. */
export const inPage = (page, code, argument) =>
  page.evaluate(
    async ([url, source, value]) => {
      const { createLab } = await import(url);
      return new Function('createLab', 'value', `return (${source})(createLab, value)`)(createLab, value);
    },
    [new URL('headcount.js', page.url()).href, code.toString(), argument],
  );

/** Opens the page before every test of a file. */
export function openPage() {
  test.beforeEach(async ({ page, baseURL }) => {
    // An empty page of the same host: nothing of ours is on it.
    await page.route('**/blank.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }),
    );
    await page.goto(`${baseURL}blank.html`);
  });
}
