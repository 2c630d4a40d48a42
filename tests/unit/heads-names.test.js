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

test('where that is not known or not among those done, it opens on the most heads', () => {
  assert.equal(firstChoice([run(0, 1), run(1, 4), run(2, 5)], false), 2);
  assert.equal(firstChoice([run(0, 1), run(1, 2)], false, 4), 1);
  assert.equal(firstChoice([run(0, 1), run(1, 4, 'diverged'), run(2, 5)], false, 4), 2);
  assert.equal(firstChoice([run(0, 1), run(1, 4, null), run(2, 3)], false, 4), 2);
  assert.equal(firstChoice([run(0, 1, null), run(1, 4, null)], true, 4), 1);
});
