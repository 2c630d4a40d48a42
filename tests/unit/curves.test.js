// Learning curves in typed arrays: what the API shows of them is what the engine reported, and nobody makes pairs that
// nobody reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowingCurve, packed, pointsOf, unpacked, withCurve, withoutCurve } from '../../www/api/curves.js';
import { wasm } from './page-wasm.js';

const CURVES = [
  [
    [0, 1],
    [10, 0.5],
  ],
  [],
  [[0, Number.NaN]],
];

test('curves come back from one array as they were put in', () => {
  const points = packed(CURVES);
  const parts = unpacked(
    points,
    CURVES.map(({ length }) => length),
  );
  assert.deepEqual(
    parts.map((part) => withCurve({}, part).curve),
    CURVES,
  );
});

test('a curve grows by the points that it has not got, and what was given out stays as it was', () => {
  const curve = new GrowingCurve();
  curve.add(packed([CURVES[0]]));
  const before = curve.points;
  // A run that went back to step 10.
  curve.add(packed([[...CURVES[0], [20, 0.25]]]));
  for (let step = 30; step < 2000; step += 10) curve.add(packed([[[step, 1 / step]]]));
  assert.deepEqual([...before], [0, 1, 10, 0.5]);
  assert.deepEqual([...curve.points.subarray(0, 8)], [0, 1, 10, 0.5, 20, 0.25, 30, 1 / 30]);
  assert.equal(curve.points.length, 2 * 200);
});

test('a run with a packed curve is written, cloned and read like one with pairs', () => {
  const run = withCurve({ index: 3 }, packed([CURVES[0]]));
  assert.equal(JSON.stringify(run), '{"index":3,"curve":[[0,1],[10,0.5]]}');
  assert.deepEqual(structuredClone(run), { index: 3, curve: CURVES[0] });
  assert.equal(run.curve, run.curve);
  assert.deepEqual([...pointsOf(run)], [0, 1, 10, 0.5]);
  assert.deepEqual([...pointsOf({ curve: CURVES[0] })], [0, 1, 10, 0.5]);
  assert.deepEqual(withoutCurve(run), { index: 3 });
});

test('nothing makes a curve to leave it out', () => {
  const experiment = wasm.Experiment.fromJson(JSON.stringify({ grid: { h: [1] }, seeds: [0] }));
  const outcome = { run: experiment.runs()[0], parameters: 7, steps: 10, stopped: 'finished', nmse: 0.5 };
  Object.defineProperty(outcome, 'curve', { enumerable: true, get: () => assert.fail('its curve was read') });
  withoutCurve(outcome);
  const document = experiment.toDocument('an engine', [outcome]);
  assert.equal(document.outcomes[0], outcome);
  assert.equal(document.summary.groups[0].median, 0.5);
});
