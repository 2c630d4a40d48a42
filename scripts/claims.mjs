// What the papers say, each as a question that recorded outcomes answer: the first page of the report.
// A claim looks at the recorded experiments of one entry of the catalogue, and gives a verdict with its
// evidence. It decides from numbers alone, and says "not recorded" where runs are missing.

/** @typedef {import('./report.mjs').Recorded} Recorded */
/** @typedef {import('./report.mjs').Sizes} Sizes */
/** `holds` is null where too few runs are recorded to tell. @typedef {{ holds: boolean | null, evidence: string }} Verdict */

const UNKNOWN = { holds: null, evidence: '' };

/** A group of runs by its sizes. @param {Recorded} recorded @param {Partial<Sizes>} sizes */
const groupAt = ({ summary }, sizes) => {
  const wanted = /** @type {[keyof Sizes, number][]} */ (Object.entries(sizes));
  return summary.groups.find((group) => wanted.every(([name, value]) => (group[name] ?? 1) === value));
};

/** The median error of a group all of whose seeds are recorded; NaN where it is not. @param {Recorded} recorded @param {Partial<Sizes>} sizes */
function medianAt(recorded, sizes) {
  const group = groupAt(recorded, sizes);
  return group?.count === recorded.seeds ? (group.median ?? Number.NaN) : Number.NaN;
}

/** All lengths at which every number of heads is recorded. @param {Recorded} recorded */
const completeLengths = (recorded) =>
  recorded.lengths.filter((T) => recorded.heads.every((h) => groupAt(recorded, { T, h })?.count === recorded.seeds));

/** Of several experiments: each with its evidence. @param {Recorded[]} all @param {(one: Recorded) => Verdict} judge @returns {Verdict} */
function overAll(all, judge) {
  const judged = all.map((one) => ({ variant: one.variant, ...judge(one) })).filter(({ holds }) => holds !== null);
  if (judged.length === 0) return { holds: null, evidence: 'not recorded' };
  return {
    holds: judged.every(({ holds }) => holds),
    evidence: judged.map(({ variant, evidence }) => `${variant}: ${evidence}`).join('; '),
  };
}

/** Whether the cliff is at D heads, or with several layers at D/L, for every length. @param {Recorded[]} all */
const cliffAtD = (all) =>
  overAll(all, (one) => {
    const lengths = completeLengths(one);
    if (lengths.length === 0) return UNKNOWN;
    const found = lengths.map((T) => one.summary.transitions.find((line) => line.T === T)?.h ?? null);
    return {
      holds: found.every((h) => h === Math.ceil(one.D / one.layers)),
      evidence: lengths.map((T, i) => `T = ${T}: ${found[i] ?? 'no cliff'}`).join(', '),
    };
  });

/** The error of the best seed, the papers' headline figure. @param {Recorded} recorded @param {Partial<Sizes>} sizes */
const bestAt = (recorded, sizes) => groupAt(recorded, sizes)?.min ?? Number.NaN;

/**
 * What the error of the best seed is multiplied by from the shortest to the longest length; that of the median seed is
 * given beside it, because where seeds fall into groups it tells of another thing.
 *
 * @param {(h: number, D: number) => boolean} of  which numbers of heads
 * @param {(factor: number) => boolean} isExpected
 */
const overLengths = (of, isExpected) => (/** @type {Recorded[]} */ all) =>
  overAll(all, (one) => {
    const lengths = completeLengths(one);
    if (lengths.length < 2) return UNKNOWN;
    const [first, last] = [lengths[0], lengths.at(-1) ?? 0];
    const heads = one.heads.filter((h) => of(h, one.D));
    const factor = (/** @type {typeof bestAt} */ at, /** @type {number} */ h) =>
      at(one, { T: last, h }) / at(one, { T: first, h });
    return {
      holds: heads.every((h) => isExpected(factor(bestAt, h))),
      evidence: `from T = ${first} to ${last} ${heads.map((h) => `${factor(bestAt, h).toPrecision(2)} times at h = ${h} (median ${factor(medianAt, h).toPrecision(2)})`).join(', ')}`,
    };
  });
const growsBelowD = overLengths(
  (h, D) => h < D,
  (factor) => factor > 1,
);
// Flat within the spread of seeds.
const isFlatFromD = overLengths(
  (h, D) => h >= D,
  (factor) => factor < 2,
);

/** Whether the best of the seeds is at most `factor` times the paper's mean from D heads on. @param {number} factor */
const bestWithin = (factor) => (/** @type {Recorded[]} */ all) =>
  overAll(all, (one) => {
    const cells = one.summary.paper.filter(({ h, T }) => h >= one.D && groupAt(one, { T, h })?.count === one.seeds);
    if (cells.length === 0) return UNKNOWN;
    const ratios = cells.map(({ T, h, paper }) => (groupAt(one, { T, h })?.min ?? Number.NaN) / paper);
    const within = ratios.filter((ratio) => ratio <= factor).length;
    return {
      holds: within === ratios.length,
      evidence: `in ${within} of ${ratios.length} cells (best ÷ paper from ${Math.min(...ratios).toPrecision(2)} to ${Math.max(...ratios).toPrecision(2)})`,
    };
  });

/** Whether the median falls at least a hundred times with the D-th head. @param {Recorded[]} all */
const fallsHundredTimes = (all) =>
  overAll(all, (one) => {
    const lengths = completeLengths(one);
    if (lengths.length === 0) return UNKNOWN;
    const falls = lengths.map((T) => medianAt(one, { T, h: one.D - 1 }) / medianAt(one, { T, h: one.D }));
    return {
      holds: falls.every((fall) => fall >= 100),
      evidence: lengths.map((T, i) => `T = ${T}: ${Math.round(falls[i])} times`).join(', '),
    };
  });

/** Whether no width makes up for the D-th head: the best of them with one head less is worse than the worst with D. @param {Recorded[]} all */
const widthIsNoHead = (all) =>
  overAll(all, (one) => {
    const medians = (/** @type {number} */ T, /** @type {number} */ h) =>
      one.widths.map((N) => medianAt(one, { T, N, h }));
    const compared = one.lengths
      .map((T) => ({ T, fewer: Math.min(...medians(T, one.D - 1)), enough: Math.max(...medians(T, one.D)) }))
      .filter(({ fewer, enough }) => fewer > 0 && enough > 0);
    if (compared.length === 0) return UNKNOWN;
    return {
      holds: compared.every(({ fewer, enough }) => fewer > enough),
      evidence: compared
        .map(
          ({ T, fewer, enough }) =>
            `T = ${T}: ${fewer.toExponential(1)} at best with h = ${one.D - 1}, ${enough.toExponential(1)} at worst with h = ${one.D}`,
        )
        .join(', '),
    };
  });

/** The errors that paper 2's claim is about: one head of full rank, and two of half. */
const [FULL_RANK, HALF_RANK] = [0.05, 0.5];

/** Whether one full head succeeds where two halves fail, among plain layers of any token size. @param {Recorded[]} all */
const fullRankBeatsHalf = (all) =>
  overAll(
    all.filter(({ layers, lengths, sideBySide }) => layers === 1 && sideBySide === 1 && lengths.length === 1),
    (one) => {
      const [full, half] = [1, 2].map((h) => medianAt(one, { h }));
      if (!(full > 0 && half > 0)) return UNKNOWN;
      return {
        holds: full < FULL_RANK && half > HALF_RANK,
        evidence: `full rank ${full.toPrecision(2)}, half rank ${half.toPrecision(2)}`,
      };
    },
  );

/** @type {{ of: string, claim: string, judge: (all: Recorded[]) => Verdict }[]} */
export const claims = [
  { of: 'table-2', claim: 'The cliff is at h = D = 4, for every length (table 2).', judge: cliffAtD },
  {
    of: 'table-2',
    claim: 'With fewer heads than D the error of the best seed grows with the length.',
    judge: growsBelowD,
  },
  { of: 'table-2', claim: 'From D heads on it does not grow with the length.', judge: isFlatFromD },
  {
    of: 'table-2',
    claim: 'From D heads on our best seed is at least as good as the paper’s mean.',
    judge: bestWithin(1),
  },
  {
    of: 'table-2',
    claim: 'With the D-th head the median error falls at least a hundred times.',
    judge: fallsHundredTimes,
  },
  { of: 'table-3', claim: 'The cliff is at h = D = 4 where heads share one size (table 3).', judge: cliffAtD },
  {
    of: 'table-3',
    claim: 'From D heads on our best seed is within three times the paper’s mean (table 3).',
    judge: bestWithin(3),
  },
  {
    of: 'table-3',
    claim: 'With the D-th head the median error falls at least a hundred times (table 3).',
    judge: fallsHundredTimes,
  },
  { of: 'table-4', claim: 'With three targets the cliff is at three heads (table 4).', judge: cliffAtD },
  {
    of: 'table-4',
    claim: 'With the D-th head the median error falls at least a hundred times (table 4).',
    judge: fallsHundredTimes,
  },
  { of: 'targets', claim: 'With two, six and eight targets the cliff is at as many heads.', judge: cliffAtD },
  { of: 'table-5', claim: 'Two layers need half as many heads: the cliff is at h = D/2 (table 5).', judge: cliffAtD },
  { of: 'width', claim: 'No width up to 256 makes up for the D-th head (figure b).', judge: widthIsNoHead },
  { of: 'retrieval', claim: 'With D hidden spots the cliff is at D heads.', judge: cliffAtD },
  {
    of: 'rank',
    claim: `One head of full rank has an error below ${FULL_RANK}, two of half rank one above ${HALF_RANK} (paper 2).`,
    judge: fullRankBeatsHalf,
  },
];
