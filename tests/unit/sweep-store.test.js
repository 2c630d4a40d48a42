// How often a sweep is written down. That it is written, and read again, is tested in a real browser
// (resume.spec.js, storage-faults.spec.js, two-tabs.spec.js).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitAfter } from '../../www/storage/sweep-store.js';

test('what is stored is at most 5 s old, as long as reading and writing it takes at most 1.5 s', () => {
  for (let took = 0; took <= 1500; took += 1) {
    // From when it was read until the next one is there: its writing, the wait, and all of the next.
    const oldest = took + waitAfter(took) + took;
    assert.ok(oldest <= 5000, `${took} ms: ${oldest} ms`);
  }
});

test('a quick browser is not asked all the time, and a slow one not for more than half of it', () => {
  for (let took = 0; took <= 60_000; took += 10) {
    const wait = waitAfter(took);
    if (took <= 1000) assert.ok(wait >= 1000, `${took} ms: ${wait} ms`);
    assert.ok(wait >= took || took <= 1500, `${took} ms: ${wait} ms`);
  }
  assert.equal(waitAfter(10), 1000);
  assert.equal(waitAfter(100), 2000);
});
