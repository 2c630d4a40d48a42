// axe-core on the page (axe-check.js): every tab at both sizes, before and after a training, every state that
// shows something more, the Share dialog, and every page of the lessons.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/shell.mjs';
import { check } from './axe-check.js';
import { button, drawn, engineName, expect, FOUR_TARGETS, setting, TABS, tab, test, trained } from './page-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8,16&steps=40&trainSequences=500&validationSequences=200&curvePoints=4';
/** Shows a tab, and waits for what it brings. */
async function show(page, name) {
  await tab(page, name).click();
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

// On a phone the same is looked at with results in it, below.
test.describe('axe, desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });

  test('nothing is found before training', async ({ page }) => {
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'transition');
    await expect(engineName(page)).toBeVisible();
    await check(page, 'opened', true);
    for (const name of TABS.slice(1)) {
      await show(page, name);
      await check(page, name);
    }
  });
});

for (const [screen, width, height] of /** @type {const} */ ([
  ['desktop', 1440, 900],
  ['phone', 390, 844],
])) {
  test.describe(`axe, ${screen}`, () => {
    test.use({ viewport: { width, height }, colorScheme: 'light' });

    test('nothing is found on the opening, nor while it is presented', async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('headcount settings', 'closed'));
      await page.goto('');
      for (const id of ['machine-fewer', 'transition', 'machine-enough']) await drawn(page, id);
      await expect(page.locator('headcount-find-d')).toBeVisible();
      // The story with an answer in it. On a phone its steps have no names.
      for (let step = 1; step < 3; step += 1) await button(page, 'Next step').click();
      await button(page, 'Show the answer').click();
      await check(page, 'the opening');
      await page.keyboard.press('p');
      await expect(page.locator('headcount-playground')).toHaveAttribute('presenting', '');
      await check(page, 'presenting');
    });

    test('nothing is found in the paper’s table, nor in the guesses of a class', async ({ page }) => {
      await page.goto('?directions=gaussian&seed=3&T=8,16,32,64,128#paper');
      await expect(page.locator('headcount-paper td.ours').first()).toHaveText(/\d/);
      await drawn(page, 'paper-128');
      await check(page, 'Table 2');
      await show(page, 'Cliff');
      await button(page, 'Give me a mystery').click();
      await page.getByLabel('Your guess: D =').fill('3');
      await button(page, 'Commit').click();
      const code = await page.locator('headcount-guess code').textContent();
      await page.getByText('Count the guesses of a class').click();
      await page.getByLabel('Codes').fill(String(code));
      await expect(page.locator('headcount-guess tr')).toHaveText(/D = 3\s*1/);
      await check(page, 'the guesses of a class');
    });

    test('nothing is found after training', async ({ page }) => {
      await trained(page, QUICK);
      for (const name of TABS) {
        await show(page, name);
        if (name === 'Heads') {
          await button(page, 'Silence head 2').click();
          await expect(page.getByText(/^Without head 2 the error is /)).toBeVisible();
          await page.getByText('All numbers of this sequence').click();
        }
        // The values of every chart, opened.
        for (const values of await page.getByText('Values as a table').all())
          if (await values.isVisible()) await values.click();
        await check(page, `${name}, trained`);
      }
    });

    test('nothing is found in a menu, an alert, a refusal or a pin', async ({ page }) => {
      await page.goto('?v=1&h=0');
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(engineName(page)).toBeAttached();
      for (const summary of await page.locator('summary').all())
        if (
          (await summary.isVisible()) &&
          !(await summary.evaluate((part) => part.parentElement?.hasAttribute('open')))
        )
          await summary.click();
      await setting(page, 'grid.h').fill('0');
      await setting(page, 'grid.h').press('Tab');
      await expect(page.locator('.field').getByRole('alert')).toBeVisible();
      await check(page, 'an alert and a refused setting', true);
      await trained(page, QUICK);
      await button(page, 'Pin this result').click();
      await expect(page.locator('.result')).toBeVisible();
      await button(page, 'Export').click();
      await expect(page.locator('.menu')).toBeVisible();
      await check(page, 'a pin and an open menu');
    });

    test('nothing is found in a prediction, a mystery, Find D or an offer', async ({ page }) => {
      await page.goto(`?${QUICK.replace('N=8,16', 'N=8')}`);
      await expect(engineName(page)).toBeVisible();
      await button(page, 'Guess first').click();
      await expect(button(page, 'Cancel')).toBeVisible();
      await check(page, 'predicting');
      await button(page, 'Cancel').click();
      await button(page, 'Find D').click();
      await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
      await check(page, 'Find D, ended');
      await page.reload();
      await expect(page.locator('headcount-resume-banner aside')).toBeVisible();
      await check(page, 'an offer');
      await button(page, 'Not now').click();
      await button(page, 'Give me a mystery').click();
      await expect(page.getByLabel('Your guess: D =')).toBeVisible();
      await check(page, 'a mystery');
    });
  });
}

test.describe('axe, 320 pixels wide', () => {
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'light' });

  test('nothing is found on the opening, nor in any tab of the paper’s task', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('headcount settings', 'closed'));
    await page.goto('');
    for (const id of ['machine-fewer', 'transition', 'machine-enough']) await drawn(page, id);
    await expect(page.locator('headcount-find-d')).toBeVisible();
    await check(page, 'the opening', true);
    await page.goto(FOUR_TARGETS);
    await drawn(page, 'transition');
    await expect(page.locator('headcount-find-d')).toBeVisible();
    for (const name of TABS) {
      await show(page, name);
      await check(page, name);
    }
  });
});

const LESSONS = readdirSync(join(root, 'lessons')).filter((file) => file.endsWith('.html'));

/** Brings every element of a page near the screen once, and waits for what it then shows. @param {import('@playwright/test').Page} page */
async function loadElements(page) {
  for (const element of await page.locator('head-count').all()) {
    await element.scrollIntoViewIfNeeded();
    await expect(element.locator('headcount-embedded .panel')).toBeVisible({ timeout: 30_000 });
  }
}

for (const [width, height] of [
  [320, 640],
  [1440, 900],
]) {
  test.describe(`axe, ${width} pixels wide`, () => {
    test.use({ viewport: { width, height }, colorScheme: 'light' });

    test('nothing is found in the Share dialog', async ({ page }) => {
      await page.goto(`?${QUICK}`);
      await expect(engineName(page)).toBeAttached();
      await button(page, 'Share').click();
      const dialog = page.getByRole('dialog', { name: 'Share' });
      await expect(dialog).toBeVisible();
      await loadElements(page);
      await check(page, 'the Share dialog');
      await dialog.getByRole('button', { name: 'Copy link' }).click();
      await expect(dialog.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
      await check(page, 'the Share dialog, with what was done');
    });
  });
}

test.describe('axe, lessons', () => {
  // Where the least fits.
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'light' });

  for (const lesson of LESSONS) {
    test(`nothing is found in lessons/${lesson}`, async ({ page }) => {
      await page.goto(`lessons/${lesson}`);
      await loadElements(page);
      for (const summary of await page.locator('main > details > summary').all()) await summary.click();
      await check(page, lesson, true);
    });
  }

  test('nothing is found in a question that was answered', async ({ page }) => {
    await page.goto('lessons/what-a-head-does.html');
    const question = page.locator('lesson-question').nth(2);
    await question.getByRole('button').first().click();
    await expect(question).toHaveAttribute('answered', /right|wrong/, { timeout: 100_000 });
    await check(page, 'an answered question', true);
  });
});
