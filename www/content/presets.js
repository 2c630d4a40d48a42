// Experiments worth seeing first. Each trains in a tab within about a minute on two cores.

/**
 * @typedef {object} Preset
 * @property {string} id
 * @property {string} name
 * @property {string} headline  what it shows, as a claim that training can refute
 * @property {string} shows  what to look out for, in one sentence
 * @property {string} tab    the view that shows it
 * @property {object} experiment  what differs from the defaults (crate/lab)
 * @property {{ preset: string, words: string }} [next]  which preset comes after it, once its cliff was found
 * @property {number} seconds  how long it trains on the CPU engine, on two cores
 */

/** @type {Preset[]} */
export const presets = [
  {
    id: 'smallest',
    name: 'Two targets',
    tab: 'transition',
    headline: 'One head cannot look at two places.',
    shows:
      'These tiny Transformers add a list’s largest and smallest number. One head blurs the two together or misses one; two heads watch one each.',
    next: { preset: 'few', words: 'Next: four targets' },
    seconds: 2,
    experiment: { task: { kind: 'min-max' }, grid: { h: [1, 2, 3], n: 2 }, recipe: { steps: 1000 }, seeds: [0, 1, 2] },
  },
  {
    id: 'few',
    name: 'Four targets',
    tab: 'transition',
    headline: 'Four places to look at take four heads.',
    shows:
      'The paper’s own task: four targets, each the token with the largest sum of its numbers under weights of its own. With three heads two targets share one, and the error stays many times higher.',
    seconds: 3,
    experiment: {},
  },
  {
    id: 'three',
    name: 'Three targets',
    tab: 'transition',
    headline: 'One target less, one head less.',
    shows: 'With three targets the cliff moves to three heads.',
    seconds: 3,
    experiment: { task: { D: 3 }, grid: { h: [1, 2, 3, 4] } },
  },
  {
    id: 'layers',
    name: 'Two layers',
    tab: 'transition',
    headline: 'Two layers may halve the heads.',
    shows: 'Two layers: the paper conjectures that two heads in each are enough for four targets.',
    seconds: 20,
    experiment: { grid: { h: [1, 2, 3, 4], T: [8], L: [2] }, recipe: { learningRate: 0.008 } },
  },
  {
    id: 'retrieval',
    name: 'Retrieval',
    tab: 'transition',
    headline: 'Hidden spots take a head each.',
    shows: 'How close does a sequence come to two hidden spots? The paper’s own class of tasks.',
    seconds: 3,
    experiment: { task: { kind: 'retrieval', D: 2, d: 2 }, grid: { h: [1, 2, 3, 4] } },
  },
  {
    id: 'width',
    name: 'Width sweep',
    tab: 'width',
    headline: 'Width does not replace a head.',
    shows: 'With two heads a wider network helps only slowly; with four the narrowest is enough.',
    seconds: 9,
    experiment: { grid: { h: [2, 4], N: [8, 16, 32, 64] }, recipe: { steps: 1500 } },
  },
  {
    id: 'paper',
    name: 'Table 2',
    tab: 'paper',
    headline: 'The paper’s own table, beside ours.',
    shows:
      'Four targets in sequences of 8 to 128 tokens, with one to five heads: below four heads longer sequences make it harder, from four on they do not.',
    seconds: 60,
    experiment: {
      task: { directions: 'gaussian', seed: 3 },
      grid: { h: [1, 2, 3, 4, 5], T: [8, 16, 32, 64, 128] },
    },
  },
  {
    id: 'many',
    name: 'Too many heads',
    tab: 'rank',
    headline: 'Can there be too many heads?',
    shows: 'At a fixed size, more heads are smaller heads: the other cliff.',
    seconds: 30,
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
    headline: 'One huge head can keep everything.',
    shows: 'One head that keeps the whole sequence, and a deep network that does the rest.',
    seconds: 9,
    experiment: {
      task: { D: 2, d: 2 },
      grid: { form: 'memoriser', h: [1], T: [4, 8], N: [64] },
      recipe: { learningRate: 0.003 },
    },
  },
];
