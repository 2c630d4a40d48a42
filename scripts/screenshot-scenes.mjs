// What npm run screenshots takes pictures of: each scene goes through a part of the page and says when. No browser
// is started here, so that a test goes through the same scenes (tests/screenshots.spec.js).

/** @typedef {import('@playwright/test').Page} Page */
/** `take` photographs the page as it is; `settle` waits until what was just opened has been fetched and drawn. @typedef {{ take: (name?: string) => Promise<void>, settle: () => Promise<void> }} Camera */

const FOUR_TARGETS = '?h=1,2,3,4,5&steps=600';
/** Its machines were recorded. */
const RECORDED = '?h=1,2,3,4,5';
/** It does not end while somebody goes through the tabs. */
const LONG = '?h=1,2,3,4,5&steps=100000';

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true }).first();
/** @param {Page} page @param {string} name */
const press = (page, name) => button(page, name).click();

/** The end of a training. @param {Page} page */
const ended = (page) => button(page, 'Train again').waitFor({ timeout: 120_000 });

/** Trains to the end. @param {Page} page */
async function train(page) {
  await page.locator('button.primary').click();
  await ended(page);
}

/** Opens the page, waits for its first chart and, with `trained`, for the end of a training. @param {Page} page @param {string} query @param {{ trained?: boolean }} [options] */
async function open(page, query, { trained = false } = {}) {
  await page.goto(query);
  await page.locator('#transition[drawn]').waitFor();
  await page.locator('section.engine strong').waitFor({ state: 'attached' });
  if (trained) await train(page);
}

/** Takes a picture of every tab. @param {Page} page @param {Camera} camera @param {string} when */
async function takeTabs(page, { take, settle }, when) {
  for (const text of await page.getByRole('tab').allTextContents()) {
    const name = text.trim();
    await page.getByRole('tab', { name, exact: true }).click();
    await settle();
    await take(`${name} ${when}`);
  }
}

/**
 * Each begins with an empty page, in a browser that has not seen the page before: it tells the story.
 *
 * @type {Record<string, (page: Page, camera: Camera) => Promise<void>>}
 */
export const scenes = {
  async opening(page, { take }) {
    await open(page, '');
    await take('before');
    await page.locator('button.primary').click();
    await button(page, 'Pause').waitFor();
    await take('during');
    await ended(page);
    await take('after');
  },
  async story(page, { take, settle }) {
    await open(page, '');
    await page.locator('headcount-story').waitFor();
    for (let step = 1; step <= 6; step += 1) {
      await settle();
      await take(String(step));
      if (step < 6) await press(page, 'Next step');
    }
  },
  async tabs(page, camera) {
    await open(page, FOUR_TARGETS);
    await takeTabs(page, camera, 'before');
    await train(page);
    await takeTabs(page, camera, 'after');
  },
  async 'during-training'(page, camera) {
    await open(page, LONG);
    await press(page, 'Train');
    await button(page, 'Pause').waitFor();
    await takeTabs(page, camera, 'during');
    await press(page, 'Stop');
  },
  async presets(page, { take, settle }) {
    await open(page, FOUR_TARGETS);
    const presets = page.getByRole('group', { name: 'Presets' }).getByRole('button');
    const count = await presets.count();
    for (let i = 0; i < count; i += 1) {
      const name = String(await presets.nth(i).textContent())
        .replace('*', '')
        .replace(', changed', '')
        .trim();
      await presets.nth(i).click();
      await settle();
      await take(name);
    }
  },
  async settings(page, { take, settle }) {
    await open(page, FOUR_TARGETS);
    await press(page, 'All settings');
    await settle();
    await take();
  },
  async guess(page, { take, settle }) {
    await open(page, FOUR_TARGETS);
    await press(page, 'Guess first');
    const canvas = page.locator('#transition canvas[role=application]');
    await canvas.waitFor();
    await canvas.focus();
    // An error of 1 with one head, and below it with more.
    for (const key of ['Home', 'ArrowUp']) await page.keyboard.press(key);
    for (let heads = 2; heads <= 5; heads += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('PageDown');
    }
    await settle();
    await take('drawn');
    await train(page);
    await settle();
    await take('compared');
  },
  async silenced(page, { take, settle }) {
    await open(page, RECORDED);
    await page.locator('#machine-enough[drawn]').waitFor();
    await page.locator('#machine-enough canvas').focus();
    // The answer is the last thing that can be pressed, and the last head is before it.
    for (const key of ['End', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await settle();
    await take();
  },
  async 'find-d'(page, { take, settle }) {
    await open(page, '?D=2&d=2&h=1,2,3&steps=300');
    await press(page, 'Find D');
    await button(page, 'Pause').waitFor();
    await take('during');
    await ended(page);
    await settle();
    await take('after');
  },
  async mystery(page, { take, settle }) {
    await open(page, FOUR_TARGETS);
    await press(page, 'Give me a mystery');
    await page.locator('headcount-guess').waitFor();
    await settle();
    await take();
  },
  async dialogs(page, { take, settle }) {
    await open(page, FOUR_TARGETS, { trained: true });
    await press(page, 'Share');
    await page.getByRole('dialog', { name: 'Share' }).waitFor();
    await settle();
    await take('share');
    await page.keyboard.press('Escape');
    await press(page, 'Export');
    await page.locator('.menu').waitFor();
    await take('export');
    await press(page, 'Figure for a paper or slide …');
    await page.getByRole('img', { name: /^Preview: / }).waitFor();
    await settle();
    await take('figure');
  },
  async presentation(page, { take, settle }) {
    await open(page, '', { trained: true });
    await page.keyboard.press('p');
    await settle();
    await take();
    await page.keyboard.press('ArrowRight');
    await settle();
    await take('story');
  },
  async print(page, { take, settle }) {
    await open(page, FOUR_TARGETS, { trained: true });
    await page.emulateMedia({ media: 'print' });
    await settle();
    await take();
  },
  async lessons(page, { take, settle }) {
    const names = ['index', 'what-a-head-does', 'the-cliff', 'width-and-length', 'more-heads-can-hurt', 'glossary'];
    for (const name of names) {
      await page.goto(`lessons/${name}.html`);
      await settle();
      await take(name);
    }
  },
};
