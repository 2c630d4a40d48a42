// The front door, from outside: what a reader sees before anything is trained, the two machines and what
// can be done with them, and the strip of controls.
import { placeOf } from './machine-page.js';
import { button, choosePreset, drawn, engineName, expect, look, setting, tab, test } from './page-fixture.js';

const machine = (page, side) => page.locator(`#machine-${side}`);
const canvas = (page, side) => machine(page, side).locator('canvas');
/** What a machine shows, in words. */
const words = (page, side) => machine(page, side).locator('#description');
const title = (page, side) =>
  page
    .locator('headcount-machine')
    .nth(side === 'fewer' ? 0 : 1)
    .getByRole('heading');

/** Closes the drawer of settings, which other tests find open. */
const asANewReader = (page) => page.addInitScript(() => localStorage.setItem('headcount settings', 'closed'));

test('a new reader sees the idea before anything is trained and without an engine', async ({ page }) => {
  await asANewReader(page);
  // The engine never comes.
  await page.route(/worker/, () => {});
  await page.goto('');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One head cannot look at two places.');
  for (const id of ['machine-fewer', 'transition', 'machine-enough']) {
    await drawn(page, id);
    expect((await look(page, id)).inked).toBeGreaterThan(2000);
  }
  await expect(title(page, 'fewer')).toHaveText('One head: error 0.475');
  await expect(words(page, 'fewer')).toHaveText(
    /^One head at work on a sequence of 16 tokens\. Head 1 watches the smallest\. The machine says 0\.96, truth 0\.90: off by 0\.06\. For comparison, always saying 1\.00 is off by about 0\.08\.$/,
  );
  await expect(words(page, 'enough')).toHaveText(
    /Head 1 watches the largest\. Head 2 watches the smallest\..*right\. For comparison,/,
  );
  await expect(page.locator('section.settings')).toBeHidden();
  // The one word on the axis that a reader need not know.
  await expect(page.locator('headcount-transition figure:has(#transition) figcaption')).toContainText(
    'NMSE: the error on unseen lists; 1 is no better than guessing the mean.',
  );
});

test('a bar that is dragged moves lines and answer at once, in both machines', async ({ page }) => {
  await page.goto('');
  await drawn(page, 'machine-enough');
  const before = await words(page, 'enough').textContent();
  const { x, y } = await placeOf(page, 'fewer', 'Token 8: ');
  await canvas(page, 'fewer').scrollIntoViewIfNeeded();
  const box = await canvas(page, 'fewer').boundingBox();
  if (!box) throw new Error('no canvas');
  await page.mouse.move(box.x + x, box.y + y + 2);
  await page.mouse.down();
  // Below the axis: it becomes the smallest.
  await page.mouse.move(box.x + x, box.y + y + 300, { steps: 4 });
  await page.mouse.up();
  await expect(words(page, 'enough')).not.toHaveText(String(before));
  const table = machine(page, 'enough').locator('xpath=..').locator('chart-table');
  await table.getByText('Values as a table').click();
  await expect(table.getByRole('row', { name: /^8 \(smallest\) 0\.000/ })).toBeVisible();
  await button(page, 'Undo').click();
  await expect(words(page, 'enough')).toHaveText(String(before));
});

test('a head that is pressed is silenced, by mouse and by keys', async ({ page }) => {
  await page.goto('');
  await drawn(page, 'machine-enough');
  const { x, y } = await placeOf(page, 'enough', 'Head 2');
  await canvas(page, 'enough').click({ position: { x, y } });
  await expect(words(page, 'enough')).toHaveText(/Head 2 silenced\./);
  await expect(words(page, 'enough')).toHaveText(/off by/);
  // What that costs is measured on unseen sequences, by the page itself: no engine has been asked.
  await expect(title(page, 'enough')).toHaveText(/^Two heads, without head 2: error [\d.]+$/);
  await canvas(page, 'enough').click({ position: { x, y } });
  await expect(words(page, 'enough')).toHaveText(/Head 2 watches the smallest\..*right/);
  await expect(title(page, 'enough')).toHaveText(/^Two heads: error 1\.[67]\d × 10⁻⁴$/);
  // By keys: the last spots are the heads and the answer.
  await canvas(page, 'enough').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(words(page, 'enough')).toHaveText(/Head 2 silenced\./);
});

test('keys change a token', async ({ page }) => {
  await page.goto('');
  await drawn(page, 'machine-fewer');
  await canvas(page, 'fewer').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('-');
  await expect(button(page, 'Undo')).toHaveAttribute('aria-disabled', 'false');
});

test('a point of the cliff that is pressed is shown as a machine', async ({ page }) => {
  await page.goto('');
  await drawn(page, 'transition');
  await expect(title(page, 'enough')).toHaveText(/^Two heads/);
  const chart = page.locator('#transition canvas');
  const box = await chart.boundingBox();
  if (!box) throw new Error('no canvas');
  await chart.click({ position: { x: box.width - 30, y: box.height / 2 } });
  await expect(title(page, 'enough')).toHaveText(/^Three heads/);
  await expect(words(page, 'enough')).toHaveText(/Head 3/);
});

test('of several lengths the run that is pressed is shown, by mouse and by Enter', async ({ page }) => {
  await page.goto('?kind=min-max&h=1,2&T=4,32&steps=60&seeds=0,1,2#transition');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  for (const side of ['fewer', 'enough']) await expect(words(page, side)).toHaveText(/a sequence of 4 tokens/);
  const chart = page.locator('#transition');
  const spot = await chart.evaluate((/** @type {any} */ { picture, clientWidth: width, clientHeight: height }) => {
    const { spots } = picture.use((one) => one.sketch({ width, height, scale: 1, theme: 'light' }).drawn());
    return spots.find(({ text }) => text.startsWith('h = 2, T = 32:'));
  });
  await chart.locator('canvas').click({ position: { x: spot.x, y: spot.y } });
  for (const side of ['fewer', 'enough']) await expect(words(page, side)).toHaveText(/a sequence of 32 tokens/);
  await expect(title(page, 'enough')).toHaveText(/^Two heads/);
  // Which seed it is, only the session says: the one in the middle.
  const error = () =>
    page.locator('headcount-playground').evaluate((/** @type {any} */ { session: { machines, training } }) => {
      const { run, error: shown } = machines.sides.enough.shown;
      const groups = training.outcome.summary.groups;
      return { shown, median: groups.find(({ h, T }) => h === run.h && T === run.T).median };
    });
  await expect.poll(async () => (await error()).shown).toBeCloseTo((await error()).median, 6);
  // The keys walk to the first point, which is one of the shorter lists.
  await chart.locator('canvas').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  for (const side of ['fewer', 'enough']) await expect(words(page, side)).toHaveText(/a sequence of 4 tokens/);
});

test('a length that was recorded without machines says so when it is pressed, and no other point is ringed for it', async ({
  page,
}) => {
  await page.goto('?directions=gaussian&seed=3&T=8,16,32,64,128#transition');
  await expect(words(page, 'enough')).toHaveText(/a sequence of 16 tokens/);
  const chart = page.locator('#transition');
  const press = async (/** @type {number} */ h, /** @type {number} */ T) => {
    const spot = await chart.evaluate(
      (/** @type {any} */ { picture, clientWidth: width, clientHeight: height }, [h, T]) => {
        const { spots } = picture.use((one) => one.sketch({ width, height, scale: 1, theme: 'light' }).drawn());
        return spots.find(({ text }) => text.startsWith(`h = ${h},`) && text.includes(`T = ${T}:`));
      },
      [h, T],
    );
    await chart.locator('canvas').click({ position: { x: spot.x, y: spot.y } });
  };
  const caption = page.locator('headcount-machine').nth(0).locator('figcaption');
  const ringed = () =>
    page
      .locator('headcount-playground')
      .evaluate((/** @type {any} */ { session }) => session.machines.shownRuns.map(({ h, T }) => `${h} at ${T}`));
  const before = await ringed();
  await press(2, 64);
  await expect(caption).toContainText('Recorded at T = 16 only: train to see T = 64.');
  expect(await ringed()).toEqual(before);
  await press(2, 16);
  await expect(caption).not.toContainText('only');
  await expect(title(page, 'fewer')).toHaveText(/^Two heads/);
});

test('while it trains, the machines follow the live runs', async ({ page }) => {
  await page.goto('');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Train').click();
  // The recorded run is replaced by one that knows nothing yet.
  await expect(words(page, 'enough')).not.toHaveText(/watches the largest.*watches the smallest/);
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(words(page, 'enough')).toHaveText(
    /watches the (largest|smallest)\. Head 2 watches the (largest|smallest)/,
  );
  // The same training as the recorded one, so the same error but for rounding.
  await expect(title(page, 'enough')).toHaveText(/error 1\.[67]\d × 10⁻⁴/);
  // The inspector opens on the list that the machines show, which is not the first one.
  const shown = await page.locator('headcount-playground').evaluate((/** @type {any} */ { session }) => {
    const { machines } = session;
    return { number: machines.sequence, tokens: machines.sides.enough.shown.look.tokens };
  });
  expect(shown.number).toBeGreaterThan(0);
  await tab(page, 'Heads').click();
  await expect
    .poll(() => page.locator('headcount-sequence').evaluate((/** @type {any} */ { tokens }) => tokens))
    .toEqual(shown.tokens);
});

test('the inspector opens on the run that the machine shows: the median one', async ({ page }) => {
  // Its median seed with three heads is not the first one.
  await page.goto('?D=3&h=2,3&seeds=0,1,2#transition');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(title(page, 'enough')).toHaveText(/^Three heads/);
  const { seed, median } = await page.locator('headcount-playground').evaluate((/** @type {any} */ { session }) => {
    const own = session.training.outcome.outcomes.filter(({ run }) => run.h === 3);
    const [, { run }] = own.toSorted((a, b) => a.nmse - b.nmse);
    return { seed: session.machines.sides.enough.shown.run.seed, median: run.seed };
  });
  expect(seed).toBe(median);
  expect(median).not.toBe(0);
  await tab(page, 'Heads').click();
  await expect(page.locator('headcount-heads').getByLabel('Run').locator('option:checked')).toHaveText(
    `3 heads · seed ${median}`,
  );
});

test('a task of paper 2 is drawn with the rank of its heads', async ({ page }) => {
  await page.goto('?kind=farthest&d=16&h=1,2,4&steps=2000&learningRate=0.01&data=fresh#transition');
  await expect(words(page, 'fewer')).toHaveText(
    /^One head .* Head 1 watches the farthest\. The machine names token \d+: right/,
  );
  await expect(title(page, 'enough')).toHaveText(/^Four heads/);
});

test('another token asks, by mouse, by keys and by buttons, in both machines', async ({ page }) => {
  await page.goto('?kind=farthest&d=16&h=1,2,4&steps=2000&learningRate=0.01&data=fresh#transition');
  const asks = async (token) => {
    for (const side of ['fewer', 'enough'])
      await expect(words(page, side)).toHaveText(new RegExp(` Token ${token} asks\\.`));
    await expect(page.getByRole('group', { name: 'Which token asks' })).toContainText(`Token ${token} asks`);
  };
  await asks(1);
  await page.getByRole('button', { name: 'The token after it asks' }).click();
  await asks(2);
  await page.getByRole('button', { name: 'The token before it asks' }).click();
  await page.getByRole('button', { name: 'The token before it asks' }).click();
  await asks(16);
  await drawn(page, 'machine-fewer');
  const { x, y } = await placeOf(page, 'fewer', 'Token 5: ');
  // Without Shift the bar is dragged.
  await canvas(page, 'fewer').click({ position: { x, y: y + 2 }, modifiers: ['Shift'] });
  await asks(5);
  await expect(button(page, 'Undo')).toHaveAttribute('aria-disabled', 'true');
  await canvas(page, 'enough').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await asks(2);
  // A task with one answer has nothing to choose.
  await page.goto('?');
  await drawn(page, 'machine-fewer');
  await expect(page.getByRole('group', { name: 'Which token asks' })).toHaveCount(0);
  await expect(words(page, 'fewer')).not.toHaveText(/asks/);
});

test('a mystery shows no heads', async ({ page }) => {
  await page.goto('');
  await button(page, 'Give me a mystery').click();
  await expect(page.locator('headcount-machine').first()).toContainText('The heads show what there is to find.');
  await expect(machine(page, 'fewer')).toHaveCount(0);
});

test('the strip sets targets, length and heads, and what it sets can be trained', async ({ page }) => {
  await asANewReader(page);
  await page.goto('');
  const slider = (name) => page.getByRole('slider', { name });
  await slider('targets').fill('3');
  await expect(page.locator('.task')).toContainText('Find 3 targets.');
  await expect(page).toHaveURL(/D=3/);
  await slider('length').fill('1');
  await expect(page).toHaveURL(/T=8/);
  await slider('heads').fill('2');
  await expect(page).toHaveURL(/h=1,2/);
  await button(page, 'All settings').click();
  await expect(setting(page, 'task.D')).toHaveValue('3');
  await expect(page.locator('.problem')).toHaveCount(0);
  // The next visit begins as this one ended.
  await expect(button(page, 'All settings')).toHaveAttribute('aria-expanded', 'true');
});

for (const width of [320, 390, 768, 2560]) {
  test(`nothing is wider than a screen of ${width} pixels`, async ({ page }) => {
    await asANewReader(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('');
    await drawn(page, 'machine-fewer');
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await over()).toBeLessThanOrEqual(0);
    await choosePreset(page, 'Two layers');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Two layers/);
    expect(await over()).toBeLessThanOrEqual(0);
  });
}

test('a screen of 2560 pixels is used: the pictures take most of its width', async ({ page }) => {
  await asANewReader(page);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.goto('');
  const boxes = [];
  for (const id of ['machine-fewer', 'transition', 'machine-enough']) {
    await drawn(page, id);
    boxes.push(await page.locator(`#${id} canvas`).boundingBox());
  }
  const [first, cliff, last] = boxes.map((box) => ({ left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) }));
  expect(last.right - first.left).toBeGreaterThan(0.75 * 2560);
  // Side by side, with nothing but a gap between them.
  for (const [before, after] of [
    [first, cliff],
    [cliff, last],
  ])
    expect(after.left - before.right).toBeLessThan(80);
});

test('Back goes back to the last tab, preset and step of the story', async ({ page }) => {
  await page.goto('');
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText(/^One head/);
  await page.getByRole('tab', { name: 'Table' }).click();
  await choosePreset(page, 'Four targets');
  await expect(headline).toHaveText(/^Four places/);
  await page.goBack();
  await expect(headline).toHaveText(/^One head/);
  await expect(page.getByRole('tab', { name: 'Table' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Cliff' })).toHaveAttribute('aria-selected', 'true');
  await button(page, 'Next step').click();
  await expect(page).toHaveURL(/#story-2$/);
  await page.goBack();
  await expect(page).toHaveURL(/#story-1$/);
});

test('on a phone no frame is kept for machines that are not there, and one sentence speaks of both', async ({
  page,
}) => {
  await asANewReader(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const machines = page.locator('headcount-machine');
  /** How tall what has no picture is: whole machines, and frames with a sentence. */
  const emptyHeights = () =>
    page
      .locator('headcount-transition :is(headcount-machine, .empty, .place)')
      .evaluateAll((all) =>
        all
          .filter((one) => !(one.shadowRoot ?? one).querySelector('chart-canvas'))
          .map((one) => one.getBoundingClientRect().height),
      );
  const expectLow = async () => {
    for (const height of await emptyHeights()) expect(height).toBeLessThanOrEqual(150);
  };
  await page.goto('');
  for (const id of ['machine-fewer', 'transition', 'machine-enough']) await drawn(page, id);
  await expectLow();
  // Nobody has recorded five targets.
  await page.goto('?v=1&D=5&d=8&h=1,2,3,4,5,6&steps=20000');
  const sentence = page.getByText('Train, and the heads are drawn here while they learn.');
  await expect(sentence.first()).toBeVisible();
  await expect(sentence.nth(1)).toBeHidden();
  expect((await emptyHeights()).length).toBeGreaterThan(0);
  await expectLow();
  // The cliff is above it, and stays where it is when the machines come.
  const tabs = await page.locator('.tabs').elementHandle();
  const below = (of) =>
    of.evaluate(
      (element, tabs) => element.getBoundingClientRect().y - /** @type {Element} */ (tabs).getBoundingClientRect().y,
      tabs,
    );
  const [cliff, before] = [page.locator('#transition'), await below(page.locator('#transition'))];
  expect(await below(machines.first())).toBeGreaterThan(before + ((await cliff.boundingBox())?.height ?? 0));
  await expect(engineName(page)).toBeAttached();
  await button(page, 'Train').click();
  await drawn(page, 'machine-enough');
  expect(await below(cliff)).toBe(before);
  await button(page, 'Stop').click();
  await button(page, 'Give me a mystery').click();
  await expect(machines.first()).toContainText('The heads show what there is to find.');
  expect((await emptyHeights()).length).toBeGreaterThan(0);
  await expectLow();
});

test('on a phone Train stays in reach however far one scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('');
  await drawn(page, 'machine-fewer');
  await page.evaluate(() => scrollTo(0, 1500));
  await expect(button(page, 'Train')).toBeInViewport();
  expect((await button(page, 'Train').boundingBox())?.y).toBeLessThan(60);
});

test('Train says on the opening what it is for, and elsewhere its name alone', async ({ page }) => {
  await page.goto('');
  await expect(page.getByRole('button', { name: 'Train them now', exact: true })).toBeVisible();
  await choosePreset(page, 'Two layers');
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Train them now', exact: true })).toHaveCount(0);
  // Who was sent a link is not new here.
  await page.goto('?kind=min-max&h=1,2,3&n=2&steps=1000');
  await drawn(page, 'transition');
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeVisible();
});

test('before training, Heads shows the machines that were recorded', async ({ page }) => {
  await page.goto('#heads');
  for (const side of ['fewer', 'enough']) await drawn(page, `machine-${side}`);
  await expect(page.locator('#panel')).toContainText('Two Transformers that were trained earlier.');
});

test('a link with results offers to train where the heads would be, and says how long it takes', async ({ page }) => {
  await page.goto('?v=1&h=1,2&T=4&N=8&n=4&steps=60&trainSequences=500&validationSequences=200');
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveURL(/results=/);
  const link = page.url().replace(/#.*/, '#heads');
  await page.goto('about:blank');
  await page.goto(link);
  const panel = page.locator('#panel');
  await expect(panel).toContainText('Nothing trained yet in this tab');
  await expect(panel).toContainText(/2 Transformers, 60 steps each: (about|very roughly|time known)/);
  await panel.getByRole('button', { name: 'Train to see the heads' }).click();
  await expect(page.locator('headcount-heads')).toContainText(/head/i, { timeout: 60_000 });
});

test('a link has a picture for those who show previews', async ({ page }) => {
  await page.goto('');
  const address = await page.locator('meta[property="og:image"]').getAttribute('content');
  const picture = await page.request.get(new URL(String(address), page.url()).href);
  const bytes = await picture.body();
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBe(1200);
});
