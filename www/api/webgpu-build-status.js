// Whether the WebGPU engine is there: `npm start` serves the page before it is built.

import { isOneFile } from './inlined-files.js';

/**
 * While `npm start` is still building the WebGPU engine for the first time, its server says so.
 * Published pages have every engine: there this is nothing but a constant.
 *
 * @returns {Promise<string | null>}  the end of a sentence; null where the engine is there
 */
export async function unbuiltWebGpu() {
  if (isOneFile()) return 'this file has the CPU engine only';
  if (!import.meta.env?.DEV) return null;
  try {
    const { webgpu } = await (await fetch('/headcount-status.json')).json();
    if (webgpu === 'building') return 'the WebGPU engine is still being built';
    return webgpu === 'failed' ? 'the WebGPU engine could not be built (see the terminal)' : null;
  } catch {
    // A server that does not know: the engine says itself whether it is there.
    return null;
  }
}
