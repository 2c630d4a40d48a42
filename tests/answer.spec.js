// The answer under the headline: it reasons in a fixed order, and its button does the one thing that it
// offers.
import { button, engineName, expect, FOUR_TARGETS, holdWasm, setting, tab, test, trained } from './page-fixture.js';

const answer = (page) => page.locator('.answer');
const next = (page) => page.locator('button.next');
const TINY = 'v=1&D=2&d=2&h=1,2&T=4&N=8';

test('a training that was too short offers more steps, and the button trains them', async ({ page }) => {
  await trained(page, `${TINY}&steps=10`);
  await expect(answer(page)).toHaveText(/^10 steps were too few: /);
  await expect(next(page)).toHaveText('Train 50 steps');
  await next(page).click();
  await expect(setting(page, 'recipe.steps')).toHaveValue('50');
  await expect(page.locator('.progress')).toContainText('100 of 100 steps in all', { timeout: 60_000 });
  await expect(answer(page)).not.toHaveText(/^10 steps/);
});

test('runs that went wrong are counted, whatever their error is, and a lower learning rate is offered', async ({
  page,
}) => {
  await trained(page, 'v=1&steps=400&learningRate=10&h=3,4');
  await expect(answer(page)).toHaveText('Both runs are worse than guessing: lower the learning rate.');
  // Whoever has begun to set something else is not offered to have it undone.
  await setting(page, 'recipe.steps').fill('300');
  await setting(page, 'recipe.steps').press('Enter');
  await expect(next(page)).toHaveCount(0);
  await setting(page, 'recipe.steps').fill('400');
  await setting(page, 'recipe.steps').press('Enter');
  await expect(next(page)).toHaveText('Train with learning rate 0.01');
  await next(page).click();
  await expect(setting(page, 'recipe.learningRate')).toHaveValue('0.01');
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
  await expect(answer(page)).not.toContainText('guessing');
});

test('a cliff is said with a look into the heads as the next thing', async ({ page }) => {
  await trained(page, 'v=1&kind=min-max&h=1,2&n=2&steps=1000');
  await expect(answer(page)).toHaveText(
    /^2 targets need 2 heads: the error is (\d+|more than 1000) times lower with 2 heads than with 1\.$/,
  );
  await next(page).click();
  await expect(tab(page, 'Heads')).toHaveAttribute('aria-selected', 'true');
});

test('recorded results are one press away from being trained', async ({ page }) => {
  await page.goto(`?kind=min-max&h=1,2,3&n=2&steps=1000`);
  await expect(engineName(page)).toBeVisible();
  await expect(answer(page)).toHaveText(/ Recorded earlier: press Train to watch it happen\.$/);
  await answer(page).getByRole('button', { name: 'watch it happen' }).click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(next(page)).toHaveText('Look into the heads');
});

test('after Find D the heads are one press away', async ({ page }) => {
  await page.goto('?v=1&kind=min-max&n=2&h=1,2,3&steps=600&trainSequences=2000&validationSequences=500');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Find D').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
  await expect(next(page)).toHaveText('Look into the heads');
  await next(page).click();
  await expect(tab(page, 'Heads')).toHaveAttribute('aria-selected', 'true');
});

test('a Find D that was stopped can be begun again', async ({ page }) => {
  await page.goto('?v=1&h=1,2,3&steps=20000');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Find D').click();
  await expect(answer(page)).toHaveText('Beginning with 1 head.');
  await button(page, 'Stop').click();
  await expect(next(page)).toHaveText('Find D again');
  await next(page).click();
  await expect(answer(page)).toHaveText('Beginning with 1 head.');
  await expect(next(page)).toHaveCount(0);
  await button(page, 'Stop').click();
});

test('a link whose heads cannot share E evenly says so at the top', async ({ page }) => {
  await page.goto('?v=1&E=7&h=5');
  await expect(page.locator('.task')).toContainText(
    'Heads share a size of E = 7. Rounded up: 5 heads have 2 each, 10 in all.',
  );
});

for (const [width, height] of [
  [1440, 900],
  [1000, 768],
  [720, 900],
  [390, 844],
  [320, 640],
]) {
  test(`the paper’s own task is one press away, before training and after, ${width} px`, async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('headcount settings', 'closed');
      localStorage.setItem('headcount story', 'left');
    });
    await page.setViewportSize({ width, height });
    const release = await holdWasm(page);
    await page.goto('');
    const after = button(page, 'Next: four targets, the paper’s own task');
    await expect(after).toBeVisible();
    const places = () =>
      after.evaluate((element) => {
        const [own, said] = [element, /** @type {Element} */ (element.parentElement)].map((one) =>
          one.getBoundingClientRect(),
        );
        return [own.y - said.y, said.height];
      });
    const before = await places();
    release();
    await expect(answer(page)).toHaveText(/Recorded earlier/);
    if (height > 700) await expect(after).toBeInViewport({ ratio: 1 });
    await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'false', { timeout: 60_000 });
    expect(await places()).toEqual(before);
    await button(page, 'Train').click();
    await expect(next(page)).toHaveText('Look into the heads', { timeout: 60_000 });
    expect(await places()).toEqual(before);
    await after.click();
    await expect(page.locator('h1')).toHaveText('Four places to look at take four heads.');
    await expect(page.getByRole('slider', { name: 'targets' })).toHaveValue('4');
    await expect(after).toHaveCount(0);
  });
}

test('one press takes a new reader to the paper’s own task, untrained', async ({ page }) => {
  await page.goto('');
  // Pressed as soon as it is there, it is obeyed once there is an experiment.
  await button(page, 'Next: four targets, the paper’s own task').click();
  await expect(page.getByRole('slider', { name: 'targets' })).toHaveValue('4');
  await expect(page.locator('h1')).toHaveText('Four places to look at take four heads.');
});

test('on a phone the button stands right below the sentence, and nothing moves when it comes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`?${TINY}&steps=10`);
  await expect(engineName(page)).toBeVisible();
  const box = async (of) => /** @type {DOMRect} */ (await of.boundingBox());
  const before = await box(page.locator('.buttons'));
  await button(page, 'Train').click();
  await expect(next(page)).toBeVisible({ timeout: 60_000 });
  const [sentence, beside] = [await box(answer(page)), await box(next(page))];
  expect(beside.y - (sentence.y + sentence.height)).toBeLessThan(16);
  expect((await box(page.locator('.buttons'))).y).toBe(before.y);
});

test('a mystery that is solved says so no more that nobody tells', async ({ page }) => {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Give me a mystery').click();
  await expect(answer(page)).toContainText('Nobody tells you D here');
  await page.getByLabel('Your guess: D =').fill('3');
  await button(page, 'Commit').click();
  await expect(page.locator('.judgement')).toContainText(/^D is \d/);
  await expect(answer(page)).not.toContainText('Nobody tells');
  await expect(page.locator('.task')).not.toContainText('mystery');
});
