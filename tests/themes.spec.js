// Light and dark, and the colours of a system set to high contrast. axe looks at the page's texts
// (axe.spec.js); what is drawn on canvases only pixels can tell.
import { drawn, engineName, expect, FOUR_TARGETS, look, settled, tab, test } from './page-fixture.js';

const CHARTS = {
  Cliff: ['transition', 'learning', 'machine-fewer', 'machine-enough'],
  Theory: ['theory-map', 'soft-minimum', 'needed'],
  'Too many heads': ['few', 'many', 'random-heads'],
};

/** The page's ground, and how the strongest ink of a chart stands out from it, as WCAG counts it. */
const contrast = (page, id) =>
  page.locator(`#${id} canvas`).evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
    const linear = (value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const colour = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    const ground = luminance(/** @type {any} */ (colour));
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
    let strongest = 1;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] < 255) continue;
      const ink = luminance([data[i], data[i + 1], data[i + 2]]);
      strongest = Math.max(strongest, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05));
    }
    return { ground: colour.join(), strongest };
  });

test('every chart is drawn for the ground that it stands on, and anew when that changes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  // The cliff is drawn once more with the rings of the machines.
  for (const side of ['fewer', 'enough']) await drawn(page, `machine-${side}`);
  for (const [name, ids] of Object.entries(CHARTS)) {
    await tab(page, name).click();
    for (const id of ids) {
      await drawn(page, id);
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      // Some charts are drawn while they are computed.
      const print = await settled(page, id);
      const light = await contrast(page, id);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(async () => (await look(page, id)).print, { message: id }).not.toBe(print);
      const dark = await contrast(page, id);
      expect(dark.ground).not.toBe(light.ground);
      // WCAG's enhanced contrast for text.
      expect(light.strongest, `${id}, light`).toBeGreaterThan(7);
      expect(dark.strongest, `${id}, dark`).toBeGreaterThan(7);
      await page.emulateMedia({ colorScheme: 'light' });
      await expect.poll(async () => (await look(page, id)).print, { message: `${id}, light again` }).toBe(print);
    }
  }
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`in high contrast, ${colorScheme}, states are told by the system’s colours`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.goto('?v=1&h=1,2&steps=60');
    await drawn(page, 'transition');
    const system = (word) =>
      page.evaluate((value) => {
        const part = document.body.appendChild(document.createElement('i'));
        part.style.color = value;
        const { color } = getComputedStyle(part);
        part.remove();
        return color;
      }, word);
    const [highlight, ground] = [await system('Highlight'), await system('Canvas')];
    expect(highlight).not.toBe(ground);
    const line = (locator, property) =>
      locator.evaluate((part, name) => getComputedStyle(part).getPropertyValue(name), property);
    // The selected tab, and no other.
    expect(await line(tab(page, 'Cliff'), 'border-bottom-color')).toBe(highlight);
    expect(await line(tab(page, 'Learning'), 'border-bottom-color')).toBe(ground);
    // A setting that differs, and one that does not.
    const field = (id) => page.locator('.field', { has: page.locator(id) });
    expect(await line(field('#grid-h'), 'border-left-color')).toBe(highlight);
    expect(await line(field('#grid-n'), 'border-left-color')).toBe(ground);
    // The focus.
    await page.locator('#transition canvas').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await line(page.locator('#transition canvas'), 'outline-style')).toBe('solid');
    // Charts keep their own colours, which are those for this ground.
    expect((await contrast(page, 'transition')).strongest).toBeGreaterThan(7);
  });
}
