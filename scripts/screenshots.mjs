// npm run screenshots: pictures of the page as readers see it, in every width and both themes, before,
// during and after a training, told as a story, presented and printed; and one page that shows them all. It
// judges nothing: somebody is to look at them after a change of the page. A scene that does not get to its end
// is named, and the others are photographed all the same.
//
//   npm run screenshots                    all of them, into target/screenshots
//   npm run screenshots -- opening print   those of these scenes
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium as findChromium } from './browsers.mjs';
import { scenes } from './screenshot-scenes.mjs';
import { finishWith, Refusal, root, run, say, target } from './shell.mjs';

const PORT = Number(process.env.PORT || 4175);
const URL = `http://127.0.0.1:${PORT}/some/where/`;
const SIZES = /** @type {const} */ ([
  [320, 640],
  [390, 844],
  [1440, 900],
  [2560, 1440],
]);
const THEMES = /** @type {const} */ (['light', 'dark']);
/** Views are fetched, and charts drawn a part a frame. */
const SETTLED = 2000;

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
  /** Scenes that did not get to their end. @type {string[]} */
  const failed = [];
  try {
    for (const [scene, act] of Object.entries(scenes).filter(([name]) => !asked.length || asked.includes(name))) {
      for (const [width, height] of SIZES) {
        for (const colorScheme of THEMES) {
          // Paper is white.
          if (scene === 'print' && colorScheme === 'dark') continue;
          const page = await browser.newPage({ baseURL: URL, viewport: { width, height }, colorScheme });
          const take = async (name = '') => {
            const file = `${[scene, name, width, colorScheme].filter(Boolean).join('-').replaceAll(' ', '-').toLowerCase()}.png`;
            await page.screenshot({ path: join(folder, file), fullPage: scene !== 'presentation' });
            files.push(file);
          };
          try {
            await act(page, { take, settle: () => wait(SETTLED) });
          } catch (error) {
            const place = `${scene}, ${width} px, ${colorScheme}`;
            failed.push(place);
            say(`${place}: ${error instanceof Error ? error.message : error}`);
          }
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
  if (failed.length) throw new Refusal(`These scenes did not get to their end:\n${failed.join('\n')}`);
});
