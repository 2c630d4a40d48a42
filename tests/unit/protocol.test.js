// The Worker from outside, message by message, with the real CPU engine: www/api/worker.js runs in
// Node here, as in a browser's Worker but for `self`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { unpacked } from '../../www/api/curves.js';
import { RunCheckpoints } from '../../www/api/run-checkpoints.js';
import { wasm } from './page-wasm.js';

/** What the Worker has told the page, and whoever waits for more. */
const told = [];
let wake = () => {};
const listeners = {};

globalThis.self = {
  postMessage: (message, { transfer }) => {
    // As between threads: what is moved is not the Worker's any more.
    told.push(structuredClone(message, { transfer }));
    wake();
  },
  addEventListener: (kind, listener) => {
    listeners[kind] = listener;
  },
};

const send = (message) => globalThis.self.onmessage({ data: message });

/** The next message of a kind, and what came before it. */
async function until(kind) {
  for (let from = 0; ; ) {
    const at = told.findIndex((message, i) => i >= from && message.kind === kind);
    if (at >= 0) return told.splice(0, at + 1);
    from = told.length;
    await new Promise((go) => {
      wake = () => go(undefined);
    });
  }
}

const experiment = wasm.Experiment.fromJson(
  JSON.stringify({
    task: { D: 2, d: 2 },
    grid: { h: [1, 2], T: [4], N: [4], n: 2 },
    recipe: { steps: 6, batch: 4, trainSequences: 16, validationSequences: 16, curvePoints: 3 },
  }),
);

/** The steps of the points that messages tell of one run's curve. */
const stepsOf = (messages, index) =>
  messages.flatMap(({ runs, points }) => {
    const curves = unpacked(
      points,
      runs.map(({ count }) => count),
    );
    return curves.flatMap((own, i) => (runs[i].index === index ? [...own].filter((_, at) => at % 2 === 0) : []));
  });

let asked = 0;
async function ask(name, question) {
  asked += 1;
  send({ kind: 'ask', id: asked, question: { name, ...question } });
  for (;;) {
    const answer = told.find(({ kind, id }) => (kind === 'answer' || kind === 'refusal') && id === asked);
    if (answer) return answer;
    await new Promise((go) => {
      wake = () => go(undefined);
    });
  }
}

before(async () => {
  await import('../../www/api/worker.js');
  const module = await WebAssembly.compile(
    readFileSync(new URL('../../www/wasm/worker-cpu/worker-cpu_bg.wasm', import.meta.url)),
  );
  send({ kind: 'load', engine: 'cpu', wasm: module });
  const [ready] = (await until('ready')).slice(-1);
  assert.deepEqual(ready, { kind: 'ready', name: 'CPU · SIMD' });
});

test('a training is progress with new curve points only, then outcomes, then done', async (t) => {
  // On a fast machine all of it is over before the first report would be due: this clock goes faster.
  let reads = 0;
  t.mock.method(performance, 'now', () => {
    reads += 1;
    return 100 * reads;
  });
  send({ kind: 'train', training: 1, experiment: experiment.json, cohorts: [[0], [1]] });
  const messages = await until('done');
  t.mock.restoreAll();
  assert.ok(messages.every(({ training }) => training === 1));
  const progress = messages.filter(({ kind }) => kind === 'progress');
  assert.ok(progress.length >= 2 && progress.every(({ path }) => path === 'fused'));
  for (const index of [0, 1]) {
    assert.deepEqual(stepsOf(progress, index), [0, 2, 4, 6]);
  }
  const outcomes = messages.filter(({ kind }) => kind === 'outcomes');
  assert.deepEqual(
    outcomes.map(({ indices }) => indices),
    [[0], [1]],
  );
  for (const {
    outcomes: [{ stopped, nmse, count }],
    points,
  } of outcomes) {
    assert.ok(stopped === 'finished' && nmse > 0 && count === 4);
    // All sequences are in the last point: four times step and error.
    assert.deepEqual([points.length, points[6], points[7]], [8, 6, nmse]);
  }
});

test('questions are answered, and what is wrong with one is a refusal, not a crash', async () => {
  const { value } = await ask('inspect', { inspected: 1, index: 1 });
  assert.deepEqual([value.run.h, value.heads], [2, 2]);
  const whole = (await ask('error', { inspected: 1, without: [] })).value;
  const both = (await ask('error', { inspected: 1, without: [0, 1] })).value;
  assert.ok(whole > 0 && both > 0 && both !== whole);
  const atLength = async (T) => (await ask('errorAtLength', { inspected: 1, T })).value;
  assert.deepEqual(value.lengths, [4, 8, 16, 32]);
  const [own, longer] = [await atLength(4), await atLength(8)];
  assert.ok(own.T === 4 && own.nmse === whole && own.standardError > 0 && own.largestShare > 0.25);
  assert.ok(longer.T === 8 && longer.nmse > 0 && longer.nmse !== whole);
  const tooLong = await ask('errorAtLength', { inspected: 1, T: 2000 });
  assert.equal(tooLong.sentence, 'T is 2000, but must be a whole number from 1 to 1024.');
  const refusal = await ask('look', { inspected: 1, without: [7], index: 0 });
  assert.deepEqual(
    [refusal.kind, refusal.sentence],
    ['refusal', 'Head 8 does not exist: heads are counted from 1 to 2.'],
  );
  await ask('release', { inspected: 1 });
  assert.equal((await ask('error', { inspected: 1, without: [] })).sentence, 'This run was disposed of.');
});

test('checkpoints leave out runs that are known, and a training goes on from them', async () => {
  const { value: all } = await ask('checkpoint', { known: {} });
  assert.deepEqual(
    all.map(({ index, step }) => [index, step]),
    [
      [0, 6],
      [1, 6],
    ],
  );
  assert.deepEqual((await ask('checkpoint', { known: { 0: 6, 1: 6 } })).value, []);
  told.length = 0;
  send({
    kind: 'train',
    training: 2,
    experiment: experiment.json,
    cohorts: [[0], [1]],
    from: new Map(all.map(({ index, bytes }) => [index, bytes])),
  });
  const messages = await until('done');
  const resumed = messages.find(({ kind }) => kind === 'progress');
  assert.deepEqual(stepsOf([resumed], 0), [0, 2, 4, 6]);
});

test('checkpoints come in parts, first of the runs that are known longest ago', async () => {
  const placesOf = async (question) => (await ask('checkpoint', question)).value.map(({ index }) => index);
  assert.deepEqual(await placesOf({ known: {}, most: 1 }), [0]);
  assert.deepEqual(await placesOf({ known: { 0: 3 }, most: 1 }), [1]);
  assert.deepEqual(await placesOf({ known: { 0: 3, 1: 2 }, most: 1 }), [1]);
  assert.deepEqual(await placesOf({ known: { 0: 3, 1: 6 }, most: 1 }), [0]);
  assert.deepEqual(await placesOf({ known: {}, most: 2 }), [0, 1]);
});

test('what is asked for in parts is all runs, each once, and is kept', async () => {
  /** @type {number[]} */
  const sizes = [];
  const pool = {
    isDisposed: false,
    ask: async (_place, name, question) => {
      const { value } = await ask(name, question);
      sizes.push(value.length);
      return value;
    },
  };
  const checkpoints = new RunCheckpoints(new Map(), 1);
  const found = await checkpoints.ask(pool, new Map([[0, [0, 1]]]), {});
  assert.deepEqual(sizes, [1, 1, 0]);
  assert.deepEqual(
    found.map(({ index, step }) => [index, step]),
    [
      [0, 6],
      [1, 6],
    ],
  );
  assert.deepEqual([...checkpoints.files([0, 1]).keys()], [0, 1]);
});

test('a run with a damaged checkpoint begins anew, and the others go on', async () => {
  send({ kind: 'train', training: 4, experiment: experiment.json, cohorts: [[0, 1]] });
  await until('done');
  const { value: all } = await ask('checkpoint', { known: {} });
  told.length = 0;
  const from = new Map(all.map(({ index, bytes }) => [index, index === 1 ? bytes.slice(0, 100) : bytes]));
  send({ kind: 'train', training: 5, experiment: experiment.json, cohorts: [[0, 1]], from });
  const messages = await until('done');
  const restarted = messages.find(({ kind }) => kind === 'restarted');
  assert.deepEqual([restarted.training, restarted.runs.map(({ index }) => index)], [5, [1]]);
  assert.match(restarted.runs[0].sentence, /^This is no checkpoint of ours: it is not a safetensors file/);
  const progress = messages.filter(({ kind }) => kind === 'progress');
  const first = progress.flatMap(({ runs }) => runs.filter(({ index }) => index === 0));
  assert.deepEqual(
    first.map(({ step }) => step),
    [6],
  );
  assert.deepEqual(stepsOf(progress, 1), [0, 2, 4, 6]);
  const outcomes = messages.filter(({ kind }) => kind === 'outcomes');
  assert.deepEqual(
    outcomes.map(({ indices }) => indices),
    [[0], [1]],
  );
});

test('an experiment that is refused fails the training with the validator’s sentence', async () => {
  send({ kind: 'train', training: 3, experiment: '{"grid":{"h":[0]}}', cohorts: [[0]] });
  const failed = (await until('failed')).at(-1);
  assert.deepEqual(failed, {
    kind: 'failed',
    training: 3,
    cause: 'refused',
    sentence: 'grid.h[0] is 0, but must be a whole number from 1 to 64.',
  });
});
