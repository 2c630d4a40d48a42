// The largest sweeps that the validator allows: 2000 runs, small enough to be trained in a minute.

const recipe = { batch: 2, trainSequences: 8, validationSequences: 4, learningRate: 0.01 };
/** @param {number} from @param {number} count */
const countFrom = (from, count) => Array.from({ length: count }, (_, i) => from + i);

/** Few sizes and many seeds: 20 groups of 100 runs, whose curves are as long as `points`. @param {number} points */
export const manySeeds = (points) => ({
  task: { D: 2, d: 2 },
  grid: { h: [1, 2, 3, 4, 5], T: [3], N: [1, 2, 3, 4], n: 1 },
  recipe: { ...recipe, steps: points, curvePoints: points },
  seeds: countFrom(0, 100),
});

/** Many sizes and one seed: 2000 groups of one run. */
export const manySizes = {
  task: { D: 2, d: 2 },
  grid: { h: countFrom(1, 20), T: countFrom(2, 10), N: countFrom(1, 10), n: 1 },
  recipe: { ...recipe, steps: 4, curvePoints: 4 },
  seeds: [0],
};

/** A file as a reader chooses or drops it. @param {string} name @param {unknown} content */
export const jsonFile = (name, content) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});
