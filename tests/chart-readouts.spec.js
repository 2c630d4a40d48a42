// What charts say to who points at them, touches them or walks through them with keys: the exact
// values, held against the table.
import { drawn, expect, FOUR_TARGETS, look, numberOf, openTable, settled, tab, test, trained } from './page-fixture.js';

const QUICK = 'v=1&h=1,2,3&T=8&N=8&steps=40&trainSequences=500&validationSequences=200&curvePoints=4';

const bubble = (page) => page.locator('#transition .bubble');
const said = (page) => page.locator('#transition [role=status]');
const canvas = (page) => page.locator('#transition canvas');

const boxOf = (locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON());

/** Errors by number of heads, as the table has them. */
async function errors(page) {
  await openTable(page);
  const cells = (name) => page.locator(`td.${name}`).allTextContents();
  const [heads, values] = [await cells('h'), await cells('nmse')];
  await tab(page, 'Cliff').click();
  await drawn(page, 'transition');
  // Until the machines beside it are there, it may still move.
  await settled(page, 'transition');
  return new Map(heads.map((h, i) => [Number(h), numberOf(values[i])]));
}

/** The number of heads and the value that a read-out speaks of. */
const told = (text) => ({ h: Number(text.match(/^h = (\d+)/)?.[1]), value: numberOf(text.split(': ')[1]) });

/** Where on the page the ring is. */
async function ring(page) {
  const box = await boxOf(page.locator('#transition .spot'));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('arrow keys walk through the values, which are the table’s, and Escape hides them', async ({ page }) => {
  await trained(page, QUICK);
  const known = await errors(page);
  expect([...known.keys()]).toEqual([1, 2, 3]);
  await canvas(page).focus();
  await expect(bubble(page)).not.toHaveClass(/shown/);
  for (const [key, h] of [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['ArrowDown', 3],
    ['ArrowRight', 3],
    ['ArrowLeft', 2],
    ['ArrowUp', 1],
    ['End', 3],
    ['Home', 1],
  ]) {
    await page.keyboard.press(String(key));
    await expect(bubble(page)).toHaveClass(/shown/);
    const text = String(await bubble(page).textContent());
    expect(told(text), String(key)).toEqual({ h, value: known.get(Number(h)) });
    // Said aloud, too.
    await expect(said(page)).toHaveText(text);
  }
  await page.keyboard.press('Escape');
  await expect(bubble(page)).not.toHaveClass(/shown/);
  await expect(said(page)).toHaveText('');
});

test('pointing at a mark shows its value; pointing elsewhere or leaving shows none', async ({ page }) => {
  await trained(page, QUICK);
  const known = await errors(page);
  await canvas(page).focus();
  const places = [];
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
    places.push(await ring(page));
  }
  await page.keyboard.press('Escape');
  for (const [i, { x, y }] of places.entries()) {
    await page.mouse.move(x + 3, y - 4);
    await expect(bubble(page)).toHaveClass(/shown/);
    expect(told(String(await bubble(page).textContent()))).toEqual({ h: i + 1, value: known.get(i + 1) });
    // Inside the chart, and beside what it speaks of.
    const [inner, outer] = [await boxOf(bubble(page)), await boxOf(page.locator('#transition'))];
    expect(inner.x).toBeGreaterThanOrEqual(outer.x - 1);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 1);
    expect(y < inner.y || y > inner.y + inner.height).toBe(true);
    // Pointing is not spoken: that would never end.
    await expect(said(page)).toHaveText('');
  }
  const box = await canvas(page).boundingBox();
  await page.mouse.move(box.x + 60, box.y + box.height - 60);
  await expect(bubble(page)).not.toHaveClass(/shown/);
  await page.mouse.move(places[0].x, places[0].y);
  await expect(bubble(page)).toHaveClass(/shown/);
  await page.mouse.move(box.x + 60, box.y - 60);
  await expect(bubble(page)).not.toHaveClass(/shown/);
});

test.describe('at phone size', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a touch shows a value that stays when the finger is lifted', async ({ page }) => {
    await page.goto(`${FOUR_TARGETS}#transition`);
    await drawn(page, 'transition');
    await canvas(page).focus();
    await page.keyboard.press('Home');
    const text = String(await bubble(page).textContent());
    expect(text).toMatch(/^h = 1, recorded/);
    const { x, y } = await ring(page);
    await page.keyboard.press('Escape');
    await page.touchscreen.tap(x, y);
    await expect(bubble(page)).toHaveClass(/shown/);
    await expect(bubble(page)).toHaveText(text);
    await page.waitForTimeout(300);
    await expect(bubble(page)).toHaveClass(/shown/);
  });

  test('a finger that scrolls over the cliff picks no machine, and a tap does', async ({ page }) => {
    await page.goto('');
    await drawn(page, 'transition');
    const title = page.locator('headcount-machine').nth(1).getByRole('heading');
    await expect(title).toHaveText(/^Two heads/);
    await canvas(page).scrollIntoViewIfNeeded();
    const place = async () => {
      const { x, y, width, height } = await boxOf(canvas(page));
      // At three heads.
      return { x: x + width - 30, y: y + height / 2 };
    };
    const before = await page.evaluate(() => scrollY);
    const browser = await page.context().newCDPSession(page);
    const from = await place();
    const touch = (type, touchPoints) => browser.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [from]);
    for (let way = 20; way <= 200; way += 20) await touch('touchMove', [{ x: from.x, y: from.y - way }]);
    await touch('touchEnd', []);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
    await page.waitForTimeout(300);
    await expect(title).toHaveText(/^Two heads/);
    const { x, y } = await place();
    await page.touchscreen.tap(x, y);
    await expect(title).toHaveText(/^Three heads/);
  });
});

test('the line of a value that is read out comes forward, and the others fade', async ({ page }) => {
  await trained(page, QUICK.replace('T=8', 'T=8,16'));
  await drawn(page, 'transition');
  const print = async () => (await look(page, 'transition')).print;
  const plain = await settled(page, 'transition');
  await canvas(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(print).not.toBe(plain);
  const first = await print();
  // Another line: the marks of the same heads stand side by side.
  await page.keyboard.press('End');
  await expect.poll(print).not.toBe(first);
  await page.keyboard.press('Escape');
  await expect.poll(print).toBe(plain);
});
