// What a visit begins with, as far as it depends on the order in which files arrive: everything that is on
// record is there in the end, and once.
import './json-modules.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComparedResults } from '../../www/state/compared-results.js';
import { wasm } from './page-wasm.js';

// After the hook that loads JSON files.
const { addOtherRecordedResults, addRecordedOf, addRecordedResults } = await import('../../www/state/opening.js');

/** Of a session only what results are added to. */
function opened() {
  const compared = new ComparedResults(
    () => wasm,
    () => {},
  );
  const experimentOf = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields));
  return /** @type {any} */ ({ compared, experimentOf, notLoaded: new Map(), changed: () => {} });
}

/** What is on record in a session, in words. */
const recordedIn = ({ compared }) => compared.list.map(({ experiment }) => experiment.toQuery()).sort();

test('what is recorded for a preset leaves nothing out, whenever it arrives', async () => {
  const [first, last] = [opened(), opened()];
  await addRecordedResults(first, '');
  await addRecordedOf(first, 'paper');
  await addOtherRecordedResults(first);
  await addRecordedResults(last, '');
  await addOtherRecordedResults(last);
  await addRecordedOf(last, 'paper');
  assert.equal(recordedIn(last).length, 4);
  assert.deepEqual(recordedIn(first), recordedIn(last));
});

test('nothing that is recorded is added twice', async () => {
  const session = opened();
  await addRecordedResults(session, '?h=1,2');
  const before = recordedIn(session);
  await addOtherRecordedResults(session);
  assert.deepEqual(recordedIn(session), before);
});
