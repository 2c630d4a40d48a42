// What a reader is told, in the words of the page: what has to be found is a target, and nothing else.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
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

const root = new URL('../../', import.meta.url);
const textAt = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');
const filesIn = (/** @type {string} */ folder, /** @type {string} */ ending) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}${name}`);

test('targets are called targets in documents and lessons, too', () => {
  const documents = [...filesIn('docs/', '.md'), ...filesIn('lessons/', '.html'), 'README.md'];
  assert.ok(documents.length > 10);
  for (const path of documents) {
    // Names of fields and of cargo's options are code.
    const prose = textAt(path)
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/`[^`]*`/g, '')
      .replace(/<(script|style|code|pre)\b[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]*>/g, ' ');
    assert.doesNotMatch(prose, JARGON, path);
  }
});

test('targets are called targets in what is said about the types that are published', () => {
  // The comments of both doors, which are those of the declarations that are built of them.
  for (const door of ['crate/page/src/', 'crate/worker/src/']) {
    const files = filesIn(door, '.rs');
    assert.ok(files.length > 3);
    let comments = '';
    for (const path of files) {
      const text = textAt(path);
      comments += `${[...text.matchAll(/^\s*\/\/\/(.*)$/gm), ...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, words]) => words).join('\n')}\n`;
    }
    assert.match(comments, /\btargets?\b/, door);
    assert.doesNotMatch(comments.replace(/`[^`]*`/g, ''), JARGON, door);
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
