// The page and the API in every browser that is installed: a whole visit in each, the CPU engine to the last
// bit, what is embedded elsewhere, WebGPU where there is one. Which browsers there are is said by scripts/setup.mjs, through the
// environment; tests of one that is not there are skipped.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { testEmbedding } from './embedding.js';
import { forms, gpuForms, train, visited } from './experiments.js';
import { freePort } from './free-port.js';
import { Page } from './page.js';
import * as puppeteer from './puppeteer-driver.js';
import { testVisit } from './visit.js';
import * as webkit from './webkit-driver.js';

const { CHROME, FIREFOX, LAVAPIPE, WEBKIT_DRIVER, MINI_BROWSER, XVFB } = process.env;
const { HEADCOUNT_BROWSERS, HEADCOUNT_REFERENCE } = process.env;
const port = await freePort();
const base = `http://127.0.0.1:${port}/some/where/`;
/** The visit's experiment, trained without a pause, among what is trained as the reference. */
const VISITED = 'the visited one';
/** Where a picture of a page is put on which a test failed. */
const pictures = join(process.env.CARGO_TARGET_DIR || 'target', 'browsers');

/** Words for why a browser's tests are skipped; false if they are not. @param {string} name @param {...(string | undefined)} programs */
const missing = (name, ...programs) => !programs.every(Boolean) && `${name} is not installed`;

/** @typedef {{ start: () => Promise<import('./driver.js').Driver>, skip: string | false, keepsPages?: boolean, gpu?: { name: string, skip: string | false } }} Browser */
/** @type {Record<string, Browser>} */
const browsers = {
  chromium: {
    start: () => puppeteer.launch('chrome', String(CHROME)),
    skip: missing('Chromium', CHROME),
    keepsPages: true,
    gpu: { name: 'Dawn, on SwiftShader', skip: false },
  },
  firefox: {
    start: () => puppeteer.launch('firefox', String(FIREFOX), { lavapipe: LAVAPIPE }),
    skip: missing('Firefox', FIREFOX),
    gpu: {
      name: 'wgpu, on lavapipe',
      skip: missing('Mesa’s Vulkan driver on the CPU (lavapipe)', LAVAPIPE),
    },
  },
  webkit: {
    start: () =>
      webkit.launch({ webDriver: String(WEBKIT_DRIVER), miniBrowser: String(MINI_BROWSER), xvfb: String(XVFB) }),
    skip: missing('WebKitGTK (WebKitWebDriver, MiniBrowser and Xvfb)', WEBKIT_DRIVER, MINI_BROWSER, XVFB),
  },
};

/**
 * What Chromium's CPU engine makes of every form: what the others are compared with. Trained once, for the tests of all
 * browsers where `HEADCOUNT_REFERENCE` names a file for it.
 */
const reference = (() => {
  /** @type {ReturnType<typeof train> | undefined} */
  let found;
  const trainAll = async () => {
    if (HEADCOUNT_REFERENCE && existsSync(HEADCOUNT_REFERENCE))
      return JSON.parse(readFileSync(HEADCOUNT_REFERENCE, 'utf8'));
    const driver = await browsers.chromium.start();
    try {
      const trained = await train(new Page(driver), base, 'cpu', { [VISITED]: visited, ...forms });
      if (HEADCOUNT_REFERENCE) writeFileSync(HEADCOUNT_REFERENCE, JSON.stringify(trained));
      return trained;
    } finally {
      await driver.close();
    }
  };
  return () => {
    found ??= trainAll();
    return found;
  };
})();

// Whoever ends the tests ends the browsers too.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));

const server = spawn(process.execPath, [join('tests', 'serve.mjs'), String(port), 'watch'], { stdio: 'inherit' });
process.once('exit', () => server.kill());

before(async () => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(base).catch(() => null)) return;
    await wait(100);
  }
  throw new Error(`Nothing answers at ${base}.`);
});

after(() => server.kill());

/** Puts a picture of the page where a reader of the failure finds it. @param {Page} page @param {string} title */
async function keepPicture(page, title) {
  mkdirSync(pictures, { recursive: true });
  const path = join(pictures, `${title.replace(/[^\w]+/g, '-')}.png`);
  writeFileSync(path, await page.driver.screenshot());
  console.log(`the page when this failed: ${path}`);
}

const asked = HEADCOUNT_BROWSERS ? HEADCOUNT_BROWSERS.split(',') : Object.keys(browsers);
for (const [browser, { start, skip, keepsPages, gpu }] of Object.entries(browsers).filter(([name]) =>
  asked.includes(name),
)) {
  describe(browser, () => {
    /** @type {Page} */
    let page;
    before(async () => {
      if (!skip) page = new Page(await start());
    });
    after(() => page?.driver.close());

    /** A test after which the console must be without an error. @param {string} name @param {() => Promise<void>} code */
    const test = (name, code, options = {}) =>
      it(name, { skip, ...options }, async () => {
        try {
          await code();
          assert.deepEqual(await page.driver.errors(), []);
        } catch (error) {
          // A browser that cannot even do this must not hide why the test failed.
          await keepPicture(page, `${browser} ${name}`).catch((problem) => console.log(`no picture: ${problem}`));
          throw error;
        }
      });

    testVisit(
      test,
      () => page,
      base,
      async () => (await reference())[VISITED],
      keepsPages,
    );

    testEmbedding(test, () => page);

    test('trains every form on the CPU to the same bits as Chromium', async () => {
      const expected = await reference();
      const found = await train(page, base, 'cpu', forms);
      // Not the path of the steps: of several cohorts it is that of the one that reported last.
      const bits = (/** @type {typeof found} */ all, /** @type {string} */ form) => [
        all[form].document,
        all[form].weights,
      ];
      for (const form of Object.keys(forms)) assert.deepEqual(bits(found, form), bits(expected, form), form);
    });

    if (!gpu) return;
    test(
      `trains every form on WebGPU (${gpu.name}) as on the CPU`,
      async () => {
        const experiments = Object.fromEntries(
          Object.entries(gpuForms).map(([form, { experiment }]) => [form, experiment]),
        );
        const onCpu = await train(page, base, 'cpu', experiments);
        const onGpu = await train(page, base, 'webgpu', experiments);
        for (const [form, { path, tolerance }] of Object.entries(gpuForms)) {
          assert.equal(onGpu[form].path, path, form);
          assert.match(onGpu[form].document.engine, /^WebGPU/);
          for (const [i, { nmse }] of onGpu[form].document.outcomes.entries()) {
            const expected = onCpu[form].document.outcomes[i].nmse;
            assert.ok(Math.abs(nmse / expected - 1) <= tolerance, `${form}: ${nmse} is not ${expected}`);
          }
        }
      },
      { skip: skip || gpu.skip },
    );
  });
}
