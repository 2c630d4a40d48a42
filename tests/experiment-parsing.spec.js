// An experiment is parsed and checked once, not again with every progress message: calls into the
// page's wasm are counted while five runs train.
import { button, engineName, expect, test } from './page-fixture.js';

/** Counts the calls of every function that the page's wasm exports, by name. */
const countCalls = () => {
  /** @type {Record<string, number>} */
  const calls = {};
  Object.assign(window, { wasmCalls: calls });
  const instantiate = WebAssembly.instantiate.bind(WebAssembly);
  WebAssembly.instantiate = /** @type {typeof WebAssembly.instantiate} */ (
    async (/** @type {[any, any]} */ ...args) => {
      const instance = await instantiate(...args);
      if (!(instance instanceof WebAssembly.Instance)) return instance;
      const counted = Object.entries(instance.exports).map(([name, value]) => {
        if (typeof value !== 'function') return [name, value];
        // Names end in a hash.
        const plain = name.replace(/_[0-9a-f]{8,}$/, '');
        return [
          name,
          (...given) => {
            calls[plain] = (calls[plain] ?? 0) + 1;
            return value(...given);
          },
        ];
      });
      return Object.create(WebAssembly.Instance.prototype, { exports: { value: Object.fromEntries(counted) } });
    }
  );
};

/** Calls so far of functions that read an experiment, and of the one that takes in progress. */
const counts = (page) =>
  page.evaluate(() => {
    const sum = (pattern) =>
      Object.entries(/** @type {Record<string, number>} */ (Reflect.get(window, 'wasmCalls')))
        .filter(([name]) => pattern.test(name))
        .reduce((all, [, count]) => all + count, 0);
    return { parsed: sum(/^experiment_from/), specs: sum(/^fieldSpecs/), advanced: sum(/^results_advance/) };
  });

test('while five runs train, no progress message parses the experiment again', async ({ page }) => {
  await page.addInitScript(countCalls);
  await page.goto('?v=1&steps=800');
  await expect(engineName(page)).toBeVisible();
  expect((await counts(page)).parsed).toBeGreaterThan(0);
  await button(page, 'Train').click();
  await expect.poll(async () => (await counts(page)).advanced).toBeGreaterThan(1);
  const before = await counts(page);
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
  const after = await counts(page);
  expect(after.advanced - before.advanced).toBeGreaterThan(5);
  expect(after.parsed - before.parsed).toBe(0);
  expect(after.specs - before.specs).toBe(0);
});
