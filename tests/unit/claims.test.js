// The verdicts of the report: what recorded outcomes say of the papers' claims.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claims } from '../../scripts/claims.mjs';

/** The verdict on the claim of an entry whose words have `words` in them. @param {string} entry @param {string} words @param {object[]} recorded */
function judged(entry, words, recorded) {
  const found = claims.filter(({ of, claim }) => of === entry && claim.includes(words));
  assert.equal(found.length, 1);
  return found[0].judge(/** @type {any} */ (recorded));
}

/** A recorded experiment with these median errors, by length and number of heads, and the cliffs that were found. */
function recordedTable({ medians, cliffs = {}, D = 4, seeds = 3, ...others }) {
  const lengths = Object.keys(medians).map(Number);
  const groups = lengths.flatMap((T) =>
    medians[T].map((median, i) => ({ T, N: 32, h: i + 1, count: seeds, diverged: 0, min: median / 2, median })),
  );
  const heads = medians[lengths[0]].map((_, i) => i + 1);
  const transitions = lengths.map((T) => ({ T, h: cliffs[T] ?? null, drop: null }));
  const sizes = { D, heads, lengths, widths: [32], layers: 1, sideBySide: 1, seeds };
  return { variant: 'one', ...sizes, summary: { groups, transitions, paper: [] }, ...others };
}

const FALLING = { 8: [0.1, 0.01, 0.001, 1e-6], 128: [0.2, 0.02, 0.002, 1e-6] };

test('a cliff counts where it is at D heads for every length', () => {
  const { holds, evidence } = judged('table-2', 'cliff', [
    recordedTable({ medians: FALLING, cliffs: { 8: 4, 128: 4 } }),
  ]);
  assert.equal(holds, true);
  assert.equal(evidence, 'one: T = 8: 4, T = 128: 4');
  const other = judged('table-2', 'cliff', [recordedTable({ medians: FALLING, cliffs: { 8: 4 } })]);
  assert.deepEqual(other, { holds: false, evidence: 'one: T = 8: 4, T = 128: no cliff' });
});

test('two layers are held to half as many heads', () => {
  const medians = { 8: [0.1, 1e-5, 1e-5] };
  const atTwo = recordedTable({ medians, cliffs: { 8: 2 }, layers: 2 });
  assert.equal(judged('table-5', 'half', [atTwo]).holds, true);
  assert.equal(judged('table-5', 'half', [{ ...atTwo, layers: 1 }]).holds, false);
});

test('what is not recorded with all its seeds is not judged', () => {
  const partly = recordedTable({ medians: FALLING, cliffs: { 8: 4, 128: 4 } });
  for (const group of partly.summary.groups) if (group.h === 4) group.count = 2;
  assert.deepEqual(judged('table-2', 'cliff', [partly]), { holds: null, evidence: 'not recorded' });
  assert.deepEqual(judged('rank', 'full rank', []), { holds: null, evidence: 'not recorded' });
  // One length that is whole is judged without the other.
  for (const group of partly.summary.groups) if (group.T === 8) group.count = 3;
  assert.deepEqual(judged('table-2', 'cliff', [partly]), { holds: true, evidence: 'one: T = 8: 4' });
});

test('with the length, errors grow below D and stay from D on', () => {
  const recorded = [recordedTable({ medians: FALLING })];
  assert.equal(judged('table-2', 'fewer heads than D', recorded).holds, true);
  assert.equal(judged('table-2', 'does not grow', recorded).holds, true);
  const grown = [recordedTable({ medians: { ...FALLING, 128: [0.2, 0.02, 0.0005, 5e-6] } })];
  assert.equal(judged('table-2', 'fewer heads than D', grown).holds, false);
  const { holds, evidence } = judged('table-2', 'does not grow', grown);
  assert.deepEqual([holds, evidence], [false, 'one: from T = 8 to 128 5.0 times at h = 4 (median 5.0)']);
});

test('a median between two groups of seeds is no verdict on the best ones', () => {
  const recorded = recordedTable({ medians: { ...FALLING, 128: [0.2, 0.02, 0.0005, 1e-6] } });
  for (const group of recorded.summary.groups) if (group.T === 128 && group.h === 3) group.min = 0.00075;
  const { holds, evidence } = judged('table-2', 'fewer heads than D', [recorded]);
  assert.equal(holds, true);
  assert.match(evidence, /1\.5 times at h = 3 \(median 0\.50\)/);
});

test('the best seed is held against the paper, cell by cell', () => {
  const recorded = recordedTable({ medians: FALLING });
  // Best seeds are half the medians: 5e-7.
  recorded.summary.paper = [
    { T: 8, h: 3, paper: 1e-9 },
    { T: 8, h: 4, paper: 1e-6 },
    { T: 128, h: 4, paper: 4e-7 },
  ];
  const strict = judged('table-2', 'at least as good', [recorded]);
  assert.deepEqual(strict, { holds: false, evidence: 'one: in 1 of 2 cells (best ÷ paper from 0.50 to 1.3)' });
  assert.equal(judged('table-3', 'within three times', [recorded]).holds, true);
});

test('the fall with the D-th head is a hundred times or it is not', () => {
  assert.equal(judged('table-2', 'hundred', [recordedTable({ medians: FALLING })]).holds, true);
  const small = [recordedTable({ medians: { 8: [0.1, 0.01, 0.001, 2e-5] } })];
  assert.deepEqual(judged('table-2', 'hundred', small), { holds: false, evidence: 'one: T = 8: 50 times' });
});

test('width makes up for a head where it does at any width', () => {
  const recorded = recordedTable({ medians: { 16: [0.5, 0.01] }, D: 2 });
  const at = (h, N, median) => ({ T: 16, h, N, median, count: 3, diverged: 0, min: median });
  recorded.widths = [8, 256];
  recorded.summary.groups = [at(1, 8, 0.5), at(1, 256, 0.1), at(2, 8, 0.01), at(2, 256, 0.001)];
  assert.equal(judged('width', 'width', [recorded]).holds, true);
  recorded.summary.groups[1].median = 0.009;
  assert.equal(judged('width', 'width', [recorded]).holds, false);
});

test('paper 2 is judged on plain layers alone', () => {
  const plain = recordedTable({ medians: { 16: [0.02, 0.7] } });
  const deep = recordedTable({ medians: { 16: [0.02, 0.1] }, layers: 3 });
  const both = judged('rank', 'full rank', [plain, deep]);
  assert.deepEqual(both, { holds: true, evidence: 'one: full rank 0.020, half rank 0.70' });
  assert.equal(judged('rank', 'full rank', [recordedTable({ medians: { 16: [0.06, 0.7] } })]).holds, false);
});
