// Which engine to use, and why. WebGPU needs a hardware adapter; everything else is served by the CPU
// engine.
import { unbuiltWebGpu } from './webgpu-build-status.js';

/** Adapters that compute on the CPU under a GPU's name: slower than our own CPU engine. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|software|basic render|warp/i;

/** A browser that has not answered after so many milliseconds never will: that was seen of drivers that hang. */
const LONGEST_WAIT = 5000;

/** Whether a GPU failed in this visit: it is not chosen again unasked. */
let hasGpuFailed = false;

/** Remembers that the GPU failed. */
export function noteGpuFault() {
  hasGpuFailed = true;
}

/** @template T @param {Promise<T>} promise @returns {Promise<T>} */
function withinWait(promise) {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error('it does not answer')), LONGEST_WAIT);
    promise.then(done, failed).finally(() => clearTimeout(timer));
  });
}

/** @param {Partial<GPUAdapterInfo>} info */
function nameOf(info) {
  return info.description || [info.vendor, info.architecture].filter(Boolean).join(' ') || 'unnamed adapter';
}

/** Chromium has had WebGPU since version 113, and this since 127. @param {GPUAdapter} adapter @returns {Partial<GPUAdapterInfo>} */
const infoOf = (adapter) => adapter.info ?? {};

/** @param {GPUAdapter} adapter */
function isSoftware(adapter) {
  const info = infoOf(adapter);
  const words = [info.vendor, info.architecture, info.device, info.description].join(' ');
  return info.isFallbackAdapter === true || SOFTWARE.test(words);
}

/**
 * What stands against WebGPU here, as the end of a sentence; null if nothing does. A software
 * adapter is a reason against choosing it unasked, but not against obeying.
 *
 * @param {{ gpu?: GPU }} [browser]
 * @returns {Promise<{ name: string | null, impossible: string | null, slow: string | null }>}
 */
export async function probeWebGpu(browser = navigator) {
  const no = (/** @type {string} */ impossible) => ({ name: null, impossible, slow: null });
  if (!browser.gpu) return no('this browser has no WebGPU');
  const unbuilt = await unbuiltWebGpu();
  if (unbuilt) return no(unbuilt);
  let adapter;
  try {
    adapter = await withinWait(browser.gpu.requestAdapter({ powerPreference: 'high-performance' }));
  } catch (error) {
    return no(`the browser refuses a GPU adapter (${error instanceof Error ? error.message : error})`);
  }
  if (!adapter) return no('the browser finds no GPU adapter');
  const name = nameOf(infoOf(adapter));
  return { name, impossible: null, slow: isSoftware(adapter) ? `the GPU adapter (${name}) is software` : null };
}

/**
 * @param {'auto' | 'cpu' | 'webgpu'} asked
 * @param {{ gpu?: GPU }} [browser]
 * @returns {Promise<{ kind: import('./protocol.js').EngineKind, why: string }>}
 */
export async function chooseEngine(asked, browser = navigator) {
  if (asked === 'cpu') return { kind: 'cpu', why: 'You chose the CPU.' };
  if (asked !== 'auto' && asked !== 'webgpu') {
    throw new Error(`engine is ${JSON.stringify(asked)}, but must be "auto", "cpu" or "webgpu".`);
  }
  const { name, impossible, slow } = await probeWebGpu(browser);
  if (asked === 'webgpu') {
    if (impossible) throw new Error(`WebGPU cannot be used: ${impossible}.`);
    return { kind: 'webgpu', why: 'You chose WebGPU.' };
  }
  const against = impossible ?? (hasGpuFailed ? 'the GPU failed earlier in this visit' : slow);
  if (against) return { kind: 'cpu', why: `The CPU, because ${against}.` };
  return { kind: 'webgpu', why: `WebGPU, because there is a GPU (${name}).` };
}
