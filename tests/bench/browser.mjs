// The one headless Chromium that all contenders share, and what is called in it.
import { chromium } from '@playwright/test';

const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];
/** Nothing that is asked of the browser takes longer, unless it hangs. */
const LONGEST = 300_000;

/** @param {Promise<any>} promise */
function within(promise) {
  /** @type {NodeJS.Timeout} */
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer in ${LONGEST / 1000} s`)), LONGEST);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The sentence of an error from the page, without Playwright's words and the stack. */
export const sentence = (error) =>
  String(error?.message ?? error)
    .replace(/^page\.evaluate: (Error: )?/, '')
    .split('\n')[0];

/**
 * A browser with an adapter, the machine's own or software where there is none, and a way to call
 * what page.mjs offers.
 *
 * @param {string} executablePath
 * @param {string} url
 */
export async function openBrowser(executablePath, url) {
  for (const more of [[], ['--use-webgpu-adapter=swiftshader']]) {
    const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...more] });
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction('window.bench');
    /** @type {(call: string, ...args: any[]) => Promise<any>} */
    const call = (name, ...args) =>
      within(
        page.evaluate(([f, a]) => /** @type {any} */ (window).bench[f](...a), /** @type {const} */ ([name, args])),
      );
    const found = await call('machine');
    if (found.adapter || more.length > 0) return { browser, call, found };
    await browser.close();
  }
  throw new Error('unreachable');
}
