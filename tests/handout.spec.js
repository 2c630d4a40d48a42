// What is printed: a handout in place of the page, with nothing that only a screen can do; its link as a QR
// code, read back by another program's reader; and the answers on a sheet of their own.
import jsQR from 'jsqr';
import { button, drawn, engineName, expect, FOUR_TARGETS, test } from './page-fixture.js';

const handout = (page) => page.locator('headcount-handout');

/** As the browser does it: the event, then the style sheet of print. */
async function print(page) {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
}

async function unprint(page) {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
}

/** How many pixels of a canvas of the handout are not white. */
const inked = (page, name) =>
  handout(page)
    .locator(`canvas.${name}`)
    .evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
      const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
        0,
        0,
        canvas.width,
        canvas.height,
      );
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0 && data[i] < 200) count += 1;
      return count;
    });

/** What a camera would read off the code. */
async function readCode(page) {
  const { data, width, height } = await handout(page)
    .locator('canvas.code')
    .evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
      const { width, height } = canvas;
      const image = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, width, height);
      return { data: [...image.data], width, height };
    });
  return /** @type {any} */ (jsQR)(Uint8ClampedArray.from(data), width, height)?.data;
}

test('printed are two sheets: questions with empty axes and a link, then answers', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await drawn(page, 'machine-enough');
  await expect(engineName(page)).toBeVisible();
  await expect(handout(page)).toBeHidden();
  await print(page);
  const [first, second] = [handout(page).locator('.sheet').first(), handout(page).locator('.sheet').last()];
  await expect(handout(page).locator('.sheet')).toHaveCount(2);
  await expect(first.locator('li')).toHaveCount(5);
  await expect(second.locator('li')).toHaveCount(5);
  await expect(first).toContainText('can each target have one of its own?');
  // The questions' sheet asks: what a preset claims is among the answers.
  await expect(first.locator('h1')).toHaveText('How many heads does this task need?');
  const claim = 'Four places to look at take four heads.';
  await expect(first).not.toContainText(claim);
  await expect(second).toContainText(claim);
  await expect(second).toContainText('There are four targets, and three heads: some targets have to share one.');
  await expect(second).toContainText(/4 targets need 4 heads: the error is [\d ]+ times lower/);
  // Paper has no buttons, and says nothing of them.
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(handout(page)).not.toContainText('press Train');
  for (const name of ['fewer', 'axes', 'cliff', 'enough']) expect(await inked(page, name), name).toBeGreaterThan(1000);
  const link = await readCode(page);
  await expect(first).toContainText(link);
  await unprint(page);
  await expect(handout(page)).toBeHidden();
  await expect(button(page, 'Train')).toBeVisible();
  // The link is of what was set.
  await page.goto(link);
  await expect(page.locator('h1')).toHaveText('Four places to look at take four heads.');
});

test('a task that nobody has trained says where its machine would be, and is printed with one once it is', async ({
  page,
}) => {
  // Nobody has recorded five targets.
  await page.goto('?D=5&d=8&h=1,2,5&T=8&steps=60&trainSequences=500&validationSequences=200');
  await expect(engineName(page)).toBeVisible();
  await print(page);
  const first = handout(page).locator('.sheet').first();
  await expect(first).toContainText('train it before you print');
  await expect(first.locator('canvas.fewer')).toHaveCount(0);
  expect(await inked(page, 'axes')).toBeGreaterThan(1000);
  await unprint(page);
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await drawn(page, 'machine-fewer');
  await print(page);
  await expect(first).not.toContainText('train it before you print');
  expect(await inked(page, 'fewer')).toBeGreaterThan(1000);
});

for (const [what, query] of [
  ['the opening', ''],
  ['64 tokens', '?kind=min-max&h=1,2,3&n=2&T=64&steps=20&trainSequences=200&validationSequences=100'],
]) {
  test(`on paper it is two sheets of A4: ${what}`, async ({ page }) => {
    await page.goto(query);
    await expect(engineName(page)).toBeVisible();
    if (query) {
      await button(page, 'Train').click();
      await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
    }
    for (const side of ['fewer', 'enough']) await drawn(page, `machine-${side}`);
    const pdf = String(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    // The handout was made for it, with its five pictures, which Chromium keeps as forms.
    expect(pdf.match(/\/Subtype ?\/Form/g)?.length).toBeGreaterThanOrEqual(5);
    const pages = pdf.match(/\/Type ?\/Page\b/g) ?? [];
    expect(pages).toHaveLength(2);
    for (const [, width, height] of pdf.matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g)) {
      // 210 × 297 mm in points.
      expect(Math.abs(Number(width) - 595)).toBeLessThan(2);
      expect(Math.abs(Number(height) - 842)).toBeLessThan(2);
    }
  });
}

test('a preview of the print, which no event announces, has the handout too', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await drawn(page, 'machine-enough');
  await page.emulateMedia({ media: 'print' });
  await expect(handout(page).locator('.sheet')).toHaveCount(2);
  expect(await inked(page, 'cliff')).toBeGreaterThan(1000);
  await page.emulateMedia({ media: 'screen' });
  await expect(handout(page)).toBeHidden();
});

test('paper 2’s tasks have their own questions, and a mystery no answers', async ({ page }) => {
  await page.goto('?kind=farthest&d=16&h=1,2,4&data=fresh');
  await expect(engineName(page)).toBeVisible();
  await print(page);
  await expect(handout(page)).toContainText('16, 8 and 4: heads share one size.');
  await expect(handout(page).locator('h1').first()).toHaveText('Do more heads help here?');
  await unprint(page);

  await page.goto('?h=1,2');
  await button(page, 'Give me a mystery').click();
  await expect(page.locator('headcount-guess')).toBeVisible();
  await print(page);
  await expect(handout(page).locator('.sheet')).toHaveCount(1);
  await expect(handout(page)).toContainText('A mystery: where is the cliff?');
  await expect(handout(page)).not.toContainText('train it before you print');
  expect(await readCode(page)).toContain('?mystery=');
});
