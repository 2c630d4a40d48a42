// Records that the browser kept and that cannot be read: damaged ones, and ones of another version of
// the page. They are skipped, the reader is told once, and nothing is removed unasked.
import { button, engineName, expect, FOUR_TARGETS, test, trained } from './page-fixture.js';
import {
  gotoEmptyPage,
  offer,
  pin,
  putRecords,
  recordsOf,
  resultNames,
  soundResults,
  unreadableNotice,
} from './storage-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8&steps=60&trainSequences=500&validationSequences=200&curvePoints=8&seeds=3';

/** Records that are no pinned results, each wrong in its own way. */
const damagedPins = () => {
  const sound = soundResults();
  const refused = { ...sound, experiment: { ...sound.experiment, grid: { ...sound.experiment.grid, h: [0] } } };
  const other = { ...sound, experiment: { ...sound.experiment, seeds: [77] } };
  return [
    { id: 'a' },
    pin('b', 'no outcomes', { ...sound, outcomes: undefined }),
    pin('c', 'text for outcomes', { ...sound, outcomes: 'none' }),
    pin('d', 'holes', { ...sound, outcomes: [null, {}] }),
    pin('e', 'refused experiment', refused),
    pin('f', 'no experiment', { ...sound, experiment: undefined }),
    pin('g', 'other runs', other),
    { ...pin('h', 'x'), name: { first: 'not a text' } },
    pin('i', 'null', null),
  ];
};

test('damaged records among the pinned results are skipped, left alone, and removed when the reader says so', async ({
  page,
}) => {
  await gotoEmptyPage(page);
  const damaged = damagedPins();
  await putRecords(page, 'pinned', [...damaged, pin('j', 'a sound one'), pin(' before all', 'another sound one')]);
  await page.goto(FOUR_TARGETS);
  await expect(resultNames(page)).toHaveCount(2);
  await expect(resultNames(page).nth(0)).toHaveValue('another sound one');
  await expect(resultNames(page).nth(1)).toHaveValue('a sound one');
  await expect(unreadableNotice(page)).toContainText(
    `${damaged.length} things that this browser kept of earlier visits cannot be read, and were left as they are.`,
  );
  // The page works.
  await trained(page, QUICK);
  expect(await recordsOf(page, 'pinned')).toHaveLength(damaged.length + 2);

  // Left alone, they are not mentioned again.
  await page.reload();
  await button(page, 'Leave them').click();
  await expect(unreadableNotice(page)).toHaveCount(0);
  await page.reload();
  await expect(resultNames(page).nth(1)).toBeVisible();
  await expect(engineName(page)).toBeVisible();
  await expect(unreadableNotice(page)).toHaveCount(0);
  expect(await recordsOf(page, 'pinned')).toHaveLength(damaged.length + 2);

  // A new one is, and it is removed when the reader says so; nothing else is.
  await putRecords(page, 'pinned', [{ id: 'k' }]);
  await page.reload();
  await expect(unreadableNotice(page)).toContainText('Something that this browser kept of earlier visits cannot');
  await button(page, 'Remove it').click();
  await expect(unreadableNotice(page)).toHaveCount(0);
  expect((await recordsOf(page, 'pinned')).map(({ id }) => id)).not.toContain('k');
  expect(await recordsOf(page, 'pinned')).toHaveLength(damaged.length + 2);
});

/** A sweep as the browser stores it. */
const sweep = (id, change = {}) => ({
  id,
  experiment: { ...soundResults().experiment, recipe: { ...soundResults().experiment.recipe, steps: 100 } },
  hidden: false,
  found: null,
  level: null,
  engine: 'CPU',
  saved: Date.now(),
  step: 10,
  steps: 100,
  ...change,
});

test('stored sweeps that cannot be gone on with are skipped with a sentence, and the next one is offered', async ({
  page,
}) => {
  await trained(page, QUICK);
  await expect.poll(async () => (await recordsOf(page, 'sweeps'))[0]?.step).toBe(120);
  await gotoEmptyPage(page);
  const { experiment } = sweep('');
  const damaged = [
    { id: 1 },
    { id: 'only this' },
    sweep('refused', { experiment: { ...experiment, grid: { ...experiment.grid, h: [0] } } }),
    sweep('newer', { experiment: { ...experiment, version: 99 } }),
    sweep('beyond', { step: 200 }),
    sweep('far beyond', { step: 5e9, steps: 1e10 }),
    sweep('no number', { step: 'ten' }),
    sweep('no time', { saved: 'yesterday' }),
    sweep('no files'),
    sweep('no outcomes', { found: 'three', step: 0, steps: 1 }),
    sweep('holes', { found: [null], step: 0, steps: 1 }),
    sweep('no level', { found: [], level: { grid: 7 }, step: 0, steps: 1 }),
  ];
  await putRecords(page, 'sweeps', damaged);
  await page.goto(FOUR_TARGETS);
  await expect(unreadableNotice(page)).toContainText(`${damaged.length} things that this browser kept`);
  await expect(offer(page)).toContainText('Your last results are still here: 4 maxima');
  await button(page, 'Show them').click();
  await expect(button(page, 'Train again')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Another training does not sweep them away either.
  await button(page, 'Train again').click();
  await expect(button(page, 'Train again')).toBeVisible();
  expect((await recordsOf(page, 'sweeps')).map(({ id }) => id)).toEqual(
    expect.arrayContaining(damaged.map(({ id }) => id)),
  );
  await button(page, 'Remove them').click();
  await expect.poll(async () => (await recordsOf(page, 'sweeps')).length).toBe(1);
});

test('runs of a stored sweep that are damaged or missing begin anew, and the others go on', async ({ page }) => {
  await trained(page, QUICK);
  await expect.poll(async () => (await recordsOf(page, 'sweeps'))[0]?.step).toBe(120);
  const [{ id }] = await recordsOf(page, 'sweeps');
  await gotoEmptyPage(page);
  await putRecords(page, 'runs', [
    { sweep: id, index: 0 },
    { sweep: id, index: 7, step: 60, bytes: 'of another experiment' },
    { sweep: id, index: 'nine' },
  ]);
  await page.goto(FOUR_TARGETS);
  await button(page, 'Show them').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.progress')).toContainText('120 of 120');
});
