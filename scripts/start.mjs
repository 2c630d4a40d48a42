// npm start: install what is missing, build what is stale, serve.
import { createServer } from 'node:net';
import { Refusal, finishWith, root, say } from './shell.mjs';
import * as setup from './setup.mjs';
import { buildWasm } from './wasm.mjs';

const host = '127.0.0.1';

/** Refuses a port that is taken before minutes are spent on building. */
function freePort(port) {
  return new Promise((free, refuse) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`;
      refuse(new Refusal(`Port ${port} ${why}: stop what uses it, or choose another with "PORT=${port + 1} npm start".`));
    });
    probe.listen(port, host, () => probe.close(() => free(undefined)));
  });
}

finishWith(async () => {
  const port = Number(process.env.PORT || 5173);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Refusal(`PORT is "${process.env.PORT}", but must be a whole number from 1 to 65535.`);
  }
  await freePort(port);
  await setup.npmPackages();
  await buildWasm();
  const vite = await import('vite');
  const server = await vite.createServer({ root, logLevel: 'warn', server: { host, port, strictPort: true } });
  await server.listen();
  say('serving; press Ctrl-C to stop');
  console.log(`headcount ready: http://${host}:${port}/`);
});
