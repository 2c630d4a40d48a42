// What follows where Workers fail or refuse: how often each is started again, how long it is waited for, and who trains
// what a GPU cannot. Pools and trainings are real, and the Workers only say what the test has them say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lab } from '../../www/api/lab.js';
import { Pool } from '../../www/api/pool.js';
import { Training } from '../../www/api/training.js';
import { wasm } from './page-wasm.js';

const COUNT = 8;
const EMPTY_WASM = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** The Workers that are there: none that was ended. @type {Set<FakeWorker>} */
const alive = new Set();

class FakeWorker {
  /** The cohorts that it was given to train. */
  cohorts = null;
  /** What it answers. */
  answer = { kind: 'answer', value: 1 };
  constructor() {
    alive.add(this);
  }
  terminate() {
    alive.delete(this);
  }
  postMessage(message) {
    if (message.kind === 'load') setTimeout(() => this.say({ kind: 'ready', name: 'CPU · of a test' }));
    if (message.kind === 'train') this.cohorts = message.cohorts;
    // Nothing but how fast it is is asked in these tests.
    if (message.kind === 'ask') setTimeout(() => this.say({ id: message.id, ...this.answer }));
  }
  say(data) {
    if (alive.has(this)) this.onmessage({ data });
  }
}
globalThis.Worker = FakeWorker;
globalThis.fetch = async () => new Response(EMPTY_WASM, { headers: { 'content-type': 'application/wasm' } });

/** Sixteen runs, trained by a pool. */
function trainedBy(pool, substitutes = {}) {
  const experiment = wasm.Experiment.fromJson(JSON.stringify({ grid: { h: [1, 2, 3, 4] }, seeds: [0, 1, 2, 3] }));
  const { steps } = experiment.toFields().recipe;
  const engine = { name: pool.kind, device: pool.kind };
  const training = new Training(experiment, steps, pool, engine, null, substitutes);
  training.start();
  return training;
}

/** Sixteen runs on eight Workers, being trained. */
async function begun() {
  alive.clear();
  const pool = await Pool.start('cpu', COUNT);
  return { pool, training: trainedBy(pool) };
}

const settled = () => new Promise((go) => setTimeout(go, 20));
const crashed = { kind: 'failed', cause: 'crashed', sentence: 'The engine crashed.' };
const failTogether = async () => {
  for (const worker of [...alive]) worker.say(crashed);
  await settled();
};

test('what fails all Workers at once is one failure of each: three times they go on with their shares', async () => {
  const { pool, training } = await begun();
  const shares = JSON.stringify([...alive].map(({ cohorts }) => cohorts));
  for (let times = 1; times <= 3; times += 1) {
    await failTogether();
    assert.equal(training.hasEnded, false);
    assert.equal(training.faults.length, times * COUNT);
    assert.equal(JSON.stringify([...alive].map(({ cohorts }) => cohorts)), shares);
  }
  const [one] = alive;
  one.say(crashed);
  await settled();
  await assert.rejects(
    training.outcome,
    /^Error: The engine crashed\. It was started again 3 times in this training, and failed each time\.$/,
  );
  pool.dispose();
});

test('a Worker is waited for longer after its own restart, and not after those of others', async (t) => {
  let now = 0;
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(performance, 'now', () => now);
  const pass = (seconds) => {
    for (let i = 0; i < seconds; i += 1) {
      now += 1000;
      t.mock.timers.tick(1000);
    }
  };
  const { pool, training } = await begun();
  await failTogether();
  const before = training.faults.length;
  pass(39);
  await settled();
  assert.equal(training.faults.length, before);
  pass(2);
  await settled();
  assert.equal(training.faults.length, before + COUNT);
  assert.match(training.faults.at(-1), /^A Worker did not answer for 40 seconds\. The Worker was started again /);
  pool.dispose();
});

test('what a GPU refuses the CPU trains, under its own name; where it is not to, the GPU’s sentence is said', async () => {
  const sentence = 'grid.T is 1024, but must be at most 100 on WebGPU.';
  for (const isLeft of [true, false]) {
    alive.clear();
    const [gpu, cpu] = [await Pool.start('webgpu', 1), await Pool.start('cpu', 2)];
    const [refusing, ...others] = alive;
    const other = { pool: cpu, engine: { name: 'CPU · 2 workers', device: 'CPU' } };
    const training = trainedBy(gpu, { leaveToCpu: async () => (isLeft ? other : null) });
    assert.equal(refusing.cohorts.flat().length, 16);
    refusing.say({ kind: 'failed', training: 1, cause: 'refused', sentence });
    await settled();
    if (isLeft) {
      assert.equal(others.flatMap(({ cohorts }) => cohorts.flat()).length, 16);
      assert.deepEqual([training.hasEnded, training.engine.name, training.faults], [false, 'CPU · 2 workers', []]);
    } else {
      await assert.rejects(training.outcome, new Error(sentence));
      assert.deepEqual(
        others.map(({ cohorts }) => cohorts),
        [null, null],
      );
    }
    gpu.dispose();
    cpu.dispose();
  }
});

for (const [when, answer] of [
  ['when it is asked how fast it is', { kind: 'refusal', sentence: 'It is too large.' }],
  // It is asked about one of several cohorts.
  ['when it is to train, being the faster one', { kind: 'answer', value: 1000 }],
]) {
  test(`a lab whose GPU refuses ${when} trains on the CPU, and says why`, async () => {
    alive.clear();
    const gpu = await Pool.start('webgpu', 1);
    const [refusing] = alive;
    refusing.answer = answer;
    const lab = new Lab(gpu, 'a test', () => Pool.start('cpu', 2), true, false);
    const training = lab.run({ grid: { h: [1, 2] } });
    await training.next();
    if (answer.kind === 'answer') {
      assert.equal(lab.engine.kind, 'webgpu');
      refusing.say({ kind: 'failed', training: 1, cause: 'refused', sentence: 'It is too large.' });
      await settled();
    }
    assert.equal(lab.engine.why, 'The CPU, because the GPU cannot train this experiment: It is too large.');
    const [, ...others] = alive;
    assert.equal(others.flatMap(({ cohorts }) => cohorts.flat()).length, 2);
    lab.dispose();
  });
}
