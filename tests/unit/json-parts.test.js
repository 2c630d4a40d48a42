// Results as JSON, written in parts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonParts } from '../../www/views/files.js';

test('JSON that is written in parts is the same JSON', async () => {
  const outcome = (seed) => ({
    run: { h: 1, seed },
    nmse: seed ? 1e-3 : null,
    curve: [
      [0, 1],
      [4, 0.5],
    ],
  });
  for (const count of [0, 1, 3, 5000]) {
    const document = {
      version: 1,
      experiment: { seeds: [0], name: '"quoted"' },
      engine: 'CPU',
      outcomes: Array.from({ length: count }, (_, seed) => outcome(seed)),
      summary: { groups: [] },
    };
    assert.equal((await jsonParts(document)).join(''), JSON.stringify(document));
  }
});
