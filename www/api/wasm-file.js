// Fetches and compiles a wasm file, on hosts that send the wrong content type too.

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(url) {
  let response;
  try {
    response = await fetch(url);
  } catch {
    throw new Error(`${url.pathname.split('/').pop()} could not be loaded: is the page still online?`);
  }
  if (!response.ok) throw new Error(`${url.pathname.split('/').pop()} could not be loaded (HTTP ${response.status}).`);
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
