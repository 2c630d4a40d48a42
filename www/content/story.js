// The story in six steps: words and what each step sets. No logic: views/story-view.js tells it.

/**
 * One step. `choices` are answers that the reader may give before anything is run; `right` is one of
 * them. `run` is what answers the question: training, a bar that the reader drags, silencing the last head of the
 * machine with enough heads, or a prediction that the reader draws.
 *
 * @typedef {object} Step
 * @property {string} name      in the strip
 * @property {string} preset    what is set
 * @property {string} tab       which view shows it
 * @property {string} question
 * @property {string[]} [choices]
 * @property {string} [right]
 * @property {'train' | 'drag' | 'silence' | 'predict'} run
 * @property {string} [button]  what the button that runs it says; a bar is dragged by the reader alone
 * @property {boolean} [mayAsk] whether the answer is told without running it, to whoever asks for it
 * @property {string} answer    what there is to see then
 */

/** What the button says that trains what a prediction is held against. */
export const COMPARE = 'Train and compare';

/** As long as what is said of most predictions: it comes when a training ends, and its room is there before. */
export const USUAL_COMPARISON =
  'You expected the largest fall from 2 to 3 heads; the largest was from 3 to 4 heads: the error is 43 times lower. Your prediction was typically off by a factor of 3.4, and most at 3 heads: 12 times too low.';

/** @type {Step[]} */
export const story = [
  {
    name: 'Guess',
    preset: 'smallest',
    tab: 'transition',
    question: 'A Transformer is to add the largest and the smallest number of a list. How many heads does that take?',
    choices: ['1 head', '2 heads', '3 heads'],
    right: '2 heads',
    run: 'train',
    button: 'Train and see',
    answer: 'Two: one head for each place to look at. A single one misses a place, or looks at both and blurs them.',
  },
  {
    name: 'Train',
    preset: 'smallest',
    tab: 'transition',
    question:
      'Nine Transformers, three each with 1, 2 and 3 heads. Watch the error while they learn: what does the second head bring, and what the third?',
    run: 'train',
    button: 'Train them',
    answer: 'With the second head it falls off a cliff; the third adds next to nothing.',
  },
  {
    name: 'Look into the head',
    preset: 'smallest',
    tab: 'transition',
    question:
      'The lines show where a head looks. Drag the tallest bar of the right machine down: which line follows? And does the left machine notice?',
    run: 'drag',
    mayAsk: true,
    answer:
      'The line of the head that watches the largest number moves on to the one that is largest now. A machine with one head has no line to spare: it misses one of the two numbers, or gives both only a part of its attention.',
  },
  {
    name: 'Silence one',
    preset: 'smallest',
    tab: 'transition',
    question: 'Take one of the two heads away from the right machine. How much of the answer is lost?',
    choices: ['Nothing', 'One of the two numbers', 'Everything'],
    right: 'One of the two numbers',
    run: 'silence',
    button: 'Silence head 2',
    answer:
      'The other head still finds its number, but the place that the silenced one watched is lost. What reads the heads was trained with both, so its answer is far off now.',
  },
  {
    name: 'Four targets',
    preset: 'few',
    tab: 'transition',
    question: 'Now there are four places to look at. Draw the error that you expect with 1, 2, 3, 4 and 5 heads.',
    run: 'predict',
    button: 'Draw it',
    answer: 'One head for each target: with one head less, two targets have to share one.',
  },
  {
    name: 'Too many?',
    preset: 'many',
    tab: 'rank',
    question: 'Another task, and all heads share one size: two heads have half of it each. Do more heads help here?',
    choices: ['They help', 'They make no difference', 'They hurt'],
    right: 'They hurt',
    run: 'train',
    button: 'Train them',
    mayAsk: true,
    answer:
      'They hurt: to compare points, one large head is worth more than many small ones. So a task needs enough heads, and heads that are large enough. Now find out how many a mystery needs.',
  },
];
