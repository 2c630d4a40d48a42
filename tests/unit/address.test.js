// Links: what is written into the address is what is read out of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMysteryLink, queryOf, readLink } from '../../www/state/address.js';
import { wasm } from './page-wasm.js';

const experiment = wasm.Experiment.fromJson('{"grid":{"h":[1,2]},"seeds":[0,1]}');
const outcome = (run, nmse) => ({
  run,
  parameters: 10,
  steps: 2000,
  stopped: /** @type {const} */ ('finished'),
  nmse,
  curve: [],
});
const document = experiment.toDocument(
  'an engine',
  experiment.runs().map((run, i) => outcome(run, 0.1 / (i + 1))),
);

/** @param {string} query */
const read = (query) => /** @type {import('../../www/state/address.js').Link} */ (readLink(wasm, query));

test('no query is no link', () => {
  assert.equal(readLink(wasm, ''), null);
  assert.equal(readLink(wasm, '?'), null);
});

test('an experiment comes back from its link, with its results', () => {
  const query = queryOf(wasm, { experiment, document }, 0);
  const link = read(`?${query}`);
  assert.ok(link.experiment.equals(experiment));
  assert.deepEqual(
    link.document?.outcomes.map(({ nmse }) => nmse),
    document.outcomes.map(({ nmse }) => nmse),
  );
  assert.equal(isMysteryLink(`?${query}`), false);
});

test('results that would make the address too long are left out', () => {
  assert.equal(queryOf(wasm, { experiment, document }, 1990), experiment.toQuery());
});

test('a mystery’s link does not show its task, and stays a mystery', () => {
  const mystery = wasm.Experiment.drawMystery(3);
  const query = queryOf(wasm, { experiment: mystery, document: null }, 0);
  assert.match(query, /^mystery=[\w-]+$/);
  assert.equal(isMysteryLink(`?${query}`), true);
  const link = read(`?${query}`);
  assert.ok(link.experiment.isSecret && link.experiment.equals(mystery));
  assert.deepEqual(
    [link.experiment.dimension, link.experiment.taskSentence, link.experiment.name],
    [undefined, '', 'Mystery'],
  );
});

test('what is wrong with a link is thrown as a list of problems', () => {
  assert.throws(
    () => readLink(wasm, '?v=1&h=0&steps=x'),
    (error) => {
      assert.deepEqual(
        error.problems.map(({ field }) => field),
        ['grid.h[0]', 'recipe.steps'],
      );
      return error.name === 'ExperimentError';
    },
  );
});
