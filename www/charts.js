// The small wasm: charts, and the parts of `lab` that a page needs before any engine is there.
import init, * as wasm from './wasm/charts/charts.js';
import { compile } from './compile.js';

/** @type {Promise<typeof wasm> | undefined} */
let loading;

/** Loads it once. */
export function loadCharts() {
  loading ??= (async () => {
    await init({ module_or_path: await compile(new URL('./wasm/charts/charts_bg.wasm', import.meta.url)) });
    return wasm;
  })();
  return loading;
}
