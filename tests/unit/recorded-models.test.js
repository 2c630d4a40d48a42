// The model files that are shown before anything is trained: each is the run that the recorded results beside it say.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recordedModels } from '../../www/content/recorded-models.js';
import { wasm } from './page-wasm.js';

const folder = new URL('../../www/content/recorded/', import.meta.url);
const documents = readdirSync(folder)
  .filter((name) => /^[^.]+\.json$/.test(name))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

/** Sequences by which the first one that is shown is judged. */
const SEQUENCES = 100;

const all = recordedModels.flatMap(({ experiment, sequence, files }) =>
  Object.entries(files).map(([h, url]) => ({ experiment, sequence, h: Number(h), url })),
);
const experimentOf = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields));

test('every model file is named once', () => {
  const named = all.map(({ url }) => basename(fileURLToPath(url)));
  assert.deepEqual(named.sort(), readdirSync(new URL('models/', folder)).sort());
});

for (const { experiment, sequence, h, url } of all) {
  test(`${basename(fileURLToPath(url))} is the run with the median error of those that were recorded`, () => {
    const model = wasm.PlainModel.fromSafetensors(readFileSync(url));
    const document = documents.find((one) => experimentOf(one.experiment).equals(experimentOf(experiment)));
    assert.ok(document, 'the experiment that it names is not on record');
    const own = document.outcomes.filter(({ run }) => run.h === h).toSorted((a, b) => a.nmse - b.nmse);
    const { run, nmse } = own[Math.floor(own.length / 2)];
    assert.deepEqual({ ...model.run }, run);
    const measured = model.errorWithout(new Uint32Array());
    let error;
    while (error === undefined) error = measured.advance(1000);
    assert.ok(Math.abs(error / nmse - 1) < 0.01, `${error} ${nmse}`);
    // What is shown first is no slip; with too few heads no stroke of luck either.
    const offBy = (index) => {
      const { prediction, target } = model.lookAtRandom(index, new Uint32Array());
      return Math.hypot(...prediction.map((x, i) => x - target[i]));
    };
    const usual = Math.sqrt(
      Array.from({ length: SEQUENCES }, (_, i) => offBy(i) ** 2).reduce((sum, x) => sum + x, 0) / SEQUENCES,
    );
    const shown = offBy(sequence);
    assert.ok(shown < 3 * usual, `${shown} ${usual}`);
    const { neededHeads = 0 } = experimentOf(document.experiment);
    if (h < neededHeads) assert.ok(shown > usual / 8, `${shown} ${usual}`);
  });
}
