// Page tests in a real browser, against the production build. The browser is the one that
// scripts/setup.mjs found; Playwright never downloads its own.
import { defineConfig } from '@playwright/test';

const port = Number(process.env.PORT || 4173);

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.spec.js',
  timeout: 120_000,
  // Training needs the cores to itself.
  workers: 1,
  reporter: process.env.HEADCOUNT_REPORT
    ? [['list'], ['json', { outputFile: process.env.HEADCOUNT_REPORT }]]
    : [['list']],
  use: {
    // A sub-path, as on most static hosts: an absolute URL in the build would fail here.
    baseURL: `http://127.0.0.1:${port}/some/where/`,
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
