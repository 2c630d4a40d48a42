// What the tests of the page share: a page that is watched, so that whatever goes wrong in it fails
// the test, and ways to look at it.
import { expect, test as plain } from '@playwright/test';

export { expect };

export const test = plain.extend({
  page: async ({ page, baseURL }, use) => {
    /** @type {string[]} */
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(`page error: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
    // Nothing may be fetched from anywhere else.
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(String(baseURL)) && !/^(data|blob):/.test(url)) wrong.push(`fetched ${url}`);
    });
    await use(page);
    expect(wrong).toEqual([]);
  },
});

/** Pixels of a chart that are not transparent, and a fingerprint of all of them. */
export const look = (page, id) =>
  page.locator(`headcount-playground #${id} canvas`).evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
    let [inked, print] = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 0) inked += 1;
      print = (print * 31 + data[i] + data[i + 1] * 3 + data[i + 2] * 7 + data[i + 3]) | 0;
    }
    return { inked, print, width: canvas.width, cssWidth: canvas.getBoundingClientRect().width };
  });

export const drawn = (page, id) => page.locator(`headcount-playground #${id}[drawn]`).waitFor();
export const engineName = (page) => page.locator('section.engine strong');
export const button = (page, name) => page.getByRole('button', { name, exact: true });
export const tab = (page, name) => page.getByRole('tab', { name, exact: true });

/** The control of a field, by the field's path. */
export const setting = (page, path) => page.locator(`#${path.replace('.', '-')}`);

/** Opens the page, trains what its link says, and waits for the end. */
export async function trained(page, query) {
  await page.goto(`?${query}`);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
}

/** A number as the page writes it: 1.23 × 10⁻³, 1.23e-3 or 0.0712. */
export const numberOf = (text) =>
  Number(
    text
      .trim()
      .replace(/ × 10/, 'e')
      .replace('⁻', '-')
      .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit))),
  );

/** What has the focus, through all shadow roots. */
export const focused = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at || at === document.body) return null;
    const { outlineStyle } = getComputedStyle(
      at.matches('.visually-hidden') ? /** @type {Element} */ (at.closest('label')) : at,
    );
    const words =
      at.getAttribute('aria-label') ?? /** @type {any} */ (at).labels?.[0]?.textContent ?? at.textContent ?? '';
    return { name: words.trim().split('\n')[0], outlined: outlineStyle !== 'none' };
  });
