// The public JS API, used as a stranger's page would: imported by name from a static host.
import { expect, test } from '@playwright/test';

/** Small enough to train in a second. */
const experiment = {
  task: { D: 2, d: 2 },
  grid: { h: [1, 2], T: [4], N: [6], n: 3 },
  recipe: { steps: 30, batch: 4, trainSequences: 8, validationSequences: 10, curvePoints: 3 },
};

test.beforeEach(async ({ page, baseURL }) => {
  // An empty page of the same host: nothing of ours is on it.
  await page.route('**/blank.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }));
  await page.goto(`${baseURL}blank.html`);
});

/** Runs code in the page with `createLab` imported. */
const inPage = (page, code, argument) => page.evaluate(
  async ([url, source, value]) => {
    const { createLab } = await import(url);
    return new Function('createLab', 'value', `return (${source})(createLab, value)`)(createLab, value);
  },
  [new URL('headcount.js', page.url()).href, code.toString(), argument],
);

test('runs an experiment and gives its outcome', async ({ page }) => {
  const { seen, outcome, engine } = await inPage(page, async (createLab, value) => {
    const lab = await createLab({ engine: 'cpu', workers: 2 });
    const seen = [];
    for await (const progress of lab.run(value)) seen.push(progress);
    const outcome = await lab.outcome();
    lab.dispose();
    return { seen, outcome, engine: lab.engine };
  }, experiment);
  expect(engine).toEqual({ kind: 'cpu', name: 'CPU · SIMD · 2 workers', why: 'You chose the CPU.' });
  const last = seen.at(-1);
  expect([last.step, last.steps]).toEqual([60, 60]);
  expect(last.runs.map((run) => run.curve.map(([step]) => step))).toEqual([[0, 10, 20, 30], [0, 10, 20, 30]]);
  expect(outcome.experiment.recipe).toMatchObject(experiment.recipe);
  expect(outcome.experiment.recipe.learningRate).toBeGreaterThan(0); // defaults are filled in
  expect(outcome.outcomes.map(({ run, stopped, steps }) => [run.h, stopped, steps])).toEqual([[1, 'finished', 30], [2, 'finished', 30]]);
  for (const { nmse, curve } of outcome.outcomes) {
    expect(nmse).toBeGreaterThan(0);
    // Ten validation sequences: the curve's last point is measured on all of them.
    expect(nmse).toBe(curve.at(-1)[1]);
  }
  expect(outcome.summary.groups.map(({ h, median }) => [h, median])).toEqual(outcome.outcomes.map(({ run, nmse }) => [run.h, nmse]));
});

test('the same experiment gives the same bits, however many Workers share it', async ({ page }) => {
  const [one, two] = await inPage(page, async (createLab, value) => {
    const outcomes = [];
    for (const workers of [1, 2]) {
      const lab = await createLab({ engine: 'cpu', workers });
      for await (const _ of lab.run(value));
      outcomes.push((await lab.outcome()).outcomes);
      lab.dispose();
    }
    return outcomes;
  }, experiment);
  expect(two).toEqual(one);
});

test('what is wrong with an experiment is said, all of it', async ({ page }) => {
  const said = await inPage(page, async (createLab, value) => {
    const lab = await createLab({ engine: 'cpu', workers: 1 });
    try {
      for await (const _ of lab.run(value));
      return 'nothing';
    } catch (error) {
      return String(error instanceof Error ? error.message : error);
    }
  }, { grid: { h: [0], heads: 3 }, recipe: { steps: -1 } });
  expect(said.split('\n')).toEqual([
    'grid.h[0] is 0, but must be a whole number from 1 to 64.',
    'grid.heads is 3, but must be left out: there is no such field here, only h, T, N, n, E.',
    'recipe.steps is -1, but must be a whole number from 1 to 1000000.',
  ]);
});

test('pause holds, stop keeps what was reached, and the lab can be used again', async ({ page }) => {
  const { held, stopped, again } = await inPage(page, async (createLab, value) => {
    const lab = await createLab({ engine: 'cpu', workers: 1 });
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const long = { ...value, recipe: { ...value.recipe, steps: 100000 } };
    let latest = 0;
    const running = (async () => { for await (const { step } of lab.run(long)) latest = step; })();
    while (latest < 50) await wait(5);
    lab.pause();
    await wait(200);
    const first = latest;
    await wait(200);
    const held = first === latest;
    lab.resume();
    while (latest === first) await wait(5);
    lab.stop();
    await running;
    const stopped = (await lab.outcome()).outcomes.map((o) => [o.stopped, o.steps > 0 && o.steps < 100000, o.nmse > 0]);
    for await (const _ of lab.run(value));
    const again = (await lab.outcome()).outcomes.map((o) => o.stopped);
    return { held, stopped, again };
  }, experiment);
  expect(held).toBe(true);
  expect(stopped).toEqual([['interrupted', true, true], ['interrupted', true, true]]);
  expect(again).toEqual(['finished', 'finished']);
});

test('leaving the loop stops the training', async ({ page }) => {
  const steps = await inPage(page, async (createLab, value) => {
    const lab = await createLab({ engine: 'cpu', workers: 1 });
    for await (const { step } of lab.run({ ...value, recipe: { ...value.recipe, steps: 100000 } })) if (step > 10) break;
    return (await lab.outcome()).outcomes.map((o) => o.steps);
  }, experiment);
  for (const count of steps) expect(count).toBeLessThan(100000);
});

test('bad options are refused with a sentence', async ({ page }) => {
  const said = await inPage(page, async (createLab) => {
    const why = (options) => createLab(options).then(() => 'nothing', (error) => error.message);
    return [await why({ engine: 'abacus' }), await why({ engine: 'cpu', workers: 0 })];
  });
  expect(said).toEqual([
    'engine is "abacus", but must be "auto", "cpu" or "webgpu".',
    'workers is 0, but must be a whole number from 1 to 64.',
  ]);
});

test('two trainings at once are refused', async ({ page }) => {
  const said = await inPage(page, async (createLab, value) => {
    const lab = await createLab({ engine: 'cpu', workers: 1 });
    const first = lab.run({ ...value, recipe: { ...value.recipe, steps: 100000 } });
    await first.next();
    const why = await lab.run(value).next().then(() => 'nothing', (error) => error.message);
    lab.dispose();
    return why;
  }, experiment);
  expect(said).toBe('This lab is still training: stop() it first, or create another.');
});
