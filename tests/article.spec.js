// The words below the charts and the pictures between them: what each shows, that nothing is fetched for one that is
// far away, and that the words stay where they are when it comes.
import { test as plain } from '@playwright/test';
import { check } from './axe-check.js';
import { button, drawn, engineName, expect, FOUR_TARGETS, look, test } from './page-fixture.js';

const PICTURES = ['article-machine', 'article-soft-minimum', 'article-needed', 'article-few', 'article-many'];
const figure = (page, name) => page.locator(`headcount-article figure[data-picture=${name}]`);
const machineTitle = (page) => figure(page, 'machine').locator('h3');

/** Opens the page as it is for a new reader, and waits until all of it is there. */
async function opened(page, query = '') {
  await page.addInitScript(() => localStorage.setItem('headcount settings', 'closed'));
  await page.goto(query);
  await drawn(page, 'transition');
  await expect(engineName(page)).toBeAttached();
}

/** Brings each picture near once, from the top to the end. */
async function readAll(page) {
  for (const id of PICTURES) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await drawn(page, id);
  }
}

for (const [screen, width, height] of /** @type {const} */ ([
  ['desktop', 1440, 900],
  ['phone', 390, 844],
])) {
  test.describe(screen, () => {
    test.use({ viewport: { width, height } });

    test(`every picture of the article is drawn once it is near, and nothing moves when it comes (${screen})`, async ({
      page,
    }) => {
      const models = [];
      page.on('request', (request) => request.url().endsWith('.safetensors') && models.push(request.url()));
      await opened(page, FOUR_TARGETS);
      await drawn(page, 'machine-enough');
      // Those of the two machines at the top.
      expect(models.length).toBe(2);
      // Far away there is the room alone.
      for (const id of PICTURES) await expect(page.locator(`#${id}`)).not.toHaveAttribute('drawn');
      await page.evaluate(() => {
        const shifts = /** @type {any[]} */ ([]);
        /** @type {any} */ (window).shifts = shifts;
        new PerformanceObserver((list) =>
          shifts.push(
            ...list
              .getEntries()
              .map((/** @type {any} */ entry) => [
                entry.value,
                ...entry.sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 60)}`),
              ]),
          ),
        ).observe({ type: 'layout-shift' });
      });
      const tall = () => page.evaluate(() => document.documentElement.scrollHeight);
      const before = await tall();
      await readAll(page);
      for (const id of PICTURES) expect((await look(page, id)).inked, id).toBeGreaterThan(500);
      await expect(machineTitle(page)).toHaveText(/^Three heads: error 0\.0/);
      expect(models.length).toBe(3);
      await page.waitForTimeout(300);
      expect(await page.evaluate(() => /** @type {any} */ (window).shifts)).toEqual([]);
      expect(await tall()).toBe(before);
    });

    test(`axe finds nothing in the article with all of its pictures (${screen})`, async ({ page }) => {
      await opened(page);
      await readAll(page);
      for (const values of await page.locator('headcount-article').getByText('Values as a table').all())
        await values.click();
      await check(page, 'the article', true);
    });

    test(`words and pictures have their places (${screen})`, async ({ page }) => {
      await opened(page);
      await readAll(page);
      const places = await figure(page, 'soft-minimum').evaluate((/** @type {HTMLElement} */ part) => {
        const box = (/** @type {Element | null} */ of) => /** @type {Element} */ (of).getBoundingClientRect();
        const [before, own, after] = [box(part.previousElementSibling), box(part), box(part.nextElementSibling)];
        return { before, own, after };
      });
      const { before, own, after } = places;
      if (screen === 'desktop') {
        expect(own.left).toBeGreaterThan(before.right);
        expect(own.top).toBeLessThan(before.bottom);
        expect(after.left).toBe(before.left);
      } else {
        expect(own.top).toBeGreaterThanOrEqual(before.bottom);
        expect(after.top).toBeGreaterThanOrEqual(own.bottom);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  });
}

test('a line of the article has about 65 characters', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await opened(page);
  const lengths = await page.locator('headcount-article .passage p').evaluateAll((paragraphs) =>
    paragraphs.flatMap((paragraph) => {
      const lines = new Map();
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        for (let i = 0; i < text.length; i += 1) {
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const { width, bottom } = range.getBoundingClientRect();
          const line = Math.round(bottom / 8);
          if (width > 0) lines.set(line, (lines.get(line) ?? 0) + 1);
        }
      }
      // The last line is as long as its words.
      return [...lines.values()].slice(0, -1);
    }),
  );
  expect(lengths.length).toBeGreaterThan(15);
  const mean = lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
  expect(mean).toBeGreaterThan(55);
  expect(mean).toBeLessThan(70);
});

test('the machine of the article has as many heads as it is given, and follows the task that is set', async ({
  page,
}) => {
  await opened(page);
  await page.locator('#article-machine').scrollIntoViewIfNeeded();
  await expect(machineTitle(page)).toHaveText(/^One head: error 0\.4/);
  const slider = figure(page, 'machine').getByRole('slider');
  await slider.fill('1');
  await expect(machineTitle(page)).toHaveText(/^Two heads: error /);
  const { print } = await look(page, 'article-machine');
  await button(page, 'Another sequence').click();
  await expect(async () => expect((await look(page, 'article-machine')).print).not.toBe(print)).toPass();
  // Its own preset sets another task, and other words.
  await page.locator('headcount-article').getByRole('button', { name: 'four targets' }).click();
  await expect(page.locator('h1')).toHaveText('Four places to look at take four heads.');
  await expect(page.locator('headcount-article section').first()).toContainText('Each of D targets has fixed weights');
  await page.locator('#article-machine').scrollIntoViewIfNeeded();
  await expect(machineTitle(page)).toHaveText(/^Three heads: error 0\.0/);
});

test('sliders of the article draw its theory anew', async ({ page }) => {
  await opened(page);
  for (const [name, value, words] of [
    ['soft-minimum', '60', 'β = 60'],
    ['needed', '0', 'T = 16'],
  ]) {
    await page.locator(`#article-${name}`).scrollIntoViewIfNeeded();
    await drawn(page, `article-${name}`);
    const { print } = await look(page, `article-${name}`);
    await figure(page, name).getByRole('slider').fill(value);
    await expect(figure(page, name).locator('label')).toContainText(words);
    await expect(async () => expect((await look(page, `article-${name}`)).print).not.toBe(print)).toPass();
  }
});

test('who predicts sees no recorded result in the article, and who solves a mystery none with a D', async ({
  page,
}) => {
  await opened(page, FOUR_TARGETS);
  await readAll(page);
  await button(page, 'Guess first').click();
  for (const id of ['article-machine', 'article-few', 'article-many'])
    await expect(page.locator(`#${id}`)).toHaveText('Hidden while you predict.');
  await expect(machineTitle(page)).toHaveText('A Transformer at work');
  await button(page, 'Cancel').click();
  await drawn(page, 'article-machine');
  await button(page, 'Give me a mystery').click();
  await expect(page.locator('#article-machine')).toHaveCount(0);
  await expect(page.locator('#article-few')).toContainText('mystery');
  await drawn(page, 'article-many');
  // What is said of a theorem is said of the paper's own sizes, whatever is hidden.
  await expect(figure(page, 'needed').locator('figcaption')).toContainText('D = 4, n = 8');
});

// An error in the console, which is expected here.
plain('a model that cannot be fetched leaves a sentence, and the next one is tried', async ({ page }) => {
  await opened(page, FOUR_TARGETS);
  await drawn(page, 'machine-enough');
  await page.route('**/max-sum-h1*.safetensors', (route) => route.fulfill({ status: 500 }));
  await page.locator('#article-machine').scrollIntoViewIfNeeded();
  await expect(machineTitle(page)).toHaveText(/^Three heads/);
  await figure(page, 'machine').getByRole('slider').fill('0');
  await expect(page.locator('#article-machine')).toHaveText('The recorded model could not be loaded (HTTP 500).');
  await figure(page, 'machine').getByRole('slider').fill('1');
  await expect(machineTitle(page)).toHaveText(/^Two heads/);
});
