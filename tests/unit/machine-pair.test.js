// The two machines: which runs they show, and when they look again. The models are recorded ones,
// computed by the real wasm; of the session only its state is made up.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MachinePair } from '../../www/state/machine-pair.js';
import { wasm } from './page-wasm.js';

const recorded = new URL('../../www/content/recorded/', import.meta.url);
const document = JSON.parse(readFileSync(new URL('min-max.json', recorded), 'utf8'));
const fileOf = (h) => new URL(`models/min-max-h${h}.safetensors`, recorded);
const models = [
  {
    kind: 'min-max',
    experiment: document.experiment,
    sequence: 27,
    files: { 1: fileOf(1), 2: fileOf(2), 3: fileOf(3) },
  },
];
const experimentOf = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields));

/** A session in a given state, and what follows it. */
function opened(state = {}) {
  const experiment = experimentOf(document.experiment);
  const session = Object.assign(new EventTarget(), {
    training: { labRuns: [], inLab: null, isBusy: false },
    engine: { lab: null },
    displayedExperiment: experiment,
    prediction: { isDrawing: false },
    whySecret: '',
    compared: { list: [{ document, experiment, isOwn: false }] },
    loadedWasm: wasm,
    notLoaded: new Map(),
    changed() {
      this.dispatchEvent(new Event('change'));
    },
    ...state,
  });
  const fetched = [];
  const pair = new MachinePair(session, models, async (url) => {
    fetched.push(url.href);
    return readFileSync(url);
  });
  return { session, pair, fetched };
}

/** Lets the pair look at what the session says, and waits until it has. */
async function followed({ session, pair }, name = 'change') {
  session.dispatchEvent(new Event(name));
  await settled(pair);
}

async function settled(pair) {
  while (Object.values(pair.sides).some(({ isAsking }) => isAsking)) await new Promise((go) => setTimeout(go, 1));
}

test('before anything is trained, the recorded runs on both sides of the cliff are shown', async () => {
  const page = opened();
  await followed(page);
  const { fewer, enough } = page.pair.sides;
  assert.deepEqual([fewer.shown.run.h, enough.shown.run.h], [1, 2]);
  assert.deepEqual(page.pair.shownHeads, [1, 2]);
  assert.deepEqual(fewer.shown.look.tokens, enough.shown.look.tokens);
  // The error that the chart beside them has: the median over seeds.
  for (const { error, run } of [fewer.shown, enough.shown]) {
    assert.equal(error, document.summary.groups.find(({ h }) => h === run.h).median);
  }
  assert.ok(fewer.shown.isRecorded);
});

test('a number of heads that is picked is shown on its own side, and its file is fetched once', async () => {
  const page = opened();
  await followed(page);
  page.pair.pick({ h: 3, T: 16, N: 32 });
  await settled(page.pair);
  assert.deepEqual(page.pair.shownHeads, [1, 3]);
  page.pair.pick({ h: 2, T: 16, N: 32 });
  await settled(page.pair);
  page.pair.pick({ h: 3, T: 16, N: 32 });
  await settled(page.pair);
  assert.equal(page.fetched.length, 3);
});

test('of several lengths and widths the runs that were picked are shown, of their seeds the median', async () => {
  const page = opened();
  const fields = { task: { D: 2 }, grid: { h: [1, 2, 3], T: [8, 64], N: [64, 80] }, seeds: [0, 1, 2] };
  const experiment = experimentOf(fields);
  const labRuns = [];
  for (const T of fields.grid.T)
    for (const N of fields.grid.N)
      for (const h of fields.grid.h)
        for (const seed of fields.seeds)
          labRuns.push({ index: labRuns.length, run: { T, h, n: 8, N, seed }, stopped: 'finished' });
  // Of every three seeds the last one is in the middle.
  const errorOf = ({ run: { h, seed } }) => (1 / h) * [0.5, 2, 1][seed];
  const outcomes = labRuns.map((run) => ({ run: run.run, nmse: errorOf(run) }));
  page.session.training = { labRuns, inLab: experiment, isBusy: false, outcome: { outcomes } };
  const model = wasm.PlainModel.fromSafetensors(readFileSync(fileOf(2)));
  page.session.engine.lab = {
    trained: async (index) => ({
      look: async () => model.lookAtRandom(0, new Uint32Array()),
      error: async () => outcomes[index].nmse,
      dispose: () => {},
    }),
  };
  const shown = () => page.pair.shownRuns.map(({ h, T, N, seed }) => [h, T, N, seed].join());
  await followed(page);
  assert.deepEqual(shown(), ['1,8,64,2', '2,8,64,2']);
  page.pair.pick({ h: 3, T: 64, N: 80, w: 1, L: 1 });
  await settled(page.pair);
  // The other machine goes with it: both are at work on the same sequence.
  assert.deepEqual(shown(), ['1,64,80,2', '3,64,80,2']);
  page.pair.pick({ h: 1, T: 8, N: 80, w: 1, L: 1 });
  await settled(page.pair);
  assert.deepEqual(shown(), ['1,8,80,2', '3,8,80,2']);
  // A point of other results has no run here: what is shown stays, and no other run is passed off as it.
  page.pair.pick({ h: 2, T: 512, N: 80, w: 1, L: 1 });
  await settled(page.pair);
  assert.deepEqual(shown(), ['1,8,80,2', '3,8,80,2']);
  assert.equal(page.pair.sides.enough.missing.why, 'That point has no machine: train it to see one.');
});

test('a point that was recorded without its model is said to have none, and is shown once it is trained', async () => {
  const table = JSON.parse(
    readFileSync(new URL('../../experiments/table-2/recorded/gaussian-3.json', import.meta.url), 'utf8'),
  );
  const experiment = experimentOf(table.experiment);
  const file = (h) => new URL(`models/paper-h${h}.safetensors`, recorded);
  const files = Object.fromEntries([1, 2, 3, 4, 5].map((h) => [h, file(h)]));
  const paper = [{ kind: 'max-sum', experiment: table.experiment, sequence: 276, sizes: { T: 16 }, files }];
  const compared = { list: [{ document: table, experiment, isOwn: false }] };
  const page = opened({ displayedExperiment: experiment, compared });
  const pair = new MachinePair(page.session, paper, async (url) => readFileSync(url));
  const own = { session: page.session, pair };
  const shown = () => pair.shownRuns.map(({ h, T }) => `${h} at ${T}`);
  const said = () => [pair.sides.fewer.missing?.why, pair.sides.enough.missing?.why];
  await followed(own);
  assert.deepEqual(shown(), ['3 at 16', '4 at 16']);
  const { N } = pair.shownRuns[0];
  pair.pick({ h: 5, T: 64, N, w: 1, L: 1 });
  await settled(pair);
  // Neither machine changes, so that no ring goes to a point that was not pressed.
  assert.deepEqual(shown(), ['3 at 16', '4 at 16']);
  assert.deepEqual(said(), [undefined, 'Recorded at T = 16 only: train to see T = 64.']);
  // One that is there is shown, and nothing is missing any more.
  pair.pick({ h: 1, T: 16, N, w: 1, L: 1 });
  await settled(pair);
  assert.deepEqual(shown(), ['1 at 16', '4 at 16']);
  assert.deepEqual(said(), [undefined, undefined]);
  // What was asked for is shown when it is trained.
  pair.pick({ h: 5, T: 64, N, w: 1, L: 1 });
  const runs = table.outcomes.filter(({ run }) => run.seed === 0).map(({ run }) => run);
  const labRuns = runs.map((run, index) => ({ index, run, stopped: null }));
  const model = wasm.PlainModel.fromSafetensors(readFileSync(file(5)));
  page.session.training = { labRuns, inLab: experiment, isBusy: true };
  const look = async () => model.lookAtRandom(0, new Uint32Array());
  page.session.engine.lab = { trained: async () => ({ look, dispose: () => {} }) };
  await followed(own, 'progress');
  assert.deepEqual(shown(), ['1 at 64', '5 at 64']);
  assert.deepEqual(said(), [undefined, undefined]);
});

test('a token that is moved is moved for both, and comes back with undo', async () => {
  const page = opened();
  await followed(page);
  const before = page.pair.sides.fewer.shown.look.tokens;
  page.pair.move('fewer', { row: 0, position: 4, first: 3 }, 0.123);
  await settled(page.pair);
  for (const { shown } of Object.values(page.pair.sides)) assert.ok(Math.abs(shown.look.tokens[4][0] - 0.123) < 1e-6);
  assert.ok(page.pair.isEdited);
  // Both stay at the part of a long sequence that was drawn when the token was taken hold of.
  const firsts = () => Object.values(page.pair.sides).map(({ shown }) => shown.first);
  assert.deepEqual(firsts(), [3, 3]);
  page.pair.undo();
  await settled(page.pair);
  assert.deepEqual(firsts(), [undefined, undefined]);
  assert.deepEqual(page.pair.sides.enough.shown.look.tokens, before);
});

test('a head that is silenced is left out of the answer at once, and of the error a moment later', async () => {
  const page = opened();
  await followed(page);
  const whole = page.pair.sides.enough.shown.look.prediction[0];
  const { error: before } = page.pair.sides.enough.shown;
  const seen = [];
  page.pair.addEventListener('change', () => seen.push(page.pair.sides.enough.shown));
  page.pair.toggle('enough', 1);
  await settled(page.pair);
  const [first, last] = [seen[0], seen.at(-1)];
  for (const { silenced, look } of [first, last]) {
    assert.deepEqual(silenced, [1]);
    assert.ok(Math.abs(look.prediction[0] - whole) > 0.01);
  }
  assert.equal(first.error, null);
  assert.ok(last.error > 100 * before, `${last.error}`);
  // It is measured once: a token that is moved then does not wait for it.
  seen.length = 0;
  page.pair.move('enough', { row: 0, position: 4, first: 0 }, 0.123);
  await settled(page.pair);
  assert.deepEqual(new Set(seen.map(({ error }) => error)), new Set([last.error]));
  page.pair.toggle('enough', 1);
  await settled(page.pair);
  assert.equal(page.pair.sides.enough.shown.error, before);
});

test('what is silenced meanwhile is not measured to its end', async () => {
  const page = opened();
  await followed(page);
  const seen = [];
  page.pair.addEventListener('change', () => {
    const { silenced, error } = page.pair.sides.enough.shown;
    seen.push([...silenced, error === null]);
  });
  page.pair.toggle('enough', 0);
  await new Promise((go) => setTimeout(go, 1));
  page.pair.toggle('enough', 1);
  await settled(page.pair);
  assert.ok(!seen.some(([head, second]) => head === 0 && second === false), JSON.stringify(seen));
  assert.deepEqual(seen.at(-1), [0, 1, false]);
});

test('the error of a recorded run is measured in parts that leave the page its turn', async () => {
  const page = opened();
  await followed(page);
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  });
  page.pair.toggle('enough', 1);
  await settled(page.pair);
  clearInterval(ticking);
  assert.ok(turns > 2, `${turns}`);
});

test('another token asks in both machines, and the first one again with another task', async () => {
  const farthest = JSON.parse(readFileSync(new URL('farthest.json', recorded), 'utf8'));
  const experiment = experimentOf(farthest.experiment);
  const compared = { list: [{ document: farthest, experiment, isOwn: false }] };
  const page = opened({ displayedExperiment: experiment, compared });
  const file = (h) => new URL(`models/farthest-h${h}.safetensors`, recorded);
  const many = [
    ...models,
    { kind: 'farthest', experiment: farthest.experiment, sequence: 5, files: { 1: file(1), 2: file(2) } },
  ];
  const pair = new MachinePair(page.session, many, async (url) => readFileSync(url));
  await followed({ session: page.session, pair });
  const asking = () => Object.values(pair.sides).map(({ shown }) => [shown.query, shown.asking]);
  const { T } = pair.sides.fewer.shown.run;
  assert.deepEqual(asking(), [
    [0, T],
    [0, T],
  ]);
  pair.ask(3);
  assert.deepEqual(asking(), [
    [3, T],
    [3, T],
  ]);
  // A bar is one of the distances to the token that asks: that one is moved.
  const value = (tokens, at) => tokens[3].reduce((sum, x, i) => sum + x * tokens[at][i], 0);
  const before = pair.sides.fewer.shown.look.tokens;
  pair.move('fewer', { row: 0, position: 1, first: 0 }, 1);
  await settled(pair);
  const after = pair.sides.fewer.shown.look.tokens;
  assert.ok(Math.abs(value(after, 1) - value(before, 1)) > 0.05);
  assert.deepEqual(after[3], before[3]);
  assert.deepEqual(asking(), [
    [3, T],
    [3, T],
  ]);
  // Paper 1's tasks have nothing to choose.
  const one = experimentOf(document.experiment);
  page.session.compared.list.push({ document, experiment: one, isOwn: false });
  page.session.displayedExperiment = one;
  await followed({ session: page.session, pair });
  assert.deepEqual(asking(), [
    [0, 1],
    [0, 1],
  ]);
});

test('a mystery and a reader who predicts are shown nothing, and neither is what has no recorded model', async () => {
  for (const state of [
    { whySecret: 'a mystery' },
    { prediction: { isDrawing: true } },
    { displayedExperiment: experimentOf({ task: { D: 3 } }) },
  ]) {
    const page = opened(state);
    await followed(page);
    assert.deepEqual(page.pair.shownHeads, []);
  }
});

test('a recorded model is shown with the record that it belongs to, whichever came first, and with no other', async () => {
  const read = (path) => JSON.parse(readFileSync(new URL(path, recorded), 'utf8'));
  const ofKind = read('max-sum.json');
  const file = (h) => new URL(`models/max-sum-h${h}.safetensors`, recorded);
  const files = Object.fromEntries([1, 2, 3, 4, 5].map((h) => [h, file(h)]));
  const many = [{ kind: 'max-sum', experiment: ofKind.experiment, sequence: 55, files }];
  const compared = (of) => ({ document: of, experiment: experimentOf(of.experiment), isOwn: false });
  // The same kind of task, recorded with other sizes or another draw.
  for (const path of ['layers.json', '../../../experiments/table-2/recorded/gaussian-3.json']) {
    const other = read(path);
    const list = [compared(other), compared(ofKind)];
    const page = opened({ compared: { list }, displayedExperiment: experimentOf(other.experiment) });
    const pair = new MachinePair(page.session, many, async (url) => readFileSync(url));
    await followed({ session: page.session, pair });
    assert.deepEqual(pair.shownHeads, [], path);
    page.session.displayedExperiment = experimentOf(ofKind.experiment);
    await followed({ session: page.session, pair });
    for (const { shown } of Object.values(pair.sides)) {
      const { median } = ofKind.summary.groups.find(({ h }) => h === shown.run.h);
      assert.equal(shown.error, median, path);
    }
    // Where its record is not here, it has no error to be shown with.
    page.session.compared.list = [compared(other)];
    await followed({ session: page.session, pair });
    assert.deepEqual(pair.shownHeads, [], path);
  }
});

test('a head that is to be silent is, whether or not it was', async () => {
  const page = opened();
  await followed(page);
  for (let times = 0; times < 2; times += 1) {
    page.pair.silence('enough', 1);
    await settled(page.pair);
    assert.deepEqual(page.pair.sides.enough.shown.silenced, [1]);
  }
});

test('a file that cannot be fetched is a sentence, and is tried again', async () => {
  const page = opened();
  let isOffline = true;
  const pair = new MachinePair(page.session, models, async (url) => {
    if (isOffline) throw new Error('This computer is offline.');
    return readFileSync(url);
  });
  await followed({ session: page.session, pair });
  assert.equal(pair.sides.fewer.problem, 'This computer is offline.');
  isOffline = false;
  pair.nextSequence();
  await settled(pair);
  assert.equal(pair.sides.fewer.problem, '');
  assert.equal(pair.sides.fewer.shown.run.h, 1);
});

test('recorded models that cannot be fetched are missed until they are asked for once more, or are not shown', async () => {
  const page = opened();
  let isOffline = true;
  const pair = new MachinePair(page.session, models, async (url) => {
    if (isOffline) throw new Error('This computer is offline.');
    return readFileSync(url);
  });
  const { notLoaded } = page.session;
  await followed({ session: page.session, pair });
  assert.equal(notLoaded.size, 2);
  // Whatever changes meanwhile asks for nothing.
  await followed({ session: page.session, pair });
  assert.equal(pair.sides.fewer.problem, 'This computer is offline.');
  const [[, again]] = notLoaded;
  await assert.rejects(again(), /offline/);
  isOffline = false;
  await again();
  assert.deepEqual([pair.sides.fewer.shown.run.h, pair.sides.fewer.problem, notLoaded.size], [1, '', 1]);
  // A mystery has no machines to miss.
  page.session.whySecret = 'a mystery';
  await followed({ session: page.session, pair });
  assert.equal(notLoaded.size, 0);
});

test('a recorded model that arrives cut off is a sentence', async () => {
  const page = opened();
  const pair = new MachinePair(page.session, models, async (url) => readFileSync(url).subarray(0, 500));
  await followed({ session: page.session, pair });
  assert.equal(
    pair.sides.fewer.problem,
    'The recorded model arrived damaged, or the host sent something else in its place.',
  );
});

test('runs that are trained are shown in place of recorded ones, and taken again when they have ended', async () => {
  const page = opened();
  const model = (h) => wasm.PlainModel.fromSafetensors(readFileSync(fileOf(h)));
  const taken = [];
  const experiment = experimentOf(document.experiment);
  const labRuns = [1, 2].map((h, index) => ({ index, run: model(h).run, stopped: null }));
  page.session.training = { labRuns, inLab: experiment, isBusy: true };
  page.session.engine.lab = {
    trained: async (index) => {
      taken.push(index);
      return {
        look: async ({ index: at }) => model(index + 1).lookAtRandom(at, new Uint32Array()),
        error: async () => 0.25,
        dispose: () => {},
      };
    },
  };
  await followed(page, 'progress');
  assert.deepEqual(page.pair.shownHeads, [1, 2]);
  // Measured on the whole validation set only when nothing is trained any more.
  assert.deepEqual([page.pair.sides.fewer.shown.isRecorded, page.pair.sides.fewer.shown.error], [false, null]);
  page.session.training.isBusy = false;
  await followed(page);
  assert.equal(page.pair.sides.enough.shown.error, 0.25);
  assert.deepEqual(taken, [0, 1, 0, 1]);
});

test('layers share the targets: with two, half as many heads are enough', async () => {
  const page = opened();
  const model = wasm.PlainModel.fromSafetensors(readFileSync(fileOf(1)));
  const experiment = experimentOf({ task: { D: 4 }, grid: { h: [1, 2, 3], L: [2] } });
  const labRuns = experiment
    .toFields()
    .grid.h.map((h, index) => ({ index, run: { ...model.run, h, L: 2 }, stopped: null }));
  page.session.training = { labRuns, inLab: experiment, isBusy: true };
  const look = async () => model.lookAtRandom(0, new Uint32Array());
  page.session.engine.lab = { trained: async () => ({ look, dispose: () => {} }) };
  await followed(page, 'progress');
  assert.deepEqual(page.pair.shownHeads, [1, 2]);
  page.pair.pick({ h: 3, T: model.run.T, N: model.run.N, L: 2 });
  await settled(page.pair);
  assert.deepEqual(page.pair.shownHeads, [1, 3]);
});

test('of runs that have ended the one with the median error is shown', async () => {
  const page = opened();
  const experiment = experimentOf(document.experiment);
  const model = wasm.PlainModel.fromSafetensors(readFileSync(fileOf(2)));
  const labRuns = document.outcomes.map(({ run }, index) => ({ index, run, stopped: 'finished' }));
  page.session.training = { labRuns, inLab: experiment, isBusy: false, outcome: document };
  page.session.engine.lab = {
    trained: async (index) => ({
      look: async ({ index: at }) => model.lookAtRandom(at, new Uint32Array()),
      error: async () => document.outcomes[index].nmse,
      dispose: () => {},
    }),
  };
  await followed(page);
  const { fewer, enough } = page.pair.sides;
  for (const { error, run } of [fewer.shown, enough.shown]) {
    assert.equal(error, document.summary.groups.find(({ h }) => h === run.h).median);
  }
});
