// The letters of the page: what stands on charts, in tables and in formulas. The glossary of the lessons has them in
// these words, and more: a test holds it to this list.

/** @type {[letter: string, meaning: string][]} */
export const LETTERS = [
  ['h', 'heads that attend side by side'],
  ['D', 'targets of the task: its intrinsic dimension'],
  ['T', 'tokens of a sequence: its length'],
  [
    'NMSE',
    'the error: mean squared error on unseen sequences, over the variance of the answers; 1 is no better than guessing the mean',
  ],
  ['d', 'numbers of a token; in paper 2 also the size that heads share'],
  ['n', 'size of one head'],
  ['E', 'a size that all heads share; then n is E/h, rounded up'],
  ['N', 'hidden width of the networks before and after attention'],
  ['L', 'layers of attention, one after the other'],
  ['w', 'layers side by side whose answers are averaged (paper 2)'],
  ['r', 'rank of a head in paper 2: d/h'],
  ['β', 'sharpness of a soft minimum or maximum'],
  ['k', 'exponent of paper 1’s lower bound'],
];
