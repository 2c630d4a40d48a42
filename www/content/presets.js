// Experiments worth seeing first. Each trains in a tab within about a minute on two cores.

/**
 * @typedef {object} Preset
 * @property {string} id
 * @property {string} name
 * @property {string} shows  what to look out for, in one sentence
 * @property {string} tab    the view that shows it
 * @property {object} experiment  what differs from the defaults (crate/lab)
 */

/** @type {Preset[]} */
export const presets = [
  {
    id: 'few',
    name: 'Too few heads',
    tab: 'transition',
    shows: 'Four maxima to find: with fewer than four heads the error stays high.',
    experiment: {},
  },
  {
    id: 'three',
    name: 'Three maxima',
    tab: 'transition',
    shows: 'Three maxima to find: the cliff moves to three heads.',
    experiment: { task: { D: 3 }, grid: { h: [1, 2, 3, 4] } },
  },
  {
    id: 'smallest',
    name: 'Smallest case',
    tab: 'transition',
    shows: 'Largest plus smallest number: two things to find, two heads.',
    experiment: { task: { kind: 'min-max' }, grid: { h: [1, 2, 3], n: 2 }, recipe: { steps: 1000 }, seeds: [0, 1, 2] },
  },
  {
    id: 'layers',
    name: 'Two layers',
    tab: 'transition',
    shows: 'Two layers: the paper conjectures that two heads in each are enough for four maxima.',
    experiment: { grid: { h: [1, 2, 3, 4], T: [8], L: [2] }, recipe: { learningRate: 0.008 } },
  },
  {
    id: 'retrieval',
    name: 'Retrieval',
    tab: 'transition',
    shows: 'How close does a sequence come to two hidden spots? The paper’s own class of tasks.',
    experiment: { task: { kind: 'retrieval', D: 2, d: 2 }, grid: { h: [1, 2, 3, 4] } },
  },
  {
    id: 'width',
    name: 'Width sweep',
    tab: 'width',
    shows: 'With two heads a wider network helps only slowly; with four the narrowest is enough.',
    experiment: { grid: { h: [2, 4], N: [8, 16, 32, 64] }, recipe: { steps: 1500 } },
  },
  {
    id: 'many',
    name: 'Too many heads',
    tab: 'rank',
    shows: 'At a fixed size, more heads are smaller heads: the other cliff.',
    experiment: {
      task: { kind: 'farthest', d: 16 },
      grid: { h: [1, 2, 4] },
      recipe: { steps: 2000, learningRate: 0.01, data: 'fresh' },
    },
  },
  {
    id: 'memoriser',
    name: 'Memoriser',
    tab: 'learning',
    shows: 'One head that keeps the whole sequence, and a deep network that does the rest.',
    experiment: {
      task: { D: 2, d: 2 },
      grid: { form: 'memoriser', h: [1], T: [4, 8], N: [64] },
      recipe: { learningRate: 0.003 },
    },
  },
];
