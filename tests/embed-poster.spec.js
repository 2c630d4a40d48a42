// What <head-count> shows until it is near the screen: a picture of recorded results, only where it is of what is asked
// for, in the theme of its page; and else a sentence.
import { element, expect, htmlOf, script, test } from './embed-fixture.js';

/** Further from the screen than an element is loaded, and nearer than browsers leave out pictures. */
const NEXT = '<div style="height: 1300px"></div>';

/** Its picture, if it has one: whose, in which theme, what it is called, and whether it is drawn. @param {import('@playwright/test').Page} page @param {number} [number] */
const posterOf = (page, number = 0) =>
  element(page, number).evaluate((one) => {
    const image = one.shadowRoot?.querySelector('img');
    if (!image) return one.shadowRoot?.querySelector('p')?.textContent ?? null;
    const [, name, theme] = image.src.match(/([a-z]+)-(light|dark)[^/]*\.svg$/) ?? [];
    return { name, theme, alt: image.alt, isDrawn: image.complete && image.naturalWidth > 0 };
  });

const WAITING = 'Headcount trains small Transformers here. It loads when it comes near the screen.';

test('one that is not near yet has its poster drawn, follows the theme, and is loaded when it comes near', async ({
  page,
  dist,
  host,
  wrong,
}) => {
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  const origin = await host({
    'notes.html': htmlOf(
      `${NEXT}<head-count preset="width" view="width"></head-count>`,
      `${script(dist)}<style>.slate { color-scheme: dark; }</style>`,
    ),
  });
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto(`${origin}/notes.html`);
  const alt = 'Recorded earlier, “Width sweep”: error against hidden width.';
  await expect.poll(() => posterOf(page)).toEqual({ name: 'width', theme: 'light', alt, isDrawn: true });
  await page.evaluate(() => document.documentElement.classList.add('slate'));
  await expect.poll(() => posterOf(page)).toEqual({ name: 'width', theme: 'dark', alt, isDrawn: true });
  await element(page).evaluate((one) => one.setAttribute('theme', 'light'));
  await expect.poll(async () => (await posterOf(page)).theme).toBe('light');
  // Other fields, other results.
  await element(page).evaluate((one) => one.setAttribute('heads', '2-4'));
  await expect.poll(() => posterOf(page)).toBe(WAITING);
  await element(page).evaluate((one) => one.removeAttribute('heads'));
  await expect.poll(async () => (await posterOf(page)).name).toBe('width');
  expect(asked.filter((url) => /embedded|wasm/.test(url))).toEqual([]);
  await element(page).scrollIntoViewIfNeeded();
  await expect(element(page).locator('chart-canvas[drawn]').first()).toBeVisible();
  await expect(element(page).locator('img')).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('the poster is on the screen while the rest is fetched; of what was not recorded a sentence is', async ({
  page,
  dist,
  host,
}) => {
  const low = 'style="--headcount-height: 300px"';
  const origin = await host({
    'notes.html': htmlOf(
      `<head-count ${low} experiment="v=1&D=3&h=1,2,3,4"></head-count><head-count ${low} D="2"></head-count>`,
      script(dist),
    ),
  });
  /** @type {() => void} */
  let go = () => {};
  const held = new Promise((resolve) => {
    go = () => resolve(undefined);
  });
  await page.route('**/embedded-view-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${origin}/notes.html`);
  await expect(element(page, 0).getByRole('img', { name: 'Recorded earlier, “Three targets”' })).toBeInViewport();
  await expect.poll(async () => (await posterOf(page, 0)).isDrawn).toBe(true);
  await expect(element(page, 1).getByText(WAITING)).toBeInViewport();
  go();
  for (const number of [0, 1])
    await expect(element(page, number).locator('chart-canvas#transition[drawn]')).toBeVisible();
});

test('a page that follows the reader’s system has the poster of that, too', async ({ page, dist, host }) => {
  const origin = await host({
    'notes.html': htmlOf(
      `${NEXT}<head-count preset="many"></head-count>`,
      `${script(dist)}<style>:root { color-scheme: light dark; }</style>`,
    ),
  });
  await page.goto(`${origin}/notes.html`);
  await expect.poll(async () => (await posterOf(page))?.theme).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await posterOf(page))?.theme).toBe('dark');
});
