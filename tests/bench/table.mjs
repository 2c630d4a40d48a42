// Prints what run.mjs found, for people. Nothing is computed here.
import { LAYERS, nameOf, nameOfLayer, SHAPES } from './plan.mjs';

const number = (value) => (Number.isFinite(value) ? value.toPrecision(3).replace(/^(\d{4,})\..*/, '$1') : '–');
const times = (value) => (Number.isFinite(value) ? `${value.toFixed(value < 10 ? 2 : 1)}×` : '');
const WHAT = ['dispatches', 'submits', 'uploads', 'readbacks'];

/** Rows of text in columns: the first to the left, the others to the right. @param {string[][]} rows */
function columns(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const pad = (cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]));
  return rows.map((row) => row.map(pad).join('   ').trimEnd()).join('\n');
}

/** Why some rows are missing. @param {{ name: string, problem: string | null }[]} rows */
const missing = (rows) => rows.filter(({ problem }) => problem).map(({ name, problem }) => `${name}: ${problem}`);

function head({ machine, sizes, equality }) {
  const wrong = missing(equality);
  const worst = Math.max(0, ...equality.filter(({ problem }) => !problem).map((entry) => entry.worst ?? 0));
  return [
    `Machine    ${machine.cpu}, ${machine.cores} cores; load ${machine.load.toFixed(1)} before the run${machine.load > machine.cores / 2 ? ': BUSY, so the pool has no free cores and no last digit is to be trusted' : ''}`,
    `Browser    ${machine.browser}, headless, cross-origin isolation ${machine.isolated ? 'on' : 'off'}`,
    `GPU        ${machine.adapter ?? 'none'}${machine.software ? ' (software GPU: timing means nothing, so only counts are shown)' : ''}`,
    `Model      n=8 N=32 d=4, batch ${sizes.batch}, ${sizes.sequences} sequences on the device, Adam (0.9, 0.95), mean squared error`,
    'Forms      folded: embed every token, score it with one vector a head, pool',
    "           deeper: score and pool in front of the embedding's last matrix, which is linear; the same function",
    `Equality   ${equality.length - wrong.length} of ${equality.length} peers and forms give the golden problem's losses (numpy's, for paper 2's layer those of plain loops), off by at most ${worst.toExponential(1)}`,
    ...wrong.map((line) => `           ${line}`),
  ];
}

function cpuTable({ cpu, sizes, figures }) {
  const names = SHAPES.map(nameOf);
  const cell = (row) => (at) =>
    `${number(row.ms[at])} ${(row.ours ? '' : `(${times(row.timesOurs[at])})`).padStart(8)}`;
  const setups = cpu
    .filter(({ setup, problem }) => setup && !problem)
    .map(({ name, setup }) => `${name.replace(/, (folded|deeper)$/, '')}: ${setup}`);
  return [
    `CPU: ms a step of one model, the best of ${sizes.rounds} rounds taken in turns; in brackets, how many times ours`,
    '',
    columns([
      ['', ...names.map((name) => `${name}${' '.repeat(9)}`), 'T=16→128 at h=4'],
      ...figures.cpu.map((row) => [row.name, ...names.map(cell(row)), times(row.growth)]),
    ]),
    ...missing(cpu),
    '',
    ...new Set(setups),
    `Rounds: the median is up to ${times(figures.unrest)} the best.`,
  ];
}

function layersTable({ layers, sizes, figures }) {
  const names = LAYERS.map(nameOfLayer);
  const cell = (row) => (at) =>
    `${number(row.ms[at])} ${(row.ours ? '' : `(${times(row.timesOurs[at])})`).padStart(8)}`;
  return [
    `CPU, paper 2's attention layer on ${LAYERS[0].T} points: ms a step of one model, the best of ${sizes.rounds} rounds taken in turns; in brackets, how many times ours`,
    '',
    columns([
      ['', ...names.map((name) => `${name}${' '.repeat(9)}`)],
      ...figures.layers.map((row) => [row.name, ...names.map(cell(row))]),
    ]),
    ...missing(layers),
  ];
}

function trainingLines({ pool, cliff, figures }) {
  const { seconds, speedUp } = figures.pool;
  const each = (all) => number((all * 1000) / pool.steps / pool.models);
  const reached = Number.isFinite(figures.cliff.seconds)
    ? `${number(figures.cliff.seconds)} s from Train until h=4 is ten times below h=3, at step ${figures.cliff.step}`
    : 'not reached: h=4 never was ten times below h=3';
  return [
    `Pool: a sweep of ${pool.models} runs (h=1…5 × 2 seeds, T=16, ${pool.steps} steps) takes ${number(seconds.one)} s on 1 Worker and ${number(seconds.all)} s on ${pool.workers}: ${times(speedUp)} as fast, ${each(seconds.one)} → ${each(seconds.all)} ms a model-step`,
    `Time to the cliff: ${reached} (default experiment, ${cliff[0].engine}, median of ${cliff.length}); starting the engine took ${number(figures.cliff.start)} s`,
  ];
}

export function nativeTables({ native, sizes, figures }) {
  const cell = (row) => (at) =>
    `${number(row.ms[at])} ${(row.ours ? '' : `(${times(row.timesOurs[at])})`).padStart(8)}`;
  const tables = figures.native.flatMap(({ title, names, rows }, i) => [
    ...(i > 0 ? [''] : []),
    `Native, ${title}: ms a model-step, the best of ${sizes.rounds} rounds; in brackets, how many times ours`,
    '',
    columns([
      ['', ...names.map((name) => `${name}${' '.repeat(9)}`)],
      ...rows.map((row) => [row.name, ...names.map(cell(row))]),
    ]),
    ...missing(native[i].rows),
  ]);
  const { cores, times: faster } = figures.nativeSpeedUp ?? { cores: 1, times: {} };
  if (cores === 1) return tables;
  const each = Object.entries(faster).map(([name, value]) => `${times(value)} at ${name}`);
  return [...tables, '', `Native, from one core to ${cores}: paper 1's model-steps are ${each.join(', ')} as fast`];
}

function gpuTable({ machine, sizes, gpu, figures }) {
  const timed = !machine.software;
  const cell = (row) => (what) => `${+row.perStep[what].toFixed(1)} (${+row.perModelStep[what].toFixed(3)})`;
  return [
    `WebGPU: asked of the GPU a step, with the loss read every ${sizes.readEvery} steps; in brackets, a model-step. h=4 T=16; R = 25 is h=1…5 × 5 seeds`,
    `${timed ? '' : 'Batch 16, because a software GPU takes seconds a step: at batch 256 counts may differ by one or two. '}Uploads count writes of parameters.`,
    'Headcount shuffles once an epoch (31 steps), which is one upload more; the peers do not shuffle.',
    '',
    columns([
      ['', ...WHAT, ...(timed ? ['ms a model-step'] : [])],
      ...figures.gpu.map((row) => [row.name, ...WHAT.map(cell(row)), ...(timed ? [number(row.ms)] : [])]),
    ]),
    ...missing(gpu),
  ];
}

/** @param {import('./figures.mjs').Result & { figures: ReturnType<typeof import('./figures.mjs').figures> }} result */
export function table(result) {
  const parts = [head(result), cpuTable(result), layersTable(result), trainingLines(result), nativeTables(result)];
  if (result.machine.adapter) parts.push(gpuTable(result));
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}
