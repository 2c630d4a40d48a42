// Page tests in a real browser, against the production build. The browser is the one that
// scripts/setup.mjs found; Playwright never downloads its own.
import { defineConfig } from '@playwright/test';

const port = Number(process.env.PORT || 4173);

/** The tag of tests that measure time, or that keep every core busy: a second test beside them would disturb both. */
const ALONE = /@alone/;

/** Two sets, run one after the other: `--project together`, `--project alone`. */
const projects = [
  { name: 'together', testMatch: '**/*.spec.js', grepInvert: ALONE, workers: 3 },
  { name: 'alone', testMatch: '**/*.spec.js', grep: ALONE, workers: 1 },
];

export default defineConfig({
  testDir: 'tests',
  timeout: 120_000,
  // What takes longer than a minute or two is run by `npm run soak` alone.
  ...(process.env.HEADCOUNT_SOAK ? { testMatch: 'load/*.soak.js', workers: 1 } : { projects, workers: 3 }),
  // A browser on a busy machine now and then misses a moment that a test waits for. What passes at the
  // second try is named at the end, so that it is seen.
  retries: process.env.HEADCOUNT_REPORT ? 1 : 0,
  reporter: process.env.HEADCOUNT_REPORT
    ? [['list'], ['json', { outputFile: process.env.HEADCOUNT_REPORT }]]
    : [['list']],
  use: {
    // A sub-path, as on most static hosts: an absolute URL in the build would fail here.
    baseURL: `http://127.0.0.1:${port}/some/where/`,
    // A page that a service worker answers for hides its requests from tests; offline.spec.js allows it.
    serviceWorkers: 'block',
    // A whole browser lets a page that is in front write to the clipboard; the headless shell wants to be told.
    permissions: ['clipboard-read', 'clipboard-write'],
    // As for a reader who works with all settings: tests of the opening close the drawer.
    storageState: {
      cookies: [],
      origins: [{ origin: `http://127.0.0.1:${port}`, localStorage: [{ name: 'headcount settings', value: 'open' }] }],
    },
    launchOptions: {
      executablePath: process.env.CHROME,
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--enable-unsafe-webgpu',
        '--use-webgpu-adapter=swiftshader',
        '--enable-features=Vulkan',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
  webServer: {
    command: `node tests/serve.mjs ${port}`,
    url: `http://127.0.0.1:${port}/some/where/`,
  },
});
