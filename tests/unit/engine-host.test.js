// The engine of the page: started once, chosen anew, and started again after a crash or a failure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineHost } from '../../www/state/engine-host.js';

/** An engine that notes whether it was disposed of. */
const labOf = (engine) => ({
  engine: { kind: 'cpu', name: `engine ${engine}` },
  hasCrashed: false,
  isDisposed: false,
  dispose() {
    this.isDisposed = true;
  },
});

/** A host whose engines are numbered; `starts` may hold functions that fail. */
function hostOf(...starts) {
  const labs = [];
  const host = new EngineHost(
    async (options) => {
      const fail = starts.shift();
      if (fail) throw new Error(fail);
      const lab = labOf(`${labs.length + 1} (${options.engine})`);
      labs.push(lab);
      return lab;
    },
    () => {},
  );
  return { host, labs };
}

test('an engine that works is taken for every training', async () => {
  const { host, labs } = hostOf();
  await host.start();
  assert.equal(host.info.name, 'engine 1 (auto)');
  assert.equal(await host.labToTrain(), labs[0]);
  assert.equal(await host.labToTrain(), labs[0]);
});

test('after a crash the next training starts another one, and frees the one that crashed', async () => {
  const { host, labs } = hostOf();
  await host.start();
  labs[0].hasCrashed = true;
  assert.equal(await host.labToTrain(), labs[1]);
  await new Promise((go) => setTimeout(go));
  assert.deepEqual([labs[0].isDisposed, labs[1].isDisposed], [true, false]);
});

test('what crashed is freed before another engine is chosen: until then it is not known that its GPU failed', async () => {
  const order = [];
  const host = new EngineHost(
    async () => {
      order.push('chosen');
      return { ...labOf(0), dispose: () => order.push('freed') };
    },
    () => {},
  );
  await host.start();
  host.lab.hasCrashed = true;
  await host.labToTrain();
  await new Promise((go) => setTimeout(go));
  assert.deepEqual(order, ['chosen', 'freed', 'chosen']);
});

test('an engine that failed to load is tried again when Train is pressed', async () => {
  const { host, labs } = hostOf('worker-cpu_bg.wasm could not be loaded (HTTP 404).');
  await host.start();
  assert.deepEqual([host.error, host.lab], ['worker-cpu_bg.wasm could not be loaded (HTTP 404).', null]);
  assert.equal(await host.labToTrain(), labs[0]);
  assert.equal(host.error, '');
});

test('where WebGPU was chosen and does not start, the automatic choice takes over, and says why', async () => {
  const { host } = hostOf(undefined, 'WebGPU cannot be used: no adapter.');
  await host.start();
  await host.choose('webgpu');
  assert.deepEqual(
    [host.choice, host.info.name, host.error],
    ['auto', 'engine 2 (auto)', 'WebGPU cannot be used: no adapter.'],
  );
});

test('an engine that is chosen while another one starts replaces it', async () => {
  const { host, labs } = hostOf();
  const [first, second] = [host.start(), host.choose('cpu')];
  await Promise.all([first, second]);
  assert.equal(host.info.name, 'engine 2 (cpu)');
  assert.deepEqual(
    labs.map(({ isDisposed }) => isDisposed),
    [true, false],
  );
});
