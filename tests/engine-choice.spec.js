// Which engine the page takes, and what it says about it, on browsers with other GPUs than ours.
// The browser's WebGPU is dressed up or taken away; everything of ours is real.
import { expect, test } from '@playwright/test';
import { armWorkers, changeAdapter, hardware } from './worker-faults.js';

const said = (page) => page.locator('section.engine');

test('no WebGPU at all', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined }));
  await page.goto('');
  await expect(said(page)).toContainText('The CPU, because this browser has no WebGPU.');
});

test('no adapter', async ({ page }) => {
  await changeAdapter(page, () => null);
  await page.goto('');
  await expect(said(page)).toContainText('The CPU, because the browser finds no GPU adapter.');
});

test('an adapter that the browser refuses', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.gpu.requestAdapter = () => Promise.reject(new DOMException('blocked by policy', 'OperationError'));
  });
  await page.goto('');
  await expect(said(page)).toContainText(
    /The CPU, because the browser refuses a GPU adapter \(.*blocked by policy\)\./,
  );
  await expect(said(page).locator('strong')).toHaveText(/^CPU/);
});

test('an adapter that the browser never gives', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.gpu.requestAdapter = () => new Promise(() => {});
  });
  await page.goto('');
  await expect(said(page)).toContainText('The CPU, because the browser refuses a GPU adapter (it does not answer).', {
    timeout: 30_000,
  });
  await expect(said(page).locator('strong')).toHaveText(/^CPU/);
});

test('a software adapter', async ({ page }) => {
  await page.goto('');
  await expect(said(page)).toContainText(/The CPU, because the GPU adapter \(.*SwiftShader.*\) is software\./i);
});

test('a GPU without timestamp-query trains all the same', { tag: '@alone' }, async ({ page }) => {
  await changeAdapter(page, () => ({ info: { description: 'Old GPU' }, features: new Set() }));
  // The Worker's own adapter lacks it too, and refuses to open a device with it.
  const hide = () => {
    const { prototype } = GPUAdapter;
    const { get } = /** @type {{ get: () => Set<string> }} */ (Object.getOwnPropertyDescriptor(prototype, 'features'));
    Object.defineProperty(prototype, 'features', {
      get() {
        return new Set([...get.call(this)].filter((name) => name !== 'timestamp-query'));
      },
    });
  };
  await armWorkers(page, { first: hide });
  /** @type {string[]} */
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  // By burn's operations, which panic without timestamps where nobody stops them; our own shaders ask for none.
  await page.goto('?kind=farthest&d=4&h=1&T=4&steps=2&batch=4&trainSequences=8&validationSequences=4&curvePoints=1');
  await expect(said(page)).toContainText('WebGPU, because there is a GPU (Old GPU).', { timeout: 100_000 });
  await page.getByLabel('WebGPU').click();
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 100_000 });
  await expect(said(page).locator('strong')).toHaveText(/^WebGPU · /);
  // A Worker that panics is restarted on the CPU, and the training ends there.
  expect(errors).toEqual([]);
});

test('a hardware GPU is taken', async ({ page }) => {
  await changeAdapter(page, hardware);
  await page.goto('');
  await expect(said(page)).toContainText('WebGPU, because there is a GPU (Fine GPU).', { timeout: 100_000 });
  await expect(said(page).locator('strong')).toHaveText(/^WebGPU · /);
});

test('a GPU that is slower than the CPU gives way to it when a training begins, with both speeds', {
  tag: '@alone',
}, async ({ page }) => {
  // Taken for hardware, but the software adapter is what computes.
  await changeAdapter(page, hardware);
  await page.goto('');
  await expect(said(page).locator('strong')).toHaveText(/^WebGPU · /, { timeout: 100_000 });
  await page.getByRole('button', { name: 'Train them now' }).click();
  await expect(said(page)).toContainText(
    /The CPU, because it trains this experiment at [\d,]+ steps a second here, the GPU at [\d,]+\./,
    { timeout: 100_000 },
  );
  await expect(said(page).locator('strong')).toHaveText(/^CPU · /);
  await expect(page.getByRole('progressbar')).not.toHaveJSProperty('value', 0);
  // The second time it is known.
  const speeds = await page.evaluate(() =>
    Object.values(JSON.parse(localStorage.getItem('headcount: speeds') ?? '{}')),
  );
  expect(speeds).toHaveLength(1);
  expect(speeds[0].cpu).toBeGreaterThan(speeds[0].webgpu);
});

test('a GPU that does not start gives way to the CPU, with its reason', async ({ page }) => {
  await changeAdapter(page, hardware);
  await page.route('**/worker-webgpu*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto('');
  await expect(said(page)).toContainText(
    /The CPU, because the GPU did not start \(.* could not be loaded \(HTTP 404\)\)\./,
  );
  await expect(said(page).locator('strong')).toHaveText(/^CPU/);
});

test('asked for in vain, WebGPU is refused with a sentence and the CPU stays', async ({ page }) => {
  await changeAdapter(page, () => null);
  await page.goto('');
  await expect(said(page).locator('strong')).toHaveText(/^CPU/);
  await page.getByLabel('WebGPU').click();
  await expect(page.getByRole('alert')).toHaveText('WebGPU cannot be used: the browser finds no GPU adapter.');
  await expect(said(page).locator('strong')).toHaveText(/^CPU/);
  await expect(page.getByLabel('Automatic')).toBeChecked();
});

/** 144 MiB of attention weights in an evaluation: more than a buffer may have on every GPU, and little for a CPU. */
const OVER_A_BUFFER =
  '?kind=farthest&d=2&h=2&T=192&steps=2&batch=2&trainSequences=4&validationSequences=512&curvePoints=1';

/** Lets the Worker's GPU have no larger buffers than every GPU has. */
const smallBuffers = () => {
  for (const [name, value] of /** @type {const} */ ([
    ['maxStorageBufferBindingSize', 2 ** 27],
    ['maxBufferSize', 2 ** 28],
  ]))
    Object.defineProperty(GPUSupportedLimits.prototype, name, { get: () => value });
};
const REFUSAL =
  /Validation set is 512, but must be at most 455 on WebGPU: the attention weights would fill a buffer of 144 MiB, and a GPU's may hold 128 MiB\./i;

test('an experiment beyond the GPU’s buffers is trained by the CPU, and why is said', async ({ page }) => {
  await changeAdapter(page, hardware);
  await armWorkers(page, { first: smallBuffers });
  await page.goto(OVER_A_BUFFER);
  await expect(said(page).locator('strong')).toHaveText(/^WebGPU · /, { timeout: 100_000 });
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 100_000 });
  await expect(said(page).locator('strong')).toHaveText(/^CPU · /);
  await expect(said(page)).toContainText('The CPU, because the GPU cannot train this experiment: ');
  await expect(said(page)).toContainText(REFUSAL);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('where WebGPU was asked for, an experiment beyond its buffers is refused with the field to lower', async ({
  page,
}) => {
  await armWorkers(page, { first: smallBuffers });
  await page.goto(OVER_A_BUFFER);
  await page.getByLabel('WebGPU').click();
  await expect(said(page).locator('strong')).toHaveText(/^WebGPU · /, { timeout: 100_000 });
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  const crash = page.locator('headcount-crash section');
  await expect(crash).toContainText(REFUSAL, { timeout: 60_000 });
  await crash.getByRole('button', { name: 'Train on the CPU' }).click();
  await expect(page.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 100_000 });
});

test('an adapter without info, as Chromium had before version 127, is chosen, and leaves nobody without an engine', async ({
  page,
}) => {
  await changeAdapter(page, () => ({ features: new Set() }));
  await armWorkers(page, { first: () => delete (/** @type {any} */ (GPUAdapter.prototype).info) });
  await page.goto('');
  await expect(said(page).locator('strong')).toHaveText(/^(CPU|WebGPU) · /, { timeout: 100_000 });
  await expect(said(page).getByRole('alert')).toHaveCount(0);
});
