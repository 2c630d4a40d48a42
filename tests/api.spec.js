// The public JS API from outside: training, pausing, going on from a checkpoint, and what it refuses.
import { expect, experiment, inPage, noteWorkers, openPage, test } from './api-fixture.js';

openPage();

test('runs an experiment and gives its outcome', async ({ page }) => {
  const { seen, outcome, engine } = await inPage(
    page,
    async (createLab, value) => {
      const lab = await createLab({ engine: 'cpu', workers: 2 });
      const seen = [];
      for await (const progress of lab.run(value)) seen.push(progress);
      const outcome = await lab.outcome();
      lab.dispose();
      return { seen, outcome, engine: lab.engine };
    },
    experiment,
  );
  expect(engine).toEqual({
    kind: 'cpu',
    name: 'CPU · SIMD · 2 workers',
    device: 'CPU · SIMD',
    workers: 2,
    why: 'You chose the CPU.',
  });
  const last = seen.at(-1);
  expect([last.step, last.steps]).toEqual([60, 60]);
  expect(last.runs.map((run) => run.curve.map(([step]) => step))).toEqual([
    [0, 10, 20, 30],
    [0, 10, 20, 30],
  ]);
  expect(outcome.experiment.recipe).toMatchObject(experiment.recipe);
  expect(outcome.experiment.recipe.learningRate).toBeGreaterThan(0); // defaults are filled in
  expect(outcome.outcomes.map(({ run, stopped, steps }) => [run.h, stopped, steps])).toEqual([
    [1, 'finished', 30],
    [2, 'finished', 30],
  ]);
  for (const { nmse, curve } of outcome.outcomes) {
    expect(nmse).toBeGreaterThan(0);
    // Ten validation sequences: the curve's last point is measured on all of them.
    expect(nmse).toBe(curve.at(-1)[1]);
  }
  expect(outcome.summary.groups.map(({ h, median }) => [h, median])).toEqual(
    outcome.outcomes.map(({ run, nmse }) => [run.h, nmse]),
  );
});

test('a training goes on from its checkpoint, in another lab, as if it had never stopped', async ({ page }) => {
  const longer = {
    ...experiment,
    grid: { ...experiment.grid, h: [1, 2, 3] },
    recipe: { ...experiment.recipe, steps: 4000 },
  };
  const { whole, resumed, steps, again, first } = await inPage(
    page,
    async (createLab, value) => {
      const one = await createLab({ engine: 'cpu', workers: 2 });
      for await (const _ of one.run(value));
      const whole = await one.outcome();
      let checkpoint;
      for await (const { step } of one.run(value))
        if (step > 900) {
          checkpoint = await one.checkpoint();
          break;
        }
      const known = Object.fromEntries(checkpoint.runs.map(({ index, step }) => [index, step]));
      await one.outcome();
      const again = (await one.checkpoint({ known })).runs.filter(({ index, step }) => step === known[index]);
      one.dispose();
      const other = await createLab({ engine: 'cpu', workers: 1 });
      let first;
      for await (const progress of other.runFrom(structuredClone(checkpoint))) if (progress.step) first ??= progress;
      const resumed = await other.outcome();
      other.dispose();
      return { whole, resumed, steps: checkpoint.runs.map(({ step }) => step), again, first };
    },
    longer,
  );
  expect(steps.reduce((a, b) => a + b)).toBeGreaterThan(900);
  expect(Math.max(...steps)).toBeLessThan(4000);
  expect(first.step).toBeGreaterThanOrEqual(Math.min(...steps));
  expect(again).toEqual([]);
  expect(resumed.outcomes).toEqual(whole.outcomes);
});

test('what is no checkpoint is refused in a sentence, and a damaged one costs its own run only', async ({ page }) => {
  const said = await inPage(
    page,
    async (createLab, value) => {
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      const tries = [
        undefined,
        { experiment: value },
        { experiment: value, runs: [{ index: 0, step: 1 }] },
        { experiment: value, runs: [{ index: 9, step: 1, bytes: new Uint8Array(3) }] },
        { experiment: value, runs: [{ index: 0, step: 1, bytes: new Uint8Array(3) }] },
      ];
      const said = [];
      for (const past of tries) {
        try {
          let mended = 'was taken';
          for await (const { faults } of lab.runFrom(past)) mended = faults.join(' ');
          said.push(mended);
        } catch (error) {
          said.push(/** @type {Error} */ (error).message);
        }
      }
      lab.dispose();
      return said;
    },
    experiment,
  );
  expect(said).toEqual([
    'runFrom() takes a checkpoint, as checkpoint() gives it.',
    'A checkpoint has a list of runs, as checkpoint() gives it.',
    'runs[0].bytes must be a Uint8Array.',
    'runs[0].index is 9, but must be a whole number from 0 to 1.',
    // A damaged file costs its own run only.
    expect.stringMatching(
      /^Run 1 begins anew, because its checkpoint cannot be read\. This is no checkpoint of ours: it/,
    ),
  ]);
});

test('the same experiment gives the same bits, however many Workers share it', async ({ page }) => {
  const [one, two] = await inPage(
    page,
    async (createLab, value) => {
      const outcomes = [];
      for (const workers of [1, 2]) {
        const lab = await createLab({ engine: 'cpu', workers });
        for await (const _ of lab.run(value));
        outcomes.push((await lab.outcome()).outcomes);
        lab.dispose();
      }
      return outcomes;
    },
    experiment,
  );
  expect(two).toEqual(one);
});

test('what is wrong with an experiment is said, all of it', async ({ page }) => {
  const said = await inPage(
    page,
    async (createLab, value) => {
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      try {
        for await (const _ of lab.run(value));
        return 'nothing';
      } catch (error) {
        return String(error instanceof Error ? error.message : error);
      }
    },
    { grid: { h: [0], heads: 3 }, recipe: { steps: -1 } },
  );
  expect(said.split('\n')).toEqual([
    'grid.h[0] is 0, but must be a whole number from 1 to 64.',
    'grid.heads is 3, but must be left out: there is no such field here, only form, h, T, N, n, E, L.',
    'recipe.steps is -1, but must be a whole number from 1 to 1000000.',
  ]);
});

test('pause holds, stop keeps what was reached, and the lab can be used again', async ({ page }) => {
  const { held, stopped, again } = await inPage(
    page,
    async (createLab, value) => {
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      const wait = (ms) => new Promise((done) => setTimeout(done, ms));
      const long = { ...value, recipe: { ...value.recipe, steps: 100000 } };
      let latest = 0;
      const running = (async () => {
        for await (const { step } of lab.run(long)) latest = step;
      })();
      while (latest < 50) await wait(5);
      lab.pause();
      // What a busy Worker had sent before it heard of the pause still arrives.
      let first = -1;
      for (let looks = 0; looks < 20 && first !== latest; looks += 1) {
        first = latest;
        await wait(300);
      }
      await wait(300);
      const held = first === latest;
      lab.resume();
      while (latest === first) await wait(5);
      lab.stop();
      await running;
      const stopped = (await lab.outcome()).outcomes.map((o) => [
        o.stopped,
        o.steps > 0 && o.steps < 100000,
        o.nmse > 0,
      ]);
      for await (const _ of lab.run(value));
      const again = (await lab.outcome()).outcomes.map((o) => o.stopped);
      return { held, stopped, again };
    },
    experiment,
  );
  expect(held).toBe(true);
  expect(stopped).toEqual([
    ['interrupted', true, true],
    ['interrupted', true, true],
  ]);
  expect(again).toEqual(['finished', 'finished']);
});

test('leaving the loop stops the training', async ({ page }) => {
  const steps = await inPage(
    page,
    async (createLab, value) => {
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      for await (const { step } of lab.run({ ...value, recipe: { ...value.recipe, steps: 100000 } }))
        if (step > 10) break;
      return (await lab.outcome()).outcomes.map((o) => o.steps);
    },
    experiment,
  );
  for (const count of steps) expect(count).toBeLessThan(100000);
});

test('bad options are refused with a sentence', async ({ page }) => {
  const said = await inPage(page, async (createLab, _, why) => [
    await why(createLab({ engine: 'abacus' })),
    await why(createLab({ engine: 'cpu', workers: 0 })),
  ]);
  expect(said).toEqual([
    'engine is "abacus", but must be "auto", "cpu" or "webgpu".',
    'workers is 0, but must be a whole number from 1 to 64.',
  ]);
});

test('two trainings at once are refused', async ({ page }) => {
  const said = await inPage(
    page,
    async (createLab, value, why) => {
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      const first = lab.run({ ...value, recipe: { ...value.recipe, steps: 100000 } });
      await first.next();
      const said = await why(lab.run(value).next());
      lab.dispose();
      return said;
    },
    experiment,
  );
  expect(said).toBe('This lab is still training: stop() it first, or create another.');
});

test('a Worker that fails is started again and the training ends as it would have; an inspected run is refused', async ({
  page,
}) => {
  await noteWorkers(page);
  const { said, faults, recovered, plain } = await inPage(
    page,
    async (createLab, value, why) => {
      const { workers } = /** @type {any} */ (window);
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      for await (const _ of lab.run(value));
      const plain = await lab.outcome();
      const run = await lab.trained(0);
      let faults = [];
      const loop = lab.run(value);
      await loop.next();
      const pending = why(run.error());
      workers[0].dispatchEvent(new ErrorEvent('error', { message: 'unreachable', cancelable: true }));
      const said = [await pending];
      for await (const progress of loop) faults = progress.faults;
      // The run that was inspected went with its Worker.
      said.push(await why(run.error()));
      return { said, faults, recovered: await lab.outcome(), plain };
    },
    experiment,
  );
  expect(said).toEqual(['A Worker failed: unreachable.', 'This run was disposed of.']);
  expect(faults).toEqual([
    expect.stringMatching(
      /^A Worker failed: unreachable\. The Worker was started again and goes on from the last checkpoint, /,
    ),
  ]);
  expect(recovered).toEqual(plain);
});

test('a Worker that fails with an empty event is started again, before it is ready and after', async ({ page }) => {
  await noteWorkers(page);
  const { started, refused, faults, stopped } = await inPage(
    page,
    async (createLab, value, why) => {
      const { workers } = /** @type {any} */ (window);
      const Noted = globalThis.Worker;
      let failures = 1;
      globalThis.Worker = class extends Noted {
        constructor(url, options) {
          super(url, options);
          failures -= 1;
          if (failures >= 0) setTimeout(() => this.dispatchEvent(new Event('error', { cancelable: true })));
        }
      };
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      const started = workers.length;
      const loop = lab.run(value);
      await loop.next();
      workers.at(-1).dispatchEvent(new Event('error', { cancelable: true }));
      let faults = [];
      for await (const progress of loop) faults = progress.faults;
      const stopped = (await lab.outcome()).outcomes.map((one) => one.stopped);
      failures = 2;
      return { started, refused: await why(createLab({ engine: 'cpu', workers: 1 })), faults, stopped };
    },
    experiment,
  );
  expect(started).toBe(2);
  expect(faults).toEqual([
    expect.stringMatching(/^A Worker failed: the browser does not say why\. The Worker was started again and goes on /),
  ]);
  expect(stopped).toEqual(['finished', 'finished']);
  expect(refused).toBe('A Worker failed: its script could not be loaded.');
});

test('Workers that fail again and again leave nobody waiting', async ({ page }) => {
  await noteWorkers(page);
  const said = await inPage(
    page,
    async (createLab, value, why) => {
      const { workers } = /** @type {any} */ (window);
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      const loop = lab.run({ ...value, recipe: { ...value.recipe, steps: 100000 } });
      await loop.next();
      const outcome = why(lab.outcome());
      let failed = 0;
      const last = (async () => {
        for await (const { faults } of loop) {
          if (faults.length < failed) continue;
          failed += 1;
          workers.at(-1).dispatchEvent(new ErrorEvent('error', { message: 'unreachable', cancelable: true }));
        }
      })();
      return [await why(last), await outcome, workers.length, lab.hasCrashed];
    },
    experiment,
  );
  const given = 'A Worker failed: unreachable. It was started again 3 times in this training, and failed each time.';
  expect(said).toEqual([given, given, 4, true]);
});

test('a model of an experiment that fits into no browser is refused, and the lab goes on', async ({ page }) => {
  const said = await inPage(
    page,
    async (createLab, value, why) => {
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      const wide = { ...value, task: { D: 2, d: 64 } };
      for await (const _ of lab.run(wide));
      const run = await lab.trained(0);
      const file = await run.toSafetensors();
      // The same model, of an experiment whose validation set fits into no browser.
      const start = 8 + Number(new DataView(file.buffer).getBigUint64(0, true));
      const header = JSON.parse(new TextDecoder().decode(file.slice(8, start)));
      const about = JSON.parse(header.__metadata__.headcount);
      about.experiment.recipe.validationSequences = 100000;
      about.experiment.grid.T = [1024];
      about.run.T = 1024;
      header.__metadata__.headcount = JSON.stringify(about);
      const words = new TextEncoder().encode(JSON.stringify(header));
      const huge = new Uint8Array(8 + words.length + file.length - start);
      new DataView(huge.buffer).setBigUint64(0, BigInt(words.length), true);
      huge.set(words, 8);
      huge.set(file.slice(start), 8 + words.length);
      return [await why(lab.open(huge)), await why(run.error()), await why(lab.trained(0))];
    },
    experiment,
  );
  expect(said[0]).toMatch(
    /recipe\.validationSequences is 100000, but must be at most \d+: a Worker would need [\d.]+ GiB of memory, and can have 2 GiB/,
  );
  expect(said.slice(1)).toEqual(['nothing', 'nothing']);
});
