// The story in six steps: each asks first and answers by running; it can be skipped at any time, and is not told again
// unasked; each step has a link of its own.
import { presets } from '../www/content/presets.js';
import { button, choosePreset, drawn, engineName, expect, tab, test } from './page-fixture.js';

const story = (page) => page.locator('headcount-story');
const answer = (page) => story(page).getByRole('status');
const headline = (page) => page.getByRole('heading', { level: 1 });
/** A button that trains; on a slow machine it says how long that takes. @param {import('@playwright/test').Page} page @param {string} name */
const trains = (page, name) => page.getByRole('button', { name: new RegExp(`^${name}( \\(.+\\))?$`) });
const isOff = (page, name) => expect(button(page, name)).toHaveAttribute('aria-disabled', 'true');
const isOn = (page, name) => expect(button(page, name)).toHaveAttribute('aria-disabled', 'false');
const ended = (page) => expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });

/** Opens the page as at the next visit: another fragment of the same address would not load it. */
async function visit(page, address = '') {
  await page.goto('about:blank');
  await page.goto(address);
}

/** Goes on to a step, which asks and does not answer yet. */
async function goOn(page, number) {
  await button(page, 'Next step').click();
  await expect(page).toHaveURL(new RegExp(`#story-${number}$`));
  await expect(story(page)).toContainText(`${number} of 6`);
  await expect(answer(page)).toHaveCount(0);
}

test('every step asks first, runs what answers it, and the last leads to a mystery', async ({ page }) => {
  await page.goto('');
  await expect(engineName(page)).toBeVisible();

  await test.step('guess, and see', async () => {
    await expect(answer(page)).toHaveCount(0);
    await expect(story(page)).toContainText('the largest and the smallest number of a list');
    await expect(button(page, 'Train and see')).toHaveCount(0);
    await button(page, '3 heads').click();
    await expect(answer(page)).toHaveCount(0);
    await button(page, 'Train and see').click();
    await ended(page);
    await expect(page).toHaveURL(/kind=min-max.*#story-1$/);
    await expect(answer(page)).toHaveText(/^You said: 3 heads\. Two: /);
    await button(page, '2 heads').click();
    await expect(answer(page)).toHaveText(/^You were right\. Two: /);
  });

  await test.step('train', async () => {
    await goOn(page, 2);
    await expect(headline(page)).toHaveText(/^One head/);
    await trains(page, 'Train them').click();
    await expect(trains(page, 'Train them')).toHaveAttribute('aria-disabled', 'true');
    await ended(page);
    await expect(answer(page)).toContainText('it falls off a cliff');
  });

  await test.step('drag a bar', async () => {
    await goOn(page, 3);
    await drawn(page, 'machine-enough');
    await page.locator('#machine-enough canvas').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('-');
    await expect(answer(page)).toContainText('moves on to the one that is largest now');
    // What was trained stays.
    await expect(button(page, 'Train again')).toBeVisible();
  });

  await test.step('silence a head, which stays silent', async () => {
    await goOn(page, 4);
    await button(page, 'Nothing').click();
    await expect(answer(page)).toHaveCount(0);
    for (let times = 0; times < 2; times += 1) {
      await button(page, 'Silence head 2').click();
      await expect(page.locator('#machine-enough #description')).toHaveText(/Head 2 silenced\./);
    }
    await expect(answer(page)).toHaveText(/^You said: nothing\. The other head still finds its number/);
  });

  await test.step('predict, and be told where the curve fell', async () => {
    await goOn(page, 5);
    await expect(headline(page)).toHaveText(/^Four places/);
    await button(page, 'Draw it').click();
    await expect(button(page, 'Cancel')).toBeVisible();
    await expect(button(page, 'Train and compare')).toHaveCount(0);
    // 1 with one head, and from two on a hundredth.
    await page.locator('#transition canvas').focus();
    for (const key of ['Home', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'PageDown', 'PageDown'])
      await page.keyboard.press(key);
    for (let heads = 3; heads <= 5; heads += 1)
      for (const key of ['ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    // Drawn is not answered.
    await expect(answer(page)).toHaveCount(0);
    await button(page, 'Train and compare').click();
    await expect(answer(page)).toHaveCount(0);
    await ended(page);
    await expect(answer(page)).toHaveText(
      /^You expected the largest fall from 1 to 2 heads; the largest was from 3 to 4 heads: the error is \d+ times lower\. Your prediction was .* One head for each target: /,
    );
  });

  await test.step('too many', async () => {
    await goOn(page, 6);
    await expect(tab(page, 'Too many heads')).toHaveAttribute('aria-selected', 'true');
    await expect(button(page, 'Show the answer')).toHaveCount(0);
    await button(page, 'They help').click();
    await expect(trains(page, 'Train them')).toHaveAttribute('aria-disabled', 'false');
    await button(page, 'Show the answer').click();
    await expect(answer(page)).toHaveText(/^You said: they help\. They hurt/);
  });

  await button(page, 'To the mystery').click();
  await expect(page).toHaveURL(/mystery=/);
  await expect(story(page)).toHaveCount(0);
  // It has been told.
  await visit(page);
  await expect(button(page, 'The story in six steps')).toBeVisible();
  await expect(story(page)).toHaveCount(0);
});

test('who only wants to know is told, and what is trained in its own time is an answer, too', async ({ page }) => {
  await page.goto('#story-3');
  await drawn(page, 'machine-enough');
  await expect(answer(page)).toHaveCount(0);
  await button(page, 'Show the answer').click();
  await expect(answer(page)).toBeVisible();
  await button(page, 'Step back').click();
  await expect(answer(page)).toHaveCount(0);
  await expect(trains(page, 'Train them')).toHaveAttribute('aria-disabled', 'false');
  // Another step about the same experiment may be gone to while it trains.
  await trains(page, 'Train them').click();
  await isOn(page, 'Next step');
  await ended(page);
  await expect(answer(page)).toContainText('it falls off a cliff');
});

test('what the reader trains is not left for a step, but the story can be skipped, and is not told again', async ({
  page,
}) => {
  await page.goto('?v=1&h=1,2&steps=100000#story-2');
  await expect(engineName(page)).toBeVisible();
  await isOn(page, 'Next step');
  await button(page, 'Train').click();
  await expect(button(page, 'Pause')).toBeVisible();
  await isOff(page, 'Next step');
  await isOff(page, '1 Guess');
  await button(page, 'Next step').click({ force: true });
  await expect(page).toHaveURL(/#story-2$/);
  await button(page, 'Skip the story').click();
  await expect(story(page)).toHaveCount(0);
  await expect(button(page, 'Pause')).toBeVisible();
  await visit(page);
  await expect(button(page, 'The story in six steps')).toBeVisible();
  await expect(story(page)).toHaveCount(0);
  // Asked for, it is told.
  await button(page, 'The story in six steps').click();
  await expect(story(page)).toBeVisible();
});

test('the story that was left by a tab or a preset is not told again', async ({ page }) => {
  const leave = [() => tab(page, 'Table').click(), () => choosePreset(page, 'Table 2')];
  for (const by of leave) {
    await visit(page);
    await expect(story(page)).toBeVisible();
    await drawn(page, 'transition');
    await by();
    await expect(story(page)).toHaveCount(0);
    await visit(page);
    await drawn(page, 'transition');
    await expect(story(page)).toHaveCount(0);
    await page.evaluate(() => localStorage.removeItem('headcount story'));
  }
});

test('the story that was taken up is not told again, wherever the page was closed', async ({ page }) => {
  const takeUp = [
    () => button(page, '2 heads').click(),
    () => button(page, 'Next step').click(),
    () => button(page, '3 Look into the head').click(),
  ];
  for (const by of takeUp) {
    // Who has only seen it is asked once more.
    for (let visits = 0; visits < 2; visits += 1) {
      await visit(page);
      await expect(story(page)).toBeVisible();
      await drawn(page, 'transition');
    }
    await by();
    await expect(story(page)).toBeVisible();
    await visit(page);
    await drawn(page, 'transition');
    await expect(story(page)).toHaveCount(0);
    await page.evaluate(() => localStorage.removeItem('headcount story'));
  }
});

test('a curve that nobody has drawn is answered, too: by where it fell', async ({ page }) => {
  await page.goto('#story-5');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Train').click();
  await ended(page);
  await expect(answer(page)).toContainText('times lower');
  await expect(answer(page)).not.toContainText('prediction');
  await expect(answer(page)).toContainText('One head for each target');
});

test('while the story is told the presets are one line, which opens', async ({ page }) => {
  await page.goto('');
  await drawn(page, 'transition');
  const presets = page.getByRole('group', { name: 'Presets' });
  await expect(page.getByRole('heading', { name: 'Ready-made experiments' })).toBeVisible();
  await expect(presets).toBeHidden();
  await page.getByText('Ready-made experiments').click();
  await expect(presets).toBeVisible();
  await page.getByText('Ready-made experiments').click();
  await expect(presets).toBeHidden();
  await button(page, 'Skip the story').click();
  await expect(presets).toBeVisible();
});

test('a link to a step sets what the step is about', async ({ page }) => {
  await page.goto('#story-5');
  await expect(headline(page)).toHaveText(/^Four places/);
  await expect(story(page)).toContainText('Now there are four places to look at.');
  await expect(page.getByRole('slider', { name: 'targets' })).toHaveValue('4');
  await visit(page, '#story-6');
  await expect(headline(page)).toHaveText('Can there be too many heads?');
  await expect(tab(page, 'Too many heads')).toHaveAttribute('aria-selected', 'true');
  await expect(story(page)).toContainText('6 of 6');
});

test('on a phone the question stands above the pictures, and is in sight at every step', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('headcount settings', 'closed'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('');
  await drawn(page, 'machine-enough');
  const question = story(page).locator('.step p').first();
  const expectAbove = async (/** @type {string} */ picture) => {
    await expect(question).toBeInViewport({ ratio: 1 });
    const [above, below] = [await question.boundingBox(), await page.locator(picture).boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  };
  await button(page, 'Skip the story').click();
  await expect(story(page)).toHaveCount(0);
  // However little of the page is above the link.
  await button(page, 'The story in six steps').evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await button(page, 'The story in six steps').click();
  await expectAbove('#machine-fewer');
  for (let number = 2; number <= 6; number += 1) {
    await goOn(page, number);
    await expectAbove(number < 6 ? '#transition' : '#few');
  }
});

test('the last step says how long its training takes, as the page itself expects', async ({ page }) => {
  await page.goto('#story-6');
  await button(page, 'They hurt').click();
  const { seconds } = presets.find(({ id }) => id === 'many') ?? {};
  await expect(page.locator('.progress .numbers')).toContainText(`about ${seconds} s`);
  await isOn(page, `Train them (about ${seconds} s)`);
});

test('the last step leads to the full lab: the story ends, and all settings are open', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('headcount settings', 'closed'));
  await page.goto('#story-6');
  await expect(button(page, 'Skip the story')).toHaveCount(0);
  await button(page, 'To the full lab').click();
  await expect(story(page)).toHaveCount(0);
  await expect(page.locator('section.settings')).toBeVisible();
});
