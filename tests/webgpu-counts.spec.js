// What training asks of a GPU: few dispatches, no uploads inside a step, few submissions and
// readbacks. Counts do not depend on how fast a GPU is, so a software adapter will do; its slowness
// would have the Worker ask after every step, so there the Worker's clock stands still.
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

/** h = 1 … 5 and five seeds: 25 runs in one cohort. */
const experiment = {
  grid: { h: [1, 2, 3, 4, 5], T: [4], N: [4], n: 2 },
  recipe: { steps: 151, batch: 2, trainSequences: 400, validationSequences: 4, curvePoints: 3 },
  seeds: [0, 1, 2, 3, 4],
};

test('a cohort of 25 runs trains in three dispatches a step', { tag: '@alone' }, async ({ page, baseURL }) => {
  const counting = (await readFile('tests/bench/page/count.mjs', 'utf8')).replaceAll('export ', '');
  const first = `${counting}
    performance.now = () => 0;
    new BroadcastChannel('counts').onmessage = ({ target, data }) => { if (data === 'count') target.postMessage(counted()); };`;
  await page.route('**/worker*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${first}\n${await response.text()}` });
  });
  await page.route('**/blank.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }),
  );
  await page.goto(`${baseURL}blank.html`);
  const seen = await page.evaluate(
    async ({ url, experiment }) => {
      // Checkpoints, which are asked for every few seconds, do not count.
      performance.now = () => 0;
      const { createLab } = await import(url);
      const channel = new BroadcastChannel('counts');
      const count = () =>
        new Promise((heard) => {
          channel.onmessage = ({ data }) => {
            if (data !== 'count') heard(data);
          };
          channel.postMessage('count');
        });
      const lab = await createLab({ engine: 'webgpu' });
      const seen = [];
      for await (const { runs, path } of lab.run(experiment))
        seen.push({ step: runs[0].step, path, ...(await count()) });
      lab.dispose();
      return seen;
    },
    { url: new URL('headcount.js', page.url()).href, experiment },
  );

  expect(seen.at(-1).path).toBe('fused');
  // All counts from the very start. Three dispatches a step; one folds the initial weights, one
  // measures the errors at each of four points of the learning curves, and one the outcomes.
  const [begin, end] = [seen.find(({ step }) => step > 0), seen.at(-1)];
  console.log(`of the GPU, for ${end.step} steps of 25 runs: ${JSON.stringify(end)}`);
  expect(end.step).toBe(151);
  expect(end.dispatches).toBe(3 * 151 + 1 + 4 + 1);
  // After the first step nothing is uploaded.
  expect(end.uploads - begin.uploads).toBe(0);
  // One submission and one readback for the first step, for fifty after it, and for the outcomes.
  expect(end.submits).toBeLessThanOrEqual(1 + 3 + 1);
  expect(end.readbacks).toBeLessThanOrEqual(1 + 3 + 1);
});
