// Sections of the report that follow from no recorded training: runs on sequences of other lengths than they were trained
// on, which only have to be evaluated, and the closed form of random heads. The native binary measures both.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measured, table } from './report-words.mjs';
import { root } from './shell.mjs';

/** @typedef {import('./report.mjs').Recorded} Recorded */
/** What the binary prints. @typedef {(args: string[]) => string} Told */
/** @typedef {{ T: number, nmse: number, standardError: number, largestShare: number }} AtLength */
/** @typedef {{ experiment: any, run: { T: number, h: number }, lengths: AtLength[] }} Inspection */

/** The recorded runs of table 2 at T = 16 that the page shows too, one for each number of heads. */
const MODELS = join('www', 'content', 'recorded', 'models');
const HEADS = [1, 2, 3, 4, 5];
/** Lengths that they were not trained on. */
const LONGER = [32, 64, 128, 256];
/** Where they were recorded, and others of the same task that were trained on longer sequences. */
const [ENTRY, VARIANT] = ['table-2', 'gaussian-3'];

/** The median error of what was trained at this length. @param {Recorded | undefined} recorded @param {number} T @param {number} h */
const trainedThere = (recorded, T, h) => {
  const place = recorded?.summary.groups.findIndex((group) => group.T === T && group.h === h) ?? -1;
  if (!recorded || place < 0) return '–';
  return measured(recorded.summary.groups[place].median, recorded.summary.standardErrors[place].median);
};

/** The standard error of an error that a few sequences make, as a share of it. */
const OF_FEW = 0.2;

/** What a run's errors do from its own length to the longest, in a sentence. @param {Inspection} inspection */
function lengthSentence({ run, lengths }) {
  const [first, last] = [lengths[0], lengths[lengths.length - 1]];
  const heads = run.h === 1 ? 'one head' : `${run.h} heads`;
  const isOfFew = [first, last].some(({ nmse, standardError }) => standardError > OF_FEW * nmse);
  const factor = Number((last.nmse / first.nmse).toPrecision(2));
  const note = isOfFew ? ' (which says little: a few sequences make most of one of them)' : '';
  return `With ${heads} the error at T = ${last.T} is ${factor} times that at T = ${first.T}${note}, and the largest share of attention goes from ${first.largestShare.toFixed(2)} to ${last.largestShare.toFixed(2)}.`;
}

/**
 * Models trained at one length, evaluated at longer ones.
 *
 * @param {Told} told @param {Recorded[]} all
 */
export function longerAtTest(told, all) {
  const files = HEADS.map((h) => join(MODELS, `paper-h${h}.safetensors`)).filter((file) =>
    existsSync(join(root, file)),
  );
  /** @type {Inspection[]} */
  const inspections = files.map((file) =>
    JSON.parse(told(['inspect', join(root, file), '--lengths', LONGER.join(','), '--json'])),
  );
  if (inspections.length === 0) return '';
  const recorded = all.find(({ name, variant }) => name === ENTRY && variant === VARIANT);
  const rows = inspections.flatMap(({ run, lengths }) =>
    lengths.map(({ T, nmse, standardError, largestShare }, i) => [
      i === 0 ? run.h : '',
      T,
      measured(nmse, standardError),
      trainedThere(recorded, T, run.h),
      largestShare.toFixed(2),
    ]),
  );
  return `### Longer at test than in training

Runs of table 2 (${VARIANT}) that were trained on sequences of T = ${inspections[0].run.T} tokens, the median seed for each number of heads, evaluated on longer ones that they were not trained on. No weight depends on the length. The largest share of attention is what a head pays to one token, as the mean over heads and sequences: a softmax over more tokens leaves less of it for one, unless scores grow with the length.

${inspections.map(lengthSentence).join(' ')}

${table(['h', 'T at test', `trained at T = ${inspections[0].run.T}`, 'trained at that length (median)', 'largest share of attention'], rows)}
`;
}

export const RANDOM_HEADS_FIGURE = join('docs', 'reproduction', 'random-heads.svg');

/** The size of the paper's figure. */
const RANDOM_HEADS = ['theory', 'random-heads', '--d', '64'];

/** @param {Told} told */
export const randomHeadsFigure = (told) => told([...RANDOM_HEADS, '--paper', '--format', 'svg']);

/**
 * How far random heads of rank 1 come, beside what the paper's figure has.
 *
 * @param {Told} told
 */
export function randomHeads(told) {
  /** @type {{ d: number, draws: number, points: { heads: number, mean: number, min: number, max: number }[], paper: { heads: number, mean: number }[] }} */
  const { d, draws, points, paper } = JSON.parse(told([...RANDOM_HEADS, '--json']))[0];
  const rows = paper.map(({ heads, mean }) => {
    const own = points.find((point) => point.heads === heads);
    const ours = own ? [own.mean, own.min, own.max].map((error) => error.toFixed(3)) : ['–', '–', '–'];
    return [heads, ...ours, String(mean), own ? (own.mean / mean).toFixed(2) : '–'];
  });
  return `### Random heads of rank 1 (paper 2)

Heads of rank 1 whose queries and keys are drawn at random, combined as well as can be, name the nearer of two orthogonal points in ${d} dimensions; nothing is trained. One head of full rank has the error 0, no head the error 1. Ours is the closed form over ${draws} draws, the paper’s is read off its figure to about five per cent. More than ${points.length} heads are not computed: the matrix of how often two heads agree has the square of their number as its size.

![Error against number of random heads of rank 1](reproduction/random-heads.svg)

${table(['heads', 'mean', 'smallest', 'largest', 'paper', 'mean ÷ paper’s'], rows)}
`;
}
