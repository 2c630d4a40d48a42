// Of runs that differ in their seed alone, the one whose error is in the middle: charts show medians, and what is
// looked at is the run that they show.

/** @typedef {import('../api/protocol.js').RunProgress} RunProgress */
/** @typedef {import('../api/protocol.js').Outcome} Outcome */

/** The outcome in the middle, by error; of an even number the upper one of the two. @template {{ nmse: number | null }} T @param {T[]} outcomes @returns {T | undefined} */
export const medianOf = (outcomes) =>
  outcomes.toSorted((a, b) => Number(a.nmse) - Number(b.nmse))[Math.floor(outcomes.length / 2)];

/** What a run is called by its sizes, and perhaps its seed. @param {object} sizes */
const nameOf = (sizes) => JSON.stringify(Object.entries(sizes).sort());

/**
 * Runs in their order, but of those that differ in their seed alone the one with the median error before the others.
 * Before there are outcomes, as they are.
 *
 * @param {RunProgress[]} runs
 * @param {Outcome[]} outcomes  by their runs: Find D has outcomes of more runs than the lab still holds
 */
export function medianFirst(runs, outcomes) {
  if (outcomes.length === 0) return runs;
  const errors = new Map(outcomes.map(({ run, nmse }) => [nameOf(run), nmse]));
  /** @type {Map<string, RunProgress[]>} */
  const groups = new Map();
  for (const run of runs) {
    const { seed: _, ...sizes } = run.run;
    const name = nameOf(sizes);
    groups.set(name, [...(groups.get(name) ?? []), run]);
  }
  return [...groups.values()].flatMap((group) => {
    const median = medianOf(group.map((run) => ({ run, nmse: errors.get(nameOf(run.run)) ?? null })))?.run;
    return median ? [median, ...group.filter((run) => run !== median)] : group;
  });
}
