// The inspector's pictures as charts, made by the real wasm of what an engine says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headPictures } from '../../www/views/heads/head-pictures.js';
import { wasm } from './page-wasm.js';

const min = { task: { kind: 'min-max' }, grid: { h: [2], T: [3], n: 2 } };

/** What the inspector knows of the one run of an experiment. */
function inspectionOf(fields, look, matrix) {
  const experiment = wasm.Experiment.fromJson(JSON.stringify(fields));
  const [run] = experiment.runs();
  return {
    run: { experiment: experiment.toFields(), run },
    now: { look },
    specialisation: matrix && { matrix, matching: [0, null], sentence: 'One head is alone.' },
    without: [1],
  };
}

const rowsOf = (picture) => picture.table().rows;

test('shares that are no numbers, which JSON has as null, are dashes and not zeros', () => {
  const look = { tokens: [[0.5], [0.9], [0.1]], attention: [[[0.25, 0.5, 0.25]], [[null, null, null]]] };
  const pictures = headPictures(
    wasm,
    inspectionOf(min, look, [
      [0.5, null],
      [0.25, null],
    ]),
    0,
  );
  assert.deepEqual(
    pictures.map(({ kind }) => kind),
    ['attention', 'specialisation'],
  );
  const [strips, matrix] = pictures;
  assert.deepEqual(rowsOf(strips)[1], ['2 (largest)', '0.900', '0.500', '–']);
  assert.deepEqual(rowsOf(matrix), [
    ['largest', '0.500', '–', '1'],
    ['smallest', '0.250', '–', '–'],
  ]);
  assert.equal(matrix.use(({ caption }) => caption).endsWith(' One head is alone.'), true);
  assert.equal(strips.title, 'Where the heads look, without head 2');
  assert.match(strips.setting, /^Task: Find the largest and the smallest number/);
});

test('of many tokens that ask, the attention of one is drawn', () => {
  const farthest = { task: { kind: 'farthest', d: 2 }, grid: { h: [1], T: [3] } };
  const rows = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0.25, 0.75],
  ];
  const look = {
    tokens: [
      [1, 0],
      [0, 1],
      [-1, 0],
    ],
    attention: [rows],
  };
  const [strips, ...others] = headPictures(wasm, inspectionOf(farthest, look, null), 2);
  assert.deepEqual(others, []);
  assert.deepEqual(
    rowsOf(strips).map((row) => row[2]),
    ['0.000', '0.250', '0.750'],
  );
  assert.equal(rowsOf(strips)[2][0], '3 (asks)');
});
