// How often checkpoints are taken: what is kept of a training is never older than promised. That it is written and
// read again is tested in a real browser (recovery.spec.js, resume.spec.js, storage-faults.spec.js, two-tabs.spec.js).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitAfter } from '../../www/api/checkpoint-pace.js';

/** The least times of a stored checkpoint and of one in memory, in milliseconds. */
const SOONEST = [1000, 3000];

test('a checkpoint is at most 5 s old, as long as reading and writing it takes at most 1.5 s', () => {
  for (const soonest of SOONEST) {
    for (let took = 0; took <= 1500; took += 1) {
      // From when it was read until the next one is there: its writing, the wait, and all of the next.
      const oldest = took + waitAfter(took, soonest) + took;
      assert.ok(oldest <= 5000, `${took} ms: ${oldest} ms`);
    }
  }
});

test('a quick browser is not asked all the time, and a slow one not for more than half of it', () => {
  for (let took = 0; took <= 60_000; took += 10) {
    const wait = waitAfter(took, 1000);
    if (took <= 1000) assert.ok(wait >= 1000, `${took} ms: ${wait} ms`);
    assert.ok(wait >= took || took <= 1500, `${took} ms: ${wait} ms`);
  }
  assert.equal(waitAfter(10, 1000), 1000);
  assert.equal(waitAfter(100, 1000), 2000);
});
