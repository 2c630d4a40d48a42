// What the one-file build inflates, against an encoder by others.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import LZMA from 'lzma';
import { unpackLzma } from '../../www/embed/lzma.js';

const packed = (/** @type {Uint8Array} */ bytes, level = 1) => Uint8Array.from(LZMA.compress(bytes, level));

test('bytes come back as they were', () => {
  let state = 7;
  const random = () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state >> 16;
  };
  for (const size of [1, 2, 100, 5000, 200_000]) {
    // Repeats of all distances, and noise between them.
    const bytes = new Uint8Array(size);
    for (let i = 0; i < size; i += 1)
      bytes[i] = random() % 3 && i > 50 ? bytes[i - 1 - (random() % 50)] : random() & 255;
    assert.deepEqual(unpackLzma(packed(bytes)), bytes, `${size} bytes`);
  }
});

test('a wasm file comes back as it was', () => {
  const bytes = new Uint8Array(readFileSync(new URL('../../www/wasm/page/page_bg.wasm', import.meta.url))).subarray(
    0,
    300_000,
  );
  assert.deepEqual(unpackLzma(packed(bytes, 5)), bytes);
});

test('a file that is cut off, or damaged, is refused', () => {
  const whole = packed(new Uint8Array(3000).map((_, i) => (i * i) & 255));
  assert.throws(() => unpackLzma(whole.subarray(0, whole.length / 2)), /cut off|damaged/);
});
