// The machine of the article: which record it is of, and that it shows what was asked last. The models are recorded
// ones, computed by the real wasm.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { explainedKinds, explanations } from '../../www/content/explanations.js';
import { presets } from '../../www/content/presets.js';
import { recordedModels } from '../../www/content/recorded-models.js';
import { RecordedMachine, recordLike } from '../../www/state/recorded-machine.js';
import { wasm } from './page-wasm.js';

const NAMES = { smallest: 'min-max', few: 'max-sum', many: 'farthest' };
const documentOf = async (preset) =>
  JSON.parse(
    readFileSync(new URL(`../../www/content/recorded/${NAMES[preset] ?? preset}.json`, import.meta.url), 'utf8'),
  );
const experimentOf = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields));
const recordOf = (fields) => {
  const record = recordLike(wasm, experimentOf(fields));
  assert.ok(record);
  return record;
};
const changed = (machine) => new Promise((go) => machine.addEventListener('change', go, { once: true }));

test('a preset with recorded models has its own machine, and any other task one of its kind', () => {
  for (const { preset } of recordedModels) {
    const { experiment } = presets.find(({ id }) => id === preset) ?? {};
    assert.equal(recordOf(experiment).recorded.preset, preset);
  }
  assert.equal(recordOf({ task: { D: 7, d: 7 }, grid: { h: [6, 7] } }).recorded.preset, 'few');
  assert.equal(recordLike(wasm, experimentOf({ task: { kind: 'nearest' } })), null);
});

test('the words of a kind of task have a machine where there is one', () => {
  for (const kind of explainedKinds) {
    const [{ passages }] = explanations(() => {}, kind);
    const hasMachine = passages.some(({ picture }) => picture === 'machine');
    assert.equal(hasMachine, recordLike(wasm, experimentOf({ task: { kind } })) !== null, kind);
  }
});

test('it begins with too few heads, and shows the last number of heads that was asked for', async () => {
  const fetched = [];
  const machine = new RecordedMachine(wasm, documentOf, async (url) => {
    fetched.push(url.href);
    // The first file is the last one to arrive.
    await new Promise((go) => setTimeout(go, fetched.length === 1 ? 60 : 1));
    return readFileSync(url);
  });
  machine.open(recordOf({ task: { kind: 'min-max' } }));
  assert.equal(machine.heads, 1);
  machine.choose(3);
  machine.choose(2);
  await changed(machine);
  await new Promise((go) => setTimeout(go, 100));
  assert.equal(machine.shown?.run.h, 2);
  assert.equal(machine.shown?.look.attention.length, 2);
  const before = machine.shown?.look.tokens;
  machine.nextSequence();
  await changed(machine);
  assert.notDeepEqual(machine.shown?.look.tokens, before);
  // The same record once more changes nothing; another one begins anew.
  machine.open(recordOf({ task: { kind: 'min-max' } }));
  assert.equal(machine.heads, 2);
  machine.open(recordOf({}));
  assert.equal(machine.shown, null);
  await changed(machine);
  assert.equal(machine.shown?.run.h, 3);
});
