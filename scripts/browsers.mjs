// Finds the browsers that tests run in, and a GPU that computes on the CPU; installs them where that can be
// done unasked: on Debian as root, with apt. Chrome or Chromium must be there; tests that need one of the
// others are skipped where it is not.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { debianPackages } from './setup.mjs';
import { output, Refusal, say } from './shell.mjs';

/** The first of these commands that is on the PATH. @param {string[]} names */
const command = (...names) => names.map((name) => output('which', [name])).find(Boolean);

/** The first of these files that is there. @param {string[]} paths */
const file = (...paths) => paths.find((path) => existsSync(path));

/** The paths of a folder's entries; none if there is no such folder. @param {string} folder */
const entries = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);

/** Where a Linux has WebKitGTK's own browser: it is not on the PATH. */
const miniBrowser = () =>
  file(
    ...['/usr/lib', '/usr/libexec', ...entries('/usr/lib')].flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')),
    ),
  );

/** The file that describes lavapipe, Mesa's Vulkan driver on the CPU. */
const lavapipeFile = () =>
  ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'].flatMap(entries).find((path) => /lvp_icd.*\.json$/.test(path));

/**
 * Every program: the variable of the environment that overrides the search and through which tests are told,
 * where it is looked for, and its Debian packages.
 *
 * @type {Record<string, { find: () => string | undefined, debian: string[] }>}
 */
const programs = {
  CHROME: {
    find: () =>
      command('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
      file(
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
      ),
    debian: ['chromium'],
  },
  CHROMEDRIVER: { find: () => command('chromedriver'), debian: ['chromium-driver'] },
  HEADLESS_SHELL: {
    find: () => command('chromium-headless-shell', 'chrome-headless-shell'),
    debian: ['chromium-headless-shell'],
  },
  FIREFOX: {
    find: () => command('firefox-esr', 'firefox') ?? file('/Applications/Firefox.app/Contents/MacOS/firefox'),
    debian: ['firefox-esr'],
  },
  LAVAPIPE: { find: lavapipeFile, debian: ['libvulkan1', 'mesa-vulkan-drivers'] },
  WEBKIT_DRIVER: { find: () => command('WebKitWebDriver'), debian: ['webkit2gtk-driver'] },
  MINI_BROWSER: { find: miniBrowser, debian: ['webkit2gtk-driver'] },
  XVFB: { find: () => command('Xvfb'), debian: ['xvfb'] },
};

/** @param {string[]} names */
const find = (names) => Object.fromEntries(names.map((name) => [name, process.env[name] || programs[name].find()]));

/** Installs what is missing of these, where that can be done unasked. @param {string[]} names */
async function install(names) {
  const found = find(names);
  const missing = names.filter((name) => !found[name]);
  await debianPackages(missing.flatMap((name) => programs[name].debian));
}

const NEEDED = ['CHROME', 'CHROMEDRIVER'];

/** Chrome or Chromium with its driver: found, or installed where that can be done unasked. */
export async function chromium() {
  await install(NEEDED);
  const { CHROME: browser, CHROMEDRIVER: driver } = find(NEEDED);
  if (!browser || !driver) {
    throw new Refusal(
      'Tests need Chrome or Chromium and its chromedriver of the same version: install both (on Debian and Ubuntu, packages chromium and chromium-driver), or set CHROME and CHROMEDRIVER to where they are.',
    );
  }
  return { browser, driver };
}

/** Installs what can be had of these: what is missing afterwards is left out. @param {string[]} names */
async function tryToInstall(names) {
  try {
    // In one call, so that apt reads its lists once.
    await install(names);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say('not all of that can be installed here: tests that need what is missing are skipped');
  }
}

/** The file that describes lavapipe, a Vulkan driver that computes on the CPU; undefined if it cannot be had. */
export async function lavapipe() {
  await tryToInstall(['LAVAPIPE']);
  return find(['LAVAPIPE']).LAVAPIPE;
}

/**
 * Chromium without windows, tabs and menus, which opens a page in half the time: what the tests of the page run in where
 * it can be had. Elsewhere they run in the whole browser, as a visit in `tests/browsers` always does.
 */
export async function headlessShell() {
  await tryToInstall(['HEADLESS_SHELL']);
  return find(['HEADLESS_SHELL']).HEADLESS_SHELL ?? (await chromium()).browser;
}

/** All browsers that can be had, as an environment that tells tests where each is. Chromium is among them. @returns {Promise<Record<string, string>>} */
export async function allBrowsers() {
  const names = Object.keys(programs).filter((name) => name !== 'HEADLESS_SHELL');
  await tryToInstall(names);
  await chromium();
  return Object.fromEntries(Object.entries(find(names)).flatMap(([name, path]) => (path ? [[name, path]] : [])));
}
