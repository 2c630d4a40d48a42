// <head-count> in the hands of a script: its methods, its experiment, and what it tells of failures.
import { element, expect, htmlOf, LONG, script, state, test, train } from './embed-fixture.js';

test('scripts pause, resume and stop it, set its experiment, and hear why a training failed', async ({
  page,
  dist,
  host,
}) => {
  const origin = await host({ 'notes.html': htmlOf(`<head-count ${LONG}></head-count>`, script(dist)) });
  let isMissing = true;
  await page.route('**/worker-cpu_bg*.wasm', (route) =>
    isMissing ? route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }) : route.continue(),
  );
  await page.goto(`${origin}/notes.html`);
  await train(page).waitFor();
  /** Runs in the page, with the element. @param {(one: any) => unknown} code */
  const call = (code) => element(page).evaluate(code);
  await call((one) => {
    one.told = [];
    one.addEventListener('headcount-error', ({ detail }) => one.told.push(detail.sentence));
    one.addEventListener('headcount-progress', ({ detail }) => {
      one.steps = detail.step;
    });
  });
  const told = () => call((one) => one.told);
  const steps = () => call((one) => one.steps ?? 0);

  // A training that fails is told once, and the next one finds what was missing.
  const failed = await call((one) => one.train().catch(({ message }) => message));
  expect(failed).toMatch(/worker-cpu_bg\S* could not be loaded \(HTTP 404\)/);
  expect(await told()).toEqual([failed]);
  isMissing = false;
  await call((one) => {
    one.ending = one.train();
  });
  await expect.poll(steps, { timeout: 30_000 }).toBeGreaterThan(0);

  await call((one) => one.pause());
  await expect.poll(() => state(page)).toBe('Resume');
  let held = 0;
  await expect(async () => {
    held = await steps();
    await page.waitForTimeout(300);
    expect(await steps()).toBe(held);
  }).toPass();
  expect(held).toBeLessThan(16_000);
  // Another experiment cannot be set meanwhile; nothing else is wrong then.
  expect(
    await call((one) => {
      one.experiment = { task: { D: 3 } };
      return one.experiment.task.D;
    }),
  ).toBe(2);
  expect(await told()).toEqual([failed, 'It is training: stop() it first.']);
  await expect(element(page).getByRole('alert')).toHaveText('It is training: stop() it first.');
  await expect(element(page).locator('chart-canvas#transition[drawn]')).toBeVisible();

  await call((one) => one.resume());
  await expect.poll(steps, { timeout: 30_000 }).toBeGreaterThan(held);
  await call((one) => one.stop());
  expect(await call(async (one) => (await one.ending).outcomes.map(({ stopped }) => stopped))).toContain('interrupted');

  // Now it can be set, and a wrong one is refused until a right one is set.
  const set = (fields) =>
    element(page).evaluate((/** @type {any} */ one, fields) => {
      one.experiment = fields;
      return one.train().then(
        ({ outcomes }) => outcomes.map(({ run }) => run.h),
        ({ message }) => message,
      );
    }, fields);
  const wrong = await set({ grid: { h: [0] } });
  expect(wrong).toContain('grid.h[0] is 0, but must be a whole number from 1 to 64.');
  expect((await told()).slice(2)).toEqual([wrong]);
  const small = { task: { D: 2 }, recipe: { steps: 40, trainSequences: 200, validationSequences: 100 } };
  expect(await set({ ...small, grid: { h: [2, 3], T: [4], N: [6] } })).toEqual([2, 3]);
  await expect(element(page).getByRole('alert')).toHaveCount(0);
  expect((await told()).length).toBe(3);
});
