// Which engine the page takes, and what it says about it, on browsers with other GPUs than ours.
// The browser's WebGPU is dressed up or taken away; everything of ours is real.
import { expect, test } from '@playwright/test';

const said = (page) => page.locator('section.engine');

/** What `requestAdapter` gives, as seen by the page. Workers keep the real one. */
const adapter = (page, change) =>
  page.addInitScript((source) => {
    const { gpu } = navigator;
    const real = gpu.requestAdapter.bind(gpu);
    gpu.requestAdapter = async (options) => new Function('real', `return (${source})(real)`)(await real(options));
  }, change.toString());

test('no WebGPU at all', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined }));
  await page.goto('');
  await expect(said(page)).toContainText('The CPU, because this browser has no WebGPU.');
});

test('no adapter', async ({ page }) => {
  await adapter(page, () => null);
  await page.goto('');
  await expect(said(page)).toContainText('The CPU, because the browser finds no GPU adapter.');
});

test('a software adapter', async ({ page }) => {
  await page.goto('');
  await expect(said(page)).toContainText(/The CPU, because the GPU adapter \(.*SwiftShader.*\) is software\./i);
});

test('a GPU without timestamp-query', async ({ page }) => {
  await adapter(page, () => ({ info: { description: 'Old GPU' }, features: new Set() }));
  await page.goto('');
  await expect(said(page)).toContainText('The CPU, because the GPU adapter (Old GPU) lacks timestamp-query.');
});

test('a hardware GPU is taken', async ({ page }) => {
  await adapter(page, () => ({ info: { description: 'Fine GPU' }, features: new Set(['timestamp-query']) }));
  await page.goto('');
  await expect(said(page)).toContainText('WebGPU, because there is a GPU (Fine GPU).', { timeout: 100_000 });
  await expect(said(page).locator('strong')).toHaveText(/^WebGPU · /);
});

test('a GPU that is slower than the CPU gives way to it when a training begins, with both speeds', async ({ page }) => {
  // Taken for hardware, but the software adapter is what computes.
  await adapter(page, () => ({ info: { description: 'Fine GPU' }, features: new Set(['timestamp-query']) }));
  await page.goto('');
  await expect(said(page).locator('strong')).toHaveText(/^WebGPU · /, { timeout: 100_000 });
  await page.getByRole('button', { name: 'Train', exact: true }).click();
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
  await adapter(page, () => ({ info: { description: 'Fine GPU' }, features: new Set(['timestamp-query']) }));
  await page.route('**/worker-webgpu*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto('');
  await expect(said(page)).toContainText(
    /The CPU, because the GPU did not start \(.* could not be loaded \(HTTP 404\)\)\./,
  );
  await expect(said(page).locator('strong')).toHaveText(/^CPU/);
});

test('asked for in vain, WebGPU is refused with a sentence and the CPU stays', async ({ page }) => {
  await adapter(page, () => null);
  await page.goto('');
  await expect(said(page).locator('strong')).toHaveText(/^CPU/);
  await page.getByLabel('WebGPU').click();
  await expect(page.getByRole('alert')).toHaveText('WebGPU cannot be used: the browser finds no GPU adapter.');
  await expect(said(page).locator('strong')).toHaveText(/^CPU/);
  await expect(page.getByLabel('Automatic')).toBeChecked();
});
