// Twenty labs of the JS API: one after the other, and all at once; and trainings on WebGPU. Disposing of a lab frees
// its Workers and their memory, and a training the buffers of the one before.
import { expect, experiment, inPage, openPage, test } from '../api-fixture.js';
import { growing, memoryMeter } from './memory.js';

openPage();

test('twenty labs one after the other: nothing of a lab that was disposed of is left', async ({ page }) => {
  test.setTimeout(600_000);
  const read = await memoryMeter(page);
  const readings = [];
  for (let round = 0; round < 20; round += 1) {
    const errors = await inPage(
      page,
      async (createLab, given) => {
        const lab = await createLab({ engine: 'cpu' });
        for await (const _ of lab.run(given)); // to its end
        const { outcomes } = await lab.outcome();
        await (await lab.trained(0)).look();
        lab.dispose();
        return outcomes.map(({ nmse }) => nmse);
      },
      experiment,
    );
    expect(errors).toHaveLength(2);
    await expect.poll(() => page.workers().length).toBe(0);
    // The first ones fill caches.
    if (round >= 4) readings.push(await read());
  }
  expect(growing(readings)).toEqual([]);
});

test('twenty labs at once all train, with equal results, and all of them can be disposed of', async ({ page }) => {
  test.setTimeout(600_000);
  const read = await memoryMeter(page);
  const before = await read();
  const all = await inPage(
    page,
    async (createLab, given) => {
      const labs = await Promise.all(Array.from({ length: 20 }, () => createLab({ engine: 'cpu', workers: 1 })));
      /** @type {any} */ (window).labs = labs;
      return Promise.all(
        labs.map(async (lab) => {
          for await (const _ of lab.run(given)); // to its end
          return JSON.stringify((await lab.outcome()).outcomes);
        }),
      );
    },
    experiment,
  );
  expect(new Set(all).size).toBe(1);
  const during = await read();
  expect(during.workers).toBe(20);
  await page.evaluate(() => {
    for (const lab of /** @type {any} */ (window).labs) lab.dispose();
    /** @type {any} */ (window).labs = null;
  });
  await expect.poll(() => page.workers().length).toBe(0);
  // A Worker's memory is given back when the browser gets round to it.
  await expect
    .poll(async () => (await read()).renderer - before.renderer, { timeout: 60_000 })
    .toBeLessThan(0.3 * (during.renderer - before.renderer));
  const after = await read();
  const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  console.log(
    `20 labs: ${megabytes(during.workerWasm)} of wasm memory; the renderer has ${megabytes(before.renderer)} before, ${megabytes(during.renderer)} with them, ${megabytes(after.renderer)} after`,
  );
});

test('twenty trainings on WebGPU one after the other: the buffers of the earlier ones are given back', async ({
  page,
}) => {
  test.setTimeout(900_000);
  const read = await memoryMeter(page);
  await inPage(page, async (createLab) => {
    /** @type {any} */ (window).lab = await createLab({ engine: 'webgpu' });
  });
  const readings = [];
  for (let round = 0; round < 20; round += 1) {
    const engine = await inPage(
      page,
      async (_createLab, given) => {
        const { lab } = /** @type {any} */ (window);
        for await (const _ of lab.run(given)); // to its end
        return (await lab.outcome()).engine;
      },
      // Some megabytes of data on the GPU, so that buffers that are kept are seen.
      { ...experiment, recipe: { ...experiment.recipe, steps: 20, trainSequences: 20_000, validationSequences: 2000 } },
    );
    expect(engine).toMatch(/^WebGPU/);
    if (round >= 4) readings.push(await read());
  }
  expect(growing(readings)).toEqual([]);
});
