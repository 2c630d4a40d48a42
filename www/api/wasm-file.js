// Fetches and compiles a wasm file, also from hosts that send the wrong content type.

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileWasm(url) {
  const name = url.pathname.split('/').pop();
  let response;
  try {
    response = await fetch(url);
  } catch {
    throw new Error(`${name} could not be loaded: is the page still online?`);
  }
  if (!response.ok) throw new Error(`${name} could not be loaded (HTTP ${response.status}).`);
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
