// What is recorded belongs to the experiment files beside it, and a file that was changed since counts as another one.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue, experimentsOf, orphansOf, recordState } from '../../scripts/experiments.mjs';
import { wasm } from './page-wasm.js';

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const whole = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields)).toFields();

test('every recorded outcome is of its experiment file as it is now', () => {
  const recorded = catalogue()
    .flatMap(({ name }) => experimentsOf(name))
    .filter((one) => existsSync(one.recorded));
  assert.ok(recorded.length > 30);
  for (const { name, variant, path, recorded: file } of recorded) {
    const { state } = recordState(whole(read(path)), 0, { ...read(file), outcomes: [] });
    assert.equal(state, 'whole', `${name}/${variant}`);
  }
});

test('nothing is recorded that has no experiment file', () => {
  for (const { name } of catalogue()) assert.deepEqual(orphansOf(name), []);
});

test('as many runs of another experiment are not what was to be recorded', () => {
  const experiment = whole({ grid: { h: [1, 2] }, recipe: { steps: 50 } });
  const outcomes = [{}, {}];
  assert.deepEqual(recordState(experiment, 2, null), { done: 0, state: 'missing' });
  assert.deepEqual(recordState(experiment, 2, { experiment, outcomes }), { done: 2, state: 'whole' });
  assert.deepEqual(recordState(experiment, 4, { experiment, outcomes }), { done: 2, state: 'partial' });
  const changed = whole({ grid: { h: [1, 2] }, recipe: { steps: 60 } });
  assert.deepEqual(recordState(changed, 2, { experiment, outcomes }), { done: 2, state: 'another' });
});
