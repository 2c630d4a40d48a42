// What the tests of the page share: a page that is watched, so that whatever goes wrong in it fails
// the test, and ways to look at it.
import { readFile } from 'node:fs/promises';
import { expect, test as plain } from '@playwright/test';

export { expect };

/** The page's tabs, in their order. */
export const TABS = ['Cliff', 'Learning', 'Width', 'Heads', 'Theory', 'Too many heads', 'The paper', 'Table'];

/** The link of the paper's own task, which most tests are about; the page itself opens on a smaller one. */
export const FOUR_TARGETS = '?h=1,2,3,4,5';

export const test = plain.extend({
  page: async ({ page, baseURL }, use) => {
    /** @type {string[]} */
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(`page error: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
    // What the page's own Content-Security-Policy refuses, it should not have tried.
    await page.exposeFunction('reportViolation', (text) => wrong.push(`policy: ${text}`));
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) =>
        /** @type {any} */ (window).reportViolation([violatedDirective, blockedURI, sourceFile, sample].join(' ')),
      ),
    );
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

/** Holds back the page's wasm; gives what lets it come. @param {import('@playwright/test').Page} page */
export async function holdWasm(page) {
  let release = () => {};
  const held = new Promise((go) => {
    release = () => go(undefined);
  });
  await page.route(/page_bg.*\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

export const drawn = (page, id) => page.locator(`headcount-playground #${id}[drawn]`).waitFor();
/** The fingerprint of a chart once it stays as it is: what comes after a training, such as the rings of the runs that are shown as machines, is drawn later. */
export async function settled(page, id) {
  let print = Number.NaN;
  await expect(async () => {
    const before = print;
    ({ print } = await look(page, id));
    await page.waitForTimeout(700);
    expect(print).toBe(before);
  }).toPass({ timeout: 30_000 });
  return print;
}

export const engineName = (page) => page.locator('section.engine strong');
/** What Train is called: on the opening it says more. */
const TRAIN = /^Train( them now)?$/;
export const button = (page, name) => page.getByRole('button', { name: name === 'Train' ? TRAIN : name, exact: true });
export const tab = (page, name) => page.getByRole('tab', { name, exact: true });

/** Presses a preset. While the story is told they are behind one line. @param {import('@playwright/test').Page} page @param {string} name */
export async function choosePreset(page, name) {
  const presets = page.getByRole('group', { name: 'Presets' });
  if (!(await presets.isVisible())) await page.getByText('Ready-made experiments').click();
  await presets.getByRole('button', { name }).click();
}

/** Goes to the table, and waits for its errors: a view is fetched when it is wanted, and so are stored results. @param {import('@playwright/test').Page} page */
export async function openTable(page) {
  await tab(page, 'Table').click();
  await expect(page.locator('tbody tr td.nmse').first()).toHaveText(/\d/);
}

/** The control of a field, by the field's path. */
export const setting = (page, path) => page.locator(`#${path.replace('.', '-')}`);

/** Opens the page, trains what its link says, and waits for the end. */
export async function trained(page, query) {
  await page.goto(`?${query}`);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
}

/** The file that the page offers when `act` is done. @param {import('@playwright/test').Page} page @param {() => Promise<unknown>} act */
export async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const bytes = await readFile(await download.path());
  // Nobody needs it any more, and tests of load make very many.
  await download.delete();
  return { name: download.suggestedFilename(), bytes };
}

/** Presses an item of the export menu, which stays open, and gives its file. @param {import('@playwright/test').Page} page @param {string} item */
export async function exported(page, item) {
  if (!(await page.locator('.menu').isVisible())) await button(page, 'Export').click();
  return downloaded(page, () => button(page, item).click());
}

/** A number as the page writes it: 1.23 × 10⁻³ or 0.0712. */
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
