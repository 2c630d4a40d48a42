// The page's wasm in Node, for unit tests: the same file that the browser loads.
import { readFileSync } from 'node:fs';
import * as wasm from '../../www/wasm/page/page.js';

wasm.initSync({ module: readFileSync(new URL('../../www/wasm/page/page_bg.wasm', import.meta.url)) });

export { wasm };
