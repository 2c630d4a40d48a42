// The papers' experiments as a reader opens them, held against the files that the native binary trains.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
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
