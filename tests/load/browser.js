// How tests of load start the browser.
import config from '../../playwright.config.js';

const { launchOptions } = /** @type {NonNullable<typeof config.use>} */ (config.use);

/**
 * Chromium ignores a page that changes its address more than 200 times in ten seconds. Here a test does
 * that, and not the page.
 */
export const withoutNavigationLimit = {
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--disable-ipc-flooding-protection'] },
};
