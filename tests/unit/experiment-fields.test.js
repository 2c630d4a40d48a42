// Editing single fields, and the table of controls: what the wasm says of fields and what the page
// says of them fit together.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { properties } from '../../www/content/properties.js';
import { ExperimentEditor } from '../../www/state/experiment-editor.js';
import { at, fieldText, parseField, put } from '../../www/state/experiment-fields.js';
import { inReadersWords } from '../../www/state/readers-words.js';
import { MEANINGS, RANGES } from '../../www/views/heads/names.js';
import { wasm } from './page-wasm.js';

const editorOf = (fields) => {
  const editor = new ExperimentEditor(() => wasm);
  editor.set(wasm.Experiment.fromJson(JSON.stringify(fields)));
  return editor;
};

/** Every kind of task that the wasm has. */
const KINDS = editorOf({}).fieldSpecs.get('task.kind').choices;

/** A file of the repository. */
const textOf = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every field that the wasm has, of any task and form, has words on the page, and no words are left over', () => {
  const known = new Set();
  for (const kind of KINDS) {
    const forms = editorOf({ task: { kind } }).fieldSpecs.get('grid.form').choices;
    assert.ok(forms.length >= 2);
    for (const form of forms) {
      for (const { path, choices } of editorOf({ task: { kind }, grid: { form } }).fieldSpecs.values()) {
        const property = properties.find((one) => one.path === path);
        assert.ok(property, `${path} of ${kind}, ${form}`);
        for (const choice of choices) assert.ok(property.choices[choice], `${path}: ${choice}`);
        known.add(path);
      }
    }
  }
  assert.deepEqual(
    properties.map(({ path }) => path).filter((path) => !known.has(path)),
    [],
  );
});

test('the inspector knows the numbers of every kind of task, and the targets of those that have several', () => {
  assert.deepEqual(Object.keys(RANGES), KINDS);
  const withTargets = KINDS.filter((kind) => editorOf({ task: { kind } }).experiment.dimension !== undefined);
  assert.deepEqual(Object.keys(MEANINGS), withTargets);
});

test('every field, kind and form is documented, and has a type for JavaScript', () => {
  const docs = textOf('docs/experiments.md');
  const [, defaults] = docs.match(/```json\n(.*?)```/s);
  assert.deepEqual(JSON.parse(defaults), editorOf({}).experiment.toFields());
  const [, types] = textOf('crate/page/src/types.rs').match(/interface ExperimentFields \{(.*?)\n\}/s);
  for (const kind of KINDS) {
    for (const form of editorOf({ task: { kind } }).fieldSpecs.get('grid.form').choices) {
      assert.ok(docs.includes(`| \`${kind}\` |`) && docs.includes(`| \`${form}\` |`), `docs: ${kind}, ${form}`);
      for (const path of editorOf({ task: { kind }, grid: { form } }).fieldSpecs.keys()) {
        const name = path.split('.').at(-1);
        assert.match(docs, new RegExp(`[\`"]${name}[\`"]`), `docs: ${path}`);
        assert.match(types, new RegExp(`\\b${name}\\??:`), `types.rs: ${path}`);
      }
    }
  }
});

test('a field changes, and its experiment with it', () => {
  const editor = editorOf({});
  const experiment = editor.edit('grid.h', [1, 4]);
  assert.deepEqual(experiment.toFields().grid.h, [1, 4]);
  assert.deepEqual(editor.problems, []);
});

test('what is refused stays in the draft, with its problem as an object', () => {
  const editor = editorOf({});
  assert.equal(editor.edit('recipe.steps', 'many'), null);
  assert.equal(at(editor.draft, 'recipe.steps'), 'many');
  assert.equal(editor.problems.length, 1);
  const [{ field, given, allowed, sentence }] = editor.problems;
  assert.deepEqual(
    { field, given, allowed },
    { field: 'recipe.steps', given: 'many', allowed: 'a whole number from 1 to 1000000' },
  );
  assert.equal(sentence, 'recipe.steps is "many", but must be a whole number from 1 to 1000000.');
  assert.equal(inReadersWords(sentence), 'Steps is "many", but must be a whole number from 1 to 1000000.');
  // A choice is called by its label, and a word that is none stays as it was given, whatever it is.
  assert.equal(inReadersWords('grid.form is "memoriser", but'), 'Transformer is “Memoriser”, but');
  for (const word of ['__proto__', 'constructor', 'toString'])
    assert.equal(inReadersWords(`grid.form is "${word}", but`), `Transformer is "${word}", but`);
});

test('a refusal speaks of controls, not of paths', () => {
  const said = (path, value, fields = {}) => {
    const editor = editorOf(fields);
    editor.edit(path, value);
    return editor.problems.map(({ sentence }) => inReadersWords(sentence)).join('\n');
  };
  assert.equal(said('grid.h', [1, 0]), 'A number of heads is 0, but must be a whole number from 1 to 64.');
  assert.equal(said('seeds', []), 'Seeds is [], but must be a list of 1 to 100 entries.');
  assert.equal(
    said('grid.h', [1, 3], { task: { kind: 'farthest' } }),
    'A number of heads is 3, but must be a divisor of token size d, which is 16: a head has rank d/h.',
  );
  assert.equal(
    said('grid.T', [1], { task: { kind: 'nearest' } }),
    'A sequence length is 1, but must be at least 2 where task is “Nearest point”: shorter sequences have no answer.',
  );
  assert.match(
    said('task.D', 32),
    /D is 32, but must be at most 4: tokens of 4 numbers have room for only 4 targets whose weights are at right angles\.$/,
  );
  // No path is left in any refusal of any field.
  for (const kind of KINDS) {
    for (const path of editorOf({ task: { kind } }).fieldSpecs.keys()) {
      for (const value of [-1, 'x', [], [0], 1e12, [1e12]])
        assert.doesNotMatch(said(path, value, { task: { kind } }), /\b(task|grid|recipe)\.\w|\[\d+\] is/, path);
    }
  }
  assert.equal(
    inReadersWords('cat.json: grid.T[0] is 0, but must be 1.\nrecipe.batch is 0.'),
    'cat.json: A sequence length is 0, but must be 1.\nBatch is 0.',
  );
});

test('what is refused can be mended by what the wasm offers', () => {
  const editor = editorOf({});
  editor.edit('task.D', 32);
  const [{ repairs }] = editor.problems;
  assert.deepEqual(
    repairs.map(({ label }) => label),
    ['Set d = 32', 'Use random weights'],
  );
  assert.equal(editor.apply(repairs[0].changes).toFields().task.d, 32);
  editor.edit('task.d', 4);
  assert.equal(editor.apply(repairs[1].changes).toFields().task.directions, 'gaussian');
  editor.edit('recipe.steps', 0);
  assert.equal(editor.apply(editor.problems[0].repairs[0].changes).toFields().recipe.steps, 1);
});

test('another task keeps the grid only if that task can have it', () => {
  const kept = editorOf({ grid: { h: [2, 3] } }).edit('task.kind', 'min-max');
  assert.deepEqual(kept.toFields().grid.h, [2, 3]);
  const changed = editorOf({ grid: { h: [2, 3], T: [8] } }).edit('task.kind', 'farthest');
  const { grid } = changed.toFields();
  assert.deepEqual([grid.form, grid.h, grid.T], ['attention', [1, 2, 4], [8]]);
});

test('n and E take each other’s place', () => {
  const editor = editorOf({ grid: { n: 8 } });
  const shared = editor.edit('grid.E', 32);
  assert.deepEqual([shared.toFields().grid.n, shared.toFields().grid.E], [undefined, 32]);
});

test('a mystery stays one while its other fields change', () => {
  const editor = new ExperimentEditor(() => wasm);
  editor.set(wasm.Experiment.drawMystery(7));
  assert.equal(editor.edit('recipe.steps', 10).isSecret, true);
});

test('a list may be written as people write lists', () => {
  const list = (text) => parseField({ kind: 'list', insteadOf: null }, text);
  for (const [text, values] of /** @type {[string, unknown[]][]} */ ([
    ['1-5', [1, 2, 3, 4, 5]],
    ['1 – 3, 8', [1, 2, 3, 8]],
    ['1..3 2;3', [1, 2, 3]],
    ['2 to 4', [2, 3, 4]],
    ['4, 4, 2, 4', [4, 2]],
    ['10 000', [10000]],
    ['1\u202f024, 16', [1024, 16]],
    ['8 16 128', [8, 16, 128]],
    ['-1', [-1]],
    ['5-1', ['5-1']],
    ['0-9999', ['0-9999']],
    ['x', ['x']],
    ['', []],
  ]))
    assert.deepEqual(list(text), values, text);
});

test('a number may have a decimal comma or thousands, where that is clear', () => {
  const whole = (text) => parseField({ kind: 'whole', insteadOf: null }, text);
  const number = (text) => parseField({ kind: 'number', insteadOf: null }, text);
  for (const text of ['10 000', '10,000', '10.000', '10\u00a0000', '10’000', '10000', '1e4'])
    assert.equal(whole(text), 10_000, text);
  assert.deepEqual([number('0,01'), number('0,015'), number('1,5'), number('5e-3')], [0.01, 0.015, 1.5, 0.005]);
  // A thousand or one: the wasm refuses it.
  assert.equal(number('1,000'), '1,000');
  assert.equal(number('1.000'), 1);
});

test('text fields and values are two ways to write the same', () => {
  const list = { kind: 'list', insteadOf: null };
  assert.deepEqual(parseField(list, '1, 2;3 x'), [1, 2, 3, 'x']);
  assert.equal(fieldText([1, 2]), '1, 2');
  assert.equal(parseField({ kind: 'whole', insteadOf: 'grid.E' }, ' '), undefined);
  assert.equal(parseField({ kind: 'number', insteadOf: null }, '0.5'), 0.5);
  assert.deepEqual(put({ a: { b: 1 } }, 'a.b', undefined), { a: {} });
});
