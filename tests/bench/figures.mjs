// From rounds to figures: what the table prints and --json keeps beside the rounds themselves.
import { nameOf, SHAPES } from './plan.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./run.mjs').runBench>>} Result */

// The best round is the one that the rest of the machine disturbed least, for every contender alike.
const best = (numbers) => (numbers?.length ? Math.min(...numbers) : NaN);
const median = (numbers) => numbers.slice().sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
/** @param {string[]} keys @param {(key: string) => number} value @returns {Record<string, number>} */
const each = (keys, value) => Object.fromEntries(keys.map((key) => [key, value(key)]));

/** @param {Result} result */
export function figures({ cpu, pool, cliff, native, gpu }) {
  const [own] = cpu;
  const names = SHAPES.map(nameOf);
  const ofCpu = (row) => ({
    name: row.name,
    ours: row.ours,
    ms: each(names, (at) => best(row.rounds[at])),
    timesOurs: each(names, (at) => best(row.rounds[at]) / best(own.rounds[at])),
    growth: best(row.rounds['h=4 T=128']) / best(row.rounds['h=4 T=16']),
  });
  const ofGpu = (row) => ({
    name: row.name,
    ours: row.ours,
    perStep: row.perStep,
    perModelStep: each(Object.keys(row.perStep), (what) => row.perStep[what] / row.models),
    ms: best(row.rounds),
  });
  const able = cpu.filter(({ problem }) => !problem);
  const seconds = { one: best(pool.seconds.one), all: best(pool.seconds.all) };
  return {
    cpu: able.map(ofCpu),
    // How much the rounds of one contender differ: 1 on a machine with nothing else to do.
    unrest: Math.max(...able.flatMap(({ rounds }) => Object.values(rounds).map((all) => median(all) / best(all)))),
    pool: { seconds, speedUp: seconds.one / seconds.all },
    cliff: {
      seconds: median(cliff.map((run) => run.seconds ?? Infinity)),
      step: median(cliff.map(({ step }) => step)),
      start: median(cliff.map(({ start }) => start)),
    },
    native: native.map(({ title, names, rows }) => ({
      title,
      names,
      rows: rows
        .filter(({ problem }) => !problem)
        .map(({ name, ours, rounds }) => ({
          name,
          ours,
          ms: each(names, (at) => best(rounds[at])),
          timesOurs: each(names, (at) => best(rounds[at]) / best(rows[0].rounds[at])),
        })),
    })),
    gpu: gpu.filter(({ problem }) => !problem).map(ofGpu),
  };
}
