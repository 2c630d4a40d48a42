// From rounds to figures: what the table prints and --json keeps beside the rounds themselves.
import { LAYERS, nameOf, nameOfLayer, SHAPES } from './plan.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./run.mjs').runBench>>} Result */

// The best round is the one that the rest of the machine disturbed least, for every contender alike.
const best = (numbers) => (numbers?.length ? Math.min(...numbers) : NaN);
const median = (numbers) => numbers.slice().sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
/** @param {string[]} keys @param {(key: string) => number} value @returns {Record<string, number>} */
const each = (keys, value) => Object.fromEntries(keys.map((key) => [key, value(key)]));

/** @param {Result} result */
export function figures({ cpu, layers, pool, cliff, native, gpu }) {
  const isAble = ({ problem }) => !problem;
  /** Every row of a table, beside the first one, which is ours. */
  const beside = (rows, names) =>
    rows.filter(isAble).map(({ name, ours, rounds }) => ({
      name,
      ours,
      ms: each(names, (at) => best(rounds[at])),
      timesOurs: each(names, (at) => best(rounds[at]) / best(rows[0].rounds[at])),
    }));
  const growth = ({ rounds }) => best(rounds['h=4 T=128']) / best(rounds['h=4 T=16']);
  const ofGpu = (row) => ({
    name: row.name,
    ours: row.ours,
    perStep: row.perStep,
    perModelStep: each(Object.keys(row.perStep), (what) => row.perStep[what] / row.models),
    ms: best(row.rounds),
  });
  const able = cpu.filter(isAble);
  /** A native table of paper 1's model, by how many cores it has. */
  const onCores = (all) => native.find(({ names, cores }) => names[0] === nameOf(SHAPES[0]) && cores > 1 === all);
  const [one, more] = [onCores(false), onCores(true)];
  const seconds = { one: best(pool.seconds.one), all: best(pool.seconds.all) };
  return {
    cpu: beside(cpu, SHAPES.map(nameOf)).map((row, i) => ({ ...row, growth: growth(able[i]) })),
    layers: beside(layers, LAYERS.map(nameOfLayer)),
    // How much the rounds of one contender differ: 1 on a machine with nothing else to do.
    unrest: Math.max(...able.flatMap(({ rounds }) => Object.values(rounds).map((all) => median(all) / best(all)))),
    pool: { seconds, speedUp: seconds.one / seconds.all },
    cliff: {
      seconds: median(cliff.map((run) => run.seconds ?? Infinity)),
      step: median(cliff.map(({ step }) => step)),
      start: median(cliff.map(({ start }) => start)),
    },
    native: native.map(({ title, names, rows }) => ({ title, names, rows: beside(rows, names) })),
    // What a model-step takes on one core, over what it takes where every core trains a model.
    nativeSpeedUp:
      one && more
        ? {
            cores: more.cores,
            times: each(one.names, (at) => best(one.rows[0].rounds[at]) / best(more.rows[0].rounds[at])),
          }
        : null,
    gpu: gpu.filter(({ problem }) => !problem).map(ofGpu),
  };
}
