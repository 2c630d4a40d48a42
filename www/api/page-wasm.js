// The small wasm: charts, and the parts of `lab` that a page needs before any engine is there.
import init, * as wasm from '../wasm/page/page.js';
import { compile } from './wasm-file.js';

/** @type {Promise<typeof wasm> | undefined} */
let loading;

/** Loads it once. */
export function loadCharts() {
  loading ??= (async () => {
    await init({ module_or_path: await compile(new URL('../wasm/page/page_bg.wasm', import.meta.url)) });
    return wasm;
  })();
  return loading;
}
