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
 * @property {string} [trains]  the preset that is trained, where it is another one
 * @property {string} [button]  what the button that runs it says; a bar is dragged by the reader alone
 * @property {boolean} [mayAsk] whether the answer is told without running it, to whoever asks for it
 * @property {string} answer    what there is to see then
 */

/** @type {Step[]} */
export const story = [
  {
    name: 'Guess',
    preset: 'smallest',
    tab: 'transition',
    question:
      'To add the largest and the smallest number of a list takes two heads. How many does it take to find three things in it?',
    choices: ['2 heads', '3 heads', '4 heads'],
    right: '3 heads',
    run: 'train',
    trains: 'three',
    button: 'Train with three targets',
    answer:
      'Three: one head for each place that it has to look at. The next steps go back to two places, and look closer.',
  },
  {
    name: 'Train',
    preset: 'smallest',
    tab: 'transition',
    question: 'Nine Transformers, three each with 1, 2 and 3 heads. Where does the error fall?',
    run: 'train',
    button: 'Train them',
    answer: 'From one head to two it falls off a cliff; a third head adds next to nothing.',
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
    answer: 'Press Train when you are done: your curve stays, and the measured one is drawn beside it.',
  },
  {
    name: 'Too many?',
    preset: 'many',
    tab: 'rank',
    question: 'Another task, and all heads share one size: two heads have half of it each. Do more heads help here?',
    choices: ['They help', 'They make no difference', 'They hurt'],
    right: 'They hurt',
    run: 'train',
    button: 'Train them (half a minute)',
    mayAsk: true,
    answer:
      'They hurt: to compare points, one large head is worth more than many small ones. So a task needs enough heads, and heads that are large enough. Now find out how many a mystery needs.',
  },
];
