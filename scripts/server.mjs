// What `npm start` and `npm run dev` share: the port, and a server that says how far the WebGPU
// engine is.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Refusal, root } from './shell.mjs';
import { workerWebgpu } from './wasm.mjs';

export const host = '127.0.0.1';

/** The port to serve on; refused before minutes are spent on a build. @param {string} command  to be named in the refusal */
export async function freePort(command) {
  const port = Number(process.env.PORT || 5173);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Refusal(`PORT is "${process.env.PORT}", but must be a whole number from 1 to 65535.`);
  }
  await new Promise((free, refuse) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`;
      refuse(
        new Refusal(`Port ${port} ${why}: stop what uses it, or choose another with "PORT=${port + 1} ${command}".`),
      );
    });
    probe.listen(port, host, () => probe.close(() => free(undefined)));
  });
  return port;
}

/**
 * Answers `GET /headcount-status.json` with how far the WebGPU engine is, and a request for its wasm
 * file that cannot be met with an error: vite would send index.html in its place.
 *
 * @param {{ webgpu: 'building' | 'ready' | 'failed' }} status
 * @returns {import('vite').Plugin}
 */
export function statusPlugin(status) {
  return {
    name: 'headcount-status',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        if (path === '/headcount-status.json') {
          response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
          response.end(JSON.stringify(status));
        } else if (path.endsWith(`/${workerWebgpu.name}_bg.wasm`) && status.webgpu !== 'ready') {
          response.writeHead(503, { 'content-type': 'text/plain' });
          response.end(`The WebGPU engine is ${status.webgpu === 'building' ? 'still being built' : 'not built'}.`);
        } else next();
      });
    },
  };
}

/**
 * Serves an empty module in the place of vite's client, which would reload the reader's page when the
 * server is started again, in the midst of a training.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutClientPlugin() {
  return {
    name: 'headcount-without-client',
    configureServer(server) {
      server.middlewares.use('/@vite/client', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end();
      });
    },
  };
}

/**
 * Lets vite's client, which `npm run dev` keeps, style what it shows of errors: the page's own policy
 * allows no inline style. Of the dev server alone; what is built has the policy as it is in index.html.
 */
export const clientNonce = 'vite-client';

/** @returns {import('vite').Plugin} */
export function clientStylesPlugin() {
  return {
    name: 'headcount-client-styles',
    transformIndexHtml: (html) =>
      html.replace("default-src 'self';", `default-src 'self'; style-src 'self' 'nonce-${clientNonce}';`),
  };
}

/** Makes vite read a package's files again. @param {import('vite').ViteDevServer} server @param {import('./wasm.mjs').Package} entry */
export function forgetPackage(server, { name }) {
  const file = join(root, 'www', 'wasm', name, `${name}.js`);
  for (const environment of Object.values(server.environments)) environment.moduleGraph.onFileChange(file);
}
