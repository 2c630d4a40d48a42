// What is handed to the wasm of runs in training: typed arrays, in parts that do not hold up the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handOver, inParts } from '../../www/state/results-news.js';
import { wasm } from './page-wasm.js';

const progress = (index, count, stopped = null) => ({
  index,
  run: {},
  step: count,
  loss: 1,
  curve: Array.from({ length: count }, (_, step) => [step, 1 / (1 + step + index)]),
  stopped,
});

test('news are in parts of at most so many points, each run in one', () => {
  const news = [4, 3, 3, 12, 1].map((count, index) => ({ run: progress(index, count), known: 0 }));
  const sizes = inParts(news, 7).map((part) => part.map(({ run }) => run.curve.length));
  assert.deepEqual(sizes, [[4, 3], [3], [12], [1]]);
  assert.deepEqual(inParts([]), []);
  // What is known already does not count.
  const known = news.map(({ run }) => ({ run, known: run.curve.length }));
  assert.equal(inParts(known, 7).length, 1);
});

test('points that are handed over are those that the chart shows', () => {
  const experiment = wasm.Experiment.fromJson(JSON.stringify({ grid: { h: [1, 2] }, recipe: { steps: 10 } }));
  const results = wasm.Results.inTraining(experiment);
  handOver(results, [
    { run: progress(0, 2), known: 0 },
    { run: progress(1, 3), known: 0 },
  ]);
  handOver(results, [{ run: progress(1, 5), known: 3 }]);
  const set = new wasm.ResultSet();
  set.add(results, '', false);
  const { head, rows } = wasm.Chart.learning(experiment, set, {}).table(0);
  assert.deepEqual(head, ['training step', 'h = 1', 'h = 2']);
  assert.deepEqual(
    rows.map(([step, ...cells]) => [step, ...cells]),
    [
      ['0', '1.00', '0.500'],
      ['1', '0.500', '0.333'],
      ['2', '–', '0.250'],
      ['3', '–', '0.200'],
      ['4', '–', '0.167'],
    ],
  );
  assert.match(results.answer(false).sentence, /\S/);
  assert.throws(() => handOver(results, [{ run: progress(0, 2, 'tired'), known: 2 }]), /Nothing stops for this reason/);
});
