// Find D and mysteries from outside: what is found is true and rests on what was trained, and what is
// hidden is nowhere on the page.
import { button, drawn, engineName, expect, exported, look, setting, TABS, tab, test } from './page-fixture.js';

const TASK = 'v=1&D=2&d=2&T=8&N=16&n=8&trainSequences=2000&validationSequences=500&curvePoints=10';
const QUICK = `${TASK}&steps=1000`;
const answer = (page) => page.locator('.answer');
const again = (page) => expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });

/** Opens the page, with Find D on it. */
async function open(page, query) {
  await page.goto(`?${query}`);
  await expect(engineName(page)).toBeVisible();
  await expect(button(page, 'Find D')).toBeVisible();
}

/** All text there is, also what only a screen reader reads and what fields hold, through all shadow roots. */
const words = (page) =>
  page.evaluate(() => {
    const said = [document.title, location.href];
    const walk = (node) => {
      if (node instanceof Text) said.push(node.data);
      if (node instanceof HTMLStyleElement) return;
      if (node instanceof Element)
        said.push(...['aria-label', 'title', 'aria-valuetext', 'label'].map((name) => node.getAttribute(name) ?? ''));
      if (node instanceof HTMLInputElement || node instanceof HTMLSelectElement) said.push(`${node.id}: ${node.value}`);
      [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes].forEach(walk);
    };
    walk(document.body);
    return said.filter((text) => text.trim()).join('\n');
  });

test('Find D tries few numbers of heads, finds the true one, and keeps all that it trained', async ({ page }) => {
  await open(page, QUICK);
  await button(page, 'Find D').click();
  await expect(answer(page)).toHaveText('Beginning with 1 head.');
  await expect(button(page, 'Find D')).toHaveAttribute('aria-disabled', 'true');
  await again(page);
  await expect(answer(page)).toHaveText(
    /^The error is (\d+|more than 1000) times lower with 2 heads than with 1, and (hardly changes|falls no further) from 2 to 4: this task needs 2 heads\./,
  );
  await expect(page.locator('headcount-find-d caption')).toHaveText('Numbers of heads tried: 3, with 3 seeds each.');
  await expect(page.locator('headcount-find-d tbody td:first-child')).toHaveText(['1', '2', '4']);
  await expect(page.locator('headcount-find-d tr.found td').first()).toHaveText('2');

  // The link is of what was trained; the settings are still the reader's.
  await expect(setting(page, 'grid.h')).toHaveValue('1, 2, 3, 4, 5');
  await expect(setting(page, 'seeds')).toHaveValue('0');
  expect(page.url()).toContain('h=1,2,4');
  expect(page.url()).toContain('seeds=0,1,2');
  await expect(page.locator('.stale')).toBeHidden();
  await tab(page, 'Table').click();
  await expect(page.locator('td.h')).toHaveText(['1', '1', '1', '2', '2', '2', '4', '4', '4']);
  await expect(page.locator('td.seed')).toHaveText(['0', '1', '2', '0', '1', '2', '0', '1', '2']);
  const results = JSON.parse(String((await exported(page, 'Results as JSON')).bytes));
  expect(results.outcomes.map(({ run }) => run.h)).toEqual([1, 1, 1, 2, 2, 2, 4, 4, 4]);
  expect(results.experiment.grid.h).toEqual([1, 2, 4]);

  // The lab holds the last runs alone: those can be looked into, and it is said.
  await tab(page, 'Heads').click();
  await expect(page.locator('#panel')).toContainText('Find D keeps the runs that it trained last');
  await expect(page.locator('headcount-heads select').first().locator('option')).toHaveText([
    /^4 heads/,
    /^4 heads/,
    /^4 heads/,
  ]);
  await expect(page.locator('headcount-heads .strip')).toHaveCount(4);
});

test('pause and stop work in Find D too, and what was trained is kept', async ({ page }) => {
  await open(page, QUICK.replace('steps=1000', 'steps=3000'));
  await button(page, 'Find D').click();
  await expect(answer(page)).toHaveText('After 1 head, 2: does twice as many help?', { timeout: 60_000 });
  const steps = page.locator('.progress .numbers span').first();
  await expect(steps).toHaveText(/^[1-9]/);
  await button(page, 'Pause').click();
  // Each Worker finishes the piece that it is at, however long that takes on a busy machine.
  let held = await steps.textContent();
  await expect(async () => {
    const before = held;
    await page.waitForTimeout(1000);
    held = await steps.textContent();
    expect(held).toBe(before);
  }).toPass({ timeout: 30_000 });
  await button(page, 'Resume').click();
  await expect.poll(() => steps.textContent()).not.toBe(held);
  await button(page, 'Stop').click();
  await again(page);
  await expect(answer(page)).toHaveText('Stopped before D was found.');
  await tab(page, 'Table').click();
  await expect(page.locator('td.h')).toHaveText(['1', '1', '1', '2', '2', '2']);
  await expect(page.locator('td.stopped').first()).toHaveText('finished');
  await expect(page.locator('td.stopped').last()).toHaveText('interrupted');
  // A training of one's own takes its place.
  await setting(page, 'recipe.steps').fill('20');
  await setting(page, 'recipe.steps').press('Tab');
  await button(page, 'Train again').click();
  await expect(answer(page)).not.toHaveText('Stopped before D was found.');
  await again(page);
});

test('where D cannot be found, it is said why', async ({ page }) => {
  await open(page, 'v=1&kind=farthest');
  await expect(page.locator('headcount-find-d')).toContainText('This task is paper 2’s, which has no D');
  await expect(button(page, 'Find D')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Copy as a mystery').click();
  await expect(page.locator('headcount-find-d')).toContainText('take one of paper 1’s');
  await setting(page, 'task.kind').selectOption('min-max');
  await expect(button(page, 'Find D')).toHaveAttribute('aria-disabled', 'false');
  await setting(page, 'grid.T').fill('8, 16');
  await setting(page, 'grid.T').press('Tab');
  await expect(page.locator('headcount-find-d')).toContainText('give one sequence length T, not 2');
});

test('a mystery hides D everywhere until the guess, and nowhere after', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // A D that no other text of the page has by chance; few steps, because what is learned is not the point.
  await open(
    page,
    'v=1&D=23&d=29&seed=31&h=1,2&T=8&N=8&steps=40&trainSequences=500&validationSequences=200&curvePoints=4',
  );
  await button(page, 'Copy as a mystery').click();
  await expect(page.locator('headcount-find-d')).toContainText('Copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\?mystery=[\w-]+$/);
  expect(Buffer.from(link.split('=')[1], 'base64url').toString('latin1')).not.toMatch(/D=|23|29/);

  await page.goto(link);
  await expect(engineName(page)).toBeVisible();
  const guess = page.getByLabel('Your guess: D =');
  await expect(guess).toBeVisible();
  const nothingTold = async (where) => {
    expect((await words(page)).match(/.*(D = \d|(?<![.\d])(23|29|31)\b|task-).*/g), where).toBeNull();
  };
  await nothingTold('at first');
  await expect(page.locator('.presets [aria-pressed=true]')).toHaveCount(0);
  const size = page.locator('.guess');
  const height = (await size.boundingBox())?.height;

  await button(page, 'Train').click();
  await again(page);
  await expect(answer(page)).toHaveText(/^Trained: where is the cliff\?/);
  for (const name of TABS) {
    await tab(page, name).click();
    await page.waitForTimeout(200);
    await nothingTold(name);
    // What can be pointed at, in each chart.
    for (const canvas of await page.locator('#panel chart-canvas').all()) {
      if (!(await canvas.isVisible())) continue;
      await canvas.hover();
      await nothingTold(`${name}, pointed at`);
    }
  }
  await expect(page.locator('td.parameters')).toHaveCount(0);
  await tab(page, 'Cliff').click();
  await button(page, 'Pin this result').click();
  await expect(page.getByLabel('Name of Mystery')).toHaveValue('Mystery');

  // What would give it away is not exported, and it is said why.
  await button(page, 'Export').click();
  for (const name of [
    'Results as CSV',
    'Results as JSON',
    'Experiment as JSON',
    'Copy as PyTorch',
    'Model as safetensors',
  ]) {
    await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true');
    await button(page, name).click({ force: true });
    await expect(page.locator('.menu [role=status]')).toHaveText(
      'The task is a mystery: commit to a guess of D first.',
    );
  }
  const svg = String((await exported(page, 'Chart as SVG')).bytes);
  expect(svg).toContain('a mystery');
  expect(svg).not.toMatch(/D = |D=|v=1|too few|enough/);
  await page.keyboard.press('Escape');
  await nothingTold('at last');
  const before = await look(page, 'transition');

  // By keyboard alone: what is no number is refused, and then all is told.
  await guess.focus();
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  await expect(page.locator('#message')).toHaveText('Guess a whole number from 1 to 32.');
  await guess.fill('22');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Commit')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.judgement')).toHaveText(/^D is 23; you guessed 22\. /);
  await expect(page.locator('.judgement')).toBeFocused();
  expect((await size.boundingBox())?.height).toBe(height);
  await expect(page.locator('.task')).toContainText('Find 23 targets.');
  await expect(setting(page, 'task.D')).toHaveValue('23');
  expect(page.url()).toContain('?v=1&D=23&d=29');
  await expect(answer(page)).toHaveText(/23 targets/);
  await expect.poll(async () => (await look(page, 'transition')).print).not.toBe(before.print);
  await tab(page, 'Heads').click();
  await expect(page.locator('headcount-heads .strip').first()).toBeVisible();
});

test('a mystery that is given can be found, and another task ends it', async ({ page }) => {
  await open(page, 'v=1');
  await button(page, 'Give me a mystery').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?mystery=[\w-]+#/);
  await expect(page.getByLabel('Your guess: D =')).toBeVisible();
  // The recorded D = 4 is not of this task.
  await expect.poll(async () => (await words(page)).match(/.*D = \d.*/g)).toBeNull();
  await setting(page, 'recipe.steps').fill('20');
  await setting(page, 'recipe.steps').press('Tab');
  const link = page.url();
  await button(page, 'Find D').click();
  await expect(answer(page)).toHaveText(/\d/);
  await expect(page.locator('.progress .numbers span').first()).toHaveText(/^[1-9]/);
  await button(page, 'Stop').click();
  await again(page);
  expect(page.url()).toMatch(/\?mystery=/);
  expect((await words(page)).match(/.*D = \d.*/g)).toBeNull();
  // Opened again it is the same one, steps and all.
  await page.goto('about:blank');
  await page.goto(link);
  await expect(setting(page, 'recipe.steps')).toHaveValue('20');
  expect(page.url()).toBe(link);
  await button(page, 'Three targets').click();
  await expect(page.locator('.guess')).toHaveCount(0);
  expect(page.url()).toContain('?v=1&D=3');
});

test('a broken mystery is met with a sentence', async ({ page }) => {
  await page.goto('?mystery=not-a-mystery');
  await expect(page.getByRole('alert')).toContainText(
    'mystery is "not-a-mystery", but must be a whole mystery, as this page makes them: ask for the link again.',
  );
  await drawn(page, 'transition');
  await expect(page.locator('.guess')).toHaveCount(0);
  expect(new URL(page.url()).search).toMatch(/^\?v=1&kind=min-max&/);
});

test.describe('at phone size', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('what Find D and a mystery show is no wider than the screen, and has its place from the start', async ({
    page,
  }) => {
    await page.goto(`?${QUICK.replace('steps=1000', 'steps=60')}`);
    await drawn(page, 'transition');
    const top = async () => (await page.locator('.settings').boundingBox())?.y;
    const before = await top();
    await expect(button(page, 'Find D')).toBeVisible();
    expect(await top()).toBe(before);
    await button(page, 'Find D').click();
    await again(page);
    await expect(page.locator('headcount-find-d td').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await button(page, 'Give me a mystery').click();
    await expect(page.getByLabel('Your guess: D =')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
