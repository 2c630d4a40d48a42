// The model files that are shown before anything is trained: each is the run that the recorded results beside it say.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { presets } from '../../www/content/presets.js';
import { recordedModels } from '../../www/content/recorded-models.js';
import { nearest } from '../../www/state/displayed-results.js';
import { RecordedRuns } from '../../www/state/recorded-runs.js';
import { wasm } from './page-wasm.js';

const folder = new URL('../../www/content/recorded/', import.meta.url);
const documents = [
  ...readdirSync(folder)
    .filter((name) => /^[^.]+\.json$/.test(name))
    .map((name) => new URL(name, folder)),
  new URL('../../experiments/table-2/recorded/gaussian-3.json', import.meta.url),
].map((url) => JSON.parse(readFileSync(url, 'utf8')));

/** Sequences by which the first one that is shown is judged. */
const SEQUENCES = 100;

/** Presets with targets and recorded results whose runs are not drawn before they are trained, and why. */
const WITHOUT = {
  memoriser: 'one head is enough, so there is no cliff, and its form takes an engine',
};

const all = recordedModels.flatMap(({ experiment, sequence, sizes = {}, files }) =>
  Object.entries(files).map(([h, url]) => ({ experiment, sequence, sizes, h: Number(h), url })),
);
const experimentOf = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields));

test('every model file is named once', () => {
  const named = all.map(({ url }) => basename(fileURLToPath(url)));
  assert.deepEqual(named.sort(), readdirSync(new URL('models/', folder)).sort());
});

test('a preset with targets and recorded results has machines on both sides of its cliff', () => {
  const runs = new RecordedRuns(wasm, recordedModels);
  const results = documents.map((document) => ({
    document,
    experiment: experimentOf(document.experiment),
    isOwn: false,
  }));
  const missing = presets.flatMap(({ id, experiment: fields }) => {
    const experiment = experimentOf(fields);
    const near = nearest(experiment, results);
    if (!experiment.hasDimension || near.length === 0) return [];
    const { candidates = [] } = runs.find(experiment.toFields().grid.h, near) ?? {};
    const needed = experiment.neededHeads ?? 0;
    const hasBoth = candidates.some(({ run }) => run.h < needed) && candidates.some(({ run }) => run.h >= needed);
    return hasBoth ? [] : [id];
  });
  assert.deepEqual(missing, Object.keys(WITHOUT));
});

for (const { experiment, sequence, sizes, h, url } of all) {
  test(`${basename(fileURLToPath(url))} is the run with the median error of those that were recorded`, () => {
    const model = wasm.PlainModel.fromSafetensors(readFileSync(url));
    const document = documents.find((one) => experimentOf(one.experiment).equals(experimentOf(experiment)));
    assert.ok(document, 'the experiment that it names is not on record');
    const isOfSizes = ({ run }) => run.h === h && Object.entries(sizes).every(([name, size]) => run[name] === size);
    const own = document.outcomes.filter(isOfSizes).toSorted((a, b) => a.nmse - b.nmse);
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
