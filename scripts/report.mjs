// npm run report [-- --check]: writes docs/REPRODUCTION.md and its figures from the recorded outcomes of
// experiments/. With --check it writes nothing, and fails where the committed report is another one. Outcomes of
// another experiment than their file has now are refused. All measures are those of the native binary (headcount
// summary, headcount plot); what is made of them is in claims.mjs, the words between the tables in catalogue.json, and
// what follows from no recorded training in report-sections.mjs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claims } from './claims.mjs';
import { buildBinary, catalogue, experimentsOf, orphansOf, readRecord } from './experiments.mjs';
import { longerAtTest, RANDOM_HEADS_FIGURE, randomHeads, randomHeadsFigure } from './report-sections.mjs';
import { digits, measured, table } from './report-words.mjs';
import { finishWith, output, Refusal, root, say } from './shell.mjs';

/**
 * @typedef {{ T: number, N: number, h: number, w?: number, L?: number }} Sizes
 * @typedef {Sizes & { count: number, diverged: number, min: number | null, median: number | null }} Group
 * @typedef {{ T: number, h: number, runs: number, mean: number | null, standardError: number | null, paper: number, ratio: number | null }} Cell
 * @typedef {{ runs: number, mean: number | null, standardError: number | null }} Mean
 * @typedef {{ T: number, h: number, L?: number, w?: number, slope: number | null, error: number | null }} Slope
 * @typedef {{ min: number | null, median: number | null }} StandardErrors
 * @typedef {{ sentence: string, groups: Group[], means: Mean[], standardErrors: StandardErrors[], parameters: number[], transitions: (Omit<Sizes, 'h'> & { h: number | null, drop: number | null })[], slopes: Slope[], paper: Cell[] }} Summary
 */

/**
 * One experiment, as far as it is recorded.
 *
 * @typedef {object} Recorded
 * @property {string} name
 * @property {string} variant
 * @property {string} path      of its outcomes
 * @property {string} form
 * @property {number} D
 * @property {number[]} heads   h
 * @property {number[]} lengths T
 * @property {number[]} widths  N
 * @property {number} layers      the most of them, L
 * @property {number} sideBySide  the most layers whose answers are averaged, w
 * @property {number} seeds
 * @property {number} planned   runs
 * @property {number} runs      that are recorded
 * @property {string} engine
 * @property {any} recipe
 * @property {Summary} summary
 */

/** The native binary, once it is built. */
let binary = '';
const reportPath = join('docs', 'REPRODUCTION.md');
const figurePath = (/** @type {Recorded} */ { name, variant }) =>
  join('docs', 'reproduction', `${name}-${variant}.svg`);

/** What the binary prints. @param {string[]} args */
function told(args) {
  const text = output(binary, args);
  if (!text) throw new Refusal(`headcount ${args.join(' ')} failed: run it to see why.`);
  return text;
}

/** @returns {Recorded[]} */
function allRecorded() {
  const orphans = catalogue().flatMap(({ name }) => orphansOf(name));
  if (orphans.length > 0) throw new Refusal(`${orphans.join(', ')}: there is no experiment file of that name.`);
  return catalogue().flatMap(({ name }) =>
    experimentsOf(name)
      .filter(({ recorded }) => existsSync(recorded))
      .map(({ variant, path, recorded }) => {
        const { document, planned, state } = readRecord(binary, { path, recorded });
        if (state === 'another')
          throw new Refusal(`${recorded} has outcomes of another experiment than ${path} is: record it again.`);
        const { task, grid } = document.experiment;
        return {
          name,
          variant,
          path: recorded,
          form: grid.form,
          D: task.D ?? 1,
          heads: grid.h,
          lengths: grid.T,
          widths: grid.N ?? [],
          layers: Math.max(...(grid.L ?? [1])),
          sideBySide: Math.max(...(grid.w ?? [1])),
          seeds: document.experiment.seeds.length,
          planned,
          runs: document.outcomes.length,
          engine: document.engine,
          recipe: document.experiment.recipe,
          summary: JSON.parse(told(['summary', recorded, '--json'])),
        };
      })
      .filter(({ runs }) => runs > 0),
  );
}

/** @param {Recorded[]} all */
function claimsTable(all) {
  const word = (/** @type {boolean | null} */ holds, /** @type {string} */ part) =>
    holds === null ? '–' : `${holds ? 'holds' : '**does not hold**'}${part}`;
  return table(
    ['claim', 'verdict', 'evidence'],
    claims.map(({ of, claim, judge }) => {
      const recorded = all.filter(({ name }) => name === of);
      const { holds, evidence } = judge(recorded);
      // What is missing may still say something else.
      const planned = experimentsOf(of).length;
      const whole = recorded.filter(({ runs, planned }) => runs === planned).length;
      const part = whole < planned ? `, so far (${whole} of ${planned} experiments are recorded whole)` : '';
      return [claim, word(holds, part), evidence];
    }),
  );
}

/** Sizes that have a column where a table has several of them. */
const OTHER_SIZES = /** @type {const} */ (['N', 'w', 'L']);

/** @param {Recorded} recorded */
function cellsTable({ summary }) {
  const { groups, means, standardErrors, parameters, transitions, paper } = summary;
  const sizes = OTHER_SIZES.filter((size) => new Set(groups.map((group) => group[size])).size > 1);
  const isSameLine = (/** @type {Omit<Sizes, 'h'>} */ one, /** @type {Omit<Sizes, 'h'> | undefined} */ other) =>
    one.T === other?.T && OTHER_SIZES.every((size) => (one[size] ?? 1) === (other[size] ?? 1));
  const ofSizes = new Set(parameters).size > 1;
  const names = ['T', ...sizes, 'h', ...(ofSizes ? ['parameters'] : []), 'runs', 'best', 'median', 'mean'];
  const ofPaper = paper.length > 0 ? ['paper’s mean', 'mean ÷ paper’s'] : [];
  return table(
    [...names, ...ofPaper, 'cliff at'],
    groups.map((group, i) => {
      const cell = paper.find(({ T, h }) => T === group.T && h === group.h);
      const isFirst = !isSameLine(group, groups[i - 1]);
      const cliff = transitions.find((line) => isSameLine(line, group));
      return [
        isFirst ? group.T : '',
        ...sizes.map((size) => (isFirst ? (group[size] ?? 1) : '')),
        group.h,
        ...(ofSizes ? [parameters[i]] : []),
        group.diverged ? `${group.count} (${group.diverged} diverged)` : group.count,
        measured(group.min, standardErrors[i].min),
        measured(group.median, standardErrors[i].median),
        measured(means[i].mean, means[i].standardError),
        ...(ofPaper.length > 0 ? [digits(cell?.paper), cell?.ratio ? cell.ratio.toPrecision(2) : '–'] : []),
        isFirst ? (cliff?.h ?? 'none') : '',
      ];
    }),
  );
}

/** How it was trained, in words. @param {any} recipe */
function recipeWords(recipe) {
  const { steps, batch, learningRate, beta2, weightDecay = 0, data, trainSequences, validationSequences } = recipe;
  const sequences = data === 'fresh' ? 'new sequences at every step' : `${trainSequences} sequences to train on`;
  const decay = weightDecay > 0 ? `, weight decay ${weightDecay}` : '';
  return `${steps} steps, batch ${batch}, learning rate ${learningRate}, β₂ ${beta2}${decay}, ${sequences} and ${validationSequences} to validate`;
}

/** How the error falls with the width, a row for each number of heads. @param {Recorded} recorded */
function slopesTable({ widths, summary }) {
  if (widths.length < 2) return '';
  const rows = summary.slopes.map(({ T, h, slope, error }) => [
    T,
    h,
    slope === null ? '–' : slope.toFixed(2),
    error === null ? '–' : error.toFixed(2),
  ]);
  return `
The slope of log error on log width (−1 halves the error where the width doubles):

${table(['T', 'h', 'slope', 'its standard error'], rows)}
`;
}

/** @param {Recorded} recorded */
function section(recorded) {
  const { variant, runs, planned, recipe, engine, summary } = recorded;
  const part = runs < planned ? ` **${runs} of ${planned} runs are recorded so far.**` : '';
  return `#### ${variant}

${recipeWords(recipe)}; ${runs} runs on ${engine}.${part}

${summary.sentence}

![${recorded.widths.length > 1 ? 'Error against width' : 'Error against number of heads'}, ${recorded.name}, ${variant}](reproduction/${recorded.name}-${variant}.svg)
${slopesTable(recorded)}
<details><summary>Every cell</summary>

${cellsTable(recorded)}

</details>
`;
}

/** What differs between the recipe of one experiment and that of the first, in words. @param {Recorded} recorded @param {Recorded} first */
function difference({ recipe }, first) {
  const names = Object.keys(recipe).filter((name) => recipe[name] !== first.recipe[name]);
  return names.map((name) => `${name} ${recipe[name]}`).join(', ') || 'the default';
}

/** How many of the other recipes have a median within two standard errors of the lowest, in words. @param {Recorded[]} inOrder  the lowest median first */
function leadersInWords(inOrder) {
  const [first, ...others] = inOrder.map(({ summary }) => ({
    median: summary.groups[0]?.median ?? Number.POSITIVE_INFINITY,
    error: summary.standardErrors[0]?.median ?? 0,
  }));
  const near = others.filter(({ median, error }) => median - first.median < 2 * Math.hypot(error, first.error));
  return near.length === 0
    ? 'The lowest median is more than two standard errors below all others.'
    : `The lowest median and ${near.length === 1 ? 'one other differ' : `${near.length} others differ`} by less than two standard errors: between those this table does not decide.`;
}

/** Experiments that differ in their recipe alone, a row each. @param {Recorded[]} of */
function recipesTable(of) {
  const first = of.find(({ variant }) => variant === 'base') ?? of[0];
  const others = of.filter((one) => one !== first);
  const median = (/** @type {Recorded} */ { summary }) => summary.groups[0]?.median ?? Number.POSITIVE_INFINITY;
  const inOrder = (/** @type {Recorded[]} */ all) => all.toSorted((a, b) => median(a) - median(b));
  const rows = [first, ...inOrder(others)].map((one) => {
    const [group] = one.summary.groups;
    const [errors] = one.summary.standardErrors;
    return [
      difference(one, first),
      group.diverged ? `${group.count} (${group.diverged} diverged)` : group.count,
      measured(group.min, errors.min),
      measured(group.median, errors.median),
      (median(one) / median(first)).toPrecision(2),
    ];
  });
  const { recipe, heads, lengths, engine } = first;
  return `h = ${heads.join(', ')}, T = ${lengths.join(', ')}, on ${engine}; ${recipe.steps} steps of batch ${recipe.batch} or as many sequences in all.

${table(['recipe', 'runs', 'best', 'median', 'median ÷ first row’s'], rows)}

${leadersInWords(inOrder(of))}
`;
}

/** Experiments that differ in the draw of their task alone: a row each, a column for each number of heads. @param {Recorded[]} of */
function drawsTable(of) {
  const [{ heads, lengths, recipe, engine, summary }] = of;
  const lines = lengths.map((T) => {
    const at = (/** @type {Recorded} */ { summary }, /** @type {number} */ h) => {
      const place = summary.groups.findIndex((group) => group.T === T && group.h === h);
      return measured(summary.groups[place]?.median, summary.standardErrors[place]?.median);
    };
    const paper = heads.map((h) => digits(summary.paper.find((cell) => cell.T === T && cell.h === h)?.paper));
    const rows = of.map((one) => [one.variant, one.runs, ...heads.map((h) => at(one, h))]);
    return `T = ${T}, median over seeds:

${table(['draw', 'runs', ...heads.map((h) => `h = ${h}`)], [...rows, ['the paper’s mean', '', ...paper]])}
`;
  });
  return `${recipeWords(recipe)}; on ${engine}.

${lines.join('\n')}`;
}

/** @param {Recorded[]} all */
function report(all) {
  const entries = catalogue()
    .map((entry) => ({ ...entry, recorded: all.filter(({ name }) => name === entry.name) }))
    .filter(({ recorded }) => recorded.length > 0);
  return `# Reproduction

What the papers found, and what these Transformers do. This file is written by \`npm run report\` from the outcomes in
[experiments](../experiments), which \`npm run record\` trains with the native binary. NMSE on unseen sequences throughout;
best and median are over seeds, means are there because the paper gives means. Every error is given ± its standard error: of
a best and of a median that of the finite validation set, of a mean that over seeds too.

## What holds

An error grows with the length where at no length it is lower than at the one before, by more than two standard errors, and at
the longest it is higher than at the shortest.

${claimsTable(all)}

## Table by table

${entries
  .map(
    ({ title, look, discussion = '', comparesRecipes, comparesDraws, recorded }) => `### ${title}

${look}
${discussion ? `\n${discussion}\n` : ''}
${comparesRecipes ? recipesTable(recorded) : comparesDraws ? drawsTable(recorded) : recorded.map(section).join('\n')}`,
  )
  .join('\n')}
${longerAtTest(told, all)}
${randomHeads(told)}`;
}

/** @param {Recorded} recorded  with every length that has results */
const figure = ({ path, widths }) => {
  const chart = widths.length > 1 ? 'width' : 'transition';
  return told(['plot', path, '--chart', chart, '--T', 'all', '--paper', '--no-caption', '--format', 'svg']);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  finishWith(async () => {
    binary = await buildBinary();
    const all = allRecorded();
    const inOneTable = new Set(
      catalogue()
        .filter(({ comparesRecipes, comparesDraws }) => comparesRecipes || comparesDraws)
        .map(({ name }) => name),
    );
    const drawn = all.filter(({ name }) => !inOneTable.has(name));
    const files = [
      [reportPath, report(all)],
      [RANDOM_HEADS_FIGURE, `${randomHeadsFigure(told).trimEnd()}\n`],
      ...drawn.map((one) => [figurePath(one), `${figure(one).trimEnd()}\n`]),
    ];
    if (process.argv.includes('--check')) {
      const changed = files.filter(
        ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
      );
      if (changed.length)
        throw new Refusal(
          `${changed.map(([path]) => path).join(', ')}: not what the recorded outcomes give; npm run report writes it again.`,
        );
      return say(`the report is that of ${all.length} recorded experiments`);
    }
    for (const [path, text] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    say(`${reportPath} and ${files.length - 1} figures are written`);
  });
}
