// The papers' experiments as a reader opens them, held against the files that the native binary trains.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { presets } from '../../www/content/presets.js';
import { reproductionsOf, variantInWords } from '../../www/content/reproductions.js';
import { TABS } from '../../www/content/tabs.js';
import { wasm } from './page-wasm.js';

const folder = new URL('../../experiments/', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
const catalogue = read('catalogue.json');
const files = catalogue.flatMap(({ name }) =>
  readdirSync(new URL(`${name}/`, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => `${name}/${file.replace('.json', '')}`),
);
const all = reproductionsOf(catalogue, new Map(files.map((id) => [id, read(`${id}.json`)])));
const handleOf = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields));

test('every experiment can be opened but those that compare recipes, in the order of the catalogue', () => {
  const compared = catalogue.filter(({ comparesRecipes }) => comparesRecipes).map(({ name }) => name);
  assert.ok(compared.length > 0);
  assert.deepEqual(
    all.map(({ id }) => id).toSorted(),
    files.filter((id) => !compared.includes(id.split('/')[0])).toSorted(),
  );
  const entries = [...new Set(all.map(({ id }) => id.split('/')[0]))];
  assert.deepEqual(
    entries,
    catalogue.map(({ name }) => name).filter((name) => !compared.includes(name)),
  );
});

test('each has a name of its own in plain words, and a view that shows it', () => {
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  const tabs = TABS.map(([id]) => id);
  for (const { variant, tab, shows } of all) {
    // Files are named with hyphens, and letters stand for nothing without their words.
    assert.doesNotMatch(variant, /-|\bd\b/);
    assert.ok(tabs.includes(tab), tab);
    assert.match(shows, /\.$/);
  }
});

test('variants are named by what they differ in', () => {
  assert.equal(variantInWords('gaussian-12'), 'weights drawn at random, draw 12');
  assert.equal(variantInWords('d-16-points'), 'points of 16 numbers, 4 to 64 of them');
  assert.equal(variantInWords('bowl-all-sum'), 'bowls, everywhere, added');
});

test('the quick size is the same task, with sizes of the full one, trained for a shorter time', () => {
  for (const { id, full, experiment } of all) {
    const [whole, quick] = [handleOf(full), handleOf(experiment)];
    assert.ok(quick.hasEqualTask(whole), id);
    const sizes = new Set(whole.runs().map(({ seed, ...run }) => JSON.stringify(run)));
    const own = quick.runs();
    for (const { seed, ...run } of own) assert.ok(sizes.has(JSON.stringify(run)), `${id}: ${JSON.stringify(run)}`);
    assert.ok(own.length < whole.runs().length, id);
    assert.ok(quick.toFields().recipe.steps < whole.toFields().recipe.steps, id);
    // What was recorded may stand beside what is trained here.
    assert.ok(quick.distanceToRecorded(whole) === 0, id);
  }
});

/** Multiply-adds of a run's steps, as crate/lab/src/architecture.rs estimates them to share runs out. @param {any} run @param {{ d: number, steps: number, batch: number }} sizes */
function cost({ form = 'reader', T, h, n, N = 0, w = 1, L = 1 }, { d, steps, batch }) {
  const E = n * h;
  const [embed, read, select] = [d * N + N * E, E * N + N, w * (4 * d * d + 2 * T * d)];
  const forward = {
    reader: L === 1 ? T * (d * N + 2 * N * h) + 2 * N * E + N : T * (embed + (L - 1) * (4 * E * E + 2 * T * E)) + read,
    memoriser: T * (embed + 2 * E) + read + 3 * N * N,
    attention: T * select,
    encoder: L * T * (select + 2 * d * N),
  }[form];
  return steps * (2e6 + 3 * batch * forward);
}

/** What an experiment costs, by the form and the layers of its runs: forms are not equally fast for the same count. @param {any} handle */
function costsOf(handle) {
  const { task, recipe } = handle.toFields();
  const costs = new Map();
  for (const run of handle.runs()) {
    const key = run.form ?? (run.L > 1 ? 'two layers' : 'reader');
    costs.set(key, (costs.get(key) ?? 0) + cost(run, { d: task.d ?? 1, ...recipe }));
  }
  return costs;
}

test('a quick size takes no longer than a minute, as long as presets of its form are known to take', () => {
  /** Seconds for each multiply-add, by form. */
  const paces = new Map();
  for (const { seconds, experiment } of presets) {
    const costs = [...costsOf(handleOf(experiment))];
    assert.equal(costs.length, 1);
    const [[form, cost]] = costs;
    // The longest one of its form is what says most.
    const known = paces.get(form);
    if (!known || known.seconds < seconds) paces.set(form, { seconds, pace: seconds / cost });
  }
  // No preset has an encoder, whose layers are attention layers and a little more.
  paces.set('encoder', paces.get('attention'));
  for (const { id, experiment } of all) {
    let seconds = 0;
    for (const [form, cost] of costsOf(handleOf(experiment))) seconds += cost * paces.get(form).pace;
    assert.ok(seconds <= 60, `${id}: ${seconds.toFixed(0)} s`);
  }
});
