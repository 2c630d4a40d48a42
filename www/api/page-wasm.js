// Loads the wasm of the page's thread (crate/page): experiments, results and charts. Small, and there
// before any engine.
import init, * as wasm from '../wasm/page/page.js';
import { compileWasm } from './wasm-file.js';

/** @typedef {typeof wasm} PageWasm */

/** @type {Promise<PageWasm> | undefined} */
let loading;

/** Loads it once; a failure may be tried again. */
export function loadPageWasm() {
  loading ??= (async () => {
    await init({ module_or_path: await compileWasm(new URL('../wasm/page/page_bg.wasm', import.meta.url)) });
    return wasm;
  })();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
