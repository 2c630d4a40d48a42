// Fetches and compiles a wasm file, also from hosts that send the wrong content type, and once more
// past the browser's cache where what came is not a whole wasm file.

import { inlinedFile } from './inlined-files.js';

/** @param {URL} url @param {RequestCache} cache @param {string} name */
async function fetched(url, cache, name) {
  let response;
  try {
    response = await fetch(url, { cache });
  } catch {
    throw new Error(`${name} could not be loaded: is this computer online?`);
  }
  if (!response.ok) throw new Error(`${name} could not be loaded (HTTP ${response.status}).`);
  return response;
}

/** @param {Response} response */
async function compiled(response) {
  // Browsers compile while they load only what is sent as exactly this.
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileWasm(url) {
  const inlined = inlinedFile(url);
  if (inlined) return WebAssembly.compile(inlined);
  const name = url.pathname.split('/').pop() ?? '';
  const response = await fetched(url, 'default', name);
  try {
    return await compiled(response);
  } catch {
    // Cut off on its way, or something else in its place: the cache may hold the same for days.
  }
  const again = await fetched(url, 'reload', name);
  try {
    return await compiled(again);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} arrived damaged, or the host sent something else in its place (${why}).`);
  }
}
