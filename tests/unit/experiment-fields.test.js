// Editing single fields, and the table of controls: what the wasm says of fields and what the page
// says of them fit together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { properties } from '../../www/content/properties.js';
import { ExperimentEditor } from '../../www/state/experiment-editor.js';
import { at, fieldText, parseField, put } from '../../www/state/experiment-fields.js';
import { wasm } from './page-wasm.js';

const KINDS = ['max-sum', 'retrieval', 'min-max', 'farthest', 'nearest'];

const editorOf = (fields) => {
  const editor = new ExperimentEditor(() => wasm);
  editor.set(wasm.Experiment.fromJson(JSON.stringify(fields)));
  return editor;
};

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

test('text fields and values are two ways to write the same', () => {
  const list = { kind: 'list', insteadOf: null };
  assert.deepEqual(parseField(list, '1, 2;3 x'), [1, 2, 3, 'x']);
  assert.equal(fieldText([1, 2]), '1, 2');
  assert.equal(parseField({ kind: 'whole', insteadOf: 'grid.E' }, ' '), undefined);
  assert.equal(parseField({ kind: 'number', insteadOf: null }, '0.5'), 0.5);
  assert.deepEqual(put({ a: { b: 1 } }, 'a.b', undefined), { a: {} });
});
