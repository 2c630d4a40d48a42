// Serves the product's dist/, its wasm packages, the bundled bench page and TensorFlow.js' wasm files
// from one origin, with no special headers: what the product has to live with, its peers do too.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { root } from '../../scripts/shell.mjs';

const here = import.meta.dirname;
/** Where the page is bundled to: beside the packages it is made of, out of sight of git and tsc. */
export const bundle = join(here, 'node_modules', '.bundle');
const places = [
  ['/product/', join(root, 'dist')],
  ['/wasm/', join(root, 'www', 'wasm')],
  ['/tfjs/', join(here, 'node_modules', '@tensorflow', 'tfjs-backend-wasm', 'dist')],
  ['/', bundle],
];
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** @returns {Promise<{ url: string, close: () => void }>} */
export function serve() {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const [base, folder] = /** @type {string[]} */ (places.find(([start]) => path.startsWith(start)));
    const file = join(folder, path.slice(base.length) || 'index.html');
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end('not found');
      return;
    }
    response.writeHead(200, {
      'content-type': types[/** @type {keyof typeof types} */ (extname(file))] ?? 'application/octet-stream',
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      ready({ url: `http://127.0.0.1:${port}/`, close: () => server.close() });
    });
  });
}
