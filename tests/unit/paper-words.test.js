// What the page says about its numbers beside the paper's, held against the recorded numbers themselves and the paper's.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { besideCliff, besideTable, LONG_RECORD } from '../../www/content/paper-words.js';

/** @param {string} path */
const documentOf = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const { outcomes, experiment: longExperiment } = documentOf(
  `experiments/${LONG_RECORD.replace('/', '/recorded/')}.json`,
);
const brief = documentOf('www/content/recorded/max-sum.json');

/** All words of a template. @param {any} value @returns {string} */
function textOf(value) {
  if (value?.strings) return value.strings.map((part, i) => part + textOf(value.values[i])).join('');
  return typeof value === 'string' ? value : '';
}
const TABLE_2 = 'table 2, mean over seeds';
const words = textOf(besideTable(TABLE_2, LONG_RECORD, () => {}));
const briefWords = textOf(besideTable(TABLE_2, '', () => {}));
const otherWords = textOf(besideTable('table 5, mean over seeds', '', () => {}));
const cliffWords = textOf(besideCliff(TABLE_2, () => {}));
const lengths = [8, 16, 32, 64, 128];
/** Table 2 of arXiv 2510.06662: a row for each number of heads. */
const PAPER = [
  [7.01e-2, 1.09e-1, 1.1e-1, 1.14e-1, 1.45e-1],
  [7.31e-3, 8.41e-3, 9.42e-3, 1.31e-2, 1.47e-2],
  [6.94e-4, 6.4e-4, 9.09e-4, 1.31e-3, 1.58e-3],
  [6.1e-5, 4.36e-5, 4.8e-5, 8.75e-6, 5.23e-6],
  [3.35e-5, 1.1e-5, 4.91e-6, 4.19e-6, 3.99e-6],
];
const paper = (T, h) => PAPER[h - 1][lengths.indexOf(T)];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values) => values.toSorted((a, b) => a - b)[(values.length - 1) / 2];
const runs = (T, h) => outcomes.filter(({ run }) => run.T === T && run.h === h);
const errors = (T, h) => runs(T, h).map(({ nmse }) => nmse);
/** The same for several numbers of heads and every length. */
const everywhere = (heads, of) => heads.flatMap((h) => lengths.map((T) => of(T, h)));
/** Whether all values are between two that the words name. */
const areBetween = (values, from, to) =>
  assert.ok(
    values.every((value) => value >= from && value <= to),
    `${values}`,
  );
const fall = (T, h) => median(errors(T, h - 1)) / median(errors(T, h));

test('every cell has five seeds', () => {
  assert.equal(outcomes.length, 125);
  for (const count of everywhere([1, 2, 3, 4, 5], (T, h) => runs(T, h).length)) assert.equal(count, 5);
});

test('what agrees is as said', () => {
  assert.match(words, /are a factor of ten apart at most, most of ours below/);
  const ratios = everywhere([4, 5], (T, h) => mean(errors(T, h)) / paper(T, h));
  areBetween(ratios, 0.095, 10);
  assert.ok(ratios.filter((ratio) => ratio < 1).length > ratios.length / 2);
  areBetween(
    lengths.map((T) => fall(T, 5)),
    0.9,
    1.8,
  );
});

test('words about one record are said beside that one alone', () => {
  const itsOwn = /our 25 runs|a factor of ten apart|best of five seeds|These results took/;
  assert.match(words, itsOwn);
  for (const others of [briefWords, otherWords, cliffWords]) assert.doesNotMatch(others, itsOwn);
  assert.match(words, /These results took 40 000 steps/);
  assert.equal(longExperiment.recipe.steps, 40_000);
  assert.equal(longExperiment.task.directions, 'gaussian');
  for (const text of [briefWords, otherWords]) assert.match(text, /for 40 000 steps, with random weights/);
});

test('nothing is said beside what paper 2 measured, which tells how it trained', () => {
  const PAPER_2 = 'figures, read to ± 5 %, least of 5 seeds';
  assert.equal(textOf(besideTable(PAPER_2, '', () => {})), '');
  assert.equal(textOf(besideCliff(PAPER_2, null)), '');
});

test('what the paper has is as said', () => {
  const fallOfPaper = (T, h) => paper(T, h - 1) / paper(T, h);
  assert.match(
    words,
    /9 to 13 times with the second and with the third, and with the fourth 11 to 19 times up to 32 tokens, and 150 and 300 times at 64 and 128/,
  );
  areBetween(everywhere([2, 3], fallOfPaper), 8.5, 13.5);
  areBetween(
    [8, 16, 32].map((T) => fallOfPaper(T, 4)),
    11,
    19,
  );
  assert.ok(Math.abs(fallOfPaper(64, 4) - 150) < 5 && Math.abs(fallOfPaper(128, 4) - 300) < 5);
  assert.match(
    briefWords,
    /at T = 16 it is 13 to 15 times lower with each head up to four, and 4 times with the fifth/,
  );
  assert.match(cliffWords, /is 13 to 15 times lower with each head up to four \(at T = 16\), and then flattens/);
  areBetween(
    [2, 3, 4].map((h) => fallOfPaper(16, h)),
    12.5,
    15,
  );
  assert.equal(fallOfPaper(16, 5).toFixed(1), '4.0');
  for (const text of [words, briefWords])
    assert.match(
      text,
      /becomes 2\.0 to 2\.3 times as high from 8 to 128 tokens with one, two and three heads, and falls to about a tenth with four and five/,
    );
  assert.match(cliffWords, /below four heads it grows with the length T, from four on it does not/);
  areBetween(
    [1, 2, 3].map((h) => paper(128, h) / paper(8, h)),
    2,
    2.3,
  );
  areBetween(
    [4, 5].map((h) => paper(128, h) / paper(8, h)),
    0.08,
    0.125,
  );
});

test('what brief training has is as said', () => {
  assert.deepEqual(
    [brief.experiment.recipe.steps, brief.experiment.grid.T, brief.experiment.task.directions],
    [2000, [16], 'orthonormal'],
  );
  assert.match(
    briefWords,
    /2\.2 and 2\.4 times lower with the second and the third head, 43 times with the fourth, and no lower with the fifth/,
  );
  const medianOf = (h) => median(brief.outcomes.filter(({ run }) => run.h === h).map(({ nmse }) => nmse));
  const falls = [2, 3, 4, 5].map((h) => medianOf(h - 1) / medianOf(h));
  assert.deepEqual(
    falls.slice(0, 2).map((one) => one.toFixed(1)),
    ['2.2', '2.4'],
  );
  assert.equal(falls[2].toFixed(0), '43');
  assert.ok(falls[3] < 1);
  // More than half of it all, on the axis of the chart.
  assert.match(cliffWords, /ours has most of its fall at the fourth head/);
  assert.ok(Math.log(falls[2]) > Math.log(medianOf(1) / medianOf(4)) / 2);
});

test('the fall with each head is as said', () => {
  assert.match(
    words,
    /our median is 1\.8 to 7 times lower with the second head and with the third, and 80 to 900 times lower/,
  );
  areBetween(everywhere([2, 3], fall), 1.75, 7);
  areBetween(
    lengths.map((T) => fall(T, 4)),
    80,
    900,
  );
  assert.match(words, /13 of our 25 runs keep up/);
  const near = everywhere([3], (T) => errors(T, 3).filter((error) => error < 1.5 * paper(T, 3)).length);
  assert.equal(
    near.reduce((sum, count) => sum + count),
    13,
  );
  assert.match(words, /the paper’s error is 7 to 10 times larger than ours/);
  areBetween(
    lengths.map((T) => paper(T, 1) / mean(errors(T, 1))),
    7,
    10,
  );
  assert.match(words, /best of five seeds comes to 0\.7 to 1\.3 times/);
  areBetween(
    lengths.map((T) => Math.min(...errors(T, 3)) / paper(T, 3)),
    0.7,
    1.3,
  );
  // "It alone makes that mean."
  const [largest, ...others] = errors(8, 3).toSorted((a, b) => b - a);
  assert.ok(largest > 1 && others.every((error) => error < 0.003));
});

test('the length makes it harder below D, and not from D on', () => {
  assert.match(words, /our error grows with T, 1\.8 times from 8 to 128 tokens/);
  for (const h of [1, 2]) {
    const medians = lengths.map((T) => median(errors(T, h)));
    assert.deepEqual(
      medians,
      medians.toSorted((a, b) => a - b),
    );
    areBetween([medians[4] / medians[0]], 1.75, 1.85);
  }
  for (const h of [4, 5]) assert.ok(median(errors(128, h)) < median(errors(8, h)));
});

test('long training pulls down the right side alone', () => {
  for (const text of [words, briefWords, otherWords])
    assert.match(
      text,
      /one to three heads became 1\.5 to 6 times lower, and those with four and five 60 times at T = 64, and more than 1000/,
    );
  assert.match(cliffWords, /longer training lowers its right side far more than its left/);
  const fallSinceFifth = (T, h) => {
    const own = runs(T, h).map(({ curve }) => curve);
    assert.ok(own.every((curve) => curve[2][0] * 5 === curve.at(-1)[0]));
    return median(own.map((curve) => curve[2][1])) / median(own.map((curve) => curve.at(-1)[1]));
  };
  areBetween(everywhere([1, 2, 3], fallSinceFifth), 1.45, 6);
  for (const h of [4, 5]) {
    areBetween([fallSinceFifth(64, h)], 59, 70);
    for (const T of lengths.filter((one) => one !== 64)) assert.ok(fallSinceFifth(T, h) > 1000);
  }
});
