// The run that the inspector opens on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstChoice } from '../../www/views/heads/names.js';

/** @param {number} index @param {number} h @param {import('../../www/api/protocol.js').RunProgress['stopped']} [stopped] */
const run = (index, h, stopped = 'finished') =>
  /** @type {import('../../www/api/protocol.js').RunProgress} */ (
    /** @type {unknown} */ ({ index, run: { h }, step: 0, loss: 0, curve: [], stopped })
  );

test('the inspector opens on as many heads as the task needs', () => {
  assert.equal(firstChoice([run(0, 1), run(1, 4), run(2, 5)], false, 4), 1);
});

test('of several seeds it opens on the median one, whatever the order of the outcomes', () => {
  /** @param {number} index @param {number} h @param {number} seed */
  const seeded = (index, h, seed) => {
    const one = run(index, h);
    return { ...one, run: { ...one.run, seed } };
  };
  /** @param {number} h @param {number} seed @param {number} nmse */
  const outcome = (h, seed, nmse) => /** @type {any} */ ({ run: { seed, h }, nmse });
  const runs = [0, 1, 2].flatMap((seed) => [seeded(2 * seed, 1, seed), seeded(2 * seed + 1, 4, seed)]);
  const outcomes = [outcome(1, 0, 0.5), outcome(4, 2, 0.003), outcome(4, 1, 0.001), outcome(4, 0, 0.002)];
  assert.equal(firstChoice(runs, false, 4, outcomes), 1);
  outcomes[3] = outcome(4, 0, 0.004);
  assert.equal(firstChoice(runs, false, 4, outcomes), 5);
  // Without a D the most heads, and the median of those.
  assert.equal(firstChoice(runs, false, undefined, outcomes), 5);
  // While it trains there is no median yet.
  assert.equal(firstChoice(runs, true, 4), 1);
});

test('where that is not known or not among those done, it opens on the most heads', () => {
  assert.equal(firstChoice([run(0, 1), run(1, 4), run(2, 5)], false), 2);
  assert.equal(firstChoice([run(0, 1), run(1, 2)], false, 4), 1);
  assert.equal(firstChoice([run(0, 1), run(1, 4, 'diverged'), run(2, 5)], false, 4), 2);
  assert.equal(firstChoice([run(0, 1), run(1, 4, null), run(2, 3)], false, 4), 2);
  assert.equal(firstChoice([run(0, 1, null), run(1, 4, null)], true, 4), 1);
});
