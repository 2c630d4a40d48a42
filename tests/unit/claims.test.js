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
  // A tenth of each error.
  const standardErrors = groups.map(({ min, median }) => ({ min: min / 10, median: median / 10 }));
  const heads = medians[lengths[0]].map((_, i) => i + 1);
  const transitions = lengths.map((T) => ({ T, h: cliffs[T] ?? null, drop: null }));
  const sizes = { D, heads, lengths, widths: [32], layers: 1, sideBySide: 1, seeds };
  const summary = { groups, standardErrors, parameters: groups.map(({ h }) => 1000 * h), transitions, paper: [] };
  return { variant: 'one', form: 'reader', ...sizes, summary, ...others };
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

test('with the length, errors grow below D and stay from D on, in tables 2, 3 and 4 alike', () => {
  for (const table of ['table-2', 'table-3', 'table-4'])
    for (const words of ['the error of the best seed', 'the median error']) {
      const recorded = [recordedTable({ medians: FALLING })];
      assert.equal(judged(table, `fewer heads than D ${words}`, recorded).holds, true);
      assert.equal(judged(table, `From D heads on ${words}`, recorded).holds, true);
      const grown = [recordedTable({ medians: { ...FALLING, 128: [0.2, 0.02, 0.0005, 5e-6] } })];
      assert.deepEqual(judged(table, `fewer heads than D ${words}`, grown), {
        holds: false,
        evidence:
          'one: from T = 8 to 128 2.0 times at h = 1, 2.0 times at h = 2, 0.50 times at h = 3 (but not at T = 128)',
      });
      assert.deepEqual(judged(table, `From D heads on ${words}`, grown), {
        holds: false,
        evidence: 'one: from T = 8 to 128 5.0 times at h = 4 (but not at T = 128)',
      });
    }
});

test('every length counts, not the first and the last alone', () => {
  const medians = { 8: [0.1, 1e-5], 16: [0.05, 3e-5], 128: [0.2, 1e-5] };
  const recorded = [recordedTable({ medians, D: 2 })];
  assert.match(judged('table-2', 'fewer heads than D the median', recorded).evidence, /2\.0 times .*not at T = 16/);
  assert.equal(judged('table-2', 'fewer heads than D the median', recorded).holds, false);
  assert.match(judged('table-2', 'From D heads on the median', recorded).evidence, /1\.0 times .*not at T = 16/);
  assert.equal(judged('table-2', 'From D heads on the median', recorded).holds, false);
});

test('a fall within two standard errors is none', () => {
  // Off by a tenth each: two of both together are 0.28 of an error.
  const within = [recordedTable({ medians: { 8: [0.1], 16: [0.08], 128: [0.2] }, D: 2 })];
  assert.equal(judged('table-2', 'fewer heads than D the median', within).holds, true);
  const beyond = [recordedTable({ medians: { 8: [0.1], 16: [0.07], 128: [0.2] }, D: 2 })];
  assert.equal(judged('table-2', 'fewer heads than D the median', beyond).holds, false);
  // Nor is what ends where it began growth.
  const level = [recordedTable({ medians: { 8: [0.1], 16: [0.1], 128: [0.1] }, D: 2 })];
  assert.equal(judged('table-2', 'fewer heads than D the median', level).holds, false);
});

test('a median between two groups of seeds is no verdict on the best ones', () => {
  const recorded = recordedTable({ medians: { ...FALLING, 128: [0.2, 0.02, 0.0005, 1e-6] } });
  for (const group of recorded.summary.groups) if (group.T === 128 && group.h === 3) group.min = 0.00075;
  const best = judged('table-2', 'fewer heads than D the error of the best seed', [recorded]);
  assert.equal(best.holds, true);
  assert.match(best.evidence, /1\.5 times at h = 3/);
  assert.equal(judged('table-2', 'fewer heads than D the median', [recorded]).holds, false);
});

test('right angles are the hardest draw where every random one has a lower median below D', () => {
  const at = (variant, medians) => recordedTable({ variant, medians: { 16: medians } });
  const orthonormal = at('orthonormal', [0.03, 0.02, 0.005, 1e-6]);
  const easier = at('gaussian-1', [0.02, 0.01, 0.001, 1e-5]);
  const judge = (...all) => judged('draws', 'hardest', all);
  assert.equal(judge(orthonormal, easier).holds, true);
  assert.match(
    judge(orthonormal, easier, at('gaussian-2', [0.01, 0.004, 0.002, 1e-5])).evidence,
    /T = 16, h = 2: 2\.0e-2, in 2 random draws 4\.0e-3 to 1\.0e-2/,
  );
  // From D heads on it does not matter; below it one harder draw is enough.
  assert.equal(judge(orthonormal, easier, at('gaussian-2', [0.02, 0.01, 0.006, 1e-5])).holds, false);
  assert.equal(judge(easier).holds, null);
  assert.equal(judge(orthonormal).holds, null);
});

test('one head that keeps everything is held against plain ones, and its parameters against those of D', () => {
  const memoriser = (median, parameters) => {
    const one = recordedTable({ variant: 'keeps', form: 'memoriser', medians: { 4: [median] }, D: 2 });
    one.summary.parameters = [parameters];
    return one;
  };
  const reader = recordedTable({ variant: 'plain', medians: { 4: [0.05, 1e-6] }, D: 2 });
  assert.deepEqual(judged('memoriser', 'keeps the whole', [memoriser(0.001, 9000), reader]), {
    holds: true,
    evidence:
      'T = 4: 1.0e-3 with 9000 parameters, one plain head 5.0e-2 with 1000 parameters, 2 plain heads 1.0e-6 with 2000 parameters',
  });
  assert.equal(judged('memoriser', 'keeps the whole', [memoriser(0.06, 9000), reader]).holds, false);
  assert.equal(judged('memoriser', 'keeps the whole', [memoriser(0.001, 1500), reader]).holds, false);
  assert.equal(judged('memoriser', 'keeps the whole', [memoriser(0.001, 9000)]).holds, null);
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
