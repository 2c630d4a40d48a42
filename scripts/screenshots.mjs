// npm run screenshots: pictures of the page as readers see it, in every width and both themes, before,
// during and after a training, told as a story, presented and printed; and one page that shows them all. It
// judges nothing: somebody is to look at them after a change of the page.
//
//   npm run screenshots                    all of them, into target/screenshots
//   npm run screenshots -- opening print   those of these scenes
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium as findChromium } from './browsers.mjs';
import { finishWith, Refusal, root, run, say, target } from './shell.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const PORT = Number(process.env.PORT || 4175);
const URL = `http://127.0.0.1:${PORT}/some/where/`;
const SIZES = /** @type {const} */ ([
  [320, 640],
  [390, 844],
  [1440, 900],
  [2560, 1440],
]);
const THEMES = /** @type {const} */ (['light', 'dark']);
const FOUR_TARGETS = '?h=1,2,3,4,5&steps=600';

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();

/** Opens the page, waits for its first chart and, with `train`, for the end of a training. @param {Page} page @param {string} query @param {{ train?: boolean }} [options] */
async function open(page, query, { train = false } = {}) {
  await page.goto(query);
  await page.locator('#transition[drawn]').waitFor();
  await page.locator('section.engine strong').waitFor({ state: 'attached' });
  if (!train) return;
  await page.locator('button.primary').click();
  await page.getByRole('button', { name: 'Train again' }).waitFor({ timeout: 120_000 });
}

/** Opens a tab of the page that is there. @param {Page} page @param {string} name */
async function openTab(page, name) {
  await page.getByRole('tab', { name, exact: true }).click();
  // Views are fetched, and charts drawn a part a frame.
  await wait(1500);
}

/**
 * What is photographed: each begins with an empty page, and calls `take` for each picture.
 *
 * @type {Record<string, (page: Page, take: (name?: string) => Promise<void>) => Promise<void>>}
 */
const scenes = {
  async opening(page, take) {
    await open(page, '');
    await take('before');
    await page.locator('button.primary').click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await take('during');
    await page.getByRole('button', { name: 'Train again' }).waitFor({ timeout: 120_000 });
    await take('after');
  },
  async story(page, take) {
    await open(page, '');
    await press(page, 'The story in six steps');
    for (let step = 1; step <= 6; step += 1) {
      await wait(1500);
      await take(String(step));
      if (step < 6) await press(page, 'Next step');
    }
  },
  async tabs(page, take) {
    await open(page, FOUR_TARGETS);
    const names = await page.getByRole('tab').allTextContents();
    for (const name of names) {
      await openTab(page, name.trim());
      await take(`${name.trim()} before`);
    }
    await page.locator('button.primary').click();
    await page.getByRole('button', { name: 'Train again' }).waitFor({ timeout: 120_000 });
    for (const name of names) {
      await openTab(page, name.trim());
      await take(`${name.trim()} after`);
    }
  },
  async presets(page, take) {
    await open(page, '');
    const presets = page.getByRole('group', { name: 'Presets' }).getByRole('button');
    for (const name of await presets.allTextContents()) {
      await press(page, name.trim());
      await wait(1500);
      await take(name.trim());
    }
  },
  async settings(page, take) {
    await open(page, FOUR_TARGETS);
    await press(page, 'All settings');
    await wait(500);
    await take();
  },
  async mystery(page, take) {
    await open(page, FOUR_TARGETS);
    await press(page, 'Give me a mystery');
    await wait(1000);
    await take();
  },
  async dialogs(page, take) {
    await open(page, FOUR_TARGETS, { train: true });
    await press(page, 'Share');
    await wait(3000);
    await take('share');
    await page.keyboard.press('Escape');
    await press(page, 'Export');
    await wait(500);
    await take('export');
  },
  async presentation(page, take) {
    await open(page, '', { train: true });
    await page.keyboard.press('p');
    await wait(1500);
    await take();
    await page.keyboard.press('ArrowRight');
    await wait(1500);
    await take('story');
  },
  async print(page, take) {
    await open(page, FOUR_TARGETS, { train: true });
    await page.emulateMedia({ media: 'print' });
    await wait(2500);
    await take();
  },
  async lessons(page, take) {
    for (const name of [
      'index',
      'what-a-head-does',
      'the-cliff',
      'width-and-length',
      'more-heads-can-hurt',
      'glossary',
    ]) {
      await page.goto(`lessons/${name}.html`);
      await wait(2500);
      await take(name);
    }
  },
};

/** One page with all pictures, by scene. @param {string} folder @param {string[]} files */
function writeSheet(folder, files) {
  const figures = files.map(
    (file) =>
      `<figure><a href="${file}"><img src="${file}" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
  );
  const style =
    'body{display:flex;flex-wrap:wrap;gap:16px;font:12px system-ui}img{height:320px;border:1px solid #999}figure{margin:0}';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>${style}</style>${figures.join('\n')}`,
  );
}

finishWith(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !Object.hasOwn(scenes, name));
  if (unknown.length)
    throw new Refusal(`npm run screenshots -- SCENE …: SCENE is one of ${Object.keys(scenes).join(', ')}.`);
  const { browser: executablePath } = await findChromium();
  await run('npm', ['run', 'build']);
  const { chromium } = await import('@playwright/test');
  const folder = join(target, 'screenshots');
  mkdirSync(folder, { recursive: true });
  const server = spawn(process.execPath, [join(root, 'tests', 'serve.mjs'), String(PORT)], { stdio: 'inherit' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  /** @type {string[]} */
  const files = [];
  try {
    for (const [scene, act] of Object.entries(scenes).filter(([name]) => !asked.length || asked.includes(name))) {
      for (const [width, height] of SIZES) {
        for (const colorScheme of THEMES) {
          // Paper is white.
          if (scene === 'print' && colorScheme === 'dark') continue;
          const page = await browser.newPage({ baseURL: URL, viewport: { width, height }, colorScheme });
          await act(page, async (name = '') => {
            const file = `${[scene, name, width, colorScheme].filter(Boolean).join('-').replaceAll(' ', '-').toLowerCase()}.png`;
            await page.screenshot({ path: join(folder, file), fullPage: scene !== 'presentation' });
            files.push(file);
          });
          await page.close();
        }
      }
      say(`${scene}: ${files.length} pictures so far`);
      writeSheet(folder, files);
    }
  } finally {
    await browser.close();
    server.kill();
  }
  say(`look at ${join(folder, 'index.html')}`);
});
