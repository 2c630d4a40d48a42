// Which engine is taken where the browser's GPU is an old one's or has failed. The browser's own answers are in
// tests/engine-choice.spec.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEngine } from '../../www/api/engine-choice.js';
import { Lab } from '../../www/api/lab.js';

/** A browser with a GPU adapter. @param {object} adapter */
const withAdapter = (adapter) => ({ gpu: { requestAdapter: async () => adapter } });

/** A pool of Workers that does nothing. */
const poolOf = (kind, hasCrashed) => ({ kind, device: kind, size: 1, hasCrashed, isDisposed: false, dispose() {} });
const labOf = (pool) => new Lab(pool, 'a test', () => assert.fail(), false, false);

test('an adapter without info, as of older browsers, is a GPU without a name', async () => {
  const browser = withAdapter({});
  assert.deepEqual(await chooseEngine('auto', browser), {
    kind: 'webgpu',
    why: 'WebGPU, because there is a GPU (unnamed adapter).',
  });
  assert.equal((await chooseEngine('webgpu', browser)).kind, 'webgpu');
});

// What failed is remembered for the whole visit: this test comes last.
test('a GPU that was lost while nothing was trained is not chosen again unasked', async () => {
  const browser = withAdapter({ info: { description: 'Fine GPU' } });
  for (const pool of [poolOf('webgpu', false), poolOf('cpu', true)]) {
    labOf(pool).dispose();
    assert.equal((await chooseEngine('auto', browser)).kind, 'webgpu');
  }
  labOf(poolOf('webgpu', true)).dispose();
  assert.deepEqual(await chooseEngine('auto', browser), {
    kind: 'cpu',
    why: 'The CPU, because the GPU failed earlier in this visit.',
  });
  assert.equal((await chooseEngine('webgpu', browser)).kind, 'webgpu');
});
