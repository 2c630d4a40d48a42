// Prints what run.mjs found, for people. Every number comes from there; here they are only divided.
import { SHAPES, nameOf } from './plan.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./run.mjs').runBench>>} Result */

const best = (numbers) => (numbers?.length ? Math.min(...numbers) : NaN);
const median = (numbers) => numbers.slice().sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const number = (value) => (Number.isFinite(value) ? value.toPrecision(3).replace(/^(\d{4,})\..*/, '$1') : '–');
const times = (value) => (Number.isFinite(value) ? `${value.toFixed(value < 10 ? 2 : 1)}×` : '');

/** Rows of text in columns: the first to the left, the others to the right. @param {string[][]} rows */
function columns(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  const pad = (cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]));
  // A row of one cell is a sentence and widens nothing.
  return rows.map((row) => row.map(pad).join('   ').trimEnd()).join('\n');
}

/** @param {Result} result */
export function table({ machine, sizes, equality, cpu, pool, cliff, gpu }) {
  const out = [];
  out.push(`Machine    ${machine.cpu}, ${machine.cores} cores, load ${machine.load.toFixed(1)} before the run`);
  out.push(`Browser    ${machine.browser}, headless, cross-origin isolation ${machine.isolated ? 'on' : 'off'}`);
  out.push(`GPU        ${machine.adapter ?? 'none'}${machine.software ? ' (software GPU: timing means nothing, only counts are shown)' : ''}`);
  out.push(`Model      n=8 N=32 d=4, batch ${sizes.batch}, ${sizes.sequences} sequences on the device, Adam (0.9, 0.95), mean squared error`);
  out.push('Forms      folded: embed every token, score it with one vector a head, pool; deeper: score and pool before the embedding\'s last matrix');
  const worst = Math.max(...equality.map((entry) => entry.worst ?? 0));
  const wrong = equality.filter(({ problem }) => problem);
  out.push(`Equality   ${equality.length - wrong.length} of ${equality.length} peers give numpy's losses on the golden problem, off by at most ${worst.toExponential(1)}`);
  for (const { name, problem } of wrong) out.push(`           ${name}: ${problem}`);

  const [own] = cpu;
  const names = SHAPES.map(nameOf);
  const at = (row, name) => best(row.rounds[name]);
  const growth = (row) => at(row, 'h=4 T=128') / at(row, 'h=4 T=16');
  out.push('', `CPU: ms a step of one model, best of ${sizes.rounds} rounds taken in turns; in brackets, how many times ours`, '');
  const able = cpu.filter(({ problem }) => !problem);
  out.push(columns([
    ['', ...names, 'T=16→128 at h=4'],
    ...able.map((row) => [row.name, ...names.map((name) => `${number(at(row, name))} ${row.ours ? '        ' : `(${times(at(row, name) / at(own, name))})`.padStart(8)}`), times(growth(row))]),
  ]));
  for (const { name, problem } of cpu.filter((row) => row.problem)) out.push(`${name}: ${problem}`);
  const setups = able.filter(({ setup }) => setup).map(({ name, setup }) => `${name.replace(/, (folded|deeper)$/, '')}: ${setup}`);
  out.push('', ...new Set(setups));
  const spread = Math.max(...able.flatMap(({ rounds }) => Object.values(rounds).map((all) => median(all) / best(all))));
  out.push(`Rounds: the median is up to ${times(spread)} the best${spread > 1.3 ? '; the machine was busy with something else, so do not trust the last digit' : ''}.`);

  const perStep = (seconds) => (best(seconds) * 1000) / pool.steps / pool.models;
  out.push('', `Pool: a sweep of ${pool.models} runs (h=1…5 × 2 seeds, T=16, ${pool.steps} steps) takes ${number(best(pool.seconds.one))} s on 1 Worker, ${number(best(pool.seconds.all))} s on ${pool.workers}: ${times(pool.speedUp)} as fast, ${number(perStep(pool.seconds.one))} → ${number(perStep(pool.seconds.all))} ms a model-step`);

  const reached = cliff.map(({ seconds }) => seconds ?? Infinity);
  const steps = cliff.map(({ step }) => step);
  out.push(`Time to the cliff: ${number(median(reached))} s from Train to h=4 ten times below h=3 (default experiment, ${cliff[0].engine}, after ${median(steps)} steps of each run; median of ${cliff.length}); starting the engine ${number(median(cliff.map(({ start }) => start)))} s`);

  if (gpu.length > 0) {
    const what = ['dispatches', 'submits', 'uploads', 'readbacks'];
    const timed = !machine.software;
    out.push('', `WebGPU, h=4 T=16 (Headcount R = 25: h=1…5 × 5 seeds): asked of the GPU a step, with the loss read every ${sizes.readEvery} steps; in brackets, a model-step`);
    out.push(`${timed ? '' : 'Batch 16, since counts do not depend on it. '}Uploads count writes of parameters too. Headcount shuffles once an epoch (31 steps), which is one upload more; the peers do not shuffle.`, '');
    out.push(columns([
      ['', ...what, ...(timed ? ['ms a model-step'] : [])],
      ...gpu.filter(({ problem }) => !problem).map((row) => [
        row.name,
        ...what.map((key) => `${+row.perStep[key].toFixed(1)} (${+(row.perStep[key] / row.models).toFixed(2)})`),
        ...(timed ? [number(best(row.rounds))] : []),
      ]),
    ]));
    for (const { name, problem } of gpu.filter((row) => row.problem)) out.push(`${name}: ${problem}`);
  }
  return out.join('\n');
}
