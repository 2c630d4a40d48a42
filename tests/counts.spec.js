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

test('a cohort of 25 runs trains in three dispatches a step', async ({ page, baseURL }) => {
  const counting = (await readFile('tests/bench/page/count.mjs', 'utf8')).replaceAll('export ', '');
  const first = `${counting}
    performance.now = () => 0;
    new BroadcastChannel('counts').onmessage = ({ target, data }) => { if (data === 'count') target.postMessage(counted()); };`;
  await page.route('**/worker*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${first}\n${await response.text()}` });
  });
  await page.route('**/blank.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }));
  await page.goto(`${baseURL}blank.html`);
  const seen = await page.evaluate(async ({ url, experiment }) => {
    const { createLab } = await import(url);
    const channel = new BroadcastChannel('counts');
    const count = () => new Promise((heard) => {
      channel.onmessage = ({ data }) => { if (data !== 'count') heard(data); };
      channel.postMessage('count');
    });
    const lab = await createLab({ engine: 'webgpu' });
    const seen = [];
    for await (const { runs, path } of lab.run(experiment)) seen.push({ step: runs[0].step, path, ...(await count()) });
    lab.dispose();
    return seen;
  }, { url: new URL('headcount.js', page.url()).href, experiment });

  expect(seen.at(-1).path).toBe('fused');
  // From the first step, when all is uploaded and compiled, to the last.
  const begin = seen.find(({ step }) => step > 0);
  const end = seen.findLast(({ step }) => step === 151);
  const steps = end.step - begin.step;
  const asked = Object.fromEntries(['dispatches', 'submits', 'uploads', 'readbacks'].map((what) => [what, end[what] - begin[what]]));
  console.log(`of the GPU, for ${steps} steps of 25 runs: ${JSON.stringify(asked)}`);
  // Three a step, one for each of three points of the learning curves, and one for the outcomes.
  expect(asked.dispatches).toBeLessThanOrEqual(3 * steps + 4);
  expect(asked.uploads).toBe(0);
  // One submission and one readback for fifty steps, and one for the outcomes.
  expect(asked.submits).toBeLessThanOrEqual(Math.ceil(steps / 50) + 1);
  expect(asked.readbacks).toBeLessThanOrEqual(Math.ceil(steps / 50) + 1);
});
