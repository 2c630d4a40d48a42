// What a reader is told, in the words of the page: what has to be found is a target, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainedKinds, explanations } from '../../www/content/explanations.js';
import { questionsAbout } from '../../www/content/handout.js';
import { besideCliff, besideTable, LONG_RECORD } from '../../www/content/paper-words.js';
import { presets } from '../../www/content/presets.js';
import { properties } from '../../www/content/properties.js';
import { variantInWords } from '../../www/content/reproductions.js';
import { story } from '../../www/content/story.js';
import { MEANINGS } from '../../www/views/heads/names.js';
import { wasm } from './page-wasm.js';

/** Words for the same thing that only some readers know. */
const JARGON = /\b(directions?|features?|reach(es)? farthest|farthest along)\b/i;

/** All words of a value: of a template those between its values, too, and of plain data those of its fields. @param {any} value @returns {string} */
function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (value?.strings) return textOf([...value.strings, ...value.values]);
  if (value && typeof value === 'object') return textOf(Object.values(value));
  return typeof value === 'string' ? value : '';
}

const experimentOf = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields));

test('targets are called targets wherever a reader meets them', () => {
  const go = () => {};
  /** @type {Record<string, any>} */
  const words = {
    presets: presets.map(({ name, headline, shows, experiment }) => [
      name,
      headline,
      shows,
      experimentOf(experiment).taskSentence,
      experimentOf(experiment).name,
    ]),
    tasks: explainedKinds.map((kind) => experimentOf({ task: { kind } }).taskSentence),
    targets: [1, 3].map((D) => experimentOf({ task: { D } }).taskSentence),
    explanations: [...explainedKinds, null].map((kind) => explanations(go, kind)),
    story: story.map(({ name, question, answer }) => [name, question, answer]),
    controls: properties.map(({ label, does, choices = {} }) => [label, does ?? '', Object.values(choices)]),
    meanings: Object.values(MEANINGS).map((meaning) => meaning(0)),
    handout: [4, undefined].map((targets) =>
      questionsAbout({ targets, heads: 3, size: 16, measured: '' }).map(({ question, answer }) => [question, answer]),
    ),
    paper: ['table 2', 'table 3'].flatMap((table) => [
      besideTable(table, LONG_RECORD, go),
      besideTable(table, '', go),
      besideCliff(table, go),
    ]),
    variants: ['orthonormal', 'gaussian-3'].map(variantInWords),
    theory: [1, 4].map((h) => wasm.theorySentence(16, h, 8, 4, 4)),
    names: experimentOf({ task: { directions: 'gaussian' } }).name,
  };
  for (const [where, value] of Object.entries(words)) {
    const text = textOf(value);
    assert.ok(text.length > 10, where);
    assert.doesNotMatch(text, JARGON, where);
  }
});

test('what is refused is said in terms of targets', () => {
  for (const task of [
    { D: 5, d: 4 },
    { D: 3, d: 1, directions: 'gaussian' },
    {
      directions: [
        [1, 2],
        [2, 4],
      ],
    },
    {
      directions: [
        [1, 2],
        [0, 0],
      ],
    },
  ])
    assert.throws(
      () => experimentOf({ task }),
      (/** @type {any} */ error) => {
        const text = String(error.message ?? error);
        assert.match(text, /target/);
        // A field may have any name.
        assert.doesNotMatch(text.replace(/\bdirections\[\d\]/g, ''), JARGON);
        return true;
      },
    );
});
