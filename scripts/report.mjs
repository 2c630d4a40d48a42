// npm run report [-- --check]: writes docs/REPRODUCTION.md and its figures from the recorded outcomes of
// experiments/. With --check it writes nothing, and fails where the committed report is another one. All
// measures are those of the native binary (headcount summary, headcount plot); what is made of them is in
// claims.mjs, and the words between the tables in catalogue.json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claims } from './claims.mjs';
import { buildBinary, catalogue, experimentsOf } from './experiments.mjs';
import { finishWith, output, Refusal, root, say } from './shell.mjs';

/**
 * @typedef {{ T: number, N: number, h: number, w?: number, L?: number }} Sizes
 * @typedef {Sizes & { count: number, diverged: number, min: number | null, median: number | null }} Group
 * @typedef {{ T: number, h: number, runs: number, mean: number | null, standardError: number | null, paper: number, ratio: number | null }} Cell
 * @typedef {{ sentence: string, groups: Group[], transitions: { T: number, h: number | null, drop: number | null }[], paper: Cell[] }} Summary
 */

/**
 * One experiment, as far as it is recorded.
 *
 * @typedef {object} Recorded
 * @property {string} name
 * @property {string} variant
 * @property {string} path      of its outcomes
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
  return catalogue().flatMap(({ name }) =>
    experimentsOf(name)
      .filter(({ recorded }) => existsSync(recorded))
      .map(({ variant, path, recorded }) => {
        const document = JSON.parse(readFileSync(recorded, 'utf8'));
        const { task, grid } = document.experiment;
        return {
          name,
          variant,
          path: recorded,
          D: task.D ?? 1,
          heads: grid.h,
          lengths: grid.T,
          widths: grid.N ?? [],
          layers: Math.max(...(grid.L ?? [1])),
          sideBySide: Math.max(...(grid.w ?? [1])),
          seeds: document.experiment.seeds.length,
          planned: JSON.parse(told(['plan', path, '--json'])).runs.length,
          runs: document.outcomes.length,
          engine: document.engine,
          recipe: document.experiment.recipe,
          summary: JSON.parse(told(['summary', recorded, '--json'])),
        };
      })
      .filter(({ runs }) => runs > 0),
  );
}

/** "1.2e-5"; a dash where there is none. @param {number | null | undefined} value */
const digits = (value) => (value === null || value === undefined ? '–' : value.toExponential(1));

/** @param {string[]} names @param {(string | number)[][]} rows */
const table = (names, rows) =>
  [names, names.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** @param {Recorded[]} all */
function claimsTable(all) {
  const word = (/** @type {boolean | null} */ holds) => (holds === null ? '–' : holds ? 'holds' : '**does not hold**');
  return table(
    ['claim', 'verdict', 'evidence'],
    claims.map(({ of, claim, judge }) => {
      const { holds, evidence } = judge(all.filter(({ name }) => name === of));
      return [claim, word(holds), evidence];
    }),
  );
}

/** @param {Recorded} recorded */
function cellsTable({ summary }) {
  return table(
    ['T', 'h', 'runs', 'best', 'median', 'mean', 'standard error', 'paper’s mean', 'mean ÷ paper’s', 'cliff at'],
    summary.groups.map((group, i) => {
      const cell = summary.paper.find(({ T, h }) => T === group.T && h === group.h);
      const isFirst = summary.groups[i - 1]?.T !== group.T;
      const cliff = summary.transitions.find(({ T }) => T === group.T);
      return [
        isFirst ? group.T : '',
        group.h,
        group.diverged ? `${group.count} (${group.diverged} diverged)` : group.count,
        digits(group.min),
        digits(group.median),
        digits(cell?.mean),
        digits(cell?.standardError),
        digits(cell?.paper),
        cell?.ratio ? cell.ratio.toPrecision(2) : '–',
        isFirst ? (cliff?.h ?? 'none') : '',
      ];
    }),
  );
}

/** @param {Recorded} recorded */
function section(recorded) {
  const { variant, runs, planned, recipe, engine, summary } = recorded;
  const part = runs < planned ? ` **${runs} of ${planned} runs are recorded so far.**` : '';
  return `#### ${variant}

${recipe.steps} steps, batch ${recipe.batch}, learning rate ${recipe.learningRate}, β₂ ${recipe.beta2}, ${recipe.trainSequences} sequences to train on and ${recipe.validationSequences} to validate; ${runs} runs on ${engine}.${part}

${summary.sentence}

![Error against number of heads, ${recorded.name}, ${variant}](reproduction/${recorded.name}-${variant}.svg)

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

/** Experiments that differ in their recipe alone, a row each. @param {Recorded[]} of */
function recipesTable(of) {
  const first = of.find(({ variant }) => variant === 'base') ?? of[0];
  const others = of.filter((one) => one !== first);
  const median = (/** @type {Recorded} */ { summary }) => summary.groups[0]?.median ?? Number.POSITIVE_INFINITY;
  const rows = [first, ...others.sort((a, b) => median(a) - median(b))].map((one) => {
    const [group] = one.summary.groups;
    return [
      difference(one, first),
      group.diverged ? `${group.count} (${group.diverged} diverged)` : group.count,
      digits(group.min),
      digits(group.median),
      (median(one) / median(first)).toPrecision(2),
    ];
  });
  const { recipe, heads, lengths, engine } = first;
  return `h = ${heads.join(', ')}, T = ${lengths.join(', ')}, on ${engine}; ${recipe.steps} steps of batch ${recipe.batch} or as many sequences in all.

${table(['recipe', 'runs', 'best', 'median', 'median ÷ first row’s'], rows)}
`;
}

/** @param {Recorded[]} all */
function report(all) {
  const entries = catalogue()
    .map((entry) => ({ ...entry, recorded: all.filter(({ name }) => name === entry.name) }))
    .filter(({ recorded }) => recorded.length > 0);
  return `# Reproduction

What the papers found, and what these Transformers do. This file is written by \`npm run report\` from the outcomes in
[experiments](../experiments), which \`npm run record\` trains with the native binary. NMSE on unseen sequences throughout;
best and median are over seeds, means are there because the paper gives means. A standard error is that over seeds and of
the finite validation set.

## What holds

${claimsTable(all)}

## Table by table

${entries
  .map(
    ({ title, look, discussion = '', comparesRecipes = false, recorded }) => `### ${title}

${look}
${discussion ? `\n${discussion}\n` : ''}
${comparesRecipes ? recipesTable(recorded) : recorded.map(section).join('\n')}`,
  )
  .join('\n')}`;
}

/** @param {Recorded} recorded  with every length that has results */
const figure = ({ path }) => told(['plot', path, '--T', 'all', '--paper', '--no-caption', '--format', 'svg']);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  finishWith(async () => {
    binary = await buildBinary();
    const all = allRecorded();
    const recipes = new Set(
      catalogue()
        .filter(({ comparesRecipes }) => comparesRecipes)
        .map(({ name }) => name),
    );
    const drawn = all.filter(({ name }) => !recipes.has(name));
    const files = [[reportPath, report(all)], ...drawn.map((one) => [figurePath(one), `${figure(one).trimEnd()}\n`])];
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
    say(`${reportPath} and ${drawn.length} figures are written`);
  });
}
