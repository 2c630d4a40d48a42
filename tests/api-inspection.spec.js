// The public JS API from outside: looking into trained runs, as they train and from files.
import { expect, experiment, inPage, openPage, test } from './api-fixture.js';

openPage();

test('a trained run can be looked into, kept as a file, and opened again', async ({ page }) => {
  const found = await inPage(
    page,
    async (createLab, value) => {
      const lab = await createLab({ engine: 'cpu', workers: 2 });
      for await (const _ of lab.run(value));
      const { outcomes } = await lab.outcome();
      const run = await lab.trained(1);
      const look = await run.look({ index: 3 });
      const same = await run.look({ sequence: look.tokens });
      const other = await run.look({ index: 4 });
      const file = await run.toSafetensors();
      // Another lab, in which nothing was trained.
      const reader = await createLab({ engine: 'cpu', workers: 1 });
      const opened = await reader.open(file);
      const again = await reader.open(file.buffer);
      const found = {
        outcome: outcomes[1],
        about: [run.run, run.heads, run.experiment.recipe.steps],
        look,
        same,
        other,
        specialisation: await run.specialisation(),
        error: await run.error(),
        without: [await run.error({ without: 0 }), await run.error({ without: 1 })],
        weights: await run.weights(),
        predictions: await run.predictions(),
        few: await run.predictions(2),
        file: [
          file instanceof Uint8Array,
          opened.run,
          await opened.error(),
          await again.error(),
          await opened.look({ index: 3 }),
        ],
      };
      lab.dispose();
      reader.dispose();
      return found;
    },
    experiment,
  );
  const { look, weights } = found;
  expect(found.about).toEqual([found.outcome.run, 2, 30]);
  expect([look.tokens.length, look.tokens[0].length, look.attention.length, look.extrema.length]).toEqual([4, 2, 2, 2]);
  for (const [row] of look.attention) {
    expect(row).toHaveLength(4);
    expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
  }
  expect(found.same).toEqual(look);
  expect(found.other.tokens).not.toEqual(look.tokens);
  expect(found.specialisation.matrix.map((row) => row.length)).toEqual([2, 2]);
  expect([...found.specialisation.matching].sort()).toEqual([0, 1]);
  expect(found.error).toBeCloseTo(found.outcome.nmse, 4);
  for (const error of found.without) expect(Math.abs(error - found.error)).toBeGreaterThan(1e-3);
  expect(weights['embed.hidden.weight'].shape).toEqual([2, 6]);
  expect(weights['readout.out.weight'].shape).toEqual([6, 1]);
  const sizes = Object.values(weights).map(({ shape: [rows, columns], values }) => [rows * columns, values.length]);
  for (const [size, length] of sizes) expect(length).toBe(size);
  expect(sizes.reduce((sum, [size]) => sum + size, 0)).toBe(found.outcome.parameters);
  expect([found.predictions.predictions.length, found.predictions.targets.length]).toEqual([10, 10]);
  expect(found.few).toEqual({
    predictions: found.predictions.predictions.slice(0, 2),
    targets: found.predictions.targets.slice(0, 2),
  });
  expect(found.file).toEqual([true, found.outcome.run, found.error, found.error, look]);
});

test('runs are looked into while they train, paused or not, and outlive the next training', async ({ page }) => {
  const found = await inPage(
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
      const early = await lab.trained(0);
      const first = await early.error();
      const reached = latest;
      while (latest < reached + 200) await wait(5);
      const later = await (await lab.trained(0)).error();
      // What was asked for is what it was then.
      const still = await early.error();
      lab.pause();
      await wait(100);
      const paused = await (await lab.trained(1)).error();
      lab.stop();
      await running;
      const { outcomes } = await lab.outcome();
      const after = await (await lab.trained(1)).error();
      for await (const _ of lab.run(value));
      const outlived = await early.error();
      early.dispose();
      early.dispose();
      const gone = await early.error().then(
        () => 'nothing',
        (error) => error.message,
      );
      return { first, later, still, paused, after, nmse: outcomes[1].nmse, outlived, gone };
    },
    experiment,
  );
  expect(found.later).not.toBe(found.first);
  expect([found.still, found.outlived]).toEqual([found.first, found.first]);
  expect(found.paused).toBeGreaterThan(0);
  expect(found.after / found.nmse).toBeCloseTo(1, 3);
  expect(found.gone).toBe('This run was disposed of.');
});

test('no head of attention alone has a target of its own, and its answers can be looked at', async ({ page }) => {
  const found = await inPage(page, async (createLab) => {
    const lab = await createLab({ engine: 'cpu', workers: 1 });
    const recipe = { steps: 5, batch: 4, trainSequences: 8, validationSequences: 10, curvePoints: 1 };
    for await (const _ of lab.run({ task: { kind: 'farthest', d: 4 }, grid: { h: [2], T: [5], w: [2] }, recipe }));
    const run = await lab.trained(0);
    const { attention, prediction, target } = await run.look();
    const { predictions, targets } = await run.predictions(3);
    const sums = attention.flat().map((row) => row.reduce((sum, share) => sum + share, 0));
    return [
      run.heads,
      run.run.w,
      await run.specialisation(),
      prediction.length,
      target.length,
      sums,
      predictions.length,
      targets.length,
    ];
  });
  expect(found.slice(0, 5)).toEqual([4, 2, null, 20, 20]);
  expect(found[5]).toHaveLength(4 * 5);
  for (const sum of found[5]) expect(sum).toBeCloseTo(1, 5);
  expect(found.slice(6)).toEqual([60, 60]);
});

test('whatever cannot be looked into is said in a sentence', async ({ page }) => {
  const said = await inPage(
    page,
    async (createLab, value, why) => {
      const lab = await createLab({ engine: 'cpu', workers: 1 });
      const said = [
        await why(lab.trained(0)),
        await why(lab.open('file')),
        await why(lab.open(new Uint8Array([1, 2, 3]))),
      ];
      for await (const _ of lab.run(value));
      for (const index of [2, -1, 0.5, 'first', undefined]) said.push(await why(lab.trained(index)));
      const run = await lab.trained(0);
      for (const sequence of [
        [[1, 2]],
        [[1, 2], [1, 2], [1], [1, 2]],
        [
          [1, 2],
          [1, 2],
          [1, NaN],
          [1, 2],
        ],
        [['1', 2]],
        'abc',
        7,
        null,
      ]) {
        said.push(await why(run.look({ sequence })));
      }
      said.push(await why(run.look({ sequence: [], index: 0 })), await why(run.look({ index: -1 })));
      said.push(await why(run.error({ without: 1 })), await why(run.error({ without: 'all' })));
      said.push(await why(run.predictions(0)), await why(run.predictions(11)));
      const file = await run.toSafetensors();
      said.push(await why(lab.open(file.slice(0, -4))));
      // None of this has done any harm.
      said.push(await why(run.error()));
      const pending = why(run.error());
      lab.dispose();
      said.push(
        await pending,
        await why(run.error()),
        await why(lab.trained(0)),
        await why(lab.open(file)),
        await why(lab.run(value).next()),
      );
      return said;
    },
    experiment,
  );
  const gone = 'The lab was disposed of.';
  expect(said[2]).toMatch(/^This is no model of ours: it is not a safetensors file \(.*\)\.$/);
  expect(said[21]).toMatch(/^This is no model of ours: it is not a safetensors file \(.*\)\.$/);
  expect(said.toSpliced(21, 1).toSpliced(2, 1)).toEqual([
    'Nothing has been trained yet.',
    'open() takes the bytes of a model file, as a Uint8Array or an ArrayBuffer.',
    'index is 2, but must be a whole number from 0 to 1.',
    'index is -1, but must be a whole number from 0 to 1.',
    'index is 0.5, but must be a whole number from 0 to 1.',
    'index is "first", but must be a whole number from 0 to 1.',
    'index is undefined, but must be a whole number from 0 to 1.',
    'The sequence has 1 tokens, but must have 4.',
    'Token 3 has 1 numbers, but must have 2.',
    'Token 3 holds a number that is not finite.',
    'sequence must be a list of tokens, each a list of numbers.',
    'sequence must be a list of tokens, each a list of numbers.',
    'sequence must be a list of tokens, each a list of numbers.',
    'sequence must be a list of tokens, each a list of numbers.',
    'look() takes a sequence or an index, not both.',
    'index is -1, but must be a whole number from 0 to 4294967294.',
    'without is 1, but must be a whole number from 0 to 0.',
    'without is "all", but must be a whole number from 0 to 0.',
    'count is 0, but must be a whole number from 1 to 10.',
    'count is 11, but must be a whole number from 1 to 10.',
    'nothing',
    gone,
    gone,
    gone,
    gone,
    gone,
  ]);
});
