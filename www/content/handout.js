// The questions of the printed handout, and their answers. What was measured comes in from outside; all
// else holds for every task of its paper.

/** @typedef {{ question: string, lines: number, answer: string }} Question  `lines` to write on */
/** @typedef {{ targets: number | undefined, heads: number, size: number, measured: string }} About  how many targets there are, if the task has some; the heads of the machine on the sheet, 0 if there is none; the numbers of a token; what results show */

/** A number as a word, where that is short. @param {number} count */
const inWords = (count) => ['none', 'one', 'two', 'three', 'four', 'five', 'six'][count] ?? String(count);

/** @param {number} count @param {string} one */
const several = (count, one) => `${inWords(count)} ${count === 1 ? one : `${one}s`}`;

/** Paper 1's: each target takes a head. @param {number} targets @param {number} heads @param {string} measured @returns {Question[]} */
const ofTargets = (targets, heads, measured) => [
  {
    question: heads
      ? 'The picture marks the targets of one sequence. How many heads look for them, and can each target have one of its own?'
      : 'How many targets are there to find in a sequence?',
    lines: 1,
    answer: heads
      ? `There are ${several(targets, 'target')}, and ${several(heads, 'head')}: some targets have to share one.`
      : `There are ${inWords(targets)}.`,
  },
  {
    question:
      'Draw into the empty axes the error you expect for each number of heads. Where does it fall, and why there?',
    lines: 2,
    answer: measured,
  },
  {
    question: 'A head has two targets to find. Where can it look?',
    lines: 2,
    answer:
      'At one of them, and miss the other; or at both a little, which blurs them. One softmax has one place where it is sharp.',
  },
  {
    question: 'One head is silenced after training. What is lost?',
    lines: 2,
    answer: 'The target that it watched. The other heads still find theirs, so the answer is wrong by one part.',
  },
  {
    question: 'The sequence gets eight times as long. How many heads does the task need now?',
    lines: 2,
    answer: `As many as before: the number of targets decides, not the length. With fewer heads a longer sequence makes it harder; with ${inWords(targets)} or more it does not.`,
  },
];

/** Paper 2's: heads share one size. @param {number} size @param {string} measured @returns {Question[]} */
const ofRank = (size, measured) => [
  {
    question: 'One point asks for another. What has a head to compare, to find it?',
    lines: 1,
    answer: `The point that asks with every other one, in all of its ${size} numbers at once.`,
  },
  {
    question: 'Draw into the empty axes the error you expect for each number of heads. Does a second head help?',
    lines: 2,
    answer: measured,
  },
  {
    question: `All heads together have ${size} numbers. What is the rank of each head, with one, two and four heads?`,
    lines: 1,
    answer: `${size}, ${size / 2} and ${size / 4}: heads share one size.`,
  },
  {
    question: 'Why can two half heads not do what one full head does?',
    lines: 2,
    answer:
      'A head makes as many numbers of a point as its rank, and compares those. What they leave out, it does not see; and adding up the answers of two such heads is not comparing all numbers at once.',
  },
  {
    question: 'Could very many small heads make up for it?',
    lines: 2,
    answer: 'Only exponentially many: at a fixed rank their number has to grow exponentially with the size of a point.',
  },
];

/** What the sheet asks, above all: the headline of a preset would be the answer. @param {number | undefined} targets */
export const titleOf = (targets) =>
  targets === undefined ? 'Do more heads help here?' : 'How many heads does this task need?';

/** @param {About} about */
export const questionsAbout = ({ targets, heads, size, measured }) =>
  targets === undefined ? ofRank(size, measured) : ofTargets(targets, heads, measured);
