// Codes of a class's guesses: what one page makes, another counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, countGuesses } from '../../www/state/class-guesses.js';

test('codes are counted once each, whatever stands around them', () => {
  const codes = [codeOf('word', 4, 1), codeOf('word', 4, 2), codeOf('word', 12, 3), codeOf('word', 3, 4)];
  const chat = `Ann: ${codes[0]}\nBen says ${codes[1].toUpperCase()}, and again ${codes[1]};${codes[2]} (${codes[3]})`;
  assert.deepEqual(countGuesses('word', chat), {
    guesses: [
      { guess: 3, count: 1 },
      { guess: 4, count: 2 },
      { guess: 12, count: 1 },
    ],
    foreign: 0,
  });
});

test('codes of another mystery, and changed ones, are not counted', () => {
  const code = codeOf('word', 4, 123456789);
  assert.deepEqual(countGuesses('another word', code), { guesses: [], foreign: 1 });
  assert.deepEqual(countGuesses('word', code.replace(/^4/, '5')), { guesses: [], foreign: 1 });
  assert.deepEqual(countGuesses('word', 'no codes here: 4-5-6, 2026-11-17'), { guesses: [], foreign: 0 });
});

test('many people have codes of their own', () => {
  const codes = new Set(Array.from({ length: 1000 }, (_, i) => codeOf('word', 4, Math.imul(i + 1, 2654435761) >>> 0)));
  assert.ok(codes.size > 990, `${codes.size} of 1000`);
});
