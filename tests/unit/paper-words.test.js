// What the page says about its numbers beside the paper's, held against the recorded numbers themselves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const { outcomes } = JSON.parse(
  readFileSync(new URL('../../www/content/recorded/table-2.json', import.meta.url), 'utf8'),
);
const words = readFileSync(new URL('../../www/content/paper-words.js', import.meta.url), 'utf8');
const lengths = [8, 16, 32, 64, 128];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const runs = (T, h) => outcomes.filter(({ run }) => run.T === T && run.h === h);
const error = (T, h) => mean(runs(T, h).map(({ nmse }) => nmse));
/** Whether all values are between two that the words name. */
const isBetween = (values, from, to) => values.every((value) => value >= from && value <= to);

test('every cell has three seeds', () => {
  assert.equal(outcomes.length, 75);
  for (const T of lengths) for (let h = 1; h <= 5; h += 1) assert.equal(runs(T, h).length, 3);
});

test('the fall with each head is as said', () => {
  assert.match(
    words,
    /2 to 7 times lower with the second and with the third, and 100 to 700 times lower with the fourth/,
  );
  const fall = (T, h) => error(T, h - 1) / error(T, h);
  assert.ok(
    isBetween(
      lengths.flatMap((T) => [fall(T, 2), fall(T, 3)]),
      2,
      7,
    ),
  );
  const fourth = lengths.filter((T) => T !== 8).map((T) => fall(T, 4));
  assert.ok(isBetween(fourth, 100, 700), String(fourth));
  // "At T = 8 one of three seeds got stuck."
  const stuck = runs(8, 4).map(({ nmse }) => nmse);
  assert.equal(stuck.filter((nmse) => nmse > 1e-3).length, 1);
  assert.equal(stuck.filter((nmse) => nmse < 1e-5).length, 2);
});

test('the length makes it harder below D, and not from D on', () => {
  assert.match(words, /about two times from 8 to 128 tokens/);
  for (const h of [1, 2]) {
    const errors = lengths.map((T) => error(T, h));
    assert.deepEqual(
      errors,
      errors.toSorted((a, b) => a - b),
    );
    assert.ok(isBetween([errors[4] / errors[0]], 1.8, 2.2));
  }
  for (const h of [4, 5]) assert.ok(error(128, h) < error(8, h));
});

test('long training pulls down the right side alone', () => {
  assert.match(words, /one to three heads became 2 to 7 times lower, and those with five 100 to 3000 times/);
  const fall = (T, h) =>
    mean(runs(T, h).map(({ curve }) => curve[Math.floor(curve.length / 4) - 1][1])) /
    mean(runs(T, h).map(({ curve }) => curve.at(-1)[1]));
  assert.ok(
    isBetween(
      lengths.flatMap((T) => [1, 2, 3].map((h) => fall(T, h))),
      2,
      7,
    ),
  );
  assert.ok(
    isBetween(
      lengths.map((T) => fall(T, 5)),
      100,
      3000,
    ),
    String(lengths.map((T) => fall(T, 5))),
  );
});
