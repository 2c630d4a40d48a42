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

/** Which of a group's errors is meant, and what it is called. @typedef {{ key: 'min' | 'median', words: string }} Statistic */
/** The papers' headline figure. @type {Statistic} */
const BEST = { key: 'min', words: 'the error of the best seed' };
// Where seeds fall into groups, it tells of another thing than the best one.
/** @type {Statistic} */
const MEDIAN = { key: 'median', words: 'the median error' };

/** An error of a group with its standard error; 0 where that is not known. @param {Recorded} recorded @param {Statistic} statistic @param {Partial<Sizes>} sizes */
function measuredAt(recorded, { key }, sizes) {
  const group = groupAt(recorded, sizes);
  const place = group ? recorded.summary.groups.indexOf(group) : -1;
  return { error: group?.[key] ?? Number.NaN, spread: recorded.summary.standardErrors[place]?.[key] ?? 0 };
}

/** @typedef {{ T: number, error: number, spread: number }} AtLength */

/**
 * How an error changes with the length, for some numbers of heads: over all lengths, from each to the next.
 *
 * @param {Statistic} statistic
 * @param {(h: number, D: number) => boolean} of  which numbers of heads
 * @param {(points: AtLength[]) => AtLength | undefined} exception  the first length that contradicts the claim
 * @returns {(all: Recorded[]) => Verdict}
 */
const overLengths = (statistic, of, exception) => (all) =>
  overAll(all, (one) => {
    const lengths = completeLengths(one);
    if (lengths.length < 2) return UNKNOWN;
    const lines = one.heads
      .filter((h) => of(h, one.D))
      .map((h) => {
        const points = lengths.map((T) => ({ T, ...measuredAt(one, statistic, { T, h }) }));
        const factor = (points.at(-1)?.error ?? Number.NaN) / points[0].error;
        return { h, factor, broken: exception(points) };
      });
    const words = lines.map(
      ({ h, factor, broken }) =>
        `${factor.toPrecision(2)} times at h = ${h}${broken ? ` (but not at T = ${broken.T})` : ''}`,
    );
    return {
      holds: lines.every(({ broken }) => broken === undefined),
      evidence: `from T = ${lengths[0]} to ${lengths.at(-1)} ${words.join(', ')}`,
    };
  });

/** @param {Statistic} statistic */
const growsBelowD = (statistic) =>
  overLengths(
    statistic,
    (h, D) => h < D,
    // No length has a lower error than the one before it, but by what two standard errors may be; and the last has a higher
    // one than the first.
    (points) =>
      points.find(
        ({ error, spread }, i) =>
          i > 0 && !(error > points[i - 1].error - 2 * Math.hypot(spread, points[i - 1].spread)),
      ) ?? points.slice(-1).find(({ error }) => !(error > points[0].error)),
  );
/** @param {Statistic} statistic */
const isFlatFromD = (statistic) =>
  overLengths(
    statistic,
    (h, D) => h >= D,
    // Flat within the spread of seeds: nowhere twice as high as at the shortest length.
    (points) => points.find(({ error }) => !(error < 2 * points[0].error)),
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

/** The directions at right angles, of which there is one draw, and all that are drawn at random. @param {Recorded[]} all */
function drawsOf(all) {
  return {
    orthonormal: all.find(({ variant }) => variant === 'orthonormal'),
    gaussian: all.filter(({ variant }) => variant.startsWith('gaussian')),
  };
}

/** Whether with fewer heads than D no draw of the directions has as high an error as those at right angles. @param {Recorded[]} all @returns {Verdict} */
function rightAnglesAreHardest(all) {
  const { orthonormal, gaussian } = drawsOf(all);
  if (!orthonormal) return { holds: null, evidence: 'not recorded' };
  const compared = orthonormal.lengths.flatMap((T) =>
    orthonormal.heads
      .filter((h) => h < orthonormal.D)
      .map((h) => ({
        T,
        h,
        own: medianAt(orthonormal, { T, h }),
        others: gaussian.map((one) => medianAt(one, { T, h })).filter((median) => median > 0),
      }))
      .filter(({ own, others }) => own > 0 && others.length > 0),
  );
  if (compared.length === 0) return { holds: null, evidence: 'not recorded' };
  return {
    holds: compared.every(({ own, others }) => others.every((other) => other < own)),
    evidence: compared
      .map(
        ({ T, h, own, others }) =>
          `T = ${T}, h = ${h}: ${own.toExponential(1)}, in ${others.length} random draws ${Math.min(...others).toExponential(1)} to ${Math.max(...others).toExponential(1)}`,
      )
      .join('; '),
  };
}

/** Of all widths the median that is lowest, with the parameters that it took. @param {Recorded[]} all @param {Partial<Sizes>} sizes */
function bestWidth(all, sizes) {
  const found = all.flatMap((one) =>
    one.widths
      .map((N) => ({ median: medianAt(one, { ...sizes, N }), parameters: parametersAt(one, { ...sizes, N }) }))
      .filter(({ median }) => median > 0),
  );
  return found.sort((a, b) => a.median - b.median)[0];
}

/** @param {Recorded} recorded @param {Partial<Sizes>} sizes */
function parametersAt(recorded, sizes) {
  const group = groupAt(recorded, sizes);
  return group ? recorded.summary.parameters[recorded.summary.groups.indexOf(group)] : Number.NaN;
}

/** Whether one head that keeps the whole sequence does better than one that does not, and takes more parameters than D that do not. @param {Recorded[]} all @returns {Verdict} */
function memoriserNeedsOneHead(all) {
  const memorisers = all.filter(({ form }) => form === 'memoriser');
  const readers = all.filter(({ form }) => form === 'reader');
  const lengths = [...new Set(memorisers.flatMap((one) => one.lengths))];
  const compared = lengths
    .map((T) => ({
      T,
      keeps: bestWidth(memorisers, { T, h: 1 }),
      one: bestWidth(readers, { T, h: 1 }),
      enough: bestWidth(readers, { T, h: readers[0]?.D }),
    }))
    .filter(({ keeps, one, enough }) => keeps && one && enough);
  if (compared.length === 0) return { holds: null, evidence: 'not recorded' };
  const words = (/** @type {{ median: number, parameters: number }} */ { median, parameters }) =>
    `${median.toExponential(1)} with ${parameters} parameters`;
  return {
    holds: compared.every(
      ({ keeps, one, enough }) => keeps.median < one.median && keeps.parameters > enough.parameters,
    ),
    evidence: compared
      .map(
        ({ T, keeps, one, enough }) =>
          `T = ${T}: ${words(keeps)}, one plain head ${words(one)}, ${readers[0].D} plain heads ${words(enough)}`,
      )
      .join('; '),
  };
}

/** The four claims about the length, of one table. @param {string} of @param {string} table  as its words name it */
const aboutLength = (of, table) =>
  [BEST, MEDIAN].flatMap((statistic) => [
    {
      of,
      claim: `With fewer heads than D ${statistic.words} grows from each length to the next (${table}).`,
      judge: growsBelowD(statistic),
    },
    {
      of,
      claim: `From D heads on ${statistic.words} is at no length twice that at the shortest (${table}).`,
      judge: isFlatFromD(statistic),
    },
  ]);

/** @type {{ of: string, claim: string, judge: (all: Recorded[]) => Verdict }[]} */
export const claims = [
  { of: 'table-2', claim: 'The cliff is at h = D = 4, for every length (table 2).', judge: cliffAtD },
  ...aboutLength('table-2', 'table 2'),
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
  {
    of: 'draws',
    claim:
      'Weights at right angles are the hardest draw: with fewer heads than D every random draw has a lower median.',
    judge: rightAnglesAreHardest,
  },
  { of: 'table-3', claim: 'The cliff is at h = D = 4 where heads share one size (table 3).', judge: cliffAtD },
  ...aboutLength('table-3', 'table 3'),
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
  ...aboutLength('table-4', 'table 4'),
  {
    of: 'table-4',
    claim: 'With the D-th head the median error falls at least a hundred times (table 4).',
    judge: fallsHundredTimes,
  },
  { of: 'targets', claim: 'With two, six and eight targets the cliff is at as many heads.', judge: cliffAtD },
  { of: 'table-5', claim: 'Two layers need half as many heads: the cliff is at h = D/2 (table 5).', judge: cliffAtD },
  { of: 'width', claim: 'No width up to 256 makes up for the D-th head (figure b).', judge: widthIsNoHead },
  {
    of: 'memoriser',
    claim:
      'One head that keeps the whole sequence does better than one that does not, and takes more parameters than D that do not (theorem 3).',
    judge: memoriserNeedsOneHead,
  },
  { of: 'retrieval', claim: 'With D hidden spots the cliff is at D heads.', judge: cliffAtD },
  {
    of: 'rank',
    claim: `One head of full rank has an error below ${FULL_RANK}, two of half rank one above ${HALF_RANK} (paper 2).`,
    judge: fullRankBeatsHalf,
  },
];
