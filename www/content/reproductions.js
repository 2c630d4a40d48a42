// The experiments of both papers as a reader opens them: each is recorded at full size (experiments/), and trains in the
// tab at a quick size that is made here. What they are called, and what to look for, is in experiments/catalogue.json.

/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */

/**
 * A smaller training: how many steps of how many sequences, and which numbers of heads and of layers side by side. Lengths,
 * widths and layers stay all: results at one that was left out would have no place beside it.
 *
 * @typedef {{ steps?: number, batch?: number, h?: number[], w?: number[] }} Quick
 */

/**
 * An entry of experiments/catalogue.json, as far as the page needs it.
 *
 * @typedef {object} Entry
 * @property {string} name   of its folder
 * @property {string} title
 * @property {string} look   what to look for, in one sentence
 * @property {string} [tab]  the view that shows it; the cliff where it is left out
 * @property {Quick & { of?: Record<string, Quick | undefined> }} [quick]  what the quick size differs in from others, of some by their file
 * @property {boolean} [comparesRecipes]  whether it is about how to train: nothing to open then
 */

/**
 * An experiment of one entry.
 *
 * @typedef {object} Reproduction
 * @property {string} id     its file, as in `table-2/gaussian-3`
 * @property {string} title    of its entry
 * @property {string} variant  what sets it apart from the others of its entry, in words
 * @property {string} name     both
 * @property {string} headline
 * @property {string} shows
 * @property {string} tab
 * @property {object} full        as it was recorded
 * @property {object} experiment  the quick size
 */

/** Fields of an experiment's file. @typedef {{ task?: object, grid: object, recipe: { steps: number } & Record<string, unknown>, seeds: number[] }} FullExperiment */

/** Steps that a tab trains within a minute, where an entry says nothing else. */
const QUICK_STEPS = 2000;

/**
 * The same Transformers, or some of them, trained for a shorter time, with one seed and validated on as many sequences as usual.
 *
 * @param {FullExperiment} full @param {Quick} [quick]
 */
export function quickOf({ task, grid, recipe }, { steps = QUICK_STEPS, batch, h, w } = {}) {
  const { curvePoints: _, validationSequences: __, ...own } = recipe;
  return {
    ...(task && { task }),
    grid: { ...grid, ...(h && { h }), ...(w && { w }) },
    recipe: { ...own, steps: Math.min(steps, recipe.steps), ...(batch && { batch }) },
    seeds: [0],
  };
}

/** What is found at the spots of a retrieval, where each is looked for, and how they are combined. @type {Record<string, string>} */
const RETRIEVAL = {
  bowl: 'bowls',
  well: 'wells',
  log: 'steep spots',
  all: 'everywhere',
  blocks: 'a stretch each',
  random: 'random places each',
  sum: 'added',
  product: 'multiplied',
  smooth: 'mixed smoothly',
};

/** What files are called, in words. @type {[RegExp, (...parts: string[]) => string][]} */
const NAMES = [
  [/^orthonormal$/, () => 'weights at right angles'],
  [/^gaussian-(\d+)$/, (_, draw) => `weights drawn at random, draw ${draw}`],
  [/^d-(\d+)$/, (_, d) => `points of ${d} numbers`],
  [/^d-(\d+)-layers$/, (_, d) => `points of ${d} numbers, one to three layers`],
  [/^d-(\d+)-points$/, (_, d) => `points of ${d} numbers, 4 to 64 of them`],
  [/^d-(\d+)-side-by-side$/, (_, d) => `points of ${d} numbers, more heads side by side`],
  [/^(\d+)$/, (_, count) => `${count} targets`],
  [/^two-targets$/, () => 'one head as large as the longest sequence'],
  [/^two-targets-large-head$/, () => 'one head twice as large'],
  [/^two-targets-reader$/, () => 'one head and two heads that keep nothing'],
  [
    /^(\w+)-(all|blocks|random)-(\w+?)(?:-(\d+))?$/,
    (_, feature, subsets, outer, spots) =>
      [...[feature, subsets, outer].map((part) => RETRIEVAL[part]), ...(spots ? [`${spots} spots`] : [])].join(', '),
  ],
];

/** @param {string} variant */
export function variantInWords(variant) {
  for (const [pattern, words] of NAMES) {
    const found = variant.match(pattern);
    if (found) return words(...found);
  }
  return variant.replaceAll('-', ', ');
}

/**
 * All that can be opened, in the order of the catalogue.
 *
 * @param {Entry[]} catalogue
 * @param {Map<string, FullExperiment>} experiments  by the names of their files, as in `table-2/gaussian-3`
 * @returns {Reproduction[]}
 */
export const reproductionsOf = (catalogue, experiments) =>
  catalogue
    .filter(({ comparesRecipes }) => !comparesRecipes)
    .flatMap(({ name, title, look, tab = 'transition', quick }) =>
      [...experiments]
        .filter(([id]) => id.startsWith(`${name}/`))
        .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([id, full]) => {
          const file = id.slice(name.length + 1);
          const variant = variantInWords(file);
          const words = { title, variant, name: `${title}: ${variant}`, headline: title, shows: look };
          return { id, ...words, tab, full, experiment: quickOf(full, { ...quick, ...quick?.of?.[file] }) };
        }),
    );
