// Firefox and Chromium, as they are installed, by puppeteer-core: WebDriver BiDi to the one, the DevTools
// protocol to the other.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import playwright from '../../playwright.config.js';
import { everywhere } from './in-page.js';

/** As long as a training takes on a busy machine, in milliseconds. */
const PROTOCOL_TIMEOUT = 600_000;

/** Going back to a page, on a busy machine, in milliseconds. */
const LONGEST_RETURN = 60_000;

/** The flags of the page's other tests. A hidden tab is throttled as a reader's is, though puppeteer would rather not. */
const CHROMIUM = {
  args: playwright.use?.launchOptions?.args,
  ignoreDefaultArgs: [
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
  ],
};

/** @param {{ downloads: string, lavapipe?: string, isDark?: boolean }} options */
const firefox = ({ downloads, lavapipe, isDark = false }) => ({
  env: { ...process.env, ...(lavapipe ? { VK_ICD_FILENAMES: lavapipe } : {}) },
  extraPrefsFirefox: {
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.alwaysOpenPanel': false,
    'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
    ...(lavapipe
      ? {
          'dom.webgpu.enabled': true,
          'dom.webgpu.workers.enabled': true,
          'gfx.webgpu.force-enabled': true,
          'gfx.webgpu.ignore-blocklist': true,
        }
      : {}),
  },
});

/**
 * Starts a browser with one empty tab.
 *
 * @param {'firefox' | 'chrome'} browser
 * @param {string} executablePath
 * @param {{ lavapipe?: string, isDark?: boolean }} [options]  `lavapipe`: the file that describes this Vulkan
 *   driver, for WebGPU in Firefox
 * @returns {Promise<import('./driver.js').Driver>}
 */
export async function launch(browser, executablePath, options = {}) {
  const downloads = await mkdtemp(join(tmpdir(), 'headcount-downloads-'));
  const started = await puppeteer.launch({
    browser,
    executablePath,
    headless: true,
    protocolTimeout: PROTOCOL_TIMEOUT,
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
    ...(browser === 'firefox' ? firefox({ downloads, ...options }) : CHROMIUM),
  });
  const page = (await started.pages())[0] ?? (await started.newPage());
  /** @type {string[]} */
  let errors = [];
  page.on('pageerror', (error) => errors.push(`uncaught: ${error instanceof Error ? error.message : error}`));
  page.on('console', (message) => message.type() === 'error' && errors.push(`console: ${message.text()}`));
  if (browser === 'chrome' && options.isDark) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  }
  return {
    downloads,
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => {
      // puppeteer's own way waits for a load event, and Firefox does not tell it the address of a page that was kept.
      const address = () => page.evaluate('location.href').catch(() => left);
      const left = await page.evaluate('location.href');
      await page.evaluate('void setTimeout(() => history.back())');
      for (const end = Date.now() + LONGEST_RETURN; (await address()) === left; await wait(100)) {
        if (Date.now() > end) throw new Error(`The browser does not go back from ${left}.`);
      }
    },
    hide: async () => {
      const other = await started.newPage();
      await other.bringToFront();
      return async () => {
        await page.bringToFront();
        await other.close();
      };
    },
    call: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    callInFrame: async (source, args) => {
      const frame = page.frames().find((one) => one.parentFrame());
      if (!frame) throw new Error('The page has no frame.');
      return frame.evaluate(`(${source})(...${JSON.stringify(args)})`);
    },
    drag: async ([first, ...others]) => {
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of others) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    chooseFile: async (path) => {
      const input = await page.evaluateHandle(`(${everywhere})('input[type=file]')[0]`);
      await /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (input).uploadFile(path);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    errors: async () => {
      const said = errors;
      errors = [];
      return said;
    },
    close: async () => {
      await started.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}
